/**
 * Computes a pair's expected carry over a horizon, and its best horizon. Later settlements are those after a leg's
 * next one; their rates are summed in units of 1e-13. The sum for each verdict horizon is cached until a settlement
 * enters or leaves the horizon.
 */
import { breakEvenAt } from '../domain/break-even.ts';
import { forecastDirection } from '../domain/carry.ts';
import {
	carryOf,
	FORWARD_COUNT,
	type LegCarry,
	nearCarry,
	type PairCarry,
	unitsWithin,
} from '../domain/expected-carry.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import { ENTRY_TIME_MS } from '../domain/opportunity.ts';
import { bestHorizon, DIRECTION_HOURS, VERDICT_HORIZONS_HOURS } from '../domain/verdict.ts';
import { EXPECTATION_STRIDE, type ExpectationColumns } from './expectation.ts';
import type { FigureTerms, PairFigures, RowNumbers } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import type { PairColumns } from './pair-columns.ts';

const HORIZONS_MS = VERDICT_HORIZONS_HOURS.map((hours) => hours * HOUR_MS);
const HORIZON_COUNT = HORIZONS_MS.length;
const SHORTEST_MS = Math.min(...HORIZONS_MS);
/** Maximum difference between a break-even sum, which is rounded to units of 1e-13, and the same sum of fractions. */
const PAID_NOISE = 1e-12;
const DIRECTION_INDEX = VERDICT_HORIZONS_HOURS.indexOf(DIRECTION_HOURS);

/** Computes pairs' expected carry over a given horizon or each pair's best one, as fractions of one leg's notional. */
export type PairCarries = {
	/** Computes the carry at the horizon of the terms, or at the pair's best one. */
	readonly at: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Computes the carry at the pair's best horizon and over DIRECTION_HOURS, from the cached sums. */
	readonly atBest: (pairRow: RowNumbers, now: number, into: PairFigures) => void;
	/** Returns when a pair's cached sums expire even if no input changes, ms. */
	readonly holdsUntil: (pairRow: RowNumbers) => number;
	/** Discards a pair's cached sums. */
	readonly forget: (pairRow: Pick<RowNumbers, 'index'>) => void;
	/** Returns the earliest announced delisting of a leg, ms; expected carry ends there. Infinity if there is none. */
	readonly closesAt: (pairRow: RowNumbers) => number;
	/** Returns both legs' settlements; undefined without a predicted rate or a forecast. */
	readonly pair: (pairRow: RowNumbers) => PairCarry | undefined;
	/** Returns the break-even time, ms, for a cost (a fraction); null: never; undefined: no rate or forecast. */
	readonly breakEvenAt: (pairRow: RowNumbers, total: number, entryAt: number) => number | null | undefined;
	/** Returns a time at which the carry has not yet covered the cost, ms; −infinity if none was found. */
	readonly unpaidAt: (pairRow: RowNumbers, total: number, now: number) => number;
};

type CarryTables = {
	readonly legs: LegTable;
	readonly columns: PairColumns;
	readonly expectations: ExpectationColumns;
};

type Carries = CarryTables & {
	/** Working memory: the current pair's later units, one number per horizon. */
	readonly units: Float64Array;
	readonly carries: Float64Array;
};

