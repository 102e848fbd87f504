/** Reads the strings of the dashboard's text tables. */

/** A string of a table, and the path of its member: `page.title`. */
export type TableString = { readonly path: string; readonly value: string };

/** Returns every string in a table. Functions are called with a one-word argument for each parameter. */
export function tableStrings(value: unknown, path = ''): readonly TableString[] {
	if (typeof value === 'string') return [{ path, value }];
	if (typeof value === 'function') return tableStrings(called(value as TableFunction), `${path}()`);
	return typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, member]) =>
				tableStrings(member, path === '' ? key : `${path}.${key}`),
			)
		: [];
}

type TableFunction = (...facts: unknown[]) => unknown;

/** A function that refuses words, because it joins a list, gets lists of one word. */
function called(write: TableFunction): unknown {
	const facts = (fact: unknown) => Array.from({ length: write.length }, () => fact);
	try {
		return write(...facts('x'));
	} catch {
		return write(...facts(['x']));
	}
}
