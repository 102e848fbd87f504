/**
 * Opens two ccxt instances for one exchange. One keeps numbers as text and serves exact reads; the other keeps
 * doubles and serves books. Both contain only linear perpetuals. The limits in ccxt's own table for the exchange pace
 * the requests. Requests are not ranked against orders, because the service sends no orders here.
 */
import type { Clock } from '../../ports/clock.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { at } from '../shared/fields.ts';
import { openCcxt } from '../shared/instance.ts';
import { type Budget, createLimiter } from '../shared/limiter.ts';
import { answeredClass, faultOf, isRefusal, shortMessage } from '../shared/outcome.ts';
import { notSent, type RequestWatch, UNWATCHED, watchedRequest } from '../shared/watched-request.ts';
import { noMethod } from './text.ts';
import { isLinearPerpetual, type UnifiedExchange, type UnifiedMethod } from './unified-exchange.ts';

/** Class of a request; `history` may use 15 % of the exchange's rate. */
export type ReadKind = 'market' | 'history';

/** Paced access to ccxt's unified methods for one exchange. Failures are VenueErrors. */
export type UnifiedSession = {
	/** Calls a unified method on the instance that keeps text. @throws VenueError */
	readonly read: (kind: ReadKind, method: UnifiedMethod, ...args: readonly unknown[]) => Promise<unknown>;
	/** Calls a unified method on the instance that keeps doubles. @throws VenueError */
	readonly readNumbers: (method: UnifiedMethod, ...args: readonly unknown[]) => Promise<unknown>;
	/**
	 * Calls a method on either instance. `ms` is the time from the permit of our own limiter to the response; it may
	 * include ccxt's throttle.
	 */
	readonly timed: (
		from: 'exact' | 'numbers',
		method: UnifiedMethod,
		...args: readonly unknown[]
	) => Promise<{ readonly answer: unknown; readonly ms: number }>;
	/** Reloads and returns the markets, keyed by ccxt's symbol. @throws VenueError */
	readonly loadMarkets: () => Promise<Readonly<Record<string, unknown>>>;
	/** True if ccxt's class claims the method; the claim may be false. @throws VenueError */
	readonly claims: (method: UnifiedMethod) => Promise<boolean>;
	/** Returns the instance that keeps numbers as text. @throws VenueError */
	readonly exact: () => Promise<UnifiedExchange>;
	/** Returns the instance that keeps doubles. @throws Error */
	readonly numbers: () => Promise<UnifiedExchange>;
	readonly close: () => Promise<void>;
};

/**
 * Names of market types that include linear perpetuals, as the exchanges' ccxt classes write them in
 * `fetchMarkets.types`.
 */
const PERPETUAL_TYPES: ReadonlySet<unknown> = new Set(['swap', 'linear', 'contract', 'perpetual']);

/** Fraction of an exchange's request rate that history reads may use. It is small, because nothing waits for them. */
const HISTORY_SHARE = 0.15;
const MARKET_BURST = 20;
const MARKET_WAIT_MS_MAX = 5_000;
const HISTORY_WAIT_MS_MAX = 600_000;

type SessionOptions = {
	readonly venue: string;
	readonly ccxtClass: string;
	readonly clock: Clock;
	readonly requests?: RequestWatch | undefined;
	readonly redirectPort: number | undefined;
};

type Session = SessionOptions & {
	readonly requests: RequestWatch;
	limiter: ReturnType<typeof createLimiter<ReadKind>> | undefined;
};

/** Creates the session; the first call loads ccxt. `redirectPort` sends all requests to that port on this machine. */
export function createUnifiedSession(options: SessionOptions): UnifiedSession {
	const { clock, requests = UNWATCHED } = options;
	// Some classes derive the next settlement from the current time, so they must use our clock.
	const milliseconds = (): number => clock.now();
	const exact = once(() => open(options, { number: String, milliseconds }));
	const numbers = once(() => open(options, { milliseconds }));
	const session: Session = { ...options, requests, limiter: undefined };
	return {
		timed: (from, method, ...args) =>
			asked(session, async () => {
				const exchange = await { exact, numbers }[from]();
				return sent(session, 'market', method, exchange, async () => {
					const begun = clock.monotonic();
					const answer = await callUnified(exchange, method, args);
					return { answer, ms: clock.monotonic() - begun };
				});
			}),
		read: (kind, method, ...args) =>
			asked(session, async () => {
				const exchange = await exact();
				return sent(session, kind, method, exchange, () => callUnified(exchange, method, args));
			}),
		readNumbers: (method, ...args) =>
			asked(session, async () => {
				const exchange = await numbers();
				return sent(session, 'market', method, exchange, () => callUnified(exchange, method, args));
			}),
		loadMarkets: () =>
			asked(session, async () => {
				const exchange = await exact();
				// Always reload, because ccxt would return its cache, and after a failed first load would return that
				// error forever.
				await exchange.loadMarkets(true);
				return exchange.markets ?? {};
			}),
		claims: (method) =>
			asked(session, async () => {
				const claim = (await exact()).has[method];
				return claim === true || claim === 'emulated';
			}),
		exact: () => asked(session, exact),
		numbers,
		async close() {
			await Promise.allSettled(
				[exact.opened(), numbers.opened()].map(async (instance) => (await instance)?.close()),
			);
		},
	};
}

