/**
 * Converts member names to the form of the wire and stored JSON: `expectedCarry30d` becomes `expected_carry_30d`.
 * Used for open members (facts of errors and alerts, stored answers) and for the paths in reasons.
 */

/** The name in snake case. Digits after a letter begin a word. */
export function snakeName(name: string): string {
	return name.replace(/[A-Z]|(?<=[a-z])[0-9]/g, (start) => `_${start.toLowerCase()}`);
}

/** The name in camel case: the inverse of `snakeName`. */
export function camelName(name: string): string {
	return name.replace(/_([a-z0-9])/g, (_, start: string) => start.toUpperCase());
}

/** The value with all member names in snake case, at every depth. Member values stay, including decimals. */
export function snakeNamed(value: unknown): unknown {
	return renamed(value, snakeName);
}

/** The value with all member names in camel case, at every depth. */
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
