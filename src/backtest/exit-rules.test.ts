import { expect, test } from 'vitest';
import { recordedLeg } from '../../test/support/recorded-legs.ts';
import { exitRuleScores } from './exit-rules.ts';
import { HISTORY_HOURS, scoredSeries } from './received.ts';
import type { WalkForward } from './walk-forward.ts';

const HOURS = 6_000;
const HORIZONS = 6;
/** Hours after the first scored one: entered at once, expected to lose a little, expected to lose much. */
const FADES_AFTER = 1_000;
const LOSES_AFTER = 2_000;

/** One series whose promises are `promisedAt` the hour, by horizon, in bp, and certain. */
function walkOf(promisedAt: (hour: number) => readonly number[]): WalkForward {
	const [series] = scoredSeries([
		recordedLeg('binance', 1, 0, HOURS, () => 1e-5),
		recordedLeg('hyperliquid', 1, 0, HOURS, () => 0),
	]);
	if (series === undefined) throw new Error('A series was expected.');
	const from = series.firstAlive + HISTORY_HOURS;
	const hours = Array.from({ length: series.lastAlive - from + 1 }, (_, index) => index);
	const promised = Float64Array.from(hours.flatMap(promisedAt));
	const sd = new Float64Array(hours.length * HORIZONS);
	const finalModel = () => {
		throw new Error('Nothing is fitted here.');
	};
	return { decisions: [], hourly: [{ series, from, promised, sd }], refits: 0, finalModel };
}

test('the same entries are left by each rule at its own hour', () => {
	const walk = walkOf((hour) => {
		if (hour < FADES_AFTER) return [1, 3, 8, 20, 35, 60];
		return hour < LOSES_AFTER ? [0, 0, 0, -1, -2, -5] : [0, -1, -2, -8, -14, -20];
	});
	const scores = exitRuleScores(walk, 0, HOURS);
	const heldDays = Object.fromEntries(
		scores.map(({ name, result }) => [name, Math.round(result.medianHeldHours / 24)]),
	);
	const end = Math.round((HOURS - HISTORY_HOURS - (walk.hourly[0]?.series.firstAlive ?? 0)) / 24);
	expect(heldDays).toMatchObject({
		'30 days lose anything': Math.round(FADES_AFTER / 24),
		shipped: Math.round(LOSES_AFTER / 24),
		never: end,
		'any stay, 2 bp': end,
	});
	expect(scores.map(({ result }) => result.trades)).toEqual(scores.map(() => 1));
	expect(scores[0]?.difference).toBeNull();
	expect(scores.find(({ name }) => name === 'never')?.difference?.value).toBeGreaterThan(0);
});

test('a result before an hour and one from there on make up the whole', () => {
	const walk = walkOf(() => [1, 3, 8, 20, 35, 60]);
	const firstScored = walk.hourly[0]?.from ?? 0;
	const late = firstScored + 1_000;
	const [score] = exitRuleScores(walk, 0, late);
	const hours = HOURS - firstScored;
	const whole = (score?.result.netPerSlotYear.value ?? 0) * hours;
	expect((score?.early ?? 0) * 1_000 + (score?.late ?? 0) * (hours - 1_000)).toBeCloseTo(whole, 0);
});
