/** Reads and writes keys, passwords, browser sessions, applications and their grants in the database. */
import type { ApiKey } from './api-keys.ts';
import { marks, type Row, type Rows, type Run } from './store-rows.ts';

/** A code from the authorization page, stored under the hash of its text. */
export type CodeRow = {
	readonly grantId: string;
	readonly clientId: string;
	readonly accountId: string;
	readonly scope: string;
	readonly redirectUri: string;
	/** SHA-256 of the verifier, base64url; undefined if the application sent none. */
	readonly challenge: string | undefined;
	readonly expiresAt: number;
	readonly usedAt: number | undefined;
};

/** An access or refresh token, stored under the hash of its text. */
export type TokenRow = {
	readonly kind: 'access' | 'refresh';
	readonly grantId: string;
	readonly clientId: string;
	readonly accountId: string;
	readonly scope: string;
	readonly expiresAt: number;
	/** Time at which the token was replaced or revoked; undefined if it was neither. */
	readonly endedAt: number | undefined;
};

export type ClientRow = {
	readonly clientId: string;
	readonly secretHash: string;
	readonly name: string;
	readonly redirectUris: readonly string[];
	readonly createdAt: number;
};

/**
 * Retention of expired records, milliseconds, so that a second use of an expired code or refresh token is still
 * recognised.
 */
const KEPT_MS = 86_400_000;

const KEY_COLUMNS =
	'key, account_id, secret, passphrase, can_trade, can_withdraw, can_transfer, created_at, client_id, application_name, grant_id, revoked_at, expires_at';

export function accessTables(run: Run, rows: Rows) {
	return {
		apiKeys: (): ApiKey[] => rows('SELECT * FROM api_keys ORDER BY created_at, key').map(apiKeyOf),
		putApiKey: (key: ApiKey) =>
			run(`INSERT OR REPLACE INTO api_keys (${KEY_COLUMNS}) VALUES (${marks(13)})`, [
				key.key,
				key.accountId,
				key.secret,
				key.passphrase,
				key.canTrade ? 1 : 0,
				key.canWithdraw ? 1 : 0,
				key.canTransfer ? 1 : 0,
				key.createdAt,
				key.application?.clientId ?? null,
				key.application?.name ?? null,
				key.application?.grantId ?? null,
				key.revokedAt ?? null,
				key.expiresAt ?? null,
			]),
		password: (accountId: string): string | undefined =>
			optionalText(rows('SELECT hash FROM passwords WHERE account_id = ?', [accountId])[0], 'hash'),
		putPassword: (accountId: string, hash: string) =>
			run('INSERT OR REPLACE INTO passwords VALUES (?, ?)', [accountId, hash]),
		/** Returns the id of the account that is logged in with the session; undefined if the session has ended. */
		sessionOwner: (sessionHash: string, now: number): string | undefined =>
			optionalText(
				rows('SELECT account_id FROM browser_sessions WHERE session_hash = ? AND expires_at > ?', [
					sessionHash,
					now,
				])[0],
				'account_id',
			),
		putSession: (sessionHash: string, accountId: string, expiresAt: number) =>
			run('INSERT INTO browser_sessions VALUES (?, ?, ?)', [sessionHash, accountId, expiresAt]),
		deleteSession: (sessionHash: string) =>
			run('DELETE FROM browser_sessions WHERE session_hash = ?', [sessionHash]),
		...clientTables(run, rows),
		...grantTables(run, rows),
		/**
		 * Deletes sessions, codes and tokens that expired over a day ago. Every addition calls it, so that none
		 * accumulate.
		 */
		forgetAccess: (now: number) => {
			const before = now - KEPT_MS;
			run('DELETE FROM browser_sessions WHERE expires_at < ?', [before]);
			run('DELETE FROM oauth_codes WHERE expires_at < ?', [before]);
			run('DELETE FROM oauth_tokens WHERE expires_at < ?', [before]);
		},
	};
}

