/** Reads events and folds of executions from PostgreSQL. */
import type { Pool } from 'pg';
import type { ExecutionState } from '../../domain/execution.ts';
import { upcastAccountEvent, upcastExecutionEvent } from '../../domain/journal-upcast.ts';
import type { Journal, JournalAtStart } from '../../ports/journal.ts';
import type { LedgerEvents } from '../../ports/ledger-export.ts';
import { accountStream, type EventRow, foldRows, journaled } from '../event-rows.ts';
import {
	EXECUTIONS_OF_AGENTS,
	OPEN_EXECUTIONS,
	summaryOf,
	UNSETTLED_EXECUTIONS,
} from '../execution-lists.ts';
import { continuedFold, createFoldReader, type FoldReader, type FoldRow } from '../stored-fold.ts';
import { numbered } from './postgres-dialect.ts';

/** Executions whose events are read with one statement at the start. */
const READ_AT_ONCE = 200;

/** Place of the execution's number in a row of `STREAMS`, after the columns of an `EventRow`. */
const PLACE = 6;

const COLUMNS = 'j.stream_seq, j.type, j.version, j.recorded_at, j.payload, j.unit_seq';
const STREAM = `SELECT ${COLUMNS} FROM journal j WHERE unit = $1 AND stream = $2 AND stream_seq >= $3 ORDER BY stream_seq`;
const EXECUTION = `SELECT ${COLUMNS} FROM journal j
	WHERE unit = (SELECT user_id FROM execution WHERE execution_id = $1) AND stream = $1 AND stream_seq >= $2 ORDER BY stream_seq`;
const STREAMS = `SELECT ${COLUMNS}, place FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS a(unit, stream, first, place)
	JOIN journal j ON j.unit = a.unit AND j.stream = a.stream AND j.stream_seq >= a.first ORDER BY place, stream_seq`;
const LEDGER = `SELECT unit_seq, stream, stream_seq, type, version, recorded_at, payload FROM journal
	WHERE unit = $1 AND unit_seq > $2 AND unit_seq <= $3
		AND type IN ('ExecutionPlanned', 'FillsRecorded', 'FundingBooked', 'LegReduced', 'LegTakenOver')
	ORDER BY unit_seq`;

/** Returns the journal's reads of events. */
export function journalReads(
	pool: Pool,
): Pick<Journal, 'readExecution' | 'readAccount' | 'atStart'> & Pick<LedgerEvents, 'between' | 'lastSeq'> {
	return {
		async readExecution(executionId, from = 0) {
			return (await eventRows(pool, EXECUTION, [executionId, from])).map((row) =>
				journaled(row, upcastExecutionEvent),
			);
		},
		async readAccount(userId, accountId) {
			return (await eventRows(pool, STREAM, [userId, accountStream(accountId), 0])).map((row) =>
				journaled(row, upcastAccountEvent),
			);
		},
		atStart: (agentsSince) => readAtStart(pool, agentsSince),
		async between(userId, after, upTo) {
			const { rows } = await pool.query(LEDGER, [userId, after, upTo]);
			return rows.map((row) => ({
				seq: row.unit_seq,
				executionId: row.stream,
				...journaled(
					[row.stream_seq, row.type, row.version, row.recorded_at, row.payload, row.unit_seq],
					upcastExecutionEvent,
				),
			}));
		},
		async lastSeq(userId) {
			const { rows } = await pool.query(
				'SELECT coalesce(max(unit_seq), 0) AS seq FROM journal WHERE unit = $1',
				[userId],
			);
			return rows[0].seq;
		},
	};
}

async function eventRows(pool: Pool, text: string, values: readonly unknown[]): Promise<readonly EventRow[]> {
	const { rows } = await pool.query({ text, values: [...values], rowMode: 'array' });
	return rows as unknown as readonly EventRow[];
}

