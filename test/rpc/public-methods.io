:: only in-process

// Service status: an exchange that is down gives its reason and does not affect the others
>> {"jsonrpc":"2.0","method":"service_status","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"trading_mode":"simulated","rehearsal":false,"started_at":"<instant>","uptime_seconds":"<integer>","ready":false,"not_ready":["<each>","<string>"],"halt":null,"venues":[
<<  {"exchange":"bybit","market_data":"fresh","reason":null,"data_age_ms":412,"<more>":true},
<<  {"exchange":"kucoin","market_data":"down","reason":"<match:did not answer in time>","failure":{"tried":"contracts","message":"<match:RequestTimeout>","since":"2026-11-20T07:59:40.000Z","next_try_at":null},"data_age_ms":null,"<more>":true}],
<<  "limits":["<each>",{"name":"<string>","value":"<any>","unit":"<string>","meaning":"<string>"}],"executions":{"running":1,"<more>":true},"unhedged_seconds":"<object>","store":{"writable":true,"database_bytes":4096,"wal_bytes":0,"free_bytes":null},"reasons":[],"as_of":"<instant>","<more>":true},"id":1}

// The pairs
>> {"jsonrpc":"2.0","method":"exchange_pair","params":{},"id":1}
<< {"jsonrpc":"2.0","result":[{"exchangepair":"bybit-kucoin","exchanges":["bybit","kucoin"],"active":true,"reason":null,"data_only":[],"symbols":4,"opportunities":4,"tradable_opportunities":0,"best_apr":0.3285,"best_net_apr":null,"updated_at":"2026-11-20T08:00:00.000Z"}],"id":1}

// The list with every default: 0.1 is 0.1, unknown is null, and excess digits are rounded half to even at the 15th digit
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[
<<  {"symbol":"BTCUSDT","spread":0.0003,"apr":0.3285,"net":{"amount":1000,"horizon_hours":720,"leverage":1,"<more>":true},"<more>":true},
<<  {"symbol":"ETHUSDT","spread":0.0001,"<more>":true},
<<  {"symbol":"DOGEUSDT","spread":0.00123456789012344,"<more>":true},
<<  {"symbol":"SOLUSDT","spread":null,"apr":null,"<more>":true}],
<<  "pagination":{"current_page":1,"per_page":20,"total_count":4,"total_pages":1,"has_next":false,"has_previous":false},"as_of":"<instant>"},"id":1}

// The specification's own call, with the pair in the other order
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":"kucoin-bybit","limit":1,"sortby":"spread"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"symbol":"BTCUSDT","exchangepair":"bybit-kucoin","opportunity_id":"<set:best>","<more>":true}],"pagination":{"current_page":1,"per_page":1,"total_count":4,"total_pages":4,"has_next":true,"has_previous":false},"as_of":"<instant>"},"id":1}

// Another page and sort key
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":3,"page":2,"sortby":"symbol"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"symbol":"SOLUSDT","<more>":true}],"pagination":{"current_page":2,"per_page":3,"total_count":4,"total_pages":2,"has_next":false,"has_previous":true},"as_of":"<instant>"},"id":1}

// Part of a symbol, with other exact amounts
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"q":"eth","amount":0.1,"horizon_hours":24.5,"leverage":2,"mode":"grid"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"symbol":"ETHUSDT","net":{"amount":0.1,"horizon_hours":24.5,"leverage":2,"<more>":true},"<more>":true}],"pagination":"<object>","as_of":"<instant>"},"id":1}

// An integer may have a zero fraction
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":2.0,"amount":1e3},"id":1}
<< {"jsonrpc":"2.0","result":{"data":"<array>","pagination":{"per_page":2,"<more>":true},"as_of":"<instant>"},"id":1}

// Nothing is tradable
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"tradable_only":true},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[],"pagination":{"total_count":0,"total_pages":0,"<more>":true},"as_of":"<instant>"},"id":1}

// One verdict alone: each query has its own answer
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"verdict":"unknown","sortby":"reversal_probability"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":["<object>","<object>","<object>","<object>"],"pagination":{"total_count":4,"<more>":true},"as_of":"<instant>"},"id":1}

>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"verdict":"trade","sortby":"reversal_probability"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[],"pagination":{"total_count":0,"<more>":true},"as_of":"<instant>"},"id":1}

