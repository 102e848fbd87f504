import { describe, expect, test } from 'vitest';
import { REPLAY_SUMMARY_EXAMPLE } from '../../../src/api/rpc/replay-example.ts';
import {
	areOfSameData,
	chartModel,
	comparedFigures,
	fallsOf,
	type Summary,
	waterfallRows,
} from './result-figures.ts';

const SUMMARY: Summary = REPLAY_SUMMARY_EXAMPLE;
const PARTS = {
	funding_received: 100,
	funding_paid: -20,
	fees: -30,
	slippage: -10,
	basis: null,
	idle_interest: 0,
	net: 40,
};

describe('the waterfall', () => {
	test('places each part after the one before, and the net from zero', () => {
		const rows = waterfallRows(PARTS);
		expect(rows.map(({ part }) => part)).toEqual([
			'funding_received',
			'funding_paid',
			'fees',
			'slippage',
			'idle_interest',
			'net',
		]);
		expect(rows.map(({ left, width }) => [left, width])).toEqual([
			[0, 100],
			[80, 20],
			[50, 30],
			[40, 10],
			[40, 0],
			[0, 40],
		]);
		expect(rows.every(({ zero }) => zero === 0)).toBe(true);
	});

	test('shows a loss left of zero', () => {
		const rows = waterfallRows({ ...PARTS, funding_received: 0, net: -60 });
		expect(rows.at(-1)).toMatchObject({ left: 0, width: 100, zero: 100 });
	});

	test('has no bars without money', () => {
		const none = {
			...PARTS,
			funding_received: 0,
			funding_paid: 0,
			fees: 0,
			slippage: 0,
			net: 0,
		};
		expect(waterfallRows(none).every(({ width }) => width === 0)).toBe(true);
	});
});

describe('charts', () => {
	const columns = {
		step_s: 3_600,
		at: [1, 2, 3, 4],
		equity: [100, 110, 99, 120],
		exposure: [0, 50, 50, 0],
		idle: [100, 60, 50, 120],
		exchanges: [],
	};

	test('show the fall from the earlier peak', () => {
		expect(fallsOf(columns.equity).map((fall) => Number(fall.toFixed(6)))).toEqual([0, 0, -0.1, 0]);
		expect(chartModel(columns, 'drawdown').series[0]?.points).toHaveLength(4);
	});

	test('show exposure and idle capital as two series', () => {
		const { step, series } = chartModel(columns, 'use');
		expect([step, series.map(({ points }) => points.map(({ value }) => value))]).toEqual([
			3_600,
			[columns.exposure, columns.idle],
		]);
	});
});

describe('a comparison', () => {
	test('has B less A, and no difference from an unknown figure', () => {
		const other = {
			...SUMMARY,
			outcome: { ...SUMMARY.outcome, trades: SUMMARY.outcome.trades + 3, sharpe: null },
		};
		const rows = new Map(comparedFigures(SUMMARY, other).map((row) => [row.key, row]));
		expect(rows.get('trades')).toMatchObject({ unit: 'count', difference: 3 });
		expect(rows.get('sharpe')).toMatchObject({ b: null, difference: null });
		expect(rows.get('net')).toMatchObject({ unit: 'usd', difference: 0 });
	});

	test('says whether both results have the same data and span', () => {
		expect(areOfSameData(SUMMARY, { ...SUMMARY, command: 'other' })).toBe(true);
		expect(areOfSameData(SUMMARY, { ...SUMMARY, data_hash: 'other' })).toBe(false);
		expect(areOfSameData(SUMMARY, { ...SUMMARY, played_until: '2026-01-01T00:00:00.000Z' })).toBe(false);
	});
});
