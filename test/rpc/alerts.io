:: only in-process

// Whoever has no target is told so
:: token manage
>> {"jsonrpc":"2.0","method":"list_alert_targets","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// A webhook gets a secret to verify with, which is in this answer and never again; its address is not repeated
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook","name":"pager","url":"https://answers.example/200/secret-path?key=KEY","kinds":["venue_down","unhedged"],"least_severity":"warning"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"<set:hook>","kind":"webhook","name":"pager","address":"https://answers.example","kinds":["unhedged","venue_down"],"least_severity":"warning","created_at":"<instant>","paused_at":null,"failing_since":null,"failure":null,"last_delivered_at":null,"waiting":0,"dropped":0,"signing_secret":"<match:^whsec_[A-Za-z0-9+/]{43}=$>"},"id":1}

// Slack is reached by its address alone, and is called by its kind where it has no name
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://answers.example/404/T000/B000/XXXX"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"<set:slack>","kind":"slack","name":"slack","address":"https://answers.example","kinds":null,"least_severity":"info","created_at":"<instant>","paused_at":null,"failing_since":null,"failure":null,"last_delivered_at":null,"waiting":0,"dropped":0,"signing_secret":null},"id":1}

// Telegram by its bot and the chat
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"telegram","bot_token":"123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","chat_id":"-1001234567890"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"<set:chat>","kind":"telegram","name":"telegram","address":"chat -1001234567890","kinds":null,"least_severity":"info","created_at":"<instant>","paused_at":null,"failing_since":null,"failure":null,"last_delivered_at":null,"waiting":0,"dropped":0,"signing_secret":null},"id":1}

// There is a limit of targets
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://answers.example/"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"You have 3 alert targets, limit 3. Remove one first.","data":{"code":"TOO_MANY_ALERT_TARGETS","message":"You have 3 alert targets, limit 3. Remove one first.","limit":3,"retryable":false}},"id":1}

// They are listed without their secrets, oldest first
:: token manage
>> {"jsonrpc":"2.0","method":"list_alert_targets","params":{},"id":1}
<< {"jsonrpc":"2.0","result":["<unordered>",{"target_id":"{{hook}}","kind":"webhook","name":"pager","address":"https://answers.example","kinds":["unhedged","venue_down"],"least_severity":"warning","created_at":"<instant>","paused_at":null,"failing_since":null,"failure":null,"last_delivered_at":null,"waiting":0,"dropped":0},{"target_id":"{{slack}}","<more>":true},{"target_id":"{{chat}}","<more>":true}],"id":1}

