/**
 * Tracks bans of this machine's IP address at an exchange. Exchanges ban clients that keep sending requests after a
 * rate limit, and extend the ban if requests arrive during it. We therefore refuse reads that can wait. Orders,
 * cancels and order queries are still sent, because they are few and a leg may depend on them.
 */
import { VENUE_REQUEST_TEXT } from '../../domain/venue-text.ts';
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import { type Answer, answerOf } from './answers.ts';
import type { RequestClass } from './limiter.ts';

/** How an exchange reports a ban of an IP address. */
export type AddressBan = {
	/**
	 * Finds the ban in a response; undefined if there is none. `endsAt` is in Unix milliseconds, undefined if the
	 * exchange does not say when it ends.
	 */
	readonly endOf: (answer: Answer) => { readonly endsAt: number | undefined } | undefined;
	/**
	 * How long reads pause if the exchange does not say when the ban ends, milliseconds. The pause doubles with each
	 * further ban, up to `pauseMsMax`.
	 */
	readonly pauseMs: number;
	/** Maximum documented ban, milliseconds. A ban that is reported to last longer counts as this long. */
	readonly pauseMsMax: number;
};

/** Records bans of this machine's IP address at one exchange, and refuses reads during a ban. */
export type BanWatch = {
	/** Checks whether a request may be sent. @throws VenueRateLimitError during a ban, for classes that can wait */
	readonly check: (kind: RequestClass) => void;
	/** Reports the error of a request that the exchange neither served nor refused. */
	readonly failed: (error: unknown) => void;
	/**
	 * Reports a request that the exchange served or refused, which shows that the address is not banned. @param
	 * begunAt time when the request was sent, by the monotonic clock
	 */
	readonly served: (begunAt: number) => void;
	/** Returns the number of bans so far, and the milliseconds until the current ban ends; 0 without a ban. */
	readonly reading: () => { readonly bans: number; readonly leftMs: number };
};

const CAN_WAIT: ReadonlySet<RequestClass> = new Set(['market', 'history', 'account']);

/** Margin for clock differences, milliseconds, because a request that is slightly too early would prolong the ban. */
const AFTER_MS = 1_000;

/** Watches for the ban that the exchange documents. If `ban` is undefined, the watch never refuses a request. */
export function watchBans(venue: string, ban: AddressBan | undefined, clock: Clock): BanWatch {
	if (ban === undefined)
		return { check() {}, failed() {}, served() {}, reading: () => ({ bans: 0, leftMs: 0 }) };
	/** Start of the latest ban, by the monotonic clock. */
	let since = Number.NEGATIVE_INFINITY;
	let until = since;
	let pauseMs = ban.pauseMs;
	let bans = 0;

	return {
		check(kind) {
			const leftMs = until - clock.monotonic();
			if (leftMs <= 0 || !CAN_WAIT.has(kind)) return;
			throw new VenueRateLimitError(venue, VENUE_REQUEST_TEXT.addressBanned({ venue, left: leftMs }), leftMs);
		},
		failed(error) {
			const answer = answerOf(error);
			const found = answer === undefined ? undefined : ban.endOf(answer);
			const now = clock.monotonic();
			// Requests in flight at the same time all report the same ban, so count it once.
			if (found === undefined || now < until) return;
			const statedMs = found.endsAt === undefined ? undefined : found.endsAt - clock.now() + AFTER_MS;
			since = now;
			bans += 1;
			until = now + Math.min(Math.max(statedMs ?? pauseMs, AFTER_MS), ban.pauseMsMax);
			pauseMs = Math.min(pauseMs * 2, ban.pauseMsMax);
		},
		served(begunAt) {
			if (begunAt < since) return;
			until = Number.NEGATIVE_INFINITY;
			pauseMs = ban.pauseMs;
		},
		reading: () => ({ bans, leftMs: Math.max(0, until - clock.monotonic()) }),
	};
}
