:: only in-process

// The bots are listed, and a user without links gets an empty list
:: token other-user
>> {"jsonrpc":"2.0","method":"list_chats","id":1}
<< {"jsonrpc":"2.0","result":{"platforms":[{"platform":"telegram","state":"connected","bot_name":"a_bot","problem":null,"since":"<instant>"},{"platform":"slack","state":"off","bot_name":null,"problem":null,"since":null}],"chats":[]},"id":1}

// A chat acts as an agent, which must exist
:: token other-user
>> {"jsonrpc":"2.0","method":"create_chat_code","params":{"agent_id":"agent_000000000000000000000000"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_AGENT","message":"<string>","field":"agent_id","retryable":false}},"id":1}

// An agent for the chat
:: token other-user
>> {"jsonrpc":"2.0","method":"create_agent","params":{"name":"chat","scopes":["arb:read","arb:trade"],"caps":{}},"id":1}
<< {"jsonrpc":"2.0","result":{"agent_id":"<set:agent>","<more>":true},"id":1}

// A code is short enough to type, and lasts ten minutes
:: token other-user
>> {"jsonrpc":"2.0","method":"create_chat_code","params":{"agent_id":"{{agent}}","acts_for_owner":true},"id":1}
<< {"jsonrpc":"2.0","result":{"code":"<match:^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$>","expires_at":"<instant>"},"id":1}

// Another user cannot use the agent
:: token manage
>> {"jsonrpc":"2.0","method":"create_chat_code","params":{"agent_id":"{{agent}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_AGENT","message":"<string>","field":"agent_id","retryable":false}},"id":1}

// A link that does not exist cannot be ended
:: token other-user
>> {"jsonrpc":"2.0","method":"unlink_chat","params":{"link_id":"chat_000000000000000000000000"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"UNKNOWN_CHAT","message":"link_id must name one of your linked chats; was \"chat_000000000000000000000000\".","field":"link_id","retryable":false}},"id":1}

// The agent is stopped
:: token other-user
>> {"jsonrpc":"2.0","method":"stop_agent","params":{"agent_id":"{{agent}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"<more>":true},"id":1}

// Its chat can no longer be linked
:: token other-user
>> {"jsonrpc":"2.0","method":"create_chat_code","params":{"agent_id":"{{agent}}"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<string>","data":{"code":"AGENT_STOPPED","message":"<string>","retryable":false}},"id":1}

// Links need the scope agents:manage, which agents never have
:: token agent
>> {"jsonrpc":"2.0","method":"list_chats","params":{},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","message":"<string>","scope":"agents:manage","retryable":false}},"id":1}
