/**
 * Names of members as the wire and stored JSON have them: `expectedCarry30d` is `expected_carry_30d`. For members that are
 * open (facts of errors and alerts, kept answers) and for the paths by which a reason names a member of a record.
 */

/** The name in snake case. Digits after a letter begin a word. */
export function snakeName(name: string): string {
	return name.replace(/[A-Z]|(?<=[a-z])[0-9]/g, (start) => `_${start.toLowerCase()}`);
}

/** The name in camel case: the reverse of `snakeName`. */
export function camelName(name: string): string {
	return name.replace(/_([a-z0-9])/g, (_, start: string) => start.toUpperCase());
}

/** The value with the names of all its members in snake case, at every depth. Values of members stay, decimals too. */
export function snakeNamed(value: unknown): unknown {
	return renamed(value, snakeName);
}

/** The value with the names of all its members in camel case, at every depth. */
export function camelNamed(value: unknown): unknown {
	return renamed(value, camelName);
}

function renamed(value: unknown, nameOf: (name: string) => string): unknown {
	if (Array.isArray(value)) return value.map((item) => renamed(item, nameOf));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [nameOf(name), renamed(member, nameOf)]),
	);
}
