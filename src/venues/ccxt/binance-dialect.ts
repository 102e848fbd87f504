/**
 * Binance USD-M futures: linear perpetuals in USDT, single-asset margin, one-way positions.
 * Rules: developers.binance.com/docs/derivatives/usds-margined-futures ("General Info", "Error Codes", and the page of each
 * endpoint), read 2026-11.
 */
import { formatDecimal, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import {
	type FeeRates,
	type FillReport,
	type OrderReport,
	type OrderReportStatus,
	VenueError,
} from '../../ports/venue.ts';
import { binanceAccountStream } from './binance-account-stream.ts';
import {
	accountFillOf,
	balanceOf,
	bySymbol,
	fillOf,
	flowOf,
	forcedCauses,
	hasOtherFee,
	instrumentOf,
	isWhole,
	marginModeOf,
	paymentOf,
	positionOf,
	tickerOf,
	tradedSymbolsOf,
} from './binance-bodies.ts';
import { BINANCE_KEY_CODES, readBinanceKey } from './binance-key.ts';
import { readLevels } from './book-levels.ts';
import { readContracts } from './contract-list.ts';
import type { Call, Dialect } from './dialect.ts';
import { at, type Body, bodies, decimal, listed, required, text, whole } from './fields.ts';
import { gatherNotices } from './notices.ts';
import { withFills } from './order-report.ts';
import { pagesForward, partsOf, readInParts, settledRows, TOO_MANY } from './paging.ts';
import { keepRead, readSlowly } from './slow-reads.ts';
import { tickersOf } from './ticker-fields.ts';

const SETTLED_ROWS_MAX = 1_000;
const TRADE_ROWS_MAX = 1_000;
const FORCED_ROWS_MAX = 100;
const INCOME_ROWS_MAX = 1_000;
const DAY_MS = 86_400_000;
/** Trades and forced orders: at most seven days in one request. */
const WINDOW_MS_MAX = 7 * DAY_MS - 1_000;
/** How long what changes slowly is kept: contracts, adjusted intervals and caps, volumes of the day; fee rates. */
const SLOW_MS = 60_000;
const FEES_MS = 300_000;
/** The depths that a request may ask for. */
const DEPTHS = [5, 10, 20, 50, 100, 500, 1_000];
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
	// 2,400 of weight a minute for an address: burst + 60 s × rate of all but orders is 2,360. Orders weigh nothing and are
	// counted: 300 in ten seconds and 1,200 in a minute for an account (`rateLimits` of the exchange information).
	budgets: {
		order: { perSecond: 15, burst: 60, waitMsMax: 0 },
		probe: { perSecond: 8, burst: 120, waitMsMax: 2_000 },
		account: { perSecond: 7, burst: 150, waitMsMax: 4_000 },
		market: { perSecond: 15.6, burst: 150, waitMsMax: 5_000 },
		// Settled rates and adjusted intervals share 500 requests in five minutes.
		history: { perSecond: 1.4, burst: 20, waitMsMax: 120_000 },
	},
	weights: {
		fapiPublicGetPremiumIndex: 10,
		fapiPublicGetTicker24hr: 40,
		fapiPublicV2GetTickerPrice: 2,
		fapiPublicGetDepth: 5,
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
			...['-4407', '-4415', '-4517', '-4518', '-4519', '-5021', '-5022', '-5028'],
		],
		passing: ['-1003', '-1008', '-1015', '-1021', '-5028'],
		// HTTP 503: "it means this is a failure API operation" (page "General Info"); the sentence in the body, not the phrase of
		// the status, which the other 503s have as well.
		notTaken: /"msg"\s*:\s*"Service Unavailable\."/,
	},
	keyCodes: BINANCE_KEY_CODES,
	// Base tier (binance.com/en/fee/futureFee, read 2026-11).
	baseFees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },
	// 200 streams of one ccxt connection; each begins with a snapshot over REST.
	bookChunk: 50,

	async readInstruments(call) {
		return readContracts(await contracts(call), instrumentOf);
	},
	async readTickers(call, find, now) {
		const [premiums, prices, contractRows, adjusted, days] = await Promise.all([
			call('market', 'fapiPublicGetPremiumIndex'),
			call('market', 'fapiPublicV2GetTickerPrice'),
			readSlowly(call, 'contracts', SLOW_MS, now, () => contracts(call)),
			readSlowly(call, 'adjusted', SLOW_MS, now, () => rowsOf(call, 'fapiPublicGetFundingInfo')),
			readSlowly(call, 'days', SLOW_MS, now, () => rowsOf(call, 'fapiPublicGetTicker24hr')),
		]);
		const parts = {
			contracts: bySymbol(contractRows),
			adjusted: bySymbol(adjusted),
			days: bySymbol(days),
			lastPrices: bySymbol(listed(prices, 'prices')),
		};
		return tickersOf(listed(premiums, 'premiums'), find, (row, instrument) =>
			tickerOf(row, instrument, parts, now),
		);
	},
	async readBook(call, instrument, depth) {
		const answer = await call('market', 'fapiPublicGetDepth', {
			symbol: instrument.symbol,
			limit: DEPTHS.find((allowed) => allowed >= depth) ?? DEPTHS.at(-1),
		});
		return {
			bids: readLevels('bids', at(answer, 'bids'), instrument, depth),
			asks: readLevels('asks', at(answer, 'asks'), instrument, depth),
		};
	},
	readSettledRates: (call, symbol, from, to, kind) =>
		pagesForward(from, to, SETTLED_ROWS_MAX, async (startTime, endTime) => {
			const answer = await call(kind, 'fapiPublicGetFundingRate', {
				symbol,
				startTime,
				endTime,
				limit: SETTLED_ROWS_MAX,
			});
			return settledRows(answer, 'fundingRate', 'fundingTime');
		}),
	async readTime(call) {
		return required(whole(await call('market', 'fapiPublicGetTime'), 'serverTime'), 'serverTime');
	},
	readNotices: (call, now) =>
		gatherNotices('binance', {
			maintenance: async () => {
				const answer = await call('market', 'sapiGetSystemStatus');
				const status = required(whole(answer, 'status'), 'status');
				// 0 is normal; anything else is no trading, of which no beginning and no end is told (page "System Status").
				return status === 0 ? [] : [{ title: text(answer, 'msg') ?? 'maintenance', from: now, until: null }];
			},
			currencies: 'Binance tells it only to whoever has a key (page "All Coins\' Information").',
		}),
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
	async readAccountFills(call, instrument, from, to) {
		const rows = await history(call, 'fapiPrivateGetUserTrades', instrument, from, to, TRADE_ROWS_MAX);
		if (rows.length === 0) return [];
		const times = rows.map((row) => required(whole(row, 'time'), 'time'));
		// Trades do not say that the venue made them; an order begins before it trades.
		const forced = await history(
			call,
			'fapiPrivateGetForceOrders',
			instrument,
			Math.min(...times) - DAY_MS,
			Math.max(...times),
			FORCED_ROWS_MAX,
		);
		const causes = forcedCauses(forced);
		const rates = await ratesFor(call, instrument, rows);
		return rows
			.map((row) => accountFillOf(row, instrument, rates, causes))
			.sort((a, b) => a.filledAt - b.filledAt);
	},
	async readTradedSymbols(call, from, to) {
		return tradedSymbolsOf(await income(call, from, to, {}));
	},
	async prepare(call, instrument, leverage, mode) {
		const refused = (sentence: string): never => {
			throw new VenueError('binance', 'rejected', sentence);
		};
		if (!isWhole(leverage))
			refused(`The leverage was ${formatDecimal(leverage)}, Binance takes whole numbers from 1 on.`);
		const account = await call('account', 'fapiPrivateGetAccountConfig');
		if (at(account, 'dualSidePosition') !== false)
			refused('The account is in hedge mode, one-way is needed. Switch it at the venue.');
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
		if (rows.some((row) => (text(row, 'positionSide') ?? 'BOTH') !== 'BOTH'))
			throw new VenueError('binance', 'rejected', 'The account is in hedge mode, one-way is needed.');
		const held = rows.filter((row) => (decimal(row, 'positionAmt') ?? ZERO) !== ZERO);
		if (held.length === 0) return [];
		const configs = bySymbol(await rowsOf(call, 'fapiPrivateGetSymbolConfig', 'account'));
		return held.flatMap((row) => {
			const symbol = text(row, 'symbol') ?? '';
			return positionOf(row, find(symbol), configs.get(symbol)) ?? [];
		});
	},
	// One answer has all that the account holds.
	otherAssets: [],
	async readBalance(call) {
		return balanceOf(await call('account', 'fapiPrivateV3GetAccount'));
	},
	readFees,
	async readFundingPayments(call, instrument, from, to) {
		const rows = await income(call, from, to, { symbol: instrument.symbol, incomeType: 'FUNDING_FEE' });
		return rows.flatMap((row) => paymentOf(row, instrument) ?? []).sort((a, b) => a.settledAt - b.settledAt);
	},
	async readExternalFlows(call, from, to) {
		const rows = await income(call, from, to, {});
		return rows.flatMap((row) => flowOf(row) ?? []);
	},
};

