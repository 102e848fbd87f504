// Rejects the path without the trailing slash
:: path /jsonrpc
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","message":"<match:POST to /jsonrpc/>","retryable":false}},"id":null}

// Rejects another path
:: path /api/v1
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","<more>":true}},"id":null}

// Rejects a wrong path, whatever the body
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

// Rejects GET
:: method GET
=> 405
=> Allow: ^POST$
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","message":"\"/jsonrpc/\" accepts POST, not GET.","retryable":false}},"id":null}

// Rejects PUT
:: method PUT
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 405
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","<more>":true}},"id":null}

// The health path accepts GET only
:: path /health
>> {}
=> 405
=> Allow: GET
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","<more>":true}},"id":null}

// Accepts a charset
:: header Content-Type: application/json; charset=utf-8
>> {"jsonrpc":"2.0","method":"test","id":1}
=> Content-Type: ^application/json
=> X-Content-Type-Options: ^nosniff$
=> Content-Security-Policy: default-src 'none'
=> Cache-Control: no-store
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":1}

// The content type is not case sensitive
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

// A content type that merely begins like JSON
:: header Content-Type: application/json-seq
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 415
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"CONTENT_TYPE","<more>":true}},"id":null}

// A missing content type
:: header Content-Type:
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 415
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"CONTENT_TYPE","message":"Content-Type must be application/json; was absent.","retryable":false}},"id":null}

// Rejects a compressed body
:: header Content-Encoding: gzip
>> {"jsonrpc":"2.0","method":"test","id":1}
=> 415
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"CONTENT_TYPE","<more>":true}},"id":null}

// 256 KiB is the largest body
:: body repeat 262145 a
=> 413
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"BODY_TOO_LARGE","message":"The body must have at most 262144 bytes; it has more.","retryable":false,"limit_bytes":262144}},"id":null}

// A body of that size is read
:: body repeat 262144 a
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":"<object>"},"id":null}

// Liveness
:: path /health
:: method GET
:: header Content-Type:
<< {"status":"ok","trading_mode":"simulated"}

// Readiness
:: path /ready
:: method GET
:: header Content-Type:
<< {"ready":true,"reasons":[],"trading_mode":"simulated"}

// Protected resource metadata: the well-known prefix before the resource path (RFC 9728, section 3.1)
:: path /.well-known/oauth-protected-resource/jsonrpc/
:: method GET
:: header Content-Type:
=> Content-Type: ^application/json
<< {"resource":"<match:^https?://.*/jsonrpc/$>","resource_name":"Carrywire","scopes_supported":["arb:read","arb:trade","exchange:connect","agents:manage","replay:run"],"bearer_methods_supported":["header"],"dpop_signing_alg_values_supported":["ES256","ES384","EdDSA","Ed25519","RS256","PS256"]}

// The path for clients that drop the trailing slash
:: path /.well-known/oauth-protected-resource/jsonrpc
:: method GET
:: header Content-Type:
<< {"resource":"<match:^https?://.*/jsonrpc/$>","resource_name":"Carrywire","scopes_supported":["arb:read","arb:trade","exchange:connect","agents:manage","replay:run"],"bearer_methods_supported":["header"],"dpop_signing_alg_values_supported":["ES256","ES384","EdDSA","Ed25519","RS256","PS256"]}

// The path for clients that check the root
:: path /.well-known/oauth-protected-resource
:: method GET
:: header Content-Type:
<< {"resource":"<match:^https?://.*/jsonrpc/$>","resource_name":"Carrywire","scopes_supported":["arb:read","arb:trade","exchange:connect","agents:manage","replay:run"],"bearer_methods_supported":["header"],"dpop_signing_alg_values_supported":["ES256","ES384","EdDSA","Ed25519","RS256","PS256"]}

// The metadata names one resource and exists at no other path
:: path /.well-known/oauth-protected-resource/
:: method GET
:: header Content-Type:
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","<more>":true}},"id":null}

// The metadata is read-only
:: path /.well-known/oauth-protected-resource/jsonrpc/
>> {}
=> 405
=> Allow: ^GET, HEAD$
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","<more>":true}},"id":null}

// Ignores a token in the query
:: path /jsonrpc/?access_token=cw_abc
>> {"jsonrpc":"2.0","method":"portfolio_live","id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":"<object>"},"id":1}

// The answer gives the remaining rate limit
>> {"jsonrpc":"2.0","method":"test","id":1}
=> RateLimit-Policy: ^"public";q=\d+;w=\d+$
=> RateLimit: ^"public";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":"<object>","id":1}