// The worst first: unknown values still come last, and the answer differs from the one with the best first
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"order":"worst_first"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"symbol":"DOGEUSDT","<more>":true},{"symbol":"ETHUSDT","<more>":true},{"symbol":"BTCUSDT","<more>":true},{"symbol":"SOLUSDT","spread":null,"<more>":true}],"pagination":"<object>","as_of":"<instant>"},"id":1}

// The first opportunity of each coin, with the number of its opportunities
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"group_by":"coin","limit":2},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"base":"BTC","<more>":true},{"base":"ETH","<more>":true}],"pagination":{"total_count":4,"<more>":true},"groups":[{"coin":"BTC","count":1},{"coin":"ETH","count":1}],"as_of":"<instant>"},"id":1}

// Some coins only
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"coins":["SOL","ETH","NOSUCH"]},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"base":"ETH","<more>":true},{"base":"SOL","<more>":true}],"pagination":{"total_count":2,"<more>":true},"as_of":"<instant>"},"id":1}

// The daily spreads of a known, an ended and an unknown opportunity
>> {"jsonrpc":"2.0","method":"get_daily_spreads","params":{"opportunity_ids":["{{best}}","opp_000000000000000000000001","opp_nope"]},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[
<<  {"opportunity_id":"{{best}}","daily_spreads":[null,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001],"code":null},
<<  {"opportunity_id":"opp_000000000000000000000001","daily_spreads":null,"code":"OPPORTUNITY_EXPIRED"},
<<  {"opportunity_id":"opp_nope","daily_spreads":null,"code":"UNKNOWN_OPPORTUNITY"}],
<<  "first_day_ends_at":"<instant>","last_day_ends_at":"<instant>"},"id":1}

// An unknown pair, with the configured ones
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":"binance-okx"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:Invalid params: .*binance-okx>","data":{"code":"UNKNOWN_EXCHANGE_PAIR","message":"<match:binance-okx>","retryable":false,"field":"exchangepair","known":["bybit-hyperliquid","bybit-kucoin","hyperliquid-kucoin"]}},"id":1}

// An exchange cannot pair with itself
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":"bybit-bybit"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXCHANGE_PAIR","<more>":true}},"id":1}

// One opportunity in detail
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"{{best}}","amount":2000},"id":1}
<< {"jsonrpc":"2.0","result":{"opportunity_id":"{{best}}","long_mark_price":96000.5,"books":{"long":null,"short":{"bids":[[96010,0.5]],"asks":[[96010.5,1]]}},"cost_curve":[{"amount":2000,"<more>":true}],"<more>":true},"id":1}

// An id that was never issued
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_nope"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:Invalid params: .*opp_nope>","data":{"code":"UNKNOWN_OPPORTUNITY","message":"<match:opp_nope>","retryable":false,"field":"opportunity_id"}},"id":1}

// An expired id
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_000000000000000000000001"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"OPPORTUNITY_EXPIRED","message":"<string>","retryable":false,"field":"opportunity_id"}},"id":1}

// An unresponsive venue: its own message stays internal
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_00000000000000000000dead"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"KuCoin did not answer a request that this call needs.","data":{"code":"VENUE_UNAVAILABLE","message":"KuCoin did not answer a request that this call needs.","retryable":true,"exchange":"kucoin","ref":"<match:^[0-9a-f]{16}$>"}},"id":1}

// An internal error: a ref and no further detail
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_00000000000000000000beef"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error","data":{"code":"INTERNAL_ERROR","message":"<match:^The service failed\\. Its log has the details under ref [0-9a-f]{16}\\.$>","retryable":false,"ref":"<match:^[0-9a-f]{16}$>"}},"id":1}

// The past of an opportunity: a year in steps, unknown figures as null
>> {"jsonrpc":"2.0","method":"opportunity_history","params":{"opportunity_id":"{{best}}","days":365},"id":1}
<< {"jsonrpc":"2.0","result":{"opportunity_id":"{{best}}","days":365,"from":"<integer>","to":"<integer>",
<<  "funding":{"step_hours":1,"known_hours":1,"cumulative_carry":0.0003,"spread_mean":null,"spread_sd":null,"rows":[
<<   {"timestamp":"<integer>","long_rate":null,"short_rate":0.0024,"spread":null,"cumulative_carry":0.0003},
<<   {"timestamp":"<integer>","long_rate":0,"short_rate":0.0024,"spread":0.0024,"cumulative_carry":0.0003}]},
<<  "basis":{"step_seconds":3600,"mean":null,"sd":null,"rows":[{"timestamp":"<integer>","basis":0.0001015}]},
<<  "forecasts":{"step_hours":1,"rows":[{"timestamp":"<integer>","count":2,"forecast":0.0003,"received":0.00025}]}},"id":1}

