/** Converts generated doubles to exact decimals: the only place where the world leaves floating point. */
import { DECIMAL_PLACES, type Decimal } from '../../src/domain/decimal.ts';

const POWERS_OF_TEN: readonly bigint[] = Array.from(
	{ length: DECIMAL_PLACES + 1 },
	(_, i) => 10n ** BigInt(i),
);
const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

/**
 * The double rounded to `places` decimals (0 to 18), exactly.
 * @throws RangeError if the value is not finite or has more than 15 significant digits at that many places
 */
export function decimalAt(value: number, places: number): Decimal {
	return decimalOfUnits(Math.round(value * 10 ** places), places);
}

/** `units` × 10^-places, exactly. @throws RangeError for units that a double cannot hold exactly */
export function decimalOfUnits(units: number, places: number): Decimal {
	const unit = POWERS_OF_TEN[DECIMAL_PLACES - places];
	if (unit === undefined || !Number.isInteger(units) || Math.abs(units) > LARGEST_EXACT) {
		throw new RangeError(`Not exact at ${places} places, was ${units} units, limit ${LARGEST_EXACT}.`);
	}
	return (BigInt(units) * unit) as Decimal;
}

/** Decimals of a power-of-ten or plain step such as 0.25 (2) or 10 (0): the fewest that represent it. */
export function placesOf(step: Decimal): number {
	for (let places = 0; places < DECIMAL_PLACES; places += 1) {
		const unit = POWERS_OF_TEN[DECIMAL_PLACES - places];
		if (unit !== undefined && step % unit === 0n) return places;
	}
	return DECIMAL_PLACES;
}

/** Funding rates have 8 decimals on both exchanges: counts of 1e-8 are kept as plain numbers. */
export const RATE_PLACES = 8;
export const RATE_UNITS_PER_ONE = 1e8;
