:: only in-process

// A deposit is a flow, not a profit
:: token read
>> {"jsonrpc":"2.0","method":"portfolio_history","params":{"range":"24h"},"id":1}
=> RateLimit: ^"read";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":{"range":"24h","as_of":"2026-11-20T08:00:00.000Z","equity":{"from":"2026-11-19T08:00:00.000Z","resolution_seconds":60,"samples_since":"2026-11-20T07:59:00.000Z","last_sample_at":"2026-11-20T08:00:00.000Z","failing_since":null,"timestamps":[1795161540,1795161600],"total":{"equity":[1000.1,1050.7],"net_flows":[0,50.5],"profit":[0,0.1]},"exchanges":[{"exchange":"bybit","equity":[1000.1,1050.7],"net_flows":[0,50.5],"profit":[0,0.1]}],"drawdown":{"max":0,"max_pct":0,"current":0,"current_pct":0}},"profit":{"from":"2026-11-19T00:00:00.000Z","before":0,"realized":-0.48,"days":[{"day":"2026-11-20","realized":-0.48,"price":0,"funding":0.12,"fees":0.6}],"by_coin":[{"coin":"SOL","realized":-0.48,"price":0,"funding":0.12,"fees":0.6,"executions":1}],"by_pair":[{"exchangepair":"bybit-kucoin","realized":-0.48,"price":0,"funding":0.12,"fees":0.6,"executions":1}],"drawdown":{"max":0.48,"current":0.48}},"yields":{"count":0,"realized_apr":null,"compared":null,"executions":[]},"reasons":[],"trading_mode":"simulated"},"id":1}

// The default range is 30 days, with a value an hour
:: token read
>> {"jsonrpc":"2.0","method":"portfolio_history","id":1}
<< {"jsonrpc":"2.0","result":{"range":"30d","equity":{"from":"2026-10-21T08:00:00.000Z","resolution_seconds":3600,"timestamps":[1795158000,1795161600],"<more>":true},"<more>":true},"id":1}

// A range that does not exist
:: token read
>> {"jsonrpc":"2.0","method":"portfolio_history","params":{"range":"1y"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: range .+>","data":{"code":"INVALID_PARAMS","field":"range","<more>":true}},"id":1}

// Without the scope arb:read
:: token connect
>> {"jsonrpc":"2.0","method":"portfolio_history","id":1}
=> 403
<< {"jsonrpc":"2.0","error":"<object>","id":1}

// The course of an execution; its mark is unknown
:: token read
>> {"jsonrpc":"2.0","method":"execution_history","params":{"execution_id":"exec_000000000000000000000001"},"id":1}
<< {"jsonrpc":"2.0","result":{"execution_id":"exec_000000000000000000000001","range":"24h","as_of":"2026-11-20T08:00:00.000Z","from":"2026-11-20T08:00:00.000Z","until":"2026-11-20T08:00:00.000Z","samples":{"resolution_seconds":60,"timestamps":[1795161600],"total_pnl":[null],"price_pnl":[null],"funding_pnl":[0.12],"fee_cost":[0.6],"slippage_cost":[0],"delta":[12],"delta_usd":[null],"basis":[null]},"entry_basis":null,"funding":[{"time":"2026-11-20T08:01:00.000Z","leg":"short","exchange":"kucoin","amount":0.12,"rate":0.0001,"cumulative":0.12}],"funding_count":1,"orders":[{"time":"2026-11-20T08:00:00.000Z","leg":"long","exchange":"bybit","client_order_id":"a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0","purpose":"open","side":"buy","quantity":12,"filled":12,"limit_price":100.1,"status":"filled"}],"orders_count":1,"fills":[{"time":"2026-11-20T08:00:00.000Z","leg":"long","exchange":"bybit","side":"buy","quantity":12,"price":100.000000000000000001,"fee":0.6,"cumulative_fees":0.6,"cause":"order"}],"fills_count":1,"reasons":[],"trading_mode":"simulated"},"id":1}

// An execution that is not the caller’s
:: token read
>> {"jsonrpc":"2.0","method":"execution_history","params":{"execution_id":"exec_of_bob"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXECUTION","field":"execution_id","<more>":true}},"id":1}
