:: only in-process

// The time
:: path /metrics/timestamp
:: method GET
=> Content-Type: ^application/json
=> X-Content-Type-Options: ^nosniff$
=> RateLimit: ^"public";r=\d+;t=\d+$
<< {"timestamp":1795161600}

// The number of executions
:: path /metrics/executions/active
:: method GET
<< {"queued_count":1,"running_count":2,"active_count":4}

// Traded volume, with at most 15 significant digits
:: path /metrics/volume
:: method GET
<< {"total_volume":12345.6789012346,"trade_count":17}

// Return, percent
:: path /metrics/arbitrage-roi
:: method GET
<< {"averageROI":-0.25}

// Amount in open executions
:: path /metrics/tvl
:: method GET
<< {"tvl":1000.1}

// The caller's funding
:: path /metrics/funding-fees
:: method GET
:: token read
=> RateLimit: ^"read";r=\d+;t=\d+$
<< {"total_funding_fee":-1,"total_received":1.3,"total_paid":2.3,"breakdown":{"closed":{"received":1.1,"paid":0.3,"net":0.8},"running":{"received":0.2,"paid":2,"net":-1.8}}}

// It needs a token
:: path /metrics/funding-fees
:: method GET
=> 401
=> WWW-Authenticate: ^Bearer resource_metadata="http.*"$
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","<more>":true}},"id":null}

// The token must be known
:: path /metrics/funding-fees
:: method GET
:: token revoked
=> 401
=> WWW-Authenticate: error="invalid_token"
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":{"code":"UNAUTHORIZED","<more>":true}},"id":null}

// The token must have the read scope
:: path /metrics/funding-fees
:: method GET
:: token trade
=> 403
=> WWW-Authenticate: error="insufficient_scope", scope="arb:read"
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":{"code":"FORBIDDEN","<more>":true}},"id":null}

// Ignores a token in the query and does not repeat it
:: path /metrics/funding-fees?access_token=cw_secret
:: method GET
=> 401
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":"<object>"},"id":null}

// Rejects a query token beside a header token
:: path /metrics/funding-fees?access_token=cw_secret
:: method GET
:: token read
=> 400
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: The query may contain no parameters; it contains \"access_token\". Send tokens in the Authorization header.","data":{"code":"INVALID_PARAMS","message":"The query may contain no parameters; it contains \"access_token\". Send tokens in the Authorization header.","retryable":false,"field":"access_token"}},"id":null}

// Accepts GET only
:: path /metrics/tvl
>> {}
=> 405
=> Allow: ^GET, HEAD$
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","<more>":true}},"id":null}

// No other routes exist
:: path /metrics/none
:: method GET
=> 404
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"NOT_FOUND","<more>":true}},"id":null}

// The ledger in the form of a method result
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"limit":2},"id":1}
<< {"jsonrpc":"2.0","result":{"rows":[{"time":"2026-11-20T08:00:00.000Z","exchange":"bybit","symbol":"SOLUSDT","coin":"SOL","execution_id":"exec_0123456789abcdef01234567","leg":"long","kind":"fill","cause":"order","side":"buy","quantity":"12","price":"100.000000000000000001","amount":"-1200.000000000000000012","asset":"USDT","usd_value":"-1200.000000000000000012","funding_rate":null,"order_id":"-7","trade_id":"=1+1,\"x\"","trading_mode":"simulated","row_id":"3-0"},{"kind":"fee","side":null,"quantity":null,"price":null,"amount":"-0.6","usd_value":"-0.6","row_id":"3-1","<more>":true}],"next_cursor":"<set:next>","has_more":true,"trading_mode":"simulated"},"id":1}

// Its second page
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"limit":2,"cursor":"{{next}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"rows":[{"kind":"funding","cause":null,"leg":"short","exchange":"kucoin","amount":"0.12","funding_rate":"0.0001","order_id":null,"trade_id":"pay_1","<more>":true}],"next_cursor":"<set:end>","has_more":false,"trading_mode":"simulated"},"id":1}

// An empty page after the last row
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"cursor":"{{end}}"},"id":1}
<< {"jsonrpc":"2.0","result":{"rows":[],"next_cursor":"{{end}}","has_more":false,"trading_mode":"simulated"},"id":1}

// A time range: from is inclusive, until is exclusive
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"from":"2026-11-20T08:00:00Z","until":"2026-11-20T09:01:00+01:00"},"id":1}
<< {"jsonrpc":"2.0","result":{"rows":[{"kind":"fill","<more>":true},{"kind":"fee","<more>":true}],"<more>":true},"id":1}

// A day in UTC
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"from":"2026-11-21"},"id":1}
<< {"jsonrpc":"2.0","result":{"rows":[],"<more>":true},"id":1}

// An invalid day
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"from":"2026-02-30"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"from","<more>":true}},"id":1}

// A time without a time zone
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"until":"2026-11-20T08:00:00"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"until","<more>":true}},"id":1}

// A range that ends before it begins
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"from":"2026-11-20","until":"2026-11-20"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"from","<more>":true}},"id":1}

// An unknown cursor
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"cursor":"5"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"cursor","<more>":true}},"id":1}

// A cursor beyond the end of the journal
:: token read
>> {"jsonrpc":"2.0","method":"export_ledger","params":{"cursor":"6.0"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:Invalid params: .*restore from an older backup>","data":{"code":"INVALID_PARAMS","field":"cursor","message":"<match:restore from an older backup>","retryable":false}},"id":1}

// The ledger as a file
:: path /export/ledger.json?from=2026-11-20T08:01:00Z
:: method GET
:: token read
=> Content-Type: ^application/json
=> Content-Disposition: ^attachment; filename="carrywire-ledger.json"$
=> Cache-Control: no-store
<< [{"kind":"funding","amount":"0.12","row_id":"5-0","<more>":true}]

// An empty file
:: path /export/ledger.json?until=2026-01-01
:: method GET
:: token read
<< []

// A file needs a token
:: path /export/ledger.csv
:: method GET
=> 401
=> WWW-Authenticate: ^Bearer
<< {"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized","data":"<object>"},"id":null}

// The token must have the read scope
:: path /export/ledger.csv
:: method GET
:: token trade
=> 403
<< {"jsonrpc":"2.0","error":{"code":403,"message":"Forbidden","data":"<object>"},"id":null}

// The token belongs in the header, never in the query
:: path /export/ledger.csv?token=cw_secret
:: method GET
:: token read
=> 400
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"token","<more>":true}},"id":null}

// A duplicate parameter
:: path /export/ledger.csv?from=2026-01-01&from=2026-02-01
:: method GET
:: token read
=> 400
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"from","<more>":true}},"id":null}

// An unreadable time
:: path /export/ledger.csv?from=yesterday
:: method GET
:: token read
=> 400
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"INVALID_PARAMS","field":"from","<more>":true}},"id":null}

// Rejects an unknown execution or another user’s: an empty file would look like an execution without entries
:: path /export/ledger.csv?execution_id=exec_unknown
:: method GET
:: token read
=> 400
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:^Invalid params: .+>","data":{"code":"UNKNOWN_EXECUTION","<more>":true}},"id":null}

// File routes accept GET only
:: path /export/ledger.csv
:: method DELETE
:: token read
=> 405
=> Allow: ^GET, HEAD$
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"code":"METHOD_NOT_ALLOWED","<more>":true}},"id":null}
