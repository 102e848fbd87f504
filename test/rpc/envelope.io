// The simplest call
>> {"jsonrpc":"2.0","method":"test","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"status":"ok","service":"carrywire","version":"<match:^\\d+\\.\\d+\\.\\d+>","time":"<instant>","uptime_seconds":"<integer>","trading_mode":"simulated"},"id":1}

// Rejects JSON that is nested too deeply
>> {"jsonrpc":"2.0","method":"test","params":{"a":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","message":"The JSON is nested more than 32 levels deep.","retryable":false}},"id":null}

// Rejects a duplicate member: a program must not choose between the two
>> {"jsonrpc":"2.0","method":"test","params":{},"params":{},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","message":"The JSON has a duplicate member in one object: \"params\".","retryable":false}},"id":null}

// Treats null params as absent
>> {"jsonrpc":"2.0","method":"test","params":null,"id":2}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":2}

// The same holds in a batch
>> [{"jsonrpc":"2.0","method":"test","params":null,"id":2}]
<< [{"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":2}]

// Treats absent params as an empty object
>> {"jsonrpc":"2.0","method":"test","id":2}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":2}

// A string id is echoed
>> {"jsonrpc":"2.0","method":"test","id":"a \"quoted\" \u20ac id"}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":"a \"quoted\" \u20ac id"}

// An empty string is an id
>> {"jsonrpc":"2.0","method":"test","id":""}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":""}

// A null id is an id, not a notification
>> {"jsonrpc":"2.0","method":"test","id":null}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":null}

// A fraction is echoed
>> {"jsonrpc":"2.0","method":"test","id":1.5}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":1.5}

// A negative id is echoed; white space around the body is ignored
>>   {"jsonrpc":"2.0","method":"test","id":-7}
>>
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":-7}

// Rejects an object as id, with id null
>> {"jsonrpc":"2.0","method":"test","id":{"a":1}}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","message":"id must be a string, a number or null; was an object.","retryable":false,"field":"id"}},"id":null}

// Rejects an array as id
>> {"jsonrpc":"2.0","method":"test","id":[1]}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","field":"id","<more>":true}},"id":null}

// Rejects a boolean as id
>> {"jsonrpc":"2.0","method":"test","id":true}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","field":"id","<more>":true}},"id":null}

// Not JSON
>> {"jsonrpc": "2.0", "method": "test", "id": 1
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"code":"PARSE_ERROR","message":"<string>","retryable":false}},"id":null}

// NaN is not JSON
>> {"jsonrpc":"2.0","method":"get_opportunities","params":{"amount":NaN},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"code":"PARSE_ERROR","<more>":true}},"id":null}

// A body that is not UTF-8 is not JSON
:: body hex 7b226a736f6e727063223a22322e30222c226d6574686f64223a2274657374222c226964223a22ff227d
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"code":"PARSE_ERROR","<more>":true}},"id":null}

// An empty body is not JSON
:: header content-type: application/json
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"code":"PARSE_ERROR","<more>":true}},"id":null}

// Rejects nesting deeper than 32 levels
:: body repeat 80 [
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","message":"<match:more than 32 levels deep>","retryable":false}},"id":null}

// Brackets inside a string do not count as nesting
>> {"jsonrpc":"2.0","method":"test","id":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"{{{{{{{{{{"}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":"<match:^\\[{40}\"\\{{10}$>"}

// A number is not a request
>> 42
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","message":"A request must be an object; was 42.","retryable":false}},"id":null}

// Null is not a request
>> null
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","<more>":true}},"id":null}

// An empty object is not a request
>> {}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","message":"jsonrpc must be \"2.0\"; was absent.","retryable":false,"field":"jsonrpc"}},"id":null}

// jsonrpc must be a string
>> {"jsonrpc":2.0,"method":"test","id":3}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","message":"jsonrpc must be \"2.0\"; was 2.0.","retryable":false,"field":"jsonrpc"}},"id":3}

// Version 1 is not supported
>> {"jsonrpc":"1.0","method":"test","id":4}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"jsonrpc","<more>":true}},"id":4}

// method must be a string
>> {"jsonrpc":"2.0","method":1,"id":5}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"method","<more>":true}},"id":5}

// A request without method or id gets an answer, because it is not a notification
>> {"jsonrpc":"2.0"}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"method","<more>":true}},"id":null}

// params must be an object or an array
>> {"jsonrpc":"2.0","method":"test","params":"none","id":6}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"params","message":"params must be an object; was \"none\".","<more>":true}},"id":6}

// Params by position
>> {"jsonrpc":"2.0","method":"test","params":[],"id":8}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: params must be an object of named members; was an array.","data":{"code":"INVALID_PARAMS","message":"params must be an object of named members; was an array.","retryable":false,"field":"params"}},"id":8}

// An unknown method gets the list of known methods
>> {"jsonrpc":"2.0","method":"get_oportunities","params":{},"id":9}
<< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":{"code":"METHOD_NOT_FOUND","message":"<match:\"get_oportunities\".*get_opportunities>","retryable":false}},"id":9}

// A name from Object.prototype is not a method
>> {"jsonrpc":"2.0","method":"__proto__","id":10}
<< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":"<object>"},"id":10}

// The same holds for another such name
>> {"jsonrpc":"2.0","method":"constructor","id":11}
<< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":"<object>"},"id":11}

// Method names are case sensitive
>> {"jsonrpc":"2.0","method":"Test","id":12}
<< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":"<object>"},"id":12}

// Rejects an unknown member of params
>> {"jsonrpc":"2.0","method":"test","params":{"verbose":true},"id":13}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: verbose is not a parameter of this method; unknown members are refused.","data":{"code":"INVALID_PARAMS","message":"verbose is not a parameter of this method; unknown members are refused.","retryable":false,"field":"verbose"}},"id":13}

// Treats a member named __proto__ like any other
>> {"jsonrpc":"2.0","method":"test","params":{"__proto__":{"polluted":true}},"id":14}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"__proto__","<more>":true}},"id":14}

// It changes nothing for the next call
>> {"jsonrpc":"2.0","method":"test","params":{},"id":15}
<< {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":15}
