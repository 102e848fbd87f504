/**
 * Compares the shapes of two JSON values: the keys of objects and the JSON type of each value, but not the values
 * themselves. All elements of an array are compared as one, so a key is present if at least one element has it. An
 * empty array says nothing about its elements, and null says nothing about the type.
 */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export type Difference = {
	/** Path of the difference, for example `result.list[].symbol`; empty for the value itself. */
	readonly path: string;
	/**
	 * `missing`: documented but not sent. `extra`: sent but not documented. `type`: documented and sent, with
	 * different JSON types. `unseen`: the documented array has elements but the sent one is empty, so no element was
	 * compared.
	 */
	readonly kind: 'missing' | 'extra' | 'type' | 'unseen';
	readonly documented: JsonType | undefined;
	readonly actual: JsonType | undefined;
};

/** Returns the differences, sorted by path; empty if the shapes are the same. */
export function compareShapes(documented: unknown, actual: unknown): Difference[] {
	const found: Difference[] = [];
	compareAt('', [documented], [actual], found);
	return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Formats a difference like a key of the allowed differences: `missing result.list[].symbol`. */
export function differenceKey(difference: Difference): string {
	const types = difference.kind === 'type' ? ` ${difference.documented}→${difference.actual}` : '';
	return `${difference.kind} ${difference.path}${types}`;
}

/** Compares all values at one path together, because elements of one array may have different keys. */
function compareAt(path: string, documented: unknown[], actual: unknown[], found: Difference[]): void {
	const wanted = typesOf(documented);
	const got = typesOf(actual);
	// If one side has only null at this path, its type is unknown and there is nothing to compare.
	if (wanted.size === 0 || got.size === 0) return;
	const wantedType = [...wanted][0];
	const foreign = [...got].find((type) => !wanted.has(type));
	if (foreign !== undefined) {
		found.push({ path, kind: 'type', documented: wantedType, actual: foreign });
		return;
	}
	if (got.has('object')) compareObjects(path, documented, actual, found);
	if (got.has('array')) compareArrays(path, documented, actual, found);
}

function compareObjects(path: string, documented: unknown[], actual: unknown[], found: Difference[]): void {
	const wanted = valuesByKey(documented);
	const got = valuesByKey(actual);
	const prefix = path === '' ? '' : `${path}.`;
	for (const [key, values] of wanted) {
		const sent = got.get(key);
		if (sent === undefined) {
			const documentedType = [...typesOf(values)][0] ?? 'null';
			found.push({ path: prefix + key, kind: 'missing', documented: documentedType, actual: undefined });
		} else {
			compareAt(prefix + key, values, sent, found);
		}
	}
	for (const [key, values] of got) {
		if (wanted.has(key)) continue;
		const actualType = [...typesOf(values)][0] ?? 'null';
		found.push({ path: prefix + key, kind: 'extra', documented: undefined, actual: actualType });
	}
}

function compareArrays(path: string, documented: unknown[], actual: unknown[], found: Difference[]): void {
	const wanted = documented.filter(Array.isArray).flat();
	const got = actual.filter(Array.isArray).flat();
	if (wanted.length === 0) return;
	if (got.length === 0) {
		found.push({ path: `${path}[]`, kind: 'unseen', documented: jsonType(wanted[0]), actual: undefined });
		return;
	}
	compareAt(`${path}[]`, wanted, got, found);
}

function valuesByKey(values: unknown[]): Map<string, unknown[]> {
	const byKey = new Map<string, unknown[]>();
	for (const value of values) {
		if (jsonType(value) !== 'object') continue;
		for (const [key, member] of Object.entries(value as object)) {
			const seen = byKey.get(key);
			if (seen === undefined) byKey.set(key, [member]);
			else seen.push(member);
		}
	}
	return byKey;
}

/** Returns the JSON types of the values; null is left out. */
function typesOf(values: unknown[]): Set<JsonType> {
	const types = new Set(values.map(jsonType));
	types.delete('null');
	return types;
}

function jsonType(value: unknown): JsonType {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) return 'array';
	const type = typeof value;
	if (type === 'string' || type === 'number' || type === 'boolean') return type;
	return 'object';
}
