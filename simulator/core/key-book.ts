/**
 * Manages the keys of all accounts: creates them for applications, revokes and expires them. `accounts.ts` creates
 * the keys that are not for an application.
 */
import { type ApiKey, keyStatus } from './api-keys.ts';
import { commit, currentTime, type ExchangeState } from './exchange-state.ts';
import type { KeyBook } from './oauth.ts';
import { randomHex } from './secret-texts.ts';
import type { VenueTerms } from './venue-terms.ts';

/** Maximum number of valid keys per account. The exchanges have limits of about this size. */
export const ACTIVE_KEYS_MAX = 50;

/** Thrown if the account already has the maximum number of valid keys. */
export class TooManyKeysError extends Error {
	override readonly name = 'TooManyKeysError';
}

export function createKeyBook(state: ExchangeState): KeyBook {
	const keep = (key: ApiKey): void => {
		state.store.putApiKey(key);
		state.apiKeys.set(key.key, key);
	};
	const owned = (accountId: string, key: string): ApiKey => {
		const found = state.apiKeys.get(key);
		if (found === undefined || found.accountId !== accountId) {
			throw new RangeError(`The account ${accountId} has no such key.`);
		}
		return found;
	};
	/** Events are delivered after the commit, so no listener hears of a revocation or expiry that is not durable. */
	const end = (keys: readonly ApiKey[], also: () => void = () => undefined): void => {
		commit(state, () => {
			also();
			for (const key of keys) {
				keep(key);
				state.outbox.add({ to: 'key', key: key.key });
			}
		});
		state.outbox.deliver();
	};
	return {
		ofAccount: (accountId) => [...state.apiKeys.values()].filter((key) => key.accountId === accountId),
		makeFor(accountId, application, lifetimeMs) {
			const now = currentTime(state);
			const active = this.ofAccount(accountId).filter((key) => keyStatus(key, now) === 'active');
			if (active.length >= ACTIVE_KEYS_MAX) {
				throw new TooManyKeysError(
					`The account has too many keys, was ${active.length}, limit ${ACTIVE_KEYS_MAX}.`,
				);
			}
			const key = newKey(state, accountId, {
				application,
				createdAt: now,
				expiresAt: lifetimeMs === undefined ? undefined : now + lifetimeMs,
			});
			commit(state, () => keep(key));
			return key;
		},
		revoke(accountId, key) {
			const before = owned(accountId, key);
			const revoked = { ...before, revokedAt: before.revokedAt ?? currentTime(state) };
			end([revoked]);
			return revoked;
		},
		expire(accountId, key) {
			const now = currentTime(state);
			const before = owned(accountId, key);
			const expired = { ...before, expiresAt: Math.min(before.expiresAt ?? now, now) };
			end([expired]);
			return expired;
		},
		revokeGrant(grantId) {
			const now = currentTime(state);
			const held = [...state.apiKeys.values()].filter(
				(key) => key.application?.grantId === grantId && key.revokedAt === undefined,
			);
			end(
				held.map((key) => ({ ...key, revokedAt: now })),
				() => state.store.endTokensOf(grantId, now),
			);
		},
		endExpired(now) {
			for (const text of state.outbox.watchedKeys()) {
				const key = state.apiKeys.get(text);
				if (key === undefined || keyStatus(key, now) !== 'active') state.outbox.add({ to: 'key', key: text });
			}
		},
	};
}

function keyTexts(form: VenueTerms['keyForm']): Pick<ApiKey, 'key' | 'secret' | 'passphrase'> {
	if (form === 'wallet') return { key: `0x${randomHex(20)}`, secret: `0x${randomHex(32)}`, passphrase: '' };
	const passphrase = form === 'key, secret and passphrase' ? randomHex(8) : '';
	return { key: randomHex(12), secret: randomHex(24), passphrase };
}

/** Creates a random key, secret and passphrase that cannot be guessed. */
export function newKey(
	state: ExchangeState,
	accountId: string,
	terms: Pick<ApiKey, 'application' | 'createdAt' | 'expiresAt'>,
): ApiKey {
	return {
		accountId,
		...keyTexts(state.terms.keyForm),
		canTrade: true,
		canWithdraw: false,
		canTransfer: false,
		revokedAt: undefined,
		...terms,
	};
}
