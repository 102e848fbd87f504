/**
 * Issues tokens and identifies the caller who presents one. There are two types. Personal access tokens, which a user
 * copies from a page or the command line (“copied tokens” in the documentation), are stored here. OAuth access tokens
 * are looked up at the authorization server. Both are opaque and stored only as hashes.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { CallingAgent } from '../ports/order-service.ts';
import type { ListedToken, StoredToken, TokenStore } from '../ports/token-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { type AgentAuthority, keyMark } from './agents.ts';
import { checkName, nameFault } from './names.ts';
import { isScope, SCOPES, type Scope } from './scopes.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { shownValue, TOKEN_TEXT } from './text.ts';

/** The identified caller of a method. */
export type Caller = {
	/** User whose accounts and executions the call concerns; for an agent, its owner. */
	readonly userId: string;
	readonly tokenId: string;
	readonly scopes: ReadonlySet<Scope>;
	/** The calling agent; undefined if the user calls. */
	readonly agent: CallingAgent | undefined;
	/** Client id of the calling application; absent for other callers. */
	readonly application?: string;
	/** Id of the browser login whose page calls; absent for personal access tokens, applications and agents. */
	readonly login?: string;
	/**
	 * True for the agent of a linked chat whose owner lets that chat close every position of the owner and end the
	 * owner's halt.
	 */
	readonly actsForOwner?: boolean;
};

/** A currently valid token and its caller. */
export type VerifiedToken = {
	readonly caller: Caller;
	/** Thumbprint of the key that must sign a proof for every call (RFC 9449); undefined for a plain bearer token. */
	readonly boundTo: string | undefined;
};

/** An OAuth access token from the authorization server. */
export type AccessGrant = {
	readonly tokenId: string;
	/** User who granted the access; undefined for an agent's own token. */
	readonly userId: string | undefined;
	/** The application or agent that received the token. */
	readonly clientId: string;
	/** `keyMark` of the secret key that the agent used to get the token; undefined if it used none. */
	readonly agentKeyMark: string | undefined;
	readonly scopes: readonly string[];
	readonly expiresAt: number;
	readonly boundTo: string | undefined;
};

/** The part of the authorization server that the token check uses. */
export interface AccessGrants {
	/** Returns the grant for an OAuth access token to this service; undefined if there is none or it has ended. */
	find(token: string): Promise<AccessGrant | undefined>;
	/** Registers a listener, which runs after the server revokes any token before its expiry. */
	onRevoked(listener: () => void): void;
}

/** A new token; `expiresAt` is in Unix milliseconds. */
export type IssuedToken = {
	/** The token itself. It is shown once, and the service cannot recover it. */
	readonly token: string;
	readonly tokenId: string;
	readonly userId: string;
	readonly userName: string;
	readonly name: string;
	readonly scopes: readonly Scope[];
	readonly expiresAt: number;
};

/** A token as its owner sees it, without its hash. */
export type TokenListing = Omit<ListedToken, 'hash'>;

type TokenTerms = {
	readonly name: string;
	readonly scopes: readonly Scope[];
	readonly ttlMs: number;
};

/** Issues, lists, revokes and verifies tokens. */
export interface TokenAuthority {
	/**
	 * Issues a token for the operator, and creates the user if the name is new.
	 * @throws CarrywireError INVALID_PARAMS for a name, scopes or a lifetime outside their bounds, RISK_LIMIT for too
	 * many tokens
	 */
	issue(request: TokenTerms & { readonly userName: string }): Promise<IssuedToken>;
	/** Issues a token to an existing user. @throws CarrywireError as `issue` */
	issueTo(user: Named, terms: TokenTerms): Promise<IssuedToken>;
	/**
	 * Issues a token to a page in the user's browser, valid no longer than the browser's login. Only a login's newest
	 * `LOGIN_TOKENS_MAX` tokens are valid; a page with an older token requests another.
	 */
	issueToLogin(
		user: Named,
		login: { readonly id: string; readonly endsAt: number },
		terms: TokenTerms,
	): Promise<IssuedToken>;
	/** Revokes all tokens of this login's pages at once. */
	revokeOfLogin(loginId: string): Promise<void>;
	/** Works like `revokeOfLogin`, for every login of the user. */
	revokeOfLogins(userId: string): Promise<void>;
	/** Lists the named user's tokens, or those of all users: valid ones, then ended ones, each newest first. */
	list(userName?: string): Promise<readonly TokenListing[]>;
	listOf(userId: string): Promise<readonly TokenListing[]>;
	/** Returns the user id of the token's owner; undefined for an unknown token id. */
	ownerOf(tokenId: string): Promise<string | undefined>;
	/** Revokes the token at once. False for an unknown token id. */
	revoke(tokenId: string): Promise<boolean>;
	/** Works like `revoke`, for one of this user's tokens. @throws CarrywireError UNKNOWN_TOKEN */
	revokeOf(userId: string, tokenId: string): Promise<void>;
	/**
	 * Replaces a token with a new one that has the same name, scopes and lifetime. @throws CarrywireError
	 * UNKNOWN_TOKEN; INVALID_PARAMS for an ended token
	 */
	rotate(userId: string, tokenId: string): Promise<IssuedToken>;
	/** Identifies the caller by a token; undefined for an unknown, expired or revoked token. */
	verify(token: string): Promise<VerifiedToken | undefined>;
}

