/** Says when a pot decides: once a day, and never close to a settlement. Pure functions. */
import type { PotTrigger } from '../ports/autopilot.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the pot's latest daily time at or before now, milliseconds. */
export function lastDaily(decisionMinute: number, now: number): number {
	const today = now - (now % DAY_MS) + decisionMinute * MINUTE_MS;
	return today <= now ? today : today - DAY_MS;
}

/** Returns the pot's next daily time after now, milliseconds. */
export function nextDaily(decisionMinute: number, now: number): number {
	return lastDaily(decisionMinute, now) + DAY_MS;
}

/** Returns the trigger of the daily decision at this time. */
export function dailyTrigger(at: number): PotTrigger {
	return { kind: 'daily', key: `daily ${new Date(at).toISOString()}`, exchange: null, coin: null };
}

/**
 * Returns true if a settlement is near. Contracts settle at full hours of UTC at the earliest, so every full hour
 * counts.
 */
export function isNearSettlement(now: number, guardMs: number): boolean {
	const past = now % HOUR_MS;
	return past < guardMs || HOUR_MS - past <= guardMs;
}
