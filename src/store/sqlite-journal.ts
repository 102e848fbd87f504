/** The journal on SQLite: every write is synced to disk before it resolves; those of one turn share a transaction. */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type AccountEvent, EXECUTION_EVENT_VERSION, type ExecutionEvent } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import { upcastAccountEvent, upcastExecutionEvent } from '../domain/journal-upcast.ts';
import { messageOf } from '../domain/message-of.ts';
import type { TurnEnd } from '../ports/clock.ts';
import type {
	ExecutionAppend,
	ExecutionSummary,
	IdempotencyClaim,
	Journal,
	JournalAtStart,
	Journaled,
	PnlSample,
} from '../ports/journal.ts';
import { JournalError, SAMPLE_KEEP_MS } from '../ports/journal.ts';
import type { StoreMeter } from '../ports/metrics.ts';
import { createGroupCommit } from './group-commit.ts';

/** Rows of one page, whatever the caller asks. */
const PAGE_ROWS_MAX = 1_000;
/** In the place of an agent's id, where a key is the user's own: a part of a primary key is not null. */
const THE_USER = '';
/** Room that the longest append takes, with its index pages. */
const CHECK_BYTES = 65_536;

const OPEN = 'SELECT * FROM execution WHERE ended = 0 ORDER BY created_at, execution_id';
const UNSETTLED =
	'SELECT * FROM execution WHERE ended = 1 AND funding_complete = 0 ORDER BY created_at, execution_id';

type Row = Record<string, unknown>;

