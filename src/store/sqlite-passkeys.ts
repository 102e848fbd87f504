/** Stores passkeys in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { PasskeyStore, StoredPasskey } from '../ports/passkey-store.ts';

type Row = Record<string, unknown>;

/** Creates the passkey store. */
export function createSqlitePasskeyStore(database: DatabaseSync): PasskeyStore {
	const insert = database.prepare(
		`INSERT INTO passkey (passkey_id, user_id, name, credential_id, public_key, counter, transports, site, created_at, last_used_at)
		 SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE (SELECT count(*) FROM passkey WHERE user_id = ?) < ?`,
	);
	const ofUser = database.prepare('SELECT * FROM passkey WHERE user_id = ? ORDER BY created_at, passkey_id');
	const byCredential = database.prepare('SELECT * FROM passkey WHERE credential_id = ?');
	const ofSite = database.prepare('SELECT 1 FROM passkey WHERE site = ? LIMIT 1');
	const noteUse = database.prepare(
		'UPDATE passkey SET counter = ?, last_used_at = ? WHERE passkey_id = ? AND (counter < ? OR (counter = 0 AND ? = 0))',
	);
	const remove = database.prepare('DELETE FROM passkey WHERE user_id = ? AND passkey_id = ?');
	return {
		insert: async (passkey, max) =>
			Number(
				insert.run(
					passkey.passkeyId,
					passkey.userId,
					passkey.name,
					passkey.credentialId,
					passkey.publicKey,
					passkey.counter,
					JSON.stringify(passkey.transports),
					passkey.site,
					passkey.createdAt,
					passkey.lastUsedAt,
					passkey.userId,
					max,
				).changes,
			) === 1,
		listOf: async (userId) => (ofUser.all(userId) as Row[]).map(passkeyOf),
		async findByCredential(credentialId) {
			const row = byCredential.get(credentialId) as Row | undefined;
			return row === undefined ? undefined : passkeyOf(row);
		},
		isAnyOf: async (site) => ofSite.get(site) !== undefined,
		noteUse: async (passkeyId, counter, at) =>
			Number(noteUse.run(counter, at, passkeyId, counter, counter).changes) === 1,
		remove: async (userId, passkeyId) => Number(remove.run(userId, passkeyId).changes) === 1,
	};
}

function passkeyOf(row: Row): StoredPasskey {
	return {
		passkeyId: String(row.passkey_id),
		userId: String(row.user_id),
		name: String(row.name),
		credentialId: String(row.credential_id),
		publicKey: new Uint8Array(row.public_key as Uint8Array),
		counter: Number(row.counter),
		transports: JSON.parse(String(row.transports)) as string[],
		site: String(row.site),
		createdAt: Number(row.created_at),
		lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
	};
}
