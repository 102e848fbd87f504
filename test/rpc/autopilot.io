:: only in-process

// A user without pots gets an empty list
:: token other-user
>> {"jsonrpc":"2.0","method":"autopilot_status","id":1}
<< {"jsonrpc":"2.0","result":{"pots":[],"planned_transfers":[]},"id":1}

// A pot needs two exchanges
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Main","capital":10000,"exchanges":["bybit"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"<string>","field":"exchanges","retryable":false}},"id":1}

// The same exchange twice is not enough
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Main","capital":10000,"exchanges":["bybit","bybit"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"A pot needs at least two exchanges, because each pair has two legs.","field":"exchanges","retryable":false}},"id":1}

// The leverage is at most 3
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Main","capital":10000,"exchanges":["bybit","kucoin"],"leverage":3.5},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"<string>","field":"leverage","retryable":false}},"id":1}

// A pot starts with defaults and suggests
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Main","capital":10000,"exchanges":["bybit","kucoin"],"drawdown_pct":5},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"<set:pot>","agent_id":null,"kind":"live","shadow_of":null,"shadow_pot_id":null,"shadow_profit":null,"state":"running","state_reason":null,"state_at":"<instant>","created_at":"<instant>","settings":{"name":"Main","capital":10000,"exchanges":["bybit","kucoin"],"coins":null,"coins_denied":[],"leverage":1.8,"coin_share":0.1,"exchange_share":null,"orders_per_day":40,"turnover_per_day":null,"drawdown_pct":5,"min_net_over_cash_pct":0,"mode":"suggest","on_drawdown":"pause","decide_at":"00:10"},"equity":10000,"profit":0,"drawdown":0,"cash_profit":0,"waits":null,"next_decision_at":"<instant>","holdings":[],"execution_ids":[],"decisions":[],"samples":"<array>"}},"id":1}

// Its first decision waits for a person
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_status","params":{"pot_id":"{{pot}}","decisions":1},"id":1}
<< {"jsonrpc":"2.0","result":{"pots":[{"pot_id":"{{pot}}","decisions":[{"decision_id":"<set:decision>","pot_id":"{{pot}}","at":"<instant>","trigger":"start","trigger_exchange":null,"trigger_coin":null,"valid_until":"<instant>","plan":{"targets":"<array>","net_on_capital":0.08,"cash":0.04,"data_at":"<instant>","equity":10000,"inputs":{"targets":{"BTC":500}},"notes":[]},"changes":[{"number":0,"kind":"open","coin":"BTC","long":{"exchange":"bybit","symbol":"BTCUSDT"},"short":{"exchange":"kucoin","symbol":"BTCUSDTM"},"notional":500,"gain":1,"cost":0.5,"cost_max":1,"explanation":{"message":"The target wants it."},"state":"suggested","execution_id":null,"by":null,"at":"<instant>","code":null,"outcome":null}]}],"<more>":true}],"planned_transfers":[]},"id":1}

// A repeat with an idempotency key returns the same pot
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Twice","capital":1000,"exchanges":["bybit","kucoin"],"kind":"shadow","idempotency_key":"pot-once"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"<set:twice>","<more>":true}},"id":1}
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Twice","capital":1000,"exchanges":["bybit","kucoin"],"kind":"shadow","idempotency_key":"pot-once"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"{{twice}}","<more>":true}},"id":1}

// The key with other params is refused
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Other","capital":1000,"exchanges":["bybit","kucoin"],"kind":"shadow","idempotency_key":"pot-once"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"IDEMPOTENCY_CONFLICT","message":"<string>","field":"idempotency_key","retryable":false}},"id":1}

// A shadow pot never suggests
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_change","params":{"pot_id":"{{twice}}","mode":"suggest"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"A shadow pot trades no money, so it always acts by itself.","field":"mode","retryable":false}},"id":1}

// An agent reads its owner's pots
:: token agent
>> {"jsonrpc":"2.0","method":"autopilot_status","params":{"decisions":0},"id":1}
<< {"jsonrpc":"2.0","result":"<object>","id":1}

// Another user does not see the pot
:: token other-user
>> {"jsonrpc":"2.0","method":"autopilot_status","params":{"pot_id":"{{pot}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_POT","message":"<string>","field":"pot_id","retryable":false}},"id":1}

// Another user cannot confirm
:: token other-user
>> {"jsonrpc":"2.0","method":"autopilot_confirm","params":{"decision_id":"{{decision}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_DECISION","message":"<string>","field":"decision_id","retryable":false}},"id":1}

// A number without a change is refused
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_confirm","params":{"decision_id":"{{decision}}","changes":[3]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_DECISION","message":"changes must hold numbers of the decision's 1 changes, counted from 0; one was 3.","field":"changes","retryable":false}},"id":1}

