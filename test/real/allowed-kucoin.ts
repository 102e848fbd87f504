/**
 * Lists the deliberate differences between the message bodies of the simulated KuCoin and the documented ones, each
 * with its reason. Keys are `<file> <kind> <path>`. A test fails if an entry is no longer needed.
 */
const FUNDING_MEMBERS =
	'interval, cap and instants of the funding rate, which the documentation lists since 2025';
const MARGIN_MEMBERS = 'margin mode, leverage and average price, which the documentation lists since 2025';
const FRAME = 'the sample leaves out a member that every frame of the stream has';
const SERIAL = 'serial number of the frame, which the documentation shows since 2025';
const PARTIAL_BOOK = 'the newer documentation shows sequence and timestamp, and lots as numbers';
const TICKER = 'the newer documentation shows the sequence, and prices as text';
const REST_POSITION = 'the pushed position carries what the same position carries over REST';
const ALL_SYMBOLS = 'the topic speaks of all symbols, so the settlement names its own';
const SAMPLE_OF_ALL =
	'the sample shows the list of all positions; the endpoint of one symbol answers one object';
const LEVERAGE_DONE = 'the documentation page shows true, the sample an object';

export const ALLOWED_KUCOIN: Readonly<Record<string, string>> = {
	'Account/GetPosition type data array→object': SAMPLE_OF_ALL,
	'Account/GetPositions extra data[].leverage': MARGIN_MEMBERS,
	'Account/GetPositions extra data[].marginMode': MARGIN_MEMBERS,
	'Account/GetPositions extra data[].positionSide': MARGIN_MEMBERS,
	'Account/SetCrossMarginLeverage type data object→boolean': LEVERAGE_DONE,
	'Balance extra channelType': FRAME,
	'Balance extra type': FRAME,
	'Book extra sn': SERIAL,
	'ExchangeData/GetContract extra data.currentFundingRateGranularity': FUNDING_MEMBERS,
	'ExchangeData/GetContract extra data.fundingRateCap': FUNDING_MEMBERS,
	'ExchangeData/GetContract extra data.fundingRateFloor': FUNDING_MEMBERS,
	'ExchangeData/GetContract extra data.fundingRateGranularity': FUNDING_MEMBERS,
	'ExchangeData/GetContract extra data.nextFundingRateDateTime': FUNDING_MEMBERS,
	'ExchangeData/GetCurrentFundingRate extra data.fundingRateCap': FUNDING_MEMBERS,
	'ExchangeData/GetCurrentFundingRate extra data.fundingRateFloor': FUNDING_MEMBERS,
	'ExchangeData/GetCurrentFundingRate extra data.fundingTime': FUNDING_MEMBERS,
	'ExchangeData/GetCurrentFundingRate extra data.period': FUNDING_MEMBERS,
	'ExchangeData/GetOpenContracts extra data[].currentFundingRateGranularity': FUNDING_MEMBERS,
	'ExchangeData/GetOpenContracts extra data[].fundingRateCap': FUNDING_MEMBERS,
	'ExchangeData/GetOpenContracts extra data[].fundingRateFloor': FUNDING_MEMBERS,
	'ExchangeData/GetOpenContracts extra data[].fundingRateGranularity': FUNDING_MEMBERS,
	'ExchangeData/GetOpenContracts extra data[].nextFundingRateDateTime': FUNDING_MEMBERS,
	'FundingRate extra type': FRAME,
	'FundingSettlement extra channelType': FRAME,
	'FundingSettlement extra data.symbol': ALL_SYMBOLS,
	'FundingSettlement extra type': FRAME,
	'MarkPrice extra type': FRAME,
	'Order extra data.marginMode': MARGIN_MEMBERS,
	'Order extra data.tradeType': MARGIN_MEMBERS,
	'Order extra userId': FRAME,
	'PartialBook extra data.sequence': PARTIAL_BOOK,
	'PartialBook extra data.timestamp': PARTIAL_BOOK,
	'PartialBook extra sn': SERIAL,
	'PartialBook type data.asks[][] string→number': PARTIAL_BOOK,
	'PartialBook type data.bids[][] string→number': PARTIAL_BOOK,
	'Position extra data.id': REST_POSITION,
	'Position extra data.isInverse': REST_POSITION,
	'Position extra data.leverage': MARGIN_MEMBERS,
	'Position extra data.maintainMargin': REST_POSITION,
	'Position extra data.marginMode': MARGIN_MEMBERS,
	'Position extra data.positionSide': MARGIN_MEMBERS,
	'Position extra data.userId': REST_POSITION,
	'Tickers extra data.sequence': TICKER,
	'Tickers extra sn': SERIAL,
	'Tickers extra type': FRAME,
	'Tickers type data.bestAskPrice number→string': TICKER,
	'Tickers type data.bestBidPrice number→string': TICKER,
	'Trading/GetClosedOrders extra data[].avgDealPrice': MARGIN_MEMBERS,
	'Trading/GetClosedOrders extra data[].marginMode': MARGIN_MEMBERS,
	'Trading/GetOrder extra data.avgDealPrice': MARGIN_MEMBERS,
	'Trading/GetOrder extra data.marginMode': MARGIN_MEMBERS,
	'Trading/GetOrderByClientOrderId extra data.avgDealPrice': MARGIN_MEMBERS,
	'Trading/GetOrderByClientOrderId extra data.marginMode': MARGIN_MEMBERS,
	'Trading/GetOrders extra data.items[].avgDealPrice': MARGIN_MEMBERS,
	'Trading/GetOrders extra data.items[].marginMode': MARGIN_MEMBERS,
	'Trading/PlaceOrder extra data.clientOid': MARGIN_MEMBERS,
	'Wallet extra channelType': FRAME,
	'Wallet extra type': FRAME,
};
