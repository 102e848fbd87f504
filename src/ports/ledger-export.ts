/**
 * Defines trades, payments and fees, row by row, for export to accounting systems. Decimals are exact; null means
 * unknown or not reported.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { ExecutionEvent, ReductionCause } from '../domain/event.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { Journaled } from './journal.ts';

/**
 * `fill`: a trade at the exchange. `fee`: the trade's cost; `rebate`: a negative fee. `funding`: a settlement.
 * `handover`: a transfer between two executions in an emergency hedge or a roll, without a trade; both executions' rows sum to
 * zero.
 */
export const LEDGER_KINDS = ['fill', 'fee', 'rebate', 'funding', 'handover'] as const;
/** One of `LEDGER_KINDS`. */
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One movement in an account's money or coins, caused by one execution. */
export type LedgerRow = {
	/**
	 * Id of the row, unique and the same in every export. It consists of the event's position in the journal and the
	 * row's position within the event.
	 */
	readonly rowId: string;
	/** Time on the exchange's clock, milliseconds. */
	readonly at: number;
	readonly exchange: VenueName;
	/** The exchange's own symbol. */
	readonly symbol: string;
	readonly coin: string;
	readonly executionId: string;
	readonly leg: LegRole;
	readonly kind: LedgerKind;
	/** Cause of a fill and its fee; null for funding. */
	readonly cause: 'order' | ReductionCause | null;
	/** Side of a fill or handover; otherwise null. */
	readonly side: Side | null;
	/** Quantity of a fill or handover, coins; otherwise null. */
	readonly quantity: Decimal | null;
	/** Price of a fill or handover, USD per coin; otherwise null. */
	readonly price: Decimal | null;
	/** The account's gain, in units of `asset`; negative for a loss. */
	readonly amount: Decimal;
	readonly asset: string;
	/** Value of `amount` at the time of the row, USD. All rows of an ended execution sum to its profit. */
	readonly usdValue: Decimal;
	/** Settled rate for a funding row, as a fraction per funding interval of the instrument; otherwise null. */
	readonly rate: Decimal | null;
	/**
	 * The exchange's order id; null if no order of ours caused the row, or if the exchange has not reported it yet.
	 */
	readonly orderId: string | null;
	/** The exchange's id for the trade or payment. Rows of several executions may share one. */
	readonly tradeId: string;
};

/** Selects one user's rows with `from` ≤ time < `until`. */
export type LedgerQuery = {
	readonly userId: string;
	/** Start of the range, inclusive, milliseconds; undefined for no lower bound. */
	readonly from: number | undefined;
	/** End of the range, exclusive, milliseconds; undefined for no upper bound. */
	readonly until: number | undefined;
	/** Selects only this execution's rows; undefined selects all executions' rows. */
	readonly executionId?: string | undefined;
};

/** A position in the journal. Rows up to it have been read. */
export type LedgerCursor = {
	readonly seq: number;
	readonly index: number;
	/** Mark of the restore that created the journal; empty if nothing was ever restored. */
	readonly restore: string;
};

/** A page of rows, and the cursor for the next page. */
export type LedgerPage = {
	readonly rows: readonly LedgerRow[];
	/** Cursor of the next page. A later call with this cursor also returns the rows added in the meantime. */
	readonly next: LedgerCursor;
	/** True if the journal already has more rows. */
	readonly hasMore: boolean;
};

/** Reads the rows for a user's executions from the journal. */
export interface LedgerExport {
	/** Returns rows in journal order, which never changes. Each row appears once. */
	page(query: LedgerQuery & { readonly after: LedgerCursor; readonly limit: number }): Promise<LedgerPage>;
	/**
	 * Yields the rows of a query in small chunks, read on demand. Rows that are added after reading starts are not
	 * included.
	 */
	read(query: LedgerQuery): AsyncIterable<readonly LedgerRow[]>;
}

/** An event that produces rows, with its position in the journal. */
export type LedgerEvent = Journaled<ExecutionEvent> & { readonly seq: number; readonly executionId: string };

/** Reads the journal for the export in small chunks, so that a long export can pause between them. */
export interface LedgerEvents {
	/** Returns events from the user's executions that may produce rows, with `after` < seq ≤ `upTo`, sorted by seq. */
	between(userId: string, after: number, upTo: number): Promise<readonly LedgerEvent[]>;
	/** Returns the last committed seq of the user's part of the journal; 0 if it is empty. */
	lastSeq(userId: string): Promise<number>;
	/** Returns one execution's whole journal. */
	readExecution(executionId: string): Promise<readonly Journaled<ExecutionEvent>[]>;
}
