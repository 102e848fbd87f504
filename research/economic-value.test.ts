import { expect, test } from 'vitest';
import { hourlySignals, payingSeries, walkOf } from '../test/support/scored-walks.ts';
import { economicValue, tradingRows } from './economic-value.ts';
import { isMet } from './goals.ts';
import { HISTORY_HOURS } from './received.ts';

/** 10 % a year, in bp per hour. */
const TEN_PERCENT = 1_000 / 8_760;
const TURNS_AT = 4_000;

/**
 * Builds a pair that pays 10 % a year until `TURNS_AT`, and then costs 10 % a year. The verdict changes side exactly
 * at the turn.
 */
function turning() {
	const series = payingSeries((hour) => (hour <= TURNS_AT ? TEN_PERCENT : -TEN_PERCENT));
	const signals = hourlySignals(series, (hour) => ({
		entry: hour < TURNS_AT ? 1 : -1,
		expectedMonth: hour < TURNS_AT ? 80 : -80,
		monthMean: hour < TURNS_AT ? 0.1 : -0.1,
	}));
	return { series, walk: walkOf(signals) };
}

test('each rule earns the carry of its trades less their cost', () => {
	const { series, walk } = turning();
	const first = series.firstAlive + HISTORY_HOURS;
	const { rules } = economicValue(walk, 0, TURNS_AT);
	const hours = series.lastAlive - first + 1;
	const netBp = Object.fromEntries(
		rules.map(({ name, whole }) => [name, whole.result.netPerPositionYear.value * 100 * (hours / 8_760)]),
	);
	const paid = (from: number, to: number): number => TEN_PERCENT * (to - from);
	expect(netBp).toEqual({
		'shipped verdict and exit': expect.closeTo(paid(first, TURNS_AT) + paid(TURNS_AT + 1, 6_000) - 54, 6),
		// The 30-day mean falls below -3 % a year 468 hours after the turn, and exceeds 5 % a year in the other
		// direction after 541 hours.
		'30-day rule with hysteresis': expect.closeTo(
			paid(first, TURNS_AT) - paid(0, 469) + paid(TURNS_AT + 541, 6_000) - 54,
			6,
		),
		'30-day rule': expect.closeTo(paid(first, TURNS_AT) - paid(0, 361) + paid(TURNS_AT + 541, 6_000) - 54, 6),
		'hold always': expect.closeTo(paid(first, TURNS_AT) - paid(TURNS_AT, 6_000) - 27, 6),
		cash: 0,
	});
	expect(rules.map(({ whole }) => whole.result.trades)).toEqual([2, 2, 2, 1, 0]);
});

test('differences are measured against the rule with hysteresis, in every span', () => {
	const { walk } = turning();
	const { rules, goals } = economicValue(walk, 0, TURNS_AT);
	const [shipped, hysteresis] = rules;
	expect(hysteresis?.whole.difference).toBeNull();
	for (const span of ['whole', 'early', 'late'] as const) {
		const net = (score: typeof shipped): number =>
			score?.[span].result.netPerPositionYear.value ?? Number.NaN;
		expect(shipped?.[span].difference?.value).toBeCloseTo(net(shipped) - net(hysteresis), 9);
	}
	// Only one of the six blocks contains a turn, which is too little evidence: the second goal's interval includes
	// zero.
	expect(goals.map((goal) => isMet(goal))).toEqual([true, false]);
	expect(goals[1]?.ours.value).toBeGreaterThan(0);
	expect(goals[0]?.ours.value).toBe(shipped?.whole.difference?.value);
});

test('a verdict that never trades misses both goals', () => {
	const { series } = turning();
	const idle = hourlySignals(series, () => ({ entry: 0, expectedMonth: 0, monthMean: 0 }));
	expect(economicValue(walkOf(idle), 0, TURNS_AT).goals.map((goal) => isMet(goal))).toEqual([false, false]);
});

test('the trading rows of the main table compare the shipped verdict with the headlines and the 30-day rule', () => {
	const { walk } = turning();
	const { rules } = economicValue(walk, 0, TURNS_AT);
	const [net, drawdown, , trades] = tradingRows(walk, 0, 0);
	expect(net?.ours).toEqual(rules[0]?.whole.result.netPerPositionYear);
	expect(net?.monthMean).toEqual(rules[2]?.whole.result.netPerPositionYear);
	expect(drawdown?.ours.value).toBeCloseTo(rules[0]?.whole.result.worstDrawdown ?? 0, 12);
	// Each headline trade is held as long as our longer trade. Two such trades do not fit into the series without
	// overlapping.
	expect([trades?.ours.value, trades?.headline?.value]).toEqual([2, 1]);
});
