/**
 * The append-only journal and the small tables beside it. An append is durable (synced to disk) when its promise
 * resolves; its events, and the projections that follow from them, are stored whole or not at all. Appends are stored in
 * the order in which they are asked for; those asked for at about the same time may share one commit, and fail together
 * when that fails. What is read is what has been committed. Reads answer promises, so that the journal may lie in another
 * process: what is judged within one tick is a fold of the journal in memory (`portfolio/totals.ts`, `portfolio/profit-base.ts`,
 * `engine/orders/begun-today.ts`).
 */
import type { AccountEvent, ExecutionEvent } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';

/** An event as it stands in the journal: recorded at `recordedAt`, milliseconds; `streamSeq` is its place in its stream. */
export type Journaled<Event> = {
	readonly event: Event;
	readonly recordedAt: number;
	readonly streamSeq: number;
};

/** An event, and what it says in one sentence for people. */
export type WordedEvent = Journaled<ExecutionEvent> & { readonly text: string };

/** What lists of executions need without folding their journals; updated with every append. */
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

/** A key and whose it is: the user's and each agent's own keys never meet. */
export type IdempotencyKey = {
	readonly userId: string;
	/** Null: the user's own. */
	readonly agentId: string | null;
	readonly key: string;
};

/** First use of an idempotency key: the hash of its parameters, and the answer that a repeat receives. */
export type IdempotencyClaim = IdempotencyKey & {
	readonly paramsHash: string;
	readonly answer: string;
};

/** Events that are added to the stream of one execution, with all that is stored in the same transaction. */
export type ExecutionAppend = {
	readonly executionId: string;
	/** Events already in the stream: the optimistic lock. An append that counted differently is refused. */
	readonly expectedSeq: number;
	readonly events: readonly ExecutionEvent[];
	readonly recordedAt: number;
	readonly summary: ExecutionSummary;
	/** Stored in the same transaction; a second claim of the same key fails the append. */
	readonly idempotency?: IdempotencyClaim | undefined;
	/** Of another execution, stored in the same transaction: both or none. */
	readonly together?: ExecutionAppend | undefined;
};

/** Samples of profit are kept for this long, ms. */
export const SAMPLE_KEEP_MS = 8 * 24 * 3_600_000;

/** Profit and deployed capital of a user at an instant: milliseconds, and USD as exact decimal text. */
export type PnlSample = { readonly at: number; readonly totalPnl: string; readonly deployed: string };

/** The executions that trading goes on with after a start. */
export type JournalAtStart = {
	/** Executions that have not ended, the oldest first. */
	readonly open: readonly ExecutionState[];
	/** Ended ones whose settlements are not known to be complete, the oldest first. */
	readonly unsettled: readonly ExecutionState[];
	/** Executions that agents have begun since the asked instant, ended ones too. */
	readonly ofAgents: readonly ExecutionSummary[];
	/** How many events of an open execution its kept fold holds (`keepFolds`); of no others. */
	readonly kept: ReadonlyMap<string, number>;
};

/** Appends events, and reads them back together with the projections that follow from them. */
export interface Journal {
	/** @throws JournalError; then nothing of the append is on disk. */
	appendExecution(append: ExecutionAppend): Promise<void>;
	readExecution(executionId: string): Promise<readonly Journaled<ExecutionEvent>[]>;
	/** Read once, at a start. `agentsSince`: executions of agents that were begun at that instant or later are listed. */
	atStart(agentsSince: number): Promise<JournalAtStart>;
	/**
	 * Keeps what the states' journals fold to, so that the next start reads that and later events only; of ended executions nothing is
	 * kept. The journal stays the only truth: a start folds it whole where a kept fold is missing, damaged or of another form.
	 * @throws JournalError; then none of these is kept
	 */
	keepFolds(states: readonly ExecutionState[]): Promise<void>;
	openExecutions(): Promise<readonly ExecutionSummary[]>;
	/** Ended ones whose settlements are not known to be complete. */
	unsettledExecutions(): Promise<readonly ExecutionSummary[]>;
	/** Both venues have said, late enough after the close, what they paid. @throws JournalError */
	markFundingComplete(executionId: string): Promise<void>;
	/** Newest first. */
	userExecutions(
		userId: string,
		filter: { readonly ended: boolean; readonly offset: number; readonly limit: number },
	): Promise<readonly ExecutionSummary[]>;
	countUserExecutions(userId: string, ended: boolean): Promise<number>;
	/** The user's executions of one symbol on one exchange pair, open and ended, newest first, and how many there are. */
	executionsOfPair(query: {
		readonly userId: string;
		readonly symbol: string;
		readonly exchangepair: string;
		readonly offset: number;
		readonly limit: number;
	}): Promise<{ readonly rows: readonly ExecutionSummary[]; readonly count: number }>;
	/** Whoever ever had an execution. */
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
	/** The instant up to which the venue's own ledger of the account has been read; undefined before the first. */
	ledgerReadTo(accountId: string): Promise<number | undefined>;
	/** @throws JournalError */
	noteLedgerRead(accountId: string, to: number): Promise<void>;
	readAccount(accountId: string): Promise<readonly Journaled<AccountEvent>[]>;
	/** Drops the user's samples that are more than SAMPLE_KEEP_MS older. @throws JournalError */
	addPnlSample(userId: string, sample: PnlSample): Promise<void>;
	/** Samples with at ≥ from, oldest first, and before them the last one earlier than `from`, when there is one. */
	pnlSamples(userId: string, from: number): Promise<readonly PnlSample[]>;
	/** Writes durably what an append would need room for, and takes it back. @throws JournalError while nothing can be written. */
	check(): Promise<void>;
	/** Events in all streams: rises with every append. */
	readonly eventCount: number;
}

/** The journal could not be written: nothing was stored. */
export class JournalError extends Error {
	override readonly name = 'JournalError';
}
