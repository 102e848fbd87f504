/** How a case of the common suite says which capability of which venue it proves. */
import { test } from 'vitest';
import { type Capability, VENUE_LACKS } from '../../scripts/venue-capabilities.ts';

/** Registers one case; the title tells the capability, by which `scripts/venue-table.ts` finds it in the report. */
export type Prove = (capability: Capability, what: string, run: () => Promise<void> | void) => void;

/** A capability that the venue is stated not to have has no cases; its reason stands in the table instead. */
export function casesOf(venue: string): Prove {
	return (capability, what, run) => {
		if (VENUE_LACKS[venue]?.[capability] === undefined) test(`${capability}: ${what}`, run);
	};
}
