/** Tests how alerting reads the journal of SQLite, whose rows have one order. */
import { expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { runningEvents } from '../../../test/support/running-execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { summaryOf } from '../../engine/decide/summary.ts';
import { createAlertStore } from '../alerts.ts';
import { createSqliteJournal } from './journal.ts';
import { createSqliteDatabase } from './sqlite-database.ts';

const database = databasePerTest();

test('the journal is read by type, in pages, up to its end; ended executions are found by time', async () => {
	const store = createAlertStore(createSqliteDatabase(database.now()));
	const journal = createSqliteJournal(database.now());
	const events = runningEvents({ openedAt: 100 });
	const ended = [...events, { type: 'ExecutionClosed', reason: 'done' } as const];
	const state = foldExecution(ended.map((event) => ({ event, recordedAt: 100 })));
	await journal.appendExecution({
		executionId: state.plan.executionId,
		expectedSeq: 0,
		events: ended,
		recordedAt: 100,
		summary: summaryOf(state),
	});
	const types = ['ExecutionPlanned', 'ExecutionOpened', 'ExecutionClosed'];
	const at = types.map((type) => ended.findIndex((event) => event.type === type));
	const first = await store.journalMarks(0, types, 2);
	expect(first.marks.map(({ streamSeq }) => streamSeq)).toEqual(at.slice(0, 2));
	const rest = await store.journalMarks(first.readTo, types, 2);
	expect(rest).toEqual({
		marks: [{ executionId: state.plan.executionId, streamSeq: at[2] }],
		readTo: ended.length,
	});
	expect(await store.journalMarks(rest.readTo, types, 2)).toEqual({ marks: [], readTo: ended.length });
	const { userId, executionId } = state.plan;
	expect(await store.endedSince(userId, 100, 101)).toEqual([executionId]);
	expect([
		await store.endedSince(userId, 101, 200),
		await store.endedSince(userId, 50, 100),
		await store.endedSince('user_b', 0, 200),
	]).toEqual([[], [], []]);
});
