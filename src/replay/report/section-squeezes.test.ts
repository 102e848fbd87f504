import { describe, expect, test } from 'vitest';
import { drawReplayResult } from '../../../test/support/replay-result.ts';
import { NAMED_SQUEEZES } from './named-squeezes.ts';
import { windowFigures } from './section-squeezes.ts';

const RESULT = drawReplayResult({ seed: 1, days: 365, positions: 200, events: 1 });
const [MARKET] = NAMED_SQUEEZES;

describe('the named squeezes', () => {
	test('are ordered by time, and each has a window, a name and what happened', () => {
		expect(NAMED_SQUEEZES.map(({ from }) => from)).toEqual(
			NAMED_SQUEEZES.map(({ from }) => from).sort((one, other) => one - other),
		);
		for (const { name, from, until, happened } of NAMED_SQUEEZES) {
			expect(until).toBeGreaterThan(from);
			expect(Math.min(name.length, happened.length)).toBeGreaterThan(4);
		}
	});

	test('measure equity, funding and positions of the window alone', () => {
		if (MARKET === undefined) throw new Error('No squeeze is named.');
		const figures = windowFigures(RESULT, MARKET);
		const { columns, funding, positions } = RESULT;
		const isInside = (at: number): boolean => at >= MARKET.from && at < MARKET.until;
		const inside = columns.at.flatMap((at, index) => (isInside(at) ? [index] : []));
		const [first = 0] = inside;
		expect(figures.equityChange).toBe(
			(columns.equity[inside.at(-1) ?? 0] ?? 0) - (columns.equity[first - 1] ?? 0),
		);
		const paid = funding.usd.filter((_, index) => isInside(funding.at[index] ?? 0));
		expect(figures.funding).toBeCloseTo(
			paid.reduce((sum, usd) => sum + usd, 0),
			9,
		);
		expect(figures.coinFunding).toBe(figures.funding);
		expect(figures.openedCount).toBe(positions.filter(({ openedAt }) => isInside(openedAt)).length);
		expect(figures.open.length).toBeGreaterThan(figures.openedCount);
	});

	test('count only positions of their coins', () => {
		const squeeze = NAMED_SQUEEZES.find(({ coins }) => coins?.includes('APT'));
		if (squeeze === undefined) throw new Error('No squeeze of APT is named.');
		const { open, coinFunding, funding } = windowFigures(RESULT, squeeze);
		expect(new Set(open.map(({ coin }) => coin))).toEqual(new Set(['APT']));
		expect(coinFunding).not.toBe(funding);
	});

	test('are not known outside the recorded columns', () => {
		const short = drawReplayResult({ seed: 1, days: 20, positions: 3, events: 1 });
		if (MARKET === undefined) throw new Error('No squeeze is named.');
		expect(windowFigures(short, MARKET)).toMatchObject({
			...{ equityChange: null, drawdown: 0, liquidationDistance: null, funding: 0, open: [] },
		});
	});
});