async function readFees(call: Call, symbol: string): Promise<FeeRates> {
	const answer = await call('account', 'fapiPrivateGetCommissionRate', { symbol });
	return {
		taker: required(decimal(answer, 'takerCommissionRate'), 'takerCommissionRate'),
		maker: required(decimal(answer, 'makerCommissionRate'), 'makerCommissionRate'),
	};
}

/** Read only where a fee was paid in another asset: then it is the fill's value × this. */
async function ratesFor(
	call: Call,
	instrument: Instrument,
	rows: readonly Body[],
): Promise<FeeRates | undefined> {
	if (!hasOtherFee(rows, instrument)) return undefined;
	const { symbol } = instrument;
	const now = Math.max(...rows.map((row) => whole(row, 'time') ?? 0));
	return readSlowly(call, `fees ${symbol}`, FEES_MS, now, () => readFees(call, symbol));
}

/** Keeps what it read for the tickers, which need no more of it than once a minute. */
async function contracts(call: Call): Promise<readonly Body[]> {
	const answer = await call('market', 'fapiPublicGetExchangeInfo');
	const rows = listed(at(answer, 'symbols'), 'contracts');
	void keepRead(call, 'contracts', whole(answer, 'serverTime') ?? 0, async () => rows);
	return rows;
}

async function rowsOf(
	call: Call,
	method: string,
	kind: 'market' | 'account' = 'market',
): Promise<readonly Body[]> {
	return listed(await call(kind, method), 'rows');
}

