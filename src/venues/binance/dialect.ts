/**
 * Binance USD-M futures: linear perpetuals in USDT, single-asset margin, one-way positions.
 * Rules: developers.binance.com/docs/derivatives/usds-margined-futures ("General Info", "Error Codes", and the page of each
 * endpoint), read 2026-11.
 */
import { formatDecimal, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { OrderReport, OrderReportStatus } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import { at, type Body, decimal, listed, required, text } from '../shared/fields.ts';
import { withFills } from '../shared/order-report.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { createStreamedRows } from '../shared/streamed-rows.ts';
import {
	balanceOf,
	bySymbol,
	flowOf,
	isWhole,
	marginModeOf,
	paymentOf,
	positionOf,
	tradedSymbolsOf,
} from './bodies.ts';
import { binanceDeadMan } from './dead-man.ts';
import { BINANCE_ERRORS } from './errors.ts';
import { binance as facts } from './facts.ts';
import { type BinanceTrades, createBinanceTrades, readBinanceFees } from './fills.ts';
import { createIncome } from './income.ts';
import { readBinanceKey, readBinanceTestKey } from './key.ts';
import { BINANCE_BUDGETS } from './limits.ts';
import {
	readBinanceBook,
	readBinanceInstruments,
	readBinanceNotices,
	readBinanceSettledRates,
	readBinanceTestNotices,
	readBinanceTickers,
	readBinanceTime,
	readBinanceTrades,
} from './markets.ts';
import { binanceAccountStream } from './stream.ts';
import { binanceMarks } from './ticker-stream.ts';

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

/** Members that share what one session keeps. */
type Stateful =
	| 'readInstruments'
	| 'readTickers'
	| 'findOrder'
	| 'readAccountFills'
	| 'readTradedSymbols'
	| 'prepare'
	| 'readBalance'
	| 'readFundingPayments'
	| 'readExternalFlows';

/** Members that depend on no state of a session. */
const RULES: Omit<Dialect, Stateful> = {
	facts,
	settings: {
		defaultType: 'swap',
		defaultSubType: 'linear',
		fetchMarkets: { types: ['linear'] },
		fetchCurrencies: false,
		fetchMargins: false,
		recvWindow: READ_WINDOW_MS,
	},
	orderSettings: { recvWindow: ORDER_WINDOW_MS },
	...BINANCE_BUDGETS,
	orderMethod: 'fapiPrivatePostOrder',
	// serverTime − recvWindow ≤ timestamp < serverTime + 1000 (page "General Info", "Timing Security").
	orderWindowMs: ORDER_WINDOW_MS,
	clockAheadMsMax: 1_000,
	errors: BINANCE_ERRORS,
	inTest: { readKey: readBinanceTestKey, readNotices: readBinanceTestNotices },
	// Base tier (binance.com/en/fee/futureFee, read 2026-11).
	baseFees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },
	tickerStream: binanceMarks,

	readBook: readBinanceBook,
	readSettledRates: readBinanceSettledRates,
	readTime: readBinanceTime,
	readTrades: readBinanceTrades,
	// Leverage brackets are told to accounts alone (page "Notional and Leverage Brackets": USER_DATA).
	readNotices: readBinanceNotices,

	accountStream: binanceAccountStream,
	deadMan: binanceDeadMan,
	readKey: readBinanceKey,

	async placeOrder(send, instrument, order) {
		const answer = await send({
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
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'fapiPrivateDeleteOrder', {
			symbol: instrument.symbol,
			origClientOrderId: clientOrderId,
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
	readFees: readBinanceFees,
};

/** With what one session of an account, or of market data, keeps between its requests. */
export function createBinanceDialect(): Dialect {
	const reads = createSharedReads();
	const tickers = { reads, rows: createStreamedRows<Body>() };
	const trades = createBinanceTrades(reads);
	const income = createIncome();
	return {
		...RULES,
		readInstruments: (call) => readBinanceInstruments(reads, call),
		readTickers: (...asked) => readBinanceTickers(tickers, ...asked),
		async findOrder(call, instrument, clientOrderId) {
			const row = await orderByClientId(call, instrument, clientOrderId);
			// The id must be ours, whatever order came back.
			if (row === undefined || text(row, 'clientOrderId') !== clientOrderId) return undefined;
			return orderReport(trades, call, instrument, clientOrderId, row);
		},
		readAccountFills: trades.readFills,
		async readTradedSymbols(call, from, to) {
			return tradedSymbolsOf(await income.rows(call, from, to));
		},
		prepare: (...asked) => prepare(reads, ...asked),
		async readBalance(call) {
			const report = balanceOf(await call('account', 'fapiPrivateV3GetAccount'));
			income.noteBalances(report);
			return report;
		},
		async readFundingPayments(call, instrument, from, to) {
			const rows = await income.recentRows(call, from, to);
			return rows
				.flatMap((row) => paymentOf(row, instrument) ?? [])
				.sort((a, b) => a.settledAt - b.settledAt);
		},
		async readExternalFlows(call, from, to) {
			const rows = await income.rows(call, from, to);
			return rows.flatMap((row) => flowOf(row) ?? []);
		},
	};
}

async function prepare(
	reads: SharedReads,
	...[call, instrument, leverage, mode, verified]: Parameters<Dialect['prepare']>
): Promise<void> {
	if (!isWhole(leverage))
		throw refused(`The leverage was ${formatDecimal(leverage)}, Binance takes whole numbers from 1 on.`);
	await verified('account settings', 'one-way, single-asset', () => requireAccountSettings(call));
	const config = await configOf(reads, call, instrument);
	if (marginModeOf(config) !== mode) {
		await requireNothingHeld(reads, call, instrument, mode);
		await setMarginMode(call, instrument, mode);
	}
	if (decimal(config, 'leverage') !== leverage)
		await call('account', 'fapiPrivatePostLeverage', {
			symbol: instrument.symbol,
			leverage: Number(formatDecimal(leverage)),
		});
}

function refused(sentence: string): VenueError {
	return new VenueError('binance', 'rejected', sentence);
}

/** @throws VenueError, HedgeModeError */
async function requireAccountSettings(call: Call): Promise<void> {
	const account = await call('account', 'fapiPrivateGetAccountConfig');
	if (at(account, 'dualSidePosition') !== false) throw inHedgeMode();
	if (at(account, 'multiAssetsMargin') !== false)
		throw refused('The account is in multi-assets mode, single-asset is needed. Switch it at the venue.');
}

function inHedgeMode(): HedgeModeError {
	return new HedgeModeError(
		'binance',
		'The account is in hedge mode, one-way is needed. Switch it at the venue.',
		// Page "Change Position Mode", for all symbols at once, read 2026-11.
		'POST /fapi/v1/positionSide/dual with dualSidePosition false',
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
		if (refusedAs(error, BINANCE_ERRORS, 'absent')) return undefined;
		throw error;
	}
}

async function orderReport(
	trades: BinanceTrades,
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'orderId'), 'orderId');
	const status = STATUSES[text(row, 'status') ?? ''] ?? 'open';
	const filledQuantity = fromOrderUnits(instrument, decimal(row, 'executedQty') ?? ZERO);
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		trades.readOrderFills(call, instrument, venueOrderId),
	);
}

async function configOf(reads: SharedReads, call: Call, { symbol }: Instrument): Promise<Body> {
	// Those of all symbols weigh as much as those of one.
	const rows = await reads.together('settings', async () =>
		listed(await call('account', 'fapiPrivateGetSymbolConfig'), 'settings'),
	);
	return required(
		rows.find((row) => text(row, 'symbol') === symbol),
		`settings of ${symbol}`,
	);
}

/** The margin mode of a symbol that is held is nobody's to switch. @throws VenueError */
async function requireNothingHeld(
	reads: SharedReads,
	call: Call,
	{ symbol }: Instrument,
	mode: string,
): Promise<void> {
	const rows = await reads.together('positions', async () =>
		listed(await call('account', 'fapiPrivateV3GetPositionRisk'), 'positions'),
	);
	const isHeld = (row: Body): boolean =>
		text(row, 'symbol') === symbol && (decimal(row, 'positionAmt') ?? ZERO) !== ZERO;
	if (!rows.some(isHeld)) return;
	throw refused(
		`A position in ${symbol} is open, so its margin mode is not switched to ${mode}. Close it, or switch it at the venue.`,
	);
}

async function setMarginMode(call: Call, { symbol }: Instrument, mode: 'isolated' | 'cross'): Promise<void> {
	const marginType = mode === 'isolated' ? 'ISOLATED' : 'CROSSED';
	try {
		await call('account', 'fapiPrivatePostMarginType', { symbol, marginType });
	} catch (error) {
		// It has the wanted mode already.
		if (refusedAs(error, BINANCE_ERRORS, 'unchanged')) return;
		throw error;
	}
}
