:: only in-process

// Bad values of every parameter: each is -32602, names the field, says what it must be and what it was

// amount of get_opportunities: "100"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was \"100\".","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: true
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was true.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was null.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: [1]
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an array.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: {}
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an object.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: 1e308
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e308.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: 1e400
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e400.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: -1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -1.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: 0.0000000000000000001
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: 0
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: -0
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":-0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -0.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -0.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: 1000000000.01
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":1000000000.01},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1000000000.01.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1000000000.01.","retryable":false,"field":"amount"}},"id":1}

// amount of get_opportunities: 12.5000000000000000001
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":12.5000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 12.5000000000000000001.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 12.5000000000000000001.","retryable":false,"field":"amount"}},"id":1}

// horizon_hours of get_opportunities: "100"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was \"100\".","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: true
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was true.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was null.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: [1]
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was an array.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: {}
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was an object.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: 1e308
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 1e308.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: 1e400
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 1e400.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: -1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was -1.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: 0.0000000000000000001
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: 0
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: 0.99
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":0.99},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.99.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.99.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of get_opportunities: 2160.01
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"horizon_hours":2160.01},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 2160.01.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 2160.01.","retryable":false,"field":"horizon_hours"}},"id":1}

// leverage of get_opportunities: "100"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was \"100\".","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: true
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was true.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was null.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: [1]
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an array.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: {}
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an object.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: 1e308
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e308.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: 1e400
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e400.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: -1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was -1.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: 0.0000000000000000001
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: 0
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: 0.5
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":0.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.5.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.5.","retryable":false,"field":"leverage"}},"id":1}

// leverage of get_opportunities: 201
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"leverage":201},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 201.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 201.","retryable":false,"field":"leverage"}},"id":1}

// amount of opportunity_detail: "100"
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was \"100\".","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: true
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was true.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: null
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was null.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: [1]
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an array.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: {}
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an object.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: 1e308
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e308.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: 1e400
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e400.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: -1
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -1.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: 0.0000000000000000001
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: 0
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: -0
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":-0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -0.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -0.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: 1000000000.01
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":1000000000.01},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1000000000.01.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1000000000.01.","retryable":false,"field":"amount"}},"id":1}

// amount of opportunity_detail: 12.5000000000000000001
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":12.5000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 12.5000000000000000001.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 12.5000000000000000001.","retryable":false,"field":"amount"}},"id":1}

// horizon_hours of opportunity_detail: "100"
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was \"100\".","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: true
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was true.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: null
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was null.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: [1]
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was an array.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: {}
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was an object.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: 1e308
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 1e308.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: 1e400
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 1e400.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: -1
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was -1.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: 0.0000000000000000001
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: 0
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: 0.99
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":0.99},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.99.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 0.99.","retryable":false,"field":"horizon_hours"}},"id":1}

// horizon_hours of opportunity_detail: 2160.01
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","horizon_hours":2160.01},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 2160.01.","data":{"code":"INVALID_PARAMS","message":"horizon_hours must be a number (hours), at least 1 and at most 2160, with at most 18 decimals; was 2160.01.","retryable":false,"field":"horizon_hours"}},"id":1}

// leverage of opportunity_detail: "100"
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was \"100\".","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: true
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was true.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: null
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was null.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: [1]
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an array.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: {}
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an object.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: 1e308
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e308.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: 1e400
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e400.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: -1
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was -1.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: 0.0000000000000000001
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: 0
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: 0.5
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":0.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.5.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.5.","retryable":false,"field":"leverage"}},"id":1}

// leverage of opportunity_detail: 201
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":"opp_0000000000000000000000b1","leverage":201},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 201.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 201.","retryable":false,"field":"leverage"}},"id":1}

// limit of get_opportunities: 0
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 0.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 0.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: -1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was -1.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was -1.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: 101
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":101},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 101.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 101.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: 1.5
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":1.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 1.5.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 1.5.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: 1e308
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 1e308.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 1e308.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: "20"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":"20"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was \"20\".","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was \"20\".","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was null.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was null.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: true
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was true.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was true.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: [1]
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was an array.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was an array.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunities: 20.0000000000000000001
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limit":20.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 20.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 20.0000000000000000001.","retryable":false,"field":"limit"}},"id":1}

// page of get_opportunities: 0
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"page":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was 0.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was 0.","retryable":false,"field":"page"}},"id":1}

// page of get_opportunities: -1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"page":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was -1.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was -1.","retryable":false,"field":"page"}},"id":1}

// page of get_opportunities: 1.5
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"page":1.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was 1.5.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was 1.5.","retryable":false,"field":"page"}},"id":1}

