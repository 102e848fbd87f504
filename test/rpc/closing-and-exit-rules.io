:: only in-process

// Opens with both rules on the yearly income
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":5,"min_net_apr_pct":-2.5}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"<set:execution>","status":"queued","<more>":true},"id":1}

// Opens with the rules at their lowest and highest values
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":-1000,"min_net_apr_pct":1000}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"status":"queued","<more>":true},"id":1}

// Sets a rule and keeps the others
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":5.000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","exit":{"max_hours":null,"max_epochs":null,"take_profit_pct":null,"stop_loss_pct":null,"close_on_reversal":true,"min_liquidation_distance_pct":null,"min_spread_apr_pct":5.000000000000000001,"min_net_apr_pct":null}},"id":1}

// Zero is a limit, not the absence of a rule
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":0}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","exit":{"max_hours":null,"max_epochs":null,"take_profit_pct":null,"stop_loss_pct":null,"close_on_reversal":true,"min_liquidation_distance_pct":null,"min_spread_apr_pct":5.000000000000000001,"min_net_apr_pct":0}},"id":1}

// Null removes a rule and keeps the other
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":null}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","exit":{"max_hours":null,"max_epochs":null,"take_profit_pct":null,"stop_loss_pct":null,"close_on_reversal":true,"min_liquidation_distance_pct":null,"min_spread_apr_pct":null,"min_net_apr_pct":0}},"id":1}

// A yearly percentage may be negative
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":-1000,"min_spread_apr_pct":1000}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","exit":{"max_hours":null,"max_epochs":null,"take_profit_pct":null,"stop_loss_pct":null,"close_on_reversal":true,"min_liquidation_distance_pct":null,"min_spread_apr_pct":1000,"min_net_apr_pct":-1000}},"id":1}

// An empty change keeps all rules
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","exit":{"max_hours":null,"max_epochs":null,"take_profit_pct":null,"stop_loss_pct":null,"close_on_reversal":true,"min_liquidation_distance_pct":null,"min_spread_apr_pct":1000,"min_net_apr_pct":-1000}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: "5"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":"5"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was \"5\".","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was \"5\".","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":true}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: [5]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":[5]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":{}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: 1000.000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":1000.000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1000.000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1000.000000000000000001.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: -1000.5
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":-1000.5}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was -1000.5.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was -1000.5.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":1e400}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_spread_apr_pct":null}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was null.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of update_exit: "5"
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":"5"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was \"5\".","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was \"5\".","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of update_exit: true
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":true}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of update_exit: [5]
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":[5]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of update_exit: {}
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":{}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of update_exit: 1000.000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":1000.000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1000.000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1000.000000000000000001.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of update_exit: -1000.5
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":-1000.5}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was -1000.5.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was -1000.5.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of update_exit: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":1e400}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_spread_apr_pct of update_exit: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_spread_apr_pct":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_spread_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"exit.min_spread_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: "5"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":"5"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was \"5\".","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was \"5\".","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":true}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: [5]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":[5]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":{}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: 1000.000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":1000.000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1000.000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1000.000000000000000001.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: -1000.5
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":-1000.5}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was -1000.5.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was -1000.5.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":1e400}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"exit":{"min_net_apr_pct":null}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was null.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of update_exit: "5"
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":"5"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was \"5\".","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was \"5\".","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of update_exit: true
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":true}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of update_exit: [5]
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":[5]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of update_exit: {}
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":{}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of update_exit: 1000.000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":1000.000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1000.000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1000.000000000000000001.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of update_exit: -1000.5
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":-1000.5}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was -1000.5.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was -1000.5.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of update_exit: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":1e400}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// exit.min_net_apr_pct of update_exit: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"min_net_apr_pct":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_net_apr_pct must be a number (percent per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"exit.min_net_apr_pct"}},"id":1}

// Rejects max_hours below the first funding interval when max_epochs is set
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{"max_hours":4,"max_epochs":2,"min_net_apr_pct":1}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be at least the first funding interval of this pair (8 h) when max_epochs is set; was 4. Raise max_hours or omit max_epochs.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be at least the first funding interval of this pair (8 h) when max_epochs is set; was 4. Raise max_hours or omit max_epochs.","retryable":false,"field":"exit.max_hours"}},"id":1}

// A refused change changes no rule
:: token full
>> {"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{execution}}","exit":{}},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","exit":{"max_hours":null,"max_epochs":null,"take_profit_pct":null,"stop_loss_pct":null,"close_on_reversal":true,"min_liquidation_distance_pct":null,"min_spread_apr_pct":1000,"min_net_apr_pct":-1000}},"id":1}

// Closes a share
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","share":0.25},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","message":"Closed as taker: share 0.25.","<more>":true},"id":1}

// Closes an amount
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":12.500000000000000001},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","message":"Closed as taker: 12.500000000000000001 USD.","<more>":true},"id":1}

