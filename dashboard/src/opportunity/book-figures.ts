/** Decimals for the quantities of an order book: those of the most exact one, so that the decimal points align. */
const DECIMALS_MAX = 8;

/** The number of decimals that writes every value exactly, at most 8. */
export function decimalsOf(values: readonly number[]): number {
	let most = 0;
	for (const value of values) {
		const written = value.toFixed(DECIMALS_MAX).replace(/0+$/, '');
		most = Math.max(most, written.length - written.indexOf('.') - 1);
	}
	return most;
}
