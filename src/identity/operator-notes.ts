/** Records the operator's actions on a user's tokens and logins in that user's audit trail. */
import type { AuditEntry, AuditTrail } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';

/** Writes one audit entry. If the write fails, the function logs the failure and does not throw. */
export type OperatorNote = (
	entry: Pick<AuditEntry, 'userId' | 'action' | 'subject' | 'details'>,
) => Promise<void>;

/**
 * Creates the writer of audit entries. Each action is complete before it is recorded, so a failed write is only
 * logged.
 */
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
