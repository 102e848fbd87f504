/**
 * Which tokens there are, and who calls with one: tokens that a user copies from a page or the command line, which are kept
 * here, and access tokens of the authorization server, which are asked of it. Both are opaque, of both only hashes are stored.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { CallingAgent } from '../ports/order-service.ts';
import type { ListedToken, StoredToken, TokenStore } from '../ports/token-store.ts';
import { type AgentAuthority, keyMark } from './agents.ts';
import { checkName, nameFault } from './names.ts';
import { isScope, SCOPES, type Scope } from './scopes.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** Who is calling. */
export type Caller = {
	/** Whose accounts and executions it is about; of an agent: its owner. */
	readonly userId: string;
	readonly tokenId: string;
	readonly scopes: ReadonlySet<Scope>;
	/** The agent that calls; undefined for the user. */
	readonly agent: CallingAgent | undefined;
	/** The application that the user has let in, where one calls. */
	readonly application?: string;
	/** The login in a browser whose page calls; absent for copied tokens, applications and agents. */
	readonly login?: string;
};

/** A token that counts now, with its caller. */
export type VerifiedToken = {
	readonly caller: Caller;
	/** Thumbprint of the key that must prove itself with every call (RFC 9449); undefined for a plain bearer token. */
	readonly boundTo: string | undefined;
};

/** An access token of the authorization server. */
export type AccessGrant = {
	readonly tokenId: string;
	/** Undefined for an agent's own token. */
	readonly userId: string | undefined;
	/** The application or agent that it was given to. */
	readonly clientId: string;
	/** Of an agent with a key: `keyMark` of the one that the token was taken with. */
	readonly agentKeyMark: string | undefined;
	readonly scopes: readonly string[];
	readonly expiresAt: number;
	readonly boundTo: string | undefined;
};

/** The authorization server, as the check of tokens sees it. */
export interface AccessGrants {
	/** The grant behind an access token for this service; undefined when there is none or it has ended. */
	find(token: string): Promise<AccessGrant | undefined>;
	/** Runs after any token of the server ended before its time. */
	onRevoked(listener: () => void): void;
}

/** A new token; `expiresAt` is in Unix milliseconds. */
export type IssuedToken = {
	/** Shown once; nothing can bring it back. */
	readonly token: string;
	readonly tokenId: string;
	readonly userId: string;
	readonly userName: string;
	readonly name: string;
	readonly scopes: readonly Scope[];
	readonly expiresAt: number;
};

/** A token as its owner may see it. */
export type TokenListing = Omit<ListedToken, 'hash'>;

type TokenWish = {
	readonly name: string;
	readonly scopes: readonly Scope[];
	readonly ttlMs: number;
};

/** Issues, lists, revokes and verifies tokens. */
export interface TokenAuthority {
	/**
	 * For the operator: a user of that name is made where there is none.
	 * @throws CarrywireError INVALID_PARAMS for a name, scopes or a lifetime outside their bounds, RISK_LIMIT for too many tokens.
	 */
	issue(request: TokenWish & { readonly userName: string }): Promise<IssuedToken>;
	/** For a user who is there. @throws CarrywireError as `issue`. */
	issueTo(user: Named, wish: TokenWish): Promise<IssuedToken>;
	/**
	 * For a page in the user's own browser: it ends with the login there, at the latest when that login ends. Of one login the
	 * newest count, `LOGIN_TOKENS_MAX` of them; a page whose token made room asks for another.
	 */
	issueToLogin(
		user: Named,
		login: { readonly id: string; readonly endsAt: number },
		wish: TokenWish,
	): Promise<IssuedToken>;
	/** From this moment nothing that pages of this login hold is taken. */
	revokeOfLogin(loginId: string): Promise<void>;
	/** The same of every login of the user. */
	revokeOfLogins(userId: string): Promise<void>;
	/** Of a user of that name or of all: those that are valid before those that have ended, each newest first. */
	list(userName?: string): Promise<readonly TokenListing[]>;
	listOf(userId: string): Promise<readonly TokenListing[]>;
	/** Whose token it is; undefined when no token has this id. */
	ownerOf(tokenId: string): Promise<string | undefined>;
	/** From this moment the token is refused. False when no token has this id. */
	revoke(tokenId: string): Promise<boolean>;
	/** The same for one of the user's own. @throws CarrywireError UNKNOWN_TOKEN */
	revokeOf(userId: string, tokenId: string): Promise<void>;
	/** A new token of the same name, scopes and lifetime; the old one is refused from then on. @throws CarrywireError UNKNOWN_TOKEN, INVALID_PARAMS for one that has ended. */
	rotate(userId: string, tokenId: string): Promise<IssuedToken>;
	/** Who holds this token; undefined when it is unknown, expired or revoked. */
	verify(token: string): Promise<VerifiedToken | undefined>;
}

