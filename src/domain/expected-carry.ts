/**
 * Computes the expected funding of a pair of legs over a horizon. It sums the individual settlements of both legs in
 * (entry, entry + horizon], instead of multiplying a rate by a time. Pure functions on estimates, which are doubles.
 *
 * A leg's next settlement uses the venue's running estimate. Each later one uses the model's expected rate per hour ×
 * the interval, clamped to the venue's cap and floor. Expected rates are rounded to whole units of 1e-13, so that
 * every sum of them is exact in a double. (2,160 hourly settlements at 4 % are 1e15 units; a double holds 9e15.)
 */
import type { Decimal } from './decimal.ts';
import { wholeShare } from './estimate.ts';
import { HOUR_MS, type PredictedFunding } from './funding.ts';
import type { LegRole } from './ids.ts';
import type { SettlementTerms } from './venue-facts.ts';

/** Number of units in a rate of 1. Expected rates are whole numbers of units. */
export const RATE_UNITS_PER_ONE = 1e13;
const DECIMALS_PER_UNIT = 100_000n;

/** Ends of the buckets with a constant expected hourly rate, in hours after the forecast. */
export const FORWARD_ENDS_HOURS = [8, 24, 72, 168, 336, 720, 1_440, 2_160] as const;
/** Number of buckets, each with its own expected hourly rate. */
export const FORWARD_COUNT = FORWARD_ENDS_HOURS.length;
const LAST_BUCKET = FORWARD_COUNT - 1;
const FORWARD_ENDS_MS = FORWARD_ENDS_HOURS.map((hours) => hours * HOUR_MS);

/** Maximum horizon in the API, in hours. */
export const HORIZON_HOURS_MAX = 2_160;

/** A leg's settlements after the next one, and the bounds on their rates. */
export type LaterSettlements = {
	/** Next settlement time from the venue, milliseconds. The later settlements follow it. */
	readonly nextAt: number;
	readonly laterIntervalMs: number;
	/** Minimum rate of a settlement, in units; −infinity if the venue has no minimum. */
	readonly floorUnits: number;
	/** Maximum rate of a settlement, in units; infinity if the venue has no maximum. */
	readonly capUnits: number;
};

/** Expected funding of one leg, with its own settlement times. */
export type LegCarry = LaterSettlements & {
	readonly role: LegRole;
	/** The venue's running estimate of the rate at the next settlement, a fraction of notional. */
	readonly estimate: number;
	/** Expected rate per hour for each bucket of `FORWARD_ENDS_HOURS`. */
	readonly forward: ArrayLike<number>;
	/** The settlement just before the next one, if its rate is known. */
	readonly passed: { readonly at: number; readonly rate: number } | undefined;
	/** Milliseconds around a settlement within which the venue may or may not count a changed position. */
	readonly uncertaintyMs: number;
};

/** Both legs of a pair with their expected rates, all forecast at the same time. */
export type PairCarry = {
	readonly long: LegCarry;
	readonly short: LegCarry;
	/** Time of the forecast, milliseconds. */
	readonly forecastAt: number;
};

/**
 * One expected settlement. `rate` has the venue's sign; `received` is a fraction of notional, positive if it is
 * income.
 */
export type ExpectedSettlement = {
	readonly at: number;
	readonly role: LegRole;
	readonly rate: number;
	readonly received: number;
	readonly source: 'running_estimate' | 'settled' | 'model';
};

type RateBounds = { readonly cap: Decimal | null; readonly floor: Decimal | null };

/**
 * Returns the times of the settlements after the next one, and the bounds on their rates. Bounds are infinite if the
 * venue has none.
 */
export function laterSettlementsOf(
	terms: SettlementTerms,
	funding: PredictedFunding,
	bounds: RateBounds,
): LaterSettlements {
	return {
		nextAt: funding.nextSettlementAt,
		laterIntervalMs: intervalAfter(terms, funding, bounds),
		floorUnits: bounds.floor === null ? Number.NEGATIVE_INFINITY : wholeUnits(bounds.floor),
		capUnits: bounds.cap === null ? Number.POSITIVE_INFINITY : wholeUnits(bounds.cap),
	};
}

/**
 * Returns the interval after the next settlement. On some venues an estimate at its cap or floor makes the following
 * settlements hourly.
 */
function intervalAfter(
	terms: SettlementTerms,
	funding: PredictedFunding,
	{ cap, floor }: RateBounds,
): number {
	const isAtBound =
		(cap !== null && funding.predictedRate >= cap) || (floor !== null && funding.predictedRate <= floor);
	return isAtBound && terms.isHourlyAtBound ? Math.min(HOUR_MS, funding.intervalMs) : funding.intervalMs;
}

