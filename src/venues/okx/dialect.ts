/**
 * OKX v5, USDT-margined perpetuals, an account in futures mode with net positions. Orders, positions and books count contracts
 * and parts of them. Rules: okx.com/docs-v5 (place order, order details, get positions, set leverage, get funding rate,
 * transaction timeouts, rate limits), pages of 2026-07.
 */
import { type Decimal, formatDecimal, mulDown, parseDecimal, ZERO } from '../../domain/decimal.ts';
import {
	fromOrderUnits,
	fromVenuePrice,
	type Instrument,
	toOrderUnits,
	toVenuePrice,
} from '../../domain/instrument.ts';
import type { OrderReport, OrderReportStatus } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import { readLevels } from '../shared/book-levels.ts';
import { readContracts } from '../shared/contract-list.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import {
	at,
	type Body,
	BodyError,
	bodies,
	decimal,
	listed,
	positive,
	required,
	text,
	whole,
} from '../shared/fields.ts';
import { gatherNotices } from '../shared/notices.ts';
import { withFills } from '../shared/order-report.ts';
import { TOO_MANY } from '../shared/paging.ts';
import { type TradeMembers, tradesOf } from '../shared/public-trades.ts';
import { type TierMembers, tiersOf } from '../shared/risk-tiers.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { tickersOf } from '../shared/ticker-fields.ts';
import {
	accountFillOf,
	balanceOf,
	fillOf,
	instrumentOf,
	maintenanceOf,
	mergedPositions,
	positionOf,
	tickerOf,
} from './bodies.ts';
import { OKX_RESTING_TAG, okxDeadMan } from './dead-man.ts';
import { asksForDemo } from './demo.ts';
import { OKX_ERRORS } from './errors.ts';
import { okx as facts } from './facts.ts';
import { readOkxKey } from './key.ts';
import { OKX_BUDGETS } from './limits.ts';
import {
	allRows,
	externalFlows,
	fillRows,
	fundingPayments,
	orderFills,
	SWAPS,
	settledRates,
} from './records.ts';
import { okxAccountStream } from './stream.ts';

/**
 * Age at which the venue discards an order, by the header `expTime`: "the request will not be processed if the current system
 * time of the server is after the expTime" (page "Transaction Timeouts", read 2026-11). It must cover the way there and how wrong our measure
 * of the venue's clock is, half a second at most.
 */
const ORDER_WINDOW_MS = 2_500;
/**
 * An order's timestamp is written so far ahead. "The server rejects requests where this differs from server time by more than
 * 30 seconds (error 50102)" (page "Making Requests", read 2026-11), which is either way, so that it refuses, and proves to have
 * refused, an order of a clock that runs 5 s ahead of its own, whose `expTime` would be that much too late; with the present as
 * the timestamp that would be 30 s. Should less ahead be taken one day, every order is refused with that code, which is proof,
 * and a self-check says so before money is at stake; should more be taken, `expTime` alone is the deadline.
 */
const ORDER_STAMP_AHEAD_MS = 25_000;
const TIMESTAMP_WINDOW_MS = 30_000;

const TRADE_ROWS_MAX = 500;
/** Page "Get trades", 2026-07. */
const TRADE: TradeMembers = { id: 'tradeId', price: 'px', quantity: 'sz', time: 'ts', timePerMs: 1 };

/** The rate is of the whole value (page "Get position tiers", 2026-07). */
const TIER_MEMBERS: TierMembers = {
	valueMax: 'valueMax',
	maintenanceRate: 'mmr',
	initialRate: 'imr',
	leverageMax: 'maxLever',
	deduction: undefined,
};

const STATES: Readonly<Record<string, OrderReportStatus>> = {
	live: 'open',
	partially_filled: 'open',
	filled: 'filled',
	canceled: 'canceled',
	mmp_canceled: 'canceled',
};

