/**
 * What has happened to an account of Binance USD-M (pages "Account Trade List", "User's Force Orders", "Get Income History", read
 * 2026-11).
 *
 * A trade names neither the client order id nor who made it: the orders by which the venue itself closed something are listed apart,
 * and asked for only where a trade is of an order that was not seen before, for they weigh 20.
 *
 * The income is the ledger, in which every change of a balance has a row. A request of it weighs 30 of an address's 2,400 a minute,
 * too much to be part of every look at an account; but while no balance has changed, nothing can have been added, and what was read
 * is still all there is.
 */
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { ExternalFlowReport, FundingPaymentReport } from '../../ports/account-payments.ts';
import type { AccountFill, BalanceReport, FillReport } from '../../ports/venue.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Call, HistoryDialect } from '../shared/dialect.ts';
import { type Body, bodies, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { feeOf } from '../shared/fill-fee.ts';
import { partsOf, readInParts, TOO_MANY } from '../shared/paging.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { readBinanceFees } from './account.ts';

const TRADE_ROWS_MAX = 1_000;
const FORCED_ROWS_MAX = 100;
const DAY_MS = 86_400_000;
/** At most seven days in one request. */
const WINDOW_MS_MAX = 7 * DAY_MS - 1_000;
/** How long fee rates are kept, which are needed for every trade that was charged in another asset. */
const FEES_MS = 300_000;
/** Orders whose cause is remembered, per session; the oldest make room. */
const ORDERS_MAX = 10_000;

/** A trade may be listed before the order by which the venue made it. */
const LISTED_AFTER_MS = 10_000;

/** Causes by order id that are known for good. */
type Causes = Map<string, AccountFill['cause']>;

/** History of one session of an account. */
export function binanceHistory(income: Income, trades: BinanceTrades): HistoryDialect {
	return {
		readAccountFills: trades.readFills,
		async readTradedSymbols(call, from, to) {
			return tradedSymbolsOf(await income.rows(call, from, to));
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

/** Trades of one account's session. */
export type BinanceTrades = {
	readonly readFills: HistoryDialect['readAccountFills'];
	/** Fills of one order. @throws VenueError */
	readonly readOrderFills: (
		call: Call,
		instrument: Instrument,
		venueOrderId: string,
	) => Promise<readonly FillReport[]>;
};

/** Creates the reader of trades, which keeps the causes of orders and the rates of fees. */
export function createBinanceTrades(): BinanceTrades {
	const reads = createSharedReads();
	const known: Causes = new Map();
	return {
		async readFills(call, instrument, from, to) {
			const rows = await history(call, 'fapiPrivateGetUserTrades', instrument, from, to, TRADE_ROWS_MAX);
			const causes = await causesOfOrders(known, call, instrument, rows, to);
			const rates = await ratesFor(reads, call, instrument, rows);
			return rows.map((row) => accountFillOf(row, instrument, rates, causes));
		},
		async readOrderFills(call, instrument, venueOrderId) {
			const answer = await call('probe', 'fapiPrivateGetUserTrades', {
				symbol: instrument.symbol,
				orderId: venueOrderId,
				limit: TRADE_ROWS_MAX,
			});
			const rows = bodies(answer).filter((row) => text(row, 'orderId') === venueOrderId);
			const rates = await ratesFor(reads, call, instrument, rows);
			return rows.map((row) => fillOf(row, instrument, rates));
		},
	};
}

async function causesOfOrders(
	known: Causes,
	call: Call,
	instrument: Instrument,
	rows: readonly Body[],
	to: number,
): Promise<ReadonlyMap<string, AccountFill['cause']>> {
	const unseen = rows.filter((row) => !known.has(text(row, 'orderId') ?? ''));
	if (unseen.length === 0) return known;
	const times = unseen.map((row) => required(whole(row, 'time'), 'time'));
	// An order begins before it trades.
	const start = Math.min(...times) - DAY_MS;
	const method = 'fapiPrivateGetForceOrders';
	const forced = forcedCauses(
		await history(call, method, instrument, start, Math.max(...times), FORCED_ROWS_MAX),
	);
	const causes = new Map([...known, ...forced]);
	for (const row of unseen) {
		const orderId = required(text(row, 'orderId'), 'orderId');
		const isListed = (whole(row, 'time') ?? to) <= to - LISTED_AFTER_MS;
		if (isListed) known.set(orderId, forced.get(orderId) ?? 'order');
	}
	for (const orderId of known.keys()) {
		if (known.size <= ORDERS_MAX) break;
		known.delete(orderId);
	}
	return causes;
}

/** Read only where a fee was paid in another asset: then it is the trade's value × this. */
async function ratesFor(
	reads: SharedReads,
	call: Call,
	instrument: Instrument,
	rows: readonly Body[],
): Promise<FeeRates | undefined> {
	if (!hasOtherFee(rows, instrument)) return undefined;
	const { symbol } = instrument;
	const now = Math.max(...rows.map((row) => whole(row, 'time') ?? 0));
	return reads.slowly(`fees ${symbol}`, FEES_MS, now, () => readBinanceFees(call, symbol));
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

/**
 * `commission` is positive where it was paid. In BNB it says nothing of its worth, which is the fill's value × the account's
 * rate; `rates` are needed only then.
 */
function fillOf(row: Body, instrument: Instrument, rates: FeeRates | undefined): FillReport {
	const fillPrice = fromVenuePrice(instrument, required(decimal(row, 'price'), 'price'));
	const quantity = fromOrderUnits(instrument, required(decimal(row, 'qty'), 'qty'));
	return {
		tradeId: required(text(row, 'id'), 'id'),
		quantity,
		price: fillPrice,
		...feeOf(
			instrument,
			{ price: fillPrice, quantity, rate: row.maker === true ? rates?.maker : rates?.taker },
			{
				asset: text(row, 'commissionAsset'),
				quantity: required(decimal(row, 'commission'), 'commission'),
			},
		),
		filledAt: required(whole(row, 'time'), 'time'),
	};
}

/** Whether the fee of any row is in another asset than the contract's. */
function hasOtherFee(rows: readonly Body[], instrument: Instrument): boolean {
	return rows.some((row) => (text(row, 'commissionAsset') ?? instrument.quote) !== instrument.quote);
}

/** `causes`: by order id, of the orders by which the venue closed something itself. Trades name no client order id. */
function accountFillOf(
	row: Body,
	instrument: Instrument,
	rates: FeeRates | undefined,
	causes: ReadonlyMap<string, AccountFill['cause']>,
): AccountFill {
	const venueOrderId = required(text(row, 'orderId'), 'orderId');
	return {
		...fillOf(row, instrument, rates),
		side: text(row, 'side') === 'SELL' ? 'sell' : 'buy',
		venueOrderId,
		clientOrderId: null,
		cause: causes.get(venueOrderId) ?? 'order',
	};
}

/** Orders of the venue's own (page "User's Force Orders"): `autoclose-…` liquidates, `adl_autoclose` deleverages. */
function forcedCauses(rows: readonly Body[]): ReadonlyMap<string, AccountFill['cause']> {
	const causes = new Map<string, AccountFill['cause']>();
	for (const row of rows) {
		const orderId = text(row, 'orderId');
		const clientId = text(row, 'clientOrderId') ?? '';
		const kind = OWN_ORDERS.find(([prefix]) => clientId.startsWith(prefix))?.[1];
		if (orderId !== undefined) causes.set(orderId, kind ?? 'liquidation');
	}
	return causes;
}

const OWN_ORDERS: readonly (readonly [string, AccountFill['cause']])[] = [
	['autoclose-', 'liquidation'],
	['adl_autoclose', 'adl'],
	['settlement_autoclose', 'delisting'],
];

const INCOME_ROWS_MAX = 1_000;
/** Every read reaches back at least so far, so that one serves whatever is asked in one look at the account. */
const REACH_MS = 10 * 60_000;
/** One look at an account asks several times. */
const CHECK_MS = 2_000;
/** So long after a balance has changed each look reads anew: its row may come later than the change. */
const SETTLING_MS = 5_000;
/** Two changes may cancel each other out: at least so often it is read, whatever the balances say. */
const KEPT_MS_MAX = 60_000;

type Kept = {
	readonly balances: string;
	readonly from: number;
	readonly to: number;
	readonly rows: readonly Body[];
};
type IncomeReading = { balances: string; changedAt: number | undefined; kept: Kept | undefined };

/** The income of one account's session. */
type Income = {
	/** Holdings of the account in its latest answer. */
	readonly noteBalances: (report: BalanceReport) => void;
	/** Every row of from…to: read now, in this look, or since the balances were the same as now. @throws VenueError */
	readonly rows: (call: Call, from: number, to: number) => Promise<readonly Body[]>;
	/** The same of settlements, which may come before a balance is read: nothing older than this look is taken for all. @throws VenueError */
	readonly recentRows: (call: Call, from: number, to: number) => Promise<readonly Body[]>;
};

/** Creates the reader of an account's income, which asks again only after a balance has changed. */
export function createIncome(): Income {
	const reading: IncomeReading = { balances: '', changedAt: undefined, kept: undefined };

	async function rows(call: Call, from: number, to: number): Promise<readonly Body[]> {
		reading.changedAt ??= to;
		const present = keptRows(reading, from, to, reading.changedAt);
		if (present !== undefined) return present;
		const { balances } = reading;
		const start = Math.min(from, to - REACH_MS);
		const read = await readIncome(call, start, to);
		reading.kept = { balances, from: start, to, rows: read };
		return read.filter((row) => isWithin(row, from, to));
	}

	return {
		noteBalances({ walletBalance, otherAssets }) {
			const others = otherAssets.map(({ asset, quantity }) => `${asset} ${quantity}`);
			const balances = [walletBalance, ...others].join();
			if (reading.balances === balances) return;
			reading.balances = balances;
			reading.changedAt = undefined;
		},
		rows,
		async recentRows(call, from, to) {
			if (reading.kept !== undefined && to - reading.kept.to >= CHECK_MS) reading.kept = undefined;
			return rows(call, from, to);
		},
	};
}

function keptRows(
	{ kept, balances }: IncomeReading,
	from: number,
	to: number,
	changedAt: number,
): readonly Body[] | undefined {
	if (kept === undefined || kept.balances !== balances || kept.from > from || to < kept.from)
		return undefined;
	const age = to - kept.to;
	const isCurrent = age < CHECK_MS;
	const isSettled = kept.to - changedAt >= SETTLING_MS && age < KEPT_MS_MAX;
	return isCurrent || isSettled ? kept.rows.filter((row) => isWithin(row, from, to)) : undefined;
}

function readIncome(call: Call, from: number, to: number): Promise<readonly Body[]> {
	return readInParts(from, to, async (startTime, endTime) => {
		const query = { startTime, endTime, limit: INCOME_ROWS_MAX };
		const list = listed(await call('account', 'fapiPrivateGetIncome', query), 'rows');
		return list.length < INCOME_ROWS_MAX ? list : TOO_MANY;
	});
}

function isWithin(row: Body, from: number, to: number): boolean {
	const at = whole(row, 'time') ?? from;
	return at >= from && at <= to;
}

/** Income that trading makes, which fills and settlements tell too (page "Get Income History", incomeType). */
const OWN_INCOME: ReadonlySet<string> = new Set(['FUNDING_FEE', 'REALIZED_PNL', 'COMMISSION']);
/** A row of these kinds names the contract that was traded. */
const TRADED_INCOME: ReadonlySet<string> = new Set(['REALIZED_PNL', 'COMMISSION']);

/** Symbols that rows of income name as traded (REALIZED_PNL and COMMISSION), each once. */
function tradedSymbolsOf(rows: readonly Body[]): readonly string[] {
	const traded = rows.filter((row) => TRADED_INCOME.has(text(row, 'incomeType') ?? ''));
	return [...new Set(traded.flatMap((row) => text(row, 'symbol') ?? []))];
}

/** `tranId` is unique within a user's income of one type. Neither rate nor quantity is told. */
function paymentOf(row: Body, instrument: Instrument): FundingPaymentReport | undefined {
	if (text(row, 'incomeType') !== 'FUNDING_FEE' || text(row, 'symbol') !== instrument.symbol)
		return undefined;
	const recordId = text(row, 'tranId');
	const amount = decimal(row, 'income');
	const settledAt = whole(row, 'time');
	if (recordId === undefined || amount === undefined || settledAt === undefined) return undefined;
	return { recordId, symbol: instrument.symbol, settledAt, rate: null, amount, quantity: null };
}

/** Income that is neither funding, realised profit nor commission, as a flow; undefined for those and for incomplete rows. */
function flowOf(row: Body): ExternalFlowReport | undefined {
	const kind = text(row, 'incomeType');
	const asset = text(row, 'asset');
	const tranId = text(row, 'tranId');
	const amount = decimal(row, 'income');
	const flowAt = whole(row, 'time');
	if (
		kind === undefined ||
		asset === undefined ||
		tranId === undefined ||
		amount === undefined ||
		flowAt === undefined ||
		OWN_INCOME.has(kind)
	)
		return undefined;
	return { recordId: `${kind}:${tranId}`, kind, asset, amount, at: flowAt };
}