// page of get_opportunities: 1e308
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"page":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was 1e308.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was 1e308.","retryable":false,"field":"page"}},"id":1}

// page of get_opportunities: "1"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"page":"1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was \"1\".","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was \"1\".","retryable":false,"field":"page"}},"id":1}

// page of get_opportunities: 1000001
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"page":1000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was 1000001.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was 1000001.","retryable":false,"field":"page"}},"id":1}

// amount of execute_opportunity: "100"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was \"100\".","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was true.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was null.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an array.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was an object.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e308.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 1e400.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: -1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was -1.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 0.","retryable":false,"field":"amount"}},"id":1}

// amount of execute_opportunity: 12.5000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":12.5000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 12.5000000000000000001.","data":{"code":"INVALID_PARAMS","message":"amount must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; was 12.5000000000000000001.","retryable":false,"field":"amount"}},"id":1}

// leverage of execute_opportunity: "100"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was \"100\".","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was true.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was null.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an array.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was an object.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e308.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 1e400.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: -1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was -1.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: 0.5
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":0.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.5.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 0.5.","retryable":false,"field":"leverage"}},"id":1}

// leverage of execute_opportunity: 201
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":201},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 201.","data":{"code":"INVALID_PARAMS","message":"leverage must be a number, at least 1 and at most 200, with at most 18 decimals; was 201.","retryable":false,"field":"leverage"}},"id":1}

// max_slippage_bps of execute_opportunity: "100"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was \"100\".","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was true.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was null.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was an array.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was an object.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 1e308.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 1e400.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: -1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was -1.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 0.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of execute_opportunity: 10001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":10001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 10001.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 10001.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// min_net_apr of execute_opportunity: "100"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was \"100\".","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was true.","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was null.","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was an array.","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was an object.","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e308.","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was 1e400.","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: 1001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":1001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was 1001.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was 1001.","retryable":false,"field":"min_net_apr"}},"id":1}

// min_net_apr of execute_opportunity: -1001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"min_net_apr":-1001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was -1001.","data":{"code":"INVALID_PARAMS","message":"min_net_apr must be a number (fraction per year), at least -1000 and at most 1000, with at most 18 decimals; was -1001.","retryable":false,"field":"min_net_apr"}},"id":1}

// exit.max_hours of execute_opportunity: "100"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":"100"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was \"100\".","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":true}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was true.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":null}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was null.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":[1]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was an array.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":{}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was an object.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":1e308}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was 1e308.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":1e400}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was 1e400.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: -1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":-1}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was -1.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_hours of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_hours":0}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"exit.max_hours must be a number (hours), above 0 and at most 87600, with at most 18 decimals; was 0.","retryable":false,"field":"exit.max_hours"}},"id":1}

// exit.max_epochs of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_epochs":0}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_epochs must be a whole number from 1 to 100000; was 0.","data":{"code":"INVALID_PARAMS","message":"exit.max_epochs must be a whole number from 1 to 100000; was 0.","retryable":false,"field":"exit.max_epochs"}},"id":1}

// exit.max_epochs of execute_opportunity: -1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_epochs":-1}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_epochs must be a whole number from 1 to 100000; was -1.","data":{"code":"INVALID_PARAMS","message":"exit.max_epochs must be a whole number from 1 to 100000; was -1.","retryable":false,"field":"exit.max_epochs"}},"id":1}

// exit.max_epochs of execute_opportunity: 1.5
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_epochs":1.5}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_epochs must be a whole number from 1 to 100000; was 1.5.","data":{"code":"INVALID_PARAMS","message":"exit.max_epochs must be a whole number from 1 to 100000; was 1.5.","retryable":false,"field":"exit.max_epochs"}},"id":1}

// exit.max_epochs of execute_opportunity: "3"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_epochs":"3"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_epochs must be a whole number from 1 to 100000; was \"3\".","data":{"code":"INVALID_PARAMS","message":"exit.max_epochs must be a whole number from 1 to 100000; was \"3\".","retryable":false,"field":"exit.max_epochs"}},"id":1}

// exit.max_epochs of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_epochs":1e308}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_epochs must be a whole number from 1 to 100000; was 1e308.","data":{"code":"INVALID_PARAMS","message":"exit.max_epochs must be a whole number from 1 to 100000; was 1e308.","retryable":false,"field":"exit.max_epochs"}},"id":1}

