/**
 * Combines one ccxt instance with our limiter. Reads use `call`, other senders use `sentBy`, and errors are thrown as
 * `VenueError`.
 */

import { otherSiteSentence, testKeySentence, VENUE_KEY_TEXT } from '../../domain/venue-text.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError, VenueRateLimitError } from '../../ports/venue-error.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { BanWatch } from './address-ban.ts';
import { sendAfterLimit } from './after-limit.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Call, OrdersDialect, SessionDialect } from './dialect.ts';
import { means } from './error-codes.ts';
import { BodyError } from './fields.ts';
import { callMethod } from './instance.ts';
import type { RequestClass } from './limiter.ts';
import type { Send } from './order-sender.ts';
import {
	faultOf,
	isClockRefusal,
	isKeyRefusal,
	isRateLimit,
	isRefusal,
	type Secrets,
	saidBy,
	shortMessage,
	venueReason,
	wordsOf,
} from './outcome.ts';
import { createPermits, type Permits } from './permits.ts';
import { retryAfterMs } from './retry-after.ts';
import { createRoundTrips, type RoundTrips } from './round-trips.ts';
import type { SharedAddress } from './shared-address.ts';
import { ACCOUNT_WAIT_MS_MAX } from './venue-limits.ts';
import {
	notSent,
	outcomeOfVenueError,
	type RequestWatch,
	UNWATCHED,
	watchedRequest,
} from './watched-request.ts';

/** One ccxt instance with its limits. Its calls reject with VenueError. */
export type Session = {
	readonly call: Call;
	/**
	 * Works like `call`, and also records the request's round trip in `roundTrips`, without the wait for a permit.
	 * Use it for small requests.
	 */
	readonly timed: Call;
	readonly roundTrips: RoundTrips;
	/** Returns a `call` that uses a sender other than ccxt. */
	readonly sentBy: (send: Send) => Call;
	/**
	 * Runs a read that consists of one small request, and measures its round trip, milliseconds, without the wait for
	 * a permit.
	 */
	readonly measured: <T>(
		read: (call: Call) => Promise<T>,
	) => Promise<{ readonly answer: T; readonly ms: number }>;
	readonly permits: Permits;
	/**
	 * Reports the error of an order that bypassed `call`. After a rate limit, opening orders wait as long as the
	 * exchange demands.
	 */
	readonly orderFailed: (symbol: string, error: unknown) => void;
	readonly exchange: () => Promise<CcxtExchange>;
	/** Runs one market read through the limiter, by a method of ccxt's unified API. @throws VenueError */
	readonly unified: <T>(read: (exchange: CcxtExchange) => Promise<T>) => Promise<T>;
};

/** Exchange module, ports and callbacks for a session. */
export type SessionParts = {
	readonly dialect: SessionDialect & Pick<OrdersDialect, 'orderMethod'>;
	readonly clock: Clock;
	readonly sharedAddress: SharedAddress;
	/** Called before every request, to set the instance's clock offset if requests carry a timestamp. */
	readonly stamp: (exchange: CcxtExchange) => void;
	/** Opens the ccxt instance. Runs once, on the first request. After a failure the next request tries again. */
	readonly open: () => Promise<CcxtExchange>;
	readonly credentials?: VenueCredentials | undefined;
	readonly onClockRefused?: (() => void) | undefined;
	readonly requests?: RequestWatch | undefined;
};

/** Request classes that a caller or a trade waits for. Their requests are repeated after a rate limit. */
const WAITED_FOR: ReadonlySet<RequestClass> = new Set(['probe', 'account']);

type SessionState = SessionParts & {
	opened: Promise<CcxtExchange> | undefined;
	readonly permits: Permits;
	readonly bans: BanWatch;
	readonly requests: RequestWatch;
};

