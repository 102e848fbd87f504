/**
 * Computes expected carry a second time, using only the definitions in the API specification: settlement by
 * settlement, in whole numbers. It shares nothing with the service except the parsing of decimal text. The code is
 * plain and slow on purpose.
 */
import { parseDecimal } from '../../src/domain/decimal.ts';

const HOUR = 3_600_000n;
/** The unit of expected rates, 1e-13, in units of 1e-18. */
const RATE_UNIT = 100_000n;
const ENDS = [8n, 24n, 72n, 168n, 336n, 720n, 1_440n, 2_160n];

export type RawCarryLeg = {
	readonly venue: string;
	/** Current estimate of the rate: a fraction as text, with up to 13 decimal places. */
	readonly estimate: string;
	/** Upper bound of the rate, in the same form as `estimate`; null if there is none. */
	readonly cap: string | null;
	/** Lower bound of the rate, in the same form as `estimate`; null if there is none. */
	readonly floor: string | null;
	readonly intervalMs: number;
	readonly nextAt: number;
	/** Expected rate per hour, in units of 1e-13, by time bucket of the forecast. */
	readonly forward: readonly number[];
	readonly passed: { readonly at: number; readonly rate: string } | undefined;
};

export type NaiveSettlement = {
	readonly at: number;
	readonly received: bigint;
	readonly role: 'long' | 'short';
};

/** Returns the settlements in (entry, end], and any so close to the entry that they may count, oldest first. */
export function naiveSettlements(
	role: 'long' | 'short',
	leg: RawCarryLeg,
	forecastAt: number,
	entryAt: number,
	endAt: number,
): readonly NaiveSettlement[] {
	const sign = role === 'long' ? -1n : 1n;
	const found: NaiveSettlement[] = [];
	const near = leg.venue === 'okx' ? 60_000 : 20_000;
	const take = (at: number, rate: bigint): void => {
		const received = sign * rate;
		if (at > endAt) return;
		if (at >= entryAt - near && at <= entryAt + near) {
			if (received < 0n) found.push({ at, received, role });
		} else if (at > entryAt) found.push({ at, received, role });
	};
	if (leg.passed !== undefined && leg.passed.at < leg.nextAt)
		take(leg.passed.at, parseDecimal(leg.passed.rate));
	const estimate = parseDecimal(leg.estimate);
	take(leg.nextAt, estimate);
	const cap = leg.cap === null ? undefined : parseDecimal(leg.cap);
	const floor = leg.floor === null ? undefined : parseDecimal(leg.floor);
	const isAtBound = (cap !== undefined && estimate >= cap) || (floor !== undefined && estimate <= floor);
	const isHourly = isAtBound && ['binance', 'bybit', 'kucoin'].includes(leg.venue);
	const intervalMs = isHourly && leg.intervalMs > 3_600_000 ? 3_600_000 : leg.intervalMs;
	for (let at = leg.nextAt + intervalMs; at <= endAt; at += intervalMs) {
		if (at <= entryAt) continue;
		const bucket = ENDS.findIndex((hours) => BigInt(at - forecastAt) <= hours * HOUR);
		const perHour = BigInt(leg.forward[bucket === -1 ? ENDS.length - 1 : bucket] ?? 0);
		let rate = ((perHour * BigInt(intervalMs)) / HOUR) * RATE_UNIT;
		if (floor !== undefined && rate < floor) rate = floor;
		if (cap !== undefined && rate > cap) rate = cap;
		found.push({ at, received: sign * rate, role });
	}
	return found;
}

export function naiveSum(settlements: readonly NaiveSettlement[]): bigint {
	return settlements.reduce((total, { received }) => total + received, 0n);
}

/** Returns the payback time in hours, rounded up to two decimal places, as text; null if it is unknown. */
export function naivePayback(settlements: readonly NaiveSettlement[], entryAt: number, total: bigint) {
	const instants = [...new Set(settlements.map(({ at }) => at))].sort((a, b) => a - b);
	const carries: bigint[] = [];
	let carry = 0n;
	let taken = 0;
	const ordered = [...settlements].sort((a, b) => a.at - b.at);
	for (const at of instants) {
		for (; ordered[taken]?.at === at; taken += 1) carry += ordered[taken]?.received ?? 0n;
		carries.push(carry);
	}
	let first = instants.length;
	while (first > 0 && (carries[first - 1] as bigint) >= total) first -= 1;
	let breakEven: string | null = null;
	if (first === 0 && 0n >= total) breakEven = hours(0);
	else if (first < instants.length) breakEven = hours((instants[first] as number) - entryAt);
	let best: { readonly left: bigint; readonly ms: bigint } | undefined;
	instants.forEach((at, index) => {
		const left = (carries[index] as bigint) - total;
		const ms = BigInt(at - entryAt);
		if (ms <= 0n || left <= 0n) return;
		if (best === undefined || left * best.ms > best.left * ms) best = { left, ms };
	});
	return { breakEven, best: best === undefined ? null : hours(Number(best.ms)) };
}

function hours(ms: number): string {
	const hundredths = (BigInt(ms) * 100n + HOUR - 1n) / HOUR;
	return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
