/**
 * Stores waiting logins, used external tokens, and the operator's login links in SQLite. Taking or spending a record
 * is one atomic statement.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { LoginStore } from '../ports/login-store.ts';
import { inTransaction } from './database.ts';

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
export function createSqliteLoginStore(database: DatabaseSync): LoginStore {
	return { ...waitingLogins(database), spentTokens: spentTokens(database), links: loginLinks(database) };
}

function waitingLogins(database: DatabaseSync): Pick<LoginStore, 'nonces' | 'pendingLogins'> {
	const trim = database.prepare(
		`DELETE FROM login_waiting WHERE kind = ? AND expires_at <= (
			SELECT expires_at FROM login_waiting WHERE kind = ? ORDER BY expires_at DESC LIMIT 1 OFFSET ?)`,
	);
	const trimInBrowser = database.prepare(
		`DELETE FROM login_waiting WHERE (kind, key_hash) IN (
			SELECT kind, key_hash FROM login_waiting WHERE browser_hash = ? ORDER BY expires_at DESC LIMIT -1 OFFSET ?)`,
	);
	const insert = database.prepare(
		'INSERT INTO login_waiting (kind, key_hash, browser_hash, sealed, expires_at) VALUES (?, ?, ?, ?, ?)',
	);
	const remove = database.prepare(
		'DELETE FROM login_waiting WHERE kind = ? AND key_hash = ? AND browser_hash = ? AND expires_at > ? RETURNING sealed',
	);
	const removeEnded = database.prepare('DELETE FROM login_waiting WHERE kind = ? AND expires_at <= ?');
	function put({ kind, keyHash, browserHash, sealed, expiresAt }: Waiting): void {
		inTransaction(database, () => {
			trimInBrowser.run(browserHash, LOGINS_WAITING_PER_BROWSER_MAX - 1);
			trim.run(kind, kind, LOGINS_WAITING_MAX - 1);
			insert.run(kind, keyHash, browserHash, sealed, expiresAt);
		});
	}
	return {
		nonces: {
			async put({ nonceHash, browserHash, expiresAt }) {
				put({ kind: 'nonce', keyHash: nonceHash, browserHash, sealed: null, expiresAt });
			},
			take: async (nonceHash, browserHash, now) =>
				remove.get('nonce', nonceHash, browserHash, now) !== undefined,
			async deleteExpired(before) {
				removeEnded.run('nonce', before);
			},
		},
		pendingLogins: {
			async put({ stateHash, browserHash, sealed, expiresAt }) {
				put({ kind: 'openid', keyHash: stateHash, browserHash, sealed, expiresAt });
			},
			async take(stateHash, browserHash, now) {
				const row = remove.get('openid', stateHash, browserHash, now);
				return row === undefined ? undefined : String(row.sealed);
			},
			async deleteExpired(before) {
				removeEnded.run('openid', before);
			},
		},
	};
}

function spentTokens(database: DatabaseSync): LoginStore['spentTokens'] {
	const spend = database.prepare(
		'INSERT INTO login_spent_token (token_hash, expires_at) VALUES (?, ?) ON CONFLICT (token_hash) DO NOTHING',
	);
	const removeSpent = database.prepare('DELETE FROM login_spent_token WHERE expires_at <= ?');
	return {
		spend: async ({ tokenHash, expiresAt }) => Number(spend.run(tokenHash, expiresAt).changes) === 1,
		async deleteExpired(before) {
			removeSpent.run(before);
		},
	};
}

function loginLinks(database: DatabaseSync): LoginStore['links'] {
	const putLink = database.prepare(
		`INSERT INTO login_link (user_id, code_hash, expires_at) VALUES (?, ?, ?)
		 ON CONFLICT (user_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
	);
	const takeLink = database.prepare(
		'DELETE FROM login_link WHERE code_hash = ? AND expires_at > ? RETURNING user_id',
	);
	const removeLinks = database.prepare('DELETE FROM login_link WHERE expires_at <= ?');
	return {
		async put({ codeHash, userId, expiresAt }) {
			putLink.run(userId, codeHash, expiresAt);
		},
		async take(codeHash, now) {
			const row = takeLink.get(codeHash, now);
			return row === undefined ? undefined : String(row.user_id);
		},
		async deleteExpired(before) {
			removeLinks.run(before);
		},
	};
}
