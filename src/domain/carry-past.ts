/**
 * Stores past carry decisions and their outcomes in columns. There are two hundred thousand of them in a year; as
 * objects they took more memory than all of the service's market data.
 */
import { SIGN_FEATURE_NAMES } from './carry-odds.ts';

const SIGN_COUNT = SIGN_FEATURE_NAMES.length;

/** A pair's state at the time of a forecast. Rates are fractions per hour. */
export type Occasion = {
	readonly movement: number;
	/** Amount by which the headline exceeds one scale; 0 if it does not. */
	readonly excess: number;
	/** True if the latest rates of both legs were equal. */
	readonly isLevel: boolean;
	/** Features for the odds (`carry-odds.ts`). */
	readonly signs: Float64Array;
	readonly hasLikeClocks: boolean;
	/** Number of decisions that this one represents in the fit of the odds; 0 if it is too old for the fit. */
	readonly weight: number;
};

/** Occasions by row, one column for each field of `Occasion`. */
export type Occasions = {
	readonly movement: Float64Array;
	readonly excess: Float64Array;
	readonly isLevel: Uint8Array;
	/** Odds features of all rows, in the order of `SIGN_FEATURE_NAMES` within each row. */
	readonly signs: Float64Array;
	readonly hasLikeClocks: Uint8Array;
	readonly weight: Float64Array;
};

/**
 * One horizon's forecasts, made before their outcomes, with the received carry. Values are fractions per hour; the
 * same index means the same forecast.
 */
export type PastForecasts = {
	readonly occasions: Occasions;
	/** Row of the occasion that each forecast belongs to. */
	readonly rows: Int32Array;
	readonly expected: Float64Array;
	readonly received: Float64Array;
};

/** Collects decisions and returns them by horizon. */
export type PastForecastsWriter = {
	/**
	 * Adds an occasion with its forecast and received carry per horizon. Outcomes of NaN are unknown and are skipped.
	 */
	readonly add: (occasion: Occasion, expected: Float64Array, received: Float64Array) => void;
	/** Returns all added forecasts of a horizon. @param horizon index, from 0 */
	readonly of: (horizon: number) => PastForecasts;
};

/** Creates an empty collection. @param rowsMax maximum number of occasions @throws RangeError if more are added */
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
			if (horizon === undefined)
				throw new RangeError(`The index of a horizon must be below ${horizonCount}, was ${index}.`);
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

/** Returns an occasion's odds features as a view of the stored column. Do not change them. */
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