/** Creates the carry computation over the columns of legs, pairs and forecasts, with a cache per pair. */
export function createPairCarries({ legs, columns: kept, expectations }: CarryTables): PairCarries {
	const state: Carries = {
		legs,
		columns: kept,
		expectations,
		units: new Float64Array(HORIZON_COUNT),
		carries: new Float64Array(HORIZON_COUNT),
	};
	return {
		at(pairRow, { horizonHours, horizonMs }, now, into) {
			if (horizonHours !== undefined && horizonMs !== undefined) {
				atHeld(state, pairRow, horizonHours, horizonMs, now, into);
				return;
			}
			readUnits(state, pairRow, now, holds(state, pairRow, now));
			best(state, pairRow, now, into);
		},
		atBest(pairRow, now, into) {
			const isKept = holds(state, pairRow, now);
			readUnits(state, pairRow, now, isKept);
			if (!isKept) keepUnits(state, pairRow, now);
			best(state, pairRow, now, into);
		},
		holdsUntil: ({ index }) => kept.laterHoldsUntil[kept.row(index)] as number,
		forget({ index }) {
			kept.laterHoldsUntil[kept.row(index)] = Number.NEGATIVE_INFINITY;
		},
		closesAt: (pairRow) => closesAt(legs.columns, pairRow),
		pair: (pairRow) => pairCarryOf(state, pairRow),
		unpaidAt: (pairRow, total, now) => unpaidAt(state, pairRow, total, now),
		breakEvenAt: (pairRow, total, entryAt) => breakEvenOf(state, pairRow, total, entryAt),
	};
}

/** Sums the units of both legs' later settlements in canonical direction: short the first leg, long the second. */
function laterUnits(
	{ legs, expectations }: Carries,
	pairRow: RowNumbers,
	entryAt: number,
	endAt: number,
): number {
	const { forward, forecastAt } = expectations;
	const offset = pairRow.index * EXPECTATION_STRIDE;
	const at = forecastAt[pairRow.index] as number;
	const ofFirst = laterOfLeg(legs.columns, pairRow.first, forward, offset, at, entryAt, endAt);
	return (
		ofFirst - laterOfLeg(legs.columns, pairRow.second, forward, offset + FORWARD_COUNT, at, entryAt, endAt)
	);
}

/** Sums the units of a leg's settlements after the next one; NaN without a predicted rate or a forecast. */
function laterOfLeg(
	columns: LegTable['columns'],
	leg: number,
	forward: Float64Array,
	offset: number,
	forecastAt: number,
	entryAt: number,
	endAt: number,
): number {
	const row = columns.row(leg);
	const intervalMs = columns.laterIntervalMs[row] as number;
	if (Number.isNaN(intervalMs) || Number.isNaN(forecastAt)) return Number.NaN;
	return unitsWithin(
		columns.nextAt[row] as number,
		intervalMs,
		columns.floorUnits[row] as number,
		columns.capUnits[row] as number,
		forward,
		offset,
		forecastAt,
		entryAt,
		endAt,
	);
}

function closesAt({ delistingAt, row }: LegTable['columns'], { first, second }: RowNumbers): number {
	return Math.min(delistingAt[row(first)] as number, delistingAt[row(second)] as number);
}

/** False if changed settlement times or the passage of time have invalidated a pair's cached sums. */
function holds({ legs: { columns }, columns: kept }: Carries, pairRow: RowNumbers, now: number): boolean {
	const row = kept.row(pairRow.index);
	return (
		now < (kept.laterHoldsUntil[row] as number) &&
		kept.firstClock[row] === columns.clockVersion[columns.row(pairRow.first)] &&
		kept.secondClock[row] === columns.clockVersion[columns.row(pairRow.second)]
	);
}

/** Takes the later units of all horizons from the cache, or computes them. */
function readUnits(state: Carries, pairRow: RowNumbers, now: number, isKept: boolean): void {
	const { columns: kept, units } = state;
	if (isKept) {
		const { laterUnits: known } = kept;
		const row = kept.row(pairRow.index);
		for (let index = 0; index < HORIZON_COUNT; index += 1) units[index] = known[row + index] as number;
		return;
	}
	const entryAt = now + ENTRY_TIME_MS;
	const end = closesAt(state.legs.columns, pairRow);
	for (let index = 0; index < HORIZON_COUNT; index += 1)
		units[index] = laterUnits(
			state,
			pairRow,
			entryAt,
			Math.min(entryAt + (HORIZONS_MS[index] as number), end),
		);
}

