/**
 * Tests folds that a running service stores next to its journal. When the service starts again, it restores the same
 * states from them and continues to trade.
 */
import { expect, test } from 'vitest';
import { parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { foldOpen, readJournalAtStart } from '../../src/store/sqlite/journal.ts';
import { ANN, fixtureWith, opened } from '../support/fixture-steps.ts';

test('a running execution is stored within seconds, restores to the state of its journal, and closes as usual', async () => {
	const fixture = fixtureWith();
	const id = await opened(fixture);
	await fixture.passFed(10_000, 'SOL');
	const { open, kept } = readJournalAtStart(fixture.database, 0);
	expect([...kept]).toEqual([[id, fixture.driver.state(id)?.eventCount]]);
	expect(open).toEqual(foldOpen(fixture.database));
	expect(open).toEqual([fixture.driver.state(id)]);
	fixture.restart();
	fixture.feed('SOL');
	const closed = await fixture.settled(
		fixture.orderService.close({
			...ANN,
			executionId: id,
			maxSlippageBps: undefined,
			share: parseDecimal('1'),
		}),
	);
	expect([closed.status, fixture.bybit.positionOf('SOLUSDT')]).toEqual(['closed', ZERO]);
	expect(readJournalAtStart(fixture.database, 0)).toMatchObject({ open: [], kept: new Map() });
	expect(fixture.database.prepare('SELECT count(*) AS n FROM execution_fold').get()?.n).toBe(0);
});
