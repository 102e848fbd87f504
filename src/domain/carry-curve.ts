/**
 * Interpolates carry between the forecast horizons and extends it beyond the last one, with a piecewise constant
 * forward rate per hour. Computes the standard deviation of that carry. Pure functions.
 */
import type { CarryForecast } from './carry.ts';
import { CARRY_HORIZONS_HOURS } from './carry-model.ts';

/** Maximum supported horizon, in hours: 90 days. */
export const CARRY_HOURS_MAX = 2_160;
/**
 * Beyond the last horizon, each further segment of 720 h pays this fraction of the previous one. In nine months of
 * Binance, Bybit and Hyperliquid data, the second and third 720 h paid 0.8 of the last forward rate
 * (docs/calibration.md).
 */
const FADE_SHARE = 0.8;
const FADE_HOURS = 720;

/** Ends of the segments with a constant forward rate, in hours from now. */
const STRETCH_ENDS = [...CARRY_HORIZONS_HOURS, 720 + FADE_HOURS, CARRY_HOURS_MAX];

/**
 * Returns the expected carry per hour at a given number of hours from now. In (0, 8] it is the rate over the first
 * horizon. In (8, 24] it is the rate at which carry grows from the first horizon to the second, and so on.
 */
export function forwardRate(forecast: CarryForecast, hoursAhead: number): number {
	let before = 0;
	let carried = 0;
	let rate = 0;
	for (const [index, hours] of CARRY_HORIZONS_HOURS.entries()) {
		const expected = forecast.expected[index] as number;
		rate = (expected - carried) / (hours - before);
		if (hoursAhead <= hours) return rate;
		before = hours;
		carried = expected;
	}
	return rate * FADE_SHARE ** Math.ceil((hoursAhead - before) / FADE_HOURS);
}

/**
 * Returns the legs' forward rates per hour: the average of both legs' means, plus or minus half of the pair's forward
 * rate. First − second therefore equals the pair's rate.
 */
export function legForwardRates(
	forecast: CarryForecast,
	hoursAhead: number,
): { readonly first: number; readonly second: number } {
	const middle = (forecast.firstMean + forecast.secondMean) / 2;
	const half = forwardRate(forecast, hoursAhead) / 2;
	return { first: middle + half, second: middle - half };
}

/** Computes the expected carry over any horizon from 0 to CARRY_HOURS_MAX hours. */
export function expectedCarry(forecast: CarryForecast, hours: number): number {
	let total = 0;
	let before = 0;
	for (const until of STRETCH_ENDS) {
		const held = Math.min(hours, until) - before;
		if (held <= 0) break;
		total += held * forwardRate(forecast, until);
		before = until;
	}
	return total;
}

/**
 * Computes the standard deviation of carry over any horizon. Up to 8 h it is the 8 h value, because one full
 * settlement can fall anywhere within that time. Between two horizons it follows the power law through both. Beyond
 * the last horizon it grows in proportion to the hours.
 */
export function carrySd(forecast: CarryForecast, hours: number): number {
	let index = 0;
	while (index < CARRY_HORIZONS_HOURS.length && (CARRY_HORIZONS_HOURS[index] as number) < hours) index += 1;
	const last = CARRY_HORIZONS_HOURS.length - 1;
	if (index === 0) return forecast.sd[0] as number;
	if (index > last) return ((forecast.sd[last] as number) * hours) / (CARRY_HORIZONS_HOURS[last] as number);
	const from = CARRY_HORIZONS_HOURS[index - 1] as number;
	const to = CARRY_HORIZONS_HOURS[index] as number;
	const share = Math.log(hours / from) / Math.log(to / from);
	return (forecast.sd[index - 1] as number) ** (1 - share) * (forecast.sd[index] as number) ** share;
}
