/**
 * Opaque bearer tokens: `cw_` and 43 base64url characters of 32 random bytes. Only the SHA-256 is stored: with 256
 * bits of randomness a plain hash is as good as a slow one, and looking a hash up tells nothing about the token.
 */
import { createHash } from 'node:crypto';
import { CarrywireError } from '../errors/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { CallingAgent } from '../ports/desk.ts';
import type { Logger } from '../ports/logger.ts';
import type { ListedToken, StoredToken, TokenStore } from '../ports/token-store.ts';
import { isScope, type Scope } from './scopes.ts';

/** Who is calling. */
export type Caller = {
	readonly userId: string;
	readonly tokenId: string;
	readonly scopes: ReadonlySet<Scope>;
	/** The agent that calls for the user; undefined: the user themselves. */
	readonly agent: CallingAgent | undefined;
};

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

export interface TokenAuthority {
	/** @throws CarrywireError INVALID_PARAMS for a name, scopes or a lifetime outside their bounds, RISK_LIMIT for too many tokens. */
	issue(request: {
		readonly userName: string;
		readonly name: string;
		readonly scopes: readonly Scope[];
		readonly ttlMs: number;
	}): Promise<IssuedToken>;
	list(userName?: string): Promise<readonly TokenListing[]>;
	/** From this moment the token is refused. False when no token has this id. */
	revoke(tokenId: string): Promise<boolean>;
	/** The caller that holds this token; undefined when it is unknown, expired or revoked. */
	verify(token: string): Promise<Caller | undefined>;
}

export const TOKEN_LIFETIME_MS_MAX = 30 * 24 * 3_600_000;
export const TOKEN_LIFETIME_MS_MIN = 60_000;
export const TOKENS_PER_USER_MAX = 100;
const TOKEN_BYTES = 32;
const TOKEN_LENGTH_MAX = 128;
/** A user's name is also that of the simulated exchange accounts, which know ASCII only. */
const NAMES = {
	user: {
		pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
		rule: '1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit',
	},
	name: {
		pattern: /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u,
		rule: '1 to 64 letters, digits, spaces and . _ @ -, beginning with a letter or digit',
	},
} as const;
const LIST_ROWS_MAX = 1_000;
/** Verified tokens kept in memory; the oldest make room. */
const VERIFIED_MAX = 10_000;
/** A kept token is looked up again after this long, whatever happens. */
const VERIFIED_AGE_MS_MAX = 30_000;
/** `last used` is written at most this often per token. */
const TOUCH_PERIOD_MS = 60_000;
const ENDED_KEEP_MS = 90 * 24 * 3_600_000;

type Verified = {
	readonly caller: Caller;
	readonly expiresAt: number;
	readonly verifiedAt: number;
	touchedAt: number;
};

