:: only in-process

// The map with every default, needs no token: the widest spread first. Rates are exact per interval, per 8 hours and per year. The most traded contract of an exchange fills its cell
>> {"jsonrpc":"2.0","method":"funding_map","params":{},"id":1}
<< {"jsonrpc":"2.0","result":{"exchanges":[
<<  {"exchange":"bybit","data_only":false,"state":"fresh","reason":null,"contracts":1},
<<  {"exchange":"hyperliquid","data_only":false,"state":"stale","reason":"<match:9000 ms old>","contracts":1},
<<  {"exchange":"kucoin","data_only":false,"state":"fresh","reason":null,"contracts":1}],
<< "data":[
<<  {"base":"BTC","volume_24h":7290000000,"spread":{"long_exchange":"kucoin","short_exchange":"bybit","spread_8h":0.00014,"spread_apr":0.1533},
<<   "cells":[
<<    {"exchange":"bybit","symbol":"BTCUSDT","quote":"USDT","rate":0.0001,"interval_hours":8,"rate_8h":0.0001,"apr":0.1095,"month_mean_apr":null,"next_funding_timestamp":1795165200,"volume_24h":6400000000,"tradable":true,"state":"fresh","age_ms":400,
<<     "other_contracts":[{"exchange":"bybit","symbol":"BTCPERP","quote":"USDC","rate":0.0003,"interval_hours":8,"rate_8h":0.0003,"apr":0.3285,"month_mean_apr":0.0876,"next_funding_timestamp":1795165200,"volume_24h":90000000,"tradable":true,"state":"fresh","age_ms":400}]},
<<    {"exchange":"hyperliquid","symbol":"BTC","quote":"USDC","rate":0.00001,"interval_hours":1,"rate_8h":0.00008,"apr":0.0876,"month_mean_apr":0.0876,"volume_24h":null,"state":"stale","other_contracts":[],"<more>":true},
<<    {"exchange":"kucoin","symbol":"XBTUSDTM","quote":"USDT","rate":-0.00002,"interval_hours":4,"rate_8h":-0.00004,"apr":-0.0438,"state":"fresh","<more>":true}],
<<   "reasons":[{"field":"cells.bybit.month_mean_apr","code":"HISTORY_SHORT","message":"The settled rates of BTCUSDT at Bybit are known for 9.7 of the last 30 days."},{"field":"cells.hyperliquid.volume_24h","code":"VOLUME_MISSING","message":"Hyperliquid reports no 24-hour volume for BTC."}]},
<<  {"base":"ETH","spread":null,"cells":[{"exchange":"bybit","<more>":true},{"exchange":"kucoin","rate":null,"interval_hours":null,"rate_8h":null,"apr":null,"next_funding_timestamp":null,"<more>":true}],
<<   "reasons":[{"field":"spread","code":"TOO_FEW_RATES","message":"Fewer than two exchanges have a current funding rate for ETH."},{"field":"cells.kucoin.rate","code":"FUNDING_MISSING","message":"The funding rate of ETHUSDTM at KuCoin is unknown."}],"<more>":true},
<<  {"base":"XRP","spread":null,"cells":[{"exchange":"bybit","month_mean_apr":null,"<more>":true}],"reasons":["<object>",{"field":"cells.bybit.month_mean_apr","code":"HISTORY_UNREAD","message":"<match:No other exchange lists>"}],"<more>":true}],
<< "pagination":{"current_page":1,"per_page":20,"total_count":3,"total_pages":1,"has_next":false,"has_previous":false},"as_of":"2026-11-20T08:00:00.000Z"},"id":1}

// Sorted by volume the other way round, on the second page
>> {"jsonrpc":"2.0","method":"funding_map","params":{"sortby":"volume","order":"worst_first","limit":1,"page":2},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"base":"ETH","volume_24h":2100000000,"<more>":true}],"pagination":{"current_page":2,"per_page":1,"total_count":3,"total_pages":3,"has_next":true,"has_previous":true},"<more>":true},"id":1}

