:: only in-process

// A user without agents gets an empty list
:: token manage
>> {"jsonrpc":"2.0","method":"list_agents","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// Creates an agent and shows its key in this answer only
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"<set:first>","name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"amount_max":null,"open_amount_max":null,"pairs":null,"executions_per_day":null,"must_be_trade":false},"credential":"key","requires_dpop":false,"created_at":"<instant>","last_used_at":null,"stopped_at":null,"agent_key":"<match:^arbk_[A-Za-z0-9_-]{43}$>"},"id":1}

// Caps are exact; duplicate scopes count once, in the order of the table
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"Ünder 1","scopes":["arb:trade","arb:read"],"caps":{"amount_max":100.000000000001,"open_amount_max":1000000000,"pairs":["bybit-kucoin"],"executions_per_day":0,"must_be_trade":true},"requires_dpop":true},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"<set:second>","name":"Ünder 1","scopes":["arb:read","arb:trade"],"caps":{"amount_max":100.000000000001,"open_amount_max":1000000000,"pairs":["bybit-kucoin"],"executions_per_day":0,"must_be_trade":true},"credential":"key","requires_dpop":true,"created_at":"<instant>","last_used_at":null,"stopped_at":null,"agent_key":"<string>"},"id":1}

// An agent with its own key pair gets no key
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"third","scopes":["arb:read"],"caps":{"amount_max":null},"public_keys":[{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"<set:third>","name":"third","scopes":["arb:read"],"caps":{"amount_max":null,"open_amount_max":null,"pairs":null,"executions_per_day":null,"must_be_trade":false},"credential":"public_key","requires_dpop":false,"created_at":"<instant>","last_used_at":null,"stopped_at":null,"agent_key":null},"id":1}

// Lists agents with their caps, without a key or its hash
:: token manage
>> {"jsonrpc":"2.0","method":"list_agents","params":{},"id":1}
<< {"jsonrpc":"2.0","result":["<unordered>",{"agent_id":"{{first}}","name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"amount_max":null,"open_amount_max":null,"pairs":null,"executions_per_day":null,"must_be_trade":false},"credential":"key","requires_dpop":false,"created_at":"<instant>","last_used_at":null,"stopped_at":null},{"agent_id":"{{second}}","name":"Ünder 1","scopes":["arb:read","arb:trade"],"caps":{"amount_max":100.000000000001,"open_amount_max":1000000000,"pairs":["bybit-kucoin"],"executions_per_day":0,"must_be_trade":true},"credential":"key","requires_dpop":true,"created_at":"<instant>","last_used_at":null,"stopped_at":null},{"agent_id":"{{third}}","name":"third","scopes":["arb:read"],"caps":{"amount_max":null,"open_amount_max":null,"pairs":null,"executions_per_day":null,"must_be_trade":false},"credential":"public_key","requires_dpop":false,"created_at":"<instant>","last_used_at":null,"stopped_at":null}],"id":1}

// An update replaces all caps: an omitted cap is removed
:: token manage
>> {"jsonrpc":"2.0","method":"update_agent","params":{"agent_id":"{{second}}","name":"renamed","scopes":["arb:read"],"caps":{"executions_per_day":3}},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{second}}","name":"renamed","scopes":["arb:read"],"caps":{"amount_max":null,"open_amount_max":null,"pairs":null,"executions_per_day":3,"must_be_trade":false},"credential":"key","requires_dpop":true,"created_at":"<instant>","last_used_at":null,"stopped_at":null},"id":1}

// Shows a new key in this answer only
:: token manage
>> {"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{first}}","agent_key":"<match:^arbk_[A-Za-z0-9_-]{43}$>"},"id":1}

// An agent with its own key pair has no key to rotate
:: token manage
>> {"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{third}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:Invalid params: .*authenticates with its own key pair>","data":{"code":"INVALID_PARAMS","message":"<match:authenticates with its own key pair>","field":"agent_id","retryable":false}},"id":1}

// An update and a key rotation in one batch both apply
:: token manage
>> [{"jsonrpc":"2.0","method":"update_agent","params":{"agent_id":"{{first}}","name":"batch","scopes":["arb:read"],"caps":{"amount_max":5}},"id":1},{"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{first}}"},"id":2}]
<< ["<unordered>",{"jsonrpc":"2.0","result":{"name":"batch","<more>":true},"id":1},{"jsonrpc":"2.0","result":{"agent_id":"{{first}}","agent_key":"<string>"},"id":2}]

