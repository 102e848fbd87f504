/** Compares an estimate in doubles with an exact computation. */
import { type Decimal, formatDecimal } from '../../src/domain/decimal.ts';

const RELATIVE = 1e-12;
/**
 * Relative tolerance for the difference of two figures. It is larger than `RELATIVE`, because subtracting nearly
 * equal figures loses digits.
 */
const RELATIVE_OF_DIFFERENCE = 1e-9;
/**
 * Absolute tolerance for a difference. Fractions are rounded to multiples of 1e-15, and a net is computed from six of
 * them.
 */
const GRID = 4e-15;

/**
 * True if the estimate deviates from the exact figure by at most 1e-12 of the figure. For a difference of two
 * figures, the limit is 1e-9 of the difference, or what rounding to multiples of 1e-15 can cause.
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
