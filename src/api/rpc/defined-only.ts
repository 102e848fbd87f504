/** Removes absent parameters, so that a change keeps the stored values. */

/** A record without the members that are undefined. */
export type DefinedOnly<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns a copy without the members that are undefined. */
export function definedOnly<T extends Readonly<Record<string, unknown>>>(given: T): DefinedOnly<T> {
	return Object.fromEntries(
		Object.entries(given).filter(([, value]) => value !== undefined),
	) as DefinedOnly<T>;
}
