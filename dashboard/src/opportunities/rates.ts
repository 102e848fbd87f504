/** Converts funding rates to comparable units, because exchanges settle at different intervals. */
const HOURS_PER_YEAR = 8_760;
const HOURS_COMPARED = 8;

/** A rate in the two comparable units, as fractions. */
export type ComparableRate = { readonly per8h: number; readonly perYear: number };

/**
 * Converts a rate for an interval of `hours`. Null if the rate or the interval is unknown. The rate per year assumes
 * that nothing is reinvested.
 */
export function comparableRate(rate: number | null, hours: number | null): ComparableRate | null {
	if (rate === null || hours === null || hours <= 0) return null;
	return { per8h: (rate * HOURS_COMPARED) / hours, perYear: (rate * HOURS_PER_YEAR) / hours };
}
