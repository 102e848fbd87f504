/**
 * Reads the history of a Binance USD-M account: fills, settlements and flows (pages "Account Trade List", "User's
 * Force Orders", "Get Income History", read 2026-11).
 *
 * A trade record contains neither the client order id nor the cause of the trade. The request for forced orders
 * weighs 20, so we send it only for trades of orders that we have not seen before.
 *
 * The income list is the account's ledger, with a row for every balance change. A request weighs 30 of an IP
 * address's 2,400 a minute, which is too much for every account check. While no balance has changed, no row can have
 * been added, so the rows from the previous request are still complete.
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
/** Maximum time range per request, milliseconds: seven days minus a one-second margin. */
const WINDOW_MS_MAX = 7 * DAY_MS - 1_000;
/**
 * Cache lifetime of fee rates, milliseconds. We need the rates to value fees paid in an asset other than the quote
 * currency.
 */
const FEES_MS = 300_000;
/** Maximum number of orders per session whose causes we cache; the oldest are dropped. */
const ORDERS_MAX = 10_000;

/**
 * Age of a trade, milliseconds, after which its cause is final. Binance's records may show the trade earlier than the
 * forced order that caused it.
 */
const LISTED_AFTER_MS = 10_000;

/** Final causes of fills, keyed by order id. */
type Causes = Map<string, AccountFill['cause']>;

/** Creates the history functions for one account session. */
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

/** Reads trades for one account session. */
export type BinanceTrades = {
	readonly readFills: HistoryDialect['readAccountFills'];
	/** Reads the fills of one order. @throws VenueError */
	readonly readOrderFills: (
		call: Call,
		instrument: Instrument,
		venueOrderId: string,
	) => Promise<readonly FillReport[]>;
};

/** Creates the trade reader, with a cache for order causes and fee rates. */
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
	// A forced order is created before its first trade, so the range starts a day before the earliest unseen trade.
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

/**
 * Reads the account's fee rates if any row's fee was paid in an asset other than the quote currency; otherwise
 * returns undefined. A fee in another asset is valued as the trade's value × the rate.
 */
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

/** Reads all rows for the contract between two times, in parts of at most seven days. */
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
 * Parses one fill. `commission` is positive for a paid fee. Binance does not report the USD value of a fee in BNB, so
 * we use the fill's value × the account's rate. `rates` is needed only for such a fee.
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

/** True if any row has a fee in an asset other than the contract's quote currency. */
function hasOtherFee(rows: readonly Body[], instrument: Instrument): boolean {
	return rows.some((row) => (text(row, 'commissionAsset') ?? instrument.quote) !== instrument.quote);
}

/**
 * Parses one fill with its side, order id and cause. The cause comes from `causes`, keyed by order id, because trades
 * lack the client order id.
 */
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

/**
 * Maps the ids of forced orders to their causes, by client order id prefix (page "User's Force Orders"): `autoclose-`
 * is a liquidation, `adl_autoclose` an auto-deleveraging, `settlement_autoclose` a delisting. Any other prefix counts
 * as a liquidation.
 */
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
/**
 * Minimum time range of an income request, milliseconds. It is long enough for one request to serve the complete
 * account check.
 */
const REACH_MS = 10 * 60_000;
/**
 * Maximum duration of one account check, milliseconds. A check needs the income several times and reuses rows younger
 * than this.
 */
const CHECK_MS = 2_000;
/**
 * Period after a balance change, milliseconds, in which each check requests the income again, because the income row
 * may appear later than the change.
 */
const SETTLING_MS = 5_000;
/**
 * Maximum age of income rows while no balance changes, milliseconds. They expire because two changes may cancel each
 * other out and leave the balances the same.
 */
const KEPT_MS_MAX = 60_000;

type Kept = {
	readonly balances: string;
	readonly from: number;
	readonly to: number;
	readonly rows: readonly Body[];
};
type IncomeReading = { balances: string; changedAt: number | undefined; kept: Kept | undefined };

/** Reads the income list for one account session. */
type Income = {
	/** Notes the account's balances from each balance response, to detect changes. */
	readonly noteBalances: (report: BalanceReport) => void;
	/**
	 * Returns all income rows between two times. The rows come from a new request, from an earlier request of this
	 * account check, or from an earlier check if the balances have not changed. @throws VenueError
	 */
	readonly rows: (call: Call, from: number, to: number) => Promise<readonly Body[]>;
	/**
	 * Returns all income rows between two times, for settlements. Rows from earlier account checks are not reused: a
	 * settlement since our last balance read would be missing from them. @throws VenueError
	 */
	readonly recentRows: (call: Call, from: number, to: number) => Promise<readonly Body[]>;
};

/** Creates the income reader, which reuses its rows for up to a minute while no balance changes. */
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

/**
 * Income types that are already reported as fills or settlements, so they are not external flows (page "Get Income
 * History", incomeType).
 */
const OWN_INCOME: ReadonlySet<string> = new Set(['FUNDING_FEE', 'REALIZED_PNL', 'COMMISSION']);
/** Income types whose rows name the traded contract. */
const TRADED_INCOME: ReadonlySet<string> = new Set(['REALIZED_PNL', 'COMMISSION']);

/** Returns the distinct traded symbols in income rows (REALIZED_PNL and COMMISSION). */
function tradedSymbolsOf(rows: readonly Body[]): readonly string[] {
	const traded = rows.filter((row) => TRADED_INCOME.has(text(row, 'incomeType') ?? ''));
	return [...new Set(traded.flatMap((row) => text(row, 'symbol') ?? []))];
}

/**
 * Parses a settlement of the contract; returns undefined for other or incomplete rows. `tranId` is unique per user
 * and income type. Income rows have neither rate nor quantity.
 */
function paymentOf(row: Body, instrument: Instrument): FundingPaymentReport | undefined {
	if (text(row, 'incomeType') !== 'FUNDING_FEE' || text(row, 'symbol') !== instrument.symbol)
		return undefined;
	const recordId = text(row, 'tranId');
	const amount = decimal(row, 'income');
	const settledAt = whole(row, 'time');
	if (recordId === undefined || amount === undefined || settledAt === undefined) return undefined;
	return { recordId, symbol: instrument.symbol, settledAt, rate: null, amount, quantity: null };
}

/**
 * Converts an income row to an external flow. Returns undefined for funding, realised profit, commission and
 * incomplete rows.
 */
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
	// The futures account receives and sends only transfers; deposits and withdrawals are in the spot wallet.
	const cause = kind.endsWith('TRANSFER') ? 'transfer' : 'other';
	return { recordId: `${kind}:${tranId}`, kind, cause, asset, amount, at: flowAt };
}