/** Computes the rate of one later settlement: hourly rate × interval, rounded to a unit and limited to the bounds. */
export function settlementUnits(forwardPerHour: number, later: LaterSettlements): number {
	return unitsOf(forwardPerHour, later.laterIntervalMs, later.floorUnits, later.capUnits);
}

function unitsOf(forwardPerHour: number, intervalMs: number, floorUnits: number, capUnits: number): number {
	const units = Math.round(forwardPerHour * (intervalMs / HOUR_MS) * RATE_UNITS_PER_ONE);
	return Math.min(capUnits, Math.max(floorUnits, units));
}

/** Computes the expected carry over (entry, entry + horizon], a fraction of one leg's notional. */
export function expectedCarry(
	{ long, short, forecastAt }: PairCarry,
	entryAt: number,
	horizonMs: number,
): number {
	const endAt = entryAt + horizonMs;
	const later = (leg: LegCarry): number => laterUnitsWithin(leg, leg.forward, 0, forecastAt, entryAt, endAt);
	return carryOf(later(short) - later(long), nearOf(short, entryAt, endAt) + nearOf(long, entryAt, endAt));
}

/**
 * Converts carry to a fraction of notional. Later settlements are given in units. Near ones (the next, and the
 * previous if it counts) are given as a fraction. The result is rounded to the grid of shares, so that parts that
 * cancel leave exactly zero.
 */
export function carryOf(laterUnits: number, near: number): number {
	return wholeShare(laterUnits / RATE_UNITS_PER_ONE + near);
}

function nearOf(
	{ role, nextAt, estimate, passed, uncertaintyMs }: LegCarry,
	entryAt: number,
	endAt: number,
): number {
	const side = role === 'long' ? -1 : 1;
	const { at, rate } = passed ?? NOTHING_PASSED;
	return nearCarry(side, nextAt, estimate, at, rate, entryAt, endAt, uncertaintyMs);
}

const NOTHING_PASSED = { at: Number.NaN, rate: Number.NaN };

/**
 * Computes a leg's funding at its next settlement, and at the previous settlement if that counts for the entry, as a
 * fraction of notional.
 * @param side 1 if the leg is short, −1 if it is long
 * @param passedAt NaN if no settlement before the next one can still count
 */
export function nearCarry(
	side: 1 | -1,
	nextAt: number,
	rate: number,
	passedAt: number,
	passedRate: number,
	entryAt: number,
	endAt: number,
	uncertaintyMs: number,
): number {
	const coming = side * rate;
	const passed = side * passedRate;
	return (
		(counts(nextAt, coming < 0, entryAt, endAt, uncertaintyMs) ? coming : 0) +
		(counts(passedAt, passed < 0, entryAt, endAt, uncertaintyMs) ? passed : 0)
	);
}

/**
 * Sums the rates of a leg's later settlements in (from, to] without walking through them, in units and with the
 * venue's sign. The expected rates per hour begin at index `offset` of `forward`.
 */
export function laterUnitsWithin(
	later: LaterSettlements,
	forward: ArrayLike<number>,
	offset: number,
	forecastAt: number,
	from: number,
	to: number,
): number {
	const { nextAt, laterIntervalMs, floorUnits, capUnits } = later;
	return unitsWithin(nextAt, laterIntervalMs, floorUnits, capUnits, forward, offset, forecastAt, from, to);
}

/** Works like `laterUnitsWithin` with plain numbers, because the hot path stores settlements in columns. */
export function unitsWithin(
	nextAt: number,
	intervalMs: number,
	floorUnits: number,
	capUnits: number,
	forward: ArrayLike<number>,
	offset: number,
	forecastAt: number,
	from: number,
	to: number,
): number {
	if (!(intervalMs > 0)) return 0;
	let startAt = Math.max(from, nextAt);
	let bucket = 0;
	while (bucket < LAST_BUCKET && forecastAt + (FORWARD_ENDS_MS[bucket] as number) <= startAt) bucket += 1;
	let passed = Math.floor((startAt - nextAt) / intervalMs);
	let total = 0;
	for (; startAt < to; bucket += 1) {
		const endAt =
			bucket === LAST_BUCKET ? to : Math.min(to, forecastAt + (FORWARD_ENDS_MS[bucket] as number));
		const reached = Math.floor((endAt - nextAt) / intervalMs);
		if (reached > passed) {
			const perHour = forward[offset + bucket] as number;
			total += (reached - passed) * unitsOf(perHour, intervalMs, floorUnits, capUnits);
		}
		passed = reached;
		startAt = endAt;
	}
	return total;
}