// Unknown to another user: update_agent
:: token other-user
>> {"jsonrpc":"2.0","method":"update_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"agent_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: agent_id must name one of your agents; was \"agent_[0-9a-f]{24}\"\\.$>","data":{"code":"UNKNOWN_AGENT","message":"<match:^agent_id must name one of your agents; was \"agent_[0-9a-f]{24}\"\\.$>","field":"agent_id","retryable":false}},"id":1}

// Unknown to another user: rotate_agent_key
:: token other-user
>> {"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: agent_id must name one of your agents; was \"agent_[0-9a-f]{24}\"\\.$>","data":{"code":"UNKNOWN_AGENT","message":"<match:^agent_id must name one of your agents; was \"agent_[0-9a-f]{24}\"\\.$>","field":"agent_id","retryable":false}},"id":1}

// Unknown to another user: stop_agent
:: token other-user
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: agent_id must name one of your agents; was \"agent_[0-9a-f]{24}\"\\.$>","data":{"code":"UNKNOWN_AGENT","message":"<match:^agent_id must name one of your agents; was \"agent_[0-9a-f]{24}\"\\.$>","field":"agent_id","retryable":false}},"id":1}

// Another user’s list omits it
:: token other-user
>> {"jsonrpc":"2.0","method":"list_agents","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// An unknown id gets the same answer
:: token manage
>> [{"jsonrpc":"2.0","method":"update_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"agent_id":"agent_none"},"id":1},{"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"agent_none"},"id":2},{"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"agent_none"},"id":3}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: agent_id must name one of your agents; was \"agent_none\".","data":{"code":"UNKNOWN_AGENT","message":"agent_id must name one of your agents; was \"agent_none\".","field":"agent_id","retryable":false}},"id":"<integer>"}]

// list_agents needs the scope agents:manage, which the read and trade scopes do not include
:: token full
>> {"jsonrpc":"2.0","method":"list_agents","params":{},"id":1}
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="agents:manage"$
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token with scope agents:manage; yours has arb:read arb:trade.","scope":"agents:manage","retryable":false}},"id":1}

// create_agent needs the scope agents:manage, which the read and trade scopes do not include
:: token full
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="agents:manage"$
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token with scope agents:manage; yours has arb:read arb:trade.","scope":"agents:manage","retryable":false}},"id":1}

// update_agent needs the scope agents:manage, which the read and trade scopes do not include
:: token full
>> {"jsonrpc":"2.0","method":"update_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"agent_id":"{{first}}"},"id":1}
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="agents:manage"$
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token with scope agents:manage; yours has arb:read arb:trade.","scope":"agents:manage","retryable":false}},"id":1}

// rotate_agent_key needs the scope agents:manage, which the read and trade scopes do not include
:: token full
>> {"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{first}}"},"id":1}
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="agents:manage"$
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token with scope agents:manage; yours has arb:read arb:trade.","scope":"agents:manage","retryable":false}},"id":1}

// stop_agent needs the scope agents:manage, which the read and trade scopes do not include
:: token full
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{first}}"},"id":1}
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="agents:manage"$
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token with scope agents:manage; yours has arb:read arb:trade.","scope":"agents:manage","retryable":false}},"id":1}

// An agent cannot manage agents
:: token agent
>> {"jsonrpc":"2.0","method":"list_agents","id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","scope":"agents:manage","<more>":true}},"id":1}

// A caller without a token cannot manage agents
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","<more>":true}},"id":1}

// A token cannot grant a scope that it lacks
:: token manage-alone
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","scope":"arb:read","<more>":true}},"id":1}

// A token cannot update an agent with a scope that it lacks
:: token manage-alone
>> {"jsonrpc":"2.0","method":"update_agent","params":{"name":"night watch","scopes":["arb:read"],"caps":{},"agent_id":"{{first}}"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","scope":"arb:read","<more>":true}},"id":1}

// A token cannot rotate the key of an agent with a scope that it lacks
:: token manage-alone
>> {"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{first}}"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","scope":"arb:read","<more>":true}},"id":1}

// A token with agents:manage alone may list agents
:: token manage-alone
>> {"jsonrpc":"2.0","method":"list_agents","id":1}
<< {"jsonrpc":"2.0","result":["<each>","<object>"],"id":1}

// list_agents takes no params
:: token manage
>> {"jsonrpc":"2.0","method":"list_agents","params":{"page":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"page","<more>":true}},"id":1}

// A name must not be empty
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"name","<more>":true}},"id":1}

// A name must not begin like a formula
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"=1+1","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: name must be 1 to 64 letters.*was \"=1\\+1\"\\.$>","data":{"code":"INVALID_PARAMS","field":"name","message":"<match:^name must be 1 to 64 letters.*was \"=1\\+1\"\\.$>","retryable":false}},"id":1}

