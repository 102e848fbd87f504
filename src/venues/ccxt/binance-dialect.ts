/**
 * Binance USD-M futures: linear perpetuals in USDT, single-asset margin, one-way positions.
 * Rules: developers.binance.com/docs/derivatives/usds-margined-futures ("General Info", "Error Codes", and the page of each
 * endpoint), read 2026-11.
 */
import { formatDecimal, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { DAY_MS } from '../../domain/funding.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import { HedgeModeError, type OrderReport, type OrderReportStatus, VenueError } from '../../ports/venue.ts';
import { binanceMarks } from '../feeds/binance-marks.ts';
import { binanceAccountStream } from './binance-account-stream.ts';
import {
	balanceOf,
	bySymbol,
	flowOf,
	isWhole,
	marginModeOf,
	paymentOf,
	positionOf,
	tradedSymbolsOf,
} from './binance-bodies.ts';
import { incomeOf, noteBalances, recentIncomeOf } from './binance-income.ts';
import { BINANCE_KEY_CODES, readBinanceKey } from './binance-key.ts';
import {
	readBinanceBook,
	readBinanceInstruments,
	readBinanceNotices,
	readBinanceSettledRates,
	readBinanceTickers,
	readBinanceTime,
	readBinanceTrades,
} from './binance-public.ts';
import { readBinanceFees, readBinanceFills, readBinanceOrderFills } from './binance-trades.ts';
import type { Call, Dialect } from './dialect.ts';
import { at, type Body, decimal, listed, required, text } from './fields.ts';
import { withFills } from './order-report.ts';

/** Age at which the venue refuses a read, its own default, and an order: half of it covers the way there. */
const READ_WINDOW_MS = 5_000;
const ORDER_WINDOW_MS = 2_500;

/** Order statuses (page "Common Definition"); an order that expired ended by its own terms, as an immediate one does. */
const STATUSES: Readonly<Record<string, OrderReportStatus>> = {
	NEW: 'open',
	PARTIALLY_FILLED: 'open',
	FILLED: 'filled',
	CANCELED: 'canceled',
	EXPIRED: 'expired',
	EXPIRED_IN_MATCH: 'expired',
	REJECTED: 'rejected',
};

export const binanceDialect: Dialect = {
	venue: 'binance',
	ccxtClass: 'binanceusdm',
	settings: {
		defaultType: 'swap',
		defaultSubType: 'linear',
		fetchMarkets: { types: ['linear'] },
		fetchCurrencies: false,
		fetchMargins: false,
		recvWindow: READ_WINDOW_MS,
	},
	orderSettings: { recvWindow: ORDER_WINDOW_MS },
	budgets: {
		// 300 in ten seconds and 1,200 in a minute for an account (`rateLimits` of the exchange information).
		order: { perSecond: 15, burst: 60, waitMsMax: 0 },
		// Settled rates and adjusted intervals share 500 requests in five minutes.
		history: { perSecond: 1.2, burst: 20, waitMsMax: 120_000 },
	},
	// 2,400 of weight a minute for an address (`rateLimits`), in which orders weigh nothing: they are counted as 1 here.
	addressBudget: {
		perSecond: 30,
		burst: 500,
		classes: {
			order: { leaves: 0, waitMsMax: 0 },
			probe: { leaves: 20, waitMsMax: 2_000 },
			// What a stream does not tell: all prices 10 every half minute and where it is silent, the day's volumes 40 once a minute.
			market: { leaves: 100, waitMsMax: 5_000 },
			account: { leaves: 180, waitMsMax: 6_000 },
			history: { leaves: 260, waitMsMax: 120_000 },
		},
	},
	weights: {
		fapiPublicGetPremiumIndex: 10,
		fapiPublicGetTicker24hr: 40,
		fapiPublicGetDepth: 5,
		fapiPublicGetTrades: 5,
		fapiPrivateGetUserTrades: 5,
		fapiPrivateGetForceOrders: 20,
		fapiPrivateGetIncome: 30,
		fapiPrivateGetCommissionRate: 20,
		fapiPrivateGetAccountConfig: 5,
		fapiPrivateGetSymbolConfig: 5,
		fapiPrivateV3GetAccount: 5,
		fapiPrivateV3GetPositionRisk: 5,
	},
	orderWeight: 1,
	// serverTime − recvWindow ≤ timestamp < serverTime + 1000 (page "General Info", "Timing Security").
	orderWindowMs: ORDER_WINDOW_MS,
	clockAheadMsMax: 1_000,
	// After a timeout inside the venue an order has appeared late; for how long is not documented. As long as at KuCoin.
	visibleAfterMs: 3_000,
	orderCodes: {
		// The client order id is taken; no or an odd answer from inside, "execution status unknown"; an unknown error, which is
		// the 503 of which the page says that it is no failure.
		doubtful: ['-4116', '-1000', '-1001', '-1006', '-1007'],
		// Proof although ccxt 4.5.84 maps them to nothing that is: limits, a throttled system ("100% failure"), a key that is
		// refused after it once worked, and what the venue found when it looked at margin, position, price and account (page
		// "Error Codes").
		refusals: [
			...['-1003', '-1008', '-1015', '-1016', '-1021', '-1022', '-2014', '-2015', '-2016', '-2018', '-2019'],
			...['-2020', '-2023', '-4019', '-4078', '-4109', '-4131', '-4192', '-4400', '-4401', '-4402', '-4405'],
			...['-4141', '-4407', '-4415', '-4517', '-4518', '-4519', '-5021', '-5022', '-5028'],
		],
		passing: ['-1003', '-1008', '-1015', '-1021', '-5028'],
		// An invalid symbol, one whose status is not for opening, one that is closed (page "Error Codes", read 2026-11).
		notTradable: ['-1121', '-4140', '-4141'],
		// HTTP 503: "it means this is a failure API operation" (page "General Info"); the sentence in the body, not the phrase of
		// the status, which the other 503s have as well.
		notTaken: /"msg"\s*:\s*"Service Unavailable\."/,
	},
	// "Repeatedly violating rate limits and/or failing to back off after receiving 429s will result in an automated IP ban (HTTP
	// status 418)", "from 2 minutes to 3 days" (page "General Info", read 2026-11); the sentence tells the end.
	addressBan: {
		said: /^\w+ 418\b(?:.*banned until (\d{13}))?/s,
		pauseMs: 120_000,
		pauseMsMax: 3 * DAY_MS,
	},
	keyCodes: BINANCE_KEY_CODES,
	// Base tier (binance.com/en/fee/futureFee, read 2026-11).
	baseFees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },
	// 200 streams of one ccxt connection; each begins with a snapshot over REST.
	bookChunk: 50,
	tickerStream: binanceMarks,

	readInstruments: readBinanceInstruments,
	readTickers: readBinanceTickers,
	readBook: readBinanceBook,
	readSettledRates: readBinanceSettledRates,
	readTime: readBinanceTime,
	readTrades: readBinanceTrades,
	// Leverage brackets are told to accounts alone (page "Notional and Leverage Brackets": USER_DATA).
	readNotices: readBinanceNotices,
	// ccxt 4.5.84 looks at the numbers of each event itself, and drops the book at a gap.
	guardBooks() {},

	accountStream: binanceAccountStream,
	readKey: readBinanceKey,

	async placeOrder(send, instrument, order) {
		const answer = await send('fapiPrivatePostOrder', {
			symbol: instrument.symbol,
			side: order.side === 'buy' ? 'BUY' : 'SELL',
			type: 'LIMIT',
			quantity: formatDecimal(toOrderUnits(instrument, order.quantity)),
			price: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
			timeInForce: order.timeInForce === 'postOnly' ? 'GTX' : 'IOC',
			newClientOrderId: order.clientOrderId,
			reduceOnly: order.reduceOnly,
			newOrderRespType: 'ACK',
		});
		return text(answer, 'orderId');
	},
	async findOrder(call, instrument, clientOrderId) {
		const row = await orderByClientId(call, instrument, clientOrderId);
		// The id must be ours, whatever order came back.
		if (row === undefined || text(row, 'clientOrderId') !== clientOrderId) return undefined;
		return orderReport(call, instrument, clientOrderId, row);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'fapiPrivateDeleteOrder', {
			symbol: instrument.symbol,
			origClientOrderId: clientOrderId,
		});
	},
	readAccountFills: readBinanceFills,
	async readTradedSymbols(call, from, to) {
		return tradedSymbolsOf(await incomeOf(call, from, to));
	},
	async prepare(call, instrument, leverage, mode) {
		const refused = (sentence: string): never => {
			throw new VenueError('binance', 'rejected', sentence);
		};
		if (!isWhole(leverage))
			refused(`The leverage was ${formatDecimal(leverage)}, Binance takes whole numbers from 1 on.`);
		const account = await call('account', 'fapiPrivateGetAccountConfig');
		if (at(account, 'dualSidePosition') !== false) throw inHedgeMode();
		if (at(account, 'multiAssetsMargin') !== false)
			refused('The account is in multi-assets mode, single-asset is needed. Switch it at the venue.');
		const config = await configOf(call, instrument);
		if (marginModeOf(config) !== mode) {
			await requireNothingHeld(call, instrument, mode);
			await setMarginMode(call, instrument, mode);
		}
		if (decimal(config, 'leverage') !== leverage)
			await call('account', 'fapiPrivatePostLeverage', {
				symbol: instrument.symbol,
				leverage: Number(formatDecimal(leverage)),
			});
	},
	async readPositions(call, find) {
		const rows = listed(await call('account', 'fapiPrivateV3GetPositionRisk'), 'positions');
		// A side other than BOTH is hedge mode's, and then there are two of one contract.
		if (rows.some((row) => (text(row, 'positionSide') ?? 'BOTH') !== 'BOTH')) throw inHedgeMode();
		const held = rows.filter((row) => (decimal(row, 'positionAmt') ?? ZERO) !== ZERO);
		if (held.length === 0) return [];
		const configs = bySymbol(listed(await call('account', 'fapiPrivateGetSymbolConfig'), 'settings'));
		return held.flatMap((row) => {
			const symbol = text(row, 'symbol') ?? '';
			return positionOf(row, find(symbol), configs.get(symbol)) ?? [];
		});
	},
	// One answer has all that the account holds.
	otherAssets: [],
	async readBalance(call) {
		const report = balanceOf(await call('account', 'fapiPrivateV3GetAccount'));
		noteBalances(call, report);
		return report;
	},
	readFees: readBinanceFees,
	async readFundingPayments(call, instrument, from, to) {
		const rows = await recentIncomeOf(call, from, to);
		return rows.flatMap((row) => paymentOf(row, instrument) ?? []).sort((a, b) => a.settledAt - b.settledAt);
	},
	async readExternalFlows(call, from, to) {
		const rows = await incomeOf(call, from, to);
		return rows.flatMap((row) => flowOf(row) ?? []);
	},
};