/** Converts a settlement's rate to what the leg receives, a fraction of notional; positive is income. */
export function receivedBy({ role }: Pick<LegCarry, 'role'>, rate: number): number {
	return role === 'long' ? 0 - rate : rate;
}

/**
 * Returns the leg's previous and next settlement, if they count for the entry. The venue itself reports or estimates
 * their rates.
 */
function nearSettlements(leg: LegCarry, entryAt: number, endAt: number): ExpectedSettlement[] {
	const near: ExpectedSettlement[] = [];
	const take = (at: number, rate: number, source: ExpectedSettlement['source']): void => {
		const received = receivedBy(leg, rate);
		if (counts(at, received < 0, entryAt, endAt, leg.uncertaintyMs))
			near.push({ at, role: leg.role, rate, received, source });
	};
	if (leg.passed !== undefined) take(leg.passed.at, leg.passed.rate, 'settled');
	take(leg.nextAt, leg.estimate, 'running_estimate');
	return near;
}

/**
 * Returns true if a settlement in (entry, end] counts. Within `uncertaintyMs` of the entry, the venue may or may not
 * include the position. The worse case is assumed, so only payments count then.
 */
export function counts(
	at: number,
	isPayment: boolean,
	entryAt: number,
	endAt: number,
	uncertaintyMs: number,
): boolean {
	if (at > endAt) return false;
	return Math.abs(at - entryAt) <= uncertaintyMs ? isPayment : at > entryAt;
}

/**
 * Returns every expected settlement within the horizon, oldest first. Their `received` values add up to
 * `expectedCarry`.
 */
export function expectedSettlements(
	pair: PairCarry,
	entryAt: number,
	horizonMs: number,
): readonly ExpectedSettlement[] {
	const endAt = entryAt + horizonMs;
	const rows = [pair.long, pair.short].flatMap((leg) => [
		...nearSettlements(leg, entryAt, endAt),
		...laterSettlements(leg, pair.forecastAt, entryAt, endAt),
	]);
	return rows.sort((a, b) => a.at - b.at || (a.role < b.role ? -1 : 1));
}

function laterSettlements(
	leg: LegCarry,
	forecastAt: number,
	entryAt: number,
	endAt: number,
): ExpectedSettlement[] {
	const rows: ExpectedSettlement[] = [];
	for (let at = firstLaterAt(leg, entryAt); at <= endAt; at += leg.laterIntervalMs) {
		const units = settlementUnits(leg.forward[bucketAt(at, forecastAt)] ?? 0, leg);
		const rate = units / RATE_UNITS_PER_ONE;
		const received = receivedBy(leg, rate);
		rows.push({ at, role: leg.role, rate, received, source: 'model' });
	}
	return rows;
}

/**
 * Returns the time of the first settlement after both `from` and the venue's next settlement; infinity if the
 * interval is invalid.
 */
function firstLaterAt({ nextAt, laterIntervalMs }: LaterSettlements, from: number): number {
	if (!(laterIntervalMs > 0)) return Number.POSITIVE_INFINITY;
	const passed = Math.max(0, Math.floor((from - nextAt) / laterIntervalMs));
	return nextAt + (passed + 1) * laterIntervalMs;
}

function bucketAt(at: number, forecastAt: number): number {
	const hours = (at - forecastAt) / HOUR_MS;
	let bucket = 0;
	while (bucket < FORWARD_COUNT - 1 && hours > (FORWARD_ENDS_HOURS[bucket] ?? 0)) bucket += 1;
	return bucket;
}

/**
 * Break-even and best horizon of a pair. Hours count from the entry and are rounded up to a hundredth, so that the
 * settlement is included.
 */
export type Payback = {
	/**
	 * Hours to the first settlement from which carry stays at or above the cost `total` until 2,160 h after entry;
	 * null if there is none.
	 */
	readonly breakEvenHours: number | null;
	/**
	 * Time of the break-even settlement, milliseconds; the entry time if there is nothing to pay back, null if carry
	 * never pays back.
	 */
	readonly breakEvenAt: number | null;
	/** The horizon up to 2,160 h with the highest (carry − total) per hour; null if carry never exceeds `total`. */
	readonly bestHorizonHours: number | null;
};