// exit.max_epochs of execute_opportunity: 100001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"max_epochs":100001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_epochs must be a whole number from 1 to 100000; was 100001.","data":{"code":"INVALID_PARAMS","message":"exit.max_epochs must be a whole number from 1 to 100000; was 100001.","retryable":false,"field":"exit.max_epochs"}},"id":1}

// exit.take_profit_pct of execute_opportunity: "100"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":"100"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was \"100\".","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":true}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was true.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":null}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was null.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":[1]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was an array.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":{}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was an object.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":1e308}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 1e308.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":1e400}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 1e400.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: -1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":-1}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was -1.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":0}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 0.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.take_profit_pct of execute_opportunity: 10001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"take_profit_pct":10001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 10001.","data":{"code":"INVALID_PARAMS","message":"exit.take_profit_pct must be a number (percent), above 0 and at most 10000, with at most 18 decimals; was 10001.","retryable":false,"field":"exit.take_profit_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: "100"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":"100"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was \"100\".","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":true}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was true.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":null}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was null.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":[1]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was an array.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":{}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was an object.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":1e308}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 1e308.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":1e400}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 1e400.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: -1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":-1}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was -1.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":0}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 0.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.stop_loss_pct of execute_opportunity: 101
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"stop_loss_pct":101}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 101.","data":{"code":"INVALID_PARAMS","message":"exit.stop_loss_pct must be a number (percent), above 0 and at most 100, with at most 18 decimals; was 101.","retryable":false,"field":"exit.stop_loss_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: "100"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":"100"}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was \"100\".","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":true}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was true.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":null}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was null.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":[1]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was an array.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":{}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was an object.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":1e308}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 1e308.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":1e400}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 1e400.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: -1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":-1}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was -1.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":0.0000000000000000001}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":0}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 0.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// exit.min_liquidation_distance_pct of execute_opportunity: 101
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1", "amount":100, "exit":{"min_liquidation_distance_pct":101}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 101.","data":{"code":"INVALID_PARAMS","message":"exit.min_liquidation_distance_pct must be a number (percent of mark), above 0 and at most 100, with at most 18 decimals; was 101.","retryable":false,"field":"exit.min_liquidation_distance_pct"}},"id":1}

// leverage above the service's own limit
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"leverage":5.01},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: leverage must be at most 5, the limit of this service; was 5.01.","data":{"code":"INVALID_PARAMS","message":"leverage must be at most 5, the limit of this service; was 5.01.","retryable":false,"field":"leverage"}},"id":1}

// max_slippage_bps above the service's own limit
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"max_slippage_bps":100.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be at most 100, the limit of this service; was 100.5.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be at most 100, the limit of this service; was 100.5.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// share of close_execution: "100"
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was \"100\".","retryable":false,"field":"share"}},"id":1}

// share of close_execution: true
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was true.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: null
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was null.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: [1]
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was an array.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: {}
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was an object.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was 1e308.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was 1e400.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: -1
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was -1.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: 0
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was 0.","retryable":false,"field":"share"}},"id":1}

// share of close_execution: 1.000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","share":1.000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: share must be a number, above 0 and at most 1, with at most 18 decimals; was 1.000000000000000001.","data":{"code":"INVALID_PARAMS","message":"share must be a number, above 0 and at most 1, with at most 18 decimals; was 1.000000000000000001.","retryable":false,"field":"share"}},"id":1}

// max_slippage_bps of close_execution: "100"
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":"100"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was \"100\".","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was \"100\".","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: true
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was true.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was true.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: null
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was null.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was null.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: [1]
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was an array.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was an array.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: {}
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was an object.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was an object.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: 1e308
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":1e308},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 1e308.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 1e308.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: 1e400
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":1e400},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 1e400.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 1e400.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: -1
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was -1.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was -1.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: 0.0000000000000000001
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":0.0000000000000000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 0.0000000000000000001.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 0.0000000000000000001.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: 0
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 0.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 0.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution: 10001
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":10001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 10001.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be a number (basis points), above 0 and at most 10000, with at most 18 decimals; was 10001.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// max_slippage_bps of close_execution above the service's own limit
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","max_slippage_bps":101},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: max_slippage_bps must be at most 100, the limit of this service; was 101.","data":{"code":"INVALID_PARAMS","message":"max_slippage_bps must be at most 100, the limit of this service; was 101.","retryable":false,"field":"max_slippage_bps"}},"id":1}

// limit of portfolio_live: 0
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"limit":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 0.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 0.","retryable":false,"field":"limit"}},"id":1}

// limit of portfolio_live: 101
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"limit":101},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 101.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 101.","retryable":false,"field":"limit"}},"id":1}

