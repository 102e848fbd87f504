/** How quantities of a book are written: with the decimals of the most exact, so that their points stand under each other. */
const DECIMALS_MAX = 8;

/** Decimals that it takes to write each of these exactly, at most 8. */
export function decimalsOf(values: readonly number[]): number {
	let most = 0;
	for (const value of values) {
		const written = value.toFixed(DECIMALS_MAX).replace(/0+$/, '');
		most = Math.max(most, written.length - written.indexOf('.') - 1);
	}
	return most;
}
