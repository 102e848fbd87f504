/** Counts how many recent requests to each venue got no answer. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueOutcomes } from '../../ports/venue-outcomes.ts';

/** Requests that a venue answered, and those that it did not. */
export type OutcomeCounts = { readonly answered: number; readonly failed: number };

/** Counts answers of venues over a window. */
export type VenueStability = VenueOutcomes & {
	/** Counts over the window that ends now. The window may be longer than configured by one bucket. */
	readonly counts: (venue: VenueName) => OutcomeCounts;
};

/** The window is divided into buckets, so that old outcomes drop out gradually. */
const BUCKETS = 12;

type Bucket = { number: number; answered: number; failed: number };

/** Creates empty counts over a window of `windowMs` milliseconds. */
export function createVenueStability(options: {
	readonly clock: Clock;
	readonly windowMs: number;
}): VenueStability {
	const bucketMs = options.windowMs / BUCKETS;
	const venues = new Map<VenueName, Bucket[]>();

	/** On the monotonic clock: a wall clock that is set must neither forget nor keep outcomes. */
	const present = (): number => Math.floor(options.clock.monotonic() / bucketMs);

	function bucketOf(venue: VenueName): Bucket {
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
			bucketOf(venue)[outcome] += 1;
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