/** 30 days. */
export const TOKEN_LIFETIME_MS_MAX = 30 * 24 * 3_600_000;
/** One minute. */
export const TOKEN_LIFETIME_MS_MIN = 60_000;
/** Copied tokens of one user that are valid at a time. */
export const TOKENS_PER_USER_MAX = 100;
/** Two for each of twelve open pages. */
export const LOGIN_TOKENS_MAX = 24;
const TOKEN_LENGTH_MAX = 128;
const LIST_ROWS_MAX = 1_000;
/** Verified tokens kept in memory; the oldest make room. */
const VERIFIED_MAX = 10_000;
/** A kept token is looked up again after this long, whatever happens. */
const VERIFIED_AGE_MS_MAX = 30_000;
/** `last used` is written at most this often per token. */
const TOUCH_PERIOD_MS = 60_000;
const ENDED_KEEP_MS = 90 * 24 * 3_600_000;

type Verified = VerifiedToken & {
	readonly expiresAt: number;
	/** Monotonic. */
	readonly verifiedAt: number;
	/** An access token of the authorization server, not one that was copied. */
	readonly ofServer: boolean;
	touchedAt: number;
};

type TokenParts = {
	readonly store: TokenStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
	/** Absent where no authorization server runs: on the command line. */
	readonly grants?: AccessGrants;
	readonly agents?: AgentAuthority;
};

type State = TokenParts & {
	/** Keyed by the hash of the token, oldest first. */
	readonly verified: Map<string, Verified>;
	/** Rises with every revocation: a look-up that began before one is not kept after it. */
	revocations: number;
};

type Named = { readonly userId: string; readonly userName: string };

/** Keeps verified tokens in memory for at most 30 s; each revocation is effective at once. */
export function createTokenAuthority(parts: TokenParts): TokenAuthority {
	const { store, clock, random, grants, agents } = parts;
	const state: State = { ...parts, verified: new Map(), revocations: 0 };
	// Copied tokens are not forgotten here: the last use of one is noted once a minute, not at every revocation of another.
	grants?.onRevoked(() => forget(state, ({ ofServer }) => ofServer));
	agents?.onChange(async (agentId) => forget(state, ({ caller }) => caller.agent?.agentId === agentId));
	const listOf = async (userId: string | undefined) =>
		(await store.listTokens({ userId, at: clock.now(), limit: LIST_ROWS_MAX })).map(listing);
	return {
		async issue({ userName, ...wish }) {
			checkName('user', userName);
			checkWish(wish);
			const wanted = { userId: `user_${random.hex(12)}`, name: userName, createdAt: clock.now() };
			const { userId } = await store.ensureUser(wanted);
			return issueTo(state, { userId, userName }, wish);
		},
		async issueTo(user, wish) {
			checkWish(wish);
			return issueTo(state, user, wish);
		},
		async issueToLogin(user, login, wish) {
			checkWish(wish);
			await revokeAll(state, () => store.revokeTokensOfLogin(login.id, clock.now(), LOGIN_TOKENS_MAX - 1));
			return issueTo(state, user, wish, login);
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
	// Every text takes the same path, one hash and one look-up in each place, whether it looks like a token or not.
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

/** The agent's rights are those that its owner gives it now, not those of when the token was given. */
async function agentCaller({ agents }: State, grant: AccessGrant): Promise<Caller | undefined> {
	const agent = await agents?.findActive(grant.clientId);
	if (agent === undefined) return undefined;
	const { agentId, caps, userId, keyHash } = agent;
	// A token that was being made while the key changed outlived the end of the others.
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
		logger.warn({ tokenId: caller.tokenId, error }, 'The last use of a token could not be noted.');
	});
}

function keep(verified: Map<string, Verified>, hash: string, entry: Verified): void {
	if (verified.size >= VERIFIED_MAX) {
		const oldest = verified.keys().next();
		if (!oldest.done) verified.delete(oldest.value);
	}
	verified.set(hash, entry);
}

function forget(state: State, isMeant: (entry: Verified) => boolean): void {
	state.revocations += 1;
	for (const [hash, entry] of state.verified) if (isMeant(entry)) state.verified.delete(hash);
}

async function issueTo(
	{ store, clock, random }: State,
	{ userId, userName }: Named,
	{ name, scopes, ttlMs }: TokenWish,
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
			`The user ${userName} has ${TOKENS_PER_USER_MAX} active tokens, which is the limit. Revoke one first.`,
			{ facts: { limit: TOKENS_PER_USER_MAX } },
		);
	const { tokenId, expiresAt } = stored;
	return { token, tokenId, userId, userName, name, scopes, expiresAt };
}

