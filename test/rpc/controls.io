:: only in-process

// An opening execution that ends by max_epochs
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"mode":"grid","exit":{"max_epochs":3}},"id":1}
<< {"jsonrpc":"2.0","result":{"execution_id":"<set:opening>","<more>":true},"id":1}

// A running execution
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100},"id":1}
<< {"jsonrpc":"2.0","result":{"execution_id":"<set:running>","job_id":"<set:job>","<more>":true},"id":1}

// One execution with the last event of its journal
:: token read
>> {"jsonrpc":"2.0","method":"get_execution","params":{"execution_id":"{{opening}}","events":1},"id":1}
=> RateLimit: ^"read";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":{"execution":{"status":"failed","<more>":true},"long_position":"<object>","short_position":"<object>","pnl":"<object>","funding":"<object>","risk":"<object>","reasons":"<array>","events":[{"seq":1,"recorded_at":"2026-11-20T08:00:00.000Z","type":"ExecutionFailed","text":"Failed; nothing is held. Reason: CANCELED: max_epochs reached: 3.","sentence":{"id":"event.execution_failed","facts":{"reason":{"id":"phase.canceled","facts":{"why":{"id":"exit.max_epochs","facts":{"epochs":3}}}}}},"data":{"reason":"CANCELED: max_epochs reached: 3"}}],"events_total":2,"agent_id":null,"progress":null,"advice":null},"id":1}

// All of its events, with their wire names
:: token full
>> {"jsonrpc":"2.0","method":"get_execution","params":{"execution_id":"{{opening}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"events":[{"seq":0,"recorded_at":"<instant>","type":"ExecutionPlanned","text":"Planned: 10 SOL.","data":{"plan":{"user_id":"user_test","quantity":12,"legs":{"long":{"decision_mid":150,"interval_hours":8,"<more>":true},"short":"<object>"},"<more>":true}}},"<object>"],"events_total":2,"<more>":true},"id":1}

// At most the limit of events
:: token full
>> {"jsonrpc":"2.0","method":"get_execution","params":{"execution_id":"{{opening}}","events":1001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"events","<more>":true}},"id":1}

// Another user’s execution
:: token full
>> {"jsonrpc":"2.0","method":"get_execution","params":{"execution_id":"exec_of_bob"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXECUTION","field":"execution_id","<more>":true}},"id":1}

// Cancels an opening execution
:: token trade
>> {"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{opening}}"},"id":1}
=> RateLimit: ^"stop";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{opening}}","status":"failed","message":"<match:^CANCELED>","final_pnl":0,"final_roi_pct":0,"total_funding":0,"duration_hours":0,"trading_mode":"simulated"},"id":1}

// With keep, only the opening ends and the open part continues
:: token trade
>> {"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{opening}}","keep":true},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{opening}}","status":"running","message":"<match:run on>","final_pnl":null,"final_roi_pct":null,"total_funding":0,"duration_hours":0.25,"trading_mode":"simulated"},"id":1}

// keep must be a boolean
:: token trade
>> {"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{opening}}","keep":"yes"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params>","data":{"code":"INVALID_PARAMS","field":"keep","<more>":true}},"id":1}

// A running execution cannot be cancelled: close it instead
:: token full
>> {"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{running}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<match:close_execution>","data":{"code":"NOT_CANCELABLE","message":"<match:close_execution>","retryable":false,"execution_id":"{{running}}","status":"running"}},"id":1}

// Cancelling needs the trade scope
:: token read
>> {"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{opening}}"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","<more>":true}},"id":1}

// Every method that trades refuses to run as a notification
:: token full
>> [{"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{opening}}"}},{"jsonrpc":"2.0","method":"halt_trading","params":{}},{"jsonrpc":"2.0","method":"continue_epoch","params":{"execution_id":"{{opening}}"}}]
=> 204

// Adds one epoch: the refused notification added none
:: token full
>> {"jsonrpc":"2.0","method":"continue_epoch","params":{"execution_id":"{{opening}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{opening}}","status":"running","exit":{"max_hours":null,"max_epochs":4,"take_profit_pct":null,"stop_loss_pct":null,"close_on_reversal":true,"min_liquidation_distance_pct":null,"min_spread_apr_pct":null,"min_net_apr_pct":null}},"id":1}

