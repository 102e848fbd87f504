:: only in-process

// A plan repeats its terms with their defaults
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","id":1}
<< {"jsonrpc":"2.0","result":{"as_of":"<instant>","terms":{"capital":20000,"exchanges":["bybit","kucoin"],"coins":null,"without_coins":[],"margin":"free","leverage":1.8,"idle":0.25,"coin_share":0.1,"exchange_share":null,"exchange_net_share":null,"cash_apr":0.04,"leg_notional_max":13500,"horizon_hours":720},"outcome":"<object>","changes":"<array>","legs":"<array>","limits":"<array>","margins":"<array>","transfers":"<array>","planned_transfers":[],"reasons":"<array>"},"id":1}

// Figures are rounded: USD to cents, shares to nine places
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"capital":12345.678,"exchanges":["kucoin","bybit"],"coins":["btc"],"without_coins":["ETH"],"margin":"equal","leverage":3,"idle":0,"coin_share":0.333,"exchange_share":0.5,"exchange_net_share":0,"cash_apr":0},"id":2}
<< {"jsonrpc":"2.0","result":{"as_of":"<instant>","terms":{"capital":12345.68,"exchanges":["kucoin","bybit"],"coins":["BTC"],"without_coins":["ETH"],"margin":"equal","leverage":3,"idle":0,"coin_share":0.333,"exchange_share":0.5,"exchange_net_share":0,"cash_apr":0,"leg_notional_max":18518.52,"horizon_hours":720},"outcome":{"verdict":"trade","message":"The plan pays more than cash.","net_on_capital":0.013977675,"net_on_capital_low":0.006988837,"net_on_capital_high":0.020966512,"net_per_year":172.56,"cash_apr":0,"over_cash":0.013977675,"leverage_of_cash":0},"changes":[{"kind":"open","coin":"BTC","long":{"exchange":"kucoin","symbol":"BTCUSDT"},"short":{"exchange":"bybit","symbol":"BTCUSDTM"},"opportunity_id":"<match:^opp_[0-9a-f]{24}$>","execution_id":null,"share":null,"roll":null,"notional":6166.67,"gain":27.75,"cost":13.57,"ratio":2.045454545,"limits":[{"message":"<string>","shadow_price":0.027983333}],"message":"<string>"}],"legs":[{"coin":"BTC","exchange":"kucoin","symbol":"BTCUSDT","held":0,"target":6166.67,"price":96000.5,"cost":0.0011,"reasons":[]},{"coin":"BTC","exchange":"bybit","symbol":"BTCUSDTM","held":0,"target":-6166.67,"price":96000.5,"cost":0.0011,"reasons":[]}],"limits":[{"message":"<string>","shadow_price":0.027983333}],"margins":[{"exchange":"kucoin","equity":6172.84,"notional":6166.67,"net":6166.67,"moves":[{"move":-0.5,"equity":3089.51,"ratio":1.002002002,"level":"ok"},"<object>","<object>","<object>"]},"<object>"],"transfers":[{"from":"kucoin","to":"bybit","amount":1250,"by":null,"transfer_id":null,"message":"<string>","without":{"message":"<string>"}}],"planned_transfers":[],"reasons":[{"message":"<string>"}]},"id":2}

// Cash pays more than this plan, which is a result
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"leverage":1},"id":3}
<< {"jsonrpc":"2.0","result":{"outcome":{"verdict":"no_trade","message":"Keep cash: it pays more than the plan.","<more>":true},"<more>":true},"id":3}

// Margin as in the accounts: one of the two exchanges is empty
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"margin":"accounts"},"id":4}
<< {"jsonrpc":"2.0","result":{"margins":["<object>",{"equity":0,"moves":["<object>","<object>",{"move":0.3,"level":"empty","<more>":true},"<object>"],"<more>":true}],"<more>":true},"id":4}

// A position of the user
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100},"id":5}
<< {"jsonrpc":"2.0","result":{"execution_id":"<set:held>","<more>":true},"id":5}

// A plan may change only this one
:: token full
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"execution_ids":["{{held}}"]},"id":6}
<< {"jsonrpc":"2.0","result":{"changes":[{"kind":"close","execution_id":"{{held}}","share":1,"<more>":true}],"<more>":true},"id":6}

// An empty list keeps all executions
:: token full
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"execution_ids":[]},"id":6}
<< {"jsonrpc":"2.0","result":"<object>","id":6}

// A horizon of a week
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"horizon":168},"id":6}
<< {"jsonrpc":"2.0","result":{"terms":{"horizon_hours":168,"<more>":true},"<more>":true},"id":6}

// A horizon has bounds
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"horizon":23},"id":6}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"horizon must be a number (hours), at least 24 and at most 2160, with at most 18 decimals; was 23.","field":"horizon","retryable":false}},"id":6}

// Limits that contradict each other are named
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"exchange_share":0.04},"id":7}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"PLAN_CONTRADICTION","message":"No plan meets all limits: BTC is held at Bybit, and exchange_share leaves no room for it.","retryable":false}},"id":7}

// A solver that does not answer
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"coins":["ETH"]},"id":8}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"PLAN_UNAVAILABLE","message":"<string>","retryable":true}},"id":8}

// The leverage is at most 3
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"leverage":3.1},"id":9}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 3, with at most 18 decimals; was 3.1.","field":"leverage","retryable":false}},"id":9}

// A pair needs two exchanges
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"exchanges":["bybit","bybit"]},"id":10}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"exchanges must have at least 2 entries; was bybit.","field":"exchanges","retryable":false}},"id":10}

// An exchange that the service does not trade
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"exchanges":["bybit","nowhere"]},"id":11}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"<string>","field":"exchanges.1","retryable":false}},"id":11}

// An unknown coin
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"without_coins":["BTC","NOPE"]},"id":12}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_SYMBOL","message":"<string>","field":"without_coins.1","retryable":false}},"id":12}

// An execution that the user does not have
:: token read
>> {"jsonrpc":"2.0","method":"plan_portfolio","params":{"execution_ids":["exec_of_bob"]},"id":13}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_EXECUTION","message":"<string>","field":"execution_ids.0","retryable":false}},"id":13}

// A plan needs the scope arb:read
:: token connect
>> {"jsonrpc":"2.0","method":"plan_portfolio","id":14}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"<string>","scope":"arb:read","retryable":false}},"id":14}