/** @param turnEnd closes a group of writes; by default as soon as the promises that are settled by now have been heard. */
export function createSqliteJournal(
	database: DatabaseSync,
	turnEnd: TurnEnd = queueMicrotask,
	meter?: StoreMeter,
): Journal {
	const group = createGroupCommit(database, turnEnd, meter);
	const insertEvent = database.prepare(
		'INSERT INTO journal (stream, stream_seq, type, version, recorded_at, correlation_id, causation_id, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
	);
	const upsertExecution = database.prepare(
		`INSERT INTO execution (execution_id, job_id, user_id, agent_id, exchangepair, symbol, phase, ended, created_at, closed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT (execution_id) DO UPDATE SET phase = excluded.phase, ended = excluded.ended, closed_at = excluded.closed_at`,
	);
	const insertIdempotency = database.prepare(
		'INSERT INTO idempotency (user_id, agent_id, key, params_hash, answer, recorded_at) VALUES (?, ?, ?, ?, ?, ?)',
	);
	const selectLength = database.prepare(
		'SELECT coalesce(max(stream_seq) + 1, 0) AS n FROM journal WHERE stream = ?',
	);
	const putCheck = database.prepare('INSERT OR REPLACE INTO write_check (id, room) VALUES (1, zeroblob(?))');
	const dropCheck = database.prepare('DELETE FROM write_check');
	const all = (sql: string, ...values: SQLInputValue[]): Row[] => rowsOf(database, sql, ...values);
	const readStream = streamReader(database);
	let eventCount = Number(database.prepare('SELECT coalesce(max(seq), 0) AS n FROM journal').get()?.n ?? 0);

	function insertEvents(
		stream: string,
		expectedSeq: number,
		events: readonly (ExecutionEvent | AccountEvent)[],
		recordedAt: number,
	): void {
		const length = Number(selectLength.get(stream)?.n);
		if (length !== expectedSeq)
			throw new Error(`the stream has ${length} events, the writer counted ${expectedSeq}`);
		let cause: string | null = expectedSeq === 0 ? null : `${stream}/${expectedSeq - 1}`;
		for (const [index, { type, ...payload }] of events.entries()) {
			insertEvent.run(
				stream,
				expectedSeq + index,
				type,
				EXECUTION_EVENT_VERSION,
				recordedAt,
				stream,
				cause,
				encodePayload(payload),
			);
			cause = `${stream}/${expectedSeq + index}`;
		}
	}

	function insertExecution({
		executionId,
		expectedSeq,
		events,
		recordedAt,
		summary,
		idempotency,
	}: ExecutionAppend): void {
		insertEvents(executionId, expectedSeq, events, recordedAt);
		upsertExecution.run(
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
		if (idempotency !== undefined)
			insertIdempotency.run(
				idempotency.userId,
				idempotency.agentId ?? THE_USER,
				idempotency.key,
				idempotency.paramsHash,
				idempotency.answer,
				recordedAt,
			);
	}

	async function commit(what: string, work: () => void, events: number): Promise<void> {
		try {
			await group.write(work);
		} catch (error) {
			throw new JournalError(`The journal could not be written (${what}): ${messageOf(error)}`, {
				cause: error,
			});
		}
		eventCount += events;
	}

	return {
		get eventCount() {
			return eventCount;
		},
		appendExecution(append: ExecutionAppend) {
			const { together } = append;
			return commit(
				append.executionId,
				() => {
					insertExecution(append);
					if (together !== undefined) insertExecution(together);
				},
				append.events.length + (together?.events.length ?? 0),
			);
		},
		readExecution: async (executionId) =>
			readStream(executionId).map((row) => journaled(row, upcastExecutionEvent)),
		atStart: async (agentsSince) => readJournalAtStart(database, agentsSince),
		openExecutions: async () => all(OPEN).map(summaryOf),
		unsettledExecutions: async () => all(UNSETTLED).map(summaryOf),
		markFundingComplete(executionId) {
			const mark = database.prepare('UPDATE execution SET funding_complete = 1 WHERE execution_id = ?');
			return commit(executionId, () => mark.run(executionId), 0);
		},
		userExecutions: async (userId, { ended, offset, limit }) =>
			all(
				'SELECT * FROM execution WHERE user_id = ? AND ended = ? ORDER BY created_at DESC, execution_id LIMIT ? OFFSET ?',
				userId,
				ended ? 1 : 0,
				Math.min(limit, PAGE_ROWS_MAX),
				offset,
			).map(summaryOf),
		countUserExecutions: async (userId, ended) =>
			Number(
				all('SELECT count(*) AS n FROM execution WHERE user_id = ? AND ended = ?', userId, ended ? 1 : 0)[0]
					?.n ?? 0,
			),
		async executionsOfPair({ userId, symbol, exchangepair, offset, limit }) {
			const of = 'FROM execution WHERE user_id = ? AND exchangepair = ? AND symbol = ?';
			const rows = all(
				`SELECT * ${of} ORDER BY created_at DESC, execution_id LIMIT ? OFFSET ?`,
				userId,
				exchangepair,
				symbol,
				Math.min(limit, PAGE_ROWS_MAX),
				offset,
			);
			const [counted] = all(`SELECT count(*) AS n ${of}`, userId, exchangepair, symbol);
			return { rows: rows.map(summaryOf), count: Number(counted?.n ?? 0) };
		},
		usersWithExecutions: async () =>
			all('SELECT DISTINCT user_id FROM execution ORDER BY user_id').map((row) => String(row.user_id)),
		findExecution: async (executionId) =>
			all('SELECT * FROM execution WHERE execution_id = ?', executionId).map(summaryOf)[0],
		findJob: async (jobId) => all('SELECT * FROM execution WHERE job_id = ?', jobId).map(summaryOf)[0],
		findIdempotency: async ({ userId, agentId, key }) =>
			all(
				'SELECT * FROM idempotency WHERE user_id = ? AND agent_id = ? AND key = ?',
				userId,
				agentId ?? THE_USER,
				key,
			).map(claimOf)[0],
		appendAccount: ({ accountId, expectedSeq, events, recordedAt }) =>
			commit(
				accountId,
				() => insertEvents(`account:${accountId}`, expectedSeq, events, recordedAt),
				events.length,
			),
		async ledgerReadTo(accountId) {
			const row = all('SELECT read_to FROM ledger_read WHERE account_id = ?', accountId)[0];
			return row === undefined ? undefined : Number(row.read_to);
		},
		noteLedgerRead(accountId, to) {
			const note = database.prepare(
				'INSERT INTO ledger_read (account_id, read_to) VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET read_to = excluded.read_to',
			);
			return commit(accountId, () => note.run(accountId, to), 0);
		},
		readAccount: async (accountId) =>
			readStream(`account:${accountId}`).map((row) => journaled(row, upcastAccountEvent)),
		addPnlSample(userId, sample) {
			return commit(
				`sample of ${userId}`,
				() => {
					database
						.prepare(
							'INSERT OR REPLACE INTO pnl_sample (user_id, at, total_pnl, deployed) VALUES (?, ?, ?, ?)',
						)
						.run(userId, sample.at, sample.totalPnl, sample.deployed);
					database
						.prepare('DELETE FROM pnl_sample WHERE user_id = ? AND at < ?')
						.run(userId, sample.at - SAMPLE_KEEP_MS);
				},
				0,
			);
		},
		async check() {
			await commit('check', () => putCheck.run(CHECK_BYTES), 0);
			await commit('check', () => dropCheck.run(), 0);
		},
		async pnlSamples(userId, from): Promise<readonly PnlSample[]> {
			const earlier = all(
				'SELECT * FROM pnl_sample WHERE user_id = ? AND at < ? ORDER BY at DESC LIMIT 1',
				userId,
				from,
			);
			const later = all(
				'SELECT * FROM pnl_sample WHERE user_id = ? AND at >= ? ORDER BY at LIMIT ?',
				userId,
				from,
				PAGE_ROWS_MAX,
			);
			return [...earlier, ...later].map((row) => ({
				at: Number(row.at),
				totalPnl: String(row.total_pnl),
				deployed: String(row.deployed),
			}));
		},
	};
}

/** The events of an execution, the oldest first; none where there is no such execution. */
export function readExecutionEvents(
	database: DatabaseSync,
	executionId: string,
): readonly Journaled<ExecutionEvent>[] {
	return streamReader(database)(executionId).map((row) => journaled(row, upcastExecutionEvent));
}

/** Reads the executions that trading goes on with after a start; executions of agents are listed from `agentsSince` on. */
export function readJournalAtStart(database: DatabaseSync, agentsSince: number): JournalAtStart {
	const readStream = streamReader(database);
	const folded = (sql: string): readonly ExecutionState[] =>
		rowsOf(database, sql).map((row) =>
			foldExecution(
				readStream(String(row.execution_id)).map((event) => journaled(event, upcastExecutionEvent)),
			),
		);
	return {
		open: folded(OPEN),
		unsettled: folded(UNSETTLED),
		ofAgents: rowsOf(
			database,
			'SELECT * FROM execution WHERE agent_id IS NOT NULL AND created_at >= ? ORDER BY created_at, execution_id',
			agentsSince,
		).map(summaryOf),
	};
}

function rowsOf(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] {
	return database.prepare(sql).all(...values) as Row[];
}

function streamReader(database: DatabaseSync): (stream: string) => Row[] {
	const select = database.prepare(
		'SELECT stream_seq, type, version, recorded_at, payload FROM journal WHERE stream = ? ORDER BY stream_seq',
	);
	return (stream) => select.all(stream) as Row[];
}

function journaled<Event>(
	row: Row,
	upcast: (type: string, version: number, payload: unknown) => Event,
): Journaled<Event> {
	const event = upcast(String(row.type), Number(row.version), decodePayload(String(row.payload)));
	return { event, recordedAt: Number(row.recorded_at), streamSeq: Number(row.stream_seq) };
}

function summaryOf(row: Row): ExecutionSummary {
	return {
		executionId: String(row.execution_id),
		jobId: String(row.job_id),
		userId: String(row.user_id),
		agentId: row.agent_id === null ? null : String(row.agent_id),
		exchangepair: String(row.exchangepair),
		symbol: String(row.symbol),
		phase: String(row.phase),
		ended: row.ended === 1,
		createdAt: Number(row.created_at),
		closedAt: row.closed_at === null ? null : Number(row.closed_at),
	};
}

function claimOf(row: Row): IdempotencyClaim {
	return {
		userId: String(row.user_id),
		agentId: row.agent_id === THE_USER ? null : String(row.agent_id),
		key: String(row.key),
		paramsHash: String(row.params_hash),
		answer: String(row.answer),
	};
}
