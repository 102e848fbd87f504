// A notification has no answer
>> {"jsonrpc":"2.0","method":"test","params":{}}
=> 204

// A failed notification has no answer
>> {"jsonrpc":"2.0","method":"no_such_method"}
=> 204

// A notification with positional params has no answer
>> {"jsonrpc":"2.0","method":"test","params":[1]}
=> 204

// A notification of a method that needs a token has no answer
>> {"jsonrpc":"2.0","method":"portfolio_live"}
=> 204

// A batch is answered entry by entry
>> [{"jsonrpc":"2.0","method":"test","id":1},{"jsonrpc":"2.0","method":"nope","id":"two"},{"jsonrpc":"2.0","method":"test","id":null}]
<< ["<unordered>",
<<  {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":1},
<<  {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":"<object>"},"id":"two"},
<<  {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":null}]

// An empty batch
>> []
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"BATCH_EMPTY","message":"A batch must have at least one entry; this one is empty.","retryable":false}},"id":null}

// Each invalid entry gets its own answer
>> [1,"two",[]]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"INVALID_REQUEST","<more>":true}},"id":null}]

// A batch of one is an array
>> [{"jsonrpc":"2.0","method":"test","id":1}]
<< [{"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":1}]

// Notifications in a batch have no answer
>> [{"jsonrpc":"2.0","method":"test"},{"jsonrpc":"2.0","method":"test","id":5},{"jsonrpc":"2.0","method":"nope"}]
<< [{"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":5}]

// A batch of notifications alone has no answer
>> [{"jsonrpc":"2.0","method":"test"},{"jsonrpc":"2.0","method":"test"}]
=> 204

