/** One ccxt instance with our limiter: reads through `call`, orders through `send`, errors as `VenueError`. */
import type { Clock } from '../../ports/clock.ts';
import { KeyRefusedError, type VenueCredentials, VenueError } from '../../ports/venue.ts';
import {
	notSent,
	outcomeOfVenueError,
	type RequestWatch,
	UNWATCHED,
	watchedRequest,
} from '../watched-request.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Call, Dialect } from './dialect.ts';
import { BodyError } from './fields.ts';
import { callMethod } from './instance.ts';
import { bothLimiters, createLimiter, type Limiter, type RequestClass } from './limiter.ts';
import {
	faultOf,
	isClockRefusal,
	isKeyRefusal,
	isRefusal,
	shortMessage,
	venueReason,
	withoutSecrets,
} from './outcome.ts';
import { createRoundTrips, type RoundTrips } from './round-trips.ts';
import type { SharedAddress } from './shared-address.ts';

export type Session = {
	readonly call: Call;
	/** The same for a small request: how long it is on its way counts in `roundTrips`, its wait for a place does not. */
	readonly timed: Call;
	readonly roundTrips: RoundTrips;
	/** A read of one small request, with the milliseconds that it was on its way, its wait for a place not among them. */
	readonly onItsWay: <T>(
		read: (call: Call) => Promise<T>,
	) => Promise<{ readonly answer: T; readonly ms: number }>;
	readonly limiter: Limiter;
	readonly exchange: () => Promise<CcxtExchange>;
	/** One market read by a method of ccxt that every venue has, through the limiter. @throws VenueError */
	readonly unified: <T>(read: (exchange: CcxtExchange) => Promise<T>) => Promise<T>;
};

export type SessionParts = {
	readonly dialect: Dialect;
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

export function createSession(parts: SessionParts): Session {
	const { dialect, clock, stamp, open, credentials, onClockRefused, requests = UNWATCHED } = parts;
	const limiter = limiterOf(parts);
	const bans = parts.sharedAddress.bansOf(dialect.venue, dialect.addressBan);
	const endpoints = dialect.accountEndpoints ?? {};
	const endpointLimiter = createLimiter(dialect.venue, endpoints, clock);
	let opened: Promise<CcxtExchange> | undefined;
	const exchange = (): Promise<CcxtExchange> => {
		opened ??= open().catch((error: unknown) => {
			opened = undefined;
			throw error;
		});
		return opened;
	};
	const roundTrips = createRoundTrips();

	function calling(note: RoundTrips['note'] | undefined): Call {
		return async (kind, method, params = {}, weight = dialect.weights[method]) => {
			const asked = clock.monotonic();
			const place = placeFor(kind, () =>
				kind === 'account' && Object.hasOwn(endpoints, method)
					? endpointLimiter.take(method)
					: limiter.take(kind, weight),
			);
			if (place !== undefined) await place;
			const waitedMs = clock.monotonic() - asked;
			const instance = await exchange();
			stamp(instance);
			const send = async (): Promise<unknown> => {
				const begun = clock.monotonic();
				try {
					const answer = await callMethod(instance, method, params);
					note?.(clock.monotonic() - begun);
					bans.served(begun);
					return answer;
				} catch (error) {
					if (isClockRefusal(error)) onClockRefused?.();
					const told = venueError(dialect, error, credentials);
					if (told.kind === 'rejected') bans.served(begun);
					else bans.failed(error);
					throw told;
				}
			};
			const request = { venue: dialect.venue, kind, operation: method, weight: weight ?? 1 };
			return watchedRequest(requests, request, waitedMs, clock, send, outcomeOfVenueError);
		};
	}

	/** Undefined where the request may go in this very tick. @throws VenueError */
	function placeFor(kind: RequestClass, take: () => Promise<void> | undefined): Promise<void> | undefined {
		const { venue } = dialect;
		try {
			bans.check(kind);
		} catch (error) {
			notSent(requests, venue, kind, 'banned');
			throw error;
		}
		const refused = (error: unknown): never => {
			notSent(requests, venue, kind, 'no_place');
			throw error;
		};
		try {
			return take()?.catch(refused);
		} catch (error) {
			return refused(error);
		}
	}

	return {
		limiter,
		exchange,
		call: calling(undefined),
		timed: calling(roundTrips.note),
		roundTrips,
		async onItsWay(read) {
			let ms = 0;
			const answer = await read(
				calling((took) => {
					ms = took;
					roundTrips.note(took);
				}),
			);
			return { answer, ms };
		},
		async unified(read) {
			const asked = clock.monotonic();
			await placeFor('market', () => limiter.take('market'));
			const waitedMs = clock.monotonic() - asked;
			const instance = await exchange();
			const send = async () => {
				try {
					return await read(instance);
				} catch (error) {
					bans.failed(error);
					throw error instanceof BodyError ? error : venueError(dialect, error, credentials);
				}
			};
			const request = { venue: dialect.venue, kind: 'market', operation: 'unified', weight: 1 } as const;
			return watchedRequest(requests, request, waitedMs, clock, send, outcomeOfVenueError);
		},
	};
}

function limiterOf({ dialect, clock, sharedAddress }: SessionParts): Limiter {
	const { venue, budgets, addressBudget } = dialect;
	const own = createLimiter(venue, budgets, clock);
	return addressBudget === undefined ? own : bothLimiters(own, sharedAddress.limiterOf(venue, addressBudget));
}

function venueError(
	{ venue, keyCodes, orderCodes }: Dialect,
	error: unknown,
	credentials: VenueCredentials | undefined,
) {
	const kind = isRefusal(error, orderCodes) ? 'rejected' : 'unavailable';
	const fault = faultOf(error);
	if (credentials === undefined)
		return new VenueError(venue, kind, shortMessage(error), { cause: error, fault });
	// Without a cause: that one is ccxt's, and a venue may have repeated in it what it was sent.
	const secrets = secretsOf(credentials);
	if (isKeyRefusal(error, keyCodes, orderCodes.said))
		return new KeyRefusedError(venue, withoutSecrets(venueReason(error), secrets));
	return new VenueError(venue, kind, withoutSecrets(shortMessage(error), secrets), { fault });
}

export function secretsOf(credentials: VenueCredentials | undefined): readonly (string | undefined)[] {
	return [credentials?.apiKey, credentials?.secret, credentials?.passphrase];
}
