import { describe, expect, test } from 'vitest';
import {
	axisOf,
	type ChartModel,
	type ChartSeries,
	isDrawable,
	pointsOf,
	readoutAt,
	tableRows,
} from './chart-model.ts';

const HOUR_S = 3_600;
const NOTHING = new Set<string>();
/** Creates a series with one point per [time, value]. */
const seriesOf = (
	name: string,
	kind: ChartSeries['kind'],
	points: readonly (readonly [number, number])[],
): ChartSeries => ({
	name,
	kind,
	stroke: 'solid',
	colour: '--ink',
	points: points.map(([time, value]) => ({ time, value })),
});

describe('points', () => {
	test('are the known values, oldest first, one per instant', () => {
		const rows = [
			{ timestamp: 16, rate: 0.3 },
			{ timestamp: 8, rate: null },
			{ timestamp: 0, rate: 0.1 },
			{ timestamp: 0, rate: 0.1 },
		];
		expect(pointsOf(rows, ({ rate }) => rate)).toEqual([
			{ time: 0, value: 0.1 },
			{ time: 16, value: 0.3 },
		]);
		expect(pointsOf([], () => 1)).toEqual([]);
	});
});

describe('the axis', () => {
	test('has every step from the first to the last instant, so that gaps keep their length', () => {
		const series = [seriesOf('a', 'step', [[5 * HOUR_S, 0.1]]), seriesOf('b', 'step', [[0, 0.2]])];
		expect(axisOf({ series, step: HOUR_S }).map((time) => time / HOUR_S)).toEqual([0, 1, 2, 3, 4, 5]);
	});

	test('keeps instants between its steps in order, and is empty without points', () => {
		const points = [0, 90, 150].map((time) => [time, 1] as const);
		expect(axisOf({ series: [seriesOf('a', 'line', points)], step: 60 })).toEqual([0, 60, 90, 120, 150]);
		expect(axisOf({ series: [seriesOf('a', 'line', [])], step: 60 })).toEqual([]);
	});
});

describe('a chart', () => {
	test('can draw two points of a series or one bar, but not a guide alone', () => {
		const drawable = (series: ChartSeries) => isDrawable({ series: [series], step: 60 });
		expect(drawable(seriesOf('a', 'line', [[0, 1]]))).toBe(false);
		expect(drawable(seriesOf('a', 'bars', [[0, 1]]))).toBe(true);
		const two = seriesOf('a', 'line', [
			[0, 1],
			[60, 1],
		]);
		expect(drawable(two)).toBe(true);
		expect(drawable({ ...two, isGuide: true })).toBe(false);
	});
});

const model: ChartModel = {
	series: [
		seriesOf('long', 'step', [
			[0, 1],
			[240, 2],
		]),
		seriesOf('short', 'line', [[60, 5]]),
		seriesOf('paid', 'bars', [[60, -3]]),
	],
	markers: [{ time: 80, name: 'Fill', shape: 'up', colour: '--long' }],
	step: 60,
};

describe('the readout', () => {
	test('has the latest value of each series, only bars of that time, and the events nearby', () => {
		expect(readoutAt(model, 60, NOTHING)).toEqual({
			time: 60,
			values: [
				{ name: 'long', value: 1 },
				{ name: 'short', value: 5 },
				{ name: 'paid', value: -3 },
			],
			events: ['Fill'],
		});
		expect(readoutAt(model, 240, NOTHING)).toEqual({
			time: 240,
			values: [
				{ name: 'long', value: 2 },
				{ name: 'short', value: 5 },
			],
			events: [],
		});
	});

	test('omits hidden series and those that have not begun', () => {
		expect(readoutAt(model, 0, NOTHING).values).toEqual([{ name: 'long', value: 1 }]);
		expect(readoutAt(model, 60, new Set(['long', 'paid'])).values).toEqual([{ name: 'short', value: 5 }]);
	});
});

describe('the table', () => {
	test('has a row per time, newest first, with unknown values as null, and no guides', () => {
		const guide = { ...seriesOf('mean', 'line', [[30, 9]]), isGuide: true };
		expect(tableRows({ ...model, series: [...model.series, guide] })).toEqual([
			{ time: 240, values: [2, null, null] },
			{ time: 60, values: [null, 5, -3] },
			{ time: 0, values: [1, null, null] },
		]);
	});
});
