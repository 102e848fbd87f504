/**
 * Decides whether a pair pays too little to stay in it: its funding spread now, or its expected net over the remaining
 * holding period, is below the user's limit. A figure just above the limit neither confirms nor ends the condition,
 * because funding rates fluctuate around every limit. Statistics use float64, in fractions per year. Pure functions.
 */
import { type Decimal, toNumber } from './decimal.ts';
import { type Persistence, type PersistenceLimits, persisted } from './exit-persistence.ts';
import { HOUR_MS } from './funding.ts';

const YEAR_MS = 8_760 * HOUR_MS;
const PERCENT = 100;
/** A figure this far above its limit ends the condition, a fraction per year. */
export const FADING_BAND_APR = 0.01;

/** One leg's next settlement: estimated receipt, a fraction of notional, and the funding interval. */
export type LegReceipt = { readonly comingReceipt: Decimal | null; readonly intervalMs: number | null };

/** Returns the pair's funding spread at current rates, a fraction per year; undefined while a leg's is unknown. */
export function spreadApr(legs: readonly LegReceipt[]): number | undefined {
	let sum = 0;
	for (const { comingReceipt, intervalMs } of legs) {
		if (comingReceipt === null || intervalMs === null || !(intervalMs > 0)) return undefined;
		sum += (toNumber(comingReceipt) * YEAR_MS) / intervalMs;
	}
	return sum;
}

/**
 * Returns the expected net per year of staying for `horizonMs`, a fraction of one leg's notional: expected carry minus
 * the cost of the exit, which is half a round trip. Undefined if it is not a finite number.
 */
export function stayNetApr(carry: number, roundTrip: number, horizonMs: number): number | undefined {
	const apr = ((carry - roundTrip / 2) * YEAR_MS) / horizonMs;
	return Number.isFinite(apr) ? apr : undefined;
}

/** Position of a figure relative to its limit. */
export type Faded = 'below' | 'between' | 'above' | 'unknown';

/** Compares a figure, a fraction per year, with a limit in percent per year. */
export function fadedOf(apr: number | undefined, limitPct: Decimal): Faded {
	const limit = toNumber(limitPct) / PERCENT;
	if (apr === undefined || Number.isNaN(apr)) return 'unknown';
	if (apr < limit) return 'below';
	return apr < limit + FADING_BAND_APR ? 'between' : 'above';
}

/** Returns how long a figure has been below its limit, after one more check; undefined if it is not. */
export function fadedFor(
	before: Persistence | undefined,
	faded: Faded,
	now: number,
	limits: PersistenceLimits,
): Persistence | undefined {
	if (faded === 'between')
		return before === undefined ? undefined : { ...before, seenAt: now, isRunning: false };
	return persisted(before, faded === 'unknown' ? undefined : faded === 'below', now, limits);
}

/** Consecutive checks that found a figure below its limit. */
export type FadedChecks = {
	/** Time of the first of these checks; undefined if there was none. */
	readonly since: number | undefined;
	/** True if the last check found the figure below its limit, long enough after the first one. */
	readonly confirmed: boolean;
};

/** No check has found the figure below its limit. */
export const NOT_FADED: FadedChecks = { since: undefined, confirmed: false };

/**
 * Adds one check. @param everyMs time between the first check and its confirmation @param forgetMs time after which
 * an unconfirmed first check expires
 */
export function fadedChecks(
	before: FadedChecks,
	faded: Faded,
	now: number,
	{ everyMs, forgetMs }: { readonly everyMs: number; readonly forgetMs: number },
): FadedChecks {
	if (faded === 'unknown') return before;
	if (faded === 'above') return NOT_FADED;
	if (faded === 'between') return { ...before, confirmed: false };
	const isFresh = before.since !== undefined && now - before.since <= forgetMs;
	const since = isFresh || before.confirmed ? (before.since ?? now) : now;
	return { since, confirmed: now - since >= everyMs };
}
