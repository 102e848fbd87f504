/** Issues and revokes tokens for the operator, and records each action in the affected user's audit trail. */
import type { AuditTrail } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import { createOperatorNote } from './operator-notes.ts';
import type { TokenAuthority } from './tokens.ts';

/** Methods of the token authority that the operator's command can call. */
export type OperatorTokens = Pick<TokenAuthority, 'issue' | 'list' | 'revoke'>;

const HOUR_MS = 3_600_000;

/** Wraps the token authority and audits each issue and revocation. */
export function createOperatorTokens(parts: {
	readonly tokens: OperatorTokens & Pick<TokenAuthority, 'ownerOf'>;
	readonly audit: AuditTrail;
	readonly clock: Clock;
	readonly logger: Logger;
}): OperatorTokens {
	const { tokens } = parts;
	const note = createOperatorNote(parts);

	return {
		list: tokens.list,
		async issue(request) {
			const issued = await tokens.issue(request);
			const { userId, tokenId, scopes } = issued;
			const details = { scopes, hours: request.ttlMs / HOUR_MS };
			await note({ userId, action: 'token.create', subject: tokenId, details });
			return issued;
		},
		async revoke(tokenId) {
			const userId = await tokens.ownerOf(tokenId);
			const isFound = await tokens.revoke(tokenId);
			if (isFound && userId !== undefined)
				await note({ userId, action: 'token.revoke', subject: tokenId, details: {} });
			return isFound;
		},
	};
}
