/**
 * Enforces rules that no scope or cap can override: calls that agents may not make, and scopes that a caller may not
 * grant.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Caller } from '../../identity/tokens.ts';
import { RIGHTS_TEXT } from './text.ts';

/** Refuses the call if the caller is an agent. @throws CarrywireError AGENT_NOT_ALLOWED for an agent. */
export function requireOwner({ agent }: Caller, what: string): void {
	if (agent === undefined) return;
	const { agentId } = agent;
	throw new CarrywireError('AGENT_NOT_ALLOWED', RIGHTS_TEXT.ownerOnly({ agent: agentId, method: what }), {
		facts: { agentId },
	});
}

/**
 * Lets a caller grant only scopes that the caller has. No scope contains another, so `agents:manage` alone cannot
 * create an agent or token with more rights than its creator.
 * @throws CarrywireError FORBIDDEN, naming the first scope that the caller lacks.
 */
export function requireOwnScopes({ scopes: own }: Caller, scopes: readonly Scope[]): void {
	const missing = scopes.find((scope) => !own.has(scope));
	if (missing === undefined) return;
	throw new CarrywireError('FORBIDDEN', RIGHTS_TEXT.grant({ scope: missing, own: [...own] }), {
		facts: { scope: missing },
	});
}
