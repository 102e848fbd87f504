/** Stores the authorization server's records and signing keys in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { OAuthRecord, OAuthRecordStore, SigningKeyStore } from '../ports/oauth-record-store.ts';
import { inTransaction } from './database.ts';

type Row = Record<string, unknown>;

/**
 * Maximum number of stored records without a user, per kind. The oldest are evicted. Any caller can create the kinds
 * below without authentication. The limit allows a few megabytes per kind, or 16 records a second for ten minutes.
 */
export const USERLESS_RECORDS_MAX = 10_000;
const STARTED_BY_ANYBODY = new Set(['Session', 'Interaction', 'DeviceCode', 'PushedAuthorizationRequest']);

/** Creates the store for the server's sealed records. */
export function createSqliteOAuthRecordStore(database: DatabaseSync): OAuthRecordStore {
	const upsert = database.prepare(
		`INSERT INTO oauth_record
		 (model, id_hash, grant_hash, uid_hash, user_code_hash, user_id, client_id, sealed, created_at, consumed_at, expires_at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT (model, id_hash) DO UPDATE SET
		 grant_hash = excluded.grant_hash, uid_hash = excluded.uid_hash, user_code_hash = excluded.user_code_hash,
		 user_id = excluded.user_id, client_id = excluded.client_id, sealed = excluded.sealed, expires_at = excluded.expires_at`,
	);
	const trim = database.prepare(
		`DELETE FROM oauth_record WHERE model = ? AND user_id IS NULL AND created_at <= (
			SELECT created_at FROM oauth_record WHERE model = ? AND user_id IS NULL ORDER BY created_at DESC LIMIT 1 OFFSET ?)`,
	);
	const select = 'SELECT * FROM oauth_record WHERE model = ?';
	const find = database.prepare(`${select} AND id_hash = ?`);
	const byUid = database.prepare(`${select} AND uid_hash = ?`);
	const byUserCode = database.prepare(`${select} AND user_code_hash = ?`);
	const ofUser = database.prepare(
		`${select} AND user_id = ? AND expires_at > ? ORDER BY created_at DESC, id_hash LIMIT 1000`,
	);
	const consume = database.prepare(
		'UPDATE oauth_record SET consumed_at = ? WHERE model = ? AND id_hash = ? AND consumed_at IS NULL',
	);
	const destroy = database.prepare('DELETE FROM oauth_record WHERE model = ? AND id_hash = ?');
	const destroyByGrant = database.prepare(
		"DELETE FROM oauth_record WHERE grant_hash = ? AND model <> 'Grant'",
	);
	const destroyByClient = database.prepare('DELETE FROM oauth_record WHERE client_id = ?');
	const deleteExpired = database.prepare('DELETE FROM oauth_record WHERE expires_at <= ?');
	return {
		async upsert(record) {
			const { model, userId } = record;
			inTransaction(database, () => {
				if (userId === null && STARTED_BY_ANYBODY.has(model))
					trim.run(model, model, USERLESS_RECORDS_MAX - 1);
				upsert.run(
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
			});
		},
		find: async (model, idHash) => recordOf(find.get(model, idHash) as Row | undefined),
		findByUid: async (model, uidHash) => recordOf(byUid.get(model, uidHash) as Row | undefined),
		findByUserCode: async (model, hash) => recordOf(byUserCode.get(model, hash) as Row | undefined),
		consume: async (model, idHash, at) => Number(consume.run(at, model, idHash).changes) === 1,
		async destroy(model, idHash) {
			destroy.run(model, idHash);
		},
		async destroyByGrant(grantHash) {
			destroyByGrant.run(grantHash);
		},
		async destroyByClient(clientId) {
			destroyByClient.run(clientId);
		},
		ofUser: async (model, userId, at) =>
			(ofUser.all(model, userId, at) as Row[]).flatMap((row) => recordOf(row) ?? []),
		async deleteExpired(at) {
			deleteExpired.run(at);
		},
	};
}

/** Creates the store for the server's sealed signing keys. */
export function createSqliteSigningKeyStore(database: DatabaseSync): SigningKeyStore {
	const list = database.prepare('SELECT * FROM signing_key ORDER BY created_at DESC, kid');
	const insert = database.prepare('INSERT INTO signing_key (kid, sealed, created_at) VALUES (?, ?, ?)');
	const remove = database.prepare('DELETE FROM signing_key WHERE kid = ?');
	return {
		list: async () =>
			(list.all() as Row[]).map((row) => ({
				kid: String(row.kid),
				sealed: String(row.sealed),
				createdAt: Number(row.created_at),
			})),
		async insert({ kid, sealed, createdAt }) {
			insert.run(kid, sealed, createdAt);
		},
		async delete(kid) {
			remove.run(kid);
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
