/** Which user a proven identity is: the one it was linked to at its first login, or a new one. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { IdentityStore, ProvenIdentity, StoredIdentity } from '../ports/identity-store.ts';
import type { StoredUser } from '../ports/token-store.ts';
import { WALLET_ISSUER } from './proven-identity.ts';

/** Users by the identities that they have proven. */
export interface UserDirectory {
	/** @throws CarrywireError LOGIN_NOT_ADMITTED */
	logIn(identity: ProvenIdentity): Promise<{ readonly user: StoredUser; readonly isNew: boolean }>;
	/**
	 * Lets in a user who is known. The operator's word is enough; a user with a passkey who once proved an identity must still be
	 * admitted by one of theirs.
	 * @throws CarrywireError NOT_FOUND, LOGIN_NOT_ADMITTED
	 */
	letIn(userId: string, by: 'operator' | 'passkey'): Promise<StoredUser>;
	find(userId: string): Promise<StoredUser | undefined>;
	identitiesOf(userId: string): Promise<readonly StoredIdentity[]>;
}

/** Makes a user at the first login of an identity that is admitted. */
export function createUserDirectory(parts: {
	readonly store: IdentityStore;
	readonly clock: Clock;
	readonly random: Random;
	/** Addresses of wallets that prove themselves here, and subjects, that may log in; empty: everybody who can prove an identity. */
	readonly admitted: readonly string[];
}): UserDirectory {
	const { store, clock, random } = parts;
	// A subject is case sensitive (OpenID Connect Core 1.0, section 2); an address is the same in any case.
	const subjects = new Set(parts.admitted);
	const wallets = new Set(parts.admitted.map((name) => name.toLowerCase()));

	function isAdmitted({ issuer, wallet, subject }: ProvenIdentity): boolean {
		if (subjects.size === 0 || subjects.has(subject)) return true;
		// An address that an external provider only mentions may be what its user has typed in there.
		return issuer === WALLET_ISSUER && wallet !== undefined && wallets.has(wallet.toLowerCase());
	}

	/** @throws CarrywireError LOGIN_NOT_ADMITTED */
	function check(identity: ProvenIdentity): void {
		if (isAdmitted(identity)) return;
		throw new CarrywireError(
			'LOGIN_NOT_ADMITTED',
			`This service admits certain identities only, and ${identity.wallet ?? identity.subject.slice(0, 80)} is none of them.`,
		);
	}

	return {
		async logIn(identity) {
			check(identity);
			const fresh = random.hex(4);
			// Names say who it is and are unique; an operator may have made a user of the same name before.
			const name = `${identity.wallet ?? identity.provider}-${fresh}`;
			return store.admit(identity, { userId: `user_${random.hex(12)}`, name, createdAt: clock.now() });
		},
		async letIn(userId, by) {
			const identities = by === 'operator' ? [] : await store.identitiesOf(userId);
			const [first] = identities;
			if (first !== undefined && !identities.some(isAdmitted)) check(first);
			const user = await store.findUser(userId);
			if (user !== undefined) return user;
			throw new CarrywireError('NOT_FOUND', 'The user of this login is not here any more.');
		},
		find: (userId) => store.findUser(userId),
		identitiesOf: (userId) => store.identitiesOf(userId),
	};
}
