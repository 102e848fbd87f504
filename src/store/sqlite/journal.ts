/**
 * Implements the journal in SQLite. Every write is synced to disk before it resolves. Writes in one turn share a
 * transaction.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { AccountEvent, ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { upcastAccountEvent, upcastExecutionEvent } from '../../domain/journal-upcast.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { TurnEnd } from '../../ports/clock.ts';
import {
	type ExecutionAppend,
	type Journal,
	type JournalAtStart,
	JournalError,
	SAMPLE_KEEP_MS,
} from '../../ports/journal.ts';
import type { StoreMeter } from '../../ports/metrics.ts';
import { accountStream, type EventRow, foldRows, journaled, newEventRows } from '../event-rows.ts';
import {
	EXECUTIONS_OF_AGENTS,
	executionLists,
	OPEN_EXECUTIONS,
	summaryOf,
	UNSETTLED_EXECUTIONS,
} from '../execution-lists.ts';
import { claimValues } from '../idempotency.ts';
import { continuedFold } from '../stored-fold.ts';
import { DATABASE_TEXT } from '../text.ts';
import { rowsOf } from './database.ts';
import { foldReader, foldWriter } from './folds.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { createSqliteDatabase } from './sqlite-database.ts';

/** Disk space that the largest append needs, including its index pages, bytes. */
const CHECK_BYTES = 65_536;

type JournalFile = {
	readonly database: DatabaseSync;
	readonly group: GroupCommit;
	readonly statements: ReturnType<typeof prepareWrites>;
	/** Number of events in all streams. */
	eventCount: number;
};

/**
 * Creates the journal. @param turnEnd decides when a group of writes ends; by default after the microtasks already
 * queued
 */
export function createSqliteJournal(
	database: DatabaseSync,
	turnEnd: TurnEnd = queueMicrotask,
	meter?: StoreMeter,
): Journal {
	const file: JournalFile = {
		database,
		group: createGroupCommit(database, turnEnd, meter),
		statements: prepareWrites(database),
		eventCount: Number(rowsOf(database, 'SELECT coalesce(max(seq), 0) AS n FROM journal')[0]?.n ?? 0),
	};
	const readStream = streamReader(database);
	const writeFolds = foldWriter(database);
	return {
		get eventCount() {
			return file.eventCount;
		},
		...writesOf(file),
		...executionLists(createSqliteDatabase(database)),
		readExecution: async (executionId, from) =>
			readStream(executionId, from).map((row) => journaled(row, upcastExecutionEvent)),
		readAccount: async (_userId, accountId) =>
			readStream(accountStream(accountId)).map((row) => journaled(row, upcastAccountEvent)),
		atStart: async (agentsSince) => readJournalAtStart(database, agentsSince),
		async keepFolds(states) {
			try {
				writeFolds(states);
			} catch (error) {
				throw journalError('folds', error);
			}
		},
	};
}

function prepareWrites(database: DatabaseSync) {
	return {
		insertEvent: database.prepare(
			'INSERT INTO journal (stream, stream_seq, type, version, recorded_at, correlation_id, causation_id, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
		),
		upsertExecution: database.prepare(
			`INSERT INTO execution (execution_id, job_id, user_id, agent_id, exchangepair, symbol, phase, ended, created_at, closed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			 ON CONFLICT (execution_id) DO UPDATE SET phase = excluded.phase, ended = excluded.ended, closed_at = excluded.closed_at`,
		),
		dropFold: database.prepare('DELETE FROM execution_fold WHERE execution_id = ?'),
		insertIdempotency: database.prepare(
			'INSERT INTO idempotency (user_id, agent_id, key, params_hash, answer, recorded_at) VALUES (?, ?, ?, ?, ?, ?)',
		),
		selectLength: database.prepare(
			'SELECT coalesce(max(stream_seq) + 1, 0) AS n FROM journal WHERE stream = ?',
		),
		putCheck: database.prepare('INSERT OR REPLACE INTO write_check (id, room) VALUES (1, zeroblob(?))'),
		dropCheck: database.prepare('DELETE FROM write_check'),
		markComplete: database.prepare('UPDATE execution SET funding_complete = 1 WHERE execution_id = ?'),
		noteRead: database.prepare(
			'INSERT INTO ledger_read (account_id, read_to) VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET read_to = excluded.read_to',
		),
		putSample: database.prepare(
			'INSERT OR REPLACE INTO pnl_sample (user_id, at, total_pnl, deployed) VALUES (?, ?, ?, ?)',
		),
		dropSamples: database.prepare('DELETE FROM pnl_sample WHERE user_id = ? AND at < ?'),
	};
}

type Writes = Pick<
	Journal,
	'appendExecution' | 'markFundingComplete' | 'appendAccount' | 'noteLedgerRead' | 'addPnlSample' | 'check'
>;