// A name has a maximum length
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"name","<more>":true}},"id":1}

// An agent needs at least one scope
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":[],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: scopes must have at least 1 entry; was an array.","data":{"code":"INVALID_PARAMS","field":"scopes","message":"scopes must have at least 1 entry; was an array.","retryable":false}},"id":1}

// An agent cannot have the scope to connect accounts
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["exchange:connect"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: scopes.0 must be one of arb:read, arb:trade; was \"exchange:connect\".","data":{"code":"INVALID_PARAMS","field":"scopes.0","message":"scopes.0 must be one of arb:read, arb:trade; was \"exchange:connect\".","retryable":false}},"id":1}

// An agent cannot have the scope to manage agents
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","agents:manage"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: scopes.1 must be one of arb:read, arb:trade; was \"agents:manage\".","data":{"code":"INVALID_PARAMS","field":"scopes.1","message":"scopes.1 must be one of arb:read, arb:trade; was \"agents:manage\".","retryable":false}},"id":1}

// Scopes must be a list
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":"arb:read","caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: scopes must be an array; was \"arb:read\".","data":{"code":"INVALID_PARAMS","field":"scopes","message":"scopes must be an array; was \"arb:read\".","retryable":false}},"id":1}

// Caps are required, even when all are null
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: caps is required and must be an object; it was absent.","data":{"code":"INVALID_PARAMS","field":"caps","message":"caps is required and must be an object; it was absent.","retryable":false}},"id":1}

// Rejects a misspelt cap
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"amount_maximum":5}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: caps.amount_maximum is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","field":"caps.amount_maximum","message":"caps.amount_maximum is not a parameter of this method; unknown members are refused.","retryable":false}},"id":1}

// A cap of 0 USD is rejected: omit the trade scope instead
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"amount_max":0}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"caps.amount_max","<more>":true}},"id":1}

// A cap must be a number
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"amount_max":"5"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"caps.amount_max","<more>":true}},"id":1}

// A cap has a maximum
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{"open_amount_max":1000000000.01}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"caps.open_amount_max","<more>":true}},"id":1}

// A cap has at most eighteen decimal places
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{"amount_max":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"caps.amount_max","<more>":true}},"id":1}

// Executions per day must be an integer
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"executions_per_day":1.5}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"caps.executions_per_day","<more>":true}},"id":1}

// Executions per day must not be negative
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"executions_per_day":-1}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"caps.executions_per_day","<more>":true}},"id":1}

// A list of pairs must not be empty
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"pairs":[]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: caps.pairs must have at least 1 entry; was an array.","data":{"code":"INVALID_PARAMS","field":"caps.pairs","message":"caps.pairs must have at least 1 entry; was an array.","retryable":false}},"id":1}

// A pair must be in alphabetical order
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"pairs":["kucoin-bybit"]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:Invalid params: .*alphabetical order.*\"kucoin-bybit\">","data":{"code":"INVALID_PARAMS","field":"pairs","message":"<match:alphabetical order.*\"kucoin-bybit\">","retryable":false}},"id":1}

// A pair must be a string
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"pairs":["bybit-kucoin",7]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: caps.pairs.1 must be a string; was 7.","data":{"code":"INVALID_PARAMS","field":"caps.pairs.1","message":"caps.pairs.1 must be a string; was 7.","retryable":false}},"id":1}

// A flag must be true or false
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"requires_dpop":"yes"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"requires_dpop","<more>":true}},"id":1}

// A list of keys must not be empty
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"public_keys":[]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"public_keys","<more>":true}},"id":1}

// Five keys are too many
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"public_keys":[{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"},{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"},{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"},{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"},{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: public_keys must have at most 4 entries; its value is secret and not shown.","data":{"code":"INVALID_PARAMS","field":"public_keys","message":"public_keys must have at most 4 entries; its value is secret and not shown.","retryable":false}},"id":1}

// Rejects an unsuitable key
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"public_keys":[{"kty":"EC","crv":"P-256"}]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: public_keys must be P-256, P-384>","data":{"code":"INVALID_PARAMS","field":"public_keys","message":"<match:^public_keys must be P-256, P-384>","retryable":false}},"id":1}

// Rejects a private key without repeating it
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"public_keys":[{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","d":"s3cr3t"}]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: public_keys must contain only public keys; one has private members. Treat that key as leaked and make another.","data":{"code":"INVALID_PARAMS","field":"public_keys","message":"public_keys must contain only public keys; one has private members. Treat that key as leaked and make another.","retryable":false}},"id":1}

// Rejects a private key sent as text without repeating it
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"public_keys":"{\"d\":\"s3cr3t\"}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: public_keys must be an array; its value is secret and not shown.","data":{"code":"INVALID_PARAMS","field":"public_keys","message":"public_keys must be an array; its value is secret and not shown.","retryable":false}},"id":1}

