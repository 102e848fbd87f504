:: only in-process

// Connection methods of each exchange
:: token read
>> {"jsonrpc":"2.0","method":"list_exchanges","params":{},"id":1}
<< {"jsonrpc":"2.0","result":[{"exchange":"bybit","name":"Bybit","connect_by":["page","key"],"key_members":[{"param":"api_key","name":"API key"},{"param":"api_secret","name":"Secret"}],"test_key_page":null},{"exchange":"hyperliquid","name":"Hyperliquid","connect_by":["simulated","key"],"key_members":[{"param":"api_key","name":"Address of the account"},{"param":"api_secret","name":"Private key of the API wallet"}],"test_key_page":null},{"exchange":"kucoin","name":"KuCoin","connect_by":["key"],"key_members":[{"param":"api_key","name":"API key"},{"param":"api_secret","name":"Secret"},{"param":"api_passphrase","name":"Passphrase"}],"test_key_page":null}],"id":1}

// The caller’s account
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"get_account","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"user_id":"<match:^user_>","name":"ann","is_guest":false,"identities":[],"passkeys":0},"id":1}

// Preferences of a user who has stored none
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"get_preferences","id":1}
<< {"jsonrpc":"2.0","result":{"theme":"system","language":"browser","time_zone":"local","number_format":"point","density":"compact","rate_unit":"per_8h","favourites":[],"hidden_columns":{},"open_explanations":[],"terms":{"amount":1000,"horizon_hours":null,"leverage":1},"updated_at":null},"id":1}

// Changes some preferences and keeps the others
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"set_preferences","params":{"theme":"dark","language":"browser","time_zone":"Europe/Madrid","favourites":["BTC","ETH"],"terms":{"amount":2500.5,"horizon_hours":72,"leverage":2}},"id":1}
<< {"jsonrpc":"2.0","result":{"theme":"dark","language":"browser","time_zone":"Europe/Madrid","number_format":"point","density":"compact","rate_unit":"per_8h","favourites":["BTC","ETH"],"hidden_columns":{},"open_explanations":[],"terms":{"amount":2500.5,"horizon_hours":72,"leverage":2},"updated_at":"<instant>"},"id":1}

// Changes others later
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"set_preferences","params":{"number_format":"comma","hidden_columns":{"opportunities":["risk"]}},"id":2}
<< {"jsonrpc":"2.0","result":{"theme":"dark","language":"browser","time_zone":"Europe/Madrid","number_format":"comma","density":"compact","rate_unit":"per_8h","favourites":["BTC","ETH"],"hidden_columns":{"opportunities":["risk"]},"open_explanations":[],"terms":{"amount":2500.5,"horizon_hours":72,"leverage":2},"updated_at":"<instant>"},"id":2}

// Refuses a time zone that does not exist
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"set_preferences","params":{"time_zone":"Mars/Olympus"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:time_zone must be local or an IANA time zone>","data":{"code":"INVALID_PARAMS","field":"time_zone","message":"<string>","retryable":false}},"id":1}

// Refuses terms outside their bounds
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"set_preferences","params":{"terms":{"amount":0,"horizon_hours":null,"leverage":1}},"id":2}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:amount must be a number>","data":{"code":"INVALID_PARAMS","field":"terms.amount","message":"<string>","retryable":false}},"id":2}

// A page creates a token, whose text appears in this answer only
:: token page
>> {"jsonrpc":"2.0","method":"create_token","params":{"name":"notebook","scopes":["arb:trade","arb:read"],"lifetime_hours":24},"id":1}
<< {"jsonrpc":"2.0","result":{"token_id":"<set:first>","name":"notebook","scopes":["arb:read","arb:trade"],"expires_at":"<instant>","token":"<match:^cw_[A-Za-z0-9_-]{43}$>"},"id":1}

// Lists the token without its text, beside authorized applications and browser sessions
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"list_tokens","id":1}
<< {"jsonrpc":"2.0","result":{"tokens":"<array>","applications":[{"application_id":"app_1","name":"Notebook","scopes":["arb:read"],"granted_at":"<instant>","expires_at":"<instant>"}],"page_tokens":2},"id":1}

