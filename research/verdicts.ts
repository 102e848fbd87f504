/**
 * Computes the verdict that the service would have given at a past hour. It applies the rules in `domain/verdict.ts`
 * to a forecast and to the backtest's cost of a round trip. It ignores price basis and guards, because those of the
 * time were not recorded. The functions are pure.
 */
import type { CarryForecast } from '../src/domain/carry.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from '../src/domain/carry-model.ts';
import {
	bestHorizon,
	DIRECTION_HOURS,
	netOfCosts,
	obstacles,
	type VerdictFacts,
	verdictFacts,
} from '../src/domain/verdict.ts';

/** Verdict for the side that the model expects to earn, at that side's best horizon. */
export type ShippedVerdict = {
	/** 1: short the first leg; −1: long the first leg. */
	readonly side: 1 | -1;
	/** Index of the stated horizon among the forecast horizons. */
	readonly horizon: number;
	/** `expectedNet` is a fraction of one leg's notional; `monthMean` is a fraction per year. */
	readonly facts: VerdictFacts;
	readonly isTrade: boolean;
};

/** Index of the forecast horizon that decides the side. */
export const DIRECTION_INDEX = CARRY_HORIZONS_HOURS.indexOf(DIRECTION_HOURS);

/** @param cost cost of a round trip, as a fraction of one leg's notional */
export function shippedVerdict(model: CarryModel, forecast: CarryForecast, cost: number): ShippedVerdict {
	const side = (forecast.expected[DIRECTION_INDEX] as number) < 0 ? -1 : 1;
	const expected = forecast.expected.map((carry) => side * carry);
	const horizon = bestHorizon(expected);
	const carry = expected[horizon] as number;
	const figures = {
		horizonHours: CARRY_HORIZONS_HOURS[horizon] as number,
		expectedCarry: carry,
		totalCost: cost,
		expectedNet: netOfCosts(carry, cost),
	};
	const facts = verdictFacts(model, forecast, side, figures, forecast.sd[horizon] as number, 0);
	return { side, horizon, facts, isTrade: obstacles(facts).length === 0 };
}
