/** What a pair is expected to pay, as the scanner asks it: the model's forecast, ready for any horizon. Pure. */
import { type CarryForecast, probabilityBelow } from '../domain/carry.ts';
import { carrySd, legForwardRates } from '../domain/carry-curve.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { FORWARD_COUNT, FORWARD_ENDS_HOURS } from '../domain/expected-carry.ts';
import { HOUR_MS } from '../domain/funding.ts';

/** Of one slot, in canonical direction: short the first leg, long the second. */
export type PairExpectation = {
	readonly forecast: CarryForecast;
	/** The hour that it was forecast at, milliseconds. */
	readonly forecastAt: number;
	/** Expected rate per hour by bucket of `FORWARD_ENDS_HOURS`: those of the first leg, then those of the second. */
	readonly forward: Float64Array;
	/** True with at least 30 days of the pair's own history. */
	readonly hasOwnHistory: boolean;
	/** Standard deviation of the carry over a horizon, a share of notional. */
	readonly carrySd: (horizonHours: number) => number;
	/** P(received carry ≤ threshold), all shares of notional in one direction: 1 as the forecast stands, −1 the other way. */
	readonly probabilityBelow: (
		direction: 1 | -1,
		horizonHours: number,
		expected: number,
		sd: number,
		threshold: number,
	) => number;
};

/** What is known of a pair's carry; or the sentence why nothing is. */
export type Expectation = PairExpectation | { readonly unknown: string };

export function pairExpectation(model: CarryModel, forecast: CarryForecast, atHour: number): PairExpectation {
	const forward = new Float64Array(2 * FORWARD_COUNT);
	for (const [bucket, endHours] of FORWARD_ENDS_HOURS.entries()) {
		const rates = legForwardRates(forecast, endHours);
		forward[bucket] = rates.first;
		forward[FORWARD_COUNT + bucket] = rates.second;
	}
	return {
		forecast,
		forecastAt: atHour * HOUR_MS,
		forward,
		hasOwnHistory: forecast.basis === 'own_history',
		carrySd: (hours) => carrySd(forecast, hours),
		probabilityBelow: (direction, hours, expected, sd, threshold) =>
			probabilityBelow(model, forecast, direction, hours, expected, sd, threshold),
	};
}

/** Numbers of one slot's expectation in `ExpectationColumns.forward`. */
export const EXPECTATION_STRIDE = 2 * FORWARD_COUNT;

/** The forecasts of all slots side by side: what the hot path reads. A slot of which nothing is expected holds NaN. */
export type ExpectationColumns = {
	forward: Float64Array;
	/** Milliseconds. */
	forecastAt: Float64Array;
	readonly put: (slot: number, expectation: PairExpectation | undefined) => void;
};

const CAPACITY_MIN = 256;

export function createExpectationColumns(): ExpectationColumns {
	const columns: ExpectationColumns = {
		forward: new Float64Array(CAPACITY_MIN * EXPECTATION_STRIDE),
		forecastAt: new Float64Array(CAPACITY_MIN),
		put(slot, expectation) {
			if (slot >= columns.forecastAt.length) grow(Math.max(slot + 1, columns.forecastAt.length * 2));
			columns.forecastAt[slot] = expectation?.forecastAt ?? Number.NaN;
			const offset = slot * EXPECTATION_STRIDE;
			if (expectation === undefined) columns.forward.fill(Number.NaN, offset, offset + EXPECTATION_STRIDE);
			else columns.forward.set(expectation.forward, offset);
		},
	};
	function grow(capacity: number): void {
		const forward = new Float64Array(capacity * EXPECTATION_STRIDE);
		forward.set(columns.forward);
		const forecastAt = new Float64Array(capacity);
		forecastAt.set(columns.forecastAt);
		Object.assign(columns, { forward, forecastAt });
	}
	return columns;
}
