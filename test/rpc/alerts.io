:: only in-process

// A user without targets gets an empty list
:: token manage
>> {"jsonrpc":"2.0","method":"list_alert_targets","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// A webhook gets a verification secret, shown in this answer only; the address is not repeated
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook","name":"pager","url":"https://answers.example/200/secret-path?key=KEY","kinds":["venue_down","unhedged"],"least_severity":"warning"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"<set:hook>","kind":"webhook","name":"pager","address":"https://answers.example","kinds":["unhedged","venue_down"],"least_severity":"warning","created_at":"<instant>","confirmed_at":"<instant>","paused_at":null,"failing_since":null,"failure":null,"last_delivered_at":null,"waiting":0,"dropped":0,"signing_secret":"<match:^whsec_[A-Za-z0-9+/]{43}=$>"},"id":1}

// Slack needs only its address, and is named by its kind if it has no name
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://answers.example/404/T000/B000/XXXX"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"<set:slack>","kind":"slack","name":"slack","address":"https://answers.example","kinds":null,"least_severity":"info","created_at":"<instant>","confirmed_at":"<instant>","paused_at":null,"failing_since":null,"failure":null,"last_delivered_at":null,"waiting":0,"dropped":0,"signing_secret":null},"id":1}

// Telegram needs the bot token and the chat
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"telegram","bot_token":"123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","chat_id":"-1001234567890"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"<set:chat>","kind":"telegram","name":"telegram","address":"chat -1001234567890","kinds":null,"least_severity":"info","created_at":"<instant>","confirmed_at":"<instant>","paused_at":null,"failing_since":null,"failure":null,"last_delivered_at":null,"waiting":0,"dropped":0,"signing_secret":null},"id":1}

// The number of targets is limited
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://answers.example/"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"You have 3 alert targets, limit 3. Remove one first.","data":{"code":"TOO_MANY_ALERT_TARGETS","message":"You have 3 alert targets, limit 3. Remove one first.","limit":3,"retryable":false}},"id":1}

// Lists targets without their secrets, oldest first
:: token manage
>> {"jsonrpc":"2.0","method":"list_alert_targets","params":{},"id":1}
<< {"jsonrpc":"2.0","result":["<unordered>",{"target_id":"{{hook}}","kind":"webhook","name":"pager","address":"https://answers.example","kinds":["unhedged","venue_down"],"least_severity":"warning","created_at":"<instant>","confirmed_at":"<instant>","paused_at":null,"failing_since":null,"failure":null,"last_delivered_at":null,"waiting":0,"dropped":0},{"target_id":"{{slack}}","<more>":true},{"target_id":"{{chat}}","<more>":true}],"id":1}

