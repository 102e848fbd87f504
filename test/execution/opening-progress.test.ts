/** How far an opening is, as the portfolio and get_execution say it: slices, what the next one waits for, until when. */
import { describe, expect, test } from 'vitest';
import { type Decimal, ONE, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { OpeningProgress } from '../../src/ports/portfolio.ts';
import {
	ANN,
	BELOW_LEVELS,
	begun,
	GRID,
	gridBetweenSlices,
	opened,
	passFed,
	settledFed,
	stageWith,
	stateOf,
} from '../support/stage-steps.ts';
import type { TradingStage } from '../support/trading-stage.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

async function progressOf(stage: TradingStage, id: string): Promise<OpeningProgress | null | undefined> {
	const query = { userId: ANN.userId, executionId: id, includeClosed: false, page: 1, limit: 20 };
	const { executions } = await stage.settled(stage.portfolio.live(query));
	return executions[0]?.progress;
}

describe('of a grid', () => {
	test('between two slices: those that are open, the level of the next, the basis now and the end', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		stage.feed('SOL', BELOW_LEVELS);
		const { plan, held, createdAt } = stateOf(stage, id);
		const progress = await progressOf(stage, id);
		expect(progress).toEqual({
			slicesDone: 1,
			slicesLeft: plan.children.length - 1,
			quantity: plan.quantity,
			opened: held.long,
			nextLevel: plan.children[1]?.basisMin,
			basisNow: parseDecimal('-0.009900990099009901'),
			endsAt: new Date(createdAt + plan.openWithinMs).toISOString(),
		});
		// The engine does what it says: a basis at the level opens the next slice.
		expect((progress?.basisNow ?? ONE) < (progress?.nextLevel ?? (0n as Decimal))).toBe(true);
		await passFed(stage, 10_000);
		expect((await progressOf(stage, id))?.slicesDone ?? plan.children.length).toBeGreaterThan(1);
	});

	test('counts up while it opens and is gone once it runs, is kept as it is, or is closed', async () => {
		const stage = stageWith();
		const id = await begun(stage, GRID);
		const seen: number[] = [];
		for (let waited = 0; stateOf(stage, id).phase !== 'running' && waited < 400; waited += 1) {
			await passFed(stage, 250);
			const progress = await progressOf(stage, id);
			if (progress === null || progress === undefined) continue;
			expect(progress.slicesDone + progress.slicesLeft).toBe(stateOf(stage, id).plan.children.length);
			seen.push(progress.slicesDone);
		}
		expect(seen).toEqual(seen.toSorted((a, b) => a - b));
		expect(stateOf(stage, id).phase).toBe('running');
		expect(await progressOf(stage, id)).toBeNull();

		stage.feed('SOL');
		const other = await gridBetweenSlices(stage);
		await settledFed(stage, stage.controls.cancel(ANN, other, true), BELOW_LEVELS);
		expect(await progressOf(stage, other)).toBeNull();
	});

	test('a slice that one leg alone holds is not open yet', async () => {
		const stage = stageWith();
		stage.kucoin.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const id = await begun(stage, GRID);
		for (let waited = 0; stateOf(stage, id).held.long === 0n && waited < 200; waited += 1)
			await stage.pass(5);
		expect(stateOf(stage, id).held.long > stateOf(stage, id).held.short).toBe(true);
		expect(await progressOf(stage, id)).toMatchObject({ slicesDone: 0, opened: ZERO });
	});

	test('without a current book the basis is unknown, and the rest is told', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		stage.clock.leap(stage.clock.now() + 20_000);
		expect(await progressOf(stage, id)).toMatchObject({ slicesDone: 1, basisNow: null });
	});
});

test('one that opens at once has one slice, and none is left when it runs', async () => {
	const stage = stageWith();
	expect(await progressOf(stage, await opened(stage))).toBeNull();
});