/** Sends a request through our own limiter; ccxt's throttle follows. */
async function sent<T>(
	session: Session,
	kind: ReadKind,
	operation: string,
	exchange: UnifiedExchange,
	send: () => Promise<T>,
): Promise<T> {
	const { venue, clock, requests } = session;
	const asked = clock.monotonic();
	try {
		session.limiter ??= createLimiter(venue, budgetsOf(exchange.rateLimit), clock);
		await session.limiter.take(kind);
	} catch (error) {
		notSent(requests, venue, kind, 'no_place');
		throw error;
	}
	const request = { venue, kind, operation, weight: 1 };
	const outcomeOf = (error: unknown) => (isRefusal(error) ? 'rejected' : 'failed');
	return watchedRequest(requests, request, clock.monotonic() - asked, clock, send, outcomeOf);
}

async function asked<T>({ venue }: Session, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw venueError(venue, error);
	}
}

async function open(
	{ ccxtClass, redirectPort }: { readonly ccxtClass: string; readonly redirectPort: number | undefined },
	members: Readonly<Record<string, unknown>>,
): Promise<UnifiedExchange> {
	const exchange = (await openCcxt(ccxtClass, {
		settings: { defaultType: 'swap', defaultSubType: 'linear' },
		members: { enableRateLimit: true, ...members },
		redirectPort,
	})) as unknown as UnifiedExchange;
	const types = at(exchange.options, 'fetchMarkets', 'types');
	if (Array.isArray(types)) {
		const kept = types.filter((type) => PERPETUAL_TYPES.has(type));
		if (kept.length > 0) (exchange.options.fetchMarkets as Record<string, unknown>).types = kept;
	}
	// A spot pair may have the same id as the perpetual, and ccxt could then confuse them.
	const fetchAll = exchange.fetchMarkets.bind(exchange);
	exchange.fetchMarkets = async (params) =>
		(await fetchAll(params)).filter((market) => isLinearPerpetual(market));
	return exchange;
}

function callUnified(
	exchange: UnifiedExchange,
	method: UnifiedMethod,
	args: readonly unknown[],
): Promise<unknown> {
	const call = (exchange as unknown as Record<string, unknown>)[method];
	if (typeof call !== 'function') throw new Error(`${noMethod(method)}.`);
	return (call as (...args: unknown[]) => Promise<unknown>).apply(exchange, [...args]);
}

function budgetsOf(rateLimitMs: number): Readonly<Record<ReadKind, Budget>> {
	const perSecond = 1_000 / Math.max(1, rateLimitMs);
	return {
		market: { perSecond, burst: MARKET_BURST, waitMsMax: MARKET_WAIT_MS_MAX },
		history: { perSecond: perSecond * HISTORY_SHARE, burst: 1, waitMsMax: HISTORY_WAIT_MS_MAX },
	};
}

function venueError(venue: string, error: unknown): VenueError {
	if (error instanceof VenueError) return error;
	return new VenueError(venue, isRefusal(error) ? 'rejected' : 'unavailable', shortMessage(error), {
		cause: error,
		code: answeredClass(error),
		...faultOf(error),
	});
}

/**
 * Returns a function that opens the instance on its first call; after a failure the next call tries again. `opened`
 * returns undefined before the first call.
 */
function once<T>(
	make: () => Promise<T>,
): (() => Promise<T>) & { readonly opened: () => Promise<T> | undefined } {
	let kept: Promise<T> | undefined;
	const get = (): Promise<T> => {
		kept ??= make().catch((error: unknown) => {
			kept = undefined;
			throw error;
		});
		return kept;
	};
	return Object.assign(get, { opened: () => kept });
}
