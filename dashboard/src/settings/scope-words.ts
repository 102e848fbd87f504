/** The rights of a token in words, scope by scope. */
export const SCOPE_WORDS = {
	'arb:read': 'Read the portfolio and the status of pairs.',
	'arb:trade': 'Open and close executions.',
	'exchange:connect': 'Connect and disconnect exchange accounts.',
	'agents:manage': 'Create, limit and stop agents, and say where alerts go.',
} as const;

export type Scope = keyof typeof SCOPE_WORDS;

export const SCOPES = Object.keys(SCOPE_WORDS) as readonly Scope[];
/** Scopes that an agent may be given: connecting accounts and managing agents stay with people. */
export const AGENT_SCOPES: readonly Scope[] = ['arb:read', 'arb:trade'];