function clientTables(run: Run, rows: Rows) {
	return {
		oauthClients: (): ClientRow[] => rows('SELECT * FROM oauth_clients ORDER BY client_id').map(clientOf),
		oauthClient: (clientId: string): ClientRow | undefined =>
			rows('SELECT * FROM oauth_clients WHERE client_id = ?', [clientId]).map(clientOf)[0],
		putOAuthClient: (client: ClientRow) =>
			run(`INSERT OR REPLACE INTO oauth_clients VALUES (${marks(5)})`, [
				client.clientId,
				client.secretHash,
				client.name,
				JSON.stringify(client.redirectUris),
				client.createdAt,
			]),
	};
}

function grantTables(run: Run, rows: Rows) {
	return {
		code: (codeHash: string): CodeRow | undefined =>
			rows('SELECT * FROM oauth_codes WHERE code_hash = ?', [codeHash]).map(codeOf)[0],
		insertCode: (codeHash: string, code: CodeRow) =>
			run(`INSERT INTO oauth_codes VALUES (${marks(9)})`, [
				codeHash,
				code.grantId,
				code.clientId,
				code.accountId,
				code.scope,
				code.redirectUri,
				code.challenge ?? null,
				code.expiresAt,
				code.usedAt ?? null,
			]),
		useCode: (codeHash: string, at: number) =>
			run('UPDATE oauth_codes SET used_at = ? WHERE code_hash = ?', [at, codeHash]),
		token: (tokenHash: string): TokenRow | undefined =>
			rows('SELECT * FROM oauth_tokens WHERE token_hash = ?', [tokenHash]).map(tokenOf)[0],
		insertToken: (tokenHash: string, token: TokenRow) =>
			run(`INSERT INTO oauth_tokens VALUES (${marks(8)})`, [
				tokenHash,
				token.kind,
				token.grantId,
				token.clientId,
				token.accountId,
				token.scope,
				token.expiresAt,
				token.endedAt ?? null,
			]),
		endToken: (tokenHash: string, at: number) =>
			run('UPDATE oauth_tokens SET ended_at = ? WHERE token_hash = ? AND ended_at IS NULL', [at, tokenHash]),
		endTokensOf: (grantId: string, at: number) =>
			run('UPDATE oauth_tokens SET ended_at = ? WHERE grant_id = ? AND ended_at IS NULL', [at, grantId]),
	};
}

function apiKeyOf(row: Row): ApiKey {
	const clientId = optionalText(row, 'client_id');
	return {
		accountId: String(row.account_id),
		key: String(row.key),
		secret: String(row.secret),
		passphrase: String(row.passphrase),
		canTrade: row.can_trade === 1,
		canWithdraw: row.can_withdraw === 1,
		canTransfer: row.can_transfer === 1,
		createdAt: Number(row.created_at),
		application:
			clientId === undefined
				? undefined
				: { clientId, name: String(row.application_name), grantId: String(row.grant_id) },
		revokedAt: optionalWhole(row, 'revoked_at'),
		expiresAt: optionalWhole(row, 'expires_at'),
	};
}

function clientOf(row: Row): ClientRow {
	return {
		clientId: String(row.client_id),
		secretHash: String(row.secret_hash),
		name: String(row.name),
		redirectUris: JSON.parse(String(row.redirect_uris)) as string[],
		createdAt: Number(row.created_at),
	};
}

function codeOf(row: Row): CodeRow {
	return {
		grantId: String(row.grant_id),
		clientId: String(row.client_id),
		accountId: String(row.account_id),
		scope: String(row.scope),
		redirectUri: String(row.redirect_uri),
		challenge: optionalText(row, 'challenge'),
		expiresAt: Number(row.expires_at),
		usedAt: optionalWhole(row, 'used_at'),
	};
}

function tokenOf(row: Row): TokenRow {
	return {
		kind: row.kind === 'refresh' ? 'refresh' : 'access',
		grantId: String(row.grant_id),
		clientId: String(row.client_id),
		accountId: String(row.account_id),
		scope: String(row.scope),
		expiresAt: Number(row.expires_at),
		endedAt: optionalWhole(row, 'ended_at'),
	};
}

function optionalText(row: Row | undefined, name: string): string | undefined {
	const value = row?.[name];
	return value === undefined || value === null ? undefined : String(value);
}

function optionalWhole(row: Row, name: string): number | undefined {
	return row[name] === null ? undefined : Number(row[name]);
}