/** Creates a session. `open` runs with the first call, and again after a failure. */
export function createSession(parts: SessionParts): Session {
	const { dialect, clock, credentials, requests = UNWATCHED } = parts;
	const session: SessionState = {
		...parts,
		opened: undefined,
		permits: createPermits(parts),
		bans: parts.sharedAddress.bansOf(dialect.facts.name, dialect.errors.ban),
		requests,
	};
	const roundTrips = createRoundTrips();
	return {
		permits: session.permits,
		orderFailed: (symbol, error) => orderFailed(session, symbol, error),
		exchange: () => exchange(session),
		call: calling(session, undefined),
		timed: calling(session, roundTrips.note),
		roundTrips,
		sentBy: (send) => calling(session, undefined, send),
		async measured(read) {
			let ms = 0;
			const answer = await read(
				calling(session, (took) => {
					ms = took;
					roundTrips.note(took);
				}),
			);
			return { answer, ms };
		},
		async unified(read) {
			const asked = clock.monotonic();
			await permitFor(session, 'market', () => session.permits.take('market', 'unified', {}));
			const waitedMs = clock.monotonic() - asked;
			const instance = await exchange(session);
			const send = async () => {
				try {
					return await read(instance);
				} catch (error) {
					session.bans.failed(error);
					throw error instanceof BodyError ? error : venueError(dialect, error, credentials);
				}
			};
			const request = { venue: dialect.facts.name, kind: 'market', operation: 'unified', weight: 1 } as const;
			return watchedRequest(requests, request, waitedMs, clock, send, outcomeOfVenueError);
		},
	};
}

function exchange(session: SessionState): Promise<CcxtExchange> {
	session.opened ??= session.open().catch((error: unknown) => {
		session.opened = undefined;
		throw error;
	});
	return session.opened;
}

function calling(session: SessionState, note: RoundTrips['note'] | undefined, by: Send = callMethod): Call {
	const once = async (...[kind, method, params = {}, weight]: Parameters<Call>): Promise<unknown> => {
		const asked = session.clock.monotonic();
		const permit = permitFor(session, kind, () => session.permits.take(kind, method, params, weight));
		if (permit !== undefined) await permit;
		const waitedMs = session.clock.monotonic() - asked;
		const instance = await exchange(session);
		session.stamp(instance);
		const send = async (): Promise<unknown> => {
			const begun = session.clock.monotonic();
			try {
				const answer = await by(instance, method, params);
				note?.(session.clock.monotonic() - begun);
				session.bans.served(begun);
				return answer;
			} catch (error) {
				if (isClockRefusal(error, session.dialect.errors)) session.onClockRefused?.();
				const thrown = requestError(session, error, begun);
				if (thrown instanceof VenueRateLimitError && !isBanned(session))
					session.permits.refused(method, params, thrown.retryAfterMs);
				throw thrown;
			}
		};
		const counted = weight ?? session.dialect.weights[method] ?? 1;
		const request = { venue: session.dialect.facts.name, kind, operation: method, weight: counted };
		return watchedRequest(session.requests, request, waitedMs, session.clock, send, outcomeOfVenueError);
	};
	const patience = { clock: session.clock, waitMsMax: ACCOUNT_WAIT_MS_MAX, pauseMsOf };
	return (kind, method, params, weight) => {
		const send = () => once(kind, method, params, weight);
		return WAITED_FOR.has(kind) ? sendAfterLimit(patience, send) : send();
	};
}

/**
 * True during a ban. `bans` already refuses requests until the ban ends. A ban must therefore not also pause a rate
 * limit, because that pause might last longer than the ban.
 */
function isBanned(session: SessionState): boolean {
	return session.bans.reading().leftMs > 0;
}

function orderFailed(session: SessionState, symbol: string, error: unknown): void {
	session.bans.failed(error);
	if (isRateLimit(error, session.dialect.errors) && !isBanned(session))
		session.permits.orderRefused(symbol, retryAfterMs(error) ?? session.dialect.limits.refusedForMs);
}

