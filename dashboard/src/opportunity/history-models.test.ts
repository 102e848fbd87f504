import { describe, expect, test } from 'vitest';
import { axisOf } from '../charts/chart-model.ts';
import { basisModel, carryModel, fundingModel, spreadModel } from './history-models.ts';
import type { Detail } from './record.ts';

const HOUR_S = 3_600;
const row = (hour: number, long: number | null, short: number | null) => ({
	timestamp: hour * HOUR_S,
	long_rate: long,
	short_rate: short,
	spread: null,
});
/** Creates an opportunity detail with only the fields that a model reads. */
const detailOf = (part: Partial<Detail>): Detail => part as Detail;

describe('funding of both legs', () => {
	test('differs by stroke, not only by colour', () => {
		const { series } = fundingModel([row(0, 0.1, 0.2)], 'KuCoin', 'Bybit');
		expect(series.map(({ name }) => name)).toEqual(['Long leg, KuCoin', 'Short leg, Bybit']);
		expect(new Set(series.map(({ stroke }) => stroke)).size).toBe(2);
	});
});

describe('the spread', () => {
	const carry_history = [
		{ timestamp: 720 * HOUR_S, spread: 0.1, cumulative_carry: 0.05 },
		{ timestamp: 8 * HOUR_S, spread: 0.3, cumulative_carry: 0.0375 },
		{ timestamp: HOUR_S, spread: null, cumulative_carry: 0 },
	];
	const figures = { avg_spread_30d: 0.2, avg_spread_7d: 0.15, spread_sd_30d: 0.05, carry_history };

	test('adds up to the cumulative carry, oldest hour first', () => {
		const { series } = carryModel(detailOf(figures));
		expect(series.map(({ points }) => points.map(({ time, value }) => [time / HOUR_S, value]))).toEqual([
			[
				[1, 0],
				[8, 0.0375],
				[720, 0.05],
			],
		]);
	});

	test('has a mean over 7 and 30 days and a band around the 30-day mean', () => {
		const until = 721 * HOUR_S;
		const { series, band } = spreadModel(detailOf(figures), until);
		expect(series.map(({ points }) => points.map(({ time, value }) => [time / HOUR_S, value]))).toEqual([
			[
				[8, 0.3],
				[720, 0.1],
			],
			[
				[1, 0.2],
				[721, 0.2],
			],
			[
				[721 - 168, 0.15],
				[721, 0.15],
			],
		]);
		expect(band).toMatchObject({ from: HOUR_S, to: until });
		expect([band?.low, band?.high].map((edge) => edge?.toFixed(6))).toEqual(['0.150000', '0.250000']);
	});

	test('has no band without a deviation and no points without history', () => {
		expect(spreadModel(detailOf({ ...figures, spread_sd_30d: null }), 721 * HOUR_S).band).toBeUndefined();
		const nothing = spreadModel(
			detailOf({ avg_spread_30d: null, avg_spread_7d: null, spread_sd_30d: null, carry_history: [] }),
			721 * HOUR_S,
		);
		expect(nothing.series.flatMap(({ points }) => points)).toEqual([]);
	});
});

describe('the price basis', () => {
	test('has its mean and band from the first to the last value', () => {
		const model = basisModel(
			detailOf({
				basis_history: [
					{ timestamp: 120, basis: 0.2 },
					{ timestamp: 0, basis: 0.1 },
				],
				basis_mean: 0.15,
				basis_sd: 0.01,
			}),
		);
		expect(axisOf(model)).toEqual([0, 60, 120]);
		expect(model.series[1]?.points).toEqual([
			{ time: 0, value: 0.15 },
			{ time: 120, value: 0.15 },
		]);
		expect(model.band).toMatchObject({ from: 0, to: 120 });
	});

	test('has neither with one value', () => {
		const once = { basis_history: [{ timestamp: 0, basis: 0.1 }], basis_mean: 0.15, basis_sd: 0.01 };
		expect(basisModel(detailOf(once))).toMatchObject({ band: undefined });
	});
});
