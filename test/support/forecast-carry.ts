/** Forecasts a pair's carry from the complete histories of its legs, for tests and studies. */
import { type CarryForecast, forecastPair } from '../../src/domain/carry.ts';
import { createPairHistory } from '../../src/domain/carry-features.ts';
import type { CarryModel } from '../../src/domain/carry-model.ts';
import { createLegHistory, type LegSettlements } from '../../src/domain/leg-history.ts';

/** Forecasts a pair's carry at this hour. Returns undefined if no hour is known on both legs. */
export function forecastCarry(
	model: CarryModel,
	first: LegSettlements,
	second: LegSettlements,
	atHour: number,
): CarryForecast | undefined {
	const legs = [createLegHistory(first), createLegHistory(second)] as const;
	const pair = createPairHistory(...legs);
	return pair === undefined ? undefined : forecastPair(model, pair, ...legs, atHour);
}