// A malformed batch gets one parse error
>> [{"jsonrpc":"2.0","method":"test","id":1},
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":"<object>"},"id":null}

// A batch has status 200 and each entry has its own error
>> [{"jsonrpc":"2.0","method":"portfolio_live","id":1},{"jsonrpc":"2.0","method":"test","id":2}]
=> 200
<< ["<unordered>",
<<  {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","message":"<string>","retryable":false}},"id":1},
<<  {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":2}]

// Accepts a batch of fifty entries
>> [{"jsonrpc":"2.0","method":"test","id":0},{"jsonrpc":"2.0","method":"test","id":1},{"jsonrpc":"2.0","method":"test","id":2},{"jsonrpc":"2.0","method":"test","id":3},{"jsonrpc":"2.0","method":"test","id":4},{"jsonrpc":"2.0","method":"test","id":5},{"jsonrpc":"2.0","method":"test","id":6},{"jsonrpc":"2.0","method":"test","id":7},{"jsonrpc":"2.0","method":"test","id":8},{"jsonrpc":"2.0","method":"test","id":9},{"jsonrpc":"2.0","method":"test","id":10},{"jsonrpc":"2.0","method":"test","id":11},{"jsonrpc":"2.0","method":"test","id":12},{"jsonrpc":"2.0","method":"test","id":13},{"jsonrpc":"2.0","method":"test","id":14},{"jsonrpc":"2.0","method":"test","id":15},{"jsonrpc":"2.0","method":"test","id":16},{"jsonrpc":"2.0","method":"test","id":17},{"jsonrpc":"2.0","method":"test","id":18},{"jsonrpc":"2.0","method":"test","id":19},{"jsonrpc":"2.0","method":"test","id":20},{"jsonrpc":"2.0","method":"test","id":21},{"jsonrpc":"2.0","method":"test","id":22},{"jsonrpc":"2.0","method":"test","id":23},{"jsonrpc":"2.0","method":"test","id":24},{"jsonrpc":"2.0","method":"test","id":25},{"jsonrpc":"2.0","method":"test","id":26},{"jsonrpc":"2.0","method":"test","id":27},{"jsonrpc":"2.0","method":"test","id":28},{"jsonrpc":"2.0","method":"test","id":29},{"jsonrpc":"2.0","method":"test","id":30},{"jsonrpc":"2.0","method":"test","id":31},{"jsonrpc":"2.0","method":"test","id":32},{"jsonrpc":"2.0","method":"test","id":33},{"jsonrpc":"2.0","method":"test","id":34},{"jsonrpc":"2.0","method":"test","id":35},{"jsonrpc":"2.0","method":"test","id":36},{"jsonrpc":"2.0","method":"test","id":37},{"jsonrpc":"2.0","method":"test","id":38},{"jsonrpc":"2.0","method":"test","id":39},{"jsonrpc":"2.0","method":"test","id":40},{"jsonrpc":"2.0","method":"test","id":41},{"jsonrpc":"2.0","method":"test","id":42},{"jsonrpc":"2.0","method":"test","id":43},{"jsonrpc":"2.0","method":"test","id":44},{"jsonrpc":"2.0","method":"test","id":45},{"jsonrpc":"2.0","method":"test","id":46},{"jsonrpc":"2.0","method":"test","id":47},{"jsonrpc":"2.0","method":"test","id":48},{"jsonrpc":"2.0","method":"test","id":49}]
<< ["<each>",{"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":"<integer>"}]

// Rejects fifty-one entries and runs none
>> [{"jsonrpc":"2.0","method":"test","id":0},{"jsonrpc":"2.0","method":"test","id":1},{"jsonrpc":"2.0","method":"test","id":2},{"jsonrpc":"2.0","method":"test","id":3},{"jsonrpc":"2.0","method":"test","id":4},{"jsonrpc":"2.0","method":"test","id":5},{"jsonrpc":"2.0","method":"test","id":6},{"jsonrpc":"2.0","method":"test","id":7},{"jsonrpc":"2.0","method":"test","id":8},{"jsonrpc":"2.0","method":"test","id":9},{"jsonrpc":"2.0","method":"test","id":10},{"jsonrpc":"2.0","method":"test","id":11},{"jsonrpc":"2.0","method":"test","id":12},{"jsonrpc":"2.0","method":"test","id":13},{"jsonrpc":"2.0","method":"test","id":14},{"jsonrpc":"2.0","method":"test","id":15},{"jsonrpc":"2.0","method":"test","id":16},{"jsonrpc":"2.0","method":"test","id":17},{"jsonrpc":"2.0","method":"test","id":18},{"jsonrpc":"2.0","method":"test","id":19},{"jsonrpc":"2.0","method":"test","id":20},{"jsonrpc":"2.0","method":"test","id":21},{"jsonrpc":"2.0","method":"test","id":22},{"jsonrpc":"2.0","method":"test","id":23},{"jsonrpc":"2.0","method":"test","id":24},{"jsonrpc":"2.0","method":"test","id":25},{"jsonrpc":"2.0","method":"test","id":26},{"jsonrpc":"2.0","method":"test","id":27},{"jsonrpc":"2.0","method":"test","id":28},{"jsonrpc":"2.0","method":"test","id":29},{"jsonrpc":"2.0","method":"test","id":30},{"jsonrpc":"2.0","method":"test","id":31},{"jsonrpc":"2.0","method":"test","id":32},{"jsonrpc":"2.0","method":"test","id":33},{"jsonrpc":"2.0","method":"test","id":34},{"jsonrpc":"2.0","method":"test","id":35},{"jsonrpc":"2.0","method":"test","id":36},{"jsonrpc":"2.0","method":"test","id":37},{"jsonrpc":"2.0","method":"test","id":38},{"jsonrpc":"2.0","method":"test","id":39},{"jsonrpc":"2.0","method":"test","id":40},{"jsonrpc":"2.0","method":"test","id":41},{"jsonrpc":"2.0","method":"test","id":42},{"jsonrpc":"2.0","method":"test","id":43},{"jsonrpc":"2.0","method":"test","id":44},{"jsonrpc":"2.0","method":"test","id":45},{"jsonrpc":"2.0","method":"test","id":46},{"jsonrpc":"2.0","method":"test","id":47},{"jsonrpc":"2.0","method":"test","id":48},{"jsonrpc":"2.0","method":"test","id":49},{"jsonrpc":"2.0","method":"test","id":50}]
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"BATCH_TOO_LARGE","message":"A batch must have at most 50 entries; this one has 51.","retryable":false,"limit":50}},"id":null}

// rpc.discover runs outside a batch only
>> [{"jsonrpc":"2.0","method":"rpc.discover","id":1},{"jsonrpc":"2.0","method":"test","id":2}]
<< ["<unordered>",
<<  {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_IN_BATCH","message":"rpc.discover is not allowed in a batch. Call it alone.","retryable":false}},"id":1},
<<  {"jsonrpc":"2.0","result":{"status":"ok","<more>":true},"id":2}]
