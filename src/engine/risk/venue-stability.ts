/** How many of the requests to each venue were left without an answer lately. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueOutcomes } from '../../ports/venue-outcomes.ts';

/** Requests that a venue answered, and those that it did not. */
export type OutcomeCounts = { readonly answered: number; readonly failed: number };

/** Counts answers of venues over a window. */
export type VenueStability = VenueOutcomes & {
	/** Of the window that ends now; it may be longer than asked by one slot. */
	readonly counts: (venue: VenueName) => OutcomeCounts;
};

/** The window is kept in so many slots, so that what is old leaves little by little. */
const SLOTS = 12;

type Slot = { number: number; answered: number; failed: number };

/** Makes empty counts over a window of `windowMs` milliseconds. */
export function createVenueStability(options: {
	readonly clock: Clock;
	readonly windowMs: number;
}): VenueStability {
	const slotMs = options.windowMs / SLOTS;
	const venues = new Map<VenueName, Slot[]>();

	/** On the monotonic clock: a clock that is set must not forget or keep anything. */
	const present = (): number => Math.floor(options.clock.monotonic() / slotMs);

	function slotOf(venue: VenueName): Slot {
		const known = venues.get(venue) ?? [];
		venues.set(venue, known);
		const number = present();
		const last = known.at(-1);
		if (last?.number === number) return last;
		const slot = { number, answered: 0, failed: 0 };
		known.push(slot);
		if (known.length > SLOTS + 1) known.shift();
		return slot;
	}

	return {
		note(venue, outcome) {
			slotOf(venue)[outcome] += 1;
		},
		counts(venue) {
			const oldest = present() - SLOTS;
			const recent = (venues.get(venue) ?? []).filter(({ number }) => number >= oldest);
			return {
				answered: recent.reduce((total, slot) => total + slot.answered, 0),
				failed: recent.reduce((total, slot) => total + slot.failed, 0),
			};
		},
	};
}
