/** Stores users and hashed tokens in SQLite. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ListedToken, StoredToken, StoredUser, TokenStore } from '../ports/token-store.ts';
import { changesOf, type Row, rowsOf } from './database.ts';

const LISTED = 'SELECT token.*, account_user.name AS user_name FROM token JOIN account_user USING (user_id)';

/** Creates the store for users and their hashed tokens. */
export function createSqliteTokenStore(database: DatabaseSync): TokenStore {
	return { ...usersOf(database), ...tokensOf(database), ...endsOf(database) };
}

function usersOf(database: DatabaseSync): Pick<TokenStore, 'ensureUser' | 'users' | 'findUserByName'> {
	return {
		async ensureUser(user) {
			changesOf(
				database,
				'INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
				user.userId,
				user.name,
				user.createdAt,
			);
			const kept = userNamed(database, user.name);
			if (kept === undefined)
				throw new Error(`Invariant broken: the user ${user.name} was created and is not there.`);
			return kept;
		},
		users: async () =>
			rowsOf(database, 'SELECT * FROM account_user ORDER BY created_at, user_id').flatMap(
				(row) => userOf(row) ?? [],
			),
		findUserByName: async (name) => userNamed(database, name),
	};
}

function tokensOf(
	database: DatabaseSync,
): Pick<TokenStore, 'insertToken' | 'findToken' | 'findTokenByHash' | 'listTokens'> {
	const findByHash = database.prepare('SELECT * FROM token WHERE hash = ?');
	return {
		insertToken: async (token, activeMax) =>
			changesOf(
				database,
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
		findToken: async (tokenId) => listedOf(one(database, `${LISTED} WHERE token_id = ?`, tokenId)),
		findTokenByHash: async (hash) => tokenOf(findByHash.get(hash) as Row | undefined),
		async listTokens({ userId, at, limit }) {
			const order =
				'ORDER BY revoked_at IS NOT NULL OR expires_at <= ?, token.created_at DESC, token_id LIMIT ?';
			const rows =
				userId === undefined
					? rowsOf(database, `${LISTED} ${order}`, at, limit)
					: rowsOf(database, `${LISTED} WHERE user_id = ? ${order}`, userId, at, limit);
			return rows.flatMap((row) => listedOf(row) ?? []);
		},
	};
}

function endsOf(
	database: DatabaseSync,
): Pick<
	TokenStore,
	'revokeToken' | 'revokeTokensOfLogin' | 'revokeTokensOfLogins' | 'touchToken' | 'deleteTokensEndedBefore'
> {
	return {
		async revokeToken(tokenId, at) {
			changesOf(
				database,
				'UPDATE token SET revoked_at = ? WHERE token_id = ? AND revoked_at IS NULL',
				at,
				tokenId,
			);
			return one(database, 'SELECT 1 FROM token WHERE token_id = ?', tokenId) !== undefined;
		},
		revokeTokensOfLogin: async (loginId, at, keep) =>
			rowsOf(
				database,
				`UPDATE token SET revoked_at = ? WHERE token_id IN
				 (SELECT token_id FROM token WHERE login = ? AND revoked_at IS NULL AND expires_at > ?
				  ORDER BY created_at DESC, token_id LIMIT -1 OFFSET ?) RETURNING token_id`,
				at,
				loginId,
				at,
				keep,
			).map(({ token_id }) => String(token_id)),
		revokeTokensOfLogins: async (userId, at) =>
			rowsOf(
				database,
				'UPDATE token SET revoked_at = ? WHERE user_id = ? AND login IS NOT NULL AND revoked_at IS NULL AND expires_at > ? RETURNING token_id',
				at,
				userId,
				at,
			).map(({ token_id }) => String(token_id)),
		async touchToken(tokenId, at) {
			changesOf(database, 'UPDATE token SET last_used_at = ? WHERE token_id = ?', at, tokenId);
		},
		async deleteTokensEndedBefore(before, now) {
			changesOf(
				database,
				'DELETE FROM token WHERE expires_at < ? OR revoked_at < ? OR (login IS NOT NULL AND expires_at < ?)',
				before,
				before,
				now,
			);
		},
	};
}

function one(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row | undefined {
	return database.prepare(sql).get(...values) as Row | undefined;
}

function userNamed(database: DatabaseSync, name: string): StoredUser | undefined {
	return userOf(one(database, 'SELECT * FROM account_user WHERE name = ?', name));
}

/** Converts a row from `account_user` to a user; returns undefined without a row. */
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
