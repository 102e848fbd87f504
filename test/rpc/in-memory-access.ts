/**
 * Provides a user's tokens, applications and identities for conversations. Ann has one application, and no user has
 * passkeys or verified identities.
 */

import { DEFAULT_PREFERENCES } from '../../src/domain/preferences.ts';
import type { OwnAccess } from '../../src/identity/own-access.ts';
import type { AccountOffers } from '../../src/ports/account-offers.ts';
import type { PreferenceStore, StoredPreferences } from '../../src/ports/preference-store.ts';
import { NOW_MS } from './in-memory-trading.ts';

const NONE = () => Promise.reject(new Error('No token is kept here.'));
const NO_TOKENS: OwnAccess['tokens'] = {
	listOf: async () => [],
	issueTo: NONE,
	rotate: NONE,
	revokeOf: NONE,
};

/** @param annsId returns the id of the user who has authorized the application */
export function inMemoryAccess(
	given: Partial<Pick<OwnAccess, 'tokens' | 'users'>> = {},
	annsId: () => string = () => '',
): OwnAccess {
	const applications = [
		{
			applicationId: 'app_1',
			name: 'Notebook',
			scopes: ['arb:read'],
			grantedAt: NOW_MS,
			expiresAt: NOW_MS + 3_600_000,
		},
	];
	return {
		tokens: NO_TOKENS,
		users: {
			find: async (userId) => ({ userId, name: 'ann', createdAt: NOW_MS }),
			identitiesOf: async () => [],
		},
		...given,
		applications: {
			list: async (userId) => (userId === annsId() ? [...applications] : []),
			async revoke(userId, applicationId) {
				const at = applications.findIndex((one) => one.applicationId === applicationId);
				if (userId !== annsId() || at < 0) return false;
				applications.splice(at, 1);
				return true;
			},
		},
		passkeys: { listOf: async () => [] },
		preferences: inMemoryPreferences(),
	};
}

/** Offers ways to connect: Hyperliquid is simulated, Bybit has a page, KuCoin accepts only keys. */
export function inMemoryOffers(): AccountOffers {
	let opened = 0;
	return {
		list: () => [
			{ venue: 'bybit', ways: ['page', 'key'] },
			{ venue: 'hyperliquid', ways: ['simulated', 'key'] },
			{ venue: 'kucoin', ways: ['key'] },
		],
		async open() {
			opened += 1;
			return { apiKey: `OPENED-${opened}`, secret: 'SECRET', passphrase: 'p' };
		},
	};
}

/** Keeps preferences in memory, as the store does. */
function inMemoryPreferences(): PreferenceStore {
	const kept = new Map<string, StoredPreferences>();
	return {
		read: async (userId) => kept.get(userId),
		async change(userId, changed, at) {
			const preferences = { ...DEFAULT_PREFERENCES, ...kept.get(userId)?.preferences, ...changed };
			kept.set(userId, { preferences, updatedAt: at });
			return { preferences, updatedAt: at };
		},
	};
}