// limit of portfolio_live: "5"
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"limit":"5"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was \"5\".","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was \"5\".","retryable":false,"field":"limit"}},"id":1}

// limit of portfolio_live: 2.5
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"limit":2.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 2.5.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 2.5.","retryable":false,"field":"limit"}},"id":1}

// page of portfolio_live: 0
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"page":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was 0.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was 0.","retryable":false,"field":"page"}},"id":1}

// page of portfolio_live: -2
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"page":-2},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was -2.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was -2.","retryable":false,"field":"page"}},"id":1}

// page of portfolio_live: "1"
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"page":"1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was \"1\".","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was \"1\".","retryable":false,"field":"page"}},"id":1}

// exchangepair of get_opportunities: 1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was 1.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of get_opportunities: true
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was true.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of get_opportunities: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was null.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of get_opportunities: [1]
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was an array.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of get_opportunities: {}
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was an object.","retryable":false,"field":"exchangepair"}},"id":1}

// q of get_opportunities: 1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"q":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was 1.","retryable":false,"field":"q"}},"id":1}

// q of get_opportunities: true
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"q":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was true.","retryable":false,"field":"q"}},"id":1}

// q of get_opportunities: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"q":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was null.","retryable":false,"field":"q"}},"id":1}

// q of get_opportunities: [1]
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"q":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was an array.","retryable":false,"field":"q"}},"id":1}

// q of get_opportunities: {}
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"q":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was an object.","retryable":false,"field":"q"}},"id":1}

// verdict of get_opportunities: "TRADE"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"verdict":"TRADE"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: verdict must be one of trade, no_trade, unknown; was \"TRADE\".","data":{"code":"INVALID_PARAMS","message":"verdict must be one of trade, no_trade, unknown; was \"TRADE\".","retryable":false,"field":"verdict"}},"id":1}

// verdict of get_opportunities: 1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"verdict":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: verdict must be one of trade, no_trade, unknown; was 1.","data":{"code":"INVALID_PARAMS","message":"verdict must be one of trade, no_trade, unknown; was 1.","retryable":false,"field":"verdict"}},"id":1}

// verdict of get_opportunities: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"verdict":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: verdict must be one of trade, no_trade, unknown; was null.","data":{"code":"INVALID_PARAMS","message":"verdict must be one of trade, no_trade, unknown; was null.","retryable":false,"field":"verdict"}},"id":1}

