/** What no agent may do, whatever its scopes and caps. */
import type { Caller } from '../auth/tokens.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';

/** @throws CarrywireError AGENT_NOT_ALLOWED for an agent. */
export function ownersAlone({ agent }: Caller, what: string): void {
	if (agent === undefined) return;
	const { agentId } = agent;
	throw new CarrywireError(
		'AGENT_NOT_ALLOWED',
		`The agent ${agentId} may not call ${what}; only its owner may.`,
		{
			facts: { agent_id: agentId },
		},
	);
}
