/** What no agent may do, whatever its scopes and caps, and what nobody may give to one. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Caller } from '../../identity/tokens.ts';

/** @throws CarrywireError AGENT_NOT_ALLOWED for an agent. */
export function ownersAlone({ agent }: Caller, what: string): void {
	if (agent === undefined) return;
	const { agentId } = agent;
	throw new CarrywireError(
		'AGENT_NOT_ALLOWED',
		`The agent ${agentId} may not call ${what}; only its owner may.`,
		{
			facts: { agentId },
		},
	);
}

/**
 * The maker of an agent or a token, and the holder of its key, can do what it can: no scope contains another, so
 * `agents:manage` alone gives nothing else away.
 * @throws CarrywireError FORBIDDEN that names the first scope that the caller lacks.
 */
export function ownScopesAlone({ scopes: own }: Caller, scopes: readonly Scope[]): void {
	const missing = scopes.find((scope) => !own.has(scope));
	if (missing === undefined) return;
	throw new CarrywireError(
		'FORBIDDEN',
		`To give the scope ${missing} needs a token that has it too; this one has ${[...own].join(' ')}.`,
		{ facts: { scope: missing } },
	);
}