// verdict of get_opportunities: ["trade"]
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"verdict":["trade"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: verdict must be one of trade, no_trade, unknown; was an array.","data":{"code":"INVALID_PARAMS","message":"verdict must be one of trade, no_trade, unknown; was an array.","retryable":false,"field":"verdict"}},"id":1}

// tradable_only of get_opportunities: 1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"tradable_only":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: tradable_only must be a boolean; was 1.","data":{"code":"INVALID_PARAMS","message":"tradable_only must be a boolean; was 1.","retryable":false,"field":"tradable_only"}},"id":1}

// tradable_only of get_opportunities: "true"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"tradable_only":"true"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: tradable_only must be a boolean; was \"true\".","data":{"code":"INVALID_PARAMS","message":"tradable_only must be a boolean; was \"true\".","retryable":false,"field":"tradable_only"}},"id":1}

// tradable_only of get_opportunities: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"tradable_only":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: tradable_only must be a boolean; was null.","data":{"code":"INVALID_PARAMS","message":"tradable_only must be a boolean; was null.","retryable":false,"field":"tradable_only"}},"id":1}

// tradable_only of get_opportunities: 0
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"tradable_only":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: tradable_only must be a boolean; was 0.","data":{"code":"INVALID_PARAMS","message":"tradable_only must be a boolean; was 0.","retryable":false,"field":"tradable_only"}},"id":1}

// opportunity_id of opportunity_detail: 1
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was 1.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of opportunity_detail: true
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was true.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of opportunity_detail: null
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was null.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of opportunity_detail: [1]
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was an array.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of opportunity_detail: {}
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{"opportunity_id":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was an object.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of execute_opportunity: 1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"amount":100,"opportunity_id":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was 1.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"amount":100,"opportunity_id":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was true.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"amount":100,"opportunity_id":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was null.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"amount":100,"opportunity_id":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was an array.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"amount":100,"opportunity_id":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was an object.","retryable":false,"field":"opportunity_id"}},"id":1}

// idempotency_key of execute_opportunity: 1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"idempotency_key":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: idempotency_key must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"idempotency_key must be a string; was 1.","retryable":false,"field":"idempotency_key"}},"id":1}

// idempotency_key of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"idempotency_key":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: idempotency_key must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"idempotency_key must be a string; was true.","retryable":false,"field":"idempotency_key"}},"id":1}

// idempotency_key of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"idempotency_key":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: idempotency_key must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"idempotency_key must be a string; was null.","retryable":false,"field":"idempotency_key"}},"id":1}

// idempotency_key of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"idempotency_key":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: idempotency_key must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"idempotency_key must be a string; was an array.","retryable":false,"field":"idempotency_key"}},"id":1}

// idempotency_key of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"idempotency_key":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: idempotency_key must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"idempotency_key must be a string; was an object.","retryable":false,"field":"idempotency_key"}},"id":1}

// preview_id of execute_opportunity: 1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview_id":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview_id must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"preview_id must be a string; was 1.","retryable":false,"field":"preview_id"}},"id":1}

// preview_id of execute_opportunity: true
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview_id":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview_id must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"preview_id must be a string; was true.","retryable":false,"field":"preview_id"}},"id":1}

// preview_id of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview_id":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview_id must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"preview_id must be a string; was null.","retryable":false,"field":"preview_id"}},"id":1}

// preview_id of execute_opportunity: [1]
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview_id":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview_id must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"preview_id must be a string; was an array.","retryable":false,"field":"preview_id"}},"id":1}

// preview_id of execute_opportunity: {}
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview_id":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview_id must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"preview_id must be a string; was an object.","retryable":false,"field":"preview_id"}},"id":1}

// only_if_trade of execute_opportunity: 1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"only_if_trade":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: only_if_trade must be a boolean; was 1.","data":{"code":"INVALID_PARAMS","message":"only_if_trade must be a boolean; was 1.","retryable":false,"field":"only_if_trade"}},"id":1}

// only_if_trade of execute_opportunity: "true"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"only_if_trade":"true"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: only_if_trade must be a boolean; was \"true\".","data":{"code":"INVALID_PARAMS","message":"only_if_trade must be a boolean; was \"true\".","retryable":false,"field":"only_if_trade"}},"id":1}

// only_if_trade of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"only_if_trade":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: only_if_trade must be a boolean; was null.","data":{"code":"INVALID_PARAMS","message":"only_if_trade must be a boolean; was null.","retryable":false,"field":"only_if_trade"}},"id":1}

// only_if_trade of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"only_if_trade":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: only_if_trade must be a boolean; was 0.","data":{"code":"INVALID_PARAMS","message":"only_if_trade must be a boolean; was 0.","retryable":false,"field":"only_if_trade"}},"id":1}

// preview of execute_opportunity: 1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview must be a boolean; was 1.","data":{"code":"INVALID_PARAMS","message":"preview must be a boolean; was 1.","retryable":false,"field":"preview"}},"id":1}

// preview of execute_opportunity: "true"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview":"true"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview must be a boolean; was \"true\".","data":{"code":"INVALID_PARAMS","message":"preview must be a boolean; was \"true\".","retryable":false,"field":"preview"}},"id":1}

// preview of execute_opportunity: null
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview must be a boolean; was null.","data":{"code":"INVALID_PARAMS","message":"preview must be a boolean; was null.","retryable":false,"field":"preview"}},"id":1}

// preview of execute_opportunity: 0
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"preview":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: preview must be a boolean; was 0.","data":{"code":"INVALID_PARAMS","message":"preview must be a boolean; was 0.","retryable":false,"field":"preview"}},"id":1}

// execution_id of portfolio_live: 1
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"execution_id":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was 1.","retryable":false,"field":"execution_id"}},"id":1}

// execution_id of portfolio_live: true
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"execution_id":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was true.","retryable":false,"field":"execution_id"}},"id":1}

// execution_id of portfolio_live: null
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"execution_id":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was null.","retryable":false,"field":"execution_id"}},"id":1}

// execution_id of portfolio_live: [1]
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"execution_id":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was an array.","retryable":false,"field":"execution_id"}},"id":1}

// execution_id of portfolio_live: {}
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"execution_id":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was an object.","retryable":false,"field":"execution_id"}},"id":1}

// include_closed of portfolio_live: 1
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"include_closed":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: include_closed must be a boolean; was 1.","data":{"code":"INVALID_PARAMS","message":"include_closed must be a boolean; was 1.","retryable":false,"field":"include_closed"}},"id":1}

// include_closed of portfolio_live: "true"
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"include_closed":"true"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: include_closed must be a boolean; was \"true\".","data":{"code":"INVALID_PARAMS","message":"include_closed must be a boolean; was \"true\".","retryable":false,"field":"include_closed"}},"id":1}

