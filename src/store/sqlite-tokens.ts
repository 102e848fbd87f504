/** Users and hashed tokens on SQLite. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ListedToken, StoredToken, StoredUser, TokenStore } from '../ports/token-store.ts';

type Row = Record<string, unknown>;

const LISTED = 'SELECT token.*, account_user.name AS user_name FROM token JOIN account_user USING (user_id)';

/** Users and their tokens, hashed, on SQLite. */
export function createSqliteTokenStore(database: DatabaseSync): TokenStore {
	const one = (sql: string, ...values: SQLInputValue[]): Row | undefined =>
		database.prepare(sql).get(...values) as Row | undefined;
	const all = (sql: string, ...values: SQLInputValue[]): Row[] =>
		database.prepare(sql).all(...values) as Row[];
	const run = (sql: string, ...values: SQLInputValue[]): number =>
		Number(database.prepare(sql).run(...values).changes);
	const findByHash = database.prepare('SELECT * FROM token WHERE hash = ?');
	const userNamed = (name: string): StoredUser | undefined =>
		userOf(one('SELECT * FROM account_user WHERE name = ?', name));

	return {
		async ensureUser(user) {
			run(
				'INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
				user.userId,
				user.name,
				user.createdAt,
			);
			const kept = userNamed(user.name);
			if (kept === undefined) throw new Error(`Invariant broken: an ensured user is kept, was ${user.name}.`);
			return kept;
		},
		users: async () =>
			all('SELECT * FROM account_user ORDER BY created_at, user_id').flatMap((row) => userOf(row) ?? []),
		findUserByName: async (name) => userNamed(name),
		insertToken: async (token, activeMax) =>
			run(
				`INSERT INTO token (token_id, user_id, name, hash, scopes, created_at, expires_at, revoked_at, last_used_at, login)
				 SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
				 WHERE (SELECT count(*) FROM token WHERE user_id = ? AND login IS ? AND revoked_at IS NULL AND expires_at > ?) < ?`,
				token.tokenId,
				token.userId,
				token.name,
				token.hash,
				token.scopes.join(' '),
				token.createdAt,
				token.expiresAt,
				token.revokedAt,
				token.lastUsedAt,
				token.login,
				token.userId,
				token.login,
				token.createdAt,
				activeMax,
			) === 1,
		findToken: async (tokenId) => listedOf(one(`${LISTED} WHERE token_id = ?`, tokenId)),
		findTokenByHash: async (hash) => tokenOf(findByHash.get(hash) as Row | undefined),
		async listTokens({ userId, at, limit }) {
			const order =
				'ORDER BY revoked_at IS NOT NULL OR expires_at <= ?, token.created_at DESC, token_id LIMIT ?';
			const rows =
				userId === undefined
					? all(`${LISTED} ${order}`, at, limit)
					: all(`${LISTED} WHERE user_id = ? ${order}`, userId, at, limit);
			return rows.flatMap((row) => listedOf(row) ?? []);
		},
		async revokeToken(tokenId, at) {
			run('UPDATE token SET revoked_at = ? WHERE token_id = ? AND revoked_at IS NULL', at, tokenId);
			return one('SELECT 1 FROM token WHERE token_id = ?', tokenId) !== undefined;
		},
		revokeTokensOfLogin: async (loginId, at, keep) =>
			all(
				`UPDATE token SET revoked_at = ? WHERE token_id IN
				 (SELECT token_id FROM token WHERE login = ? AND revoked_at IS NULL AND expires_at > ?
				  ORDER BY created_at DESC, token_id LIMIT -1 OFFSET ?) RETURNING token_id`,
				at,
				loginId,
				at,
				keep,
			).map(({ token_id }) => String(token_id)),
		revokeTokensOfLogins: async (userId, at) =>
			all(
				'UPDATE token SET revoked_at = ? WHERE user_id = ? AND login IS NOT NULL AND revoked_at IS NULL AND expires_at > ? RETURNING token_id',
				at,
				userId,
				at,
			).map(({ token_id }) => String(token_id)),
		async touchToken(tokenId, at) {
			run('UPDATE token SET last_used_at = ? WHERE token_id = ?', at, tokenId);
		},
		async deleteTokensEndedBefore(before, now) {
			run(
				'DELETE FROM token WHERE expires_at < ? OR revoked_at < ? OR (login IS NOT NULL AND expires_at < ?)',
				before,
				before,
				now,
			);
		},
	};
}

/** The user of a row of `account_user`; undefined without a row. */
export function userOf(row: Row | undefined): StoredUser | undefined {
	return row === undefined
		? undefined
		: { userId: String(row.user_id), name: String(row.name), createdAt: Number(row.created_at) };
}

function tokenOf(row: Row | undefined): StoredToken | undefined {
	if (row === undefined) return undefined;
	const scopes = String(row.scopes);
	return {
		tokenId: String(row.token_id),
		userId: String(row.user_id),
		name: String(row.name),
		hash: String(row.hash),
		scopes: scopes === '' ? [] : scopes.split(' '),
		createdAt: Number(row.created_at),
		expiresAt: Number(row.expires_at),
		revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
		lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
		login: row.login === null ? null : String(row.login),
	};
}

function listedOf(row: Row | undefined): ListedToken | undefined {
	const token = tokenOf(row);
	return token === undefined ? undefined : { ...token, userName: String(row?.user_name) };
}
