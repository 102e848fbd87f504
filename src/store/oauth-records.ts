/** Stores the authorization server's records and signing keys. */
import type { OAuthRecord, OAuthRecordStore, SigningKeyStore } from '../ports/oauth-record-store.ts';
import { changesOf, type Row, type SqlDatabase, type Steps } from './sql-database.ts';

/**
 * Maximum number of stored records without a user, per kind. The oldest are evicted. Any caller can create the kinds
 * below without authentication. The limit allows a few megabytes per kind, or 16 records a second for ten minutes.
 */
export const USERLESS_RECORDS_MAX = 10_000;
const STARTED_BY_ANYBODY = new Set(['Session', 'Interaction', 'DeviceCode', 'PushedAuthorizationRequest']);

/** Creates the store for the server's sealed records. */
export function createOAuthRecordStore(database: SqlDatabase): OAuthRecordStore {
	const foundBy = (column: string) => {
		const sql = `SELECT * FROM oauth_record WHERE model = ? AND ${column} = ?`;
		return async (model: string, hash: string) => recordOf((await database.rows(sql, model, hash))[0]);
	};
	return {
		upsert: (record) => database.transaction(() => upsert(record)),
		find: foundBy('id_hash'),
		findByUid: foundBy('uid_hash'),
		findByUserCode: foundBy('user_code_hash'),
		consume: async (model, idHash, at) =>
			(await database.changes(
				'UPDATE oauth_record SET consumed_at = ? WHERE model = ? AND id_hash = ? AND consumed_at IS NULL',
				at,
				model,
				idHash,
			)) === 1,
		async destroy(model, idHash) {
			await database.changes('DELETE FROM oauth_record WHERE model = ? AND id_hash = ?', model, idHash);
		},
		async destroyByGrant(grantHash) {
			await database.changes("DELETE FROM oauth_record WHERE grant_hash = ? AND model <> 'Grant'", grantHash);
		},
		async destroyByClient(clientId) {
			await database.changes('DELETE FROM oauth_record WHERE client_id = ?', clientId);
		},
		ofUser: async (model, userId, at) =>
			(
				await database.rows(
					'SELECT * FROM oauth_record WHERE model = ? AND user_id = ? AND expires_at > ? ORDER BY created_at DESC, id_hash LIMIT 1000',
					model,
					userId,
					at,
				)
			).flatMap((row) => recordOf(row) ?? []),
		async deleteExpired(at) {
			await database.changes('DELETE FROM oauth_record WHERE expires_at <= ?', at);
		},
	};
}

function* upsert(record: OAuthRecord): Steps<void> {
	const { model, userId } = record;
	if (userId === null && STARTED_BY_ANYBODY.has(model))
		yield* changesOf(
			`DELETE FROM oauth_record WHERE model = ? AND user_id IS NULL AND created_at <= (
			 SELECT created_at FROM oauth_record WHERE model = ? AND user_id IS NULL ORDER BY created_at DESC LIMIT 1 OFFSET ?)`,
			model,
			model,
			USERLESS_RECORDS_MAX - 1,
		);
	yield* changesOf(
		`INSERT INTO oauth_record
		 (model, id_hash, grant_hash, uid_hash, user_code_hash, user_id, client_id, sealed, created_at, consumed_at, expires_at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT (model, id_hash) DO UPDATE SET
		 grant_hash = excluded.grant_hash, uid_hash = excluded.uid_hash, user_code_hash = excluded.user_code_hash,
		 user_id = excluded.user_id, client_id = excluded.client_id, sealed = excluded.sealed, expires_at = excluded.expires_at`,
		model,
		record.idHash,
		record.grantHash,
		record.uidHash,
		record.userCodeHash,
		userId,
		record.clientId,
		record.sealed,
		record.createdAt,
		record.consumedAt,
		record.expiresAt,
	);
}

/** Creates the store for the server's sealed signing keys. */
export function createSigningKeyStore(database: SqlDatabase): SigningKeyStore {
	return {
		list: async () =>
			(await database.rows('SELECT * FROM signing_key ORDER BY created_at DESC, kid')).map((row) => ({
				kid: String(row.kid),
				sealed: String(row.sealed),
				createdAt: Number(row.created_at),
			})),
		async insert({ kid, sealed, createdAt }) {
			await database.changes(
				'INSERT INTO signing_key (kid, sealed, created_at) VALUES (?, ?, ?)',
				kid,
				sealed,
				createdAt,
			);
		},
		async delete(kid) {
			await database.changes('DELETE FROM signing_key WHERE kid = ?', kid);
		},
	};
}

function recordOf(row: Row | undefined): OAuthRecord | undefined {
	if (row === undefined) return undefined;
	const text = (name: string) => (row[name] === null ? null : String(row[name]));
	return {
		model: String(row.model),
		idHash: String(row.id_hash),
		grantHash: text('grant_hash'),
		uidHash: text('uid_hash'),
		userCodeHash: text('user_code_hash'),
		userId: text('user_id'),
		clientId: text('client_id'),
		sealed: String(row.sealed),
		createdAt: Number(row.created_at),
		consumedAt: row.consumed_at === null ? null : Number(row.consumed_at),
		expiresAt: Number(row.expires_at),
	};
}
