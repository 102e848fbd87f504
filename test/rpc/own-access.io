:: only in-process

// How accounts can be connected, exchange by exchange
:: token read
>> {"jsonrpc":"2.0","method":"list_exchanges","params":{},"id":1}
<< {"jsonrpc":"2.0","result":[{"exchange":"bybit","name":"Bybit","connect_by":["page","key"],"key_members":[{"param":"api_key","name":"API key"},{"param":"api_secret","name":"Secret"}],"test_key_page":null},{"exchange":"hyperliquid","name":"Hyperliquid","connect_by":["simulated","key"],"key_members":[{"param":"api_key","name":"Address of the account"},{"param":"api_secret","name":"Private key of the API wallet"}],"test_key_page":null},{"exchange":"kucoin","name":"KuCoin","connect_by":["key"],"key_members":[{"param":"api_key","name":"API key"},{"param":"api_secret","name":"Secret"},{"param":"api_passphrase","name":"Passphrase"}],"test_key_page":null}],"id":1}

// The account of the caller
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"get_account","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"user_id":"<match:^user_>","name":"ann","is_guest":false,"identities":[],"passkeys":0},"id":1}

// A page creates a token, whose text is in this answer and never again
:: token page
>> {"jsonrpc":"2.0","method":"create_token","params":{"name":"notebook","scopes":["arb:trade","arb:read"],"lifetime_hours":24},"id":1}
<< {"jsonrpc":"2.0","result":{"token_id":"<set:first>","name":"notebook","scopes":["arb:read","arb:trade"],"expires_at":"<instant>","token":"<match:^cw_[A-Za-z0-9_-]{43}$>"},"id":1}

// It is listed without its text, beside the applications with access and what pages hold
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"list_tokens","id":1}
<< {"jsonrpc":"2.0","result":{"tokens":"<array>","applications":[{"application_id":"app_1","name":"Notebook","scopes":["arb:read"],"granted_at":"<instant>","expires_at":"<instant>"}],"page_tokens":2},"id":1}

// A new token takes its place
:: token page
>> {"jsonrpc":"2.0","method":"rotate_token","params":{"token_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"token_id":"<set:second>","name":"notebook","scopes":["arb:read","arb:trade"],"expires_at":"<instant>","token":"<match:^cw_[A-Za-z0-9_-]{43}$>"},"id":1}

// The old one has ended
:: token page
>> {"jsonrpc":"2.0","method":"rotate_token","params":{"token_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: token_id must name a valid token; tok_[0-9a-f]{16} has expired or was revoked\\.$>","data":{"code":"INVALID_PARAMS","message":"<string>","field":"token_id","retryable":false}},"id":1}

// To another user it does not exist: rotate_token
:: token page-of-other-user
>> {"jsonrpc":"2.0","method":"rotate_token","params":{"token_id":"{{second}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: token_id must name one of your tokens; was \"tok_[0-9a-f]{16}\"\\.$>","data":{"code":"UNKNOWN_TOKEN","message":"<string>","field":"token_id","retryable":false}},"id":1}

// To another user it does not exist: revoke_token
:: token page-of-other-user
>> {"jsonrpc":"2.0","method":"revoke_token","params":{"token_id":"{{second}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: token_id must name one of your tokens; was \"tok_[0-9a-f]{16}\"\\.$>","data":{"code":"UNKNOWN_TOKEN","message":"<string>","field":"token_id","retryable":false}},"id":1}

// To another user it does not exist: revoke_application
:: token page-of-other-user
>> {"jsonrpc":"2.0","method":"revoke_application","params":{"application_id":"app_1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: application_id must be the id of one of your applications; was \"app_1\".","data":{"code":"UNKNOWN_TOKEN","message":"application_id must be the id of one of your applications; was \"app_1\".","field":"application_id","retryable":false}},"id":1}

// Nor are they listed to them
:: token page-of-other-user
>> {"jsonrpc":"2.0","method":"list_tokens","id":1}
<< {"jsonrpc":"2.0","result":{"tokens":[{"name":"other-user","<more>":true}],"applications":[],"page_tokens":1},"id":1}

// It is revoked, and a second time as well
:: token page
>> [{"jsonrpc":"2.0","method":"revoke_token","params":{"token_id":"{{second}}"},"id":1},{"jsonrpc":"2.0","method":"revoke_token","params":{"token_id":"{{second}}"},"id":2}]
<< ["<each>",{"jsonrpc":"2.0","result":{"success":true,"token_id":"{{second}}"},"id":"<integer>"}]

// So is an application
:: token page
>> {"jsonrpc":"2.0","method":"revoke_application","params":{"application_id":"app_1"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"application_id":"app_1"},"id":1}

// It is gone then
:: token page
>> {"jsonrpc":"2.0","method":"revoke_application","params":{"application_id":"app_1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_TOKEN","message":"<string>","field":"application_id","retryable":false}},"id":1}

// A token has a scope, a name and an end
:: token page
>> [{"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":[]},"id":1},{"jsonrpc":"2.0","method":"create_token","params":{"name":" x","scopes":["arb:read"]},"id":2},{"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:read"],"lifetime_hours":721},"id":3},{"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:all"]},"id":4}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: >","data":{"code":"INVALID_PARAMS","field":"<match:^(?:scopes|name|lifetime_hours|scopes\\.0)$>","message":"<string>","retryable":false}},"id":"<integer>"}]