async function rotate(state: State, userId: string, tokenId: string): Promise<IssuedToken> {
	const old = await owned(state.store, userId, tokenId);
	if (old.revokedAt !== null || old.expiresAt <= state.clock.now())
		throw invalid('token_id', `token_id must name a token that is still valid; ${tokenId} has ended.`);
	// The old one goes first: with a hundred tokens there would be no room for the new one.
	await revoke(state, tokenId);
	return issueTo(state, old, {
		name: old.name,
		scopes: old.scopes.filter(isScope),
		ttlMs: old.expiresAt - old.createdAt,
	});
}

async function revoke(state: State, tokenId: string): Promise<boolean> {
	const isIt = ({ caller }: Verified) => caller.tokenId === tokenId;
	// Before the write and after it: neither a look-up under way nor one in between is kept.
	forget(state, isIt);
	const found = await state.store.revokeToken(tokenId, state.clock.now());
	forget(state, isIt);
	return found;
}

/** As `revoke`, for those that `write` revokes. */
async function revokeAll(state: State, write: () => Promise<readonly string[]>): Promise<void> {
	const ids = new Set(await write());
	if (ids.size > 0) forget(state, ({ caller }) => ids.has(caller.tokenId));
}

async function owned(store: TokenStore, userId: string, tokenId: string): Promise<ListedToken> {
	const token = await store.findToken(tokenId);
	if (token?.userId === userId) return token;
	throw new CarrywireError(
		'UNKNOWN_TOKEN',
		`token_id names no token of yours, was ${JSON.stringify(tokenId.slice(0, 80))}.`,
		{ field: 'token_id' },
	);
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

function checkWish(wish: TokenWish): void {
	const [first] = tokenWishFaults(wish);
	if (first !== undefined) throw first;
}

/** INVALID_PARAMS for each member that is outside its bounds. */
function tokenWishFaults({ name, scopes, ttlMs }: TokenWish): readonly CarrywireError[] {
	const isLifetime =
		Number.isInteger(ttlMs) && ttlMs >= TOKEN_LIFETIME_MS_MIN && ttlMs <= TOKEN_LIFETIME_MS_MAX;
	return [
		nameFault('name', name),
		isLifetime
			? undefined
			: invalid(
					'ttl',
					`ttl must be at least 1 minute and at most 720 hours (30 days); was ${ttlMs / 3_600_000} hours.`,
				),
		scopes.length > 0
			? undefined
			: invalid('scope', `scope must be one or more of ${SCOPES.join(', ')}; was none.`),
	].filter((fault) => fault !== undefined);
}

function invalid(field: string, message: string): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field });
}
