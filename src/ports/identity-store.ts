/** Which proven identity belongs to which user. Times are milliseconds. */
import type { StoredUser } from './token-store.ts';

/** Who someone was proven to be at login. A user is found by (issuer, subject), by nothing else. */
export type ProvenIdentity = {
	readonly issuer: string;
	readonly subject: string;
	/** The wallet's address in the notation of EIP-55, where there is one. */
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
	 * The user of this identity; where there is none, `user` is made and linked, in one transaction. Notes the login.
	 * Rejects when the name of a user that would be made is taken.
	 */
	admit(
		identity: ProvenIdentity,
		user: StoredUser,
	): Promise<{ readonly user: StoredUser; readonly isNew: boolean }>;
	findUser(userId: string): Promise<StoredUser | undefined>;
	identitiesOf(userId: string): Promise<readonly StoredIdentity[]>;
	/** True for a user who logs in by an identity of another issuer than this; false for one that the operator made. */
	hasIdentityBut(issuer: string, userId: string): Promise<boolean>;
}
