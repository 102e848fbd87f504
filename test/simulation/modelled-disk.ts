/**
 * Keeps the journal in memory, and models which appends are on disk. Appends become durable in call order, each after
 * a random delay. Then its promise resolves and reads include it. A crash keeps a random number of the first
 * appends in flight (written, never confirmed) and loses the rest. The database's unique keys apply here too.
 */
import type { AccountEvent, ExecutionEvent } from '../../src/domain/event.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { createFoldDecoder, encodeFold } from '../../src/domain/fold-codec.ts';
import type { Halt, HaltStore, HaltTarget } from '../../src/ports/halts.ts';
import {
	type ExecutionAppend,
	type ExecutionSummary,
	type IdempotencyClaim,
	type IdempotencyKey,
	type Journal,
	type JournalAtStart,
	JournalError,
	type Journaled,
	type PnlSample,
	SAMPLE_KEEP_MS,
} from '../../src/ports/journal.ts';
import type { Incarnation } from './incarnation.ts';

export type DiskOptions = {
	/** Runs the task when a commit requested now would be on disk. Tasks run in call order. */
	readonly commitLater: (task: () => void) => void;
	/** Returns why the disk refuses this commit; undefined if it accepts it. */
	readonly refusal: () => string | undefined;
	/** Returns how many commits reached the disk, given the number in flight at a crash. */
	readonly survivors: (underway: number) => number;
	/** Called before a write is requested and after it is on disk; either call may kill the process. */
	readonly onWrite: (what: Written, when: 'asked' | 'durable') => void;
	readonly onDurable: (executionId: string, events: readonly Journaled<ExecutionEvent>[]) => void;
};

/** An append of events to the journal, or a write of a pot. */
export type Written = 'append' | 'pot write';

type Commit = { readonly apply: () => void; readonly done: (error?: JournalError) => void };

const PAGE_ROWS_MAX = 1_000;

