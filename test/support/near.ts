/** Compares an estimate with an exact computation. */
import { type Decimal, formatDecimal } from '../../src/domain/decimal.ts';

const RELATIVE = 1e-12;
/** A looser tolerance for a difference of two figures, because subtraction loses their common digits. */
const RELATIVE_OF_DIFFERENCE = 1e-9;
/** Shares are on a grid of 1e-15, and a net is computed from six shares. */
const GRID = 4e-15;

/**
 * True if within 1e-12 of the exact figure. A difference of figures may deviate by 1e-9 of itself or by the grid of
 * shares.
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