// A declined change is over
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_decline","params":{"decision_id":"{{decision}}","changes":[0]},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"decision":{"decision_id":"{{decision}}","changes":[{"number":0,"state":"declined","by":"<string>","<more>":true}],"<more>":true}},"id":1}

// It cannot be confirmed afterwards
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_confirm","params":{"decision_id":"{{decision}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"NOTHING_TO_CONFIRM","message":"<string>","retryable":false}},"id":1}

// Settings change one by one
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_change","params":{"pot_id":"{{pot}}","coin_share":0.2,"drawdown_pct":null,"decide_at":"08:15"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"{{pot}}","settings":{"coin_share":0.2,"drawdown_pct":null,"decide_at":"08:15","leverage":1.8,"<more>":true},"<more>":true}},"id":1}

// A time of day has two digits each
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_change","params":{"pot_id":"{{pot}}","decide_at":"8:15"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"<string>","field":"decide_at","retryable":false}},"id":1}

// A coin cannot be both allowed and denied
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_change","params":{"pot_id":"{{pot}}","coins":["BTC"],"coins_denied":["BTC"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","message":"BTC is both allowed and denied.","field":"coins_denied","retryable":false}},"id":1}

// A pot pauses
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_pause","params":{"pot_id":"{{pot}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"{{pot}}","state":"paused","state_reason":{"message":"A person paused the pot."},"next_decision_at":null,"<more>":true}},"id":1}

// And goes on
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_pause","params":{"pot_id":"{{pot}}","paused":false},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"{{pot}}","state":"running","state_reason":null,"<more>":true}},"id":1}

// A pot that holds nothing stops at once
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_stop","params":{"pot_id":"{{pot}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"{{pot}}","state":"stopped","state_reason":{"message":"A person stopped the pot; its positions stay open."},"<more>":true}},"id":1}

// A stopped pot that holds nothing has nothing to close
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_stop","params":{"pot_id":"{{pot}}","close":true},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"POT_STOPPED","message":"The pot Main is stopped and holds nothing that it could close.","retryable":false}},"id":1}

// A stopped pot stays stopped
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_pause","params":{"pot_id":"{{pot}}","paused":false},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"POT_STOPPED","message":"<string>","retryable":false}},"id":1}

// Reading needs arb:read
:: token trade
>> {"jsonrpc":"2.0","method":"autopilot_status","id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"<string>","scope":"arb:read","retryable":false}},"id":1}

// Starting needs arb:trade
:: token read
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Main","capital":10000,"exchanges":["bybit","kucoin"]},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"<string>","scope":"arb:trade","retryable":false}},"id":1}

// An agent starts a pot of its own
:: token agent
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Of the agent","capital":400,"exchanges":["bybit","kucoin"],"mode":"suggest"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"<set:agentpot>","agent_id":"<string>","<more>":true}},"id":1}

// Its suggestion waits for a person
:: token agent
>> {"jsonrpc":"2.0","method":"autopilot_status","params":{"pot_id":"{{agentpot}}","decisions":1},"id":1}
<< {"jsonrpc":"2.0","result":{"pots":[{"decisions":[{"decision_id":"<set:agentdecision>","<more>":true}],"<more>":true}],"planned_transfers":[]},"id":1}
:: token agent
>> {"jsonrpc":"2.0","method":"autopilot_confirm","params":{"decision_id":"{{agentdecision}}"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"AGENT_NOT_ALLOWED","message":"<string>","<more>":true,"retryable":false}},"id":1}

// The agent cannot switch it to act
:: token agent
>> {"jsonrpc":"2.0","method":"autopilot_change","params":{"pot_id":"{{agentpot}}","mode":"act"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"AGENT_NOT_ALLOWED","message":"<string>","<more>":true,"retryable":false}},"id":1}

// The agent pauses it, but does not resume it
:: token agent
>> {"jsonrpc":"2.0","method":"autopilot_pause","params":{"pot_id":"{{agentpot}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"pot_id":"{{agentpot}}","state":"paused","state_reason":{"message":"The agent of the pot paused it."},"<more>":true}},"id":1}
:: token agent
>> {"jsonrpc":"2.0","method":"autopilot_pause","params":{"pot_id":"{{agentpot}}","paused":false},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"AGENT_NOT_ALLOWED","message":"<string>","<more>":true,"retryable":false}},"id":1}

// Another agent of the same user cannot command it
:: token other-agent
>> {"jsonrpc":"2.0","method":"autopilot_stop","params":{"pot_id":"{{agentpot}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_POT","message":"<string>","field":"pot_id","retryable":false}},"id":1}

// A shadow pot acts by itself
:: token manage
>> {"jsonrpc":"2.0","method":"autopilot_start","params":{"name":"Paper","capital":5000,"exchanges":["bybit","kucoin"],"kind":"shadow"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"pot":{"kind":"shadow","shadow_of":null,"settings":{"mode":"act","<more>":true},"<more>":true}},"id":1}
