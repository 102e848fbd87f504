/**
 * Lists the deliberate differences between the message bodies of the simulated Bybit and the documented ones, each
 * with its reason. Keys are `<file> <kind> <path>`. A test fails if an entry is no longer needed.
 */
const FEES = 'fees per coin, which the documentation lists instead of cumExecFee for linear (2026-07)';
const CREATE_TYPE = 'how the order came about; the documentation lists it for derivatives (2026-07)';
const CLOCK = 'the sample leaves out the end of the envelope that every answer has';
const PERPETUALS_ONLY = 'the key may trade perpetuals and move nothing';
const FUNDING_MEMBERS = 'interval and cap of the funding rate, which the documentation lists since 2025';

export const ALLOWED_BYBIT: Readonly<Record<string, string>> = {
	'ExchangeData/GetLinearInverseTickers extra result.list[].fundingIntervalHour': FUNDING_MEMBERS,
	'ExchangeData/GetLinearInverseTickers extra result.list[].fundingCap': FUNDING_MEMBERS,
	'ExchangeData/GetOrderbook extra result.cts': 'time of the matching engine, documented since 2024',
	'Trading/GetOrders extra result.list[].createType': CREATE_TYPE,
	'Trading/GetOrders extra result.list[].cumFeeDetail': FEES,
	'Trading/GetOrderHistory extra result.list[].createType': CREATE_TYPE,
	'Trading/GetOrderHistory extra result.list[].cumFeeDetail': FEES,
	'Trading/GetUserTrades extra result.list[].createType': CREATE_TYPE,
	'Account/SetMarginMode extra retExtInfo': CLOCK,
	'Account/SetMarginMode extra time': CLOCK,
	'Account/GetMarginAccountInfo extra retExtInfo': CLOCK,
	'Account/GetMarginAccountInfo extra time': CLOCK,
	'Account/GetApiKeyInfo unseen result.permissions.Options[]': PERPETUALS_ONLY,
	'Account/GetApiKeyInfo unseen result.permissions.Spot[]': PERPETUALS_ONLY,
	'Account/GetApiKeyInfo unseen result.permissions.Wallet[]': PERPETUALS_ONLY,
	'Linear/Ticker extra data.fundingIntervalHour': FUNDING_MEMBERS,
	'Linear/Ticker extra data.fundingCap': FUNDING_MEMBERS,
	'Private/Order extra data[].createType': CREATE_TYPE,
	'Private/Order extra data[].cumFeeDetail': FEES,
	'Private/UserTrades extra data[].createType': CREATE_TYPE,
	'Private/UserTrades extra data[].feeCurrency': 'coin of the fee, which the documentation lists since 2025',
	'Private/UserTrades extra data[].execPnl': 'result of a closing fill, documented since 2025',
};
