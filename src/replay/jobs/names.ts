/** Hides the paths of the service's machine from callers, who chose data and policies by name. */

/** Replaces paths by names in every text of a value. */
export function withNames<Value>(
	value: Value,
	names: readonly (readonly [path: string, name: string])[],
): Value {
	return renamed(value, names) as Value;
}

function renamed(value: unknown, names: readonly (readonly [path: string, name: string])[]): unknown {
	if (typeof value === 'string')
		return names.reduce((text, [path, name]) => text.replaceAll(path, name), value);
	if (Array.isArray(value))
		return typeof value[0] === 'number' ? value : value.map((one) => renamed(one, names));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, names)]));
}
