/**
 * Logs users in by a link from the operator. The link's code works once within ten minutes; the store keeps only a
 * hash.
 */
import type { Clock, Random } from '../ports/clock.ts';
import type { LoginLinkStore } from '../ports/login-store.ts';
import { lookupHash, refused } from './proven-identity.ts';
import { newSecret } from './secrets.ts';
import { LOGIN_TEXT } from './text.ts';

/** Validity of a link: ten minutes. */
export const LINK_LIFETIME_MS = 10 * 60_000;
/**
 * Path of a link. The code follows `#`, because browsers never send that part. It therefore reaches no log and no
 * link preview.
 */
export const LINK_PATH = '/login/link';
const CODE = /cwl_[A-Za-z0-9_-]{43}$/;

/** Issues and redeems login link codes. */
export interface LoginLinks {
	/** Creates a link and invalidates the user's earlier one. `expiresAt` is in Unix milliseconds. */
	create(userId: string): Promise<{ readonly code: string; readonly expiresAt: number }>;
	/**
	 * Redeems a link and returns its user id. A link works once.
	 * @param text the code, or the whole link
	 * @throws CarrywireError LOGIN_REFUSED with reason `link`
	 */
	redeem(text: string): Promise<string>;
}

/** Creates the login links. The store keeps one code per user, as a hash. */
export function createLoginLinks({
	store,
	clock,
	random,
}: {
	readonly store: LoginLinkStore;
	readonly clock: Clock;
	readonly random: Random;
}): LoginLinks {
	return {
		async create(userId) {
			const code = newSecret('cwl_', random);
			const expiresAt = clock.now() + LINK_LIFETIME_MS;
			await store.put({ codeHash: hashOfCode(code), userId, expiresAt });
			return { code, expiresAt };
		},
		async redeem(text) {
			const code = CODE.exec(text.trim())?.[0];
			const userId = code === undefined ? undefined : await store.take(hashOfCode(code), clock.now());
			if (userId !== undefined) return userId;
			throw refused('link', LOGIN_TEXT.link());
		},
	};
}

function hashOfCode(code: string): string {
	return lookupHash('login link', code);
}