// A test says that one has arrived
:: token manage
>> {"jsonrpc":"2.0","method":"test_alert_target","params":{"target_id":"{{hook}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"{{hook}}","delivered":true,"status":200,"answer":"It answered 200: no … here.","took_ms":"<integer>"},"id":1}

// or what came back in its place, without the path that was asked
:: token manage
>> {"jsonrpc":"2.0","method":"test_alert_target","params":{"target_id":"{{slack}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"{{slack}}","delivered":false,"status":404,"answer":"It answered 404: no … here.","took_ms":"<integer>"},"id":1}

// but not once more at once
:: token manage
>> {"jsonrpc":"2.0","method":"test_alert_target","params":{"target_id":"{{slack}}"},"id":1}
=> 429
<< {"jsonrpc":"2.0","error":{"code":429,"message":"Too Many Requests","data":{"code":"RATE_LIMITED","message":"A target can be tested only once in 5 s.","retryable":true,"retry_after_ms":"<integer>"}},"id":1}

// What arrived in the test is seen in the list
:: token manage
>> {"jsonrpc":"2.0","method":"list_alert_targets","params":{},"id":1}
<< {"jsonrpc":"2.0","result":["<unordered>",{"target_id":"{{hook}}","last_delivered_at":"<instant>","<more>":true},{"target_id":"{{slack}}","last_delivered_at":null,"<more>":true},{"target_id":"{{chat}}","<more>":true}],"id":1}

// http is refused, and what the address was is not repeated
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook","url":"http://answers.example/secret-path"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be an https URL; what it was is not repeated.","data":{"code":"INVALID_PARAMS","message":"url must be an https URL; what it was is not repeated.","field":"url","retryable":false}},"id":1}

// So are addresses inside
:: token manage
>> [{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook","url":"https://10.1.2.3/"},"id":1},{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://[fd00::1]/"},"id":2},{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://localhost/"},"id":3},{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://169.254.169.254/latest/meta-data/"},"id":4}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be a URL of a public address; what it was is not repeated.","data":{"code":"INVALID_PARAMS","message":"url must be a URL of a public address; what it was is not repeated.","field":"url","retryable":false}},"id":"<integer>"}]

// and a URL with a password in it
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook","url":"https://ann:password@answers.example/"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be a URL without user name and password; what it was is not repeated.","data":{"code":"INVALID_PARAMS","message":"url must be a URL without user name and password; what it was is not repeated.","field":"url","retryable":false}},"id":1}

// Each kind needs its own members
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"telegram","url":"https://answers.example/","bot_token":"123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","chat_id":"1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be absent for the kind telegram; was present.","data":{"code":"INVALID_PARAMS","message":"url must be absent for the kind telegram; was present.","field":"url","retryable":false}},"id":1}

// A webhook without an address
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url is required for the kind webhook; was absent.","data":{"code":"INVALID_PARAMS","message":"url is required for the kind webhook; was absent.","field":"url","retryable":false}},"id":1}

// A bot token that is none is not repeated
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"telegram","bot_token":"my-secret","chat_id":"1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: bot_token must be the token of a bot; was other text.","data":{"code":"INVALID_PARAMS","message":"bot_token must be the token of a bot; was other text.","field":"bot_token","retryable":false}},"id":1}

// A kind of alert that there is not
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://answers.example/","kinds":["everything"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: kinds\\.0 must be one of execution_state, >","data":{"code":"INVALID_PARAMS","message":"<match:^kinds\\.0 must be one of execution_state, >","field":"kinds.0","retryable":false}},"id":1}

// To another user they do not exist
:: token other-user
>> [{"jsonrpc":"2.0","method":"remove_alert_target","params":{"target_id":"{{hook}}"},"id":1},{"jsonrpc":"2.0","method":"test_alert_target","params":{"target_id":"{{hook}}"},"id":2}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: target_id must name one of your alert targets, was \"target_[0-9a-f]{24}\"\\.$>","data":{"code":"UNKNOWN_ALERT_TARGET","message":"<match:^target_id must name one of your alert targets, was \"target_[0-9a-f]{24}\"\\.$>","field":"target_id","retryable":false}},"id":"<integer>"}]

// Nor are they listed to them
:: token other-user
>> {"jsonrpc":"2.0","method":"list_alert_targets","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// One is removed, once
:: token manage
>> {"jsonrpc":"2.0","method":"remove_alert_target","params":{"target_id":"{{chat}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"target_id":"{{chat}}"},"id":1}

// and is gone then
:: token manage
>> {"jsonrpc":"2.0","method":"remove_alert_target","params":{"target_id":"{{chat}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_ALERT_TARGET","message":"<string>","field":"target_id","retryable":false}},"id":1}

// To whom nothing happened nothing was told
:: token read
>> {"jsonrpc":"2.0","method":"list_alerts","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// How many are listed has bounds
:: token read
>> {"jsonrpc":"2.0","method":"list_alerts","params":{"limit":501},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 500; was 501.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 500; was 501.","field":"limit","retryable":false}},"id":1}

// Targets need the scope agents:manage, which reading and trading do not contain
:: token full
>> {"jsonrpc":"2.0","method":"list_alert_targets","params":{},"id":1}
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="agents:manage"$
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token of scope agents:manage; this one has arb:read arb:trade.","scope":"agents:manage","retryable":false}},"id":1}

// An agent has no say in where alerts go
:: token agent
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://answers.example/"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"<string>","scope":"agents:manage","retryable":false}},"id":1}
