:: only in-process

// A fall moves equity from one exchange to the other, and says what the service would do
:: token read
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"move_pct":-45}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"as_of":"<instant>","executions":[{"execution_id":"exec_9d2e4f6081a3c5e73f9a1c5b","symbol":"BTCUSDT","long":{"exchange":"kucoin","profit":-450,"liquidated":false,"<more>":true},"short":{"exchange":"bybit","profit":450,"<more>":true},"profit":0,"funding":0,"unhedged":0,"actions":[{"message":"The service halves both legs: the long leg on KuCoin has 15 % of its distance to liquidation at entry left.","<more>":true}]}],"exchanges":[{"exchange":"kucoin","before":{"level":"ok","<more>":true},"after":{"equity":100,"level":"transfer","<more>":true},"<more>":true},{"exchange":"bybit","<more>":true}],"totals":{"equity_before":1100,"equity_after":1100,"profit":0,"funding":0,"liquidations":0},"transfers":[{"from":"bybit","to":"kucoin","amount":50,"by":"<instant>","why":"<object>","without":"<object>"}],"missing":[{"exchange":"kucoin","amount":285}],"reductions":[],"reasons":[]},"id":1}

// A larger fall liquidates the long leg, and the service closes the other
:: token read
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"move_pct":-60,"coin":"btc"},"execution_id":"exec_9d2e4f6081a3c5e73f9a1c5b","leverage":1.8},"id":1}
<< {"jsonrpc":"2.0","result":{"executions":[{"long":{"liquidated":true,"notional":0,"<more>":true},"unhedged":400,"actions":[{"message":"KuCoin liquidates the long leg. The service closes the other leg on Bybit at once.","<more>":true}],"<more>":true}],"totals":{"liquidations":1,"<more>":true},"<more>":true},"id":1}

// Funding at the cap, an exchange that is down and a price gap may be combined
:: token read
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"cap_settlements":3,"cap_sign":"negative","exchange_down":"bybit","exchange_down_hours":8,"gap_exchange":"bybit","gap_pct":1}},"id":1}
<< {"jsonrpc":"2.0","result":{"executions":[{"long":{"funding":8.9,"<more>":true},"short":{"move_pct":1,"profit":-10,"funding":-8.989,"<more>":true},"actions":[{"message":"Bybit does not answer for 8 h. The service can neither close nor reduce this pair, and sends nothing new.","<more>":true}],"<more>":true}],"<more>":true},"id":1}

// A shock without a figure is refused
:: token read
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"coin":"BTC"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"Give at least one of move_pct, gap_pct, cap_settlements and exchange_down_hours.","field":"shock","retryable":false,"<more>":true}},"id":1}

// A gap needs its exchange
:: token read
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"gap_pct":2}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"gap_pct needs gap_exchange beside it.","field":"shock.gap_pct","retryable":false,"<more>":true}},"id":1}

// A price cannot fall by 100 %
:: token read
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"move_pct":-100}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"<string>","field":"shock.move_pct","retryable":false,"<more>":true}},"id":1}

// An execution of another user is unknown
:: token read
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"move_pct":-10},"execution_id":"exec_000000000000000000000000"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_EXECUTION","message":"<string>","field":"execution_id","retryable":false,"<more>":true}},"id":1}

// A recorded squeeze is replayed with the positions that the data have
:: token page
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"squeeze":"inj-2026-02"}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"replay_id":"<set:squeeze>","status":"queued","squeeze":"inj-2026-02","name":"INJ, Feb 2026","from":"2026-02-19T00:00:00.000Z","until":"2026-02-27T00:00:00.000Z","happened":"<string>","data":"year","capital":1200,"positions":[{"execution_id":"exec_9d2e4f6081a3c5e73f9a1c5b","coin":"BTC","long_exchange":"binance","short_exchange":"bybit","notional":1000,"leverage":2}],"left_out":["exec_9d2e4f6081a3c5e73f9a1c5c"]},"id":1}

// The replay holds these positions, with every guard off
:: token page
>> {"jsonrpc":"2.0","method":"replay_status","params":{"replay_id":"{{squeeze}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"replays":[{"request":{"policy":"holdings","set":{"positions":"BTC:binance:bybit:1000:2"},"exchanges":["binance","bybit"],"coins":["BTC"],"without":["TOO_GOOD","THIN_BOOK"],"compare":false,"<more>":true},"<more>":true}],"choices":"<object>"},"id":1}

// A position that no data have is named
:: token page
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"squeeze":"2025-10"},"execution_id":"exec_9d2e4f6081a3c5e73f9a1c5c"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"REPLAY_DATA","message":"No recorded data of this service have your positions for 10–11 Oct 2025 (10 Oct, 00:00 UTC to 12 Oct, 00:00 UTC). Searched: recordings, year.","field":"shock.squeeze","retryable":false,"<more>":true}},"id":1}

// A squeeze and figures exclude each other
:: token page
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"squeeze":"2025-10","move_pct":-10}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"move_pct and squeeze cannot be combined.","field":"shock.move_pct","retryable":false,"<more>":true}},"id":1}

// Data without a squeeze mean nothing
:: token page
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"move_pct":-10,"data":"year"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"data needs squeeze beside it.","field":"shock.data","retryable":false,"<more>":true}},"id":1}

// A replay needs its own scope
:: token read
>> {"jsonrpc":"2.0","method":"what_if","params":{"shock":{"squeeze":"2025-10"}},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"<string>","data":{"code":"FORBIDDEN","message":"A replay of a squeeze needs the scope replay:run; your token has arb:read.","field":"shock.squeeze","scope":"replay:run","retryable":false,"<more>":true}},"id":1}