// A test confirms delivery
:: token manage
>> {"jsonrpc":"2.0","method":"test_alert_target","params":{"target_id":"{{hook}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"{{hook}}","delivered":true,"status":200,"answer":"It answered 200: no … here.","took_ms":"<integer>"},"id":1}

// A failed test shows the received answer without the requested path
:: token manage
>> {"jsonrpc":"2.0","method":"test_alert_target","params":{"target_id":"{{slack}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"{{slack}}","delivered":false,"status":404,"answer":"It answered 404: no … here.","took_ms":"<integer>"},"id":1}

// A second test must wait
:: token manage
>> {"jsonrpc":"2.0","method":"test_alert_target","params":{"target_id":"{{slack}}"},"id":1}
=> 429
<< {"jsonrpc":"2.0","error":{"code":429,"message":"Too Many Requests","data":{"code":"RATE_LIMITED","message":"A target can be tested only once every 5 s.","retryable":true,"retry_after_ms":"<integer>"}},"id":1}

// The list shows the delivered test
:: token manage
>> {"jsonrpc":"2.0","method":"list_alert_targets","params":{},"id":1}
<< {"jsonrpc":"2.0","result":["<unordered>",{"target_id":"{{hook}}","last_delivered_at":"<instant>","<more>":true},{"target_id":"{{slack}}","last_delivered_at":null,"<more>":true},{"target_id":"{{chat}}","<more>":true}],"id":1}

// Rejects http without repeating the address
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook","url":"http://answers.example/secret-path"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be an https URL. The rejected value is not shown.","data":{"code":"INVALID_PARAMS","message":"url must be an https URL. The rejected value is not shown.","field":"url","retryable":false}},"id":1}

// Rejects internal addresses
:: token manage
>> [{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook","url":"https://10.1.2.3/"},"id":1},{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://[fd00::1]/"},"id":2},{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://localhost/"},"id":3},{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://169.254.169.254/latest/meta-data/"},"id":4}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be a URL of a public address. The rejected value is not shown.","data":{"code":"INVALID_PARAMS","message":"url must be a URL of a public address. The rejected value is not shown.","field":"url","retryable":false}},"id":"<integer>"}]

// Rejects a URL with a password
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook","url":"https://ann:password@answers.example/"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be a URL without a user name or password. The rejected value is not shown.","data":{"code":"INVALID_PARAMS","message":"url must be a URL without a user name or password. The rejected value is not shown.","field":"url","retryable":false}},"id":1}

// Each kind needs its own members
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"telegram","url":"https://answers.example/","bot_token":"123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","chat_id":"1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be absent for the kind telegram; was present.","data":{"code":"INVALID_PARAMS","message":"url must be absent for the kind telegram; was present.","field":"url","retryable":false}},"id":1}

// Rejects a webhook without an address
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"webhook"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url is required for the kind webhook; was absent.","data":{"code":"INVALID_PARAMS","message":"url is required for the kind webhook; was absent.","field":"url","retryable":false}},"id":1}

// Rejects a malformed bot token without repeating it
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"telegram","bot_token":"my-secret","chat_id":"1"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: bot_token must be the token of a bot; was other text.","data":{"code":"INVALID_PARAMS","message":"bot_token must be the token of a bot; was other text.","field":"bot_token","retryable":false}},"id":1}

// Rejects an unknown kind of alert
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://answers.example/","kinds":["everything"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: kinds\\.0 must be one of execution_state, >","data":{"code":"INVALID_PARAMS","message":"<match:^kinds\\.0 must be one of execution_state, >","field":"kinds.0","retryable":false}},"id":1}

// Targets are unknown to another user
:: token other-user
>> [{"jsonrpc":"2.0","method":"remove_alert_target","params":{"target_id":"{{hook}}"},"id":1},{"jsonrpc":"2.0","method":"test_alert_target","params":{"target_id":"{{hook}}"},"id":2}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: target_id must name one of your alert targets; was \"target_[0-9a-f]{24}\"\\.$>","data":{"code":"UNKNOWN_ALERT_TARGET","message":"<match:^target_id must name one of your alert targets; was \"target_[0-9a-f]{24}\"\\.$>","field":"target_id","retryable":false}},"id":"<integer>"}]

// Another user’s list omits them
:: token other-user
>> {"jsonrpc":"2.0","method":"list_alert_targets","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// Removes a target once
:: token manage
>> {"jsonrpc":"2.0","method":"remove_alert_target","params":{"target_id":"{{chat}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"target_id":"{{chat}}"},"id":1}

// A removed target is gone
:: token manage
>> {"jsonrpc":"2.0","method":"remove_alert_target","params":{"target_id":"{{chat}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_ALERT_TARGET","message":"<string>","field":"target_id","retryable":false}},"id":1}

// A user without events has no alerts
:: token read
>> {"jsonrpc":"2.0","method":"list_alerts","id":1}
<< {"jsonrpc":"2.0","result":[],"id":1}

// The list length has bounds
:: token read
>> {"jsonrpc":"2.0","method":"list_alerts","params":{"limit":501},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: limit must be a whole number from 1 to 500; was 501.","data":{"code":"INVALID_PARAMS","message":"limit must be a whole number from 1 to 500; was 501.","field":"limit","retryable":false}},"id":1}

// Targets need the scope agents:manage, which the read and trade scopes do not include
:: token full
>> {"jsonrpc":"2.0","method":"list_alert_targets","params":{},"id":1}
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="agents:manage"$
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"This method needs a token with scope agents:manage; yours has arb:read arb:trade.","scope":"agents:manage","retryable":false}},"id":1}

// An agent cannot manage alert targets
:: token agent
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"slack","url":"https://answers.example/"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"<string>","scope":"agents:manage","retryable":false}},"id":1}