/** Members that depend on no state of a session. */
const RULES: Omit<Dialect, 'prepare'> = {
	facts,
	settings: {
		defaultType: 'swap',
		fetchMarkets: { types: ['swap'] },
		fetchCurrencies: false,
		brokerId: '',
	},
	orderSettings: {},
	orderHeaders: (venueNow) => ({ expTime: String(Math.floor(venueNow) + ORDER_WINDOW_MS) }),
	orderStampAheadMs: ORDER_STAMP_AHEAD_MS,
	...OKX_BUDGETS,
	orderMethod: 'privatePostTradeOrder',
	orderWindowMs: ORDER_WINDOW_MS,
	clockAheadMsMax: TIMESTAMP_WINDOW_MS - ORDER_STAMP_AHEAD_MS,
	errors: OKX_ERRORS,
	inTest: { adapt: asksForDemo },
	// Regular users of USDT-margined perpetuals (okx.com/fees, read 2026-11).
	baseFees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },

	async readInstruments(call) {
		return readContracts(await contracts(call), instrumentOf);
	},
	async readTickers(call, find, now) {
		const rowsOf = async (
			method: string,
			query: Readonly<Record<string, unknown>> = SWAPS,
		): Promise<ReadonlyMap<string | undefined, Body>> => {
			const rows = listed(at(await call('market', method, query), 'data'), 'rows');
			return new Map(rows.map((row) => [text(row, 'instId'), row]));
		};
		const [list, tickers, marks, indexes, interests, fundings] = await Promise.all([
			contracts(call),
			rowsOf('publicGetMarketTickers'),
			rowsOf('publicGetPublicMarkPrice'),
			rowsOf('publicGetMarketIndexTickers', { quoteCcy: 'USDT' }),
			rowsOf('publicGetPublicOpenInterest'),
			rowsOf('publicGetPublicFundingRate', { instId: 'ANY' }),
		]);
		return tickersOf(list, find, (contract, instrument) => {
			const { symbol } = instrument;
			const parts = {
				contract,
				ticker: tickers.get(symbol),
				mark: marks.get(symbol),
				index: indexes.get(familyOf(symbol)),
				interest: interests.get(symbol),
				funding: fundings.get(symbol),
			};
			return tickerOf(parts, instrument, now);
		});
	},
	async readBook(call, instrument, depth) {
		const answer = await call('market', 'publicGetMarketBooks', { instId: instrument.symbol, sz: depth });
		const book = listed(at(answer, 'data'), 'books')[0];
		return {
			bids: readLevels('bids', at(book, 'bids'), instrument, depth),
			asks: readLevels('asks', at(book, 'asks'), instrument, depth),
		};
	},
	async readTrades(call, instrument) {
		const query = { instId: instrument.symbol, limit: TRADE_ROWS_MAX };
		const answer = await call('market', 'publicGetMarketTrades', query);
		return tradesOf(listed(at(answer, 'data'), 'trades'), instrument, TRADE);
	},
	async readRiskTiers(call, instrument) {
		const { symbol } = instrument;
		const [tiers, marks] = await Promise.all([
			call('market', 'publicGetPublicPositionTiers', {
				...SWAPS,
				tdMode: 'isolated',
				instFamily: familyOf(symbol),
			}),
			call('market', 'publicGetPublicMarkPrice', { ...SWAPS, instId: symbol }),
		]);
		const mark = required(positive(listed(at(marks, 'data'), 'marks')[0], 'markPx'), 'markPx');
		const rows = listed(at(tiers, 'data'), 'risk tiers').map((row) => valuedTier(row, instrument, mark));
		return tiersOf(rows, TIER_MEMBERS);
	},
	readSettledRates: settledRates,
	async readTime(call) {
		const answer = await call('market', 'publicGetPublicTime');
		return required(whole(bodies(at(answer, 'data'))[0], 'ts'), 'ts');
	},
	readNotices: (call) =>
		gatherNotices('okx', {
			maintenance: async () => {
				const answer = await call('market', 'publicGetSystemStatus');
				return listed(at(answer, 'data'), 'events').flatMap((row) => maintenanceOf(row) ?? []);
			},
			currencies: 'OKX tells it only to whoever has a key (page "Get currencies").',
		}),

	accountStream: okxAccountStream,
	deadMan: okxDeadMan,
	readKey: readOkxKey,

	async placeOrder(send, instrument, order) {
		const answer = await send({
			instId: instrument.symbol,
			tdMode: order.marginMode,
			clOrdId: order.clientOrderId,
			side: order.side,
			ordType: order.timeInForce === 'postOnly' ? 'post_only' : 'ioc',
			sz: formatDecimal(toOrderUnits(instrument, order.quantity)),
			px: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
			reduceOnly: order.reduceOnly,
			...(order.timeInForce === 'postOnly' ? { tag: OKX_RESTING_TAG } : {}),
		});
		const row = bodies(at(answer, 'data'))[0];
		const code = text(row, 'sCode');
		// An answer that contradicts itself proves nothing.
		if (code !== undefined && code !== '0')
			throw new BodyError(`The answer was 0 and the order's own code ${code}.`);
		return text(row, 'ordId');
	},
	async findOrder(call, instrument, clientOrderId) {
		const row = await orderByClientId(call, instrument, clientOrderId);
		if (row !== undefined) return orderReport(call, instrument, clientOrderId, row);
		return reportOfFills(call, instrument, clientOrderId);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'privatePostTradeCancelOrder', {
			instId: instrument.symbol,
			clOrdId: clientOrderId,
		});
	},
	async readAccountFills(call, instrument, from, to) {
		const rows = await fillRows(call, instrument.symbol, from, to);
		return rows.flatMap((row) => accountFillOf(row, instrument) ?? []);
	},
	async readTradedSymbols(call, from, to) {
		const rows = await fillRows(call, undefined, from, to);
		return [...new Set(rows.flatMap((row) => text(row, 'instId') ?? []))];
	},
	async readPositions(call, find) {
		return mergedPositions(
			(await positionRows(call)).flatMap((row) => positionOf(row, find(text(row, 'instId') ?? '')) ?? []),
		);
	},
	// One answer has all that the account holds.
	otherAssets: [],
	async readBalance(call) {
		const answer = await call('account', 'privateGetAccountBalance');
		return balanceOf(listed(at(answer, 'data'), 'balances')[0]);
	},
	async readFees(call, symbol) {
		const query = { ...SWAPS, instFamily: familyOf(symbol) };
		const answer = await call('account', 'privateGetAccountTradeFee', query);
		return feesOf(listed(at(answer, 'data'), 'fees')[0]);
	},
	readFundingPayments: fundingPayments,
	readExternalFlows: externalFlows,
};

