/**
 * Computes the settlement times of an instrument. They are on a grid with a fixed interval, hourly for a while, or at
 * the times of a recorded series.
 */

const HOUR_MS = 3_600_000;

/** Settlement times of one instrument. All times are wall milliseconds; settlements are at whole seconds. */
export interface SettlementClock {
	/** Returns the length of the funding interval at `at`. */
	intervalMs(at: number): number;
	/** Returns the first settlement strictly after `at`. */
	next(at: number): number;
	/** Returns the last settlement at or before `at`. */
	previous(at: number): number;
}

/**
 * Creates a clock that settles every `intervalHours` on a grid of UTC days shifted by `gridOffsetMs`.
 * @param phaseHours hour of one daily settlement on the grid, for example 4 for settlements at 04:00, 12:00 and 20:00
 * with an 8-hour interval
 */
export function gridClock(intervalHours: number, phaseHours: number, gridOffsetMs: number): SettlementClock {
	const interval = intervalHours * HOUR_MS;
	const anchor = gridOffsetMs + (phaseHours % intervalHours) * HOUR_MS;
	const previous = (at: number): number => anchor + Math.floor((at - anchor) / interval) * interval;
	return { intervalMs: () => interval, previous, next: (at) => previous(at) + interval };
}

/** Effect of a settled rate on the next interval: the rate was at its cap or floor, small, or neither. */
export type Print = 'extreme' | 'calm' | 'usual';

/** Number of consecutive small hourly rates that ends hourly settlements. */
const CALM_PRINTS = 16;

/**
 * Creates a clock that becomes hourly after a settlement at the cap or floor, as Binance announced for 2025-05-02 and
 * later. It returns to the usual grid after 16 consecutive small hourly rates (announced 2026-01-02). We assume that
 * the return takes place at a settlement time of the grid.
 * @param print classifies the rate of the interval that ends at `at`
 * @param from time before which the rule does not apply
 */
export function hourlyAfterExtremes(
	grid: SettlementClock,
	print: (at: number, intervalMs: number) => Print,
	from: number,
): SettlementClock {
	const first = grid.previous(from);
	const instants = [first];
	// Length of the interval that begins at each instant, milliseconds.
	const intervals = [grid.intervalMs(first)];
	let calmPrints = 0;

	function extendBeyond(at: number): void {
		for (;;) {
			const last = instants.at(-1) ?? first;
			if (last > at) return;
			const interval = intervals.at(-1) ?? HOUR_MS;
			const settlesAt = last + interval;
			const said = print(settlesAt, interval);
			const usual = grid.intervalMs(settlesAt);
			calmPrints = said === 'calm' ? calmPrints + 1 : 0;
			const wasHourly = interval === HOUR_MS && usual !== HOUR_MS;
			const returns = calmPrints >= CALM_PRINTS && grid.previous(settlesAt) === settlesAt;
			instants.push(settlesAt);
			intervals.push(said === 'extreme' || (wasHourly && !returns) ? HOUR_MS : usual);
		}
	}

	const indexAt = (at: number): number => {
		extendBeyond(at);
		return lastAtOrBefore(instants, at);
	};
	return {
		intervalMs: (at) => (at < first ? grid.intervalMs(at) : (intervals[indexAt(at)] ?? HOUR_MS)),
		previous: (at) => (at < first ? grid.previous(at) : (instants[indexAt(at)] ?? first)),
		next: (at) => (at < first ? grid.next(at) : (instants[indexAt(at) + 1] ?? first)),
	};
}

/**
 * A recorded series whose last stretch is repeated forever. Positions number the settlements from 0 and continue past
 * the recorded ones; `rowOf` returns the recorded row for a position.
 */
export type RepeatedSeries = {
	readonly clock: SettlementClock;
	/** Returns the position of the last settlement at or before `at`; negative before the first settlement. */
	positionAt(at: number): number;
	/** Returns the recorded row for a position; the first row for negative positions. */
	rowOf(position: number): number;
	/** Returns the wall time of a position. */
	timeOf(position: number): number;
};

/**
 * @param instants ascending wall times of the recorded settlements, at least one
 * @param intervals length of the interval that ends at each instant, milliseconds
 * @param repeatMs length of the repeated stretch before the last instant, milliseconds; a multiple of every interval
 * keeps the settlement hours
 */
export function repeatedSeries(
	instants: Float64Array,
	intervals: Float64Array,
	repeatMs: number,
): RepeatedSeries {
	const count = instants.length;
	const first = instants[0] ?? 0;
	const last = instants[count - 1] ?? 0;
	// The rows in (last - repeatMs, last] form one round.
	const roundStart = Math.min(lastAtOrBefore(instants, last - repeatMs) + 1, count - 1);
	const roundLength = count - roundStart;

	const rowOf = (position: number): number => {
		if (position < 0) return 0;
		return position < count ? position : roundStart + ((position - count) % roundLength);
	};
	const timeOf = (position: number): number => {
		if (position < 0) return first + position * (intervals[0] ?? HOUR_MS);
		if (position < count) return instants[position] ?? last;
		const rounds = Math.floor((position - count) / roundLength) + 1;
		return (instants[rowOf(position)] ?? last) + rounds * repeatMs;
	};
	const positionAt = (at: number): number => {
		if (at < first) return Math.floor((at - first) / (intervals[0] ?? HOUR_MS));
		if (at <= last) return lastAtOrBefore(instants, at);
		// Within one round, times in (last, last + repeatMs] play the rows in (last - repeatMs, last].
		const rounds = Math.ceil((at - last) / repeatMs);
		const inRound = lastAtOrBefore(instants, at - rounds * repeatMs) - roundStart;
		return count + (rounds - 1) * roundLength + inRound;
	};
	return {
		positionAt,
		rowOf,
		timeOf,
		clock: {
			intervalMs: (at) => intervals[rowOf(positionAt(at) + 1)] ?? HOUR_MS,
			previous: (at) => timeOf(positionAt(at)),
			next: (at) => timeOf(positionAt(at) + 1),
		},
	};
}

/** Returns the index of the last value up to `at` in an ascending array; -1 if all values are higher. */
export function lastAtOrBefore(rising: ArrayLike<number>, at: number): number {
	let low = 0;
	let high = rising.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((rising[middle] ?? 0) <= at) low = middle + 1;
		else high = middle;
	}
	return low - 1;
}
