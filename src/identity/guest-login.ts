/**
 * Provides guest login, for trying the simulated exchanges on one's own machine. Each guest login creates a new user
 * without any proof of identity. `src/config/guests.ts` decides where guest login is offered.
 */
import type { Random } from '../ports/clock.ts';
import type { ProvenIdentity } from './proven-identity.ts';

/** Issuer of all guests. No external provider may use it. */
export const GUEST_ISSUER = 'guest';
const SUBJECT_BYTES = 16;

/** True for a user who logged in as a guest. Nobody can log in as that user again. */
export function isGuest(identities: readonly { readonly issuer: string }[]): boolean {
	return identities.some(({ issuer }) => issuer === GUEST_ISSUER);
}

/** Creates identities for guests. */
export interface GuestLogin {
	/** Creates a new identity. No later login can have the same identity. */
	readonly identity: () => ProvenIdentity;
}

/** Creates the guest login. Each guest gets a random subject. */
export function createGuestLogin({ random }: { readonly random: Random }): GuestLogin {
	return {
		identity: () => ({
			issuer: GUEST_ISSUER,
			subject: random.hex(SUBJECT_BYTES),
			wallet: undefined,
			provider: GUEST_ISSUER,
		}),
	};
}
