/** Formats fractions, rates and probabilities as percentages, with the same number of decimals throughout a column. */
import { exactText } from './exact.ts';
import { writeNumber } from './reader-format.ts';

/** Text for an unknown figure. */
export const UNKNOWN = '—';
const MINUS = '−';

export type ShareForm = {
	/**
	 * Decimals in the percentage. The default is 3 in `percent`, which is a tenth of a basis point, and 2 in
	 * `percentOf`.
	 */
	readonly decimals?: number;
	/** True to write a plus sign before positive figures. */
	readonly signed?: boolean;
};

/** @param share a fraction: 0.0012 becomes `0.120 %` */
export function percent(share: number | null | undefined, form: ShareForm = {}): string {
	return share === null || share === undefined
		? UNKNOWN
		: `${fixed(share * 100, form.decimals ?? 3, form.signed)} %`;
}

/** @param value a percentage: 99.2954 becomes `99.30 %` */
export function percentOf(value: number | null | undefined, form: ShareForm = {}): string {
	return value === null || value === undefined
		? UNKNOWN
		: `${fixed(value, form.decimals ?? 2, form.signed)} %`;
}

/**
 * Formats an unrounded percentage for a tooltip; undefined if the fraction is unknown, so that there is no tooltip.
 */
export function exactPercent(share: number | null | undefined): string | undefined {
	return share === null || share === undefined ? undefined : exactText(share * 100, '%');
}

/**
 * @param probability a fraction from 0 to 1. The percentage has no decimals, because they would suggest false
 * precision. An uncertain event never gets 0 or 100 %.
 */
export function odds(probability: number | null | undefined): string {
	if (probability === null || probability === undefined) return UNKNOWN;
	if (probability > 0 && probability < 0.005) return '< 1 %';
	if (probability < 1 && probability > 0.995) return '> 99 %';
	return `${fixed(probability * 100, 0)} %`;
}

/**
 * Formats with a fixed number of decimals, groups of three and a real minus sign. A figure that rounds to zero has no
 * sign.
 */
export function fixed(value: number, decimals: number, signed = false): string {
	const text = writeNumber(Math.abs(value), {
		minimumFractionDigits: decimals,
		maximumFractionDigits: decimals,
	});
	if (!/[1-9]/.test(text)) return text;
	return value < 0 ? `${MINUS}${text}` : signed && value > 0 ? `+${text}` : text;
}
