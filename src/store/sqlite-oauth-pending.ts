/** Stores started OAuth connections to exchanges in SQLite. Each has one row until it is taken or expires. */
import type { DatabaseSync } from 'node:sqlite';
import type { OAuthPendingStore, PendingConnection } from '../ports/oauth-pending-store.ts';
import { inTransaction } from './database.ts';

type Row = Record<string, unknown>;

/** Creates the store for started connections. */
export function createSqliteOAuthPendingStore(database: DatabaseSync): OAuthPendingStore {
	const dropExpired = database.prepare('DELETE FROM oauth_pending WHERE expires_at <= ?');
	const dropOldest = database.prepare(
		`DELETE FROM oauth_pending WHERE state_hash IN (
			SELECT state_hash FROM oauth_pending WHERE user_id = ? ORDER BY created_at DESC, state_hash LIMIT -1 OFFSET ?
		)`,
	);
	const count = database.prepare('SELECT count(*) AS n FROM oauth_pending');
	const insert = database.prepare(
		'INSERT INTO oauth_pending (state_hash, user_id, browser, venue, payload, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
	);
	const take = database.prepare('DELETE FROM oauth_pending WHERE state_hash = ? RETURNING *');
	return {
		async put(pending, { perUserMax, totalMax }) {
			return inTransaction(database, () => {
				dropExpired.run(pending.createdAt);
				dropOldest.run(pending.userId, perUserMax - 1);
				if (Number(count.get()?.n) >= totalMax) return false;
				insert.run(
					pending.stateHash,
					pending.userId,
					pending.browser,
					pending.venue,
					pending.payload,
					pending.createdAt,
					pending.expiresAt,
				);
				return true;
			});
		},
		async take(stateHash) {
			const row = take.get(stateHash) as Row | undefined;
			return row === undefined ? undefined : pendingOf(row);
		},
	};
}

function pendingOf(row: Row): PendingConnection {
	return {
		stateHash: String(row.state_hash),
		userId: String(row.user_id),
		browser: String(row.browser),
		venue: String(row.venue),
		payload: String(row.payload),
		createdAt: Number(row.created_at),
		expiresAt: Number(row.expires_at),
	};
}
