/** Writes audit entries for actions on pages. An action succeeds even if its entry cannot be written. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { AuditEntry, AuditTrail } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';

type Note = Pick<AuditEntry, 'userId' | 'action'> & {
	readonly address: string;
	readonly subject?: string | undefined;
	readonly details?: AuditEntry['details'];
};

/**
 * Maximum characters of a text in an audit entry. Entries are never deleted, so refused forms must not fill the trail
 * without limit.
 */
const TEXT_LENGTH_MAX = 256;
/** Maximum items of a list in an audit entry. */
const LIST_LENGTH_MAX = 100;

/** Writes audit entries for a page's user. */
export interface AuditNotes {
	note(note: Note): Promise<void>;
	/**
	 * Runs `work` and records its outcome: `ok`, or the code of its error, which is rethrown. If given, `subjectOf`
	 * derives the entry's subject from the result.
	 */
	around<T>(note: Note, work: () => Promise<T>, subjectOf?: (result: T) => string): Promise<T>;
}

/** Creates the writer of audit entries. It logs entries that cannot be written. */
export function createAuditNotes(parts: {
	readonly audit: AuditTrail;
	readonly clock: Clock;
	readonly logger: Logger;
}): AuditNotes {
	const { audit, clock, logger } = parts;

	async function write({ subject, details, ...rest }: Note, outcome: string): Promise<void> {
		try {
			await audit.append({
				...rest,
				at: clock.now(),
				actor: 'user',
				actorId: null,
				subject: subject?.slice(0, TEXT_LENGTH_MAX) ?? null,
				outcome,
				details: shortened(details ?? {}),
			});
		} catch (error) {
			logger.error({ error, action: rest.action }, 'The audit trail could not be written.');
		}
	}

	return {
		note: (note) => write(note, 'ok'),
		async around(note, work, subjectOf) {
			try {
				const result = await work();
				await write({ ...note, subject: subjectOf?.(result) ?? note.subject }, 'ok');
				return result;
			} catch (error) {
				await write(note, error instanceof CarrywireError ? error.code : 'INTERNAL_ERROR');
				throw error;
			}
		},
	};
}

function shortened(details: AuditEntry['details']): AuditEntry['details'] {
	return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, shortenedValue(value)]));
}

function shortenedValue(value: unknown): unknown {
	if (typeof value === 'string') return value.slice(0, TEXT_LENGTH_MAX);
	return Array.isArray(value) ? value.slice(0, LIST_LENGTH_MAX).map(shortenedValue) : value;
}
