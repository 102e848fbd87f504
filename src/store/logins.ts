/**
 * Stores waiting logins, used external tokens, and the operator's login links. Taking or spending a record is one
 * atomic statement.
 */
import type { LoginStore } from '../ports/login-store.ts';
import { changesOf, NO_LIMIT, type Row, type SqlDatabase } from './sql-database.ts';

/**
 * Maximum number of waiting logins of each kind, over all browsers; they take a few megabytes. Beyond it, the login
 * that expires first is evicted. To evict a user's login, an attacker must therefore start this many logins in the
 * time that the user takes to sign. The five-minute lifetime of a login does not help the attacker.
 */
export const LOGINS_WAITING_MAX = 20_000;
/** Maximum number of unfinished logins per browser. */
export const LOGINS_WAITING_PER_BROWSER_MAX = 8;

type Kind = 'nonce' | 'openid';

type Waiting = {
	readonly kind: Kind;
	readonly keyHash: string;
	readonly browserHash: string;
	readonly sealed: string | null;
	readonly expiresAt: number;
};

/** Creates the store for started logins, used tokens and login links. */
export function createLoginStore(database: SqlDatabase): LoginStore {
	return { ...waitingLogins(database), spentTokens: spentTokens(database), links: loginLinks(database) };
}

function waitingLogins(database: SqlDatabase): Pick<LoginStore, 'nonces' | 'pendingLogins'> {
	const put = ({ kind, keyHash, browserHash, sealed, expiresAt }: Waiting): Promise<void> =>
		database.transaction(function* () {
			yield* changesOf(
				`DELETE FROM login_waiting WHERE (kind, key_hash) IN (
				 SELECT kind, key_hash FROM login_waiting WHERE browser_hash = ? ORDER BY expires_at DESC LIMIT ${NO_LIMIT} OFFSET ?)`,
				browserHash,
				LOGINS_WAITING_PER_BROWSER_MAX - 1,
			);
			yield* changesOf(
				`DELETE FROM login_waiting WHERE kind = ? AND expires_at <= (
				 SELECT expires_at FROM login_waiting WHERE kind = ? ORDER BY expires_at DESC LIMIT 1 OFFSET ?)`,
				kind,
				kind,
				LOGINS_WAITING_MAX - 1,
			);
			yield* changesOf(
				'INSERT INTO login_waiting (kind, key_hash, browser_hash, sealed, expires_at) VALUES (?, ?, ?, ?, ?)',
				kind,
				keyHash,
				browserHash,
				sealed,
				expiresAt,
			);
		});
	const take = async (
		kind: Kind,
		keyHash: string,
		browserHash: string,
		now: number,
	): Promise<Row | undefined> =>
		(
			await database.rows(
				'DELETE FROM login_waiting WHERE kind = ? AND key_hash = ? AND browser_hash = ? AND expires_at > ? RETURNING sealed',
				kind,
				keyHash,
				browserHash,
				now,
			)
		)[0];
	const deleteExpired = async (kind: Kind, before: number): Promise<void> => {
		await database.changes('DELETE FROM login_waiting WHERE kind = ? AND expires_at <= ?', kind, before);
	};
	return {
		nonces: {
			put: ({ nonceHash, browserHash, expiresAt }) =>
				put({ kind: 'nonce', keyHash: nonceHash, browserHash, sealed: null, expiresAt }),
			take: async (nonceHash, browserHash, now) =>
				(await take('nonce', nonceHash, browserHash, now)) !== undefined,
			deleteExpired: (before) => deleteExpired('nonce', before),
		},
		pendingLogins: {
			put: ({ stateHash, browserHash, sealed, expiresAt }) =>
				put({ kind: 'openid', keyHash: stateHash, browserHash, sealed, expiresAt }),
			async take(stateHash, browserHash, now) {
				const row = await take('openid', stateHash, browserHash, now);
				return row === undefined ? undefined : String(row.sealed);
			},
			deleteExpired: (before) => deleteExpired('openid', before),
		},
	};
}

function spentTokens(database: SqlDatabase): LoginStore['spentTokens'] {
	return {
		spend: async ({ tokenHash, expiresAt }) =>
			(await database.changes(
				'INSERT INTO login_spent_token (token_hash, expires_at) VALUES (?, ?) ON CONFLICT (token_hash) DO NOTHING',
				tokenHash,
				expiresAt,
			)) === 1,
		async deleteExpired(before) {
			await database.changes('DELETE FROM login_spent_token WHERE expires_at <= ?', before);
		},
	};
}

function loginLinks(database: SqlDatabase): LoginStore['links'] {
	return {
		async put({ codeHash, userId, expiresAt }) {
			await database.changes(
				`INSERT INTO login_link (user_id, code_hash, expires_at) VALUES (?, ?, ?)
				 ON CONFLICT (user_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
				userId,
				codeHash,
				expiresAt,
			);
		},
		async take(codeHash, now) {
			const [row] = await database.rows(
				'DELETE FROM login_link WHERE code_hash = ? AND expires_at > ? RETURNING user_id',
				codeHash,
				now,
			);
			return row === undefined ? undefined : String(row.user_id);
		},
		async deleteExpired(before) {
			await database.changes('DELETE FROM login_link WHERE expires_at <= ?', before);
		},
	};
}
