/** Compares an estimate with an exact computation. */
import { type Decimal, formatDecimal } from '../../src/domain/decimal.ts';

const RELATIVE = 1e-12;
/** A looser tolerance for a difference of two figures, because subtraction loses their common digits. */
const RELATIVE_OF_DIFFERENCE = 1e-9;
/** Tolerance for rounding: shares are rounded to a multiple of 1e-15, and a net is computed from six shares. */
const GRID = 4e-15;

/**
 * True if the estimate deviates from the exact figure by a relative 1e-12 at most. A difference of figures may
 * deviate by a relative 1e-9, or by the rounding of shares.
 */
export function isNear(
	estimate: Decimal | number | null,
	exact: Decimal | null,
	kind: 'figure' | 'difference' = 'difference',
): boolean {
	if (estimate === null || exact === null) return estimate === null && exact === null;
	const [a, b] = [estimate, exact].map((value) =>
		typeof value === 'number' ? value : Number(formatDecimal(value as Decimal)),
	) as [number, number];
	const apart = Math.abs(a - b);
	return kind === 'figure'
		? apart <= RELATIVE * Math.abs(b)
		: apart <= Math.max(GRID, RELATIVE_OF_DIFFERENCE * Math.abs(b));
}
