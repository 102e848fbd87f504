/** Defines the permissions of a token. No scope includes another. */

export const SCOPES = ['arb:read', 'arb:trade', 'exchange:connect', 'agents:manage', 'replay:run'] as const;

/** One permission of a token. */
export type Scope = (typeof SCOPES)[number];

/** Meaning of each scope, for the pages where a user grants it. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
	'arb:read': 'Read the portfolio and the status of pairs.',
	'arb:trade': 'Open and close positions.',
	'exchange:connect': 'Connect and disconnect exchange accounts.',
	'agents:manage': 'Create, limit and stop agents, and set where alerts go.',
	'replay:run': 'Test strategies on recorded markets, which uses this service’s processor.',
};

/** True if this version knows the scope. */
export function isScope(text: string): text is Scope {
	return (SCOPES as readonly string[]).includes(text);
}

/**
 * Parses scopes separated by spaces, the format of OAuth (RFC 6749, 3.3). Returns each scope once, in the order of
 * `SCOPES`. Undefined if a scope is unknown or there is none.
 */
export function parseScopes(text: string): readonly Scope[] | undefined {
	const words = text.split(' ').filter((word) => word !== '');
	if (words.length === 0 || !words.every(isScope)) return undefined;
	return SCOPES.filter((scope) => words.includes(scope));
}