/** With what one session of an account keeps between its requests. */
export function createOkxDialect(): Dialect {
	const reads = createSharedReads();
	return { ...RULES, prepare: (...asked) => prepare(reads, ...asked) };
}

async function prepare(
	reads: SharedReads,
	...[call, instrument, leverage, mode, verified]: Parameters<Dialect['prepare']>
): Promise<void> {
	if (Number(formatDecimal(leverage)) > instrument.leverageMax)
		throw refused(
			`The leverage was ${formatDecimal(leverage)}, ${instrument.symbol} takes at most ${instrument.leverageMax}.`,
		);
	await verified('account mode', mode, () => requireAccountMode(call, mode));
	await requireNoOtherMode(reads, call, instrument, mode);
	const query = { instId: instrument.symbol, mgnMode: mode };
	const present = await call('account', 'privateGetAccountLeverageInfo', query);
	if (leverageIn(present) === leverage) return;
	const lever = formatDecimal(leverage);
	const changed = await call('account', 'privatePostAccountSetLeverage', { ...query, lever });
	if (leverageIn(changed) !== leverage)
		throw refused(`The leverage of ${instrument.symbol} was not changed to ${lever}.`);
}

/** `BTC-USDT` of `BTC-USDT-SWAP`: its family, which is also the name of its index. */
function familyOf(symbol: string): string {
	return symbol.replace(/-SWAP$/, '');
}

/** Tiers end at so many contracts, here at what these are worth now. */
function valuedTier(row: Body, instrument: Instrument, mark: Decimal): Body {
	const most = fromOrderUnits(instrument, required(positive(row, 'maxSz'), 'maxSz'));
	return { ...row, valueMax: formatDecimal(mulDown(most, fromVenuePrice(instrument, mark))) };
}

function refused(message: string): VenueError {
	return new VenueError('okx', 'rejected', message);
}

/** Each with the name under which all venues' contracts are told apart. */
async function contracts(call: Call): Promise<readonly Body[]> {
	const answer = await call('market', 'publicGetPublicInstruments', SWAPS);
	return listed(at(answer, 'data'), 'contracts').map((row) => ({ ...row, symbol: row.instId }));
}

async function positionRows(call: Call): Promise<readonly Body[]> {
	const answer = await call('account', 'privateGetAccountPositions', SWAPS);
	return listed(at(answer, 'data'), 'positions');
}

/** Rates are negative where they are paid; those of the contract's fee group go before the deprecated ones. */
function feesOf(row: unknown): { readonly taker: Decimal; readonly maker: Decimal } {
	const groups = bodies(at(row, 'feeGroup'));
	const of = (member: string, deprecated: string): Decimal => {
		const rate = groups.length === 1 ? decimal(groups[0], member) : decimal(row, deprecated);
		return -required(rate, member) as Decimal;
	};
	return { taker: of('taker', 'takerU'), maker: of('maker', 'makerU') };
}

