/**
 * Trades of a Binance account (USD-M futures, pages "Account Trade List", "User's Force Orders", read 2026-11). A trade names
 * neither the client order id nor who made it: the orders by which the venue itself closed something are listed apart, and asked
 * for only where a trade is of an order that was not seen before, for they weigh 20.
 */
import type { Instrument } from '../../domain/instrument.ts';
import type { AccountFill, FillReport } from '../../ports/venue.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { type Body, bodies, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { partsOf, readInParts, TOO_MANY } from '../shared/paging.ts';
import type { SharedReads } from '../shared/slow-reads.ts';
import { accountFillOf, fillOf, forcedCauses, hasOtherFee } from './bodies.ts';

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

/** Trades of one account's session. */
export type BinanceTrades = {
	readonly readFills: Dialect['readAccountFills'];
	/** Fills of one order. @throws VenueError */
	readonly readOrderFills: (
		call: Call,
		instrument: Instrument,
		venueOrderId: string,
	) => Promise<readonly FillReport[]>;
};

/** @param reads where the rates of fees are kept */
export function createBinanceTrades(reads: SharedReads): BinanceTrades {
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

/** The account's taker and maker rate for the symbol, shares of the notional. @throws BodyError without them */
export async function readBinanceFees(call: Call, symbol: string): Promise<FeeRates> {
	const answer = await call('account', 'fapiPrivateGetCommissionRate', { symbol });
	return {
		taker: required(decimal(answer, 'takerCommissionRate'), 'takerCommissionRate'),
		maker: required(decimal(answer, 'makerCommissionRate'), 'makerCommissionRate'),
	};
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
