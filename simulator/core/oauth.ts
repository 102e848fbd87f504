/**
 * State behind the pages and token endpoints of a front end: applications, logins, consents and keys.
 *
 * Each part has its own file (`oauth-clients.ts`, `logins.ts`, `browser-sessions.ts`, `oauth-grants.ts`,
 * `key-book.ts`).
 */
import type { ApiKey, KeyApplication } from './api-keys.ts';

export type OAuth = {
	readonly clients: OAuthClients;
	readonly logins: Logins;
	readonly sessions: BrowserSessions;
	readonly grants: Grants;
	readonly keys: KeyBook;
};

export type OAuthClient = {
	readonly clientId: string;
	/** Name shown to the user, also used for keys created for the application. */
	readonly name: string;
	/** Allowed redirect URIs; compared character by character. */
	readonly redirectUris: readonly string[];
	readonly createdAt: number;
};

export type OAuthClientWish = Pick<OAuthClient, 'clientId' | 'name' | 'redirectUris'> & {
	readonly clientSecret: string;
};

export type OAuthClients = {
	/** Registers an application, or replaces secret, name and addresses of the same id. @throws OAuthClientError */
	register(wish: OAuthClientWish): OAuthClient & { readonly isNew: boolean };
	list(): readonly OAuthClient[];
	find(clientId: string): OAuthClient | undefined;
	/** @throws OAuthRefusal `client` for a wrong id or secret */
	authenticate(clientId: string, clientSecret: string): OAuthClient;
};

export type Logins = {
	/** Returns the account's id. @throws LoginRefusal, the same for a wrong name and a wrong password */
	logIn(name: string, password: string): string;
	/**
	 * Returns the new account's id. @throws LoginRefusal above the limit of attempts, AccountError for an invalid
	 * account
	 */
	open(name: string, password: string): string;
};

export type BrowserSessions = {
	/** Account logged in with this session text. */
	owner(session: string): string | undefined;
	/** Opens a new session of the account; the browser's former one ends. */
	start(accountId: string, former: string): string;
	end(session: string): void;
};

export type Consent = {
	readonly clientId: string;
	readonly accountId: string;
	readonly scope: string;
	readonly redirectUri: string;
	/** PKCE challenge (S256); undefined if the application sent none. */
	readonly challenge: string | undefined;
};

export type Lifetimes = { readonly accessMs: number; readonly refreshMs: number };

export type Tokens = {
	readonly accessToken: string;
	readonly refreshToken: string;
	readonly scope: string;
};

export type Allowed = {
	readonly accountId: string;
	readonly clientId: string;
	readonly grantId: string;
	readonly scope: string;
};

export type Grants = {
	/** Issues a code for the browser: valid once, within a minute. */
	issueCode(consent: Consent): string;
	/**
	 * Exchanges a code. A second use ends the tokens and keys of the first.
	 * @param given `redirectUri` undefined if the exchange's token request has none
	 * @throws OAuthRefusal
	 */
	redeem(
		clientId: string,
		given: {
			readonly code: string;
			readonly redirectUri: string | undefined;
			readonly verifier: string | undefined;
		},
		lifetimes: Lifetimes,
	): Tokens;
	/**
	 * Issues a new pair; the old one ends. A second use of a refresh token ends every token of its grant. @throws
	 * OAuthRefusal
	 */
	refresh(clientId: string, refreshToken: string, lifetimes: Lifetimes): Tokens;
	/** Ends an access token, or with a refresh token every token of its grant. Keys stay. An unknown token is not an error. */
	revoke(clientId: string, token: string): void;
	/** Returns the permissions of an access token. @throws OAuthRefusal */
	allowedBy(accessToken: string): Allowed;
};

export type KeyBook = {
	/** Oldest first. */
	ofAccount(accountId: string): readonly ApiKey[];
	/** Creates a key that may trade but not withdraw. @throws TooManyKeysError */
	makeFor(accountId: string, application: KeyApplication, lifetimeMs: number | undefined): ApiKey;
	/** Refuses the key from now on and closes its streams. @throws RangeError for a key of another account */
	revoke(accountId: string, key: string): ApiKey;
	/** Expires the key now. @throws RangeError for a key of another account */
	expire(accountId: string, key: string): ApiKey;
	/** Ends everything based on this consent: its tokens, and the keys created with them. */
	revokeGrant(grantId: string): void;
	/** Announces keys that have expired while in use. */
	endExpired(now: number): void;
};
