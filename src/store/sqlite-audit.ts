/** Stores the audit trail in SQLite. Schema triggers refuse every change and removal. */
import type { DatabaseSync } from 'node:sqlite';
import { withoutSecrets } from '../domain/without-secrets.ts';
import type { AuditAction, AuditActor, AuditTrail, ListedAuditEntry } from '../ports/audit.ts';
import type { TurnEnd } from '../ports/clock.ts';
import type { StoreMeter } from '../ports/metrics.ts';
import { createGroupCommit } from './group-commit.ts';

type Row = Record<string, unknown>;

/** Creates the audit trail. Entries appended in one turn of the event loop share one synced transaction. */
export function createSqliteAuditTrail(
	database: DatabaseSync,
	turnEnd: TurnEnd,
	meter?: StoreMeter,
): AuditTrail {
	const commits = createGroupCommit(database, turnEnd, meter);
	const insert = database.prepare(
		'INSERT INTO audit (at, user_id, actor, actor_id, action, subject, outcome, address, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
	);
	const list = database.prepare(
		'SELECT * FROM audit WHERE user_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
	);
	return {
		append: (entry) =>
			commits.write(() => {
				insert.run(
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
			(list.all(userId, beforeSeq ?? Number.MAX_SAFE_INTEGER, limit) as Row[]).map(entryOf),
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