/** Every row of from…to that the contract has, asked for in windows that the venue allows. */
async function history(
	call: Call,
	method: string,
	{ symbol }: Instrument,
	from: number,
	to: number,
	limit: number,
): Promise<readonly Body[]> {
	const rows: Body[] = [];
	for (const [start, end] of partsOf(from, to, WINDOW_MS_MAX)) {
		const part = await readInParts(start, end, async (startTime, endTime) => {
			const list = listed(await call('account', method, { symbol, startTime, endTime, limit }), 'rows');
			return list.length < limit ? list : TOO_MANY;
		});
		rows.push(...part);
	}
	return rows;
}

/** Every row of from…to of the income, which has no longest window (page "Get Income History": three months are kept). */
function income(
	call: Call,
	from: number,
	to: number,
	params: Readonly<Record<string, unknown>>,
): Promise<readonly Body[]> {
	return readInParts(from, to, async (startTime, endTime) => {
		const query = { ...params, startTime, endTime, limit: INCOME_ROWS_MAX };
		const list = listed(await call('account', 'fapiPrivateGetIncome', query), 'rows');
		return list.length < INCOME_ROWS_MAX ? list : TOO_MANY;
	});
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
		orderFills(call, instrument, venueOrderId),
	);
}

async function orderFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
): Promise<readonly FillReport[]> {
	const answer = await call('probe', 'fapiPrivateGetUserTrades', {
		symbol: instrument.symbol,
		orderId: venueOrderId,
		limit: TRADE_ROWS_MAX,
	});
	const rows = bodies(answer).filter((row) => text(row, 'orderId') === venueOrderId);
	const rates = await ratesFor(call, instrument, rows);
	return rows.map((row) => fillOf(row, instrument, rates));
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
