/** Links proven identities to users. Times are milliseconds. */
import type { StoredUser } from './token-store.ts';

/** Identity proven at login. A user is found by (issuer, subject) only. */
export type ProvenIdentity = {
	readonly issuer: string;
	readonly subject: string;
	/** The wallet's address in EIP-55 notation, if any. */
	readonly wallet: string | undefined;
	/** Id of the configured identity provider. */
	readonly provider: string;
};

/** A proven identity that is linked to a user. */
export type StoredIdentity = ProvenIdentity & {
	readonly userId: string;
	readonly linkedAt: number;
	readonly lastLoginAt: number;
};

/** Links proven identities to users, and finds the user of an identity. */
export interface IdentityStore {
	/**
	 * The user of this identity. If there is none, creates and links `user`, in one transaction. Records the login.
	 * Rejects if the new user's name is taken.
	 */
	admit(
		identity: ProvenIdentity,
		user: StoredUser,
	): Promise<{ readonly user: StoredUser; readonly isNew: boolean }>;
	findUser(userId: string): Promise<StoredUser | undefined>;
	identitiesOf(userId: string): Promise<readonly StoredIdentity[]>;
	/** True for a user with an identity of another issuer than this; false for a user created by the operator. */
	hasIdentityBut(issuer: string, userId: string): Promise<boolean>;
}
