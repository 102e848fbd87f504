/** Links verified identities to users. Times are milliseconds. */
import type { StoredUser } from './token-store.ts';

/** An identity that a login method has verified. Only (issuer, subject) identifies the user. */
export type ProvenIdentity = {
	readonly issuer: string;
	readonly subject: string;
	/** The wallet's address in EIP-55 notation, if any. */
	readonly wallet: string | undefined;
	/** Id of the configured identity provider. */
	readonly provider: string;
};

/** A verified identity that is linked to a user. */
export type StoredIdentity = ProvenIdentity & {
	readonly userId: string;
	readonly linkedAt: number;
	readonly lastLoginAt: number;
};

/** Links verified identities to users, and finds an identity's user. */
export interface IdentityStore {
	/**
	 * Returns the user with this identity. If there is none, creates and links `user` in one transaction. Records the
	 * login. Rejects if the new user's name is taken.
	 */
	admit(
		identity: ProvenIdentity,
		user: StoredUser,
	): Promise<{ readonly user: StoredUser; readonly isNew: boolean }>;
	findUser(userId: string): Promise<StoredUser | undefined>;
	identitiesOf(userId: string): Promise<readonly StoredIdentity[]>;
	/**
	 * True if the user has an identity from an issuer other than this one. False for a user created by the operator,
	 * who has no identity.
	 */
	hasIdentityBut(issuer: string, userId: string): Promise<boolean>;
}
