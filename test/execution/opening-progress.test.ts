/**
 * Tests the progress of an opening in the portfolio and get_execution: slices, the next slice's condition, and the
 * deadline.
 */
import { describe, expect, test } from 'vitest';
import { type Decimal, ONE, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { OpeningProgress } from '../../src/ports/portfolio.ts';
import {
	ANN,
	BELOW_LEVELS,
	begun,
	fixtureWith,
	GRID,
	gridBetweenSlices,
	opened,
	passFed,
	settledFed,
	stateOf,
} from '../support/fixture-steps.ts';
import type { TradingFixture } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

async function progressOf(fixture: TradingFixture, id: string): Promise<OpeningProgress | null | undefined> {
	const query = { userId: ANN.userId, executionId: id, includeClosed: false, page: 1, limit: 20 };
	const { executions } = await fixture.settled(fixture.portfolio.live(query));
	return executions[0]?.progress;
}

describe('of a grid', () => {
	test('between two slices shows the open slices, the next level, the current basis and the deadline', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		fixture.feed('SOL', BELOW_LEVELS);
		const { plan, held, createdAt } = stateOf(fixture, id);
		const progress = await progressOf(fixture, id);
		expect(progress).toEqual({
			slicesDone: 1,
			slicesLeft: plan.children.length - 1,
			quantity: plan.quantity,
			opened: held.long,
			nextLevel: plan.children[1]?.basisMin,
			basisNow: parseDecimal('-0.009900990099009901'),
			endsAt: new Date(createdAt + plan.openWithinMs).toISOString(),
		});
		// The engine agrees with the reported progress, because a basis at the level opens the next slice.
		expect((progress?.basisNow ?? ONE) < (progress?.nextLevel ?? (0n as Decimal))).toBe(true);
		await passFed(fixture, 10_000);
		expect((await progressOf(fixture, id))?.slicesDone ?? plan.children.length).toBeGreaterThan(1);
	});

	test('counts up during the opening, and disappears once the execution runs, is kept or is closed', async () => {
		const fixture = fixtureWith();
		const id = await begun(fixture, GRID);
		const seen: number[] = [];
		for (let waited = 0; stateOf(fixture, id).phase !== 'running' && waited < 400; waited += 1) {
			await passFed(fixture, 250);
			const progress = await progressOf(fixture, id);
			if (progress === null || progress === undefined) continue;
			expect(progress.slicesDone + progress.slicesLeft).toBe(stateOf(fixture, id).plan.children.length);
			seen.push(progress.slicesDone);
		}
		expect(seen).toEqual(seen.toSorted((a, b) => a - b));
		expect(stateOf(fixture, id).phase).toBe('running');
		expect(await progressOf(fixture, id)).toBeNull();

		fixture.feed('SOL');
		const other = await gridBetweenSlices(fixture);
		await settledFed(fixture, fixture.controls.cancel(ANN, other, true), BELOW_LEVELS);
		expect(await progressOf(fixture, other)).toBeNull();
	});

	test('does not count a slice as open while only one leg holds it', async () => {
		const fixture = fixtureWith();
		fixture.kucoin.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const id = await begun(fixture, GRID);
		for (let waited = 0; stateOf(fixture, id).held.long === 0n && waited < 200; waited += 1)
			await fixture.pass(5);
		expect(stateOf(fixture, id).held.long > stateOf(fixture, id).held.short).toBe(true);
		expect(await progressOf(fixture, id)).toMatchObject({ slicesDone: 0, opened: ZERO });
	});

	test('without a current book reports all but the basis', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		fixture.clock.leap(fixture.clock.now() + 20_000);
		expect(await progressOf(fixture, id)).toMatchObject({ slicesDone: 1, basisNow: null });
	});
});

test('an immediate opening has one slice, and no progress once it runs', async () => {
	const fixture = fixtureWith();
	expect(await progressOf(fixture, await opened(fixture))).toBeNull();
});