/** Maximum lifetime of a personal access token: 30 days. */
export const TOKEN_LIFETIME_MS_MAX = 30 * 24 * 3_600_000;
/** Minimum lifetime of a personal access token: one minute. */
export const TOKEN_LIFETIME_MS_MIN = 60_000;
/** Maximum valid personal access tokens per user. */
export const TOKENS_PER_USER_MAX = 100;
/** Maximum valid tokens per browser login: two for each of twelve open pages. */
export const LOGIN_TOKENS_MAX = 24;
const TOKEN_LENGTH_MAX = 128;
const LIST_ROWS_MAX = 1_000;
/** Maximum verified tokens kept in memory; the oldest are evicted. */
const VERIFIED_MAX = 10_000;
/** Age at which a cached token is always looked up again, milliseconds. */
const VERIFIED_AGE_MS_MAX = 30_000;
/** Minimum time between two writes of a token's last use, milliseconds. */
const TOUCH_PERIOD_MS = 60_000;
const ENDED_KEEP_MS = 90 * 24 * 3_600_000;

type Verified = VerifiedToken & {
	readonly expiresAt: number;
	/** Monotonic time when the token was last looked up, milliseconds. */
	readonly verifiedAt: number;
	/** True for an OAuth access token, false for a personal access token. */
	readonly ofServer: boolean;
	touchedAt: number;
};

type TokenParts = {
	readonly store: TokenStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
	/**
	 * OAuth access tokens of the authorization server. Absent on the command line, where no authorization server
	 * runs.
	 */
	readonly grants?: AccessGrants;
	readonly agents?: AgentAuthority;
};

type State = TokenParts & {
	/** Verified tokens, keyed by hash, oldest first. */
	readonly verified: Map<string, Verified>;
	/** Number of revocations. A lookup is cached only if this number did not change during the lookup. */
	revocations: number;
};

type Named = { readonly userId: string; readonly userName: string };

/** Creates the token authority. It caches verified tokens for at most 30 s; a revocation takes effect at once. */
export function createTokenAuthority(parts: TokenParts): TokenAuthority {
	const { store, clock, random, grants, agents } = parts;
	const state: State = { ...parts, verified: new Map(), revocations: 0 };
	// When the server revokes a token, personal access tokens stay cached. If they were dropped, their last use would
	// be written at every revocation instead of once a minute.
	grants?.onRevoked(() => forget(state, ({ ofServer }) => ofServer));
	agents?.onChange(async (agentId) => forget(state, ({ caller }) => caller.agent?.agentId === agentId));
	const listOf = async (userId: string | undefined) =>
		(await store.listTokens({ userId, at: clock.now(), limit: LIST_ROWS_MAX })).map(listing);
	return {
		async issue({ userName, ...terms }) {
			checkName('user', userName);
			checkTerms(terms);
			const wanted = { userId: `user_${random.hex(12)}`, name: userName, createdAt: clock.now() };
			const { userId } = await store.ensureUser(wanted);
			return issueTo(state, { userId, userName }, terms);
		},
		async issueTo(user, terms) {
			checkTerms(terms);
			return issueTo(state, user, terms);
		},
		async issueToLogin(user, login, terms) {
			checkTerms(terms);
			await revokeAll(state, () => store.revokeTokensOfLogin(login.id, clock.now(), LOGIN_TOKENS_MAX - 1));
			return issueTo(state, user, terms, login);
		},
		revokeOfLogin: (loginId) => revokeAll(state, () => store.revokeTokensOfLogin(loginId, clock.now(), 0)),
		revokeOfLogins: (userId) => revokeAll(state, () => store.revokeTokensOfLogins(userId, clock.now())),
		async list(userName) {
			if (userName === undefined) return listOf(undefined);
			const user = await store.findUserByName(userName);
			return user === undefined ? [] : listOf(user.userId);
		},
		listOf,
		ownerOf: async (tokenId) => (await store.findToken(tokenId))?.userId,
		revoke: (tokenId) => revoke(state, tokenId),
		async revokeOf(userId, tokenId) {
			await owned(store, userId, tokenId);
			await revoke(state, tokenId);
		},
		rotate: (userId, tokenId) => rotate(state, userId, tokenId),
		verify: (token) => verify(state, token),
	};
}

