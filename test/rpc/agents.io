:: only in-process

// Nobody has an agent at first
:: token manage
>> {"jsonrpc":"2.0","method":"list_agents","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// An agent is created with its caps, and its key is in this answer
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"night watch","scopes":["arb:trade","arb:read"],"caps":{"amount_max":500,"open_amount_max":2000.5,"pairs":["bybit-kucoin"],"executions_per_day":10,"must_be_trade":true}},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"<set:agent>","name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"amount_max":500,"open_amount_max":2000.5,"pairs":["bybit-kucoin"],"executions_per_day":10,"must_be_trade":true},"credential":"key","requires_dpop":false,"created_at":"<instant>","last_used_at":null,"stopped_at":null,"agent_key":"<match:^arbk_[A-Za-z0-9_-]{43}$>"},"id":1}

// It is listed without its key
:: token manage
>> {"jsonrpc":"2.0","method":"list_agents","params":{},"id":1}
<< {"jsonrpc":"2.0","result":[{"agent_id":"{{agent}}","name":"night watch","scopes":["arb:read","arb:trade"],"caps":{"amount_max":500,"open_amount_max":2000.5,"pairs":["bybit-kucoin"],"executions_per_day":10,"must_be_trade":true},"credential":"key","requires_dpop":false,"created_at":"<instant>","last_used_at":null,"stopped_at":null}],"id":1}

// Name, scopes and caps are changed together; a cap that is left out is none
:: token manage
>> {"jsonrpc":"2.0","method":"update_agent","params":{"agent_id":"{{agent}}","name":"day watch","scopes":["arb:read"],"caps":{"amount_max":null}},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{agent}}","name":"day watch","scopes":["arb:read"],"caps":{"amount_max":null,"open_amount_max":null,"pairs":null,"executions_per_day":null,"must_be_trade":false},"credential":"key","requires_dpop":false,"created_at":"<instant>","last_used_at":null,"stopped_at":null},"id":1}

// A new key replaces the old one
:: token manage
>> {"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{agent}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{agent}}","agent_key":"<match:^arbk_[A-Za-z0-9_-]{43}$>"},"id":1}

// It is stopped at once
:: token manage
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{agent}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{agent}}","name":"day watch","scopes":["arb:read"],"caps":{"amount_max":null,"open_amount_max":null,"pairs":null,"executions_per_day":null,"must_be_trade":false},"credential":"key","requires_dpop":false,"created_at":"<instant>","last_used_at":null,"stopped_at":"<instant>"},"id":1}

// And for good
:: token manage
>> [{"jsonrpc":"2.0","method":"update_agent","params":{"agent_id":"{{agent}}","name":"a","scopes":["arb:read"],"caps":{}},"id":1},{"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"{{agent}}"},"id":2}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32000,"message":"Server error","data":{"code":"AGENT_STOPPED","message":"<string>","retryable":false}},"id":"<integer>"}]

// Stopping it again says the same
:: token manage
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{agent}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"{{agent}}","stopped_at":"<instant>","<more>":true},"id":1}

// An agent that is nobody's, or somebody else's, does not exist
:: token manage
>> [{"jsonrpc":"2.0","method":"update_agent","params":{"agent_id":"agent_none","name":"a","scopes":["arb:read"],"caps":{}},"id":1},{"jsonrpc":"2.0","method":"rotate_agent_key","params":{"agent_id":"agent_none"},"id":2},{"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"agent_none"},"id":3}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"code":"UNKNOWN_AGENT","message":"agent_id names no agent of yours, was \"agent_none\".","field":"agent_id","retryable":false}},"id":"<integer>"}]

// No agent connects accounts or manages agents
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["agents:manage"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"code":"INVALID_PARAMS","field":"scopes.0","<more>":true}},"id":1}

// A pair is written in alphabetical order
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{"pairs":["kucoin-bybit"]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"code":"INVALID_PARAMS","field":"pairs","<more>":true}},"id":1}

// A private key is not taken, and not shown again
:: token manage
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{},"public_keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"code":"INVALID_PARAMS","message":"<match:^(?!.*nWGxne)>","field":"public_keys","retryable":false}},"id":1}

// A token of another scope does nothing here
:: token full
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"a","scopes":["arb:read"],"caps":{}},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","scope":"agents:manage","<more>":true}},"id":1}
