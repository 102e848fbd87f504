/**
 * Implements the journal in PostgreSQL. A write is durable when it resolves: on the primary, and on the synchronous
 * standby if there is one. Writes in one turn share a statement.
 */

import { crc32 } from 'node:zlib';
import type { Pool } from 'pg';
import type { ExecutionEvent } from '../../domain/event.ts';
import { encodeFold, FOLD_FORM } from '../../domain/fold-codec.ts';
import { messageOf } from '../../domain/message-of.ts';
import { type ExecutionAppend, type Journal, JournalError, SAMPLE_KEEP_MS } from '../../ports/journal.ts';
import type { LedgerEvents } from '../../ports/ledger-export.ts';
import { accountStream, newEventRows } from '../event-rows.ts';
import { executionLists } from '../execution-lists.ts';
import { changesOf, type SqlDatabase, type Steps } from '../sql-database.ts';
import { DATABASE_TEXT } from '../text.ts';
import { type CommitQueues, createCommitQueues, type QueueParts } from './commit-queues.ts';
import type { JournalFence } from './journal-fence.ts';
import { journalReads } from './journal-reads.ts';
import type { JournalWrite } from './journal-statement.ts';

/** Commits beside each other. More of them gain little, because each already combines the writes of many units. */
export const JOURNAL_QUEUES = 4;
/** Disk space that the largest append needs, including its index pages, bytes. */
const CHECK_BYTES = 65_536;

const KEEP_FOLD = `INSERT INTO execution_fold (execution_id, form, event_count, last_seq, checksum, fold)
	SELECT j.stream, $3, j.stream_seq + 1, j.unit_seq, $4, $5 FROM journal j JOIN execution x ON x.execution_id = j.stream AND x.ended = 0
	WHERE j.unit = x.user_id AND j.unit = $6 AND j.stream = $1 AND j.stream_seq = $2
	ON CONFLICT (execution_id) DO UPDATE SET form = excluded.form, event_count = excluded.event_count,
		last_seq = excluded.last_seq, checksum = excluded.checksum, fold = excluded.fold`;
const EVENT_COUNT =
	'SELECT coalesce(sum((SELECT max(j.unit_seq) FROM journal j WHERE j.unit = u.unit)), 0) AS n FROM unit u';

/** Parts of the journal. `pool` of the queues serves the commits alone; `reads` serves everything else. */
export type JournalParts = QueueParts & { readonly database: SqlDatabase; readonly reads: Pool };

/** Creates the journal. It writes only for the units that the fence names. */
export async function createPostgresJournal(parts: JournalParts): Promise<Journal & LedgerEvents> {
	const { database, fence, reads } = parts;
	const queues = createCommitQueues(parts, JOURNAL_QUEUES);
	const { rows } = await reads.query(EVENT_COUNT);
	let eventCount = Number(rows[0].n);
	async function commit(what: string, write: Omit<JournalWrite, 'epoch'>): Promise<void> {
		await commitFenced(queues, fence, what, write);
		for (const { rows: added } of write.streams) eventCount += added.length;
	}
	return {
		get eventCount() {
			return eventCount;
		},
		...executionLists(database),
		...journalReads(reads),
		...sideWrites(database),
		appendExecution: (append) => commit(append.executionId, writeOf(append, fence)),
		appendAccount: ({ userId, accountId, expectedSeq, events, recordedAt }) => {
			const stream = accountStream(accountId);
			const rows = newEventRows(stream, expectedSeq, events);
			return commit(accountId, {
				unit: userId,
				stopVersion: null,
				streams: [{ stream, expectedSeq, rows, recordedAt }],
				executions: [],
				claim: undefined,
			});
		},
		keepFolds: (states) =>
			written('folds', async () => {
				for (const state of states) {
					const { plan, eventCount: count } = state;
					const fold = encodeFold(state);
					const values = [plan.executionId, count - 1, FOLD_FORM, crc32(fold), fold, plan.userId];
					await reads.query(KEEP_FOLD, values);
				}
			}),
	};
}

/** Returns the write of an append, together with the appends that share its commit. */
function writeOf(append: ExecutionAppend, fence: JournalFence): Omit<JournalWrite, 'epoch'> {
	const appends = [append];
	for (let next = append.together; next !== undefined; next = next.together) appends.push(next);
	const unit = append.summary.userId;
	const claim = appends.find(({ idempotency }) => idempotency !== undefined)?.idempotency;
	return {
		unit,
		stopVersion: appends.some(({ events }) => events.some(opens)) ? fence.stopVersionOf(unit) : null,
		streams: appends.map(({ executionId, expectedSeq, events, recordedAt }) => ({
			stream: executionId,
			expectedSeq,
			rows: newEventRows(executionId, expectedSeq, events),
			recordedAt,
		})),
		executions: appends.map(({ summary }) => summary),
		claim: claim === undefined ? undefined : { ...claim, recordedAt: append.recordedAt },
	};
}

/** True for an event after which an order may enlarge a position. A stop refuses it, if it concerns the unit. */
function opens(event: ExecutionEvent): boolean {
	return event.type === 'OrderIntended' && event.purpose === 'open';
}

async function commitFenced(
	queues: CommitQueues,
	fence: JournalFence,
	what: string,
	write: Omit<JournalWrite, 'epoch'>,
): Promise<void> {
	const epoch = fence.epochOf(write.unit);
	if (epoch === undefined)
		throw new JournalError(DATABASE_TEXT.notWritten(what, DATABASE_TEXT.refused.moved));
	const outcome = await written(what, () => queues.commit({ ...write, epoch }));
	if (outcome !== 'stored')
		throw new JournalError(DATABASE_TEXT.notWritten(what, DATABASE_TEXT.refused[outcome]));
}

/** Returns the journal's writes that the exchanges' own records decide, so that repeating them changes nothing. */
function sideWrites(
	database: SqlDatabase,
): Pick<Journal, 'markFundingComplete' | 'noteLedgerRead' | 'addPnlSample' | 'check'> {
	const write = (what: string, steps: () => Steps<void>) => written(what, () => database.transaction(steps));
	return {
		markFundingComplete: (executionId) =>
			write(executionId, function* () {
				yield* changesOf('UPDATE execution SET funding_complete = 1 WHERE execution_id = ?', executionId);
			}),
		noteLedgerRead: (accountId, to) =>
			write(accountId, function* () {
				yield* changesOf(
					'INSERT INTO ledger_read (account_id, read_to) VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET read_to = excluded.read_to',
					accountId,
					to,
				);
			}),
		addPnlSample: (userId, { at, totalPnl, deployed }) =>
			write(`sample of ${userId}`, function* () {
				yield* changesOf(
					`INSERT INTO pnl_sample (user_id, at, total_pnl, deployed) VALUES (?, ?, ?, ?)
					 ON CONFLICT (user_id, at) DO UPDATE SET total_pnl = excluded.total_pnl, deployed = excluded.deployed`,
					userId,
					at,
					totalPnl,
					deployed,
				);
				yield* changesOf('DELETE FROM pnl_sample WHERE user_id = ? AND at < ?', userId, at - SAMPLE_KEEP_MS);
			}),
		async check() {
			const put =
				'INSERT INTO write_check (id, room) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET room = excluded.room';
			await write('check', function* () {
				yield* changesOf(put, new Uint8Array(CHECK_BYTES));
			});
			await write('check', function* () {
				yield* changesOf('DELETE FROM write_check');
			});
		},
	};
}

async function written<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (cause) {
		throw new JournalError(DATABASE_TEXT.notWritten(what, messageOf(cause)), { cause });
	}
}
