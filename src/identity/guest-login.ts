/**
 * Login of a guest, who proves nothing and is a new user each time: for trying the simulated exchanges on one's own machine.
 * `src/config/guests.ts` says where it is offered at all.
 */
import type { Random } from '../ports/clock.ts';
import type { ProvenIdentity } from './proven-identity.ts';

/** The issuer of all guests. No external provider may carry it. */
export const GUEST_ISSUER = 'guest';
const SUBJECT_BYTES = 16;

/** Guests prove nothing, and stay behind when they log out. */
export function isGuest(identities: readonly { readonly issuer: string }[]): boolean {
	return identities.some(({ issuer }) => issuer === GUEST_ISSUER);
}

/** Invents the identity of a guest. */
export interface GuestLogin {
	/** Somebody who was never here and can never come back: nobody can prove this subject again. */
	readonly identity: () => ProvenIdentity;
}

/** Each guest has a random subject of its own. */
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