// share 1 is the default, so it does not contradict amount
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","share":1,"amount":250},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","message":"Closed as taker: 250 USD.","<more>":true},"id":1}

// Closes everything as maker for the default time
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"closed","message":"Closed as maker: share 1.","<more>":true},"id":1}

// Closes an amount as maker for twenty minutes
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":20,"amount":250},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","message":"Closed as maker: 250 USD, resting for up to 1200000 ms.","<more>":true},"id":1}

// Closes a share as maker for the longest time
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":60,"share":0.5},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{execution}}","status":"running","message":"Closed as maker: share 0.5, resting for up to 3600000 ms.","<more>":true},"id":1}

// A preview takes the same params
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":1,"amount":250,"preview":true},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"preview":true,"<more>":true},"id":1}

// amount and share contradict each other
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","share":0.5,"amount":250},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be absent when share is set, because both state the part to close; was 250.","data":{"code":"INVALID_PARAMS","message":"amount must be absent when share is set, because both state the part to close; was 250.","retryable":false,"field":"amount"}},"id":1}

// They do so in a preview too
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","share":0.5,"amount":250,"preview":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be absent when share is set, because both state the part to close; was 250.","data":{"code":"INVALID_PARAMS","message":"amount must be absent when share is set, because both state the part to close; was 250.","retryable":false,"field":"amount"}},"id":1}

// maker_minutes contradicts the default style
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","maker_minutes":20},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be absent unless style is maker; was 20.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be absent unless style is maker; was 20.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes contradicts style taker
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"taker","maker_minutes":20},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be absent unless style is maker; was 20.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be absent unless style is maker; was 20.","retryable":false,"field":"maker_minutes"}},"id":1}

// style of close_execution: "market"
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"market"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: style must be one of taker, maker; was \"market\".","data":{"code":"INVALID_PARAMS","message":"style must be one of taker, maker; was \"market\".","retryable":false,"field":"style"}},"id":1}

// style of close_execution: "MAKER"
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"MAKER"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: style must be one of taker, maker; was \"MAKER\".","data":{"code":"INVALID_PARAMS","message":"style must be one of taker, maker; was \"MAKER\".","retryable":false,"field":"style"}},"id":1}

// style of close_execution: ""
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":""},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: style must be one of taker, maker; was \"\".","data":{"code":"INVALID_PARAMS","message":"style must be one of taker, maker; was \"\".","retryable":false,"field":"style"}},"id":1}

// style of close_execution: 1
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: style must be one of taker, maker; was 1.","data":{"code":"INVALID_PARAMS","message":"style must be one of taker, maker; was 1.","retryable":false,"field":"style"}},"id":1}

// style of close_execution: null
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: style must be one of taker, maker; was null.","data":{"code":"INVALID_PARAMS","message":"style must be one of taker, maker; was null.","retryable":false,"field":"style"}},"id":1}

// style of close_execution: true
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: style must be one of taker, maker; was true.","data":{"code":"INVALID_PARAMS","message":"style must be one of taker, maker; was true.","retryable":false,"field":"style"}},"id":1}

// style of close_execution: ["maker"]
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":["maker"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: style must be one of taker, maker; was an array.","data":{"code":"INVALID_PARAMS","message":"style must be one of taker, maker; was an array.","retryable":false,"field":"style"}},"id":1}

// maker_minutes of close_execution: "1"
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":"1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was \"1\".","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was \"1\".","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: true
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was true.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was true.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: null
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was null.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was null.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: [1]
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was an array.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was an array.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: {}
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was an object.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was an object.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: 0
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was 0.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was 0.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: 61
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":61},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was 61.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was 61.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: -1
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was -1.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was -1.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: 1.5
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":1.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was 1.5.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was 1.5.","retryable":false,"field":"maker_minutes"}},"id":1}

// maker_minutes of close_execution: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","style":"maker","maker_minutes":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: maker_minutes must be a whole number from 1 to 60; was 1e400.","data":{"code":"INVALID_PARAMS","message":"maker_minutes must be a whole number from 1 to 60; was 1e400.","retryable":false,"field":"maker_minutes"}},"id":1}

// amount of close_execution: "1"
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":"1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was \"1\".","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was \"1\".","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: true
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was true.","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: null
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was null.","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: [1]
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an array.","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: {}
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an object.","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: 0
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: -1
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -1.","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: 1000000000.000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":1000000000.000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1000000000.000000000000000001.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1000000000.000000000000000001.","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e400.","retryable":false,"field":"amount"}},"id":1}

// amount of close_execution: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"amount"}},"id":1}

// share of close_execution: 0
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":250,"share":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was 0.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: 1.5
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":250,"share":1.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was 1.5.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was 1.5.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: "0.5"
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{execution}}","amount":250,"share":"0.5"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was \"0.5\".","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was \"0.5\".","retryable":false,"field":"share"}},"id":1}
