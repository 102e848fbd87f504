/** Solves weighted least squares with a penalty on the distance from given weights, using running sums. */

/** Sums for one regression: the lower triangle of Σ w x xᵀ by rows, then Σ w x y. */
export type RidgeSums = Float64Array;

/** Creates the sums for a regression on this many features, all zero. */
export function createRidgeSums(features: number): RidgeSums {
	return new Float64Array((features * (features + 1)) / 2 + features);
}

/** Adds one observation with its weight. */
export function addObservation(sums: RidgeSums, x: Float64Array, y: number, weight: number): void {
	let at = 0;
	for (let row = 0; row < x.length; row += 1) {
		const weighted = weight * (x[row] as number);
		for (let column = 0; column <= row; column += 1) {
			sums[at] = (sums[at] as number) + weighted * (x[column] as number);
			at += 1;
		}
	}
	for (let row = 0; row < x.length; row += 1) {
		sums[at + row] = (sums[at + row] as number) + weight * (x[row] as number) * y;
	}
}

/** Adds the sums `more` to `into`, in place. Both must have the same number of features. */
export function addSums(into: RidgeSums, more: RidgeSums): void {
	for (let at = 0; at < into.length; at += 1) into[at] = (into[at] as number) + (more[at] as number);
}

/** Computes Σ weight × feature. A missing weight counts as zero. */
export function weightedSum(weights: readonly number[], features: Float64Array): number {
	let sum = 0;
	for (let index = 0; index < features.length; index += 1) {
		sum += (weights[index] ?? 0) * (features[index] as number);
	}
	return sum;
}

/** Minimizes Σ w (y − bᵀx)² + penalty · |b − toward|² by Cholesky decomposition. The penalty must be positive. */
export function solveRidge(sums: RidgeSums, penalty: number, toward: readonly number[]): readonly number[] {
	const size = toward.length;
	const lower = decompose(sums, size, penalty);
	const solution = toward.map(
		(weight, row) => (sums[(size * (size + 1)) / 2 + row] as number) + penalty * weight,
	);
	for (let row = 0; row < size; row += 1) {
		let value = solution[row] as number;
		for (let column = 0; column < row; column += 1) {
			value -= (lower[row * size + column] as number) * (solution[column] as number);
		}
		solution[row] = value / (lower[row * size + row] as number);
	}
	for (let row = size - 1; row >= 0; row -= 1) {
		let value = solution[row] as number;
		for (let column = row + 1; column < size; column += 1) {
			value -= (lower[column * size + row] as number) * (solution[column] as number);
		}
		solution[row] = value / (lower[row * size + row] as number);
	}
	return solution;
}

function decompose(sums: RidgeSums, size: number, penalty: number): Float64Array {
	const lower = new Float64Array(size * size);
	let at = 0;
	for (let row = 0; row < size; row += 1) {
		for (let column = 0; column <= row; column += 1) {
			let value = (sums[at] as number) + (row === column ? penalty : 0);
			at += 1;
			for (let before = 0; before < column; before += 1) {
				value -= (lower[row * size + before] as number) * (lower[column * size + before] as number);
			}
			lower[row * size + column] =
				row === column ? Math.sqrt(value) : value / (lower[column * size + column] as number);
		}
	}
	return lower;
}
