:: only in-process

// No account is connected yet
:: token read
>> {"jsonrpc":"2.0","method":"account_exchange_pair","params":{},"id":1}
=> RateLimit: ^"read";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":[],"id":1}

// Connects an account by API key; the first one of an exchange becomes active
:: token connect
>> {"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","label":"main","api_key":"KEY-1","api_secret":"SECRET-1"},"id":1}
=> RateLimit: ^"trade";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":{"success":true,"renewed":false,"account":{"id":"<set:first>","exchange":"bybit","user_id":"<string>","label":"main","is_connected":true,"in_use":true,"connected_at":"<instant>","kind":"api_key","permissions":["ContractTrade:Order"],"can_trade":true,"expires_at":null,"health":{"status":"ok","reason":null,"last_ok_at":"<instant>","refused_at":null},"trading_mode":"simulated","self_check":null,"stream_silent_since":null}},"id":1}

// A second account is not active
:: token connect
>> {"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"KEY-2","api_secret":"SECRET-2","api_passphrase":"a phrase"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"renewed":false,"account":{"id":"<set:second>","label":"bybit","in_use":false,"<more>":true}},"id":1}

// Reading accounts needs the read scope, not the connect scope
:: token connect
>> {"jsonrpc":"2.0","method":"account_exchange_pair","params":{},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","<more>":true}},"id":1}

// Connecting needs its own scope; the trade scope is not enough
:: token full
>> {"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"KEY-3","api_secret":"SECRET-3"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","<more>":true}},"id":1}

// The caller's accounts
:: token full
>> {"jsonrpc":"2.0","method":"account_exchange_pair","params":{},"id":1}
<< {"jsonrpc":"2.0","result":[{"id":"{{first}}","in_use":true,"<more>":true},{"id":"{{second}}","in_use":false,"<more>":true}],"id":1}

// The other account becomes active
:: token connect
>> {"jsonrpc":"2.0","method":"use_exchange_account","params":{"account_id":"{{second}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"account":{"id":"{{second}}","in_use":true,"<more>":true}},"id":1}

// Transfers between wallets are off at first, and the owner may allow them
:: token connect
>> [{"jsonrpc":"2.0","method":"set_own_transfers","params":{"account_id":"{{second}}"},"id":1},{"jsonrpc":"2.0","method":"set_own_transfers","params":{"account_id":"{{second}}","allowed":true},"id":2},{"jsonrpc":"2.0","method":"set_own_transfers","params":{"account_id":"{{second}}"},"id":3},{"jsonrpc":"2.0","method":"set_own_transfers","params":{"account_id":"{{second}}","allowed":false},"id":4}]
<< [{"jsonrpc":"2.0","result":{"success":true,"account_id":"{{second}}","exchange":"<string>","allowed":false,"transfers":[]},"id":1},{"jsonrpc":"2.0","result":{"allowed":true,"<more>":true},"id":2},{"jsonrpc":"2.0","result":{"allowed":true,"<more>":true},"id":3},{"jsonrpc":"2.0","result":{"allowed":false,"<more>":true},"id":4}]

// Nobody allows transfers on another user’s account
:: token connect
>> {"jsonrpc":"2.0","method":"set_own_transfers","params":{"account_id":"acct_of_bob","allowed":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_ACCOUNT","field":"account_id","message":"<string>","retryable":false}},"id":1}

// Another user’s account
:: token connect
>> {"jsonrpc":"2.0","method":"use_exchange_account","params":{"account_id":"acct_of_bob"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_ACCOUNT","field":"account_id","message":"<string>","retryable":false}},"id":1}

// A failed connection gives its reason
:: token connect
>> [{"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"withdraws","api_secret":"SECRET-4"},"id":1},{"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"reads","api_secret":"SECRET-4"},"id":2},{"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"revoked","api_secret":"SECRET-4"},"id":3},{"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"silent","api_secret":"SECRET-4"},"id":4}]
<< [{"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"KEY_CAN_WITHDRAW","message":"<string>","retryable":false}},"id":1},{"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"KEY_CANNOT_TRADE","message":"<string>","retryable":false}},"id":2},{"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"KEY_REFUSED","message":"<string>","retryable":false}},"id":3},{"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"VENUE_UNAVAILABLE","message":"<string>","retryable":true}},"id":4}]

// A faulty secret is reported without repeating it
:: token connect
>> {"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"ключ-SECRET-5","api_secret":5,"api_passphrase":""},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: api_key must be printable ASCII; its value is secret and not shown.","data":{"code":"INVALID_PARAMS","field":"api_key","message":"api_key must be printable ASCII; its value is secret and not shown.","retryable":false,"faults":[{"field":"api_key","message":"api_key must be printable ASCII; its value is secret and not shown."},{"field":"api_secret","message":"api_secret must be a string; its value is secret and not shown."},{"field":"api_passphrase","message":"api_passphrase must have at least 1 character; its value is secret and not shown."}]}},"id":1}

// A misspelt member is named without its value
:: token connect
>> {"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"KEY-6","api_secert":"SECRET-6"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: (?!.*SECRET-6)>","data":{"code":"INVALID_PARAMS","field":"<string>","message":"<match:^(?!.*SECRET-6)>","retryable":false,"faults":["<each>",{"field":"<string>","message":"<match:^(?!.*SECRET-6)>"}]}},"id":1}

// An exchange that is not configured
:: token connect
>> {"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"mtgox","api_key":"KEY-7","api_secret":"SECRET-7"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchange must be one of bybit, hyperliquid, kucoin; was \"mtgox\".","data":{"code":"INVALID_PARAMS","field":"exchange","message":"exchange must be one of bybit, hyperliquid, kucoin; was \"mtgox\".","retryable":false}},"id":1}

// Connecting and disconnecting refuse to run as notifications
:: token connect
>> [{"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"bybit","api_key":"KEY-8","api_secret":"SECRET-8"}},{"jsonrpc":"2.0","method":"disconnect_exchange","params":{"account_id":"{{first}}"}}]
=> 204

// An account with an open execution cannot be disconnected
:: token connect
>> {"jsonrpc":"2.0","method":"connect_exchange","params":{"exchange":"kucoin","api_key":"KEY-9","api_secret":"SECRET-9","api_passphrase":"p"},"id":1}
<< {"jsonrpc":"2.0","result":{"account":{"id":"<set:third>","<more>":true},"<more>":true},"id":1}

// The answer names the open execution
:: token connect
>> {"jsonrpc":"2.0","method":"disconnect_exchange","params":{"account_id":"{{third}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"EXECUTIONS_RUNNING","message":"<string>","retryable":true,"exchange":"kucoin","execution_ids":["exec_000000000000000000000001"]}},"id":1}

// close_first closes the execution and then disconnects
:: token connect
>> {"jsonrpc":"2.0","method":"disconnect_exchange","params":{"account_id":"{{third}}","close_first":true},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"account_id":"{{third}}","status":"closing","executions":["exec_000000000000000000000001"]},"id":1}

// An account without open executions is disconnected at once
:: token connect
>> {"jsonrpc":"2.0","method":"disconnect_exchange","params":{"account_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"account_id":"{{first}}","status":"disconnected","executions":[]},"id":1}
