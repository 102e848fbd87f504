/**
 * Past decisions about carry and what became of them, in columns: there are two hundred thousand of a year, and as objects they
 * took more memory than all that the service keeps of its markets.
 */
import { SIGN_FEATURE_NAMES } from './carry-odds.ts';

const SIGN_COUNT = SIGN_FEATURE_NAMES.length;

/** A pair's state when something was promised; rates are fractions per hour. */
export type Occasion = {
	readonly movement: number;
	/** The excess of the headline over one scale. */
	readonly excess: number;
	/** True where both legs had last paid alike. */
	readonly isLevel: boolean;
	/** The features of the odds (`carry-odds.ts`). */
	readonly signs: Float64Array;
	readonly hasLikeClocks: boolean;
	/** How many decisions it stands for. */
	readonly weight: number;
};

/** Occasions by row, a column for each member of `Occasion`. */
export type Occasions = {
	readonly movement: Float64Array;
	readonly excess: Float64Array;
	readonly isLevel: Uint8Array;
	/** A row has one number for each feature of the odds. */
	readonly signs: Float64Array;
	readonly hasLikeClocks: Uint8Array;
	readonly weight: Float64Array;
};

/** Promises of one horizon, made before their outcome, and what arrived; fractions per hour, index by index. */
export type PastForecasts = {
	readonly occasions: Occasions;
	/** The row of each promise's occasion. */
	readonly rows: Int32Array;
	readonly expected: Float64Array;
	readonly received: Float64Array;
};

/** Takes decisions in, and gives what was taken in by horizon. */
export type PastForecastsWriter = {
	/** Adds an occasion with what was promised and received at it, by horizon; an outcome of NaN is not known and is left out. */
	readonly add: (occasion: Occasion, expected: Float64Array, received: Float64Array) => void;
	/** All that was added. @param horizon its number, from 0 */
	readonly of: (horizon: number) => PastForecasts;
};

/** @param rowsMax occasions that may be added @throws RangeError when more are */
export function createPastForecasts(rowsMax: number, horizonCount: number): PastForecastsWriter {
	const occasions: Occasions = {
		movement: new Float64Array(rowsMax),
		excess: new Float64Array(rowsMax),
		isLevel: new Uint8Array(rowsMax),
		signs: new Float64Array(rowsMax * SIGN_COUNT),
		hasLikeClocks: new Uint8Array(rowsMax),
		weight: new Float64Array(rowsMax),
	};
	const horizons = Array.from({ length: horizonCount }, () => ({
		rows: new Int32Array(rowsMax),
		expected: new Float64Array(rowsMax),
		received: new Float64Array(rowsMax),
		count: 0,
	}));
	let rowCount = 0;

	return {
		add(occasion, expected, received) {
			if (rowCount === rowsMax) throw new RangeError(`More than ${rowsMax} occasions were added.`);
			put(occasions, rowCount, occasion);
			for (const [index, horizon] of horizons.entries()) {
				const arrived = received[index] as number;
				if (Number.isNaN(arrived)) continue;
				horizon.rows[horizon.count] = rowCount;
				horizon.expected[horizon.count] = expected[index] as number;
				horizon.received[horizon.count] = arrived;
				horizon.count += 1;
			}
			rowCount += 1;
		},
		of(index) {
			const horizon = horizons[index];
			if (horizon === undefined) throw new RangeError(`There are ${horizonCount} horizons, was ${index}.`);
			const { rows, expected, received, count } = horizon;
			return {
				occasions,
				rows: rows.subarray(0, count),
				expected: expected.subarray(0, count),
				received: received.subarray(0, count),
			};
		},
	};
}

/** The features of the odds of an occasion, as they were added; not to be changed. */
export function signsOf({ signs }: Occasions, row: number): Float64Array {
	return signs.subarray(row * SIGN_COUNT, (row + 1) * SIGN_COUNT);
}

function put(occasions: Occasions, row: number, occasion: Occasion): void {
	occasions.movement[row] = occasion.movement;
	occasions.excess[row] = occasion.excess;
	occasions.isLevel[row] = occasion.isLevel ? 1 : 0;
	occasions.signs.set(occasion.signs, row * SIGN_COUNT);
	occasions.hasLikeClocks[row] = occasion.hasLikeClocks ? 1 : 0;
	occasions.weight[row] = occasion.weight;
}
