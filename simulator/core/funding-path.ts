/**
 * Computes settled and predicted funding rates of the seeded world, and predicted rates of the world that replays
 * history.
 *
 * The hourly rate is the interest anchor plus a slow mean over weeks (per coin and exchange) plus a fast excess. The
 * fast excess consists of small noise and of jumps that decay with a half-life of hours. This matches real spreads,
 * which have a half-life of 2 to 5 hours and are dominated by jumps. Jumps come in pairs of opposite sign, so even a
 * high excess does not add up to carry. Only the slow mean earns carry.
 */
import { type Decimal, toNumber } from '../../src/domain/decimal.ts';
import { decimalOfUnits, RATE_PLACES, RATE_UNITS_PER_ONE } from './generated-decimal.ts';
import { noiseAt, type Stream, streamOf, uniformAt, uniformBetween } from './seeded.ts';
import type { Print, SettlementClock } from './settlement-clock.ts';
import type { Instrument } from './types.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BP = 1e-4;

/** Interest component of the funding rate on Bybit and KuCoin: 0.01 % per 8 hours. */
const INTEREST_PER_HOUR = BP / 8;

/** A jump older than this many half-lives has decayed to less than a thousandth of its size. */
const HALF_LIVES_KEPT = 10;

/** One excursion of the rate: it has size `sizeBpPerHour` at `at` and halves every `halfLifeHours`. */
export type Jump = { readonly at: number; readonly sizeBpPerHour: number; readonly halfLifeHours: number };

export type JumpHabit = {
	/** Length of a bucket; each bucket contains one jump. */
	readonly bucketMs: number;
	/** Shifts the buckets in time, so that several instruments take turns. */
	readonly bucketOffsetMs: number;
	readonly sizeBpPerHourMin: number;
	readonly sizeBpPerHourMax: number;
};

export type HourlyRatePlan = {
	/** Slow excess over the interest anchor, bp per hour. Its sign never changes. */
	readonly slowBpPerHour: number;
	readonly jumps: JumpHabit | undefined;
	/** An excursion placed deliberately, in addition to the regular jumps. */
	readonly placedJump: Jump | undefined;
};

/** Returns the rate per hour, as a fraction, at a given time. */
export type HourlyRate = (at: number) => number;

export function hourlyRate(seed: number, name: string, plan: HourlyRatePlan): HourlyRate {
	const slow = streamOf(seed, `funding-slow/${name}`);
	const drift = streamOf(seed, `funding-drift/${name}`);
	const quick = streamOf(seed, `funding-quick/${name}`);
	const jumps = streamOf(seed, `funding-jump/${name}`);
	return (at) => {
		// The slow mean varies by ±24 % at most, so a coin that is worth trading stays worth trading.
		const slowBp = plan.slowBpPerHour * (1 + 0.08 * noiseAt(slow, at, 21 * DAY_MS));
		let fastBp = 0.01 * noiseAt(drift, at, 9 * DAY_MS) + 0.03 * noiseAt(quick, at, 3 * HOUR_MS);
		if (plan.jumps !== undefined) fastBp += habitualJumps(jumps, plan.jumps, at);
		if (plan.placedJump !== undefined) fastBp += jumpAt(plan.placedJump, at);
		return INTEREST_PER_HOUR + (slowBp + fastBp) * BP;
	};
}

function habitualJumps(stream: Stream, habit: JumpHabit, at: number): number {
	const current = Math.floor((at - habit.bucketOffsetMs) / habit.bucketMs);
	// The half-life is 2.5 hours at most, so jumps older than 25 hours do not matter.
	const bucketsBack = Math.ceil((HALF_LIVES_KEPT * 2.5 * HOUR_MS) / habit.bucketMs);
	let total = 0;
	for (let bucket = current - bucketsBack; bucket <= current; bucket += 1) {
		total += jumpAt(jumpOfBucket(stream, habit, bucket), at);
	}
	return total;
}