/** A double this close to a whole unit counts as that unit. */
const UNIT_NOISE = 1e-3;

/**
 * A later horizon replaces the best one only if its (carry − total) per hour is higher by this factor. The shortest
 * of equally good horizons therefore wins.
 */
const BEST_TOLERANCE = 1 + 1e-12;

/**
 * Computes break-even and best horizon in one walk through the settlements of the 2,160 h after the entry, in units.
 * It rounds `total` up and near settlements down to a unit. Settlements after `closesAt`, when a venue closes a leg,
 * are ignored.
 */
export function payback(
	pair: PairCarry,
	entryAt: number,
	total: number,
	closesAt = Number.POSITIVE_INFINITY,
): Payback {
	const endAt = Math.min(entryAt + HORIZON_HOURS_MAX * HOUR_MS, closesAt);
	const totalUnits = unitsToPayBack(total);
	let carry = 0;
	let isCovered = carry >= totalUnits;
	let coveredAt = isCovered ? entryAt : undefined;
	let best = 0;
	let bestAt: number | undefined;
	const note = (at: number): void => {
		const isNow = carry >= totalUnits;
		if (isNow && !isCovered) coveredAt = at;
		isCovered = isNow;
		const perHour = (carry - totalUnits) / (at - entryAt);
		if (at > entryAt && perHour > best * BEST_TOLERANCE) {
			best = perHour;
			bestAt = at;
		}
	};
	walkUnits(pair, entryAt, endAt, (at, units) => {
		carry += units;
		return note(at);
	});
	const breakEvenAt = isCovered && coveredAt !== undefined ? coveredAt : null;
	return {
		breakEvenHours: breakEvenAt === null ? null : hoursAfter(entryAt, breakEvenAt),
		breakEvenAt,
		bestHorizonHours: bestAt === undefined ? null : hoursAfter(entryAt, bestAt),
	};
}

/** Returns the units that pay back a cost, which is a fraction of one leg's notional. Rounds up. */
export function unitsToPayBack(total: number): number {
	return Math.ceil(total * RATE_UNITS_PER_ONE - UNIT_NOISE);
}

/** Converts the funding of a previous or next settlement to units, rounded down. */
export function nearUnits(received: number): number {
	return Math.floor(received * RATE_UNITS_PER_ONE + UNIT_NOISE);
}

/**
 * Calls `visit` once per settlement time that counts for the entry, up to `endAt`, with the total that both legs
 * receive, in units.
 */
export function walkUnits(
	pair: PairCarry,
	entryAt: number,
	endAt: number,
	visit: (at: number, units: number) => void,
): void {
	const { long, short, forecastAt } = pair;
	const near = [...nearSettlements(long, entryAt, endAt), ...nearSettlements(short, entryAt, endAt)].sort(
		(a, b) => a.at - b.at,
	);
	let nearIndex = 0;
	let longAt = firstLaterAt(long, entryAt);
	let shortAt = firstLaterAt(short, entryAt);
	const longUnits = bucketUnits(long);
	const shortUnits = bucketUnits(short);
	let bucket = 0;
	for (;;) {
		const nearAt = near[nearIndex]?.at ?? Number.POSITIVE_INFINITY;
		const at = Math.min(nearAt, longAt, shortAt);
		if (!(at <= endAt)) return;
		let units = 0;
		for (let next = near[nearIndex]; next?.at === at; next = near[nearIndex]) {
			units += nearUnits(next.received);
			nearIndex += 1;
		}
		while (bucket < FORWARD_COUNT - 1 && at - forecastAt > (FORWARD_ENDS_HOURS[bucket] ?? 0) * HOUR_MS)
			bucket += 1;
		if (longAt === at) {
			units -= longUnits[bucket] ?? 0;
			longAt += long.laterIntervalMs;
		}
		if (shortAt === at) {
			units += shortUnits[bucket] ?? 0;
			shortAt += short.laterIntervalMs;
		}
		visit(at, units);
	}
}

function bucketUnits(leg: LegCarry): readonly number[] {
	return FORWARD_ENDS_HOURS.map((_, bucket) => settlementUnits(leg.forward[bucket] ?? 0, leg));
}

function hoursAfter(entryAt: number, at: number): number {
	return Math.ceil((at - entryAt) / (HOUR_MS / 100)) / 100;
}

/** Converts a rate to whole units, rounded toward zero. */
function wholeUnits(value: Decimal): number {
	return Number(value / DECIMALS_PER_UNIT);
}