// include_closed of portfolio_live: null
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"include_closed":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: include_closed must be a boolean; was null.","data":{"code":"INVALID_PARAMS","message":"include_closed must be a boolean; was null.","retryable":false,"field":"include_closed"}},"id":1}

// include_closed of portfolio_live: 0
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"include_closed":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: include_closed must be a boolean; was 0.","data":{"code":"INVALID_PARAMS","message":"include_closed must be a boolean; was 0.","retryable":false,"field":"include_closed"}},"id":1}

// execution_id of close_execution: 1
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was 1.","retryable":false,"field":"execution_id"}},"id":1}

// execution_id of close_execution: true
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was true.","retryable":false,"field":"execution_id"}},"id":1}

// execution_id of close_execution: null
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was null.","retryable":false,"field":"execution_id"}},"id":1}

// execution_id of close_execution: [1]
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was an array.","retryable":false,"field":"execution_id"}},"id":1}

// execution_id of close_execution: {}
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"execution_id must be a string; was an object.","retryable":false,"field":"execution_id"}},"id":1}

// symbol of check_pair_status: 1
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: symbol must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"symbol must be a string; was 1.","retryable":false,"field":"symbol"}},"id":1}

// symbol of check_pair_status: true
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: symbol must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"symbol must be a string; was true.","retryable":false,"field":"symbol"}},"id":1}

// symbol of check_pair_status: null
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: symbol must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"symbol must be a string; was null.","retryable":false,"field":"symbol"}},"id":1}

// symbol of check_pair_status: [1]
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: symbol must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"symbol must be a string; was an array.","retryable":false,"field":"symbol"}},"id":1}

// symbol of check_pair_status: {}
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","symbol":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: symbol must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"symbol must be a string; was an object.","retryable":false,"field":"symbol"}},"id":1}

// exchangepair of check_pair_status: 1
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was 1.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of check_pair_status: true
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was true.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of check_pair_status: null
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was null.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of check_pair_status: [1]
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was an array.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of check_pair_status: {}
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was an object.","retryable":false,"field":"exchangepair"}},"id":1}

// exit is an object
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":100,"exit":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit must be an object; was an array.","data":{"code":"INVALID_PARAMS","message":"exit must be an object; was an array.","retryable":false,"field":"exit"}},"id":1}

// an unknown exit rule
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":100,"exit":{"max_hour":3}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.max_hour is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"exit.max_hour is not a parameter of this method; unknown members are refused.","retryable":false,"field":"exit.max_hour"}},"id":1}

// an exit rule named __proto__
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":100,"exit":{"__proto__":{"max_hours":1}}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exit.__proto__ is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"exit.__proto__ is not a parameter of this method; unknown members are refused.","retryable":false,"field":"exit.__proto__"}},"id":1}

// sortby: "profit"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"sortby":"profit"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: sortby must be one of spread, apr, net_apr, funding_delta, epoch_hours, break_even_hours, reversal_probability, risk_score, liquidity_score, max_amount, min_amount, volume, next_funding_time, symbol; was \"profit\".","data":{"code":"INVALID_PARAMS","message":"sortby must be one of spread, apr, net_apr, funding_delta, epoch_hours, break_even_hours, reversal_probability, risk_score, liquidity_score, max_amount, min_amount, volume, next_funding_time, symbol; was \"profit\".","retryable":false,"field":"sortby"}},"id":1}

// sortby: "SPREAD"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"sortby":"SPREAD"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: sortby must be one of spread, apr, net_apr, funding_delta, epoch_hours, break_even_hours, reversal_probability, risk_score, liquidity_score, max_amount, min_amount, volume, next_funding_time, symbol; was \"SPREAD\".","data":{"code":"INVALID_PARAMS","message":"sortby must be one of spread, apr, net_apr, funding_delta, epoch_hours, break_even_hours, reversal_probability, risk_score, liquidity_score, max_amount, min_amount, volume, next_funding_time, symbol; was \"SPREAD\".","retryable":false,"field":"sortby"}},"id":1}

// sortby: 1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"sortby":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: sortby must be one of spread, apr, net_apr, funding_delta, epoch_hours, break_even_hours, reversal_probability, risk_score, liquidity_score, max_amount, min_amount, volume, next_funding_time, symbol; was 1.","data":{"code":"INVALID_PARAMS","message":"sortby must be one of spread, apr, net_apr, funding_delta, epoch_hours, break_even_hours, reversal_probability, risk_score, liquidity_score, max_amount, min_amount, volume, next_funding_time, symbol; was 1.","retryable":false,"field":"sortby"}},"id":1}