function leverageIn(answer: unknown): Decimal | undefined {
	return decimal(bodies(at(answer, 'data'))[0], 'lever');
}

const FUTURES_MODE = '2';
const SPOT_MODE = '1';

/**
 * The long/short mode has a position per side, which our orders do not name; the spot mode has no perpetuals; multi-currency
 * and portfolio margin take cross positions alone (page "Place order", tdMode, 2026-01). Its edition of 2026-07 speaks of
 * isolated perpetuals no more while "Set leverage" of the same month does: where OKX takes none, it refuses the order.
 * @throws VenueError
 */
async function requireAccountMode(call: Call, mode: 'isolated' | 'cross'): Promise<void> {
	const account = bodies(at(await call('account', 'privateGetAccountConfig'), 'data'))[0];
	const positions = required(text(account, 'posMode'), 'posMode');
	if (positions !== 'net_mode')
		throw new HedgeModeError(
			'okx',
			`The account is in hedge mode (${positions}), one-way is needed. Switch it at the venue.`,
			// Page "Set position mode", read 2026-11.
			'POST /api/v5/account/set-position-mode with posMode net_mode',
		);
	const level = required(text(account, 'acctLv'), 'acctLv');
	if (level === SPOT_MODE || (mode === 'isolated' && level !== FUTURES_MODE))
		throw refused(
			`The account mode was ${level}, ${FUTURES_MODE} (futures mode) is needed for ${mode} positions. Switch it at the venue.`,
		);
}

/** An order of one margin mode would open a second position beside that of the other. @throws VenueError */
async function requireNoOtherMode(
	reads: SharedReads,
	call: Call,
	{ symbol }: Instrument,
	mode: string,
): Promise<void> {
	const rows = await reads.together('positions', () => positionRows(call));
	const other = rows.find(
		(row) =>
			text(row, 'instId') === symbol &&
			(decimal(row, 'pos') ?? ZERO) !== ZERO &&
			text(row, 'mgnMode') !== mode,
	);
	if (other === undefined) return;
	throw refused(
		`A position in ${symbol} is open whose margin mode is ${text(other, 'mgnMode')}, so none is opened with ${mode}. Close it at the venue.`,
	);
}

async function orderByClientId(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
): Promise<Body | undefined> {
	try {
		const query = { instId: instrument.symbol, clOrdId: clientOrderId };
		const answer = await call('probe', 'privateGetTradeOrder', query);
		const row = listed(at(answer, 'data'), 'orders')[0];
		return text(row, 'clOrdId') === clientOrderId ? row : undefined;
	} catch (error) {
		if (refusedAs(error, OKX_ERRORS, 'absent')) return undefined;
		throw error;
	}
}

/** Orders that were canceled before they were filled are forgotten after this (page "Order history (last 7 days)", 2026-07). */
const CANCELED_KEPT_MS = 2 * 3_600_000;

/**
 * "The incomplete orders that have been canceled are only reserved for 2 hours" (page "Order history (last 7 days)"): an order
 * that is not found may have been, so absence is told only where no fill of the last three days names it either. What
 * remains is an order without any effect, which is what absence stands for. One whose fills are younger than those two hours
 * cannot have been forgotten: OKX does not show it yet, and perhaps not all of its fills.
 */
async function reportOfFills(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
): Promise<OrderReport | undefined> {
	const query = { ...SWAPS, instId: instrument.symbol };
	const rows = await allRows(call, 'probe', 'privateGetTradeFills', query);
	if (rows === TOO_MANY) throw new BodyError(`There are more fills of ${instrument.symbol} than are read.`);
	const own = rows.filter((row) => text(row, 'clOrdId') === clientOrderId);
	const venueOrderId = text(own[0], 'ordId');
	if (venueOrderId === undefined) return undefined;
	const fills = own.map((row) => fillOf(row, instrument));
	const filledQuantity = fills.reduce((total, fill) => (total + fill.quantity) as Decimal, ZERO);
	const forgottenAt = Math.max(...fills.map(({ filledAt }) => filledAt)) + CANCELED_KEPT_MS;
	const status = (await RULES.readTime(call)) > forgottenAt ? 'canceled' : 'open';
	return { clientOrderId, venueOrderId, status, filledQuantity, fills };
}

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'ordId'), 'ordId');
	const status = STATES[text(row, 'state') ?? ''] ?? 'open';
	const filledQuantity = fromOrderUnits(instrument, decimal(row, 'accFillSz') ?? ZERO);
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		orderFills(call, instrument, venueOrderId, filledQuantity),
	);
}
