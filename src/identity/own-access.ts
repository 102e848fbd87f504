/** A user's own access, as the user sees and changes it: tokens, applications, proven identities, passkeys. */
import type { Passkeys } from './passkeys.ts';
import type { TokenAuthority } from './tokens.ts';
import type { UserDirectory } from './users.ts';

/** An application that a user has let in. Times are milliseconds. */
export type AuthorizedApplication = {
	readonly applicationId: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly grantedAt: number;
	readonly expiresAt: number;
};

/** Each part acts for the user that it is given and refuses what belongs to another. */
export type OwnAccess = {
	readonly tokens: Pick<TokenAuthority, 'listOf' | 'issueTo' | 'rotate' | 'revokeOf'>;
	readonly applications: {
		/** Newest first. */
		list(userId: string): Promise<readonly AuthorizedApplication[]>;
		/** Ends every grant of the application and every token of them. False for one that is not the user's. */
		revoke(userId: string, applicationId: string): Promise<boolean>;
	};
	readonly users: Pick<UserDirectory, 'find' | 'identitiesOf'>;
	readonly passkeys: Pick<Passkeys, 'listOf'>;
};
