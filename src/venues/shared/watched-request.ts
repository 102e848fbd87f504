/** Counts and traces every request to an exchange. */
import type { Clock } from '../../ports/clock.ts';
import {
	type MeteredRequestClass,
	type RequestOutcome,
	UNMETERED,
	type VenueRequestMeter,
} from '../../ports/metrics.ts';
import { NO_TRACER, type Tracer } from '../../ports/tracer.ts';
import { VenueError } from '../../ports/venue-error.ts';

/** Metrics and traces for requests to exchanges. */
export type RequestWatch = { readonly meter: VenueRequestMeter; readonly tracer: Tracer };

/** Records no metrics and no traces, for use in tools. */
export const UNWATCHED: RequestWatch = { meter: UNMETERED.requests, tracer: NO_TRACER };

/** Labels for one request in metrics and traces; `weight` is as the exchange counts it. */
export type WatchedRequest = {
	readonly venue: string;
	readonly kind: MeteredRequestClass;
	/** ccxt's method name. */
	readonly operation: string;
	readonly weight: number;
};

const MS_PER_S = 1_000;

/** Sends a request synchronously and records its outcome. @throws the error of `send`; rejects like its promise */
export function watchedRequest<T>(
	{ meter, tracer }: RequestWatch,
	{ venue, kind, operation, weight }: WatchedRequest,
	waitedMs: number,
	clock: Clock,
	send: () => Promise<T>,
	/** Determines a failed request's outcome from its error. */
	outcomeOf: (error: unknown) => RequestOutcome,
): Promise<T> {
	meter.left(venue, kind, weight, waitedMs / MS_PER_S);
	return tracer.span(
		'venue.request',
		'client',
		{ 'carrywire.venue': venue, 'carrywire.request.class': kind, 'carrywire.request.operation': operation },
		(span) => {
			const begun = clock.monotonic();
			const ended = (outcome: RequestOutcome): void => {
				meter.ended(venue, kind, outcome, (clock.monotonic() - begun) / MS_PER_S);
				if (outcome !== 'answered') span.fail(outcome);
			};
			try {
				const answer = send();
				answer.then(
					() => ended('answered'),
					(error: unknown) => ended(outcomeOf(error)),
				);
				return answer;
			} catch (error) {
				ended(outcomeOf(error));
				throw error;
			}
		},
	);
}

/** Counts a request that was never sent because of our own budget or a ban. */
export function notSent(
	{ meter }: RequestWatch,
	venue: string,
	kind: MeteredRequestClass,
	outcome: 'no_place' | 'banned',
): void {
	meter.ended(venue, kind, outcome, undefined);
}

/** Returns a failed request's outcome: `rejected` only for a VenueError of that kind. */
export function outcomeOfVenueError(error: unknown): RequestOutcome {
	return error instanceof VenueError && error.kind === 'rejected' ? 'rejected' : 'failed';
}
