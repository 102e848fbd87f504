/**
 * Compares what the service stated when positions opened with what came true. Funding is in bp of one leg's notional,
 * as in `docs/calibration.md`.
 */
import type { Position } from './result.ts';

/** One forecast that matured: the position lived through its horizon. */
export type MaturedForecast = {
	readonly position: Position;
	readonly horizonHours: number;
	/** Funding over the horizon in bp: as forecast, at the headline spread, and as received. */
	readonly expectedBp: number;
	readonly headlineBp: number;
	readonly receivedBp: number;
};

/** How much more was received per additional bp stated, over all matured forecasts of one horizon. */
export type HorizonRow = {
	readonly horizonHours: number;
	readonly count: number;
	/** Means, bp. */
	readonly expectedBp: number;
	readonly headlineBp: number;
	readonly receivedBp: number;
	/** Least-squares slopes of received on stated; null with fewer than 3 forecasts or equal ones. */
	readonly forecastSlope: number | null;
	readonly headlineSlope: number | null;
};

/** Stated probabilities of one range against the share that came true. */
export type OddsRow = {
	/** Range of the stated probability, [from, to). */
	readonly from: number;
	readonly to: number;
	readonly count: number;
	/** Mean stated probability. */
	readonly stated: number;
	/** Share of positions with a positive net. */
	readonly cameTrue: number;
};

const BP = 10_000;
const SLOPE_COUNT_MIN = 3;
const BINS = 10;

/** Returns the forecasts that matured, in the order of the positions. */
export function maturedForecasts(positions: readonly Position[]): readonly MaturedForecast[] {
	return positions.flatMap((position) => {
		const { forecast, legUsd } = position;
		if (forecast === null || forecast.receivedUsd === null || forecast.headlineUsd === null || !(legUsd > 0))
			return [];
		const inBp = (usd: number): number => (usd / legUsd) * BP;
		return {
			position,
			horizonHours: forecast.horizonHours,
			expectedBp: inBp(forecast.expectedUsd),
			headlineBp: inBp(forecast.headlineUsd),
			receivedBp: inBp(forecast.receivedUsd),
		};
	});
}

/** Returns one row per horizon, shortest first. */
export function horizonRows(forecasts: readonly MaturedForecast[]): readonly HorizonRow[] {
	const groups = Map.groupBy(forecasts, ({ horizonHours }) => horizonHours);
	return [...groups]
		.sort(([one], [other]) => one - other)
		.map(([horizonHours, group]) => {
			const expected = group.map(({ expectedBp }) => expectedBp);
			const headline = group.map(({ headlineBp }) => headlineBp);
			const received = group.map(({ receivedBp }) => receivedBp);
			return {
				horizonHours,
				count: group.length,
				expectedBp: mean(expected),
				headlineBp: mean(headline),
				receivedBp: mean(received),
				forecastSlope: slopeOf(expected, received),
				headlineSlope: slopeOf(headline, received),
			};
		});
}

/**
 * Returns the stated probabilities in ten ranges, without empty ones. A position counts if it is closed and a
 * probability was stated; it came true if its own net was positive.
 */
export function oddsRows(positions: readonly Position[]): readonly OddsRow[] {
	const stated = positions.flatMap(({ forecast, closedAt, parts }) =>
		forecast?.probability == null || closedAt === null
			? []
			: [{ probability: forecast.probability, isTrue: parts.net > 0 }],
	);
	const groups = Map.groupBy(stated, ({ probability }) =>
		Math.min(BINS - 1, Math.floor(probability * BINS + 1e-9)),
	);
	return [...groups]
		.sort(([one], [other]) => one - other)
		.map(([bin, group]) => ({
			from: bin / BINS,
			to: (bin + 1) / BINS,
			count: group.length,
			stated: mean(group.map(({ probability }) => probability)),
			cameTrue: group.filter(({ isTrue }) => isTrue).length / group.length,
		}));
}

/** Returns the least-squares slope of `y` on `x`; null if it is not defined. */
export function slopeOf(x: readonly number[], y: readonly number[]): number | null {
	if (x.length < SLOPE_COUNT_MIN) return null;
	const meanX = mean(x);
	const meanY = mean(y);
	let products = 0;
	let squares = 0;
	for (const [index, value] of x.entries()) {
		products += (value - meanX) * ((y[index] ?? 0) - meanY);
		squares += (value - meanX) ** 2;
	}
	return squares > meanX ** 2 * 1e-18 ? products / squares : null;
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
