/** Parses a stored carry model and rejects values of another shape. Pure function. */
import { CARRY_FEATURE_NAMES } from './carry-features.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from './carry-model.ts';
import { ODDS_WEIGHT_COUNT } from './carry-odds.ts';

/**
 * Returns the carry model. Undefined if a field is missing or has another shape, as in a model stored by another
 * version of the service.
 */
export function readCarryModel(value: unknown): CarryModel | undefined {
	if (!isObject(value)) return undefined;
	const { fittedAtHour, rows, scoredRows, typicalMovement, horizons } = value;
	const isWhole =
		(fittedAtHour === null || isNumber(fittedAtHour)) &&
		isNumber(rows) &&
		isNumber(scoredRows) &&
		isNumber(typicalMovement) &&
		Array.isArray(horizons) &&
		horizons.length === CARRY_HORIZONS_HOURS.length &&
		horizons.every(isHorizon);
	return isWhole ? (value as CarryModel) : undefined;
}

function isHorizon(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { weights, recalibration, sdFactor, tieShareLevel, tieShareMoving, oddsWeights, errorQuantiles } =
		value;
	return (
		isNumbers(weights) &&
		weights.length === CARRY_FEATURE_NAMES.length &&
		isNumber(recalibration) &&
		isNumber(sdFactor) &&
		isNumber(tieShareLevel) &&
		isNumber(tieShareMoving) &&
		isNumbers(oddsWeights) &&
		oddsWeights.length === ODDS_WEIGHT_COUNT &&
		isNumbers(errorQuantiles) &&
		errorQuantiles.length > 1
	);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}

function isNumbers(value: unknown): value is readonly number[] {
	return Array.isArray(value) && value.every(isNumber);
}
