/** Defines an account whose own stream is silent. */
import type { VenueName } from '../domain/instrument.ts';

/**
 * The active account's stream there is open, or repeatedly reopened, and has reported none of the account's last
 * orders.
 */
export type SilentStream = {
	readonly userId: string;
	readonly venue: VenueName;
	/** Time of detection, milliseconds. */
	readonly since: number;
};