// sortby: null
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"sortby":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: sortby must be one of spread, apr, net_apr, funding_delta, epoch_hours, break_even_hours, reversal_probability, risk_score, liquidity_score, max_amount, min_amount, volume, next_funding_time, symbol; was null.","data":{"code":"INVALID_PARAMS","message":"sortby must be one of spread, apr, net_apr, funding_delta, epoch_hours, break_even_hours, reversal_probability, risk_score, liquidity_score, max_amount, min_amount, volume, next_funding_time, symbol; was null.","retryable":false,"field":"sortby"}},"id":1}

// mode of a list: "fast"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"mode":"fast"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: mode must be one of auto, grid, single-direct, single-delay; was \"fast\".","data":{"code":"INVALID_PARAMS","message":"mode must be one of auto, grid, single-direct, single-delay; was \"fast\".","retryable":false,"field":"mode"}},"id":1}

// mode of an execution: "fast"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":100,"mode":"fast"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: mode must be one of auto, grid, single-direct, single-delay; was \"fast\".","data":{"code":"INVALID_PARAMS","message":"mode must be one of auto, grid, single-direct, single-delay; was \"fast\".","retryable":false,"field":"mode"}},"id":1}

// mode of a list: "Grid"
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"mode":"Grid"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: mode must be one of auto, grid, single-direct, single-delay; was \"Grid\".","data":{"code":"INVALID_PARAMS","message":"mode must be one of auto, grid, single-direct, single-delay; was \"Grid\".","retryable":false,"field":"mode"}},"id":1}

// mode of an execution: "Grid"
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":100,"mode":"Grid"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: mode must be one of auto, grid, single-direct, single-delay; was \"Grid\".","data":{"code":"INVALID_PARAMS","message":"mode must be one of auto, grid, single-direct, single-delay; was \"Grid\".","retryable":false,"field":"mode"}},"id":1}

// mode of a list: 1
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"mode":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: mode must be one of auto, grid, single-direct, single-delay; was 1.","data":{"code":"INVALID_PARAMS","message":"mode must be one of auto, grid, single-direct, single-delay; was 1.","retryable":false,"field":"mode"}},"id":1}

// mode of an execution: 1
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":100,"mode":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: mode must be one of auto, grid, single-direct, single-delay; was 1.","data":{"code":"INVALID_PARAMS","message":"mode must be one of auto, grid, single-direct, single-delay; was 1.","retryable":false,"field":"mode"}},"id":1}

// an empty exchange pair
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"exchangepair":""},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must have at least 1 character; was \"\".","data":{"code":"INVALID_PARAMS","message":"exchangepair must have at least 1 character; was \"\".","retryable":false,"field":"exchangepair"}},"id":1}

// an idempotency key of 65 characters
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":100,"idempotency_key":"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: idempotency_key must have at most 64 characters; was \"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\u2026\".","data":{"code":"INVALID_PARAMS","message":"idempotency_key must have at most 64 characters; was \"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\u2026\".","retryable":false,"field":"idempotency_key"}},"id":1}

// a misspelt limit
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"limt":5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limt is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"limt is not a parameter of this method; unknown members are refused.","retryable":false,"field":"limt"}},"id":1}

// a misspelt guard
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":100,"min_apr":0.1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: min_apr is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"min_apr is not a parameter of this method; unknown members are refused.","retryable":false,"field":"min_apr"}},"id":1}

// an unknown member of the portfolio
:: token full
>> {"jsonrpc":"2.0","method":"portfolio_live","params":{"user_id":"bob"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: user_id is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"user_id is not a parameter of this method; unknown members are refused.","retryable":false,"field":"user_id"}},"id":1}

// an unknown member of the close
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"exec_1","force":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: force is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"force is not a parameter of this method; unknown members are refused.","retryable":false,"field":"force"}},"id":1}

// an unknown member of the status
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin","venue":"bybit"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: venue is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"venue is not a parameter of this method; unknown members are refused.","retryable":false,"field":"venue"}},"id":1}

// an unknown member of the pairs
>> {"jsonrpc":"2.0","method":"exchange_pair","params":{"active":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: active is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"active is not a parameter of this method; unknown members are refused.","retryable":false,"field":"active"}},"id":1}