async function readAtStart(pool: Pool, agentsSince: number): Promise<JournalAtStart> {
	const kept = new Map<string, number>();
	const [open, unsettled, ofAgents] = await Promise.all([
		pool.query(`SELECT * ${OPEN_EXECUTIONS}`),
		pool.query(`SELECT * ${UNSETTLED_EXECUTIONS}`),
		pool.query(numbered(`SELECT * ${EXECUTIONS_OF_AGENTS}`), [agentsSince]),
	]);
	return {
		open: await foldAll(pool, open.rows.map(summaryOf), kept),
		unsettled: await foldAll(pool, unsettled.rows.map(summaryOf), undefined),
		ofAgents: ofAgents.rows.map(summaryOf),
		kept,
	};
}

type Asked = { readonly executionId: string; readonly userId: string };

/**
 * Folds executions in the given order. It continues valid stored folds, and records in `kept` which ones; without
 * `kept` it folds all events.
 */
async function foldAll(
	pool: Pool,
	executions: readonly Asked[],
	kept: Map<string, number> | undefined,
): Promise<readonly ExecutionState[]> {
	const readFold = createFoldReader();
	const states: ExecutionState[] = [];
	for (let begin = 0; begin < executions.length; begin += READ_AT_ONCE) {
		const asked = executions.slice(begin, begin + READ_AT_ONCE);
		const continued =
			kept === undefined ? new Map<string, ExecutionState>() : await continueAll(pool, asked, readFold, kept);
		const rest = asked.filter(({ executionId }) => !continued.has(executionId));
		const whole = await streamsOf(pool, rest, () => 0);
		for (const { executionId } of asked)
			states.push(continued.get(executionId) ?? foldRows(whole.get(executionId) ?? []));
	}
	return states;
}

/** Continues the stored folds of these executions. The result lacks those without a valid one. */
async function continueAll(
	pool: Pool,
	asked: readonly Asked[],
	readFold: FoldReader,
	kept: Map<string, number>,
): Promise<Map<string, ExecutionState>> {
	const { rows } = await pool.query({
		text: 'SELECT execution_id, form, event_count, last_seq, checksum, fold FROM execution_fold WHERE execution_id = ANY($1::text[])',
		values: [asked.map(({ executionId }) => executionId)],
		rowMode: 'array',
	});
	const folds = new Map(
		(rows as unknown as readonly (readonly [string, ...FoldRow])[]).flatMap(([executionId, ...row]) => {
			const fold = unlessDamaged(() => readFold(executionId, row));
			return fold === undefined ? [] : [[executionId, fold] as const];
		}),
	);
	const found = asked.filter(({ executionId }) => folds.has(executionId));
	const countOf = (executionId: string) => folds.get(executionId)?.state.eventCount ?? 0;
	const later = await streamsOf(pool, found, (executionId) => countOf(executionId) - 1);
	const states = new Map<string, ExecutionState>();
	for (const [executionId, fold] of folds) {
		const state = unlessDamaged(() => continuedFold(fold, later.get(executionId) ?? []));
		if (state === undefined) continue;
		states.set(executionId, state);
		kept.set(executionId, countOf(executionId));
	}
	return states;
}

/** If the journal is damaged too, folding all of its events throws the right error. */
function unlessDamaged<Result>(work: () => Result): Result | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}

/** Reads the executions' events from a place in each stream on, by execution id. */
async function streamsOf(
	pool: Pool,
	executions: readonly Asked[],
	firstOf: (executionId: string) => number,
): Promise<ReadonlyMap<string, readonly EventRow[]>> {
	const streams = new Map<string, EventRow[]>();
	if (executions.length === 0) return streams;
	const rows = await eventRows(pool, STREAMS, [
		executions.map(({ userId }) => userId),
		executions.map(({ executionId }) => executionId),
		executions.map(({ executionId }) => firstOf(executionId)),
	]);
	for (const row of rows as unknown as readonly (readonly [...EventRow, place: number])[]) {
		const { executionId } = executions[row[PLACE] - 1] as Asked;
		const stream = streams.get(executionId) ?? [];
		streams.set(executionId, stream);
		stream.push(row.slice(0, PLACE) as unknown as EventRow);
	}
	return streams;
}
