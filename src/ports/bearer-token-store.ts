/** Bearer credentials of connected accounts at rest, sealed by whoever implements it. */
import type { VenueName } from '../domain/instrument.ts';
import type { BearerCredentials } from './connect-account.ts';

export type KeptBearer = { readonly venue: VenueName; readonly credentials: BearerCredentials };

export interface BearerTokenStore {
	/** Undefined when no account has this id, or it is connected by a key. */
	read(accountId: string): Promise<KeptBearer | undefined>;
	/** Durable when it resolves: the refresh token before may be used up. */
	replace(accountId: string, credentials: BearerCredentials): Promise<void>;
}
