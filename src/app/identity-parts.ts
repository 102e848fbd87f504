/** Defines the dependencies of identity. The caller provides settings, stores, vault, clock and randomness. */
import type { Config } from '../config/config.ts';
import type { ReadyProvider } from '../config/secrets.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Vault } from '../ports/vault.ts';
import type { IdentityStores } from './open-stores.ts';

/** Dependencies of identity. */
export type IdentityParts = {
	readonly config: Pick<Config, 'auth' | 'server' | 'rateLimits' | 'venues' | 'mode' | 'transport'>;
	readonly identityProviders: readonly ReadyProvider[];
	readonly stores: IdentityStores;
	readonly vault: Vault;
	/** Called after each login to create the accounts that every user has. */
	readonly welcome: (userId: string, userName: string) => Promise<void>;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};
