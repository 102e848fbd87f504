/** Login by a link of the operator: a code that counts once, for ten minutes, and of which only a hash is kept. */
import type { Clock, Random } from '../ports/clock.ts';
import type { LoginLinkStore } from '../ports/login-store.ts';
import { lookupHash, refused } from './proven-identity.ts';
import { newSecret } from './secrets.ts';

/** Ten minutes. */
export const LINK_LIFETIME_MS = 10 * 60_000;
/** The address of a link. The code stands behind `#`: a browser sends that part to nobody, so that no log and no preview has it. */
export const LINK_PATH = '/login/link';
const CODE = /cwl_[A-Za-z0-9_-]{43}$/;

/** Makes and takes the codes of login links. */
export interface LoginLinks {
	/** Ends an earlier link of the user. `expiresAt` in ms. */
	create(userId: string): Promise<{ readonly code: string; readonly expiresAt: number }>;
	/**
	 * Whose link it was, once.
	 * @param text the code, or the whole link
	 * @throws CarrywireError LOGIN_REFUSED with reason `link`
	 */
	redeem(text: string): Promise<string>;
}

/** Keeps one code a user, as a hash. */
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
			throw refused(
				'link',
				'This link does not count: it was used, is older than ten minutes, or a newer one took its place. Run carrywire login-link for another.',
			);
		},
	};
}

function hashOfCode(code: string): string {
	return lookupHash('login link', code);
}
