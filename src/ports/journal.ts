/**
 * Defines the append-only journal and the small tables beside it. An append is durable (synced to disk) when its call
 * resolves. Its events and the projections derived from them are stored completely or not at all. Appends are stored
 * in call order. Nearly simultaneous appends may share one commit, and fail together if it fails. Reads return only
 * committed data. They are asynchronous, so that the journal may be in another process. A synchronous decision uses
 * an in-memory fold instead (`portfolio/totals.ts`, `portfolio/profit-base.ts`, `engine/orders/begun-today.ts`).
 */
import type { AccountEvent, ExecutionEvent } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';
import type { Words } from '../sentences/sentence.ts';

/** An event in the journal. `recordedAt` is milliseconds; `streamSeq` is the event's position in its stream. */
export type Journaled<Event> = {
	readonly event: Event;
	readonly recordedAt: number;
	readonly streamSeq: number;
};

/** An event with a sentence that describes it to users. */
export type WordedEvent = Journaled<ExecutionEvent> & { readonly text: Words };

/** Summary of an execution for lists. It is updated with every append, so no journal has to be folded for it. */
export type ExecutionSummary = {
	readonly executionId: string;
	readonly jobId: string;
	readonly userId: string;
	/** Id of the agent that opened the execution; null if the user opened it. */
	readonly agentId: string | null;
	readonly exchangepair: string;
	readonly symbol: string;
	readonly phase: string;
	readonly ended: boolean;
	readonly createdAt: number;
	readonly closedAt: number | null;
};

/** An idempotency key and its owner. Keys of the user and of each agent never collide. */
export type IdempotencyKey = {
	readonly userId: string;
	/** Id of the agent that sent the key; null for the user's own key. */
	readonly agentId: string | null;
	readonly key: string;
};

/** First use of an idempotency key, with the hash of the call's parameters and the response that a repeat receives. */
export type IdempotencyClaim = IdempotencyKey & {
	readonly paramsHash: string;
	readonly answer: string;
};

/** Events to add to one execution's stream, and everything else that is stored in the same transaction. */
export type ExecutionAppend = {
	readonly executionId: string;
	/** Number of events already in the stream, used as an optimistic lock. The append fails if the number differs. */
	readonly expectedSeq: number;
	readonly events: readonly ExecutionEvent[];
	readonly recordedAt: number;
	readonly summary: ExecutionSummary;
	/** Idempotency claim to store in the same transaction. A second claim of the same key makes the append fail. */
	readonly idempotency?: IdempotencyClaim | undefined;
	/** An append to another execution in the same transaction. Both are stored, or neither. */
	readonly together?: ExecutionAppend | undefined;
};

/** How long profit samples are kept, ms. */
export const SAMPLE_KEEP_MS = 8 * 24 * 3_600_000;

/**
 * A user's profit and deployed capital at an instant. `at` is milliseconds; the amounts are USD as exact decimal
 * text.
 */
export type PnlSample = { readonly at: number; readonly totalPnl: string; readonly deployed: string };

/** Executions that trading continues with when the service starts. */
export type JournalAtStart = {
	/** Executions that have not ended, oldest first. */
	readonly open: readonly ExecutionState[];
	/** Ended executions whose settlements may be incomplete, oldest first. */
	readonly unsettled: readonly ExecutionState[];
	/** Executions that agents have started since the requested time, including ended ones. */
	readonly ofAgents: readonly ExecutionSummary[];
	/** Number of events that each open execution's stored fold (`keepFolds`) includes, by execution id. */
	readonly kept: ReadonlyMap<string, number>;
};

/** Appends events, and reads them back with the projections derived from them. */
export interface Journal {
	/** @throws JournalError; no part of the append is then on disk. */
	appendExecution(append: ExecutionAppend): Promise<void>;
	/** @param from position in the stream of the first event to read; 0 by default */
	readExecution(executionId: string, from?: number): Promise<readonly Journaled<ExecutionEvent>[]>;
	/**
	 * Returns the executions that trading continues with. The service calls this once, at startup. `agentsSince`
	 * selects executions that agents started at or after this time.
	 */
	atStart(agentsSince: number): Promise<JournalAtStart>;
	/**
	 * Stores the folds of the executions' journals, so that the service reads only these folds and later events when
	 * it next starts. Stores nothing for ended executions. The journal remains the only source of truth. If a stored
	 * fold is missing, damaged or in another format, the service folds the whole journal instead.
	 * @throws JournalError; none of the folds is then stored
	 */
	keepFolds(states: readonly ExecutionState[]): Promise<void>;
	openExecutions(): Promise<readonly ExecutionSummary[]>;
	/** Returns ended executions whose settlements may be incomplete. */
	unsettledExecutions(): Promise<readonly ExecutionSummary[]>;
	/**
	 * Records that both venues have reported all payments of a closed execution, and that no later record is
	 * expected. @throws JournalError
	 */
	markFundingComplete(executionId: string): Promise<void>;
	/** Returns the user's executions, newest first. */
	userExecutions(
		userId: string,
		filter: { readonly ended: boolean; readonly offset: number; readonly limit: number },
	): Promise<readonly ExecutionSummary[]>;
	countUserExecutions(userId: string, ended: boolean): Promise<number>;
	/**
	 * Returns the user's open and ended executions for one symbol on one exchange pair, newest first, with their
	 * total number.
	 */
	executionsOfPair(query: {
		readonly userId: string;
		readonly symbol: string;
		readonly exchangepair: string;
		readonly offset: number;
		readonly limit: number;
	}): Promise<{ readonly rows: readonly ExecutionSummary[]; readonly count: number }>;
	/** Returns all users who ever had an execution. */
	usersWithExecutions(): Promise<readonly string[]>;
	findExecution(executionId: string): Promise<ExecutionSummary | undefined>;
	findJob(jobId: string): Promise<ExecutionSummary | undefined>;
	findIdempotency(key: IdempotencyKey): Promise<IdempotencyClaim | undefined>;
	/** @throws JournalError */
	appendAccount(append: {
		readonly userId: string;
		readonly accountId: string;
		readonly expectedSeq: number;
		readonly events: readonly AccountEvent[];
		readonly recordedAt: number;
	}): Promise<void>;
	/**
	 * Returns the time up to which the account's own ledger at the venue has been read; undefined before the first
	 * read.
	 */
	ledgerReadTo(accountId: string): Promise<number | undefined>;
	/** @throws JournalError */
	noteLedgerRead(accountId: string, to: number): Promise<void>;
	readAccount(userId: string, accountId: string): Promise<readonly Journaled<AccountEvent>[]>;
	/**
	 * Adds a sample, and drops the user's samples that are more than SAMPLE_KEEP_MS older than it. @throws
	 * JournalError
	 */
	addPnlSample(userId: string, sample: PnlSample): Promise<void>;
	/** Returns the samples with at ≥ from, oldest first, preceded by the last earlier one, if any. */
	pnlSamples(userId: string, from: number): Promise<readonly PnlSample[]>;
	/**
	 * Tests whether an append would succeed: writes as much data as one would need, and releases the space again.
	 * @throws JournalError while writing fails.
	 */
	check(): Promise<void>;
	/** Number of events in all streams. It increases with every append. */
	readonly eventCount: number;
}

/** Thrown if the journal could not be written. Nothing was stored. */
export class JournalError extends Error {
	override readonly name = 'JournalError';
}
