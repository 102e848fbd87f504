/**
 * Lists the deliberate differences between the message bodies of the simulated Hyperliquid and the documented or
 * recorded ones, each with its reason. Keys are `<file> <kind> <path>`. A test fails if an entry is no longer needed.
 */
const MARGIN_TABLES = 'margin tables and collateral, which the page "Perpetuals" shows since 2025';
const NONE_SUCH = 'no coin of the simulated exchange is delisted or isolated only while the test runs';
const BASE_VOLUME = 'the volume in coins, which the page "Perpetuals" shows since 2025';
const CLIENT_ID = 'the order carries a client id, of which the sample has none';
const ORIGINAL_SIZE = 'the size that was ordered, which later recordings show';
const NO_BUILDER = 'no order has a builder';
const TWAP = 'the member that later samples of fills have';
const YOUNGER = 'the recording is of 2023; the documented body of today has the member';
const OLDER = 'the recording is of 2023; the documented body of today has it no more';
const ISOLATED = 'the position is isolated, the recorded one cross';
const NO_TRIGGERS = 'orders with a trigger are not simulated, so none has children';

export const ALLOWED_HYPERLIQUID: Readonly<Record<string, string>> = {
	'Futures/ExchangeData/GetExchangeInfo extra collateralToken': MARGIN_TABLES,
	'Futures/ExchangeData/GetExchangeInfo extra marginTables': MARGIN_TABLES,
	'Futures/ExchangeData/GetExchangeInfo extra universe[].marginTableId': MARGIN_TABLES,
	'Futures/ExchangeData/GetExchangeInfo missing universe[].isDelisted': NONE_SUCH,
	'Futures/ExchangeData/GetExchangeInfo missing universe[].onlyIsolated': NONE_SUCH,
	'Futures/ExchangeData/GetExchangeInfoAndTickers extra [].collateralToken': MARGIN_TABLES,
	'Futures/ExchangeData/GetExchangeInfoAndTickers extra [].marginTables': MARGIN_TABLES,
	'Futures/ExchangeData/GetExchangeInfoAndTickers extra [].universe[].marginTableId': MARGIN_TABLES,
	'Futures/ExchangeData/GetExchangeInfoAndTickers extra [][].dayBaseVlm': BASE_VOLUME,
	'Futures/ExchangeData/GetExchangeInfoAndTickers missing [].universe[].onlyIsolated': NONE_SUCH,
	'Order extra data[].order.cloid': CLIENT_ID,
	'Spot/Trading/GetOpenOrders extra [].cloid': CLIENT_ID,
	'Spot/Trading/GetOpenOrders extra [].origSz': ORIGINAL_SIZE,
	'Spot/Trading/GetUserTrades extra [].cloid': CLIENT_ID,
	'Spot/Trading/GetUserTrades extra [].twapId': TWAP,
	'Spot/Trading/GetUserTrades missing [].builderFee': NO_BUILDER,
	'UserEventTrade extra data.fills[].cloid': CLIENT_ID,
	'test_get_frontend_open_orders extra [].cloid': CLIENT_ID,
	'test_get_frontend_open_orders unseen [].children[]': NO_TRIGGERS,
	'test_get_open_orders extra [].cloid': CLIENT_ID,
	'test_get_open_orders extra [].origSz': ORIGINAL_SIZE,
	'test_get_user_state extra assetPositions[].position.cumFunding': YOUNGER,
	'test_get_user_state extra assetPositions[].position.leverage.rawUsd': ISOLATED,
	'test_get_user_state extra assetPositions[].position.maxLeverage': YOUNGER,
	'test_get_user_state extra crossMaintenanceMarginUsed': YOUNGER,
	'test_get_user_state extra time': YOUNGER,
	'test_get_user_state missing assetPositions[].position.maxTradeSzs': OLDER,
};
