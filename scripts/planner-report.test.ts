import { expect, test } from 'vitest';
import { potSettings, yearGoals } from '../research/pot-scores.ts';
import { testMarket } from '../test/support/pot-markets.ts';
import { potScoresOf } from '../test/support/pot-scores.ts';
import { cashTable, hourTable, potGoalTable, potLines, potTable, worstTable } from './planner-report.ts';

const SCORES = potScoresOf(4, 3.2);

/** Returns the cells of a Markdown table, without padding. */
function cellsOf(lines: readonly string[]): readonly (readonly string[])[] {
	return lines.map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

test('the net on capital is stated per leverage, with the leverage that equals cash', () => {
	const [, , busy, idle] = cellsOf(cashTable(SCORES));
	expect(busy).toEqual(['no margin limit', '0 %', '2.00', '3.60', '6.00', '2.00']);
	expect(idle).toEqual(['no margin limit', '25 %', '1.50', '2.70', '4.50', '2.67']);
});

test('each rule has its net with interval and the difference to the planner', () => {
	const [header, , planner, placed] = cellsOf(potTable(SCORES, 'split'));
	expect(header).toEqual([
		'margin split equally',
		'net, % of G a year',
		'planner less rule',
		'after 2026-04-01',
		'planner less rule',
	]);
	expect(planner).toEqual(['planner', '4 [3.500, 4.500]', '', '3.800 [3.300, 4.300]', '']);
	expect(placed?.slice(1, 3)).toEqual(['3.200 [2.700, 3.700]', '0.800 [0.300, 1.300]']);
	const early = SCORES.map((score) => ({ ...score, none: { ...score.none, late: null } }));
	expect(cellsOf(potTable(early, 'none'))[0]).toHaveLength(3);
});

test('the worst 90 days of a shorter span are not stated', () => {
	const [, , first, second] = cellsOf(
		worstTable(
			SCORES.map((score, index) =>
				index === 0 ? score : { ...score, none: { ...score.none, worstQuarter: Number.NaN } },
			),
		),
	);
	expect(first?.slice(0, 4)).toEqual(['planner', '3.00', '3.50', '0.16']);
	expect(second?.[1]).toBe('fewer were scored');
});

test('each goal has its reference, its figure and whether it is met', () => {
	const [header, , first] = cellsOf(potGoalTable(yearGoals(SCORES)));
	expect(header).toEqual(['figure', 'reference', 'goal', 'measured', 'met']);
	expect(first).toEqual(['net, no margin limit', '3.85', '≥ 3.4', '4 [3.500, 4.500]', 'yes']);
});

test('the hours of the decision have their mean and standard deviation', () => {
	const [, , none] = cellsOf(hourTable({ none: [1, 2, 3, 1, 2, 3], split: [0, 0, 0, 0, 0, 0] }));
	expect(none?.slice(-2)).toEqual(['2.00', '0.82']);
});

test('a report begins with the figures against the planner', () => {
	const { pairs } = testMarket({ AAA: { binance: 1e-5, bybit: 0 } });
	const settings = potSettings(
		pairs.map(({ signals }) => signals),
		() => Promise.reject(new Error('Nothing is planned here.')),
	);
	const zero = [0, 0, 0, 0, 0, 0];
	const lines = potLines({
		settings,
		scores: SCORES,
		variants: SCORES,
		hours: { none: zero, split: zero },
		goals: yearGoals(SCORES),
	});
	expect(lines[0]).toBe(
		'1 coins at binance, bybit: 2 legs, 1 pairs. Scored from 1970-04-01 to 1970-09-08; m = 0.3.',
	);
	expect(lines).toContain(
		"AAA, BBB, CCC bring 98 % of the planner's net without a margin limit. 1 of the 5 coins that it held lost.",
	);
	const titles = lines.filter((line) => line.startsWith('### '));
	expect(titles.slice(0, 3)).toEqual(['### Compared with cash', '### Worst spans', '### Goals']);
});
