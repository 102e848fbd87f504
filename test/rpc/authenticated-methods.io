:: only in-process

// The specification’s plain call opens the opportunity
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"mode":"grid"},"id":1}
=> RateLimit: ^"trade";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":{"success":true,"job_id":"job_000000000000000000000001","execution_id":"<set:first>","status":"queued","mode":"single-direct","trading_mode":"simulated","message":"Queued.","estimated_entry_time":"<instant>","planned_amount":998.41,"warnings":[]},"id":1}

// Every parameter
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":12.500000000000000001,"mode":"single-direct","leverage":5,"max_slippage_bps":100,"min_net_apr":-0.5,"only_if_trade":true,"exit":{"max_hours":72,"max_epochs":9,"take_profit_pct":2.5,"stop_loss_pct":1,"close_on_reversal":false,"min_liquidation_distance_pct":10},"idempotency_key":"k-1","preview":false,"preview_id":"prev_1"},"id":2}
<< {"jsonrpc":"2.0","result":{"success":true,"<more>":true},"id":2}

// A trading notification is refused and does nothing: the next execution is the third
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100}}
=> 204

// The same holds in a batch
:: token full
>> [{"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100}},{"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{first}}"}}]
=> 204

// The third
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100},"id":3}
<< {"jsonrpc":"2.0","result":{"job_id":"job_000000000000000000000003","<more>":true},"id":3}

// preview and preview_id exclude each other
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview":true,"preview_id":"prev_1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"preview_id","<more>":true}},"id":1}

// The portfolio
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{},"id":1}
=> RateLimit: ^"read";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":{"executions":[],"summary":{"total_executions":0,"running_executions":0,"total_invested":0,"total_unrealized_pnl":0,"total_realized_pnl":0,"total_funding_received":0,"total_funding_paid":0,"weighted_roi":null,"daily_roi":null},"accounts":[],"margin_advice":[],"planned_transfers":[],"halts":[],"reasons":[],"trading_mode":"simulated"},"id":1}

// With ended executions, paged
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"include_closed":true,"page":2,"limit":5},"id":1}
<< {"jsonrpc":"2.0","result":{"pagination":{"current_page":2,"per_page":5,"<more>":true},"<more>":true},"id":1}

// With ended executions, sorted and filtered
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"include_closed":true,"sort":"total_pnl","order":"asc","symbol":"BTC","long_exchange":"kucoin","short_exchange":"bybit","outcome":"loss","from":"2026-01-01","until":"2027-01-01"},"id":1}
<< {"jsonrpc":"2.0","result":{"pagination":{"current_page":1,"<more>":true},"<more>":true},"id":1}

// A period that ends before it begins
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"include_closed":true,"from":"2027-01-01","until":"2026-01-01"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"from","<more>":true}},"id":1}

// Another user’s execution
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"execution_id":"exec_of_bob"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXECUTION","field":"execution_id","<more>":true}},"id":1}

// Closes with exact arithmetic: 0.1 + 0.2 is 0.3
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{first}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{first}}","status":"closed","message":"Both legs are flat.","final_pnl":1.84,"final_roi_pct":0.184,"total_funding":0.3,"duration_hours":72.5,"trading_mode":"simulated"},"id":1}

// Closes a part
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{first}}","share":0.25,"max_slippage_bps":20},"id":1}
<< {"jsonrpc":"2.0","result":{"status":"running","<more>":true},"id":1}

// An execution that does not exist
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_none"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXECUTION","<more>":true}},"id":1}

// An active pair
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"kucoin-bybit"},"id":1}
<< {"jsonrpc":"2.0","result":{"exchangepair":"bybit-kucoin","symbol":null,"active":true,"is_active":true,"reason":null,"exchanges":[{"exchange":"bybit","connected":true,"market_data":"fresh","trading":"enabled","data_age_ms":412,"data_only":false,"needs":[]},{"exchange":"kucoin","connected":true,"market_data":"fresh","trading":"enabled","data_age_ms":412,"data_only":false,"needs":[]}],"executions":["{{first}}","<string>","<string>"],"advice":[{"execution_id":"{{first}}","action":"unknown","reason":"Nothing is expected here."},{"execution_id":"<string>","action":"unknown","reason":"<string>"},{"execution_id":"<string>","action":"unknown","reason":"<string>"}],"updated_at":"<instant>"},"id":1}

// An inactive pair, with every reason
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-hyperliquid"},"id":1}
<< {"jsonrpc":"2.0","result":{"exchangepair":"bybit-hyperliquid","symbol":null,"active":false,"is_active":false,"reason":"The market data of Hyperliquid is stale: The prices of hyperliquid are 9000 ms old, limit 5000 ms. Trading on Hyperliquid is halted by the operator.","exchanges":[{"exchange":"bybit","<more>":true},{"exchange":"hyperliquid","connected":false,"market_data":"stale","trading":"halted","data_age_ms":9000,"data_only":false,"needs":[]}],"executions":[],"advice":[],"updated_at":"<instant>"},"id":1}

// A symbol on the pair
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":"btcusdt"},"id":1}
<< {"jsonrpc":"2.0","result":{"symbol":"BTCUSDT","active":true,"executions":[],"<more>":true},"id":1}

// The executions have the symbol’s coin
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":"SOLUSDT"},"id":1}
<< {"jsonrpc":"2.0","result":{"symbol":"SOLUSDT","executions":["{{first}}","<string>","<string>"],"<more>":true},"id":1}

// A symbol that one exchange has suspended
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":"ETHUSDT"},"id":1}
<< {"jsonrpc":"2.0","result":{"symbol":"ETHUSDT","active":false,"reason":"ETHUSDT is not trading on KuCoin now.","<more>":true},"id":1}

// A symbol that one exchange does not list
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":"XRPUSDT"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:Invalid params: .*KuCoin does not>","data":{"code":"UNKNOWN_SYMBOL","message":"<match:KuCoin does not>","retryable":false,"field":"symbol"}},"id":1}

// The compatibility form: pair is the symbol, exchange the exchange pair
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"pair":"BTCUSDT","exchange":"kucoin-bybit"},"id":1}
<< {"jsonrpc":"2.0","result":{"exchangepair":"bybit-kucoin","symbol":"BTCUSDT","active":true,"<more>":true},"id":1}

// Its errors name its own fields
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"pair":"BTCUSDT","exchange":"bybit-okx"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXCHANGE_PAIR","field":"exchange","known":"<array>","<more>":true}},"id":1}

// One of the two fields
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchange":"bybit-kucoin"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: pair is required and must be a symbol; it was absent.","data":{"code":"INVALID_PARAMS","message":"pair is required and must be a symbol; it was absent.","retryable":false,"field":"pair"}},"id":1}

// Both forms at once
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","pair":"BTCUSDT"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"pair","<more>":true}},"id":1}

// Neither form
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair is required and must be an exchange pair; it was absent.","data":{"code":"INVALID_PARAMS","message":"exchangepair is required and must be an exchange pair; it was absent.","retryable":false,"field":"exchangepair"}},"id":1}
