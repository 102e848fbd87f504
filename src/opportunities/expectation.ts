/** Prepares a pair's forecast carry for the hot path, for any horizon. Pure functions. */
import type { CarryForecast } from '../domain/carry.ts';
import { legForwardRates } from '../domain/carry-curve.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from '../domain/carry-model.ts';
import { FORWARD_COUNT, FORWARD_ENDS_HOURS } from '../domain/expected-carry.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { Words } from '../sentences/sentence.ts';

/** Forecast for one pair in its canonical direction: short the first leg, long the second. */
export type PairExpectation = {
	/** The model that made the forecast. */
	readonly model: CarryModel;
	readonly forecast: CarryForecast;
	/** Hour for which the forecast was made, ms. */
	readonly forecastAt: number;
	/**
	 * Expected hourly rates, one per bucket of `FORWARD_ENDS_HOURS`: those of the first leg, followed by those of the
	 * second.
	 */
	readonly forward: Float64Array;
};

/** A pair's forecast, or a sentence that says why there is none. */
export type Expectation = PairExpectation | { readonly unknown: Words };

/** Prepares a forecast, with each leg's hourly rate per forward bucket. @param atHour hours since 1970 */
export function pairExpectation(model: CarryModel, forecast: CarryForecast, atHour: number): PairExpectation {
	const forward = new Float64Array(2 * FORWARD_COUNT);
	for (const [bucket, endHours] of FORWARD_ENDS_HOURS.entries()) {
		const rates = legForwardRates(forecast, endHours);
		forward[bucket] = rates.first;
		forward[FORWARD_COUNT + bucket] = rates.second;
	}
	return { model, forecast, forecastAt: atHour * HOUR_MS, forward };
}

/** Number of values per pair in `ExpectationColumns.forward`. */
export const EXPECTATION_STRIDE = 2 * FORWARD_COUNT;

/** Number of values per horizon in `ExpectationColumns.odds`. */
export const ODDS_WIDTH = 3;
/**
 * Index in `ExpectationColumns.odds` of the number of hours with history, which follows the values of all horizons.
 */
export const OBSERVATIONS_AT = ODDS_WIDTH * CARRY_HORIZONS_HOURS.length;
/** Number of values per pair in `ExpectationColumns.odds`. */
export const ODDS_STRIDE = OBSERVATIONS_AT + 1;

/** The forecasts of all pairs for the hot path. Numbers are NaN for a pair without a forecast. */
export type ExpectationColumns = {
	forward: Float64Array;
	/** Hour for which the forecast was made, ms. */
	forecastAt: Float64Array;
	readonly put: (pairRow: number, expectation: PairExpectation | undefined) => void;
	/** Deviation, shift and tie of each horizon (`CarryOdds`), followed by the number of hours with history. */
	odds: Float64Array;
	/** Returns the model that made the forecast; undefined without a forecast. */
	readonly modelOf: (pairRow: number) => CarryModel | undefined;
	/** Returns the pair's last forecast; undefined if there is none. */
	readonly of: (pairRow: number) => PairExpectation | undefined;
};

const CAPACITY_MIN = 256;

/** Creates empty columns. @param capacityMin initial capacity, in pairs */
export function createExpectationColumns(capacityMin: number = CAPACITY_MIN): ExpectationColumns {
	const known: (PairExpectation | undefined)[] = [];
	const models: (CarryModel | undefined)[] = [];
	const columns: ExpectationColumns = {
		of: (pairRow) => known[pairRow],
		modelOf: (pairRow) => models[pairRow],
		odds: new Float64Array(capacityMin * ODDS_STRIDE),
		forward: new Float64Array(capacityMin * EXPECTATION_STRIDE),
		forecastAt: new Float64Array(capacityMin),
		put(pairRow, expectation) {
			if (pairRow >= columns.forecastAt.length) grow(Math.max(pairRow + 1, columns.forecastAt.length * 2));
			columns.forecastAt[pairRow] = expectation?.forecastAt ?? Number.NaN;
			while (known.length <= pairRow) {
				known.push(undefined);
				models.push(undefined);
			}
			known[pairRow] = expectation;
			models[pairRow] = expectation?.model;
			putOdds(columns.odds, pairRow * ODDS_STRIDE, expectation?.forecast);
			const offset = pairRow * EXPECTATION_STRIDE;
			if (expectation === undefined) columns.forward.fill(Number.NaN, offset, offset + EXPECTATION_STRIDE);
			else columns.forward.set(expectation.forward, offset);
		},
	};
	function grow(capacity: number): void {
		const forward = new Float64Array(capacity * EXPECTATION_STRIDE);
		forward.set(columns.forward);
		const forecastAt = new Float64Array(capacity);
		forecastAt.set(columns.forecastAt);
		const odds = new Float64Array(capacity * ODDS_STRIDE);
		odds.set(columns.odds);
		Object.assign(columns, { forward, forecastAt, odds });
	}
	return columns;
}

function putOdds(odds: Float64Array, offset: number, forecast: CarryForecast | undefined): void {
	for (let index = 0; index < CARRY_HORIZONS_HOURS.length; index += 1) {
		const at = offset + index * ODDS_WIDTH;
		odds[at] = forecast?.sd[index] ?? Number.NaN;
		odds[at + 1] = forecast?.odds[index]?.shift ?? Number.NaN;
		odds[at + 2] = forecast?.odds[index]?.tie ?? Number.NaN;
	}
	odds[offset + OBSERVATIONS_AT] = forecast?.observations ?? Number.NaN;
}
