/** Converts generated doubles to exact decimals. The simulated world converts from floating point only here. */
import { DECIMAL_PLACES, type Decimal } from '../../src/domain/decimal.ts';

const POWERS_OF_TEN: readonly bigint[] = Array.from(
	{ length: DECIMAL_PLACES + 1 },
	(_, i) => 10n ** BigInt(i),
);
const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

/**
 * Returns the double rounded to `places` decimals (0 to 18), as an exact decimal.
 * @throws RangeError if the value is not finite or has more than 15 significant digits at that many places
 */
export function decimalAt(value: number, places: number): Decimal {
	return decimalOfUnits(Math.round(value * 10 ** places), places);
}

/** Returns `units` × 10^-places as an exact decimal. @throws RangeError if a double cannot hold the units exactly */
export function decimalOfUnits(units: number, places: number): Decimal {
	const unit = POWERS_OF_TEN[DECIMAL_PLACES - places];
	if (unit === undefined || !Number.isInteger(units) || Math.abs(units) > LARGEST_EXACT) {
		throw new RangeError(`Not exact at ${places} places, was ${units} units, limit ${LARGEST_EXACT}.`);
	}
	return (BigInt(units) * unit) as Decimal;
}

/** Returns the smallest number of decimals that represents a step: 2 for 0.25, 0 for 10. */
export function placesOf(step: Decimal): number {
	for (let places = 0; places < DECIMAL_PLACES; places += 1) {
		const unit = POWERS_OF_TEN[DECIMAL_PLACES - places];
		if (unit !== undefined && step % unit === 0n) return places;
	}
	return DECIMAL_PLACES;
}

/** Decimal places of a simulated funding rate. Rates are kept as plain numbers in units of 1e-8. */
export const RATE_PLACES = 8;
export const RATE_UNITS_PER_ONE = 1e8;
