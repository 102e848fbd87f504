/** Chooses the colour of a figure. */

/** Returns the class of a gain or loss: empty for zero and for an unknown figure. */
export function gainTone(value: number | null): '' | 'good' | 'bad' {
	if (value === null || value === 0) return '';
	return value < 0 ? 'bad' : 'good';
}
