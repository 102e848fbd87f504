/**
 * Which verdict would the service have shown? The rules of `domain/verdict.ts`, asked with a forecast and the fees of a
 * backtest. The price basis and the guards of the day are not recorded, so neither counts. Pure.
 */
import { type CarryForecast, monthMeanPerYear, probabilityBelow } from '../src/domain/carry.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from '../src/domain/carry-model.ts';
import {
	bestHorizon,
	DIRECTION_HOURS,
	obstacles,
	PROBABILITY_PLACES,
	type VerdictFacts,
} from '../src/domain/verdict.ts';

export type ShippedVerdict = {
	/** 1: short the first leg; −1: long the first leg. */
	readonly side: 1 | -1;
	/** Index of the stated horizon among the forecast horizons. */
	readonly horizon: number;
	/** Net is a share of one leg's notional, the monthly mean a share a year. */
	readonly facts: VerdictFacts;
	readonly isTrade: boolean;
};

/** Index of the direction's horizon among the forecast horizons. */
export const DIRECTION_INDEX = CARRY_HORIZONS_HOURS.indexOf(DIRECTION_HOURS);

/** @param cost of a round trip, a share of one leg's notional */
export function shippedVerdict(model: CarryModel, forecast: CarryForecast, cost: number): ShippedVerdict {
	const side = (forecast.expected[DIRECTION_INDEX] as number) < 0 ? -1 : 1;
	const expected = forecast.expected.map((carry) => side * carry);
	const horizon = bestHorizon(expected);
	const carry = expected[horizon] as number;
	const hours = CARRY_HORIZONS_HOURS[horizon] as number;
	const sd = forecast.sd[horizon] as number;
	const positive = 1 - probabilityBelow(model, forecast, side, hours, carry, sd, cost);
	const facts: VerdictFacts = {
		expectedNet: carry - cost,
		probabilityPositive: Number(positive.toFixed(PROBABILITY_PLACES)),
		monthMean: monthMeanPerYear(forecast, side),
		hasOwnHistory: forecast.basis === 'own_history',
	};
	return { side, horizon, facts, isTrade: obstacles(facts).length === 0 };
}
