:: only in-process

// An execution of the owner
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"mode":"grid","exit":{"max_epochs":3}},"id":1}
<< {"jsonrpc":"2.0","result":{"execution_id":"<set:owners>","job_id":"<set:owners_job>","<more>":true},"id":1}

// An execution of an agent
:: token agent
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100,"mode":"grid","exit":{"max_epochs":3}},"id":1}
<< {"jsonrpc":"2.0","result":{"execution_id":"<set:agents>","job_id":"<set:agents_job>","<more>":true},"id":1}

// Any token of the user may read which agent opened an execution
:: token full
>> {"jsonrpc":"2.0","method":"get_execution","params":{"execution_id":"{{agents}}","events":1},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"agent_1","<more>":true},"id":1}

// An agent reads its owner’s executions
:: token agent
>> {"jsonrpc":"2.0","method":"get_execution","params":{"execution_id":"{{owners}}","events":1},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":null,"<more>":true},"id":1}

// An agent reads the whole portfolio
:: token agent
>> {"jsonrpc":"2.0","method":"portfolio_live","id":1}
<< {"jsonrpc":"2.0","result":{"executions":"<array>","<more>":true},"id":1}

// An agent cannot control its owner’s executions: to the agent they do not exist
:: token agent
>> [{"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{owners}}"},"id":1},{"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{owners}}"},"id":2},{"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{owners}}","exit":{"max_epochs":9}},"id":3},{"jsonrpc":"2.0","method":"continue_epoch","params":{"execution_id":"{{owners}}"},"id":4}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_EXECUTION","message":"<string>","field":"execution_id","retryable":false}},"id":"<integer>"}]

// The same holds for the owner’s jobs
:: token agent
>> {"jsonrpc":"2.0","method":"resubmit_execute_opportunity","params":{"job_id":"{{owners_job}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_JOB","field":"job_id","<more>":true}},"id":1}

// The same holds for executions of the owner’s other agents
:: token other-agent
>> [{"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{agents}}"},"id":1},{"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{agents}}"},"id":2},{"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{agents}}","exit":{"max_epochs":9}},"id":3},{"jsonrpc":"2.0","method":"continue_epoch","params":{"execution_id":"{{agents}}"},"id":4}]
<< ["<each>",{"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_EXECUTION","message":"<string>","field":"execution_id","retryable":false}},"id":"<integer>"}]

// An agent controls the executions that it opened
:: token agent
>> [{"jsonrpc":"2.0","method":"update_exit","params":{"execution_id":"{{agents}}","exit":{"max_epochs":9}},"id":1},{"jsonrpc":"2.0","method":"continue_epoch","params":{"execution_id":"{{agents}}"},"id":2},{"jsonrpc":"2.0","method":"cancel_execution","params":{"execution_id":"{{agents}}"},"id":3},{"jsonrpc":"2.0","method":"close_execution","params":{"execution_id":"{{agents}}"},"id":4}]
<< ["<each>",{"jsonrpc":"2.0","result":{"success":true,"execution_id":"{{agents}}","<more>":true},"id":"<integer>"}]

// The owner controls every execution
:: token full
>> {"jsonrpc":"2.0","method":"continue_epoch","params":{"execution_id":"{{agents}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"exit":{"max_epochs":11,"<more>":true},"<more>":true},"id":1}

// An agent cannot close its owner’s executions by the kill switch
:: token agent
>> {"jsonrpc":"2.0","method":"halt_trading","params":{"close_all":true},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"AGENT_NOT_ALLOWED","message":"The agent agent_1 may not call halt_trading with close_all; only its owner may.","retryable":false,"agent_id":"agent_1"}},"id":1}

// The refused call has halted nothing
:: token full
>> {"jsonrpc":"2.0","method":"check_pair_status","params":{"exchangepair":"bybit-kucoin"},"id":1}
<< {"jsonrpc":"2.0","result":{"active":true,"<more>":true},"id":1}

// An agent may halt openings for its owner
:: token agent
>> {"jsonrpc":"2.0","method":"halt_trading","params":{"reason":"Prices look wrong"},"id":1}
<< {"jsonrpc":"2.0","result":{"success":true,"trading":"halted","reason":"Prices look wrong","close_all":false,"closing":[],"canceling":[],"<more>":true},"id":1}

// The halt names the agent
:: token full
>> {"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_0000000000000000000000b1","amount":100},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"TRADING_HALTED","halted_by":"agent_1","<more>":true}},"id":1}

// An agent cannot resume: in a batch the status is 200
:: token agent
>> [{"jsonrpc":"2.0","method":"resume_trading","id":1}]
<< [{"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"AGENT_NOT_ALLOWED","message":"The agent agent_1 may not call resume_trading; only its owner may.","retryable":false,"agent_id":"agent_1"}},"id":1}]

// The owner controls the kill switch
:: token full
>> {"jsonrpc":"2.0","method":"resume_trading","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"resumed":true,"<more>":true},"id":1}
