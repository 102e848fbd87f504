/**
 * Computes the worth of each of a coin's legs from the expected carry of its pairs. The planner compares legs by it.
 * Pure functions.
 */
import { MONTH_HOURS } from '../domain/funding.ts';
import { type LegHistory, paidBetween, settlementsUpTo } from '../domain/leg-history.ts';

/** Horizon of a plan, hours, unless the caller chooses another. */
export const PLAN_HOURS = 720;
/**
 * Hourly rates are clipped at this fraction per hour, 1 bp, before their mean is taken, so that one day at the funding
 * cap does not dominate the month. 99.3 % of the hours in the year of docs/calibration.md lie below it.
 */
export const HOURLY_RATE_MAX = 1e-4;
/** Weight of the carry model. The 30-day mean has the rest. */
const MODEL_WEIGHT = 0.5;
/** Share of the mean spread of the last 30 days that the next 30 days pay. */
const MEAN_KEPT = 0.6;
/** Minimum fraction of a month's hours that must be known for a mean. */
const MONTH_KNOWN_MIN = 0.97;

/** Expected carry of a pair of one coin's legs, given by their indices. */
export type PairCarry = {
	readonly short: number;
	readonly long: number;
	/** Expected carry over the plan's horizon of one USD short and one USD long, a fraction. */
	readonly carry: number;
};

/** Worth of one leg. */
export type LegWorth = {
	/** Carry that a short of one USD receives here over the horizon, a fraction. The mean of each group is 0. */
	readonly worth: number;
	/** Number of the leg's group. The worths of legs in different groups cannot be compared. */
	readonly group: number;
};

/**
 * Computes a leg's mean rate per hour over the 30 days up to `hour`, after clipping each hourly rate at
 * `HOURLY_RATE_MAX`. Returns NaN if more than 3 % of these hours are unknown.
 * @param hour hours since 1970
 */
export function clippedMonthMean(history: LegHistory, hour: number): number {
	const start = hour - MONTH_HOURS;
	let rates = 0;
	let hours = 0;
	const end = settlementsUpTo(history, hour);
	for (let index = Math.max(1, settlementsUpTo(history, start)); index < end; index += 1) {
		const paid = paidBetween(history, index, index + 1);
		if (paid.hours <= 0) continue;
		const perHour = paid.rates / paid.hours;
		rates += paid.hours * Math.max(-HOURLY_RATE_MAX, Math.min(HOURLY_RATE_MAX, perHour));
		hours += paid.hours;
	}
	return hours < MONTH_KNOWN_MIN * MONTH_HOURS ? Number.NaN : rates / hours;
}

/**
 * Computes a pair's expected carry: half the model's forecast, half 0.6 of the 30-day mean spread. Returns NaN if an
 * input is NaN; such a pair has no forecast and is left out of `legWorths`.
 * @param modelCarry the model's carry over the horizon of one USD short and one USD long, a fraction
 * @param shortMean mean rate of the short leg, per hour, from `clippedMonthMean`
 * @param longMean mean rate of the long leg, per hour
 * @param hours the horizon
 */
export function blendedCarry(
	modelCarry: number,
	shortMean: number,
	longMean: number,
	hours: number = PLAN_HOURS,
): number {
	const meanCarry = MEAN_KEPT * hours * (shortMean - longMean);
	return MODEL_WEIGHT * modelCarry + (1 - MODEL_WEIGHT) * meanCarry;
}

/**
 * Computes the worth of each of a coin's legs: the figures whose differences fit the pairs' carry best by least
 * squares. If every pair has a forecast, this is Σ carry / (number of other legs + 1). Legs that no chain of pairs
 * connects fall into separate groups; a leg without any pair has worth 0 and a group of its own.
 * @param count number of legs
 */
export function legWorths(count: number, pairs: readonly PairCarry[]): readonly LegWorth[] {
	const known = pairs.filter(({ carry }) => Number.isFinite(carry));
	const group = groupsOf(count, known);
	const worth = new Array<number>(count).fill(0);
	for (const number of new Set(group)) {
		const members = [...group.keys()].filter((leg) => group[leg] === number);
		if (members.length < 2) continue;
		const found = leastSquares(
			members,
			known.filter(({ short }) => group[short] === number),
		);
		members.forEach((leg, index) => {
			worth[leg] = found[index] as number;
		});
	}
	return group.map((number, leg) => ({ worth: worth[leg] as number, group: number }));
}

/**
 * Returns the number of the largest group, the first one among equals. Only its legs may be opened. Undefined if no
 * pair has a forecast.
 */
export function mainGroup(worths: readonly LegWorth[]): number | undefined {
	const sizes = new Map<number, number>();
	for (const { group } of worths) sizes.set(group, (sizes.get(group) ?? 0) + 1);
	const [main] = [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
	return main === undefined || main[1] < 2 ? undefined : main[0];
}

/** Numbers each leg's group by the group's first leg. */
function groupsOf(count: number, pairs: readonly PairCarry[]): number[] {
	const group = Array.from({ length: count }, (_, leg) => leg);
	for (const { short, long } of pairs) {
		const [low, high] = [group[short] as number, group[long] as number].sort((a, b) => a - b);
		group.forEach((number, leg) => {
			if (number === high) group[leg] = low as number;
		});
	}
	return group;
}

/** Solves the normal equations of one group. Their solution has mean 0. */
function leastSquares(members: readonly number[], pairs: readonly PairCarry[]): readonly number[] {
	const size = members.length;
	const at = new Map(members.map((leg, index) => [leg, index]));
	// The ones fix the mean at 0, because the pairs determine only differences.
	const rows = members.map(() => new Float64Array(size + 1).fill(1, 0, size));
	const add = (row: number, column: number, value: number): void => {
		const line = rows[row] as Float64Array;
		line[column] = (line[column] as number) + value;
	};
	for (const { short, long, carry } of pairs) {
		const [first, second] = [at.get(short) as number, at.get(long) as number];
		add(first, first, 1);
		add(second, second, 1);
		add(first, second, -1);
		add(second, first, -1);
		add(first, size, carry);
		add(second, size, -carry);
	}
	return solved(rows);
}

/** Solves a positive definite system by elimination. Each row holds its coefficients and its right side. */
function solved(rows: readonly Float64Array[]): readonly number[] {
	const size = rows.length;
	const value = (row: number, column: number): number => rows[row]?.[column] as number;
	for (let pivot = 0; pivot < size; pivot += 1) {
		for (let row = pivot + 1; row < size; row += 1) {
			const factor = value(row, pivot) / value(pivot, pivot);
			const line = rows[row] as Float64Array;
			for (let column = pivot; column <= size; column += 1)
				line[column] = (line[column] as number) - factor * value(pivot, column);
		}
	}
	const result = new Array<number>(size).fill(0);
	for (let row = size - 1; row >= 0; row -= 1) {
		let rest = value(row, size);
		for (let column = row + 1; column < size; column += 1)
			rest -= value(row, column) * (result[column] as number);
		result[row] = rest / value(row, row);
	}
	return result;
}