function writesOf(file: JournalFile): Writes {
	const { putCheck, dropCheck, markComplete, noteRead, putSample, dropSamples } = file.statements;
	return {
		appendExecution(append) {
			const { together } = append;
			return commit(
				file,
				append.executionId,
				() => {
					insertExecution(file, append);
					if (together !== undefined) insertExecution(file, together);
				},
				append.events.length + (together?.events.length ?? 0),
			);
		},
		markFundingComplete: (executionId) => commit(file, executionId, () => markComplete.run(executionId)),
		appendAccount: ({ accountId, expectedSeq, events, recordedAt }) =>
			commit(
				file,
				accountId,
				() => insertEvents(file, accountStream(accountId), expectedSeq, events, recordedAt),
				events.length,
			),
		noteLedgerRead: (accountId, to) => commit(file, accountId, () => noteRead.run(accountId, to)),
		addPnlSample: (userId, { at, totalPnl, deployed }) =>
			commit(file, `sample of ${userId}`, () => {
				putSample.run(userId, at, totalPnl, deployed);
				dropSamples.run(userId, at - SAMPLE_KEEP_MS);
			}),
		async check() {
			await commit(file, 'check', () => putCheck.run(CHECK_BYTES));
			await commit(file, 'check', () => dropCheck.run());
		},
	};
}

async function commit(file: JournalFile, what: string, work: () => void, events = 0): Promise<void> {
	try {
		await file.group.write(work);
	} catch (error) {
		throw journalError(what, error);
	}
	file.eventCount += events;
}

function journalError(what: string, cause: unknown): JournalError {
	return new JournalError(DATABASE_TEXT.notWritten(what, messageOf(cause)), { cause });
}

function insertExecution(
	file: JournalFile,
	{ executionId, expectedSeq, events, recordedAt, summary, idempotency }: ExecutionAppend,
): void {
	insertEvents(file, executionId, expectedSeq, events, recordedAt);
	file.statements.upsertExecution.run(
		summary.executionId,
		summary.jobId,
		summary.userId,
		summary.agentId,
		summary.exchangepair,
		summary.symbol,
		summary.phase,
		summary.ended ? 1 : 0,
		summary.createdAt,
		summary.closedAt,
	);
	if (summary.ended) file.statements.dropFold.run(executionId);
	if (idempotency !== undefined)
		file.statements.insertIdempotency.run(
			...claimValues(idempotency),
			idempotency.paramsHash,
			idempotency.answer,
			recordedAt,
		);
}

function insertEvents(
	{ statements: { selectLength, insertEvent } }: JournalFile,
	stream: string,
	expectedSeq: number,
	events: readonly (ExecutionEvent | AccountEvent)[],
	recordedAt: number,
): void {
	const length = Number(selectLength.get(stream)?.n);
	if (length !== expectedSeq) throw new Error(DATABASE_TEXT.otherLength(length, expectedSeq));
	for (const { streamSeq, type, version, cause, payload } of newEventRows(stream, expectedSeq, events))
		insertEvent.run(stream, streamSeq, type, version, recordedAt, stream, cause, payload);
}

/**
 * Reads the executions that trading continues with when the service starts, and those that agents have started since
 * `agentsSince`, milliseconds.
 */
export function readJournalAtStart(database: DatabaseSync, agentsSince: number): JournalAtStart {
	const kept = new Map<string, number>();
	return {
		open: idsOf(database, OPEN_EXECUTIONS).map(openReader(database, kept)),
		unsettled: folded(database, UNSETTLED_EXECUTIONS),
		ofAgents: rowsOf(database, `SELECT * ${EXECUTIONS_OF_AGENTS}`, agentsSince).map(summaryOf),
		kept,
	};
}

/** Returns open executions, oldest first, each folded from its journal. */
export function foldOpen(database: DatabaseSync): readonly ExecutionState[] {
	return folded(database, OPEN_EXECUTIONS);
}

function folded(database: DatabaseSync, from: string): readonly ExecutionState[] {
	const readStream = streamReader(database);
	return idsOf(database, from).map((executionId) => foldRows(readStream(executionId)));
}

function idsOf(database: DatabaseSync, from: string): readonly string[] {
	return rowsOf(database, `SELECT execution_id ${from}`).map((row) => String(row.execution_id));
}

/**
 * Creates a reader for open executions. It reads a valid stored fold and the later events, or all events if there is
 * no valid fold. It records the folds that it used in `kept`.
 */
function openReader(
	database: DatabaseSync,
	kept: Map<string, number>,
): (executionId: string) => ExecutionState {
	const readFold = foldReader(database);
	const readStream = streamReader(database);
	function fromFold(executionId: string): ExecutionState | undefined {
		const fold = readFold(executionId);
		if (fold === undefined) return undefined;
		const { eventCount } = fold.state;
		const state = continuedFold(fold, readStream(executionId, eventCount - 1));
		if (state !== undefined) kept.set(executionId, eventCount);
		return state;
	}
	return (executionId) => {
		try {
			const state = fromFold(executionId);
			if (state !== undefined) return state;
		} catch {
			// If the journal is damaged too, reading it below throws the right error.
		}
		return foldRows(readStream(executionId));
	};
}

/** Creates a reader for a stream's rows from a given position on. */
function streamReader(database: DatabaseSync): (stream: string, from?: number) => readonly EventRow[] {
	const select = database.prepare(
		'SELECT stream_seq, type, version, recorded_at, payload, seq FROM journal WHERE stream = ? AND stream_seq >= ? ORDER BY stream_seq',
	);
	select.setReturnArrays(true);
	return (stream, from = 0) => select.all(stream, from) as unknown as readonly EventRow[];
}