function inHedgeMode(): HedgeModeError {
	return new HedgeModeError(
		'binance',
		'The account is in hedge mode, one-way is needed. Switch it at the venue.',
	);
}

/**
 * Undefined where there is no such order. An order that ended without a fill is forgotten after three days, any after ninety
 * (page "Query Order"): within our windows its absence is the venue's word that it never was.
 */
async function orderByClientId(
	call: Call,
	{ symbol }: Instrument,
	clientOrderId: string,
): Promise<Body | undefined> {
	try {
		const query = { symbol, origClientOrderId: clientOrderId };
		return (await call('probe', 'fapiPrivateGetOrder', query)) as Body;
	} catch (error) {
		if (
			error instanceof VenueError &&
			error.kind === 'rejected' &&
			/"code"\s*:\s*-2013\b/.test(error.message)
		)
			return undefined;
		throw error;
	}
}

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'orderId'), 'orderId');
	const status = STATUSES[text(row, 'status') ?? ''] ?? 'open';
	const filledQuantity = fromOrderUnits(instrument, decimal(row, 'executedQty') ?? ZERO);
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		readBinanceOrderFills(call, instrument, venueOrderId),
	);
}

async function configOf(call: Call, { symbol }: Instrument): Promise<Body> {
	const rows = listed(await call('account', 'fapiPrivateGetSymbolConfig', { symbol }), 'settings');
	return required(
		rows.find((row) => text(row, 'symbol') === symbol),
		`settings of ${symbol}`,
	);
}

/** The margin mode of a symbol that is held is nobody's to switch. @throws VenueError */
async function requireNothingHeld(call: Call, { symbol }: Instrument, mode: string): Promise<void> {
	const rows = listed(await call('account', 'fapiPrivateV3GetPositionRisk', { symbol }), 'positions');
	if (!rows.some((row) => (decimal(row, 'positionAmt') ?? ZERO) !== ZERO)) return;
	throw new VenueError(
		'binance',
		'rejected',
		`A position in ${symbol} is open, so its margin mode is not switched to ${mode}. Close it, or switch it at the venue.`,
	);
}

async function setMarginMode(call: Call, { symbol }: Instrument, mode: 'isolated' | 'cross'): Promise<void> {
	const marginType = mode === 'isolated' ? 'ISOLATED' : 'CROSSED';
	try {
		await call('account', 'fapiPrivatePostMarginType', { symbol, marginType });
	} catch (error) {
		// -4046: no need to change it, which is what was wanted.
		if (error instanceof VenueError && /-4046|No need to change margin type/.test(error.message)) return;
		throw error;
	}
}
