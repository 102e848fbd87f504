/** Defines the model for a new service that has no history of its own. Pure functions. */
import { CARRY_FEATURE_NAMES } from './carry-features.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from './carry-model.ts';
import { ODDS_WEIGHT_COUNT } from './carry-odds.ts';
import { SHIPPED_CARRY_MODEL } from './shipped-carry-model.ts';

const STEPS = 100;
/**
 * Assumed mean absolute spread of a typical pair, a fraction per hour. It is half of the anchor rate, because spreads
 * are of the same order of magnitude as rates.
 */
const TYPICAL_MOVEMENT = 0.5 * (1e-4 / 8);

/**
 * Builds a model without data. It averages the mean spreads of the last week and the last month, and assumes that
 * half of this average continues. The average combines noise with a lasting part in unknown proportion, so half of it
 * is the best estimate. Means over shorter periods are ignored. Errors are logistic and as large as the pair's
 * movements.
 */
export function neutralCarryModel(): CarryModel {
	const weights = CARRY_FEATURE_NAMES.map((name) =>
		name === 'spread_168h' || name === 'spread_720h' ? 0.25 : 0,
	);
	const errorQuantiles = Array.from({ length: STEPS + 1 }, (_, step) => {
		const share = (step + 0.5) / (STEPS + 1);
		return 0.6 * Math.log(share / (1 - share));
	});
	return {
		fittedAtHour: null,
		rows: 0,
		scoredRows: 0,
		typicalMovement: TYPICAL_MOVEMENT,
		horizons: CARRY_HORIZONS_HOURS.map(() => ({
			weights,
			recalibration: 1,
			sdFactor: 1,
			tieShareLevel: 0,
			tieShareMoving: 0,
			oddsWeights: new Array<number>(ODDS_WEIGHT_COUNT).fill(0),
			errorQuantiles,
		})),
	};
}

/**
 * The shipped model, which a service uses as its prior because weights and errors transfer to other pairs and times.
 * This service has not scored any of the model's forecasts, so they never count as calibrated.
 */
export const PRIOR_CARRY_MODEL: CarryModel = {
	...SHIPPED_CARRY_MODEL,
	fittedAtHour: null,
	rows: 0,
	scoredRows: 0,
};
