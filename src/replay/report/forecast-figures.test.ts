import { describe, expect, test } from 'vitest';
import { drawReplayResult } from '../../../test/support/replay-result.ts';
import { horizonRows, maturedForecasts, oddsRows, slopeOf } from './forecast-figures.ts';
import type { Position } from './result.ts';

const [TEMPLATE] = drawReplayResult({ seed: 1, days: 40, positions: 1, events: 0 }).positions;

function position(
	change: Partial<Position>,
	forecast: Partial<NonNullable<Position['forecast']>> | null,
): Position {
	if (TEMPLATE === undefined) throw new Error('The draw has no position.');
	const stated = { horizonHours: 72, expectedUsd: 10, headlineUsd: 40, probability: 0.7, receivedUsd: 8 };
	return {
		...TEMPLATE,
		legUsd: 1_000,
		closedAt: 1,
		...change,
		forecast: forecast && { ...stated, ...forecast },
	};
}

function withNet(net: number): Partial<Position> {
	return { parts: { ...position({}, null).parts, net } };
}

describe('the matured forecasts', () => {
	test('are those with funding received over the horizon, in bp of a leg', () => {
		const matured = maturedForecasts([
			position({}, {}),
			position({}, { receivedUsd: null }),
			position({}, null),
			position({ legUsd: 0 }, {}),
		]);
		expect(matured).toHaveLength(1);
		expect(matured[0]).toMatchObject({ expectedBp: 100, headlineBp: 400, receivedBp: 80 });
	});

	test('give slopes and means by horizon, shortest first', () => {
		const rows = horizonRows(
			maturedForecasts([
				...[1, 2, 3].map((usd) =>
					position({}, { horizonHours: 720, expectedUsd: usd, receivedUsd: 2 * usd }),
				),
				position({}, {}),
			]),
		);
		expect(rows.map(({ horizonHours, count }) => [horizonHours, count])).toEqual([
			[72, 1],
			[720, 3],
		]);
		expect(rows[1]?.forecastSlope).toBeCloseTo(2, 12);
		expect(rows[1]?.headlineSlope).toBeNull();
		expect(rows[1]?.receivedBp).toBeCloseTo(40, 12);
		expect(rows[0]?.forecastSlope).toBeNull();
	});

	test('have a slope with an intercept', () => {
		expect(slopeOf([0, 1, 2], [5, 5.5, 6])).toBeCloseTo(0.5, 12);
		expect(slopeOf([1, 1, 1], [1, 2, 3])).toBeNull();
		expect(slopeOf([1, 2], [1, 2])).toBeNull();
	});
});

test('compares stated odds with closed positions that made a profit', () => {
	const rows = oddsRows([
		position(withNet(1), { probability: 0.7 }),
		position(withNet(-1), { probability: 0.74 }),
		position(withNet(1), { probability: 1 }),
		position({ ...withNet(1), closedAt: null }, { probability: 0.7 }),
		position(withNet(1), { probability: null }),
		position(withNet(1), null),
	]);
	expect(rows).toEqual([
		{ from: 0.7, to: 0.8, count: 2, stated: 0.72, cameTrue: 0.5 },
		{ from: 0.9, to: 1, count: 1, stated: 1, cameTrue: 1 },
	]);
});