function keepUnits(state: Carries, pairRow: RowNumbers, now: number): void {
	const { legs, columns: kept } = state;
	const { columns } = legs;
	const row = kept.row(pairRow.index);
	kept.laterUnits.set(state.units, row);
	kept.firstClock[row] = columns.clockVersion[columns.row(pairRow.first)] as number;
	kept.secondClock[row] = columns.clockVersion[columns.row(pairRow.second)] as number;
	kept.laterHoldsUntil[row] = laterHoldsUntil(legs, pairRow, now);
}

/** Returns the next time, ms, at which a settlement enters a horizon or the assumed entry moves past a settlement. */
function laterHoldsUntil(legs: LegTable, pairRow: RowNumbers, now: number): number {
	const entryAt = now + ENTRY_TIME_MS;
	const end = closesAt(legs.columns, pairRow);
	let until = Number.POSITIVE_INFINITY;
	for (let side = 0; side < 2; side += 1) {
		const settlements = legs.later(side === 0 ? pairRow.first : pairRow.second);
		if (settlements === undefined || !(settlements.laterIntervalMs > 0)) continue;
		const { nextAt, laterIntervalMs } = settlements;
		until = Math.min(until, now + laterIntervalMs - mod(entryAt - nextAt, laterIntervalMs));
		for (const horizonMs of HORIZONS_MS) {
			const endAt = Math.min(entryAt + horizonMs, end);
			until = Math.min(until, now + laterIntervalMs - mod(endAt - nextAt, laterIntervalMs));
		}
	}
	return until;
}

function nearOf(
	columns: LegTable['columns'],
	leg: number,
	side: 1 | -1,
	entryAt: number,
	endAt: number,
): number {
	const row = columns.row(leg);
	return nearCarry(
		side,
		columns.nextAt[row] as number,
		columns.rate[row] as number,
		columns.passedAt[row] as number,
		columns.passedRate[row] as number,
		entryAt,
		endAt,
		columns.uncertaintyMs[row] as number,
	);
}

function nearBoth(
	columns: LegTable['columns'],
	{ first, second }: RowNumbers,
	side: 1 | -1,
	entryAt: number,
	endAt: number,
): number {
	const ofSecond = nearOf(columns, second, side === 1 ? -1 : 1, entryAt, endAt);
	return nearOf(columns, first, side, entryAt, endAt) + ofSecond;
}

/** True if both legs' next settlements will have passed at `at`. */
function isComingBy(
	{ nextAt, row }: LegTable['columns'],
	{ first, second }: RowNumbers,
	at: number,
): boolean {
	return (nextAt[row(first)] as number) <= at && (nextAt[row(second)] as number) <= at;
}

function sideOf(kept: PairColumns, { index }: RowNumbers): 1 | -1 {
	return forecastDirection(kept.firstIsLong[kept.row(index)] === 1);
}

/** Finds the best horizon, using the units that were just read. */
function best(state: Carries, pairRow: RowNumbers, now: number, into: PairFigures): void {
	const { units, carries } = state;
	const { columns } = state.legs;
	const side = sideOf(state.columns, pairRow);
	const entryAt = now + ENTRY_TIME_MS;
	const end = closesAt(columns, pairRow);
	const firstEndAt = Math.min(entryAt + (HORIZONS_MS[0] as number), end);
	const near = nearBoth(columns, pairRow, side, entryAt, firstEndAt);
	const isOver = isComingBy(columns, pairRow, firstEndAt);
	for (let index = 0; index < HORIZON_COUNT; index += 1) carries[index] = side * (units[index] as number);
	// Both next settlements are usually within every horizon, so the horizon with the most units is best.
	if (!isOver) addNear(state, pairRow, side, entryAt, end);
	const found = bestHorizon(carries);
	const inDirection = carries[DIRECTION_INDEX] as number;
	const directionCarry = isOver ? carryOf(inDirection, near) : inDirection;
	const known = Number.isNaN(directionCarry) ? DIRECTION_INDEX : found;
	const foundCarry = carries[known] as number;
	into.directionCarry = directionCarry;
	into.expectedCarry =
		known === DIRECTION_INDEX ? directionCarry : isOver ? carryOf(foundCarry, near) : foundCarry;
	into.horizonHours = VERDICT_HORIZONS_HOURS[known] as number;
}

