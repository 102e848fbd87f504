/** Stores the audit trail. Schema triggers refuse every change and removal. */
import { withoutSecrets } from '../domain/without-secrets.ts';
import type { AuditAction, AuditActor, AuditTrail, ListedAuditEntry } from '../ports/audit.ts';
import { changesOf, type Row, type SqlDatabase } from './sql-database.ts';

/** Creates the audit trail. Entries appended in one turn of the event loop may share one synced transaction. */
export function createAuditTrail(database: SqlDatabase): AuditTrail {
	return {
		append: (entry) =>
			database.grouped(function* () {
				yield* changesOf(
					'INSERT INTO audit (at, user_id, actor, actor_id, action, subject, outcome, address, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
					entry.at,
					entry.userId,
					entry.actor,
					entry.actorId,
					entry.action,
					entry.subject === null ? null : withoutSecrets(entry.subject),
					entry.outcome,
					entry.address,
					withoutSecrets(JSON.stringify(entry.details)),
				);
			}),
		list: async ({ userId, beforeSeq, limit }) =>
			(
				await database.rows(
					'SELECT * FROM audit WHERE user_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
					userId,
					beforeSeq ?? Number.MAX_SAFE_INTEGER,
					limit,
				)
			).map(entryOf),
	};
}

function entryOf(row: Row): ListedAuditEntry {
	const text = (name: string) => (row[name] === null ? null : String(row[name]));
	return {
		seq: Number(row.seq),
		at: Number(row.at),
		userId: String(row.user_id),
		actor: String(row.actor) as AuditActor,
		actorId: text('actor_id'),
		action: String(row.action) as AuditAction,
		subject: text('subject'),
		outcome: String(row.outcome),
		address: text('address'),
		details: JSON.parse(String(row.details)) as Record<string, unknown>,
	};
}
