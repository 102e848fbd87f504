/** Exact values for tooltips, beside the rounded figures of a page. */
import { numberText } from './typed-number.ts';

/** `−1,234.56789 USD`: up to 15 significant digits and the unit. Undefined for an unknown value, which needs no tooltip. */
export function exactText(value: number | null | undefined, unit: string): string | undefined {
	return value === null || value === undefined ? undefined : `${numberText(value).replace('-', '−')} ${unit}`;
}