/**
 * Returns the jump in a bucket. Buckets 2k and 2k+1 are a pair with the same size and half-life and with opposite
 * signs. The seed decides which sign comes first.
 */
function jumpOfBucket(stream: Stream, habit: JumpHabit, bucket: number): Jump {
	const pair = Math.floor(bucket / 2);
	const second = bucket - 2 * pair;
	const firstIsUp = uniformAt(stream, 5 * pair) < 0.5;
	const up = firstIsUp ? second === 0 : second === 1;
	const size = uniformBetween(stream, 5 * pair + 1, habit.sizeBpPerHourMin, habit.sizeBpPerHourMax);
	const halfLifeHours = uniformBetween(stream, 5 * pair + 2, 2, 2.5);
	// The jump is in the first sixteenth of the bucket, so that instruments with staggered buckets take turns.
	const delay = uniformBetween(stream, 5 * pair + 3 + second, 0, habit.bucketMs / 16);
	return {
		at: bucket * habit.bucketMs + habit.bucketOffsetMs + delay,
		sizeBpPerHour: up ? size : -size,
		halfLifeHours,
	};
}

function jumpAt(jump: Jump, at: number): number {
	if (at < jump.at) return 0;
	const halfLives = (at - jump.at) / (jump.halfLifeHours * HOUR_MS);
	return halfLives > HALF_LIVES_KEPT ? 0 : jump.sizeBpPerHour * 0.5 ** halfLives;
}

export type RateLimits = { readonly capUnits: number; readonly floorUnits: number };

/** Returns an instrument's funding cap and floor in units of 1e-8. */
export function limitsOf({ fundingCap, fundingFloor }: Instrument): RateLimits {
	const units = (rate: Decimal): number => Math.round(toNumber(rate) * RATE_UNITS_PER_ONE);
	return { capUnits: units(fundingCap), floorUnits: units(fundingFloor) };
}

export function clampUnits(units: number, limits: RateLimits): number {
	return Math.max(limits.floorUnits, Math.min(limits.capUnits, units));
}

/**
 * Returns the rate for the interval that ends at `settlementAt`, in units of 1e-8. It is the weighted mean of the
 * hourly rates times the number of hours, clamped to the limits. Weights rise linearly, so the last hour has the
 * highest, as in the time weighting that Bybit's help describes for its premium average (2026-11).
 */
export function settledUnits(
	rate: HourlyRate,
	settlementAt: number,
	intervalMs: number,
	limits: RateLimits,
): number {
	const hours = Math.max(1, Math.round(intervalMs / HOUR_MS));
	let weighted = 0;
	for (let hour = 1; hour <= hours; hour += 1) {
		weighted += hour * rate(settlementAt - (hours - hour + 0.5) * HOUR_MS);
	}
	const perInterval = (weighted / ((hours * (hours + 1)) / 2)) * hours;
	return clampUnits(Math.round(perInterval * RATE_UNITS_PER_ONE), limits);
}

/**
 * Maximum absolute rate that counts as calm, 0.025 %, in units of 1e-8. Calm rates end hourly settlements (Binance,
 * announced 2026-01-02).
 */
const CALM_UNITS_MAX = 0.00025 * RATE_UNITS_PER_ONE;

/** Returns a function that classifies a settled rate by its effect on the next interval. */
export function printOf(rate: HourlyRate, limits: RateLimits): (at: number, intervalMs: number) => Print {
	return (at, intervalMs) => {
		const units = settledUnits(rate, at, intervalMs, limits);
		if (units >= limits.capUnits || units <= limits.floorUnits) return 'extreme';
		return Math.abs(units) <= CALM_UNITS_MAX ? 'calm' : 'usual';
	};
}