/** Converts each horizon's units to a carry, and adds the near settlements that lie within the horizon. */
function addNear(
	{ legs, carries }: Carries,
	pairRow: RowNumbers,
	side: 1 | -1,
	entryAt: number,
	end: number,
): void {
	for (let index = 0; index < HORIZON_COUNT; index += 1) {
		const endAt = Math.min(entryAt + (HORIZONS_MS[index] as number), end);
		carries[index] = carryOf(carries[index] as number, nearBoth(legs.columns, pairRow, side, entryAt, endAt));
	}
}

/** Sums the later units within any horizon: usually the next shorter horizon's cached sum plus a few more. */
function laterWithin(
	state: Carries,
	pairRow: RowNumbers,
	now: number,
	horizonMs: number,
	entryAt: number,
	endAt: number,
): number {
	if (horizonMs < SHORTEST_MS || !holds(state, pairRow, now))
		return laterUnits(state, pairRow, entryAt, endAt);
	let index = HORIZON_COUNT - 1;
	while ((HORIZONS_MS[index] as number) > horizonMs) index -= 1;
	const shorterMs = HORIZONS_MS[index] as number;
	const known = state.columns.laterUnits[state.columns.row(pairRow.index) + index] as number;
	return shorterMs === horizonMs || entryAt + shorterMs >= endAt
		? known
		: known + laterUnits(state, pairRow, entryAt + shorterMs, endAt);
}

/** Computes the carry at the caller's horizon. */
function atHeld(
	state: Carries,
	pairRow: RowNumbers,
	hours: number,
	horizonMs: number,
	now: number,
	into: PairFigures,
): void {
	const {
		legs: { columns },
		columns: kept,
	} = state;
	const entryAt = now + ENTRY_TIME_MS;
	const endAt = Math.min(entryAt + horizonMs, closesAt(columns, pairRow));
	const side = sideOf(kept, pairRow);
	const later = laterWithin(state, pairRow, now, horizonMs, entryAt, endAt);
	into.expectedCarry = carryOf(side * later, nearBoth(columns, pairRow, side, entryAt, endAt));
	into.directionCarry = Number.NaN;
	into.horizonHours = hours;
}

function legCarryOf(legs: LegTable, leg: number, role: LegRole, forward: Float64Array): LegCarry | undefined {
	const { columns } = legs;
	const later = legs.later(leg);
	if (later === undefined) return undefined;
	const row = columns.row(leg);
	return {
		...later,
		role,
		estimate: columns.rate[row] as number,
		forward,
		passed: passedOf(columns, row),
		uncertaintyMs: columns.uncertaintyMs[row] as number,
	};
}

/** Two legs that every call to `breakEvenAt` fills again. It keeps no reference to them. */
type ReusedLeg = { -readonly [member in keyof LegCarry]: LegCarry[member] } & { forward: Float64Array };
const REUSED_LONG = reusedLeg('long');
const REUSED_SHORT = reusedLeg('short');

function reusedLeg(role: LegRole): ReusedLeg {
	return {
		role,
		nextAt: 0,
		laterIntervalMs: 0,
		floorUnits: 0,
		capUnits: 0,
		estimate: 0,
		forward: new Float64Array(FORWARD_COUNT),
		passed: undefined,
		uncertaintyMs: 0,
	};
}

