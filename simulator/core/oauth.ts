/**
 * What stands behind the pages and token endpoints of a face: applications, logins, consents and keys.
 *
 * Each part is a file of its own (`oauth-clients.ts`, `logins.ts`, `browser-sessions.ts`, `oauth-grants.ts`, `key-book.ts`).
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
	/** Shown to the user, and the name of the keys that are made for it. */
	readonly name: string;
	/** Where the user may be sent back to; compared character by character. */
	readonly redirectUris: readonly string[];
	readonly createdAt: number;
};

export type OAuthClientWish = Pick<OAuthClient, 'clientId' | 'name' | 'redirectUris'> & {
	readonly clientSecret: string;
};

export type OAuthClients = {
	/** Registers, or replaces secret, name and addresses of the same id. @throws OAuthClientError */
	register(wish: OAuthClientWish): OAuthClient & { readonly isNew: boolean };
	list(): readonly OAuthClient[];
	find(clientId: string): OAuthClient | undefined;
	/** @throws OAuthRefusal `client` for another id or secret */
	authenticate(clientId: string, clientSecret: string): OAuthClient;
};

export type Logins = {
	/** The account's id. @throws LoginRefusal, the same for a wrong name as for a wrong password */
	logIn(name: string, password: string): string;
	/** The new account's id. @throws LoginRefusal where too much is asked, AccountError where the account cannot be */
	open(name: string, password: string): string;
};

export type BrowserSessions = {
	/** The account that is logged in with this session text. */
	owner(session: string): string | undefined;
	/** A new session of the account; the browser's former one ends. */
	start(accountId: string, former: string): string;
	end(session: string): void;
};

export type Consent = {
	readonly clientId: string;
	readonly accountId: string;
	readonly scope: string;
	readonly redirectUri: string;
	/** Of PKCE with S256; undefined where the application sent none. */
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
	/** A code for the browser to carry: used once, within a minute. */
	issueCode(consent: Consent): string;
	/**
	 * Exchanges a code. One that comes twice ends the tokens and keys that the first use gave.
	 * @param given `redirectUri` undefined where the exchange's token request has none
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
	/** A new pair; the old one ends. A refresh token that comes twice ends every token of its grant. @throws OAuthRefusal */
	refresh(clientId: string, refreshToken: string, lifetimes: Lifetimes): Tokens;
	/** Ends an access token, or with a refresh token every token of its grant. Keys stay. A token that is none is no error. */
	revoke(clientId: string, token: string): void;
	/** What an access token allows. @throws OAuthRefusal */
	allowedBy(accessToken: string): Allowed;
};

export type KeyBook = {
	/** Oldest first. */
	ofAccount(accountId: string): readonly ApiKey[];
	/** Makes a key that may trade and not withdraw. @throws TooManyKeysError */
	makeFor(accountId: string, application: KeyApplication, lifetimeMs: number | undefined): ApiKey;
	/** From now on the key is refused and its streams are cut. @throws RangeError for a key the account has not */
	revoke(accountId: string, key: string): ApiKey;
	/** As if its last day had come. @throws RangeError for a key the account has not */
	expire(accountId: string, key: string): ApiKey;
	/** Ends everything that goes back to this consent: its tokens, and the keys that were made with them. */
	revokeGrant(grantId: string): void;
	/** Announces the keys that have expired while somebody used them. */
	endExpired(now: number): void;
};
