/** What was traded, paid and received, row by row, as it is taken into other books. Decimals exact; null is unknown or not said. */
import type { Decimal } from '../domain/decimal.ts';
import type { ExecutionEvent, ReductionCause } from '../domain/event.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { Journaled } from './journal.ts';

/**
 * `fill`: a trade at the exchange. `fee`: what one cost; `rebate`: what one brought. `funding`: a settlement. `handover`: what
 * one execution gave to another in an emergency hedge: nothing was traded, and the rows of both sum to nothing.
 */
export const LEDGER_KINDS = ['fill', 'fee', 'rebate', 'funding', 'handover'] as const;
/** One of `LEDGER_KINDS`. */
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One movement of an account's money or coins, caused by one execution. */
export type LedgerRow = {
	/** Unique, and the same in every export: place in the journal, then within the event. */
	readonly rowId: string;
	/** When it happened by the exchange's clock, milliseconds. */
	readonly at: number;
	readonly exchange: VenueName;
	/** The exchange's own. */
	readonly symbol: string;
	readonly coin: string;
	readonly executionId: string;
	readonly leg: LegRole;
	readonly kind: LedgerKind;
	/** Of fills and their fees: whose doing it was; null of funding. */
	readonly cause: 'order' | ReductionCause | null;
	/** Of fills and handovers. */
	readonly side: Side | null;
	/** Coins, of fills and handovers. */
	readonly quantity: Decimal | null;
	/** USD per coin, of fills and handovers. */
	readonly price: Decimal | null;
	/** What the account gained of the asset; negative is lost. */
	readonly amount: Decimal;
	readonly asset: string;
	/** USD at the time. Of all rows of an execution that has ended they sum to its profit. */
	readonly usdValue: Decimal;
	/** Of funding: the settled rate, a fraction of its own interval. */
	readonly rate: Decimal | null;
	/** The exchange's id of the order; null where no order of ours was behind it, or the exchange has not told it yet. */
	readonly orderId: string | null;
	/** The exchange's id of the trade, or of the payment. One may stand in rows of several executions that shared it. */
	readonly tradeId: string;
};

/** Rows of one user, `from` ≤ time < `until`. */
export type LedgerQuery = {
	readonly userId: string;
	/** Milliseconds; absent: from the first. */
	readonly from: number | undefined;
	readonly until: number | undefined;
	/** Of this execution alone; absent: of all. */
	readonly executionId?: string | undefined;
};

/** A place in the journal: rows up to it have been read. */
export type LedgerCursor = {
	readonly seq: number;
	readonly index: number;
	/** The mark of the restore that the journal came out of; empty where nothing was ever restored. */
	readonly restore: string;
};

/** A page of rows, and the cursor from which the next page goes on. */
export type LedgerPage = {
	readonly rows: readonly LedgerRow[];
	/** Where the next page begins; the same call later has what was added since. */
	readonly next: LedgerCursor;
	/** There is more behind it now. */
	readonly hasMore: boolean;
};

/** Reads the rows of a user's executions from the journal. */
export interface LedgerExport {
	/** In the order in which they were journaled, which never changes; each row once. */
	page(query: LedgerQuery & { readonly after: LedgerCursor; readonly limit: number }): Promise<LedgerPage>;
	/** The same of all that is there when it begins, a few rows at a time, read as they are taken. */
	read(query: LedgerQuery): AsyncIterable<readonly LedgerRow[]>;
}

/** An event that makes rows, with its place in the journal. */
export type LedgerEvent = Journaled<ExecutionEvent> & { readonly seq: number; readonly executionId: string };

/** What the journal is asked for it. Short pieces of work: whoever reads much pauses between them. */
export interface LedgerEvents {
	/** Events of the user's executions that may make rows, `after` < seq ≤ `upTo`, in that order. */
	between(userId: string, after: number, upTo: number): Promise<readonly LedgerEvent[]>;
	/** The last seq that is committed; 0 of an empty journal. */
	lastSeq(): Promise<number>;
	/** The whole journal of one execution. */
	readExecution(executionId: string): Promise<readonly Journaled<ExecutionEvent>[]>;
}
