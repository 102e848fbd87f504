/** An account whose own stream tells nothing. */
import type { VenueName } from '../domain/instrument.ts';

/** The stream of the account in use there is open, or opened again and again, and has told of none of the account's last orders. */
export type SilentStream = {
	readonly userId: string;
	readonly venue: VenueName;
	/** When that was found, milliseconds. */
	readonly since: number;
};
