:: only in-process

// The choices name data and policies, and no paths; a user without replays gets an empty list
:: token replay-of-other-user
>> {"jsonrpc":"2.0","method":"replay_status","id":1}
<< {"jsonrpc":"2.0","result":{"replays":[],"choices":{"enabled":true,"queue_max":2,"data":["recordings","year"],"names":{"year":{"exchanges":["binance","bybit"],"coins":["BTC","ETH"]}},"policies":[{"name":"month-mean","description":"<string>","settings":[{"name":"enter","kind":"number","default":0.05,"min":0,"max":100,"unit":"<string>","meaning":"<string>"}]},{"name":"mine.ts","description":null,"settings":null}],"rules":["TOO_GOOD","THIN_BOOK"]}},"id":1}

// A replay is queued at once
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean","set":{"enter":0.08},"capital":25000,"from":"2025-11-01","until":"2026-11-01T00:00:00Z","fees":{"bybit":{"taker_bps":5.5,"maker_bps":-0.5}},"without":["TOO_GOOD"]},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"replay_id":"<set:done>","status":"complete"},"id":1}

// The status repeats the order with its defaults
:: token replay
>> {"jsonrpc":"2.0","method":"replay_status","params":{"replay_id":"{{done}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"replays":[{"replay_id":"{{done}}","status":"complete","status_reason":null,"created_at":"<instant>","started_at":"<instant>","ended_at":"<instant>","ahead":null,"progress":null,"report":"/replay/{{done}}/report.html","request":{"data":"year","policy":"month-mean","set":{"enter":0.08},"sweep":{},"capital":25000,"exchanges":null,"coins":null,"users":"one","from":"2025-11-01T00:00:00.000Z","until":"2026-11-01T00:00:00.000Z","grade":null,"walk_forward":null,"fees":{"bybit":{"taker_bps":5.5,"maker_bps":-0.5}},"slippage_bps":2,"impact_bps":1,"publication_lag_s":5,"cash_rate_pct":4,"without":["TOO_GOOD"],"compare":true,"seed":1}}],"choices":"<object>"},"id":1}

// The summary is the default part
:: token replay
>> {"jsonrpc":"2.0","method":"replay_result","params":{"replay_id":"{{done}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"replay_id":"{{done}}","part":"summary","report":"/replay/{{done}}/report.html","summary":{"outcome":{"net_per_year":0.0131,"<more>":true},"<more>":true}},"id":1}

// A replay without a sweep has no trials
:: token replay
>> {"jsonrpc":"2.0","method":"replay_result","params":{"replay_id":"{{done}}","part":"sweep"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"REPLAY_NO_RESULT","message":"The result of this replay has no part \"sweep\".","retryable":false}},"id":1}

// A path is not a name of data
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"/etc","policy":"month-mean"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"data must be one of recordings, year; was \"/etc\".","field":"data","retryable":false}},"id":1}

// A path is not a name of a policy
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"../mine.ts"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"policy must be one of month-mean, mine.ts; was \"../mine.ts\".","field":"policy","retryable":false}},"id":1}

// An unknown rule cannot be switched off
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean","without":["THIN_BOOK","ALL"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"without.1 must be one of TOO_GOOD, THIN_BOOK; was \"ALL\".","field":"without.1","retryable":false}},"id":1}

// A setting is a number, a text or true or false
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean","set":{"enter":[1]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"set.enter must be a number, a text of at most 200 characters, true or false; was an array.","field":"set.enter","retryable":false}},"id":1}

// A sweep has at most 1,000 trials
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean","sweep":{"a":[1,2,3,4,5,6,7,8,9,10,11],"b":[1,2,3,4,5,6,7,8,9,10,11],"c":[1,2,3,4,5,6,7,8,9,10]}},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"The sweep has 1210 combinations of settings; at most 1000 are possible.","field":"sweep","retryable":false}},"id":1}

// The span must not be empty
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean","from":"2026-01-02","until":"2026-01-01"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"<string>","field":"from","retryable":false}},"id":1}

// Two replays wait
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean","coins":["BTC"]},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"replay_id":"<set:waiting>","status":"queued"},"id":1}

// The second one
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean","coins":["BTC"]},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"replay_id":"<string>","status":"queued"},"id":1}

// A third one does not fit
:: token replay
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean","coins":["BTC"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"REPLAY_QUEUE_FULL","message":"You have 2 waiting replays, which is the limit. Wait for one to end, or cancel one.","limit":2,"retryable":true}},"id":1}

// A waiting replay has no result yet
:: token replay
>> {"jsonrpc":"2.0","method":"replay_result","params":{"replay_id":"{{waiting}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"REPLAY_NOT_DONE","message":"The replay has no result yet. Read replay_status until it ends.","retryable":true}},"id":1}

// Another user cannot cancel it
:: token replay-of-other-user
>> {"jsonrpc":"2.0","method":"replay_cancel","params":{"replay_id":"{{waiting}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_REPLAY","message":"replay_id must name one of your replays; was \"{{waiting}}\".","field":"replay_id","retryable":false}},"id":1}

// Its user can
:: token replay
>> {"jsonrpc":"2.0","method":"replay_cancel","params":{"replay_id":"{{waiting}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"replay_id":"{{waiting}}","status":"canceled"},"id":1}

// A canceled replay has no result, and says why
:: token replay
>> {"jsonrpc":"2.0","method":"replay_result","params":{"replay_id":"{{waiting}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"REPLAY_NO_RESULT","message":"<string>","retryable":false}},"id":1}

// The reason is a sentence
:: token replay
>> {"jsonrpc":"2.0","method":"replay_status","params":{"replay_id":"{{waiting}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"replays":[{"replay_id":"{{waiting}}","status":"canceled","status_reason":"You canceled the replay.","ended_at":"<instant>","report":null,"<more>":true}],"choices":"<object>"},"id":1}

// Replays need their own scope
:: token full
>> {"jsonrpc":"2.0","method":"replay_start","params":{"data":"year","policy":"month-mean"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"<string>","scope":"replay:run","retryable":false}},"id":1}

// The report of an unknown replay is refused as JSON
:: token replay
:: method GET
:: path /replay/replay_000000000000000000000000/report.html
=> 400
=> Content-Type: ^application/json
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_REPLAY","message":"<string>","field":"replay_id","retryable":false}},"id":null}

// A report needs the scope replay:run
:: token full
:: method GET
:: path /replay/replay_000000000000000000000000/report.html
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"<string>","scope":"replay:run","retryable":false}},"id":null}