/** Returns the milliseconds until the exchange accepts a rate-limited request again; undefined for any other error. */
function pauseMsOf(error: unknown): number | undefined {
	return error instanceof VenueRateLimitError && error.fault === 'limited' ? error.retryAfterMs : undefined;
}

/**
 * Returns the error to throw for a failed request. @param begun time when the request was sent, by the monotonic
 * clock
 */
function requestError(session: SessionState, error: unknown, begun: number): VenueError {
	const failure = venueError(session.dialect, error, session.credentials);
	if (failure.kind === 'rejected') {
		session.bans.served(begun);
		return failure;
	}
	session.bans.failed(error);
	const { leftMs } = session.bans.reading();
	if (leftMs === 0 || failure instanceof VenueRateLimitError) return failure;
	const { code, said } = failure;
	return new VenueRateLimitError(session.dialect.facts.name, failure.message, leftMs, {
		code,
		said,
		fault: 'limited',
	});
}

/**
 * Takes a permit. Returns undefined if the request may be sent without waiting. @throws VenueRateLimitError if the
 * request would wait too long, or the IP address is banned
 */
function permitFor(
	session: SessionState,
	kind: RequestClass,
	take: () => Promise<void> | undefined,
): Promise<void> | undefined {
	const venue = session.dialect.facts.name;
	try {
		session.bans.check(kind);
	} catch (error) {
		notSent(session.requests, venue, kind, 'banned');
		throw error;
	}
	const refused = (error: unknown): never => {
		notSent(session.requests, venue, kind, 'no_place');
		throw error;
	};
	try {
		return take()?.catch(refused);
	} catch (error) {
		return refused(error);
	}
}

function venueError(
	dialect: SessionDialect,
	error: unknown,
	credentials: VenueCredentials | undefined,
): VenueError {
	const { errors, limits } = dialect;
	const venue = dialect.facts.name;
	const secrets = secretsOf(credentials);
	const said = saidBy(error, errors);
	const facts = { code: said?.code, said: wordsOf(said, secrets) };
	const message = shortMessage(error, secrets);
	if (isRateLimit(error, errors)) {
		const waitMs = retryAfterMs(error) ?? limits.refusedForMs;
		return new VenueRateLimitError(venue, message, waitMs, { ...facts, fault: 'limited' });
	}
	// With credentials, drop the cause. It is ccxt's error, and the exchange may have echoed our request in it.
	if (credentials !== undefined && isKeyRefusal(error, errors))
		return new KeyRefusedError(venue, keyReason(dialect, error, facts.code, secrets), facts);
	const kind = isRefusal(error, errors) ? 'rejected' : 'unavailable';
	const cause = credentials === undefined ? { cause: error } : {};
	const came = kind === 'rejected' ? ({ fault: 'refused' } as const) : faultOf(error);
	return new VenueError(venue, kind, message, { ...cause, ...facts, ...came });
}

/** Returns the exchange's text about a key, with advice if the exchange does not know the key. */
function keyReason(
	dialect: SessionDialect,
	error: unknown,
	code: string | undefined,
	secrets: Secrets,
): Words {
	const said = venueReason(error, dialect.errors, secrets);
	const hint = keyHint(dialect, code);
	return hint === undefined
		? said
		: VENUE_KEY_TEXT.advised({ said: said.replace(/\.(?= \(|$)/, ''), advice: hint });
}

function keyHint({ facts, isTest, errors }: SessionDialect, code: string | undefined): Words | undefined {
	const { name, sites } = facts;
	if (means(errors, code, 'otherMoney')) return isTest ? testKeySentence(sites) : VENUE_KEY_TEXT.realKey();
	if (!means(errors, code, 'unknownKey')) return undefined;
	return isTest ? testKeySentence(sites) : otherSiteSentence(name, sites);
}

/** Returns every part of an account's key; none may appear in a text. */
export function secretsOf(credentials: VenueCredentials | undefined): Secrets {
	return [credentials?.apiKey, credentials?.secret, credentials?.passphrase];
}