/** Returns when carry has permanently covered a cost, ms; null: never; undefined: no predicted rate or forecast. */
function breakEvenOf(
	{ legs, columns: kept, expectations }: CarryTables,
	pairRow: RowNumbers,
	total: number,
	entryAt: number,
): number | null | undefined {
	const { forward, forecastAt } = expectations;
	const at = forecastAt[pairRow.index] as number;
	if (Number.isNaN(at)) return undefined;
	const firstIsLong = kept.firstIsLong[kept.row(pairRow.index)] === 1;
	const [first, second] = firstIsLong ? [REUSED_LONG, REUSED_SHORT] : [REUSED_SHORT, REUSED_LONG];
	const begin = pairRow.index * EXPECTATION_STRIDE;
	if (!fillLeg(legs, pairRow.first, forward, begin, first)) return undefined;
	if (!fillLeg(legs, pairRow.second, forward, begin + FORWARD_COUNT, second)) return undefined;
	const pair = { long: REUSED_LONG, short: REUSED_SHORT, forecastAt: at };
	return breakEvenAt(pair, entryAt, total, closesAt(legs.columns, pairRow));
}

/** Returns the end of the longest verdict horizon whose carry is below a cost, ms; −infinity if there is none. */
function unpaidAt(state: Carries, pairRow: RowNumbers, total: number, now: number): number {
	const { columns } = state.legs;
	readUnits(state, pairRow, now, holds(state, pairRow, now));
	const side = sideOf(state.columns, pairRow);
	const entryAt = now + ENTRY_TIME_MS;
	const end = closesAt(columns, pairRow);
	for (let index = HORIZON_COUNT - 1; index >= 0; index -= 1) {
		const endAt = Math.min(entryAt + (HORIZONS_MS[index] as number), end);
		const near = nearBoth(columns, pairRow, side, entryAt, endAt);
		if (carryOf(side * (state.units[index] as number), near) < total - PAID_NOISE) return endAt;
	}
	return Number.NEGATIVE_INFINITY;
}

/** Fills a reused leg; false without a predicted rate. */
function fillLeg(
	legs: LegTable,
	leg: number,
	forward: Float64Array,
	offset: number,
	into: ReusedLeg,
): boolean {
	const { columns } = legs;
	const row = columns.row(leg);
	if (Number.isNaN(columns.laterIntervalMs[row] as number)) return false;
	into.nextAt = columns.nextAt[row] as number;
	into.laterIntervalMs = columns.laterIntervalMs[row] as number;
	into.floorUnits = columns.floorUnits[row] as number;
	into.capUnits = columns.capUnits[row] as number;
	into.estimate = columns.rate[row] as number;
	into.passed = passedOf(columns, row);
	into.uncertaintyMs = columns.uncertaintyMs[row] as number;
	for (let bucket = 0; bucket < FORWARD_COUNT; bucket += 1)
		into.forward[bucket] = forward[offset + bucket] as number;
	return true;
}

function passedOf(columns: LegTable['columns'], row: number): LegCarry['passed'] {
	const at = columns.passedAt[row] as number;
	return Number.isNaN(at) ? undefined : { at, rate: columns.passedRate[row] as number };
}

function pairCarryOf(
	{ legs, columns: kept, expectations }: CarryTables,
	pairRow: RowNumbers,
): PairCarry | undefined {
	const { forward, forecastAt } = expectations;
	const at = forecastAt[pairRow.index] as number;
	if (Number.isNaN(at)) return undefined;
	const begin = pairRow.index * EXPECTATION_STRIDE;
	const middle = begin + FORWARD_COUNT;
	const firstIsLong = kept.firstIsLong[kept.row(pairRow.index)] === 1;
	const [firstRole, secondRole] = firstIsLong ? (['long', 'short'] as const) : (['short', 'long'] as const);
	const first = legCarryOf(legs, pairRow.first, firstRole, forward.subarray(begin, middle));
	const second = legCarryOf(
		legs,
		pairRow.second,
		secondRole,
		forward.subarray(middle, middle + FORWARD_COUNT),
	);
	if (first === undefined || second === undefined) return undefined;
	return firstIsLong
		? { long: first, short: second, forecastAt: at }
		: { long: second, short: first, forecastAt: at };
}

/** Returns the remainder with the sign of the divisor. */
function mod(value: number, by: number): number {
	return ((value % by) + by) % by;
}