export function createTokenAuthority(parts: {
	readonly store: TokenStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
}): TokenAuthority {
	const { store, clock, random, logger } = parts;
	const verified = new Map<string, Verified>();
	/** Rises with every revocation: a look-up that began before one is not kept after it. */
	let revocations = 0;

	function touch(entry: Verified, now: number): void {
		if (now - entry.touchedAt < TOUCH_PERIOD_MS) return;
		entry.touchedAt = now;
		store.touchToken(entry.caller.tokenId, now).catch((error: unknown) => {
			logger.warn({ tokenId: entry.caller.tokenId, error }, 'The last use of a token could not be noted.');
		});
	}

	function keep(hash: string, entry: Verified): void {
		if (verified.size >= VERIFIED_MAX) {
			const oldest = verified.keys().next();
			if (!oldest.done) verified.delete(oldest.value);
		}
		verified.set(hash, entry);
	}

	return {
		async issue({ userName, name, scopes, ttlMs }) {
			checkName('user', userName);
			checkName('name', name);
			checkLifetime(ttlMs);
			if (scopes.length === 0) throw invalid('scope', 'A token needs at least one scope, was none.');
			const now = clock.now();
			const user = await store.ensureUser({
				userId: `user_${random.hex(12)}`,
				name: userName,
				createdAt: now,
			});
			await store.deleteTokensEndedBefore(now - ENDED_KEEP_MS);
			const active = await store.countActiveTokens(user.userId, now);
			if (active >= TOKENS_PER_USER_MAX) {
				throw new CarrywireError(
					'RISK_LIMIT',
					`The user ${userName} has ${active} active tokens, limit ${TOKENS_PER_USER_MAX}. Revoke one first.`,
					{ facts: { limit: TOKENS_PER_USER_MAX } },
				);
			}
			const token = `cw_${Buffer.from(random.hex(TOKEN_BYTES), 'hex').toString('base64url')}`;
			const stored: StoredToken = {
				tokenId: `tok_${random.hex(8)}`,
				userId: user.userId,
				name,
				hash: hashToken(token),
				scopes,
				createdAt: now,
				expiresAt: now + ttlMs,
				revokedAt: null,
				lastUsedAt: null,
			};
			await store.insertToken(stored);
			const { tokenId, expiresAt } = stored;
			return { token, tokenId, userId: user.userId, userName, name, scopes, expiresAt };
		},

		async list(userName) {
			let userId: string | undefined;
			if (userName !== undefined) {
				userId = (await store.findUserByName(userName))?.userId;
				if (userId === undefined) return [];
			}
			const tokens = await store.listTokens({ userId, limit: LIST_ROWS_MAX });
			return tokens.map(({ hash: _hash, ...listing }) => listing);
		},

		async revoke(tokenId) {
			// Before the write and after it: neither a look-up under way nor one in between is kept.
			forget();
			const found = await store.revokeToken(tokenId, clock.now());
			forget();
			return found;

			function forget(): void {
				revocations += 1;
				for (const [hash, entry] of verified) if (entry.caller.tokenId === tokenId) verified.delete(hash);
			}
		},

		async verify(token) {
			// Every text takes the same path, one hash and one look-up, whether it looks like a token or not.
			const hash = hashToken(token.slice(0, TOKEN_LENGTH_MAX + 1));
			const now = clock.now();
			const kept = verified.get(hash);
			if (kept !== undefined) {
				if (now < kept.expiresAt && now - kept.verifiedAt < VERIFIED_AGE_MS_MAX) {
					touch(kept, now);
					return kept.caller;
				}
				verified.delete(hash);
			}
			const revocationsBefore = revocations;
			const stored = await store.findTokenByHash(hash);
			if (stored === undefined || stored.revokedAt !== null || clock.now() >= stored.expiresAt)
				return undefined;
			const entry: Verified = {
				caller: {
					userId: stored.userId,
					tokenId: stored.tokenId,
					scopes: new Set(stored.scopes.filter(isScope)),
					agent: undefined,
				},
				expiresAt: stored.expiresAt,
				verifiedAt: now,
				touchedAt: stored.lastUsedAt ?? 0,
			};
			touch(entry, now);
			if (revocationsBefore === revocations) keep(hash, entry);
			return entry.caller;
		},
	};
}

export function hashToken(token: string): string {
	return createHash('sha256').update(token, 'utf8').digest('hex');
}

function checkName(field: 'user' | 'name', value: string): void {
	const { pattern, rule } = NAMES[field];
	if (!pattern.test(value))
		throw invalid(field, `${field} must be ${rule}; was ${JSON.stringify(value.slice(0, 80))}.`);
}

function checkLifetime(ttlMs: number): void {
	if (Number.isInteger(ttlMs) && ttlMs >= TOKEN_LIFETIME_MS_MIN && ttlMs <= TOKEN_LIFETIME_MS_MAX) return;
	throw invalid(
		'ttl',
		`ttl must be at least 1 minute and at most 720 hours (30 days); was ${ttlMs / 3_600_000} hours.`,
	);
}

function invalid(field: string, message: string): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field });
}
