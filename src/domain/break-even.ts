/**
 * Finds when a pair has paid back its costs, without a walk through 90 days of settlements. A leg's settlements
 * within one bucket of the forward rates all pay the same, so counting replaces most of the walk. The result equals
 * that of `payback`, in exact units. Pure functions.
 */
import {
	counts,
	FORWARD_COUNT,
	FORWARD_ENDS_HOURS,
	HORIZON_HOURS_MAX,
	type LegCarry,
	laterUnitsWithin,
	nearUnits,
	type PairCarry,
	receivedBy,
	settlementUnits,
	unitsToPayBack,
	walkUnits,
} from './expected-carry.ts';
import { HOUR_MS } from './funding.ts';

/** Upper bound for the rounding error of a quotient of doubles, in units. */
const ROUNDING_UNITS = 8;

/**
 * Settlements at a fixed interval (milliseconds) after `nextAt`. Each pays the same number of `units`. An
 * `intervalMs` of 0 means that there are none.
 */
type Clock = { nextAt: number; intervalMs: number; units: number };

/** The two legs' settlements in the current bucket. `readClocks` overwrites both objects for each bucket. */
const FIRST: Clock = { nextAt: 0, intervalMs: 0, units: 0 };
const SECOND: Clock = { nextAt: 0, intervalMs: 0, units: 0 };

/**
 * Returns the time of the first settlement from which cumulative carry stays at or above the costs `total` until
 * 2,160 h after entry. Returns the entry time if there is nothing to pay back, and null if no such time exists.
 * Ignores settlements after `closesAt`.
 */
export function breakEvenAt(
	pair: PairCarry,
	entryAt: number,
	total: number,
	closesAt = Number.POSITIVE_INFINITY,
): number | null {
	const { long, short, forecastAt } = pair;
	const endAt = Math.min(entryAt + HORIZON_HOURS_MAX * HOUR_MS, closesAt);
	const totalUnits = unitsToPayBack(total);
	const fromAt = Math.max(nearEndOf(long, entryAt, endAt), nearEndOf(short, entryAt, endAt));
	const near = nearUnitsOf(long, entryAt, endAt) + nearUnitsOf(short, entryAt, endAt);
	const carryFrom = near + laterUnits(pair, entryAt, fromAt);
	let carry = carryFrom + laterUnits(pair, fromAt, endAt);
	if (carry < totalUnits) return null;
	let toAt = endAt;
	for (let bucket = FORWARD_COUNT - 1; bucket >= 0 && toAt > fromAt; bucket -= 1) {
		const beginsAt = bucket === 0 ? fromAt : forecastAt + (FORWARD_ENDS_HOURS[bucket - 1] ?? 0) * HOUR_MS;
		if (beginsAt >= toAt) continue;
		const begin = Math.max(fromAt, beginsAt);
		readClocks(long, short, bucket);
		const shortOfAt = lastBelow(begin, toAt, carry, totalUnits);
		if (shortOfAt !== undefined) return nextOf(long, short, shortOfAt);
		carry -= unitsIn(FIRST, begin, toAt) + unitsIn(SECOND, begin, toAt);
		toAt = begin;
	}
	return carryFrom < totalUnits
		? nextOf(long, short, fromAt)
		: coveredSince(pair, entryAt, Math.min(fromAt, endAt), totalUnits);
}

/**
 * Returns the later of the leg's previous and next settlement that count for the entry; the entry time if neither
 * counts.
 */
function nearEndOf(leg: LegCarry, entryAt: number, endAt: number): number {
	const { nextAt, estimate, passed } = leg;
	const comingAt = isNear(leg, nextAt, estimate, entryAt, endAt) ? nextAt : entryAt;
	const passedAt =
		passed !== undefined && isNear(leg, passed.at, passed.rate, entryAt, endAt) ? passed.at : entryAt;
	return Math.max(entryAt, comingAt, passedAt);
}

function nearUnitsOf(leg: LegCarry, entryAt: number, endAt: number): number {
	const { nextAt, estimate, passed } = leg;
	const coming = isNear(leg, nextAt, estimate, entryAt, endAt) ? nearUnits(receivedBy(leg, estimate)) : 0;
	return passed !== undefined && isNear(leg, passed.at, passed.rate, entryAt, endAt)
		? coming + nearUnits(receivedBy(leg, passed.rate))
		: coming;
}

function isNear(leg: LegCarry, at: number, rate: number, entryAt: number, endAt: number): boolean {
	return counts(at, receivedBy(leg, rate) < 0, entryAt, endAt, leg.uncertaintyMs);
}

function laterUnits({ long, short, forecastAt }: PairCarry, from: number, to: number): number {
	if (from >= to) return 0;
	return (
		laterUnitsWithin(short, short.forward, 0, forecastAt, from, to) -
		laterUnitsWithin(long, long.forward, 0, forecastAt, from, to)
	);
}