// no opportunity
>> {"jsonrpc":"2.0","method":"opportunity_detail","params":{},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id is required and must be a string; it was absent.","data":{"code":"INVALID_PARAMS","message":"opportunity_id is required and must be a string; it was absent.","retryable":false,"field":"opportunity_id"}},"id":1}

// no amount
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: amount is required and must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; it was absent.","data":{"code":"INVALID_PARAMS","message":"amount is required and must be a number (USD), above 0 and at most 1000000000, with at most 18 decimals; it was absent.","retryable":false,"field":"amount"}},"id":1}

// no execution
:: token full
>> {"jsonrpc":"2.0","method":"close_execution","params":{},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: execution_id is required and must be a string; it was absent.","data":{"code":"INVALID_PARAMS","message":"execution_id is required and must be a string; it was absent.","retryable":false,"field":"execution_id"}},"id":1}

// nothing at all: the first fault is named and all are listed
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id is required and must be a string; it was absent.","data":{"code":"INVALID_PARAMS","message":"opportunity_id is required and must be a string; it was absent.","retryable":false,"field":"opportunity_id","faults":"<array>"}},"id":1}

// exchangepair of get_opportunity_lives: 1
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"exchangepair":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was 1.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of get_opportunity_lives: true
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"exchangepair":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was true.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of get_opportunity_lives: null
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"exchangepair":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was null.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of get_opportunity_lives: [1]
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"exchangepair":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was an array.","retryable":false,"field":"exchangepair"}},"id":1}

// exchangepair of get_opportunity_lives: {}
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"exchangepair":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: exchangepair must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"exchangepair must be a string; was an object.","retryable":false,"field":"exchangepair"}},"id":1}

// q of get_opportunity_lives: 1
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"q":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was 1.","retryable":false,"field":"q"}},"id":1}

// q of get_opportunity_lives: true
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"q":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was true.","retryable":false,"field":"q"}},"id":1}

// q of get_opportunity_lives: null
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"q":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was null.","retryable":false,"field":"q"}},"id":1}

// q of get_opportunity_lives: [1]
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"q":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was an array.","retryable":false,"field":"q"}},"id":1}

// q of get_opportunity_lives: {}
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"q":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: q must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"q must be a string; was an object.","retryable":false,"field":"q"}},"id":1}

// opportunity_id of get_opportunity_lives: 1
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"opportunity_id":1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was 1.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was 1.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of get_opportunity_lives: true
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"opportunity_id":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was true.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was true.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of get_opportunity_lives: null
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"opportunity_id":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was null.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was null.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of get_opportunity_lives: [1]
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"opportunity_id":[1]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was an array.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was an array.","retryable":false,"field":"opportunity_id"}},"id":1}

// opportunity_id of get_opportunity_lives: {}
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"opportunity_id":{}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: opportunity_id must be a string; was an object.","data":{"code":"INVALID_PARAMS","message":"opportunity_id must be a string; was an object.","retryable":false,"field":"opportunity_id"}},"id":1}

// state of get_opportunity_lives: "closed"
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"state":"closed"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: state must be one of all, open, ended; was \"closed\".","data":{"code":"INVALID_PARAMS","message":"state must be one of all, open, ended; was \"closed\".","retryable":false,"field":"state"}},"id":1}

// state of get_opportunity_lives: null
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"state":null},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: state must be one of all, open, ended; was null.","data":{"code":"INVALID_PARAMS","message":"state must be one of all, open, ended; was null.","retryable":false,"field":"state"}},"id":1}

// limit of get_opportunity_lives: 0
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"limit":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 0.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 0.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunity_lives: 101
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"limit":101},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 101.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 101.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunity_lives: 1.5
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"limit":1.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was 1.5.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was 1.5.","retryable":false,"field":"limit"}},"id":1}

// limit of get_opportunity_lives: "20"
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"limit":"20"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 100; was \"20\".","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 100; was \"20\".","retryable":false,"field":"limit"}},"id":1}

// page of get_opportunity_lives: 0
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"page":0},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was 0.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was 0.","retryable":false,"field":"page"}},"id":1}

// page of get_opportunity_lives: 1000001
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"page":1000001},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was 1000001.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was 1000001.","retryable":false,"field":"page"}},"id":1}

// page of get_opportunity_lives: -1
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"page":-1},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: page must be a whole number from 1 to 1000000; was -1.","data":{"code":"INVALID_PARAMS","message":"page must be a whole number from 1 to 1000000; was -1.","retryable":false,"field":"page"}},"id":1}

// a member that get_opportunity_lives does not have
>> {"jsonrpc":"2.0","method":"get_opportunity_lives","params":{"symbol":"BTCUSDT"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: symbol is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"symbol is not a parameter of this method; unknown members are refused.","retryable":false,"field":"symbol"}},"id":1}
