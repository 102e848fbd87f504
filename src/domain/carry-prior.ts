/** The model that a service starts with, before it has history of its own. Pure. */
import { CARRY_FEATURES } from './carry-features.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from './carry-model.ts';

const WEEK_MEAN = 4;
const MONTH_MEAN = 5;
const STEPS = 100;

/**
 * A model that has seen no data. Half of what the last week and month paid on average goes on, since a mean of noise and
 * of something lasting, of which neither is known to prevail, is best halved; nothing shorter counts. Errors are as large
 * as the pair's movements, and logistic.
 */
export function neutralCarryModel(): CarryModel {
	const weights = new Array<number>(CARRY_FEATURES).fill(0);
	weights[WEEK_MEAN] = 0.25;
	weights[MONTH_MEAN] = 0.25;
	const errorQuantiles = Array.from({ length: STEPS + 1 }, (_, step) => {
		const share = (step + 0.5) / (STEPS + 1);
		return 0.6 * Math.log(share / (1 - share));
	});
	return {
		fittedAtHour: null,
		rows: 0,
		scoredRows: 0,
		typicalSquare: (1e-4 / 8) ** 2,
		horizons: CARRY_HORIZONS_HOURS.map(() => ({ weights, recalibration: 1, sdFactor: 1, errorQuantiles })),
	};
}

export const PRIOR_CARRY_MODEL: CarryModel = neutralCarryModel();
