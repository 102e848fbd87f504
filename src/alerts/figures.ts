/** Figures in the `facts` of alerts. */
import type { Decimal } from '../domain/decimal.ts';
import { decimalNumberText } from '../domain/exact-json.ts';

/** A number as in every answer of the service: at most 15 significant digits. */
export function figure(value: Decimal): number {
	return Number(decimalNumberText(value));
}

/** A number as in `figure`; null if unknown. */
export function figureOrNull(value: Decimal | null): number | null {
	return value === null ? null : figure(value);
}
