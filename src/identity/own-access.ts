/** Gives users access to their own tokens, applications, proven identities and passkeys. */
import type { PreferenceStore } from '../ports/preference-store.ts';
import type { Passkeys } from './passkeys.ts';
import type { TokenAuthority } from './tokens.ts';
import type { UserDirectory } from './users.ts';

/** An application that a user has authorized. Times are in Unix milliseconds. */
export type AuthorizedApplication = {
	readonly applicationId: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly grantedAt: number;
	readonly expiresAt: number;
};

/** Each part acts for the given user and refuses access to other users' objects. */
export type OwnAccess = {
	readonly tokens: Pick<TokenAuthority, 'listOf' | 'issueTo' | 'rotate' | 'revokeOf'>;
	readonly applications: {
		/** Lists the applications that the user has authorized, newest first. */
		list(userId: string): Promise<readonly AuthorizedApplication[]>;
		/**
		 * Ends every grant to the application, and all tokens of these grants. False if the application has no grant
		 * from this user.
		 */
		revoke(userId: string, applicationId: string): Promise<boolean>;
	};
	readonly users: Pick<UserDirectory, 'find' | 'identitiesOf'>;
	readonly passkeys: Pick<Passkeys, 'listOf'>;
	readonly preferences: PreferenceStore;
};
