:: only in-process

// No token
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{},"id":1}
=> 401
=> WWW-Authenticate: ^Bearer resource_metadata="http://[^"]+/\.well-known/oauth-protected-resource/jsonrpc/"$
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","message":"<match:absent>","retryable":false}},"id":1}

// An unknown token
:: token unknown
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{},"id":1}
=> 401
=> WWW-Authenticate: error="invalid_token"
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","message":"The bearer token is unknown, expired or revoked.","retryable":false}},"id":1}

// A revoked token
:: token revoked
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{},"id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":"<object>"},"id":1}

// An expired token
:: token expired
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{},"id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":"<object>"},"id":1}

// Another scheme
:: header Authorization: Basic YTpi
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{},"id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","message":"<match:Bearer and one token>","retryable":false}},"id":1}

// A scheme without a token
:: header Authorization: Bearer
>> {"jsonrpc":"2.0","method":"close_execution","params":{},"id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":"<object>"},"id":1}

// Authentication precedes validation: params of an unauthorized caller are not checked
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"nonsense":1},"id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":"<object>"},"id":1}

// The read scope does not include trading
:: token read
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100},"id":1}
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="arb:trade"
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token with scope arb:trade; yours has arb:read.","retryable":false,"scope":"arb:trade"}},"id":1}

// Closing needs the trade scope
:: token read
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_000000000000000000000001"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":"<object>"},"id":1}

// The trade scope does not include reading
:: token trade
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","scope":"arb:read","<more>":true}},"id":1}

// A public method ignores the token
:: token unknown
>> {"jsonrpc":"2.0","method":"test","id":1}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":1}

// A batch with a token of one scope
:: token read
>> [{"jsonrpc":"2.0","method":"portfolio_live","id":1},{"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1"},"id":2}]
<< ["<unordered>",
<<  {"jsonrpc":"2.0","result":"<object>","id":1},
<<  {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":"<object>"},"id":2}]
