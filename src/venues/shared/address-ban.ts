/**
 * Whether a venue serves this machine's address, and from when on again. A venue bans whoever asks on after its limits; who
 * asks on while banned is banned for longer. So nothing is read that can wait: an order, its cancel and the question what
 * became of it go out all the same, since they are few and a leg may hang on them.
 */
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import { type Answer, answerOf } from './answers.ts';
import type { RequestClass } from './limiter.ts';

/** How a venue says that it has banned the address. */
export type AddressBan = {
	/** Undefined for an answer that is no ban; `endsAt`, milliseconds since the epoch, is undefined where the venue does not tell it. */
	readonly endOf: (answer: Answer) => { readonly endsAt: number | undefined } | undefined;
	/** How long nothing is read where no end is told, milliseconds; twice as long after each further ban, up to the longest. */
	readonly pauseMs: number;
	/** The longest ban that the venue documents, milliseconds. An end that is later than that is not believed. */
	readonly pauseMsMax: number;
};

/** Notes bans of this machine's address at one venue and refuses reads while one stands. */
export type BanWatch = {
	/** @throws VenueRateLimitError for what can wait, while the address is banned */
	readonly check: (kind: RequestClass) => void;
	/** What a request failed with that the venue did not refuse. */
	readonly failed: (error: unknown) => void;
	/** A request that left at `begunAt`, by the monotonic clock, was served or refused: the venue looked at it. */
	readonly served: (begunAt: number) => void;
	/** Bans so far, and the milliseconds until the present one ends; 0 without one. */
	readonly reading: () => { readonly bans: number; readonly leftMs: number };
};

const CAN_WAIT: ReadonlySet<RequestClass> = new Set(['market', 'history', 'account']);

/** Clocks differ: asking a moment too early would prolong the ban. */
const AFTER_MS = 1_000;

/** Watches for the venue's documented ban; without one (`ban` undefined) nothing is ever refused. */
export function watchBans(venue: string, ban: AddressBan | undefined, clock: Clock): BanWatch {
	if (ban === undefined)
		return { check() {}, failed() {}, served() {}, reading: () => ({ bans: 0, leftMs: 0 }) };
	/** By the monotonic clock. */
	let since = Number.NEGATIVE_INFINITY;
	let until = since;
	let pauseMs = ban.pauseMs;
	let bans = 0;

	return {
		check(kind) {
			const leftMs = until - clock.monotonic();
			if (leftMs <= 0 || !CAN_WAIT.has(kind)) return;
			const at = new Date(clock.now() + leftMs).toISOString();
			throw new VenueRateLimitError(
				venue,
				`${venue} has banned this machine's address for too many requests: nothing is read from it before ${at}.`,
				leftMs,
			);
		},
		failed(error) {
			const answer = answerOf(error);
			const found = answer === undefined ? undefined : ban.endOf(answer);
			const now = clock.monotonic();
			// Requests that were on their way together are told of one and the same ban.
			if (found === undefined || now < until) return;
			const toldMs = found.endsAt === undefined ? undefined : found.endsAt - clock.now() + AFTER_MS;
			since = now;
			bans += 1;
			until = now + Math.min(Math.max(toldMs ?? pauseMs, AFTER_MS), ban.pauseMsMax);
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
