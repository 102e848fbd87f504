/** Stores started OAuth connections to exchanges. Each has one row until it is taken or expires. */
import type { OAuthPendingStore, PendingConnection } from '../ports/oauth-pending-store.ts';
import { changesOf, NO_LIMIT, type Row, rowsOf, type SqlDatabase } from './sql-database.ts';

/** Creates the store for started connections. */
export function createOAuthPendingStore(database: SqlDatabase): OAuthPendingStore {
	return {
		put: (pending, { perUserMax, totalMax }) =>
			database.transaction(function* () {
				yield* changesOf('DELETE FROM oauth_pending WHERE expires_at <= ?', pending.createdAt);
				yield* changesOf(
					`DELETE FROM oauth_pending WHERE state_hash IN (
					 SELECT state_hash FROM oauth_pending WHERE user_id = ? ORDER BY created_at DESC, state_hash LIMIT ${NO_LIMIT} OFFSET ?)`,
					pending.userId,
					perUserMax - 1,
				);
				const [count] = yield* rowsOf('SELECT count(*) AS n FROM oauth_pending');
				if (Number(count?.n) >= totalMax) return false;
				yield* changesOf(
					'INSERT INTO oauth_pending (state_hash, user_id, browser, venue, payload, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
					pending.stateHash,
					pending.userId,
					pending.browser,
					pending.venue,
					pending.payload,
					pending.createdAt,
					pending.expiresAt,
				);
				return true;
			}),
		async take(stateHash) {
			const [row] = await database.rows(
				'DELETE FROM oauth_pending WHERE state_hash = ? RETURNING *',
				stateHash,
			);
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