// E-mail needs a mail server of the operator
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"email","recipient":"ann@mail.example"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"This service has no mail server. Ask the operator to configure the mail section.","data":{"code":"MAIL_NOT_CONFIGURED","message":"This service has no mail server. Ask the operator to configure the mail section.","retryable":false}},"id":1}

// A mail address has no second line, no second address and no name
:: token manage
>> [{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"email","recipient":"ann@mail.example\r\nBcc: bob@mail.example"},"id":1},{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"email","recipient":"ann@mail.example,bob@mail.example"},"id":2},{"jsonrpc":"2.0","method":"add_alert_target","params":{"kind":"email","recipient":"Ann <ann@mail.example>"},"id":3}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: recipient must be one mail address such as ann@example.com, in ASCII and without a name; was other text.","data":{"code":"INVALID_PARAMS","message":"recipient must be one mail address such as ann@example.com, in ASCII and without a name; was other text.","field":"recipient","retryable":false}},"id":"<integer>"}]

// A target can be renamed, filtered and paused; its address stays
:: token manage
>> {"jsonrpc":"2.0","method":"update_alert_target","params":{"target_id":"{{hook}}","name":"night pager","kinds":null,"least_severity":"critical","paused":true},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"{{hook}}","kind":"webhook","name":"night pager","address":"https://answers.example","kinds":null,"least_severity":"critical","created_at":"<instant>","confirmed_at":"<instant>","paused_at":"<instant>","failing_since":null,"failure":null,"last_delivered_at":"<instant>","waiting":0,"dropped":0},"id":1}

// It resumes
:: token manage
>> {"jsonrpc":"2.0","method":"update_alert_target","params":{"target_id":"{{hook}}","paused":false},"id":1}
<< {"jsonrpc":"2.0","result":{"target_id":"{{hook}}","paused_at":null,"<more>":true},"id":1}

// A webhook needs no confirmation code
:: token manage
>> {"jsonrpc":"2.0","method":"send_alert_code","params":{"target_id":"{{hook}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"\"night pager\" needs no code: its address is confirmed.","data":{"code":"ALERT_TARGET_CONFIRMED","message":"\"night pager\" needs no code: its address is confirmed.","field":"target_id","retryable":false}},"id":1}

// Nor does it accept one
:: token manage
>> {"jsonrpc":"2.0","method":"confirm_alert_target","params":{"target_id":"{{hook}}","code":"123456"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"ALERT_TARGET_CONFIRMED","message":"<string>","field":"target_id","retryable":false}},"id":1}

// A rule about a coin gets a tenth of its limit as hysteresis
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_rule","params":{"kind":"funding_rate","name":"ETH is hot","coin":"ETH","direction":"above","limit":20},"id":1}
<< {"jsonrpc":"2.0","result":{"rule_id":"<set:rule>","name":"ETH is hot","kind":"funding_rate","coin":"ETH","exchange":null,"exchangepair":null,"execution_id":null,"direction":"above","limit":20,"unit":"percent_per_year","hysteresis":2,"cooldown_minutes":60,"enabled":true,"created_at":"<instant>","fired_at":null,"figure":null,"active":false},"id":1}

// A rule about a coin needs the coin
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_rule","params":{"kind":"net_apr","direction":"above","limit":20},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: coin is required for the kind net_apr; was absent.","data":{"code":"INVALID_PARAMS","message":"coin is required for the kind net_apr; was absent.","field":"coin","retryable":false}},"id":1}

