/** Folds that a running service keeps beside its journal: the next start reads them, to the same states and the same trade. */
import { expect, test } from 'vitest';
import { parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { foldOpen, readJournalAtStart } from '../../src/store/sqlite-journal.ts';
import { ANN, opened, stageWith } from '../support/stage-steps.ts';

test('what runs is kept within seconds, starts to the same state as its journal, and is closed as ever', async () => {
	const stage = stageWith();
	const id = await opened(stage);
	await stage.passFed(10_000, 'SOL');
	const { open, kept } = readJournalAtStart(stage.database, 0);
	expect([...kept]).toEqual([[id, stage.driver.state(id)?.eventCount]]);
	expect(open).toEqual(foldOpen(stage.database));
	expect(open).toEqual([stage.driver.state(id)]);
	stage.restart();
	stage.feed('SOL');
	const closed = await stage.settled(
		stage.desk.close({ ...ANN, executionId: id, maxSlippageBps: undefined, share: parseDecimal('1') }),
	);
	expect([closed.status, stage.bybit.positionOf('SOLUSDT')]).toEqual(['closed', ZERO]);
	expect(readJournalAtStart(stage.database, 0)).toMatchObject({ open: [], kept: new Map() });
	expect(stage.database.prepare('SELECT count(*) AS n FROM execution_fold').get()?.n).toBe(0);
});
