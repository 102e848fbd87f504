/** Stores passkeys. */
import type { PasskeyStore, StoredPasskey } from '../ports/passkey-store.ts';
import { changesOf, type Row, rowsOf, type SqlDatabase } from './sql-database.ts';

/** Creates the passkey store. */
export function createPasskeyStore(database: SqlDatabase): PasskeyStore {
	return {
		insert: (passkey, max) =>
			database.transaction(function* () {
				const [count] = yield* rowsOf('SELECT count(*) AS n FROM passkey WHERE user_id = ?', passkey.userId);
				if (Number(count?.n) >= max) return false;
				yield* changesOf(
					`INSERT INTO passkey (passkey_id, user_id, name, credential_id, public_key, counter, transports, site, created_at, last_used_at)
					 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
				);
				return true;
			}),
		listOf: async (userId) =>
			(
				await database.rows('SELECT * FROM passkey WHERE user_id = ? ORDER BY created_at, passkey_id', userId)
			).map(passkeyOf),
		findByCredential: async (credentialId) =>
			(await database.rows('SELECT * FROM passkey WHERE credential_id = ?', credentialId)).map(passkeyOf)[0],
		isAnyOf: async (site) =>
			(await database.rows('SELECT 1 FROM passkey WHERE site = ? LIMIT 1', site)).length > 0,
		noteUse: async (passkeyId, counter, at) =>
			(await database.changes(
				`UPDATE passkey SET counter = ?, last_used_at = ? WHERE passkey_id = ? AND counter ${counter === 0 ? '=' : '<'} ?`,
				counter,
				at,
				passkeyId,
				counter,
			)) === 1,
		remove: async (userId, passkeyId) =>
			(await database.changes(
				'DELETE FROM passkey WHERE user_id = ? AND passkey_id = ?',
				userId,
				passkeyId,
			)) === 1,
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
