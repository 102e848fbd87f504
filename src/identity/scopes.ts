/** What a token may do. No scope contains another. */

export const SCOPES = ['arb:read', 'arb:trade', 'exchange:connect', 'agents:manage'] as const;

/** One permission of a token. */
export type Scope = (typeof SCOPES)[number];

/** Sentences for the pages on which a user grants a scope. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
	'arb:read': 'Read the portfolio and the status of pairs.',
	'arb:trade': 'Open and close executions.',
	'exchange:connect': 'Connect and disconnect exchange accounts.',
	'agents:manage': 'Create, limit and stop agents, and say where alerts go.',
};

/** Whether it is a scope that this version knows. */
export function isScope(text: string): text is Scope {
	return (SCOPES as readonly string[]).includes(text);
}

/**
 * Reads scopes separated by spaces, as OAuth writes them (RFC 6749, 3.3); each once, in the table's order.
 * Undefined where one is unknown or none is given.
 */
export function parseScopes(text: string): readonly Scope[] | undefined {
	const words = text.split(' ').filter((word) => word !== '');
	if (words.length === 0 || !words.every(isScope)) return undefined;
	return SCOPES.filter((scope) => words.includes(scope));
}
