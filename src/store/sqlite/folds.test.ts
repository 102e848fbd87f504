import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistory, historyStep } from '../../../test/support/drawn-history.ts';
import { openMemoryDatabase } from '../../../test/support/memory-database.ts';
import { isEnded } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { encodeFold, FOLD_FORM } from '../../domain/fold-codec.ts';
import type { Journal, JournalAtStart } from '../../ports/journal.ts';
import { createSqliteJournal, foldOpen } from './journal.ts';

type History = ReturnType<typeof createHistory>;

/** Appends the history's events from index `from` up to, but not including, `to`, in one commit each. */
async function append(journal: Journal, { rows }: History, from: number, to = rows.length): Promise<void> {
	for (let index = from; index < to; index += 1) {
		const row = rows[index];
		if (row === undefined) return;
		const state = foldExecution(rows.slice(0, index + 1));
		const { plan, phase } = state;
		await journal.appendExecution({
			executionId: plan.executionId,
			expectedSeq: index,
			events: [row.event],
			recordedAt: row.recordedAt,
			summary: {
				...plan,
				agentId: null,
				phase,
				ended: isEnded(state),
				createdAt: state.createdAt,
				closedAt: null,
			},
		});
	}
}

function runHistory(): History {
	const history = createHistory();
	for (const leg of ['long', 'short'] as const) history.take({ what: 'open', leg, tenths: 5, cents: 100 });
	history.take({ what: 'run', leg: 'long', tenths: 1, cents: 1 });
	for (let index = 0; index < 6; index += 1)
		history.take({ what: 'pay', leg: index % 2 === 0 ? 'long' : 'short', tenths: index, cents: 7 * index });
	return history;
}

const KEPT = 8;

async function openWithFold(): Promise<{
	database: DatabaseSync;
	history: History;
	start: () => Promise<JournalAtStart>;
}> {
	const database = openMemoryDatabase();
	const journal = createSqliteJournal(database);
	const history = runHistory();
	await append(journal, history, 0, KEPT);
	await journal.keepFolds([foldExecution(history.rows.slice(0, KEPT))]);
	await append(journal, history, KEPT);
	return { database, history, start: () => createSqliteJournal(database).atStart(0) };
}

test('a start reads a stored fold and the events since, and reports the events in that fold', async () => {
	const { history, start, database } = await openWithFold();
	const { open, kept } = await start();
	expect(open).toStrictEqual([history.state()]);
	expect(open).toStrictEqual(foldOpen(database));
	expect([...kept]).toEqual([[history.state().plan.executionId, KEPT]]);
});

test('random histories start to the same states with folds from any moment', async () => {
	const keptAfter = fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 4 });
	await fc.assert(
		fc.asyncProperty(fc.array(historyStep, { maxLength: 25 }), keptAfter, async (steps, moments) => {
			const database = openMemoryDatabase();
			const journal = createSqliteJournal(database);
			const history = createHistory();
			for (const step of steps) history.take(step);
			for (let at = 0; at < history.rows.length; at += 1) {
				await append(journal, history, at, at + 1);
				if (moments.includes(at)) await journal.keepFolds([foldExecution(history.rows.slice(0, at + 1))]);
			}
			const { open, unsettled } = await createSqliteJournal(database).atStart(0);
			expect([...open, ...unsettled]).toStrictEqual([history.state()]);
			expect(open).toStrictEqual(foldOpen(database));
			database.close();
		}),
		{ numRuns: 60 },
	);
});

const VALID = `UPDATE execution_fold SET checksum = ?, fold = ?`;
type Damage = (database: DatabaseSync, history: History) => void;
const DAMAGES: readonly (readonly [string, Damage])[] = [
	[
		'one character differs',
		(db) => db.exec(`UPDATE execution_fold SET fold = replace(fold, 'user_test', 'user_tesT')`),
	],
	[
		'its end is missing',
		(db) => db.exec('UPDATE execution_fold SET fold = substr(fold, 1, length(fold) - 9)'),
	],
	[
		'an earlier program wrote it',
		(db) => db.prepare('UPDATE execution_fold SET form = ?').run(FOLD_FORM - 1),
	],
	['a newer program wrote it', (db) => db.prepare('UPDATE execution_fold SET form = ?').run(FOLD_FORM + 1)],
	[
		'it counts other events than it holds',
		(db) => db.exec('UPDATE execution_fold SET event_count = event_count - 1'),
	],
	['its last event is another', (db) => db.exec('UPDATE execution_fold SET last_seq = last_seq + 1')],
	['its text is intact but not a fold', (db) => db.prepare(VALID).run(crc32('[]\n{}'), '[]\n{}')],
	[
		'it is of another execution',
		(db, history) => {
			const { plan, ...rest } = foldExecution(history.rows.slice(0, KEPT));
			const fold = encodeFold({ ...rest, plan: { ...plan, executionId: `exec_${'9'.repeat(24)}` } });
			db.prepare(VALID).run(crc32(fold), fold);
		},
	],
	[
		'it holds a settlement that the journal books later',
		(db, history) => {
			const kept = foldExecution(history.rows.slice(0, KEPT));
			const fold = encodeFold({ ...kept, funding: history.state().funding });
			db.prepare(VALID).run(crc32(fold), fold);
		},
	],
];

test.each(DAMAGES)('a start folds the whole journal if %s', async (_what, damage) => {
	const { database, history, start } = await openWithFold();
	damage(database, history);
	const { open, kept } = await start();
	expect(open).toStrictEqual([history.state()]);
	expect(kept.size).toBe(0);
});

test('ignores a fold of more events than the journal has', async () => {
	const { database, history, start } = await openWithFold();
	database.exec(`DELETE FROM journal WHERE stream_seq >= ${KEPT - 2}`);
	expect((await start()).open).toStrictEqual([foldExecution(history.rows.slice(0, KEPT - 2))]);
});

test('ignores a fold whose last event was replaced', async () => {
	const { database, history, start } = await openWithFold();
	database.exec(`DELETE FROM journal WHERE stream_seq >= ${KEPT - 2}`);
	await append(createSqliteJournal(database), history, KEPT - 2);
	const { open, kept } = await start();
	expect(open).toStrictEqual([history.state()]);
	expect(kept.size).toBe(0);
});

test('does not store a fold whose last event is not in the journal, or whose execution has ended', async () => {
	const database = openMemoryDatabase();
	const journal = createSqliteJournal(database);
	const history = createHistory();
	history.take({ what: 'end', leg: 'long', tenths: 1, cents: 1 });
	const count = () => database.prepare('SELECT count(*) AS n FROM execution_fold').get()?.n;
	await append(journal, history, 0, 1);
	await journal.keepFolds([history.state()]);
	expect(count()).toBe(0);
	const planned = foldExecution(history.rows.slice(0, 1));
	await journal.keepFolds([planned]);
	expect(count()).toBe(1);
	await append(journal, history, 1);
	expect(count()).toBe(0);
	await journal.keepFolds([planned]);
	expect(count()).toBe(0);
});

test('stores no fold if one fails, and the journal continues', async () => {
	const { database, history, start } = await openWithFold();
	const journal = createSqliteJournal(database);
	database.exec(
		`CREATE TEMP TRIGGER refuse BEFORE INSERT ON main.execution_fold BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
	);
	await expect(journal.keepFolds([history.state()])).rejects.toThrow('disk full');
	history.take({ what: 'pay', leg: 'long', tenths: 1, cents: 1 });
	await append(journal, history, history.rows.length - 1);
	expect((await start()).open).toStrictEqual([history.state()]);
});
