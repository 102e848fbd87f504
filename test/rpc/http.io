// Without the trailing slash the path is another one
:: path /jsonrpc
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","message":"<match:POST /jsonrpc/>","retryable":false}},"id":null}

// Some other path
:: path /api/v1
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","<more>":true}},"id":null}

// A wrong path is a wrong path whatever its body is
:: path /jsonrpc
:: header Content-Type: text/plain
>> hello
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","<more>":true}},"id":null}

// A path that cannot be decoded
:: path /%zz
:: method GET
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","<more>":true}},"id":null}

// GET is not taken
:: method GET
=> 405
=> Allow: ^POST$
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","message":"\"/jsonrpc/\" accepts POST; was GET.","retryable":false}},"id":null}

// Nor PUT
:: method PUT
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 405
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","<more>":true}},"id":null}

// The health path takes GET alone
:: path /health
>> {}
=> 405
=> Allow: GET
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","<more>":true}},"id":null}

// A charset is fine
:: header Content-Type: application/json; charset=utf-8
>> {"jsonrpc":"2.0","method":"test","id":1}
=> Content-Type: ^application/json
=> X-Content-Type-Options: ^nosniff$
=> Content-Security-Policy: default-src 'none'
=> Cache-Control: no-store
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":1}

// The type is not case sensitive
:: header Content-Type: Application/JSON
>> {"jsonrpc":"2.0","method":"test","id":1}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":1}

// Text is not JSON
:: header Content-Type: text/plain
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 415
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"CONTENT_TYPE","message":"Content-Type must be application/json; was \"text/plain\".","retryable":false}},"id":null}

// A form, which any web page could send
:: header Content-Type: application/x-www-form-urlencoded
>> a=b
=> 415
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"CONTENT_TYPE","<more>":true}},"id":null}

// A type that only begins like JSON
:: header Content-Type: application/json-seq
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 415
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"CONTENT_TYPE","<more>":true}},"id":null}

// No type at all
:: header Content-Type:
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 415
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"CONTENT_TYPE","message":"Content-Type must be application/json; was absent.","retryable":false}},"id":null}

// A compressed body is not JSON as it stands
:: header Content-Encoding: gzip
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 415
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"CONTENT_TYPE","<more>":true}},"id":null}

// 256 KiB is the largest body
:: body repeat 262145 a
=> 413
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"BODY_TOO_LARGE","message":"The body must have at most 262144 bytes; was more.","retryable":false,"limit_bytes":262144}},"id":null}

// And is read
:: body repeat 262144 a
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":"<object>"},"id":null}

// Is it alive
:: path /health
:: method GET
:: header Content-Type:
<< {"status":"ok","trading_mode":"simulated"}

// Is it ready
:: path /ready
:: method GET
:: header Content-Type:
<< {"ready":true,"reasons":[],"trading_mode":"simulated"}

// Who guards it: the well-known prefix before the path of the resource (RFC 9728, section 3.1)
:: path /.well-known/oauth-protected-resource/jsonrpc/
:: method GET
:: header Content-Type:
=> Content-Type: ^application/json
<< {"resource":"<match:^https?://.*/jsonrpc/$>","resource_name":"Carrywire","scopes_supported":["arb:read","arb:trade","exchange:connect","agents:manage"],"bearer_methods_supported":["header"],"dpop_signing_alg_values_supported":["ES256","ES384","EdDSA","Ed25519","RS256","PS256"]}

// Where clients look that drop the slash at the end
:: path /.well-known/oauth-protected-resource/jsonrpc
:: method GET
:: header Content-Type:
<< {"resource":"<match:^https?://.*/jsonrpc/$>","resource_name":"Carrywire","scopes_supported":["arb:read","arb:trade","exchange:connect","agents:manage"],"bearer_methods_supported":["header"],"dpop_signing_alg_values_supported":["ES256","ES384","EdDSA","Ed25519","RS256","PS256"]}

// And those that look at the root
:: path /.well-known/oauth-protected-resource
:: method GET
:: header Content-Type:
<< {"resource":"<match:^https?://.*/jsonrpc/$>","resource_name":"Carrywire","scopes_supported":["arb:read","arb:trade","exchange:connect","agents:manage"],"bearer_methods_supported":["header"],"dpop_signing_alg_values_supported":["ES256","ES384","EdDSA","Ed25519","RS256","PS256"]}

// It names one resource, and is nowhere else
:: path /.well-known/oauth-protected-resource/
:: method GET
:: header Content-Type:
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","<more>":true}},"id":null}

// Nobody writes it
:: path /.well-known/oauth-protected-resource/jsonrpc/
>> {}
=> 405
=> Allow: ^GET, HEAD$
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","<more>":true}},"id":null}

// A token in the query is not read
:: path /jsonrpc/?access_token=cw_abc
>> {"jsonrpc":"2.0","method":"portfolio_live","id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":"<object>"},"id":1}

// The answer tells what is left of the rate limit
>> {"jsonrpc":"2.0","method":"test","id":1}
=> RateLimit-Policy: ^"public";q=\d+;w=\d+$
=> RateLimit: ^"public";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":"<object>","id":1}
