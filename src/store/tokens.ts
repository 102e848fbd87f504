/** Stores users and hashed tokens. */
import type { ListedToken, StoredToken, StoredUser, TokenStore } from '../ports/token-store.ts';
import { changesOf, NO_LIMIT, type Row, rowsOf, type SqlDatabase } from './sql-database.ts';

const LISTED = 'SELECT token.*, account_user.name AS user_name FROM token JOIN account_user USING (user_id)';

/** Creates the store for users and their hashed tokens. */
export function createTokenStore(database: SqlDatabase): TokenStore {
	return { ...usersOf(database), ...tokensOf(database), ...endsOf(database) };
}

function usersOf(database: SqlDatabase): Pick<TokenStore, 'ensureUser' | 'users' | 'findUserByName'> {
	const named = async (name: string): Promise<StoredUser | undefined> =>
		userOf((await database.rows('SELECT * FROM account_user WHERE name = ?', name))[0]);
	return {
		async ensureUser(user) {
			await database.changes(
				'INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
				user.userId,
				user.name,
				user.createdAt,
			);
			const kept = await named(user.name);
			if (kept === undefined)
				throw new Error(`Invariant broken: the user ${user.name} was created and is not there.`);
			return kept;
		},
		users: async () =>
			(await database.rows('SELECT * FROM account_user ORDER BY created_at, user_id')).flatMap(
				(row) => userOf(row) ?? [],
			),
		findUserByName: named,
	};
}

function tokensOf(
	database: SqlDatabase,
): Pick<TokenStore, 'insertToken' | 'findToken' | 'findTokenByHash' | 'listTokens'> {
	return {
		insertToken: (token, activeMax) =>
			database.transaction(function* () {
				const [count] = yield* rowsOf(
					`SELECT count(*) AS n FROM token
					 WHERE user_id = ? AND login IS NOT DISTINCT FROM ? AND revoked_at IS NULL AND expires_at > ?`,
					token.userId,
					token.login,
					token.createdAt,
				);
				if (Number(count?.n) >= activeMax) return false;
				yield* changesOf(
					`INSERT INTO token (token_id, user_id, name, hash, scopes, created_at, expires_at, revoked_at, last_used_at, login)
					 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
				);
				return true;
			}),
		findToken: async (tokenId) => listedOf((await database.rows(`${LISTED} WHERE token_id = ?`, tokenId))[0]),
		findTokenByHash: async (hash) =>
			tokenOf((await database.rows('SELECT * FROM token WHERE hash = ?', hash))[0]),
		async listTokens({ userId, at, limit }) {
			const order =
				'ORDER BY revoked_at IS NOT NULL OR expires_at <= ?, token.created_at DESC, token_id LIMIT ?';
			const rows =
				userId === undefined
					? await database.rows(`${LISTED} ${order}`, at, limit)
					: await database.rows(`${LISTED} WHERE user_id = ? ${order}`, userId, at, limit);
			return rows.flatMap((row) => listedOf(row) ?? []);
		},
	};
}

function endsOf(
	database: SqlDatabase,
): Pick<
	TokenStore,
	'revokeToken' | 'revokeTokensOfLogin' | 'revokeTokensOfLogins' | 'touchToken' | 'deleteTokensEndedBefore'
> {
	return {
		revokeToken: async (tokenId, at) =>
			(await database.changes(
				'UPDATE token SET revoked_at = coalesce(revoked_at, ?) WHERE token_id = ?',
				at,
				tokenId,
			)) === 1,
		revokeTokensOfLogin: async (loginId, at, keep) =>
			(
				await database.rows(
					`UPDATE token SET revoked_at = ? WHERE token_id IN
					 (SELECT token_id FROM token WHERE login = ? AND revoked_at IS NULL AND expires_at > ?
					  ORDER BY created_at DESC, token_id LIMIT ${NO_LIMIT} OFFSET ?) RETURNING token_id`,
					at,
					loginId,
					at,
					keep,
				)
			).map(({ token_id }) => String(token_id)),
		revokeTokensOfLogins: async (userId, at) =>
			(
				await database.rows(
					'UPDATE token SET revoked_at = ? WHERE user_id = ? AND login IS NOT NULL AND revoked_at IS NULL AND expires_at > ? RETURNING token_id',
					at,
					userId,
					at,
				)
			).map(({ token_id }) => String(token_id)),
		async touchToken(tokenId, at) {
			await database.changes('UPDATE token SET last_used_at = ? WHERE token_id = ?', at, tokenId);
		},
		async deleteTokensEndedBefore(before, now) {
			await database.changes(
				'DELETE FROM token WHERE expires_at < ? OR revoked_at < ? OR (login IS NOT NULL AND expires_at < ?)',
				before,
				before,
				now,
			);
		},
	};
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