// The past of an opportunity, over the default range
>> {"jsonrpc":"2.0","method":"opportunity_history","params":{"opportunity_id":"{{best}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"opportunity_id":"{{best}}","days":30,"<more>":true},"id":1}

// The past of an unknown and of an expired opportunity
>> {"jsonrpc":"2.0","method":"opportunity_history","params":{"opportunity_id":"opp_nope"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:Invalid params: .*opp_nope>","data":{"code":"UNKNOWN_OPPORTUNITY","message":"<match:opp_nope>","retryable":false,"field":"opportunity_id"}},"id":1}
>> {"jsonrpc":"2.0","method":"opportunity_history","params":{"opportunity_id":"opp_000000000000000000000001"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"OPPORTUNITY_EXPIRED","message":"<string>","retryable":false,"field":"opportunity_id"}},"id":1}

// Lifetimes, latest start first: an unknown figure is null with a reason
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[
<<  {"opportunity_id":"{{best}}","symbol":"BTCUSDT","exchangepair":"bybit-kucoin","state":"open","first_seen":"2026-11-20T08:00:00.000Z","last_seen":"<instant>","peak_spread":0.00031,"peak_spread_at":"<instant>","peak_expected_net":0.0001,"peak_expected_net_at":"<instant>","ended_at":null,"end_reason":null,"reasons":[]},
<<  {"symbol":"SOLUSDT","peak_spread":null,"peak_spread_at":null,"reasons":[{"field":"peak_spread","code":"NEVER_KNOWN","message":"<string>"},{"field":"peak_spread_at","code":"NEVER_KNOWN","message":"<string>"}],"<more>":true},
<<  {"opportunity_id":"{{best}}","state":"ended","ended_at":"2026-11-19T08:00:00.000Z","end_reason":"turned","<more>":true}],
<<  "pagination":{"current_page":1,"per_page":20,"total_count":3,"total_pages":1,"has_next":false,"has_previous":false},"as_of":"<instant>"},"id":1}

// All lifetimes of one opportunity, paged
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"opportunity_id":"{{best}}","limit":1,"page":2},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"state":"ended","<more>":true}],"pagination":{"current_page":2,"per_page":1,"total_count":2,"total_pages":2,"has_next":false,"has_previous":true},"as_of":"<instant>"},"id":1}

// Current lifetimes of a pair in the other order, with part of a symbol
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"exchangepair":"kucoin-bybit","q":"sol","state":"open"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"symbol":"SOLUSDT","<more>":true}],"pagination":{"total_count":1,"<more>":true},"as_of":"<instant>"},"id":1}

// An id without recorded lifetimes
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"opportunity_id":"opp_nope"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[],"pagination":{"total_count":0,"total_pages":0,"<more>":true},"as_of":"<instant>"},"id":1}

// A pair that is not configured
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"exchangepair":"binance-okx"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXCHANGE_PAIR","field":"exchangepair","<more>":true}},"id":1}

// The service describes itself
>> {"jsonrpc":"2.0","method":"rpc.discover","id":1}
<< {"jsonrpc":"2.0","result":{"openrpc":"1.3.2","info":{"title":"Carrywire","version":"0.2.0","<more>":true},"servers":[{"url":"<match:^http://127\\.0\\.0\\.1:\\d+/jsonrpc/$>","<more>":true},{"url":"<match:^ws://127\\.0\\.0\\.1:\\d+/jsonrpc/$>","<more>":true}],"methods":["<each>",{"name":"<string>","paramStructure":"by-name","params":"<array>","result":"<object>","errors":["<each>",{"code":"<integer>","message":"<string>","data":{"code":"<array>"}}],"examples":"<array>","x-scope":"<string>","x-trades":"<boolean>","<more>":true}],"components":{"schemas":"<object>","errors":"<object>","tags":"<object>"},"<more>":true},"id":1}

// rpc.discover takes no params
>> {"jsonrpc":"2.0","method":"rpc.discover","params":{"method":"test"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","field":"method","message":"<string>","retryable":false}},"id":1}
