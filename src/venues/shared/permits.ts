/**
 * Issues permits for one session's requests. A request needs a permit from every limit that applies to it: the
 * account's own limits, and those of this machine's IP address, which all sessions share.
 */
import type { Clock } from '../../ports/clock.ts';
import type { OrderUrgency } from '../../ports/venue.ts';
import type { OrdersDialect, SessionDialect } from './dialect.ts';
import { createLimiter, type RequestClass } from './limiter.ts';
import {
	type ClassShares,
	createRequestLimit,
	type LimitClass,
	poolMeter,
	type RequestLimit,
	windowMeter,
} from './request-limit.ts';
import type { SharedAddress } from './shared-address.ts';
import { ACCOUNT_WAIT_MS_MAX, type EndpointLimit, type Scope, type VenueLimits } from './venue-limits.ts';

/** Gives permits to one session's requests within the limits of its account and of this machine's IP address. */
export type Permits = {
	/**
	 * Takes the permits for a request. Returns undefined if the request may be sent without waiting. @throws
	 * VenueRateLimitError if the request would wait too long
	 */
	readonly take: (
		kind: RequestClass,
		method: string,
		params: Params,
		weight?: number,
	) => Promise<void> | undefined;
	/** Returns the milliseconds until an order may be sent; 0 if it may be sent now. */
	readonly orderInMs: (symbol: string, urgency: OrderUrgency) => number;
	/**
	 * Takes the permits for an order synchronously. @throws VenueRateLimitError if a permit is missing; in that case
	 * no permit is taken
	 */
	readonly takeOrder: (symbol: string, urgency: OrderUrgency) => void;
	/** Reports a rate limit from the exchange. @param ms milliseconds until the exchange accepts the request again */
	readonly refused: (method: string, params: Params, ms: number) => void;
	/** Reports a rate limit for an order. @param ms milliseconds until the exchange accepts orders again */
	readonly orderRefused: (symbol: string, ms: number) => void;
	/**
	 * Returns how long an account read may now have to wait for a permit, milliseconds; 0 if permits are free and no
	 * read waited recently.
	 */
	readonly readInMs: () => number;
};

type Params = Readonly<Record<string, unknown>>;
type Drawn = { readonly limit: RequestLimit; readonly weight: number };

const CLASS_OF: Readonly<Record<OrderUrgency, LimitClass>> = {
	repairs: 'order',
	closes: 'closing',
	opens: 'opening',
};

/** Milliseconds that `readInMs` returns for the eight seconds after an account read had to wait. */
const RECENT_WAIT_MS = 500;
const PROBE_WAIT_MS_MAX = 4_000;
const MARKET_WAIT_MS_MAX = 5_000;
const HISTORY_WAIT_MS_MAX = 120_000;

type PermitsOptions = {
	readonly dialect: SessionDialect & Pick<OrdersDialect, 'orderMethod'>;
	readonly clock: Clock;
	readonly sharedAddress: SharedAddress;
};

type PermitState = PermitsOptions & {
	readonly venue: string;
	readonly own: Map<string, RequestLimit>;
	/** All limits that the session has used. */
	readonly used: Set<RequestLimit>;
	readonly limits: VenueLimits;
	readonly weights: Readonly<Record<string, number>>;
	readonly orderMethod: string;
	/** The limits that apply to an order, keyed by symbol. */
	readonly ofOrders: Map<string, readonly Drawn[]>;
	/** Time when an account read last stopped waiting for its permit, by the monotonic clock. */
	waitedAt: number;
};

/** Creates a session's permits. All sessions in the process share the limits of this machine's IP address. */
export function createPermits(options: PermitsOptions): Permits {
	const { dialect, clock } = options;
	const { limits, weights, orderMethod } = dialect;
	const venue = dialect.facts.name;
	const permits: PermitState = {
		...options,
		venue,
		own: new Map(),
		used: new Set(),
		limits,
		weights,
		orderMethod,
		ofOrders: new Map(),
		waitedAt: Number.NEGATIVE_INFINITY,
	};
	const pace = createLimiter(venue, dialect.pace, clock);
	return {
		take(kind, method, params, weight) {
			const drawn = drawnBy(permits, method, params, weight);
			const permit = oneByOne([
				() => pace.take(kind),
				...drawn.map((one) => () => one.limit.take(kind, one.weight)),
			]);
			const note = (): void => {
				permits.waitedAt = clock.monotonic();
			};
			if (kind === 'account') permit?.then(note, note);
			return permit;
		},
		orderInMs: (symbol, urgency) => orderInMs(permits, symbol, urgency),
		takeOrder(symbol, urgency) {
			const kind = CLASS_OF[urgency];
			const drawn = drawnByOrder(permits, symbol);
			// If a limit has no free permit, it must refuse before another limit grants one.
			const lacking = drawn.find(({ limit, weight }) => limit.inMs(kind, weight) > 0);
			for (const { limit, weight } of lacking === undefined ? drawn : [lacking]) limit.take(kind, weight);
		},
		refused: (method, params, ms) => refused(permits, method, params, ms),
		orderRefused: (symbol, ms) => refused(permits, orderMethod, orderParams(permits, symbol), ms),
		readInMs: () => {
			const recentMs = clock.monotonic() - permits.waitedAt < ACCOUNT_WAIT_MS_MAX ? RECENT_WAIT_MS : 0;
			return Math.max(recentMs, ...[...permits.used].map((limit) => limit.inMs('account')));
		},
	};
}

