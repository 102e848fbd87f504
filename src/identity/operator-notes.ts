/** Writes what the operator does with a user's tokens and logins into the audit trail of that user. */
import type { AuditEntry, AuditTrail } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';

/** Writes one entry; a failure to write is logged and not thrown. */
export type OperatorNote = (
	entry: Pick<AuditEntry, 'userId' | 'action' | 'subject' | 'details'>,
) => Promise<void>;

/** The action is done whether its note can be written or not: a note that fails goes to the log. */
export function createOperatorNote({
	audit,
	clock,
	logger,
}: {
	readonly audit: AuditTrail;
	readonly clock: Clock;
	readonly logger: Logger;
}): OperatorNote {
	return async (entry) => {
		try {
			await audit.append({
				...entry,
				at: clock.now(),
				actor: 'operator',
				actorId: null,
				outcome: 'ok',
				address: null,
			});
		} catch (error) {
			logger.error({ error, action: entry.action }, 'The audit trail could not be written.');
		}
	};
}
