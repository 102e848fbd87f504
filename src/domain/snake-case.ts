/**
 * Converts field names to the form used on the wire and in stored JSON: `expectedCarry30d` becomes
 * `expected_carry_30d`. It is used for fields without a schema (facts of errors and alerts, stored responses) and for
 * the paths in reasons.
 */

/** Converts a name to snake case. Digits after a letter begin a word. */
export function snakeName(name: string): string {
	return name.replace(/[A-Z]|(?<=[a-z])[0-9]/g, (start) => `_${start.toLowerCase()}`);
}

/** Converts a name to camel case, the inverse of `snakeName`. */
export function camelName(name: string): string {
	return name.replace(/_([a-z0-9])/g, (_, start: string) => start.toUpperCase());
}

/**
 * Converts all field names in a value to snake case, at every depth. Field values, including decimals, stay the same.
 */
export function snakeNamed(value: unknown): unknown {
	return renamed(value, snakeName);
}

/** Converts all field names in a value to camel case, at every depth. */
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
