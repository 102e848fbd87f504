/** Stores the sessions of logged-in browsers in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { StoredWebSession, WebSessionStore } from '../ports/web-session-store.ts';

type Row = Record<string, unknown>;

/** Creates the store for web sessions. It finds a session by its cookie's hash. */
export function createSqliteWebSessionStore(database: DatabaseSync): WebSessionStore {
	const insert = database.prepare(
		'INSERT INTO web_session (session_hash, origin_hash, user_id, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
	);
	const find = database.prepare('SELECT * FROM web_session WHERE session_hash = ?');
	const touch = database.prepare('UPDATE web_session SET seen_at = ? WHERE session_hash = ?');
	const remove = database.prepare('DELETE FROM web_session WHERE session_hash = ?');
	const removeOf = database.prepare('DELETE FROM web_session WHERE user_id = ?');
	const removeExpired = database.prepare('DELETE FROM web_session WHERE expires_at <= ?');
	return {
		async insert({ sessionHash, originHash, userId, createdAt, seenAt, expiresAt }) {
			insert.run(sessionHash, originHash, userId, createdAt, seenAt, expiresAt);
		},
		find: async (sessionHash) => sessionOf(find.get(sessionHash) as Row | undefined),
		async touch(sessionHash, at) {
			touch.run(at, sessionHash);
		},
		async delete(sessionHash) {
			remove.run(sessionHash);
		},
		async deleteOf(userId) {
			removeOf.run(userId);
		},
		async deleteExpired(at) {
			removeExpired.run(at);
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