/** Funding rates of an instrument, in exact decimals. */
export interface FundingPath {
	readonly clock: SettlementClock;
	/** @throws RangeError if the instrument does not settle at `settlementAt` */
	settledRate(settlementAt: number): Decimal;
	predictedRate(at: number): Decimal;
}

export type RunningPeriod = {
	readonly from: number;
	readonly to: number;
	/** Rate settled at `from`, scaled to the length of the current interval. */
	readonly lastUnits: number;
	/** Rate that will settle at `to`. */
	readonly comingUnits: number;
	readonly intervalMs: number;
};

/** Amplitude of the predicted rate's noise at the start of an 8-hour interval: 0.15 bp, in units of 1e-8. */
const ESTIMATE_NOISE_UNITS_8H = 1500;
/** Time before a settlement in which the predicted rate may equal the settled one, milliseconds. */
const LAST_INSTANTS_MS = 3000;

/**
 * Returns the predicted rate at `at`, in units of 1e-8. At fraction f of the interval, the rate that will settle has
 * weight f², and the last settled rate the rest. This weight is the part of the linear time weights that has already
 * passed. The noise fades as the weight grows. Until three seconds before the settlement the result never equals the
 * rate that will settle, unless the limits force it.
 */
export function runningEstimateUnits(
	stream: Stream,
	period: RunningPeriod,
	limits: RateLimits,
	at: number,
): number {
	const fraction = Math.max(0, Math.min(1, (at - period.from) / (period.to - period.from)));
	const known = fraction * fraction;
	const amplitude = ESTIMATE_NOISE_UNITS_8H * (period.intervalMs / (8 * HOUR_MS)) * (1 - known) + 2;
	const noise = amplitude * (0.7 * noiseAt(stream, at, 10 * 60_000) + 0.3 * noiseAt(stream + 1, at, 20_000));
	const estimate = Math.round((1 - known) * period.lastUnits + known * period.comingUnits + noise);
	if (estimate === period.comingUnits && period.to - at > LAST_INSTANTS_MS) {
		return clampUnits(estimate + (noise < 0 ? -1 : 1), limits);
	}
	return clampUnits(estimate, limits);
}

/**
 * Creates the seeded funding of one instrument on its settlement schedule. Settled rates never change, so they are
 * cached.
 */
export function seededFunding(
	seed: number,
	name: string,
	clock: SettlementClock,
	rate: HourlyRate,
	limits: RateLimits,
): FundingPath {
	const estimateStream = streamOf(seed, `estimate/${name}`);
	const kept = new Map<number, number>();
	const unitsAt = (settlementAt: number): number => {
		const known = kept.get(settlementAt);
		if (known !== undefined) return known;
		if (clock.previous(settlementAt) !== settlementAt) throw notASettlement(name, settlementAt, clock);
		const units = settledUnits(rate, settlementAt, clock.intervalMs(settlementAt - 1), limits);
		if (kept.size >= KEPT_RATES_MAX) kept.clear();
		kept.set(settlementAt, units);
		return units;
	};
	return {
		clock,
		settledRate: (settlementAt) => decimalOfUnits(unitsAt(settlementAt), RATE_PLACES),
		predictedRate: (at) => {
			const from = clock.previous(at);
			const to = clock.next(at);
			const intervalMs = clock.intervalMs(at);
			const period = {
				from,
				to,
				lastUnits: unitsAt(from) * (intervalMs / clock.intervalMs(from - 1)),
				comingUnits: unitsAt(to),
				intervalMs,
			};
			return decimalOfUnits(runningEstimateUnits(estimateStream, period, limits, at), RATE_PLACES);
		},
	};
}

/** Maximum cached rates per instrument, more than a year of hourly ones. A full cache is cleared. */
const KEPT_RATES_MAX = 10_000;

export function notASettlement(name: string, at: number, clock: SettlementClock): RangeError {
	return new RangeError(
		`${name} does not settle at ${at}, its neighbours are ${clock.previous(at)} and ${clock.next(at)}.`,
	);
}