// A page that only reads creates none
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:read"]},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token of scope agents:manage; this one has arb:read.","scope":"agents:manage","retryable":false}},"id":1}

// Accounts are opened at simulated exchanges where none is in use
:: token page
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"accounts":[{"id":"<set:opened>","exchange":"hyperliquid","in_use":true,"<more>":true}]},"id":1}

// Asked again there is nothing to open
:: token page
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"accounts":[]},"id":1}

// One that is named is opened beside the one in use
:: token page
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{"exchange":"hyperliquid","label":"second"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"accounts":[{"exchange":"hyperliquid","label":"second","in_use":false,"<more>":true}]},"id":1}

// None is opened at an exchange that is not simulated
:: token page
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{"exchange":"bybit"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchange must be a simulated exchange; was \"bybit\".","data":{"code":"INVALID_PARAMS","field":"exchange","message":"exchange must be a simulated exchange; was \"bybit\".","retryable":false}},"id":1}

// The audit trail is read by kind, newest first: the user did it, in a browser
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"list_audit","params":{"kind":"token","limit":3},"id":1}
<< {"jsonrpc":"2.0","result":{"entries":[{"seq":"<integer>","at":"<instant>","actor":"user","actor_id":null,"action":"token.create","subject":null,"outcome":"INVALID_PARAMS","address":"<string>","details":{"method":"create_token","<more>":true}},{"action":"token.create","<more>":true},{"action":"token.create","<more>":true}],"next_before":"<integer>"},"id":1}

// And so is what was refused
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"list_audit","params":{"kind":"refused","limit":1},"id":1}
<< {"jsonrpc":"2.0","result":{"entries":[{"action":"connection.connect","outcome":"INVALID_PARAMS","details":{"method":"open_simulated_accounts","exchange":"bybit"},"<more>":true}],"next_before":"<integer>"},"id":1}

// A kind that is none
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"list_audit","params":{"kind":"everything"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: kind must be one of all, refused, >","data":{"code":"INVALID_PARAMS","field":"kind","message":"<string>","retryable":false}},"id":1}

// A copied token manages no tokens, whatever its scopes
:: token manage
>> [{"jsonrpc":"2.0","method":"list_tokens","id":1},{"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:read"]},"id":2},{"jsonrpc":"2.0","method":"rotate_token","params":{"token_id":"{{first}}"},"id":3},{"jsonrpc":"2.0","method":"revoke_token","params":{"token_id":"{{first}}"},"id":4},{"jsonrpc":"2.0","method":"revoke_application","params":{"application_id":"app_1"},"id":5},{"jsonrpc":"2.0","method":"list_audit","id":6},{"jsonrpc":"2.0","method":"get_account","id":7}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"LOGIN_REQUIRED","message":"<match:^[a-z_]+ needs a logged-in browser; API tokens, applications and agents may not call it\\.$>","retryable":false}},"id":"<integer>"}]

// Nor does it open accounts
:: token connect
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"LOGIN_REQUIRED","<more>":true}},"id":1}

// No agent reads how its owner runs it
:: token agent
>> [{"jsonrpc":"2.0","method":"list_tokens","id":1},{"jsonrpc":"2.0","method":"list_audit","id":2},{"jsonrpc":"2.0","method":"get_account","id":3}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"LOGIN_REQUIRED","<more>":true}},"id":"<integer>"}]

// Nor creates a token
:: token agent
>> {"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:read"]},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","scope":"agents:manage","<more>":true}},"id":1}

// Nobody without a token does
>> {"jsonrpc":"2.0","method":"list_audit","id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","<more>":true}},"id":1}
