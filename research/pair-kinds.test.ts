import { expect, test } from 'vitest';
import { seededRandom } from '../src/runtime/seeded-random.ts';
import { decisionOf, payingSeries } from '../test/support/scored-walks.ts';
import { isMet } from './goals.ts';
import { pairKindScores, pairKinds, venuePairScores } from './pair-kinds.ts';
import type { Decision } from './walk-forward.ts';

const LARGE = payingSeries(() => 0, ['binance', 'bybit']);
const WITH_DEX = payingSeries(() => 0, ['binance', 'hyperliquid']);

/**
 * Builds 3,000 decisions in random directions. In a quarter of them carry reverses; in the others the pair receives
 * `kept` times the forecast. `stated` is the reversal probability that every forecast gives.
 */
function decisions(series: typeof LARGE, hasLikeClocks: boolean, kept: number, stated: number) {
	const { unit } = seededRandom(7);
	return Array.from({ length: 3_000 }, (_, index): Decision => {
		const size = (unit() < 0.5 ? -1 : 1) * (1 + unit());
		const isReversed = unit() < 0.25;
		const everywhere = (figure: number): readonly number[] => new Array<number>(6).fill(figure);
		return decisionOf(series, 7 * index, {
			hasLikeClocks,
			headline: size,
			stated: everywhere(size),
			received: everywhere(isReversed ? -0.1 * size : kept * size),
			negative: everywhere(size > 0 ? stated : 1 - stated),
			positive: everywhere(size > 0 ? 1 - stated : stated),
		});
	});
}

test('kinds are by clock and by exchange, and a pair can be of two', () => {
	const one = decisionOf(LARGE, 0);
	const two = decisionOf(WITH_DEX, 7, { hasLikeClocks: false });
	const three = decisionOf(WITH_DEX, 14);
	expect(pairKinds([one, two, three])).toEqual([
		{ name: 'same clock', decisions: [one, three] },
		{ name: 'different clock', decisions: [two] },
		{ name: 'with a DEX', decisions: [two, three] },
	]);
	expect(pairKinds([one]).map(({ name }) => name)).toEqual(['same clock']);
});

test('each kind has its own slope and its own error of the odds', () => {
	const rows = pairKindScores(
		pairKinds([...decisions(LARGE, true, 0.5, 0.45), ...decisions(WITH_DEX, false, 1, 0.25)]),
		0,
	);
	expect(rows).toHaveLength(3 * 2 * 2 * 6);
	const rowOf = (measure: string) => {
		const row = rows.find((each) => each.measure === measure && each.horizonHours === 72);
		if (row === undefined) throw new Error(`No row is called ${measure}.`);
		return row;
	};
	for (const direction of ['headline', 'model']) {
		const timid = rowOf(`different clock, slope, ${direction} direction`).ours.value;
		const bold = rowOf(`same clock, slope, ${direction} direction`).ours.value;
		expect(timid).toBeGreaterThan(bold + 0.3);
		const right = rowOf(`with a DEX, calibration error, ${direction} direction`);
		expect(isMet(right)).toBe(true);
		const wrong = rowOf(`same clock, calibration error, ${direction} direction`);
		expect(wrong.ours.value).toBeCloseTo(0.2, 1);
		expect(isMet(wrong)).toBe(false);
	}
});

test('venue pairs have slopes of their own', () => {
	const rows = venuePairScores(
		[...decisions(LARGE, true, 0.5, 0.25), ...decisions(WITH_DEX, false, 1.4, 0.25)],
		0,
	);
	expect(rows).toHaveLength(2 * 2 * 6);
	expect(rows.map(({ measure }) => measure)).toContain('binance-bybit, slope, headline direction');
	const first = rows.filter(({ measure }) => measure.startsWith('binance-bybit'));
	expect(first.every((row) => isMet(row) === false)).toBe(true);
});