// Rejects key members of the wrong type
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"public_keys":[{"d":777,"kty":"EC"}]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: public_keys.0.d must be a string; its value is secret and not shown.","data":{"code":"INVALID_PARAMS","field":"public_keys.0.d","message":"public_keys.0.d must be a string; its value is secret and not shown.","retryable":false}},"id":1}

// An update needs the agent id
:: token manage
>> {"jsonrpc":"2.0","method":"update_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: agent_id is required and must be a string; it was absent.","data":{"code":"INVALID_PARAMS","field":"agent_id","message":"agent_id is required and must be a string; it was absent.","retryable":false}},"id":1}

// An update takes no new keys
:: token manage
>> {"jsonrpc":"2.0","method":"update_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"agent_id":"{{first}}","public_keys":[{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"public_keys","<more>":true}},"id":1}

// An id must be a string
:: token manage
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":7},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"agent_id","<more>":true}},"id":1}

// An id has a maximum length
:: token manage
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"agent_id","<more>":true}},"id":1}

// Rejects an unknown member
:: token manage
>> {"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{first}}","key":"arbk_mine"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: key is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","field":"key","message":"key is not a parameter of this method; unknown members are refused.","retryable":false}},"id":1}

// A rejected call changes nothing
:: token manage
>> {"jsonrpc":"2.0","method":"list_agents","id":1}
<< {"jsonrpc":"2.0","result":["<unordered>",{"agent_id":"{{first}}","name":"batch","stopped_at":null,"<more>":true},{"agent_id":"{{second}}","name":"renamed","stopped_at":null,"<more>":true},{"agent_id":"{{third}}","name":"third","stopped_at":null,"<more>":true}],"id":1}

// A stop is permanent and returns its time
:: token manage
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{first}}","stopped_at":"<set:stopped>","<more>":true},"id":1}

// A second stop returns the same time
:: token manage
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{first}}","stopped_at":"{{stopped}}","<more>":true},"id":1}

// A stopped agent cannot be updated
:: token manage
>> [{"jsonrpc":"2.0","method":"update_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"agent_id":"{{first}}"},"id":1},{"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{first}}"},"id":2}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32000,"message":"<match:^The agent agent_[0-9a-f]{24} was stopped and cannot run again. Create another one\\.$>","data":{"code":"AGENT_STOPPED","message":"<match:^The agent agent_[0-9a-f]{24} was stopped and cannot run again. Create another one\\.$>","retryable":false}},"id":"<integer>"}]

// A call in the same batch as the stop cannot restart it
:: token manage
>> [{"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{second}}"},"id":1},{"jsonrpc":"2.0","method":"update_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{},"agent_id":"{{second}}"},"id":2}]
<< ["<unordered>",{"jsonrpc":"2.0","result":{"stopped_at":"<instant>","<more>":true},"id":1},"<object>"]

// A stopped agent is listed after the running ones
:: token manage
>> {"jsonrpc":"2.0","method":"list_agents","id":1}
<< {"jsonrpc":"2.0","result":[{"agent_id":"{{third}}","stopped_at":null,"<more>":true},{"stopped_at":"<instant>","<more>":true},{"stopped_at":"<instant>","<more>":true}],"id":1}

// A token with agents:manage may stop an agent, whatever other scopes it lacks
:: token manage-alone
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{third}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{third}}","stopped_at":"<instant>","<more>":true},"id":1}

// At most fifty agents run, even when created in one batch
:: token manage
>> [{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":1},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":2},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":3},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":4},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":5},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":6},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":7},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":8},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":9},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":10},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":11},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":12},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":13},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":14},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":15},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":16},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":17},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":18},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":19},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":20},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":21},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":22},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":23},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":24},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":25},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":26},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":27},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":28},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":29},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":30},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":31},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":32},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":33},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":34},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":35},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":36},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":37},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":38},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":39},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":40},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":41},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":42},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":43},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":44},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":45},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":46},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":47},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":48},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":49},{"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":50}]
<< ["<each>",{"jsonrpc":"2.0","result":{"agent_key":"<string>","<more>":true},"id":"<integer>"}]

// The next agent is rejected
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"You have 50 running agents, which is the limit. Stop one first.","data":{"code":"RISK_LIMIT","message":"You have 50 running agents, which is the limit. Stop one first.","limit":50,"retryable":false}},"id":1}

// Agents of another user do not count
:: token other-user
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"<string>","<more>":true},"id":1}
