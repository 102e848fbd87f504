:: only in-process

// Executions of a symbol on an exchange pair, in either order and any case
:: token read
>> {"jsonrpc":"2.0","method":"get_executed_opportunity","params":{"pair":"solusdt","exchange":"kucoin-bybit"},"id":1}
=> RateLimit: ^"read";r=\d+;t=\d+$
<< {"jsonrpc":"2.0","result":{"pair":"SOLUSDT","exchangepair":"bybit-kucoin","executions":[{"execution":{"symbol":"SOLUSDT","pair":"bybit-kucoin","status":"failed","trading_mode":"simulated","<more>":true},"<more>":true}],"pagination":{"current_page":1,"per_page":20,"total_count":1,"total_pages":1,"has_next":false,"has_previous":false},"reasons":[],"trading_mode":"simulated"},"id":1}

// A symbol without executions of the caller
:: token read
>> {"jsonrpc":"2.0","method":"get_executed_opportunity","params":{"pair":"BTCUSDT","exchange":"bybit-kucoin","limit":5,"page":2},"id":1}
<< {"jsonrpc":"2.0","result":{"pair":"BTCUSDT","exchangepair":"bybit-kucoin","executions":[],"pagination":{"current_page":2,"per_page":5,"total_count":0,"total_pages":0,"has_next":false,"has_previous":true},"reasons":[],"trading_mode":"simulated"},"id":1}

// A symbol that no exchange lists
:: token read
>> {"jsonrpc":"2.0","method":"get_executed_opportunity","params":{"pair":"NONEUSDT","exchange":"bybit-kucoin"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_SYMBOL","field":"pair","<more>":true}},"id":1}

// An invalid exchange pair
:: token read
>> {"jsonrpc":"2.0","method":"get_executed_opportunity","params":{"pair":"BTCUSDT","exchange":"bybit"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXCHANGE_PAIR","field":"exchange","<more>":true}},"id":1}

// Without the exchange pair
:: token read
>> {"jsonrpc":"2.0","method":"get_executed_opportunity","params":{"pair":"BTCUSDT"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"exchange","<more>":true}},"id":1}

// It needs the read scope
:: token trade
>> {"jsonrpc":"2.0","method":"get_executed_opportunity","params":{"pair":"BTCUSDT","exchange":"bybit-kucoin"},"id":1}
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","<more>":true}},"id":1}

// The second name of the portfolio
:: token read
>> {"jsonrpc":"2.0","method":"portfolio_live_v2","params":{"include_closed":true},"id":1}
<< {"jsonrpc":"2.0","result":{"executions":[],"summary":"<object>","accounts":[],"margin_advice":[],"planned_transfers":[],"pagination":{"current_page":1,"<more>":true},"halts":[],"reasons":[],"trading_mode":"simulated"},"id":1}

// Without a token
>> {"jsonrpc":"2.0","method":"portfolio_live_v2","params":{},"id":1}
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","<more>":true}},"id":1}
