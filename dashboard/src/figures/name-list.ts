/** Reads typed lists of names, such as coins. */

/** Returns the names of a typed list. */
export function namesIn(typed: string): readonly string[] {
	return typed.split(/[\s,;]+/).filter((name) => name !== '');
}
