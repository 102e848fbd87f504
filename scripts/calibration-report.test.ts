import { expect, test } from 'vitest';
import { atLeast, between, type Score, whollyAbove } from '../research/goals.ts';
import { goalsLine, goalTable, ruleTable, scoreTable, verdictLines } from './calibration-report.ts';

function exactly(value: number) {
	return { value, interval: { low: Number.NaN, high: Number.NaN } };
}

const MET: Score = {
	measure: 'slope',
	horizonHours: 8,
	goal: between(0.9, 1.12),
	ours: { value: 1, interval: { low: 0.95, high: 1.05 } },
};
const MISSED: Score = {
	measure: 'net',
	horizonHours: null,
	goal: whollyAbove(0),
	ours: { value: 0.2, interval: { low: -0.01, high: 0.4 } },
};

/** Returns the cells of a Markdown table, without padding. */
function cellsOf(lines: readonly string[]): readonly (readonly string[])[] {
	return lines.map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

test('a table states each goal, the score with its interval, and whether the goal is met', () => {
	const [header, , ...rows] = cellsOf(goalTable([MET, MISSED, { ...MET, goal: null, ours: exactly(12.34) }]));
	expect(header).toEqual(['measure', 'hours', 'goal', 'ours', 'met']);
	expect(rows).toEqual([
		['slope', '8', '0.9 to 1.12', '1 [0.950, 1.050]', 'yes'],
		['net', '', 'whole interval > 0', '0.200 [-0.010, 0.400]', 'NO'],
		['slope', '8', '', '12.3', ''],
	]);
	const [, , row] = cellsOf(scoreTable([{ ...MET, headline: exactly(0.28), monthMean: null }]));
	expect(row?.slice(-2)).toEqual(['0.280', '']);
});

test('counts goals in the last line and names the missed ones', () => {
	const empty = { ...MET, goal: atLeast(1), ours: exactly(Number.NaN) };
	expect(goalsLine([MET, MISSED, empty, { ...MET, goal: null }])).toBe('1 of 2 goals are met. Missed: net.');
	expect(goalsLine([MET])).toBe('1 of 1 goals are met.');
	const late = { ...MET, horizonHours: 720, ours: exactly(0.8) };
	expect(goalsLine([late])).toContain('Missed: slope at 720 h.');
	const early = { ...late, horizonHours: 168 };
	expect(goalsLine([early, MISSED, late])).toContain('Missed: slope at 168, 720 h; net.');
});

test('shows verdicts by probability and by horizon', () => {
	const rows = [{ ...MISSED, measure: 'verdicts, all', stated: 0.7, cameTrue: 0.5, count: 300 }];
	const lines = verdictLines({
		rows,
		byHorizon: [
			{ hours: 336, count: 2 },
			{ hours: 720, count: 298 },
		],
	});
	expect(cellsOf(lines)[2]?.slice(0, 4)).toEqual(['verdicts, all', '300', '0.700', '0.500']);
	expect(lines.at(-1)).toBe('Verdicts by stated horizon: 336 h 2, 720 h 298.');
});

test('shows rules over three spans, and the reference rule without a difference', () => {
	const result = {
		netPerPositionYear: exactly(1.5),
		netPerYearHeld: 2.5,
		worstDrawdown: 0.1,
		trades: 7,
		medianHeldHours: 240,
	};
	const span = { result, difference: null };
	const better = { ...span, difference: exactly(0.25) };
	const [, , reference, other] = cellsOf(
		ruleTable(
			[
				{ name: 'a', whole: span, early: span, late: span },
				{ name: 'b', whole: better, early: better, late: better },
			],
			'a',
		),
	);
	expect(reference).toEqual(['a', '1.500', '', '1.500', '', '1.500', '', '7', '10', '0.100', '2.500']);
	expect(other?.filter((cell) => cell === '0.250')).toHaveLength(3);
});