/**
 * Sets `FIRST` and `SECOND` for a bucket. If both legs settle at the same times, `FIRST` contains their sum and
 * `SECOND` nothing.
 */
function readClocks(long: LegCarry, short: LegCarry, bucket: number): void {
	FIRST.nextAt = short.nextAt;
	FIRST.intervalMs = short.laterIntervalMs;
	FIRST.units = settlementUnits(short.forward[bucket] ?? 0, short);
	SECOND.nextAt = long.nextAt;
	SECOND.intervalMs = long.laterIntervalMs;
	SECOND.units = -settlementUnits(long.forward[bucket] ?? 0, long);
	if (short.nextAt !== long.nextAt || short.laterIntervalMs !== long.laterIntervalMs) return;
	FIRST.units += SECOND.units;
	SECOND.intervalMs = 0;
}

/** Counts the settlements after `nextAt`, up to and including `at`. */
function countTo({ nextAt, intervalMs }: Clock, at: number): number {
	return intervalMs > 0 ? Math.max(0, Math.floor((at - nextAt) / intervalMs)) : 0;
}

function unitsIn(clock: Clock, from: number, to: number): number {
	return (countTo(clock, to) - countTo(clock, from)) * clock.units;
}

/**
 * Returns the time of the last settlement in (from, to] after which cumulative carry is below the total; undefined if
 * there is none. `carry` is the cumulative carry at `to`, at least the total.
 */
function lastBelow(from: number, to: number, carry: number, totalUnits: number): number | undefined {
	// Going back from `to`, carry falls no faster than a straight line with slope `perMs`, give or take one
	// settlement of each leg. Until that line reaches the total, carry stays at or above it.
	const perMs = rateOf(FIRST, from) + rateOf(SECOND, from);
	const off = sizeOf(FIRST) + sizeOf(SECOND);
	const spare = carry - totalUnits - off - ROUNDING_UNITS;
	let at = to;
	if (spare >= 0) {
		if (!(perMs > 0) || perMs * (to - from) <= spare) return undefined;
		at = Math.max(from, Math.floor(to - spare / perMs));
	}
	let left = carry - unitsIn(FIRST, at, to) - unitsIn(SECOND, at, to);
	let first = countTo(FIRST, at);
	let second = countTo(SECOND, at);
	for (;;) {
		const firstAt = first > 0 ? FIRST.nextAt + first * FIRST.intervalMs : Number.NEGATIVE_INFINITY;
		const secondAt = second > 0 ? SECOND.nextAt + second * SECOND.intervalMs : Number.NEGATIVE_INFINITY;
		const lastAt = Math.max(firstAt, secondAt);
		if (lastAt <= from) return undefined;
		if (left < totalUnits) return lastAt;
		if (firstAt === lastAt) {
			left -= FIRST.units;
			first -= 1;
		}
		if (secondAt === lastAt) {
			left -= SECOND.units;
			second -= 1;
		}
	}
}

/**
 * Returns the leg's average units per millisecond after `from`. A paying leg that starts to settle only later counts
 * as zero, because until then it does not slow the carry.
 */
function rateOf({ nextAt, intervalMs, units }: Clock, from: number): number {
	return intervalMs > 0 && (units > 0 || nextAt <= from) ? units / intervalMs : 0;
}

function sizeOf({ intervalMs, units }: Clock): number {
	return intervalMs > 0 ? Math.abs(units) : 0;
}

/**
 * Returns the first time after `after` at which either leg settles. The settlements at each leg's own `nextAt` do not
 * count.
 */
function nextOf(long: LegCarry, short: LegCarry, after: number): number {
	return Math.min(nextAfter(long, after), nextAfter(short, after));
}

function nextAfter({ nextAt, laterIntervalMs }: LegCarry, after: number): number {
	if (!(laterIntervalMs > 0)) return Number.POSITIVE_INFINITY;
	return nextAt + (Math.max(0, Math.floor((after - nextAt) / laterIntervalMs)) + 1) * laterIntervalMs;
}

/**
 * Returns the time from which cumulative carry stays at or above the total until `toAt`. It walks through all
 * settlements up to `toAt`.
 */
function coveredSince(pair: PairCarry, entryAt: number, toAt: number, totalUnits: number): number {
	let carry = 0;
	let since: number | undefined = totalUnits <= 0 ? entryAt : undefined;
	walkUnits(pair, entryAt, toAt, (at, units) => {
		carry += units;
		if (carry < totalUnits) since = undefined;
		else since ??= at;
	});
	if (since === undefined)
		throw new Error('Invariant broken: carry covers the costs, but no payback time was found.');
	return since;
}
