:: only in-process

// Opens a pair
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"execution_id":"<set:execution>","status":"queued","<more>":true},"id":1}

// Previews the move of its short leg
:: token full
>> {"jsonrpc":"2.0","method":"roll_leg","params":{"execution_id":"{{execution}}","leg":"short","exchange":"okx","preview":true},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"preview":true,"plan":{"execution_id":"{{execution}}","leg":"short","quantity":0.0052,"remaining":0,"open":{"exchange":"okx","side":"sell","<more>":true},"close":{"exchange":"kucoin","side":"buy","<more>":true},"<more>":true},"figures":{"horizon_hours":720,"carry_before":0.004,"carry_after":0.009,"gain":0.005,"cost":0.0013,"net":0.0037,"ratio":3.84615384615385},"<more>":true},"id":1}

// Moves it
:: token full
>> {"jsonrpc":"2.0","method":"roll_leg","params":{"execution_id":"{{execution}}","leg":"short","exchange":"okx","share":0.5,"max_slippage_bps":5,"only_if_pays":true},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"status":"queued","mode":"grid","<more>":true},"id":1}

// A preview cannot bind to a preview
:: token full
>> {"jsonrpc":"2.0","method":"roll_leg","params":{"execution_id":"{{execution}}","leg":"short","exchange":"okx","preview":true,"preview_id":"preview_1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"data":{"code":"INVALID_PARAMS","field":"preview_id","<more>":true},"<more>":true},"id":1}

// A share above one
:: token full
>> {"jsonrpc":"2.0","method":"roll_leg","params":{"execution_id":"{{execution}}","leg":"short","exchange":"okx","share":1.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"data":{"code":"INVALID_PARAMS","field":"share","<more>":true},"<more>":true},"id":1}

// A leg that does not exist
:: token full
>> {"jsonrpc":"2.0","method":"roll_leg","params":{"execution_id":"{{execution}}","leg":"both","exchange":"okx"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"data":{"code":"INVALID_PARAMS","field":"leg","<more>":true},"<more>":true},"id":1}

// An execution of nobody
:: token full
>> {"jsonrpc":"2.0","method":"roll_leg","params":{"execution_id":"exec_000000000000000000000000","leg":"short","exchange":"okx"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"data":{"code":"UNKNOWN_EXECUTION","<more>":true},"<more>":true},"id":1}