async function verify(state: State, token: string): Promise<Verified | undefined> {
	const { clock, verified } = state;
	const hash = hashSecret(token.slice(0, TOKEN_LENGTH_MAX + 1));
	const now = clock.now();
	const kept = verified.get(hash);
	if (kept !== undefined) {
		if (now < kept.expiresAt && clock.monotonic() - kept.verifiedAt < VERIFIED_AGE_MS_MAX) {
			touch(state, kept, now);
			return kept;
		}
		verified.delete(hash);
	}
	const revocationsBefore = state.revocations;
	const entry = await lookUp(state, token, hash, now);
	if (entry === undefined || clock.now() >= entry.expiresAt) return undefined;
	touch(state, entry, now);
	if (revocationsBefore === state.revocations) keep(verified, hash, entry);
	return entry;
}

async function lookUp(state: State, token: string, hash: string, now: number): Promise<Verified | undefined> {
	const { store, grants, clock } = state;
	// Every text takes the same path, with one hash and one lookup per store, so that timing reveals nothing about a
	// token.
	const stored = await store.findTokenByHash(hash);
	const granted = await grants?.find(token);
	if (stored !== undefined)
		return stored.revokedAt === null ? copiedToken(stored, clock.monotonic()) : undefined;
	return granted === undefined ? undefined : accessToken(state, granted, now);
}

async function accessToken(state: State, grant: AccessGrant, now: number): Promise<Verified | undefined> {
	const caller =
		grant.userId === undefined
			? await agentCaller(state, grant)
			: { ...userCaller(grant, grant.userId), application: grant.clientId };
	if (caller === undefined) return undefined;
	const { boundTo, expiresAt } = grant;
	const verifiedAt = state.clock.monotonic();
	return { caller, boundTo, expiresAt, verifiedAt, touchedAt: now, ofServer: true };
}

/** Gives the agent the scopes that its owner allows now, not those from when the token was issued. */
async function agentCaller({ agents }: State, grant: AccessGrant): Promise<Caller | undefined> {
	const agent = await agents?.findActive(grant.clientId);
	if (agent === undefined) return undefined;
	const { agentId, caps, userId, keyHash } = agent;
	// Refuses a token that was issued while the key changed, and therefore escaped the revocation of the agent's
	// other tokens.
	if (keyHash !== null && grant.agentKeyMark !== keyMark(keyHash)) return undefined;
	const scopes = grant.scopes.filter((scope) => agent.scopes.includes(scope));
	return {
		userId,
		tokenId: grant.tokenId,
		scopes: new Set(scopes.filter(isScope)),
		agent: { agentId, caps },
	};
}

function touch({ store, agents, logger }: State, entry: Verified, now: number): void {
	const { caller, ofServer } = entry;
	if (caller.agent !== undefined) agents?.touch(caller.agent.agentId);
	if (ofServer || now - entry.touchedAt < TOUCH_PERIOD_MS) return;
	entry.touchedAt = now;
	store.touchToken(caller.tokenId, now).catch((error: unknown) => {
		logger.warn({ tokenId: caller.tokenId, error }, TOKEN_TEXT.useNotRecorded);
	});
}

function keep(verified: Map<string, Verified>, hash: string, entry: Verified): void {
	if (verified.size >= VERIFIED_MAX) {
		const oldest = verified.keys().next();
		if (!oldest.done) verified.delete(oldest.value);
	}
	verified.set(hash, entry);
}

function forget(state: State, matches: (entry: Verified) => boolean): void {
	state.revocations += 1;
	for (const [hash, entry] of state.verified) if (matches(entry)) state.verified.delete(hash);
}

