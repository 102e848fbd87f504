/** Maps a proven identity to its user. The first login creates the user. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { IdentityStore, ProvenIdentity, StoredIdentity } from '../ports/identity-store.ts';
import type { StoredUser } from '../ports/token-store.ts';
import { WALLET_ISSUER } from './proven-identity.ts';
import { LOGIN_TEXT, shownValue } from './text.ts';

/** Finds users by their proven identities. */
export interface UserDirectory {
	/**
	 * Returns an identity's user, and creates the user at the first login. @throws CarrywireError LOGIN_NOT_ADMITTED
	 */
	logIn(identity: ProvenIdentity): Promise<{ readonly user: StoredUser; readonly isNew: boolean }>;
	/**
	 * Admits a known user. A link from the operator suffices. For a passkey login, a user who has proven identities
	 * needs at least one that is still admitted.
	 * @throws CarrywireError NOT_FOUND, LOGIN_NOT_ADMITTED
	 */
	admitKnown(userId: string, by: 'operator' | 'passkey'): Promise<StoredUser>;
	find(userId: string): Promise<StoredUser | undefined>;
	identitiesOf(userId: string): Promise<readonly StoredIdentity[]>;
}

/** Creates the user directory. */
export function createUserDirectory(parts: {
	readonly store: IdentityStore;
	readonly clock: Clock;
	readonly random: Random;
	/**
	 * Admitted subjects, and admitted addresses of wallets that sign at this service. If empty, everybody who can
	 * prove an identity can log in.
	 */
	readonly admitted: readonly string[];
}): UserDirectory {
	const { store, clock, random } = parts;
	// Subjects are case sensitive (OpenID Connect Core 1.0, section 2); addresses are not.
	const subjects = new Set(parts.admitted);
	const wallets = new Set(parts.admitted.map((name) => name.toLowerCase()));

	function isAdmitted({ issuer, wallet, subject }: ProvenIdentity): boolean {
		if (subjects.size === 0 || subjects.has(subject)) return true;
		// An address from an external provider does not count, because the user may simply have typed it in there.
		return issuer === WALLET_ISSUER && wallet !== undefined && wallets.has(wallet.toLowerCase());
	}

	function check(identity: ProvenIdentity): void {
		if (isAdmitted(identity)) return;
		throw new CarrywireError(
			'LOGIN_NOT_ADMITTED',
			LOGIN_TEXT.notAdmitted({ name: shownValue(identity.wallet ?? identity.subject) }),
		);
	}

	return {
		async logIn(identity) {
			check(identity);
			const fresh = random.hex(4);
			// The random suffix keeps the name unique, because an operator may have used the plain name for another
			// user.
			const name = `${identity.wallet ?? identity.provider}-${fresh}`;
			return store.admit(identity, { userId: `user_${random.hex(12)}`, name, createdAt: clock.now() });
		},
		async admitKnown(userId, by) {
			const identities = by === 'operator' ? [] : await store.identitiesOf(userId);
			const [first] = identities;
			if (first !== undefined && !identities.some(isAdmitted)) check(first);
			const user = await store.findUser(userId);
			if (user !== undefined) return user;
			throw new CarrywireError('NOT_FOUND', LOGIN_TEXT.userGone());
		},
		find: (userId) => store.findUser(userId),
		identitiesOf: (userId) => store.identitiesOf(userId),
	};
}
