/**
 * Trades, payments and receipts, row by row, for export to other books. Decimals exact; null is unknown or not
 * stated.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { ExecutionEvent, ReductionCause } from '../domain/event.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { Journaled } from './journal.ts';

/**
 * `fill`: a trade at the exchange. `fee`: its cost; `rebate`: a negative fee. `funding`: a settlement. `handover`: a
 * transfer between two executions in an emergency hedge, without a trade; the rows of both sum to zero.
 */
export const LEDGER_KINDS = ['fill', 'fee', 'rebate', 'funding', 'handover'] as const;
/** One of `LEDGER_KINDS`. */
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One movement of an account's money or coins, caused by one execution. */
export type LedgerRow = {
	/** Unique, and the same in every export: position in the journal, then within the event. */
	readonly rowId: string;
	/** Time by the exchange's clock, milliseconds. */
	readonly at: number;
	readonly exchange: VenueName;
	/** The exchange's own symbol. */
	readonly symbol: string;
	readonly coin: string;
	readonly executionId: string;
	readonly leg: LegRole;
	readonly kind: LedgerKind;
	/** Cause of fills and their fees; null for funding. */
	readonly cause: 'order' | ReductionCause | null;
	/** Set for fills and handovers. */
	readonly side: Side | null;
	/** Coins, for fills and handovers. */
	readonly quantity: Decimal | null;
	/** USD per coin, for fills and handovers. */
	readonly price: Decimal | null;
	/** The account's gain of the asset; negative is a loss. */
	readonly amount: Decimal;
	readonly asset: string;
	/** USD at the time. All rows of an ended execution sum to its profit. */
	readonly usdValue: Decimal;
	/** For funding: the settled rate, a fraction of its own interval. */
	readonly rate: Decimal | null;
	/**
	 * The exchange's id of the order; null if no order of ours caused the row, or the exchange has not stated it yet.
	 */
	readonly orderId: string | null;
	/** The exchange's id of the trade or payment. Rows of several executions may share one. */
	readonly tradeId: string;
};

/** Rows of one user, `from` ≤ time < `until`. */
export type LedgerQuery = {
	readonly userId: string;
	/** Milliseconds; absent: from the first row. */
	readonly from: number | undefined;
	readonly until: number | undefined;
	/** Rows of this execution only; absent: of all. */
	readonly executionId?: string | undefined;
};

/** A position in the journal: rows up to it have been read. */
export type LedgerCursor = {
	readonly seq: number;
	readonly index: number;
	/** Mark of the restore that created the journal; empty if nothing was ever restored. */
	readonly restore: string;
};

/** A page of rows, and the cursor of the next page. */
export type LedgerPage = {
	readonly rows: readonly LedgerRow[];
	/** Start of the next page; a later call with it returns rows added since. */
	readonly next: LedgerCursor;
	/** True if more rows follow now. */
	readonly hasMore: boolean;
};

/** Reads the rows of a user's executions from the journal. */
export interface LedgerExport {
	/** Rows in journal order, which never changes; each row once. */
	page(query: LedgerQuery & { readonly after: LedgerCursor; readonly limit: number }): Promise<LedgerPage>;
	/** The same for all rows present at the start, a few at a time, read on demand. */
	read(query: LedgerQuery): AsyncIterable<readonly LedgerRow[]>;
}

/** An event that makes rows, with its position in the journal. */
export type LedgerEvent = Journaled<ExecutionEvent> & { readonly seq: number; readonly executionId: string };

/** Journal reads for the export, in short pieces: a long reader pauses between them. */
export interface LedgerEvents {
	/** Events of the user's executions that may make rows, `after` < seq ≤ `upTo`, in that order. */
	between(userId: string, after: number, upTo: number): Promise<readonly LedgerEvent[]>;
	/** The last committed seq; 0 for an empty journal. */
	lastSeq(): Promise<number>;
	/** The whole journal of one execution. */
	readExecution(executionId: string): Promise<readonly Journaled<ExecutionEvent>[]>;
}
