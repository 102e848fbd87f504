/** How shares, rates and odds are written: percent with its sign, and the same count of decimals in a column. */

/** What stands where a figure is not known. */
export const UNKNOWN = '—';
const MINUS = '−';

export type ShareLook = {
	/** Decimals of the percentage; 3 unless stated, a tenth of a basis point. */
	readonly decimals?: number;
	/** A plus before what is above zero. */
	readonly signed?: boolean;
};

/** @param share a fraction: 0.0012 is written `0.120 %` */
export function percent(share: number | null | undefined, look: ShareLook = {}): string {
	return share === null || share === undefined
		? UNKNOWN
		: `${fixed(share * 100, look.decimals ?? 3, look.signed)} %`;
}

/** @param value percent already: 99.2954 is written `99.30 %` */
export function percentOf(value: number | null | undefined, look: ShareLook = {}): string {
	return value === null || value === undefined
		? UNKNOWN
		: `${fixed(value, look.decimals ?? 2, look.signed)} %`;
}

/** A probability, from 0 to 1, without decimals: more would pretend. What is nearly certain is not written as certain. */
export function odds(probability: number | null | undefined): string {
	if (probability === null || probability === undefined) return UNKNOWN;
	if (probability > 0 && probability < 0.005) return '< 1 %';
	if (probability < 1 && probability > 0.995) return '> 99 %';
	return `${fixed(probability * 100, 0)} %`;
}

/** Making one costs as much as a hundred uses of it, and a table that is alive writes thousands of figures a second. */
const WRITERS = new Map<number, Intl.NumberFormat>();

function writer(decimals: number): Intl.NumberFormat {
	let known = WRITERS.get(decimals);
	if (known === undefined) {
		known = new Intl.NumberFormat('en-US', {
			minimumFractionDigits: decimals,
			maximumFractionDigits: decimals,
		});
		WRITERS.set(decimals, known);
	}
	return known;
}

/** With so many decimals, groups of three and a real minus; what is rounded to zero has no sign. */
export function fixed(value: number, decimals: number, signed = false): string {
	const text = writer(decimals).format(Math.abs(value));
	if (!/[1-9]/.test(text)) return text;
	return value < 0 ? `${MINUS}${text}` : signed ? `+${text}` : text;
}
