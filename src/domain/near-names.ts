/** Suggests known names for a mistyped one. Pure functions. */

const PROPOSED_MAX = 3;
/**
 * Maximum number of wrong, missing or extra letters in a mistyped name. For a short name it is half of the name's
 * length.
 */
const LETTERS_OFF_MAX = 3;

/** Returns up to three known names that a mistyped one may mean, the most similar first. */
export function nearNames(name: string, known: readonly string[]): readonly string[] {
	const offMax = Math.min(LETTERS_OFF_MAX, Math.floor(name.length / 2));
	return known
		.map((candidate) => ({
			candidate,
			off: candidate.includes(name) || name.includes(candidate) ? 1 : lettersOff(name, candidate),
		}))
		.filter(({ off }) => off <= offMax)
		.sort((a, b) => a.off - b.off || (a.candidate < b.candidate ? -1 : 1))
		.slice(0, PROPOSED_MAX)
		.map(({ candidate }) => candidate);
}

/** Counts the letters to insert, remove or change to turn one text into the other. */
function lettersOff(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i += 1) {
		const next = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1));
		}
		row = next;
	}
	return row[b.length] as number;
}
