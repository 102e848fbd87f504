/** One ccxt instance with our limiter: reads through `call`, orders through `send`, errors as `VenueError`. */

import { otherSiteSentence, REAL_KEY_SENTENCE, testKeySentence } from '../../domain/venue-sites.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError, VenueRateLimitError } from '../../ports/venue-error.ts';
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
import { createPlaces, type Places } from './places.ts';
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

/** One ccxt instance with its limits: calls reject with VenueError. */
export type Session = {
	readonly call: Call;
	/** The same for a small request: how long it is on its way counts in `roundTrips`, its wait for a place does not. */
	readonly timed: Call;
	readonly roundTrips: RoundTrips;
	/** The same as `call`, sent by another way than ccxt's. */
	readonly sentBy: (send: Send) => Call;
	/** A read of one small request, with the milliseconds that it was on its way, its wait for a place not among them. */
	readonly onItsWay: <T>(
		read: (call: Call) => Promise<T>,
	) => Promise<{ readonly answer: T; readonly ms: number }>;
	readonly places: Places;
	/** Reports the error of an order that was sent past `call`: where it was a limit of the venue, others wait as long. */
	readonly orderFailed: (symbol: string, error: unknown) => void;
	readonly exchange: () => Promise<CcxtExchange>;
	/** One market read by a method of ccxt that every venue has, through the limiter. @throws VenueError */
	readonly unified: <T>(read: (exchange: CcxtExchange) => Promise<T>) => Promise<T>;
};

/** Dialect, ports and callbacks of a session. */
export type SessionParts = {
	readonly dialect: SessionDialect & Pick<OrdersDialect, 'orderMethod'>;
	readonly clock: Clock;
	readonly sharedAddress: SharedAddress;
	/** Runs before every request. */
	readonly stamp: (exchange: CcxtExchange) => void;
	/** Runs once, on the first request; a failure is tried again by the next. */
	readonly open: () => Promise<CcxtExchange>;
	readonly credentials?: VenueCredentials | undefined;
	readonly onClockRefused?: (() => void) | undefined;
	readonly requests?: RequestWatch | undefined;
};

/** Reads that a call or a trade waits for. */
const WAITED_FOR: ReadonlySet<RequestClass> = new Set(['probe', 'account']);

type SessionState = SessionParts & {
	opened: Promise<CcxtExchange> | undefined;
	readonly places: Places;
	readonly bans: BanWatch;
	readonly requests: RequestWatch;
};

/** Creates a session; `open` runs with the first call and again after a failure. */
export function createSession(parts: SessionParts): Session {
	const { dialect, clock, credentials, requests = UNWATCHED } = parts;
	const session: SessionState = {
		...parts,
		opened: undefined,
		places: createPlaces(parts),
		bans: parts.sharedAddress.bansOf(dialect.facts.name, dialect.errors.ban),
		requests,
	};
	const roundTrips = createRoundTrips();
	return {
		places: session.places,
		orderFailed: (symbol, error) => orderFailed(session, symbol, error),
		exchange: () => exchange(session),
		call: calling(session, undefined),
		timed: calling(session, roundTrips.note),
		roundTrips,
		sentBy: (send) => calling(session, undefined, send),
		async onItsWay(read) {
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
			await placeFor(session, 'market', () => session.places.take('market', 'unified', {}));
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
		const place = placeFor(session, kind, () => session.places.take(kind, method, params, weight));
		if (place !== undefined) await place;
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
				const told = toldError(session, error, begun);
				if (told instanceof VenueRateLimitError && !isBanned(session))
					session.places.refused(method, params, told.retryAfterMs);
				throw told;
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

/** A ban is kept to by `bans`, which hears of its end, and no pause of a limit may outlast it. */
function isBanned(session: SessionState): boolean {
	return session.bans.reading().leftMs > 0;
}

function orderFailed(session: SessionState, symbol: string, error: unknown): void {
	session.bans.failed(error);
	if (isRateLimit(error, session.dialect.errors) && !isBanned(session))
		session.places.orderRefused(symbol, retryAfterMs(error) ?? session.dialect.limits.refusedForMs);
}

/** Milliseconds until the venue takes a request again that it refused by its limits; undefined for any other error. */
function pauseMsOf(error: unknown): number | undefined {
	return error instanceof VenueRateLimitError && error.fault === 'limited' ? error.retryAfterMs : undefined;
}

/** The error of a request that left at `begun`, by the monotonic clock. */
function toldError(session: SessionState, error: unknown, begun: number): VenueError {
	const told = venueError(session.dialect, error, session.credentials);
	if (told.kind === 'rejected') {
		session.bans.served(begun);
		return told;
	}
	session.bans.failed(error);
	const { leftMs } = session.bans.reading();
	if (leftMs === 0 || told instanceof VenueRateLimitError) return told;
	const { code, said } = told;
	return new VenueRateLimitError(session.dialect.facts.name, told.message, leftMs, {
		code,
		said,
		fault: 'limited',
	});
}

/** Undefined where the request may go in this very tick. @throws VenueRateLimitError */
function placeFor(
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
	// With credentials there is no cause: that one is ccxt's, and a venue may have repeated in it what it was sent.
	if (credentials !== undefined && isKeyRefusal(error, errors))
		return new KeyRefusedError(venue, keyReason(dialect, error, facts.code, secrets), facts);
	const kind = isRefusal(error, errors) ? 'rejected' : 'unavailable';
	const cause = credentials === undefined ? { cause: error } : {};
	const came = kind === 'rejected' ? ({ fault: 'refused' } as const) : faultOf(error);
	return new VenueError(venue, kind, message, { ...cause, ...facts, ...came });
}

/** The venue's words about a key, and advice where it does not know it. */
function keyReason(
	dialect: SessionDialect,
	error: unknown,
	code: string | undefined,
	secrets: Secrets,
): string {
	const said = venueReason(error, dialect.errors, secrets);
	const hint = keyHint(dialect, code);
	return hint === undefined ? said : `${said.replace(/\.(?= \(|$)/, '')}. ${hint}`;
}

function keyHint({ facts, isTest, errors }: SessionDialect, code: string | undefined): string | undefined {
	const { name, sites } = facts;
	if (means(errors, code, 'otherMoney')) return isTest ? testKeySentence(sites) : REAL_KEY_SENTENCE;
	if (!means(errors, code, 'unknownKey')) return undefined;
	return isTest ? testKeySentence(sites) : otherSiteSentence(name, sites);
}

/** Every part of an account's key, which no text may repeat. */
export function secretsOf(credentials: VenueCredentials | undefined): Secrets {
	return [credentials?.apiKey, credentials?.secret, credentials?.passphrase];
}
