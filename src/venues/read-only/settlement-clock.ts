/**
 * Derives an exchange's funding interval and next settlement if it does not report both. Unknown values are
 * undefined, because we assume no interval, not even eight hours. Pure functions.
 */

/** Known settlement times and interval of one contract; `completeClock` fills in what the exchange does not report. */
export type ClockFacts = {
	/** Funding interval that the exchange reports, milliseconds; undefined if it reports none. */
	readonly intervalMs: number | undefined;
	/** Next settlement that the exchange reports, Unix milliseconds; undefined if it reports none. */
	readonly next: number | undefined;
	/** Latest settlement times, newest first, Unix milliseconds. */
	readonly settled: readonly number[];
};

/**
 * Funding interval (milliseconds) and time of the next settlement (Unix milliseconds); each is undefined if neither
 * the exchange nor its history reveals it.
 */
export type SettlementClock = { readonly intervalMs: number | undefined; readonly next: number | undefined };

/**
 * Maximum error in a recorded settlement time, milliseconds. Some exchanges record the time at which a settlement
 * finished.
 */
const STAMP_MS_OFF_MAX = 60_000;

/**
 * Returns the settlement schedule. If the exchange does not report a value, it is derived from the contract's past
 * settlements.
 */
export function completeClock(facts: ClockFacts, now: number): SettlementClock {
	const intervalMs = facts.intervalMs ?? intervalByHistory(facts);
	return { intervalMs, next: facts.next ?? nextByHistory(facts.settled, intervalMs, now) };
}

/**
 * Returns the time between the last two settlements. Returns undefined if the reported next settlement contradicts
 * that interval, because then the interval has changed or the history lacks the last settlement.
 */
function intervalByHistory({ next, settled }: ClockFacts): number | undefined {
	const [last, previous] = settled;
	if (last === undefined || previous === undefined || previous >= last) return undefined;
	const distance = last - previous;
	if (next !== undefined && Math.abs(next - last - distance) > STAMP_MS_OFF_MAX) return undefined;
	return Math.round(distance / STAMP_MS_OFF_MAX) * STAMP_MS_OFF_MAX;
}

/** Returns the next settlement: the last one plus whole intervals. Undefined if the history is too old to trust. */
function nextByHistory(
	[last]: readonly number[],
	intervalMs: number | undefined,
	now: number,
): number | undefined {
	if (last === undefined || intervalMs === undefined || intervalMs <= 0 || last > now) return undefined;
	const passed = Math.floor((now - last) / intervalMs);
	return passed > MISSED_MAX ? undefined : last + (passed + 1) * intervalMs;
}

/** Maximum number of recent settlements that the history may lack: a day of hourly ones. */
const MISSED_MAX = 24;

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Converts ccxt's `interval` to milliseconds: `8h`, `30m`, `1d`. If ccxt's table lacks the value, `interval` contains
 * the exchange's milliseconds (KuCoin's `7200000`). Returns undefined for anything else, such as `NaNh`.
 */
export function intervalMsOf(written: unknown): number | undefined {
	const interval = typeof written === 'number' ? String(written) : written;
	if (typeof interval !== 'string') return undefined;
	const parts = /^(\d{1,9}(?:\.\d{1,3})?)(m|h|d)?$/.exec(interval);
	if (parts === null) return undefined;
	const count = Number(parts[1]);
	const intervalMs = parts[2] === undefined ? count : count * (UNITS_MS[parts[2]] as number);
	// A plain number should be in milliseconds; below one minute it must be in another unit, so we do not use it.
	return intervalMs >= STAMP_MS_OFF_MAX ? intervalMs : undefined;
}