function limitOf(permits: PermitState, of: Scope, name: string, open: () => RequestLimit): RequestLimit {
	const limit =
		of === 'address'
			? permits.sharedAddress.limitOf(permits.venue, name, open)
			: (permits.own.get(name) ?? open());
	if (of === 'account') permits.own.set(name, limit);
	permits.used.add(limit);
	return limit;
}

function endpointLimits(permits: PermitState, method: string, params: Params): readonly RequestLimit[] {
	const rules = Object.hasOwn(permits.limits.endpoints, method)
		? (permits.limits.endpoints[method] ?? [])
		: [];
	return rules.map((rule) => {
		const apart = rule.by === undefined ? '' : ` ${String(params[rule.by])}`;
		const name = `${rule.together ?? method}, ${rule.max} in ${rule.perMs} ms${apart}`;
		return limitOf(permits, rule.of, name, () =>
			createRequestLimit(
				{ venue: permits.venue, name },
				windowMeter(rule),
				endpointShares(rule),
				permits.clock,
			),
		);
	});
}

function drawnBy(
	permits: PermitState,
	method: string,
	params: Params,
	weight = permits.weights[method] ?? 1,
): readonly Drawn[] {
	const pools = permits.limits.pools.flatMap((pool): Drawn[] => {
		const drawn = pool.drawnBy(method, weight);
		if (drawn === 0) return [];
		const { name, shares } = pool;
		const open = () =>
			createRequestLimit({ venue: permits.venue, name }, poolMeter(pool), shares, permits.clock);
		return [{ limit: limitOf(permits, pool.of, name, open), weight: drawn }];
	});
	return [...endpointLimits(permits, method, params).map((limit) => ({ limit, weight: 1 })), ...pools];
}

/** Returns the parameters that select an order's limits. Exchanges that count orders separately do so per symbol. */
function orderParams(permits: PermitState, symbol: string): Params {
	const rules = permits.limits.endpoints[permits.orderMethod] ?? [];
	return Object.fromEntries(rules.flatMap(({ by }) => (by === undefined ? [] : [[by, symbol]])));
}

/** Returns the limits for an order. They are cached per symbol, because the lookup would delay every order. */
function drawnByOrder(permits: PermitState, symbol: string): readonly Drawn[] {
	const known = permits.ofOrders.get(symbol);
	if (known !== undefined) return known;
	const drawn = drawnBy(permits, permits.orderMethod, orderParams(permits, symbol));
	permits.ofOrders.set(symbol, drawn);
	return drawn;
}

function refused(permits: PermitState, method: string, params: Params, ms: number): void {
	const ofEndpoint = endpointLimits(permits, method, params);
	const paused =
		ofEndpoint.length > 0 ? ofEndpoint : drawnBy(permits, method, params).map(({ limit }) => limit);
	for (const limit of paused) limit.pause(ms);
}

function orderInMs(permits: PermitState, symbol: string, urgency: OrderUrgency): number {
	return Math.max(
		0,
		...drawnByOrder(permits, symbol).map(({ limit, weight }) => limit.inMs(CLASS_OF[urgency], weight)),
	);
}

/**
 * Takes the permits one after another, so that a request waiting for one limit does not yet use capacity of the next.
 */
function oneByOne(takes: readonly (() => Promise<void> | undefined)[]): Promise<void> | undefined {
	for (const [index, take] of takes.entries()) {
		const permit = take();
		if (permit !== undefined) return permit.then(() => oneByOne(takes.slice(index + 1)));
	}
	return undefined;
}

/**
 * Returns each class's share of an endpoint's limit. Opening orders leave two fifths of the limit, and closing orders
 * one fifth, to repairing orders.
 */
function endpointShares({ max, keptForProbes = 0 }: EndpointLimit): ClassShares {
	const read = (waitMsMax: number) => ({ leaves: keptForProbes, waitMsMax });
	return {
		order: { leaves: 0, waitMsMax: 0 },
		closing: { leaves: Math.floor(max / 5), waitMsMax: 0 },
		probe: { leaves: 0, waitMsMax: PROBE_WAIT_MS_MAX },
		opening: { leaves: Math.floor((max * 2) / 5), waitMsMax: 0 },
		market: read(MARKET_WAIT_MS_MAX),
		account: read(ACCOUNT_WAIT_MS_MAX),
		history: read(HISTORY_WAIT_MS_MAX),
	};
}
