import { describe, expect, test } from 'vitest';
import { axisOf } from '../charts/chart-model.ts';
import {
	basisModel,
	carryModel,
	forecastModel,
	fundingModel,
	type PastSeries,
	spreadModel,
} from './history-models.ts';

const HOUR_S = 3_600;
/** Three hours of funding, of which the long leg's first is unknown. */
const PAST: PastSeries = {
	opportunity_id: 'opp_1',
	days: 7,
	from: 0,
	to: 10 * HOUR_S,
	funding: {
		step_hours: 1,
		known_hours: 2,
		cumulative_carry: 0.05,
		spread_mean: 0.2,
		spread_sd: 0.05,
		rows: [
			{ timestamp: 6 * HOUR_S, long_rate: 0.1, short_rate: 0.2, spread: 0.1, cumulative_carry: 0.05 },
			{ timestamp: 2 * HOUR_S, long_rate: 0.1, short_rate: 0.4, spread: 0.3, cumulative_carry: 0.0375 },
			{ timestamp: HOUR_S, long_rate: null, short_rate: 0.4, spread: null, cumulative_carry: 0 },
		],
	},
	basis: {
		step_seconds: 60,
		mean: 0.15,
		sd: 0.01,
		rows: [
			{ timestamp: 120, basis: 0.2 },
			{ timestamp: 0, basis: 0.1 },
		],
	},
	forecasts: { step_hours: 1, rows: [{ timestamp: 8 * HOUR_S, count: 3, forecast: 0.3, received: 0.2 }] },
};
const hoursOf = (points: readonly { readonly time: number; readonly value: number }[]) =>
	points.map(({ time, value }) => [time / HOUR_S, value]);

describe('funding of both legs', () => {
	test('differs by stroke, not only by colour, and leaves out unknown hours', () => {
		const { series } = fundingModel(PAST, 'per_8h', 'KuCoin', 'Bybit');
		expect(series.map(({ name }) => name)).toEqual(['Long leg, KuCoin', 'Short leg, Bybit']);
		expect(new Set(series.map(({ stroke }) => stroke)).size).toBe(2);
		expect(series.map(({ points }) => points.length)).toEqual([2, 3]);
	});

	test('is per 8 hours or per year', () => {
		const [leg] = fundingModel(PAST, 'per_year', 'KuCoin', 'Bybit').series;
		expect(hoursOf(leg?.points ?? [])).toEqual([
			[2, 109.5],
			[6, 109.5],
		]);
	});
});

describe('the cumulative carry', () => {
	test('runs from the oldest hour to the total of the range', () => {
		const [carry] = carryModel(PAST).series;
		expect(hoursOf(carry?.points ?? [])).toEqual([
			[1, 0],
			[2, 0.0375],
			[6, 0.05],
		]);
		expect(carry?.points.at(-1)?.value).toBe(PAST.funding.cumulative_carry);
	});
});

describe('the spread', () => {
	test('has its mean and a band of one standard deviation over the whole range', () => {
		const { series, band } = spreadModel(PAST, 'per_8h');
		expect(series.map(({ points }) => hoursOf(points))).toEqual([
			[
				[2, 0.3],
				[6, 0.1],
			],
			[
				[2, 0.2],
				[6, 0.2],
			],
		]);
		expect(series[1]?.isGuide).toBe(true);
		expect([band?.low, band?.high].map((edge) => edge?.toFixed(6))).toEqual(['0.150000', '0.250000']);
	});

	test('has no band without a mean and no points without history', () => {
		const funding = { ...PAST.funding, spread_mean: null, spread_sd: null };
		expect(spreadModel({ ...PAST, funding }, 'per_8h')).toMatchObject({ series: [{}] });
		const nothing = spreadModel({ ...PAST, funding: { ...PAST.funding, rows: [] } }, 'per_8h');
		expect(nothing.series.flatMap(({ points }) => points)).toEqual([]);
	});
});

describe('the price basis', () => {
	test('has its mean and band from the first to the last value, and breaks where samples are missing', () => {
		const model = basisModel(PAST);
		expect(axisOf(model)).toEqual([0, 60, 120]);
		expect(model.series[0]?.gapS).toBe(180);
		expect(model.series[1]?.points).toEqual([
			{ time: 0, value: 0.15 },
			{ time: 120, value: 0.15 },
		]);
		expect(model.band).toMatchObject({ from: 0, to: 120 });
	});
});

describe('forecasts', () => {
	test('are beside the received carry of the same time', () => {
		const { series } = forecastModel(PAST, 'per_8h');
		expect(series.map(({ name, points }) => [name, hoursOf(points)])).toEqual([
			['Forecast', [[8, 0.3]]],
			['Received', [[8, 0.2]]],
		]);
	});
});