// Some coins only, from Z to A
>> {"jsonrpc":"2.0","method":"funding_map","params":{"coins":["btc","XRP"],"sortby":"symbol","order":"worst_first"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"base":"XRP","<more>":true},{"base":"BTC","<more>":true}],"<more>":true},"id":1}

// The search text also finds an exchange's own symbol
>> {"jsonrpc":"2.0","method":"funding_map","params":{"q":"xbt"},"id":1}
<< {"jsonrpc":"2.0","result":{"data":[{"base":"BTC","<more>":true}],"<more>":true},"id":1}

// With two exchanges only, the spread and the volume refer to these two
>> {"jsonrpc":"2.0","method":"funding_map","params":{"exchanges":["kucoin","hyperliquid"],"coins":["BTC"]},"id":1}
<< {"jsonrpc":"2.0","result":{"exchanges":[{"exchange":"hyperliquid","<more>":true},{"exchange":"kucoin","<more>":true}],"data":[{"base":"BTC","volume_24h":800000000,"spread":{"long_exchange":"kucoin","short_exchange":"hyperliquid","spread_8h":0.00012,"spread_apr":0.1314},"<more>":true}],"<more>":true},"id":1}

// An exchange that is not configured
>> {"jsonrpc":"2.0","method":"funding_map","params":{"exchanges":["bybit","kraken"]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:bybit, hyperliquid, kucoin>","data":{"code":"INVALID_PARAMS","message":"<match:kraken>","retryable":false,"field":"exchanges.1"}},"id":1}

// An empty list of coins is a mistake, and so is an unknown sort key
>> {"jsonrpc":"2.0","method":"funding_map","params":{"coins":[]},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<string>","data":{"code":"INVALID_PARAMS","field":"coins","<more>":true}},"id":1}

>> {"jsonrpc":"2.0","method":"funding_map","params":{"sortby":"apr"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:spread, volume, symbol>","data":{"code":"INVALID_PARAMS","field":"sortby","<more>":true}},"id":1}

// The history of a coin: one series per contract. A series without rates says why
>> {"jsonrpc":"2.0","method":"funding_history","params":{"coin":"btc","days":7},"id":1}
<< {"jsonrpc":"2.0","result":{"base":"BTC","days":7,"step":"settlement","series":[
<<  {"exchange":"bybit","symbol":"BTCUSDT","quote":"USDT","mean_8h":0.0001,"mean_apr":0.1095,"covered":1,"from":1794585600,"to":1795161600,"settlements":21,"points":["<each>",{"timestamp":"<integer>","rate_8h":0.0001}],"failure":null},
<<  {"exchange":"bybit","symbol":"BTCPERP","mean_8h":null,"mean_apr":null,"covered":0,"from":null,"to":null,"settlements":0,"points":[],"failure":null,"<more>":true},
<<  {"exchange":"hyperliquid","symbol":"BTC","<more>":true},
<<  {"exchange":"kucoin","symbol":"XBTUSDTM","points":[],"failure":"<match:within 5 s>","<more>":true}],"left_out":0,"as_of":"2026-11-20T08:00:00.000Z"},"id":1}

// A longer range has one point per UTC day, and shows how much of the range is known
>> {"jsonrpc":"2.0","method":"funding_history","params":{"coin":"BTC","days":90},"id":1}
<< {"jsonrpc":"2.0","result":{"days":90,"step":"day","series":[{"covered":0.107407407407407,"settlements":30,"<more>":true},"<object>","<object>","<object>"],"<more>":true},"id":1}

// Only four ranges exist
>> {"jsonrpc":"2.0","method":"funding_history","params":{"coin":"BTC","days":14},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:7, 30, 90, 365>","data":{"code":"INVALID_PARAMS","field":"days","<more>":true}},"id":1}

// A coin that no exchange lists
>> {"jsonrpc":"2.0","method":"funding_history","params":{"coin":"NOPE"},"id":1}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"<match:NOPE>","data":{"code":"UNKNOWN_SYMBOL","message":"<match:Call funding_map>","retryable":false,"field":"coin"}},"id":1}
