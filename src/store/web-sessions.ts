/** Stores the sessions of logged-in browsers. */
import type { StoredWebSession, WebSessionStore } from '../ports/web-session-store.ts';
import type { Row, SqlDatabase } from './sql-database.ts';

/** Creates the store for web sessions. It finds a session by its cookie's hash. */
export function createWebSessionStore(database: SqlDatabase): WebSessionStore {
	return {
		async insert({ sessionHash, originHash, userId, createdAt, seenAt, expiresAt }) {
			await database.changes(
				'INSERT INTO web_session (session_hash, origin_hash, user_id, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
				sessionHash,
				originHash,
				userId,
				createdAt,
				seenAt,
				expiresAt,
			);
		},
		find: async (sessionHash) =>
			sessionOf((await database.rows('SELECT * FROM web_session WHERE session_hash = ?', sessionHash))[0]),
		async touch(sessionHash, at) {
			await database.changes('UPDATE web_session SET seen_at = ? WHERE session_hash = ?', at, sessionHash);
		},
		async delete(sessionHash) {
			await database.changes('DELETE FROM web_session WHERE session_hash = ?', sessionHash);
		},
		async deleteOf(userId) {
			await database.changes('DELETE FROM web_session WHERE user_id = ?', userId);
		},
		async deleteExpired(at) {
			await database.changes('DELETE FROM web_session WHERE expires_at <= ?', at);
		},
	};
}

function sessionOf(row: Row | undefined): StoredWebSession | undefined {
	if (row === undefined) return undefined;
	return {
		sessionHash: String(row.session_hash),
		originHash: String(row.origin_hash),
		userId: String(row.user_id),
		createdAt: Number(row.created_at),
		seenAt: Number(row.seen_at),
		expiresAt: Number(row.expires_at),
	};
}
