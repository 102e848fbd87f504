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
const BUCKETS = 12;

type PairRow = { number: number; answered: number; failed: number };

/** Makes empty counts over a window of `windowMs` milliseconds. */
export function createVenueStability(options: {
	readonly clock: Clock;
	readonly windowMs: number;
}): VenueStability {
	const bucketMs = options.windowMs / BUCKETS;
	const venues = new Map<VenueName, PairRow[]>();

	/** On the monotonic clock: a clock that is set must not forget or keep anything. */
	const present = (): number => Math.floor(options.clock.monotonic() / bucketMs);

	function slotOf(venue: VenueName): PairRow {
		const known = venues.get(venue) ?? [];
		venues.set(venue, known);
		const number = present();
		const last = known.at(-1);
		if (last?.number === number) return last;
		const bucket = { number, answered: 0, failed: 0 };
		known.push(bucket);
		if (known.length > BUCKETS + 1) known.shift();
		return bucket;
	}

	return {
		note(venue, outcome) {
			slotOf(venue)[outcome] += 1;
		},
		counts(venue) {
			const oldest = present() - BUCKETS;
			const recent = (venues.get(venue) ?? []).filter(({ number }) => number >= oldest);
			return {
				answered: recent.reduce((total, bucket) => total + bucket.answered, 0),
				failed: recent.reduce((total, bucket) => total + bucket.failed, 0),
			};
		},
	};
}
