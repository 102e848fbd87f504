/** Registers each case of the common suite under the venue and the capability that it tests. */
import { test } from 'vitest';
import { type Capability, VENUE_LACKS } from '../../scripts/venue-capabilities.ts';

/**
 * Registers one case. Its title begins with the capability, so that `scripts/venue-table.ts` finds it in the report.
 */
export type Prove = (capability: Capability, what: string, run: () => Promise<void> | void) => void;

/**
 * Creates the function that registers a venue's cases. It registers none for a capability that the venue lacks; the
 * venue table gives the reason instead.
 */
export function casesOf(venue: string): Prove {
	return (capability, what, run) => {
		if (VENUE_LACKS[venue]?.[capability] === undefined) test(`${capability}: ${what}`, run);
	};
}
