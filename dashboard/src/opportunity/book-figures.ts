/**
 * Chooses the number of decimals for an order book's quantities. All quantities get as many as the most precise one,
 * so that the decimal points align.
 */
const DECIMALS_MAX = 8;

/** Returns how many decimals it takes to write every value exactly, at most 8. */
export function decimalsOf(values: readonly number[]): number {
	let most = 0;
	for (const value of values) {
		const written = value.toFixed(DECIMALS_MAX).replace(/0+$/, '');
		most = Math.max(most, written.length - written.indexOf('.') - 1);
	}
	return most;
}
