/** A user's own access, for the user to see and change: tokens, applications, proven identities, passkeys. */
import type { Passkeys } from './passkeys.ts';
import type { TokenAuthority } from './tokens.ts';
import type { UserDirectory } from './users.ts';

/** An application that a user has authorized. Times are milliseconds. */
export type AuthorizedApplication = {
	readonly applicationId: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly grantedAt: number;
	readonly expiresAt: number;
};

/** Each part acts for the given user and refuses access to the belongings of others. */
export type OwnAccess = {
	readonly tokens: Pick<TokenAuthority, 'listOf' | 'issueTo' | 'rotate' | 'revokeOf'>;
	readonly applications: {
		/** Newest first. */
		list(userId: string): Promise<readonly AuthorizedApplication[]>;
		/** Ends every grant of the application and all their tokens. False if the application is not the user's. */
		revoke(userId: string, applicationId: string): Promise<boolean>;
	};
	readonly users: Pick<UserDirectory, 'find' | 'identitiesOf'>;
	readonly passkeys: Pick<Passkeys, 'listOf'>;
};