async function issueTo(
	{ store, clock, random }: State,
	{ userId, userName }: Named,
	{ name, scopes, ttlMs }: TokenTerms,
	login: { readonly id: string; readonly endsAt: number } | null = null,
): Promise<IssuedToken> {
	const now = clock.now();
	await store.deleteTokensEndedBefore(now - ENDED_KEEP_MS, now);
	const token = newSecret('cw_', random);
	const stored: StoredToken = {
		tokenId: `tok_${random.hex(8)}`,
		userId,
		name,
		hash: hashSecret(token),
		scopes,
		createdAt: now,
		expiresAt: Math.min(now + ttlMs, login?.endsAt ?? Number.POSITIVE_INFINITY),
		revokedAt: null,
		lastUsedAt: null,
		login: login?.id ?? null,
	};
	if (!(await store.insertToken(stored, TOKENS_PER_USER_MAX)))
		throw new CarrywireError(
			'RISK_LIMIT',
			TOKEN_TEXT.tooMany({ user: userName, limit: TOKENS_PER_USER_MAX }),
			{
				facts: { limit: TOKENS_PER_USER_MAX },
			},
		);
	const { tokenId, expiresAt } = stored;
	return { token, tokenId, userId, userName, name, scopes, expiresAt };
}

async function rotate(state: State, userId: string, tokenId: string): Promise<IssuedToken> {
	const old = await owned(state.store, userId, tokenId);
	if (old.revokedAt !== null || old.expiresAt <= state.clock.now())
		throw invalid('token_id', TOKEN_TEXT.ended({ token: tokenId }));
	// The old token is revoked first, so that a user with the maximum number of tokens can still rotate one.
	await revoke(state, tokenId);
	return issueTo(state, old, {
		name: old.name,
		scopes: old.scopes.filter(isScope),
		ttlMs: old.expiresAt - old.createdAt,
	});
}

async function revoke(state: State, tokenId: string): Promise<boolean> {
	const isIt = ({ caller }: Verified) => caller.tokenId === tokenId;
	// The cache is cleared twice, before and after the write, so that no lookup from before or during the write stays
	// cached.
	forget(state, isIt);
	const found = await state.store.revokeToken(tokenId, state.clock.now());
	forget(state, isIt);
	return found;
}

/** Works like `revoke`, for the tokens that `write` revokes and returns. */
async function revokeAll(state: State, write: () => Promise<readonly string[]>): Promise<void> {
	const ids = new Set(await write());
	if (ids.size > 0) forget(state, ({ caller }) => ids.has(caller.tokenId));
}

async function owned(store: TokenStore, userId: string, tokenId: string): Promise<ListedToken> {
	const token = await store.findToken(tokenId);
	if (token?.userId === userId) return token;
	throw new CarrywireError('UNKNOWN_TOKEN', TOKEN_TEXT.unknown({ was: shownValue(tokenId) }), {
		field: 'token_id',
	});
}

function copiedToken(stored: StoredToken, verifiedAt: number): Verified {
	return {
		caller: {
			...userCaller(stored, stored.userId),
			...(stored.login === null ? {} : { login: stored.login }),
		},
		boundTo: undefined,
		expiresAt: stored.expiresAt,
		verifiedAt,
		touchedAt: stored.lastUsedAt ?? 0,
		ofServer: false,
	};
}

function userCaller(
	{ tokenId, scopes }: { readonly tokenId: string; readonly scopes: readonly string[] },
	userId: string,
): Caller {
	return { userId, tokenId, scopes: new Set(scopes.filter(isScope)), agent: undefined };
}

function listing({ hash: _hash, ...rest }: ListedToken): TokenListing {
	return rest;
}

function checkTerms(terms: TokenTerms): void {
	const [first] = tokenTermsFaults(terms);
	if (first !== undefined) throw first;
}

/** Returns one INVALID_PARAMS error for each field outside its bounds. */
function tokenTermsFaults({ name, scopes, ttlMs }: TokenTerms): readonly CarrywireError[] {
	const isLifetime =
		Number.isInteger(ttlMs) && ttlMs >= TOKEN_LIFETIME_MS_MIN && ttlMs <= TOKEN_LIFETIME_MS_MAX;
	return [
		nameFault('name', name),
		isLifetime
			? undefined
			: invalid('ttl', TOKEN_TEXT.lifetime({ longest: TOKEN_LIFETIME_MS_MAX, was: ttlMs })),
		scopes.length > 0 ? undefined : invalid('scope', TOKEN_TEXT.noScope({ known: SCOPES })),
	].filter((fault) => fault !== undefined);
}

function invalid(field: string, message: Words): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field });
}
