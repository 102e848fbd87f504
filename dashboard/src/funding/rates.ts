/** Formats funding rates in the visitor's unit, and maps them to the strength of a colour. Pure functions. */
import { fixed, percent, UNKNOWN } from '../figures/shares.ts';
import type { RateUnit } from './map-query.ts';

/** Decimals of a percentage. A year is 1,095 times 8 hours, so it needs fewer. */
const DECIMALS = { per_8h: 4, per_year: 2 } as const;
/** Number of 8-hour intervals in a year of 365 days. */
const INTERVALS_PER_YEAR = 1_095;
/** Rate per year at which the colour is strongest, a fraction. */
export const STRONGEST_APR = 1;

/** The same rate in both units, as fractions. */
export type Rate = { readonly per8h: number | null; readonly apr: number | null };

/** Formats a rate in the unit: `+0.0100 %` per 8 hours or `+10.95 %` per year. */
export function rateText(rate: Rate, unit: RateUnit): string {
	return percent(unit === 'per_8h' ? rate.per8h : rate.apr, { decimals: DECIMALS[unit], signed: true });
}

/** Formats a rate without the percent sign, for a table whose heading names the unit: `+0.0100`. */
export function rateFigure(rate: Rate, unit: RateUnit, signed = true): string {
	const value = unit === 'per_8h' ? rate.per8h : rate.apr;
	return value === null ? UNKNOWN : fixed(value * 100, DECIMALS[unit], signed);
}

/** Formats a rate per 8 hours in the unit. */
export function rateOf8h(per8h: number | null, unit: RateUnit): string {
	return rateText({ per8h, apr: per8h === null ? null : per8h * INTERVALS_PER_YEAR }, unit);
}

/**
 * Returns the strength of a rate's colour, from 0 to 100 %. It grows with the square root of the rate, so that usual
 * rates differ visibly; 100 % a year and more have the strongest colour.
 */
export function heatOf(apr: number): string {
	const share = Math.min(1, Math.sqrt(Math.abs(apr) / STRONGEST_APR));
	return `${Math.round(share * 100)}%`;
}
