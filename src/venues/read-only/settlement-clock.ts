/**
 * When an exchange settles next and how often, where it does not say both. What cannot be told is undefined: no interval is
 * assumed, eight hours least of all. Pure.
 */

/** What the exchange stated, and the newest settled instants of its history, newest first; milliseconds. */
export type ClockFacts = {
	readonly intervalMs: number | undefined;
	readonly next: number | undefined;
	readonly settled: readonly number[];
};

/** Funding interval and next settlement, milliseconds; undefined for what neither the exchange nor its history tells. */
export type TellingClock = { readonly intervalMs: number | undefined; readonly next: number | undefined };

/** Recorded instants of one settlement may lie so far apart: some exchanges stamp when they were done with it. */
const STAMP_MS_OFF_MAX = 60_000;

/** Completes what an exchange states of its settlements from those that were settled, newest first. */
export function tellClock(facts: ClockFacts, now: number): TellingClock {
	const intervalMs = facts.intervalMs ?? intervalByHistory(facts);
	return { intervalMs, next: facts.next ?? nextByHistory(facts.settled, intervalMs, now) };
}

/**
 * The distance of the last two settlements, where nothing speaks against it. A stated next that is nearer or further than one
 * such distance means that the interval has changed, or that the last settlement is not in the history yet.
 */
function intervalByHistory({ next, settled }: ClockFacts): number | undefined {
	const [last, previous] = settled;
	if (last === undefined || previous === undefined || previous >= last) return undefined;
	const distance = last - previous;
	if (next !== undefined && Math.abs(next - last - distance) > STAMP_MS_OFF_MAX) return undefined;
	return Math.round(distance / STAMP_MS_OFF_MAX) * STAMP_MS_OFF_MAX;
}

/** The first whole interval after the last settlement that is still to come; undefined once the history is too old to trust. */
function nextByHistory(
	[last]: readonly number[],
	intervalMs: number | undefined,
	now: number,
): number | undefined {
	if (last === undefined || intervalMs === undefined || intervalMs <= 0 || last > now) return undefined;
	const passed = Math.floor((now - last) / intervalMs);
	return passed > MISSED_MAX ? undefined : last + (passed + 1) * intervalMs;
}

/** Settlements that the history may lag behind: a day of hourly ones. */
const MISSED_MAX = 24;

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * ccxt's `interval`: `8h`, `30m`, `1d`; or the milliseconds as the exchange wrote them, where ccxt's table has no word for them
 * (`7200000` of KuCoin). Undefined for anything else, `NaNh` among it.
 */
export function intervalMsOf(written: unknown): number | undefined {
	const interval = typeof written === 'number' ? String(written) : written;
	if (typeof interval !== 'string') return undefined;
	const parts = /^(\d{1,9}(?:\.\d{1,3})?)(m|h|d)?$/.exec(interval);
	if (parts === null) return undefined;
	const count = Number(parts[1]);
	const intervalMs = parts[2] === undefined ? count : count * (UNITS_MS[parts[2]] as number);
	// A bare number is milliseconds; one that would be below a minute is another unit.
	return intervalMs >= STAMP_MS_OFF_MAX ? intervalMs : undefined;
}
