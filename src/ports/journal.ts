/**
 * The append-only journal and the small tables beside it. An append is durable (synced to disk) when its promise
 * resolves. Its events and the projections derived from them are stored completely or not at all. Appends are stored
 * in call order; nearly simultaneous ones may share one commit, and fail together if it fails. Reads return committed
 * data only. Reads are asynchronous, so that the journal may be in another process: a decision within one tick uses
 * an in-memory fold instead (`portfolio/totals.ts`, `portfolio/profit-base.ts`, `engine/orders/begun-today.ts`).
 */
import type { AccountEvent, ExecutionEvent } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';

/** An event in the journal: recorded at `recordedAt`, milliseconds; `streamSeq` is its position in its stream. */
export type Journaled<Event> = {
	readonly event: Event;
	readonly recordedAt: number;
	readonly streamSeq: number;
};

/** An event, with its sentence for people. */
export type WordedEvent = Journaled<ExecutionEvent> & { readonly text: string };

/** Facts for lists of executions, without folding their journals; updated with every append. */
export type ExecutionSummary = {
	readonly executionId: string;
	readonly jobId: string;
	readonly userId: string;
	/** The agent that opened it; null: the user did. */
	readonly agentId: string | null;
	readonly exchangepair: string;
	readonly symbol: string;
	readonly phase: string;
	readonly ended: boolean;
	readonly createdAt: number;
	readonly closedAt: number | null;
};

/** A key and its owner: keys of the user and of each agent never collide. */
export type IdempotencyKey = {
	readonly userId: string;
	/** Null: the user's own key. */
	readonly agentId: string | null;
	readonly key: string;
};

/** First use of an idempotency key: the hash of its parameters, and the answer that a repeat receives. */
export type IdempotencyClaim = IdempotencyKey & {
	readonly paramsHash: string;
	readonly answer: string;
};

/** Events to add to the stream of one execution, with everything stored in the same transaction. */
export type ExecutionAppend = {
	readonly executionId: string;
	/** Number of events already in the stream: the optimistic lock. A different number fails the append. */
	readonly expectedSeq: number;
	readonly events: readonly ExecutionEvent[];
	readonly recordedAt: number;
	readonly summary: ExecutionSummary;
	/** Stored in the same transaction; a second claim of the same key fails the append. */
	readonly idempotency?: IdempotencyClaim | undefined;
	/** An append to another execution in the same transaction: both or neither. */
	readonly together?: ExecutionAppend | undefined;
};

/** Retention of profit samples, ms. */
export const SAMPLE_KEEP_MS = 8 * 24 * 3_600_000;

/** Profit and deployed capital of a user at an instant: milliseconds, and USD as exact decimal text. */
export type PnlSample = { readonly at: number; readonly totalPnl: string; readonly deployed: string };

/** Executions that trading continues after a start. */
export type JournalAtStart = {
	/** Executions that have not ended, the oldest first. */
	readonly open: readonly ExecutionState[];
	/** Ended executions whose settlements may be incomplete, the oldest first. */
	readonly unsettled: readonly ExecutionState[];
	/** Executions that agents have started since the requested instant, ended ones included. */
	readonly ofAgents: readonly ExecutionSummary[];
	/** Number of events in the stored fold of each open execution (`keepFolds`). */
	readonly kept: ReadonlyMap<string, number>;
};

/** Appends events, and reads them back with the projections derived from them. */
export interface Journal {
	/** @throws JournalError; then nothing of the append is on disk. */
	appendExecution(append: ExecutionAppend): Promise<void>;
	readExecution(executionId: string): Promise<readonly Journaled<ExecutionEvent>[]>;
	/** Read once, at a start. `agentsSince`: lists executions that agents started at or after this instant. */
	atStart(agentsSince: number): Promise<JournalAtStart>;
	/**
	 * Stores the folds of the states' journals, so that the next start reads only these and later events; stores
	 * nothing for ended executions. The journal remains the only truth: a start folds it completely if a stored fold
	 * is missing, damaged or of another form.
	 * @throws JournalError; then none of these is stored
	 */
	keepFolds(states: readonly ExecutionState[]): Promise<void>;
	openExecutions(): Promise<readonly ExecutionSummary[]>;
	/** Ended executions whose settlements may be incomplete. */
	unsettledExecutions(): Promise<readonly ExecutionSummary[]>;
	/** Records that both venues have stated their payments, late enough after the close. @throws JournalError */
	markFundingComplete(executionId: string): Promise<void>;
	/** Newest first. */
	userExecutions(
		userId: string,
		filter: { readonly ended: boolean; readonly offset: number; readonly limit: number },
	): Promise<readonly ExecutionSummary[]>;
	countUserExecutions(userId: string, ended: boolean): Promise<number>;
	/** The user's executions of one symbol on one exchange pair, open and ended, newest first, with their number. */
	executionsOfPair(query: {
		readonly userId: string;
		readonly symbol: string;
		readonly exchangepair: string;
		readonly offset: number;
		readonly limit: number;
	}): Promise<{ readonly rows: readonly ExecutionSummary[]; readonly count: number }>;
	/** All users who ever had an execution. */
	usersWithExecutions(): Promise<readonly string[]>;
	findExecution(executionId: string): Promise<ExecutionSummary | undefined>;
	findJob(jobId: string): Promise<ExecutionSummary | undefined>;
	findIdempotency(key: IdempotencyKey): Promise<IdempotencyClaim | undefined>;
	/** @throws JournalError */
	appendAccount(append: {
		readonly accountId: string;
		readonly expectedSeq: number;
		readonly events: readonly AccountEvent[];
		readonly recordedAt: number;
	}): Promise<void>;
	/** The instant up to which the venue's own ledger of the account has been read; undefined before the first read. */
	ledgerReadTo(accountId: string): Promise<number | undefined>;
	/** @throws JournalError */
	noteLedgerRead(accountId: string, to: number): Promise<void>;
	readAccount(accountId: string): Promise<readonly Journaled<AccountEvent>[]>;
	/** Adds a sample and drops the user's samples that are more than SAMPLE_KEEP_MS older. @throws JournalError */
	addPnlSample(userId: string, sample: PnlSample): Promise<void>;
	/** Samples with at ≥ from, oldest first, preceded by the last one before `from`, if any. */
	pnlSamples(userId: string, from: number): Promise<readonly PnlSample[]>;
	/** Writes the space that an append would need, and releases it again. @throws JournalError while writing fails. */
	check(): Promise<void>;
	/** Events in all streams: increases with every append. */
	readonly eventCount: number;
}

/** The journal could not be written; nothing was stored. */
export class JournalError extends Error {
	override readonly name = 'JournalError';
}
