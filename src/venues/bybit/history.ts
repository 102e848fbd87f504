/**
 * Reads the history of a Bybit account: executions and the ledger (bybit-exchange.github.io/docs/v5, read 2026-11).
 */
import { abs, add, type Decimal, neg, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import type { AccountFill, FillReport } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { Call, HistoryDialect } from '../shared/dialect.ts';
import { type Body, decimal, required, text, whole } from '../shared/fields.ts';
import { feeOf } from '../shared/fill-fee.ts';
import { partsOf, readInParts } from '../shared/paging.ts';
import { CATEGORY, pages } from './markets.ts';
import { bybitOutsideMoves } from './transfers.ts';

/** Number of rows per page of executions. */
export const EXECUTION_ROWS = 100;
const LOG_PAGE_ROWS = 50;
const DAY_MS = 86_400_000;
/** Maximum time range per request, milliseconds: Bybit returns at most seven days of executions or ledger rows. */
const WINDOW_MS_MAX = 7 * DAY_MS - 1_000;

/**
 * Types of ledger rows that, for linear contracts, repeat what fills and settlements report. Every other row is an
 * external flow, including spot trades and refunded fees.
 */
const OWN_LOG_TYPES = new Set(['TRADE', 'SETTLEMENT', 'DELIVERY', 'LIQUIDATION', 'ADL']);

/** Types of ledger rows for money that enters or leaves the unified account. */
const TRANSFER_TYPES: ReadonlySet<string> = new Set(['TRANSFER_IN', 'TRANSFER_OUT']);

/** Largest difference between the times of a deposit's record and its row in the log, milliseconds. */
const BOOKED_WITHIN_MS = 60_000;

/** History functions for a Bybit session: fills, funding payments and external flows. */
export const bybitHistory: HistoryDialect = {
	async readAccountFills(call, instrument, from, to) {
		const rows = await history(call, 'privateGetV5ExecutionList', from, to, {
			...CATEGORY,
			symbol: instrument.symbol,
			limit: EXECUTION_ROWS,
		});
		return rows.flatMap((row) => accountFillOf(row, instrument) ?? []);
	},
	async readTradedSymbols(call, from, to) {
		const query = { ...CATEGORY, limit: EXECUTION_ROWS };
		const rows = await history(call, 'privateGetV5ExecutionList', from, to, query);
		const fills = rows.filter((row) => text(row, 'execType') !== 'Funding');
		return [...new Set(fills.flatMap((row) => text(row, 'symbol') ?? []))];
	},
	async readFundingPayments(call, instrument, from, to) {
		const rows = await history(call, 'privateGetV5ExecutionList', from, to, {
			...CATEGORY,
			symbol: instrument.symbol,
			execType: 'Funding',
			limit: EXECUTION_ROWS,
		});
		return rows
			.flatMap((row) => {
				const recordId = text(row, 'execId');
				const fee = decimal(row, 'execFee');
				const settledAt = whole(row, 'execTime');
				if (recordId === undefined || fee === undefined || settledAt === undefined) return [];
				const quantity = decimal(row, 'execQty');
				const signed =
					quantity === undefined
						? null
						: fromOrderUnits(instrument, text(row, 'side') === 'Sell' ? neg(quantity) : quantity);
				// The fee in a funding record is the amount paid; a negative fee is an amount received.
				return [
					{
						recordId,
						symbol: instrument.symbol,
						settledAt,
						rate: marketRate(row),
						amount: neg(fee),
						quantity: signed,
					},
				];
			})
			.sort((a, b) => a.settledAt - b.settledAt);
	},
	async readExternalFlows(call, from, to) {
		const rows = await history(call, 'privateGetV5AccountTransactionLog', from, to, {
			accountType: 'UNIFIED',
			limit: LOG_PAGE_ROWS,
		});
		return withCauses(
			call,
			rows.flatMap((row) => flowOf(row) ?? []),
			from,
			to,
		);
	},
};

function flowOf(row: Body): ExternalFlowReport | undefined {
	const kind = text(row, 'type');
	const asset = text(row, 'currency');
	const recordId = text(row, 'id');
	const amount = decimal(row, 'change');
	const flowAt = whole(row, 'transactionTime');
	if (
		kind === undefined ||
		asset === undefined ||
		recordId === undefined ||
		amount === undefined ||
		flowAt === undefined ||
		(OWN_LOG_TYPES.has(kind) && text(row, 'category') === 'linear')
	)
		return undefined;
	return {
		recordId,
		kind,
		cause: TRANSFER_TYPES.has(kind) ? 'transfer' : 'other',
		asset,
		amount,
		at: flowAt,
	};
}

/**
 * Finds the transfers that are deposits into the unified account or withdrawals from it. The log names all of them
 * TRANSFER_IN and TRANSFER_OUT, without the id of the deposit, so amount and time must agree. Without those records,
 * which may need a further permission, they count as transfers.
 */
async function withCauses(
	call: Call,
	flows: readonly ExternalFlowReport[],
	from: number,
	to: number,
): Promise<readonly ExternalFlowReport[]> {
	if (!flows.some(({ cause }) => cause === 'transfer')) return flows;
	const moves = await bybitOutsideMoves(call, from - BOOKED_WITHIN_MS, to).catch((error: unknown) => {
		if (error instanceof VenueError && error.kind === 'rejected') return [];
		throw error;
	});
	const open = new Set(moves.filter(({ kind, state }) => kind === 'withdrawal' || state === 'done'));
	return flows.map((flow) => {
		if (flow.cause !== 'transfer') return flow;
		const kind = flow.amount > ZERO ? 'deposit' : 'withdrawal';
		const own = [...open].find(
			(move) =>
				move.kind === kind &&
				move.asset === flow.asset &&
				abs(flow.amount) === add(move.amount, move.fee) &&
				Math.abs(flow.at - move.at) <= BOOKED_WITHIN_MS,
		);
		if (own === undefined) return flow;
		open.delete(own);
		return { ...flow, cause: kind };
	});
}

/** Reads all rows that `method` lists from `from` to `to`, Unix milliseconds. */
async function history(
	call: Call,
	method: string,
	from: number,
	to: number,
	params: Readonly<Record<string, unknown>> & { readonly limit: number },
): Promise<readonly Body[]> {
	const rows: Body[] = [];
	for (const [start, end] of partsOf(from, to, WINDOW_MS_MAX)) {
		const part = await readInParts(start, end, (startTime, endTime) =>
			pages(call, 'account', method, { ...params, startTime, endTime }),
		);
		rows.push(...part);
	}
	return rows;
}

/**
 * Parses a fill from an execution row. `feeCurrency` is empty if the fee is in the contract's quote currency (page
 * "Get Trade History", read 2026-11). It can be MNT for orders placed in the app. It cannot be MNT for orders placed
 * with an API key (help centre, "FAQ: Paying Trading Fees with MNT", 2025-10).
 */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const price = fromVenuePrice(instrument, required(decimal(row, 'execPrice'), 'execPrice'));
	const quantity = fromOrderUnits(instrument, required(decimal(row, 'execQty'), 'execQty'));
	return {
		tradeId: required(text(row, 'execId'), 'execId'),
		quantity,
		price,
		...feeOf(
			instrument,
			{ price, quantity, rate: decimal(row, 'feeRate') },
			{ asset: text(row, 'feeCurrency'), quantity: required(decimal(row, 'execFee'), 'execFee') },
		),
		filledAt: required(whole(row, 'execTime'), 'execTime'),
	};
}