// Rejects an execution without max_epochs
:: token full
>> {"jsonrpc":"2.0","method":"continue_epoch","params":{"execution_id":"{{running}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"NOT_CONTINUABLE","<more>":true}},"id":1}

// Exit rules: an omitted rule stays, null removes a rule
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{opening}}","exit":{"max_epochs":null,"stop_loss_pct":2.5,"close_on_reversal":false}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{opening}}","status":"running","exit":{"max_hours":null,"max_epochs":null,"take_profit_pct":null,"stop_loss_pct":2.5,"close_on_reversal":false,"min_liquidation_distance_pct":null,"min_spread_apr_pct":null,"min_net_apr_pct":null}},"id":1}

// Rejects a misspelt rule
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{opening}}","exit":{"stop_los_pct":2.5}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"exit.stop_los_pct","<more>":true}},"id":1}

// Rejects a rule outside its bounds
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{opening}}","exit":{"stop_loss_pct":101}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:Invalid params: .*at most 100>","data":{"code":"INVALID_PARAMS","field":"exit.stop_loss_pct","message":"<match:at most 100>","retryable":false}},"id":1}

// exit is required
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{opening}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"exit","<more>":true}},"id":1}

// A failed job is retried as a new job
:: token full
>> {"jsonrpc":"2.0","method":"resubmit_execute_opportunity","params":{"job_id":"job_000000000000000000000001"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"job_id":"job_000000000000000000000900","execution_id":"exec_000000000000000000000900","status":"queued","<more>":true},"id":1}

// A job that has not failed cannot be retried
:: token full
>> {"jsonrpc":"2.0","method":"resubmit_execute_opportunity","params":{"job_id":"{{job}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"NOT_RESUBMITTABLE","<more>":true}},"id":1}

// An unknown job
:: token full
>> {"jsonrpc":"2.0","method":"resubmit_execute_opportunity","params":{"job_id":"job_none"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_JOB","field":"job_id","<more>":true}},"id":1}

// The kill switch
:: token full
>> {"jsonrpc":"2.0","method":"halt_trading","params":{"reason":"Going on holiday"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"trading":"halted","reason":"Going on holiday","halted_at":"2026-11-20T08:00:00.000Z","close_all":false,"closing":[],"canceling":[]},"id":1}

// Nothing opens during a halt
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<match:halt_trading .* on 20 Nov, 08:00 UTC\\. Reason: Going on holiday\\.$>","data":{"code":"TRADING_HALTED","message":"<match:halt_trading .* on 20 Nov, 08:00 UTC\\. Reason: Going on holiday\\.$>","retryable":true,"scope":"user","halted_at":"2026-11-20T08:00:00.000Z","halted_by":"<match:^tok_>","sentence":{"id":"order_refusal.halted","facts":{"scope":"user","exchange":null,"by":"<match:^tok_>","at":1795161600000,"reason":"Going on holiday"}}}},"id":1}

// The portfolio shows the halt
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"halts":[{"scope":"user","exchange":null,"reason":"Going on holiday","halted_at":"2026-11-20T08:00:00.000Z","halted_by":"<match:^tok_>","close_all":false}],"<more>":true},"id":1}

// The status of a pair shows the halt once, with the reason
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin"},"id":1}
<< {"jsonrpc":"2.0","result":{"active":false,"reason":"<match:^Trading was halted by .+ on .+ UTC\\. Reason: Going on holiday\\.$>","exchanges":[{"exchange":"bybit","trading":"halted","<more>":true},{"exchange":"kucoin","trading":"halted","<more>":true}],"<more>":true},"id":1}

// A second halt may close all; it keeps the first time and reason
:: token trade
>> {"jsonrpc":"2.0","method":"halt_trading","params":{"close_all":true},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"trading":"halted","reason":"Going on holiday","halted_at":"2026-11-20T08:00:00.000Z","close_all":true,"closing":["<each>","<match:^exec_>"],"canceling":[]},"id":1}

// Resuming names the operator’s remaining halt
:: token full
>> {"jsonrpc":"2.0","method":"resume_trading","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"resumed":true,"still_halted":[{"exchange":"hyperliquid","reason":"Trading on Hyperliquid is halted by the operator."}]},"id":1}

// The portfolio no longer shows the halt
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"halts":[],"<more>":true},"id":1}

// A second resume finds no halt
:: token full
>> {"jsonrpc":"2.0","method":"resume_trading","id":1}
<< {"jsonrpc":"2.0","result":{"resumed":false,"<more>":true},"id":1}
