/** Counts how many recent requests to each venue got no response. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueOutcomes } from '../../ports/venue-outcomes.ts';

/** Number of requests with a response (`answered`) and without one (`failed`). */
export type OutcomeCounts = { readonly answered: number; readonly failed: number };

/** Counts each venue's responses over a time window. */
export type VenueStability = VenueOutcomes & {
	/** Returns the counts over the window that ends now. The window may be up to one bucket longer than configured. */
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

	/** Uses the monotonic clock, so that a changed wall clock neither drops outcomes early nor keeps them too long. */
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