// A new token replaces it
:: token page
>> {"jsonrpc":"2.0","method":"rotate_token","params":{"token_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"token_id":"<set:second>","name":"notebook","scopes":["arb:read","arb:trade"],"expires_at":"<instant>","token":"<match:^cw_[A-Za-z0-9_-]{43}$>"},"id":1}

// The old token has ended
:: token page
>> {"jsonrpc":"2.0","method":"rotate_token","params":{"token_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: token_id must name a valid token; tok_[0-9a-f]{16} has expired or was revoked\\.$>","data":{"code":"INVALID_PARAMS","message":"<string>","field":"token_id","retryable":false}},"id":1}

// Unknown to another user: rotate_token
:: token page-of-other-user
>> {"jsonrpc":"2.0","method":"rotate_token","params":{"token_id":"{{second}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: token_id must name one of your tokens; was \"tok_[0-9a-f]{16}\"\\.$>","data":{"code":"UNKNOWN_TOKEN","message":"<string>","field":"token_id","retryable":false}},"id":1}

// Unknown to another user: revoke_token
:: token page-of-other-user
>> {"jsonrpc":"2.0","method":"revoke_token","params":{"token_id":"{{second}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: token_id must name one of your tokens; was \"tok_[0-9a-f]{16}\"\\.$>","data":{"code":"UNKNOWN_TOKEN","message":"<string>","field":"token_id","retryable":false}},"id":1}

// Unknown to another user: revoke_application
:: token page-of-other-user
>> {"jsonrpc":"2.0","method":"revoke_application","params":{"application_id":"app_1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: application_id must be the id of one of your applications; was \"app_1\".","data":{"code":"UNKNOWN_TOKEN","message":"application_id must be the id of one of your applications; was \"app_1\".","field":"application_id","retryable":false}},"id":1}

// Another user’s list omits them
:: token page-of-other-user
>> {"jsonrpc":"2.0","method":"list_tokens","id":1}
<< {"jsonrpc":"2.0","result":{"tokens":[{"name":"other-user","<more>":true}],"applications":[],"page_tokens":1},"id":1}

// Revokes the token; a repeated call succeeds
:: token page
>> [{"jsonrpc":"2.0","method":"revoke_token","params":{"token_id":"{{second}}"},"id":1},{"jsonrpc":"2.0","method":"revoke_token","params":{"token_id":"{{second}}"},"id":2}]
<< ["<each>",{"jsonrpc":"2.0","result":{"success":true,"token_id":"{{second}}"},"id":"<integer>"}]

// Revokes an application
:: token page
>> {"jsonrpc":"2.0","method":"revoke_application","params":{"application_id":"app_1"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"application_id":"app_1"},"id":1}

// The application is gone
:: token page
>> {"jsonrpc":"2.0","method":"revoke_application","params":{"application_id":"app_1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_TOKEN","message":"<string>","field":"application_id","retryable":false}},"id":1}

// A token needs a scope, a name and an end
:: token page
>> [{"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":[]},"id":1},{"jsonrpc":"2.0","method":"create_token","params":{"name":" x","scopes":["arb:read"]},"id":2},{"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:read"],"lifetime_hours":721},"id":3},{"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:all"]},"id":4}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: >","data":{"code":"INVALID_PARAMS","field":"<match:^(?:scopes|name|lifetime_hours|scopes\\.0)$>","message":"<string>","retryable":false}},"id":"<integer>"}]

// A read-only page cannot create a token
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:read"]},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token with scope agents:manage; yours has arb:read.","scope":"agents:manage","retryable":false}},"id":1}

// Opens accounts at simulated exchanges without an active account
:: token page
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"accounts":[{"id":"<set:opened>","exchange":"hyperliquid","in_use":true,"<more>":true}]},"id":1}

// A second call has no account to open
:: token page
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"accounts":[]},"id":1}

// A named exchange gets a further account beside the active one
:: token page
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{"exchange":"hyperliquid","label":"second"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"accounts":[{"exchange":"hyperliquid","label":"second","in_use":false,"<more>":true}]},"id":1}

// Rejects an exchange that is not simulated
:: token page
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{"exchange":"bybit"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchange must be a simulated exchange; was \"bybit\".","data":{"code":"INVALID_PARAMS","field":"exchange","message":"exchange must be a simulated exchange; was \"bybit\".","retryable":false}},"id":1}

// Reads the audit trail by kind, newest first: the user acted in a browser
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"list_audit","params":{"kind":"token","limit":3},"id":1}
<< {"jsonrpc":"2.0","result":{"entries":[{"seq":"<integer>","at":"<instant>","actor":"user","actor_id":null,"action":"token.create","subject":null,"outcome":"INVALID_PARAMS","address":"<string>","details":{"method":"create_token","<more>":true}},{"action":"token.create","<more>":true},{"action":"token.create","<more>":true}],"next_before":"<integer>"},"id":1}

// The audit trail includes refusals
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"list_audit","params":{"kind":"refused","limit":1},"id":1}
<< {"jsonrpc":"2.0","result":{"entries":[{"action":"connection.connect","outcome":"INVALID_PARAMS","details":{"method":"open_simulated_accounts","exchange":"bybit"},"<more>":true}],"next_before":"<integer>"},"id":1}

// An unknown kind
:: token page-of-reader
>> {"jsonrpc":"2.0","method":"list_audit","params":{"kind":"everything"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: kind must be one of all, refused, >","data":{"code":"INVALID_PARAMS","field":"kind","message":"<string>","retryable":false}},"id":1}

// An API token cannot manage tokens, whatever its scopes
:: token manage
>> [{"jsonrpc":"2.0","method":"list_tokens","id":1},{"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:read"]},"id":2},{"jsonrpc":"2.0","method":"rotate_token","params":{"token_id":"{{first}}"},"id":3},{"jsonrpc":"2.0","method":"revoke_token","params":{"token_id":"{{first}}"},"id":4},{"jsonrpc":"2.0","method":"revoke_application","params":{"application_id":"app_1"},"id":5},{"jsonrpc":"2.0","method":"list_audit","id":6},{"jsonrpc":"2.0","method":"get_account","id":7}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"LOGIN_REQUIRED","message":"<match:^[a-z_]+ needs a logged-in browser; API tokens, applications and agents may not call it\\.$>","retryable":false}},"id":"<integer>"}]

// An API token cannot open accounts
:: token connect
>> {"jsonrpc":"2.0","method":"open_simulated_accounts","params":{},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"LOGIN_REQUIRED","<more>":true}},"id":1}

// An agent cannot read its owner’s account settings
:: token agent
>> [{"jsonrpc":"2.0","method":"list_tokens","id":1},{"jsonrpc":"2.0","method":"list_audit","id":2},{"jsonrpc":"2.0","method":"get_account","id":3}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"LOGIN_REQUIRED","<more>":true}},"id":"<integer>"}]

// An agent cannot create a token
:: token agent
>> {"jsonrpc":"2.0","method":"create_token","params":{"name":"x","scopes":["arb:read"]},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","scope":"agents:manage","<more>":true}},"id":1}

// A caller without a token cannot either
>> {"jsonrpc":"2.0","method":"list_audit","id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","<more>":true}},"id":1}
