/** Formats exact values for the tooltips of rounded figures. */
import { numberText } from './typed-number.ts';

/**
 * Formats an exact value: `−1,234.56789 USD`, with up to 15 significant digits and the unit. Undefined for an unknown
 * value, which gets no tooltip.
 */
export function exactText(value: number | null | undefined, unit: string): string | undefined {
	return value === null || value === undefined ? undefined : `${numberText(value).replace('-', '−')} ${unit}`;
}
