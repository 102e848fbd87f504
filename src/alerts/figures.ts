/** Converts decimals to the figures in the `facts` of alerts. */
import type { Decimal } from '../domain/decimal.ts';
import { decimalNumberText } from '../domain/exact-json.ts';

/** Converts a decimal to a number with at most 15 significant digits, as in every response of the service. */
export function figure(value: Decimal): number {
	return Number(decimalNumberText(value));
}

/** Converts a decimal as `figure` does; null stays null. */
export function figureOrNull(value: Decimal | null): number | null {
	return value === null ? null : figure(value);
}