// A rule about own executions has no coin
:: token manage
>> {"jsonrpc":"2.0","method":"add_alert_rule","params":{"kind":"execution_net","coin":"ETH","direction":"below","limit":-50},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: coin must be absent for the kind execution_net; was present.","data":{"code":"INVALID_PARAMS","message":"coin must be absent for the kind execution_net; was present.","field":"coin","retryable":false}},"id":1}

// A rule changes only the given members
:: token manage
>> {"jsonrpc":"2.0","method":"update_alert_rule","params":{"rule_id":"{{rule}}","limit":25.5,"enabled":false,"cooldown_minutes":0},"id":1}
<< {"jsonrpc":"2.0","result":{"rule_id":"{{rule}}","name":"ETH is hot","limit":25.5,"hysteresis":2,"cooldown_minutes":0,"enabled":false,"<more>":true},"id":1}

// Rules are listed
:: token manage
>> {"jsonrpc":"2.0","method":"list_alert_rules","id":1}
<< {"jsonrpc":"2.0","result":[{"rule_id":"{{rule}}","limit":25.5,"<more>":true}],"id":1}

// Another user neither sees nor changes a rule
:: token other-user
>> [{"jsonrpc":"2.0","method":"update_alert_rule","params":{"rule_id":"{{rule}}","enabled":true},"id":1},{"jsonrpc":"2.0","method":"remove_alert_rule","params":{"rule_id":"{{rule}}"},"id":2}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_ALERT_RULE","message":"<string>","field":"rule_id","retryable":false}},"id":"<integer>"}]

// A removed rule is gone
:: token manage
>> {"jsonrpc":"2.0","method":"remove_alert_rule","params":{"rule_id":"{{rule}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"rule_id":"{{rule}}"},"id":1}

// Quiet hours have a time zone
:: token manage
>> {"jsonrpc":"2.0","method":"set_quiet_hours","params":{"from":"22:00","until":"07:00","time_zone":"Europe/Berlin"},"id":1}
<< {"jsonrpc":"2.0","result":{"quiet_hours":{"from":"22:00","until":"07:00","time_zone":"Europe/Berlin"},"heartbeat":null,"unhealthy":null,"mail_from":null,"targets_max":3,"rules_max":3,"<more>":true},"id":1}

// An hour that no clock shows is refused
:: token manage
>> {"jsonrpc":"2.0","method":"set_quiet_hours","params":{"from":"24:00","until":"07:00","time_zone":"Europe/Berlin"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: from must be a time of day such as 22:00; was \"24:00\".","data":{"code":"INVALID_PARAMS","message":"from must be a time of day such as 22:00; was \"24:00\".","field":"from","retryable":false}},"id":1}

// An unknown time zone is refused
:: token manage
>> {"jsonrpc":"2.0","method":"set_quiet_hours","params":{"from":"22:00","until":"07:00","time_zone":"Mars/Olympus"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"time_zone must be an IANA time zone such as Europe/Berlin; was \"Mars/Olympus\".","field":"time_zone","retryable":false}},"id":1}

// Quiet hours can be removed
:: token manage
>> {"jsonrpc":"2.0","method":"remove_quiet_hours","id":1}
<< {"jsonrpc":"2.0","result":{"quiet_hours":null,"quiet_until":null,"<more>":true},"id":1}

// A heartbeat shows only scheme and host of its URL
:: token manage
>> {"jsonrpc":"2.0","method":"set_heartbeat","params":{"url":"https://answers.example/200/secret-path","method":"HEAD"},"id":1}
<< {"jsonrpc":"2.0","result":{"heartbeat":{"address":"https://answers.example","method":"HEAD","created_at":"<instant>","last_ok_at":null,"failing_since":null,"failure":null,"next_at":"<instant>"},"<more>":true},"id":1}

// A heartbeat to an internal address is refused
:: token manage
>> {"jsonrpc":"2.0","method":"set_heartbeat","params":{"url":"https://169.254.169.254/latest/meta-data/"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: url must be a URL of a public address. The rejected value is not shown.","data":{"code":"INVALID_PARAMS","message":"url must be a URL of a public address. The rejected value is not shown.","field":"url","retryable":false}},"id":1}

// Another user has neither the heartbeat nor the quiet hours
:: token other-user
>> {"jsonrpc":"2.0","method":"get_alert_settings","id":1}
<< {"jsonrpc":"2.0","result":{"quiet_hours":null,"heartbeat":null,"<more>":true},"id":1}

// A heartbeat can be removed
:: token manage
>> {"jsonrpc":"2.0","method":"remove_heartbeat","id":1}
<< {"jsonrpc":"2.0","result":{"heartbeat":null,"<more>":true},"id":1}

// A page of alerts starts after a known alert
:: token read
>> {"jsonrpc":"2.0","method":"list_alerts","params":{"before":"alert_0","kinds":["threshold"],"least_severity":"warning","delivery_state":"refused"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"before must be the alert_id of one of your alerts; was \"alert_0\".","field":"before","retryable":false}},"id":1}

// A span of alerts begins before it ends
:: token read
>> {"jsonrpc":"2.0","method":"list_alerts","params":{"from":"2026-11-02","until":"2026-11-01"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"from must be before until.","field":"from","retryable":false}},"id":1}