/**
 * Execution types (page "Enums Definitions", execType, read 2026-11). When Bybit delists a perpetual, it closes the
 * positions with a delivery. Settlements of inverse futures, spread legs, block trades and moved positions never come
 * from our orders.
 */
const FILL_CAUSES: Readonly<Record<string, AccountFill['cause']>> = {
	BustTrade: 'liquidation',
	AdlTrade: 'adl',
	Settle: 'delisting',
	Delivery: 'delisting',
};
/** Execution types that do not change the position. */
const NO_FILLS: ReadonlySet<string | undefined> = new Set(['Funding']);

/**
 * Parses a fill; returns undefined for a row that changes no position. Any other row of an unknown type counts as a
 * fill of an ordinary order.
 */
function accountFillOf(row: Body, instrument: Instrument): AccountFill | undefined {
	const kind = text(row, 'execType');
	if (NO_FILLS.has(kind) || decimal(row, 'execQty') === ZERO) return undefined;
	return {
		...fillOf(row, instrument),
		side: text(row, 'side') === 'Sell' ? 'sell' : 'buy',
		venueOrderId: required(text(row, 'orderId'), 'orderId'),
		clientOrderId: text(row, 'orderLinkId') ?? null,
		cause: FILL_CAUSES[kind ?? ''] ?? 'order',
	};
}

/**
 * Returns the market's funding rate, or null if the record has none. Bybit inverts the rate's sign in the record of a
 * short position (execution list page, read 2026-11).
 */
function marketRate(row: Body): Decimal | null {
	const rate = decimal(row, 'feeRate');
	if (rate === undefined) return null;
	return text(row, 'side') === 'Sell' ? neg(rate) : rate;
}