export function createModelledDisk(options: DiskOptions) {
	const executions = new Map<string, Journaled<ExecutionEvent>[]>();
	const accounts = new Map<string, Journaled<AccountEvent>[]>();
	const summaries = new Map<string, ExecutionSummary>();
	/** Folds as text, as the database stores them. */
	const folds = new Map<string, string>();
	const fundingComplete = new Set<string>();
	const claims = new Map<string, IdempotencyClaim>();
	const readTo = new Map<string, number>();
	const samples = new Map<string, PnlSample[]>();
	const halts = new Map<string, Halt>();
	const underway: Commit[] = [];
	let eventCount = 0;

	/** Appends events in a transaction, which applies completely or not at all. */
	function append<Event>(
		streams: Map<string, Journaled<Event>[]>,
		stream: string,
		expectedSeq: number,
		events: readonly Event[],
		recordedAt: number,
	): readonly Journaled<Event>[] {
		const rows = streams.get(stream) ?? [];
		if (rows.length !== expectedSeq)
			throw new JournalError(`The journal could not be written (${stream}): the place is taken.`);
		const added = events.map((event, index) => ({ event, recordedAt, streamSeq: expectedSeq + index }));
		rows.push(...added);
		streams.set(stream, rows);
		eventCount += added.length;
		return added;
	}

	function commit(life: Incarnation, apply: () => void, what?: Written): Promise<void> {
		if (what !== undefined) options.onWrite(what, 'asked');
		if (!life.isAlive()) return new Promise(() => {});
		return life.heard(
			new Promise((resolve, reject) => {
				const entry: Commit = { apply, done: (error) => (error === undefined ? resolve() : reject(error)) };
				underway.push(entry);
				options.commitLater(() => {
					if (underway[0] !== entry) return;
					underway.shift();
					const error = attempt(entry.apply, options.refusal());
					if (error === undefined && what !== undefined) options.onWrite(what, 'durable');
					entry.done(error);
				});
			}),
		);
	}

	/**
	 * Checks both the sequence number and the idempotency key before anything is stored, because a transaction
	 * applies completely or not at all.
	 */
	function requireFree({ executionId, expectedSeq, idempotency }: ExecutionAppend): void {
		if ((executions.get(executionId)?.length ?? 0) !== expectedSeq)
			throw new JournalError(`The journal could not be written (${executionId}): the place is taken.`);
		if (idempotency !== undefined && claims.has(claimKey(idempotency)))
			throw new JournalError('The journal could not be written: the key is taken.');
	}

	function store({
		executionId,
		expectedSeq,
		events,
		recordedAt,
		summary,
		idempotency,
	}: ExecutionAppend): void {
		const added = append(executions, executionId, expectedSeq, events, recordedAt);
		summaries.set(executionId, summary);
		if (summary.ended) folds.delete(executionId);
		if (idempotency !== undefined) claims.set(claimKey(idempotency), idempotency);
		options.onDurable(executionId, added);
	}

	/** Kills the process: a random number of the first commits in flight are on disk, and none is ever confirmed. */
	function crash(): void {
		const kept = options.survivors(underway.length);
		for (const [index, entry] of underway.entries()) if (index < kept) attempt(entry.apply, undefined);
		underway.length = 0;
	}

	const ordered = (ended: boolean): ExecutionSummary[] =>
		[...summaries.values()].filter((row) => row.ended === ended).sort(byCreation);
	const unsettled = (): ExecutionSummary[] =>
		ordered(true).filter((row) => !fundingComplete.has(row.executionId));

	function atStart(agentsSince: number): JournalAtStart {
		const decode = createFoldDecoder();
		const kept = new Map<string, number>();
		return {
			open: ordered(false).map(({ executionId }) => {
				const rows = executions.get(executionId) ?? [];
				const fold = folds.get(executionId);
				if (fold === undefined) return foldExecution(rows);
				const from = decode(fold);
				kept.set(executionId, from.eventCount);
				return foldExecution(rows.slice(from.eventCount), from);
			}),
			unsettled: unsettled().map(({ executionId }) => foldExecution(executions.get(executionId) ?? [])),
			ofAgents: [...summaries.values()]
				.filter((row) => row.agentId !== null && row.createdAt >= agentsSince)
				.sort(byCreation),
			kept,
		};
	}

	function openJournal(life: Incarnation): Journal {
		const ofUser = (userId: string, ended: boolean): ExecutionSummary[] =>
			ordered(ended)
				.filter((row) => row.userId === userId)
				.sort((a, b) => b.createdAt - a.createdAt || compare(a.executionId, b.executionId));
		return {
			get eventCount() {
				return eventCount;
			},
			appendExecution: (appended) =>
				commit(
					life,
					() => {
						const all = [appended, ...(appended.together === undefined ? [] : [appended.together])];
						for (const one of all) requireFree(one);
						for (const one of all) store(one);
					},
					'append',
				),
			readExecution: async (executionId) => [...(executions.get(executionId) ?? [])],
			atStart: async (agentsSince) => atStart(agentsSince),
			async keepFolds(states) {
				if (!life.isAlive()) return;
				for (const state of states) {
					const { executionId } = state.plan;
					if (summaries.get(executionId)?.ended === false) folds.set(executionId, encodeFold(state));
				}
			},
			openExecutions: async () => ordered(false),
			unsettledExecutions: async () => unsettled(),
			markFundingComplete: (executionId) => commit(life, () => void fundingComplete.add(executionId)),
			userExecutions: async (userId, { ended, offset, limit }) =>
				ofUser(userId, ended).slice(offset, offset + Math.min(limit, PAGE_ROWS_MAX)),
			countUserExecutions: async (userId, ended) => ofUser(userId, ended).length,
			async executionsOfPair({ userId, symbol, exchangepair, offset, limit }) {
				const rows = [...ofUser(userId, false), ...ofUser(userId, true)]
					.filter((row) => row.symbol === symbol && row.exchangepair === exchangepair)
					.sort((a, b) => b.createdAt - a.createdAt || compare(a.executionId, b.executionId));
				return { rows: rows.slice(offset, offset + Math.min(limit, PAGE_ROWS_MAX)), count: rows.length };
			},
			usersWithExecutions: async () =>
				[...new Set([...summaries.values()].map(({ userId }) => userId))].sort(),
			findExecution: async (executionId) => summaries.get(executionId),
			findJob: async (jobId) => [...summaries.values()].find((row) => row.jobId === jobId),
			findIdempotency: async (key) => claims.get(claimKey(key)),
			appendAccount: ({ accountId, expectedSeq, events, recordedAt }) =>
				commit(life, () => void append(accounts, accountId, expectedSeq, events, recordedAt), 'append'),
			ledgerReadTo: async (accountId) => readTo.get(accountId),
			noteLedgerRead: (accountId, to) => commit(life, () => void readTo.set(accountId, to)),
			readAccount: async (_userId, accountId) => [...(accounts.get(accountId) ?? [])],
			addPnlSample: (userId, sample) =>
				commit(life, () => {
					const kept = (samples.get(userId) ?? []).filter(
						(row) => row.at !== sample.at && row.at >= sample.at - SAMPLE_KEEP_MS,
					);
					samples.set(
						userId,
						[...kept, sample].sort((a, b) => a.at - b.at),
					);
				}),
			async pnlSamples(userId, from) {
				const rows = samples.get(userId) ?? [];
				const later = rows.filter((row) => row.at >= from).slice(0, PAGE_ROWS_MAX);
				return [...rows.filter((row) => row.at < from).slice(-1), ...later];
			},
			check: () => commit(life, () => {}),
		};
	}

	/** Returns the time of the account's first wallet read by our clock; undefined before the first one. */
	function connectedAt(accountId: string): number | undefined {
		const [first] = accounts.get(accountId) ?? [];
		return first?.event.type === 'AccountConnected' ? first.event.connectedAt : undefined;
	}

	const standingHalts = (): readonly Halt[] => [...halts.values()];

	/** Opens the store of kill switches, which are on the same disk. */
	function openHalts(life: Incarnation): HaltStore {
		const nameOf = (target: HaltTarget): string => JSON.stringify(target);
		return {
			load: async () => standingHalts(),
			put: (halt) => commit(life, () => void halts.set(nameOf(halt.target), halt)),
			async remove(target) {
				let stood = false;
				await commit(life, () => {
					stood = halts.delete(nameOf(target));
				});
				return stood;
			},
		};
	}

	return {
		commit,
		openJournal,
		atStart,
		openHalts,
		standingHalts,
		crash,
		connectedAt,
		summaries,
		executions,
		accounts,
	};
}

export type ModelledDisk = ReturnType<typeof createModelledDisk>;

function attempt(apply: () => void, refusal: string | undefined): JournalError | undefined {
	if (refusal !== undefined) return new JournalError(`The journal could not be written: ${refusal}`);
	try {
		apply();
		return undefined;
	} catch (error) {
		if (error instanceof JournalError) return error;
		throw error;
	}
}

function claimKey({ userId, agentId, key }: IdempotencyKey): string {
	return JSON.stringify([userId, agentId, key]);
}

function byCreation(a: ExecutionSummary, b: ExecutionSummary): number {
	return a.createdAt - b.createdAt || compare(a.executionId, b.executionId);
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
