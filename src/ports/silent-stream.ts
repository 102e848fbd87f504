/** Defines an account whose own stream is silent. */
import type { VenueName } from '../domain/instrument.ts';

/**
 * A silent stream of an active account. The stream is open, or repeatedly reopened, and has reported none of the
 * account's last orders.
 */
export type SilentStream = {
	readonly userId: string;
	readonly venue: VenueName;
	/** Time of detection, milliseconds. */
	readonly since: number;
};
