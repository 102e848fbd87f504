/**
 * The places of one session: every request needs one of each limit that it falls under, of the account's own and of those that
 * all sessions of this machine's address share.
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

/** Places of one session's requests within the limits of its account and of the shared address. */
export type Places = {
	/** Undefined where the request may go in this very tick. @throws VenueRateLimitError when it would wait too long */
	readonly take: (
		kind: RequestClass,
		method: string,
		params: Params,
		weight?: number,
	) => Promise<void> | undefined;
	/** How long until an order may leave, milliseconds; 0 when it may in this tick. */
	readonly orderInMs: (symbol: string, urgency: OrderUrgency) => number;
	/** A place for an order in this tick. @throws VenueRateLimitError when there is none, and then nothing is taken */
	readonly takeOrder: (symbol: string, urgency: OrderUrgency) => void;
	/** The venue has refused the request by its limits, and takes it again after so long, milliseconds. */
	readonly refused: (method: string, params: Params, ms: number) => void;
	/** The same of an order. */
	readonly orderRefused: (symbol: string, ms: number) => void;
	/** How long a read of the account that is asked for now may wait for a place, milliseconds; 0 while none has to, nor had to lately. */
	readonly readInMs: () => number;
};

type Params = Readonly<Record<string, unknown>>;
type Drawn = { readonly limit: RequestLimit; readonly weight: number };

const CLASS_OF: Readonly<Record<OrderUrgency, LimitClass>> = {
	repairs: 'order',
	closes: 'closing',
	opens: 'opening',
};

/** After reads that had to wait, the next caller is told to come back after this, milliseconds. */
const LATELY_MS = 500;
const PROBE_WAIT_MS_MAX = 4_000;
const MARKET_WAIT_MS_MAX = 5_000;
const HISTORY_WAIT_MS_MAX = 120_000;

type PlacesOptions = {
	readonly dialect: SessionDialect & Pick<OrdersDialect, 'orderMethod'>;
	readonly clock: Clock;
	readonly sharedAddress: SharedAddress;
};

type PlaceState = PlacesOptions & {
	readonly venue: string;
	readonly own: Map<string, RequestLimit>;
	/** All that the session has drawn on. */
	readonly met: Set<RequestLimit>;
	readonly limits: VenueLimits;
	readonly weights: Readonly<Record<string, number>>;
	readonly orderMethod: string;
	/** The limits that an order draws on, by symbol. */
	readonly ofOrders: Map<string, readonly Drawn[]>;
	/** When a read of the account last had its place after it had waited, by the monotonic clock. */
	waitedAt: number;
};

/** Creates the places of a session; limits of the address are shared with all other sessions of the process. */
export function createPlaces(options: PlacesOptions): Places {
	const { dialect, clock } = options;
	const { limits, weights, orderMethod } = dialect;
	const venue = dialect.facts.name;
	const places: PlaceState = {
		...options,
		venue,
		own: new Map(),
		met: new Set(),
		limits,
		weights,
		orderMethod,
		ofOrders: new Map(),
		waitedAt: Number.NEGATIVE_INFINITY,
	};
	const pace = createLimiter(venue, dialect.pace, clock);
	return {
		take(kind, method, params, weight) {
			const drawn = drawnBy(places, method, params, weight);
			const place = oneByOne([
				() => pace.take(kind),
				...drawn.map((one) => () => one.limit.take(kind, one.weight)),
			]);
			const note = (): void => {
				places.waitedAt = clock.monotonic();
			};
			if (kind === 'account') place?.then(note, note);
			return place;
		},
		orderInMs: (symbol, urgency) => orderInMs(places, symbol, urgency),
		takeOrder(symbol, urgency) {
			const kind = CLASS_OF[urgency];
			const drawn = drawnByOrder(places, symbol);
			// The one that has no place says so, before a place of another is taken.
			const lacking = drawn.find(({ limit, weight }) => limit.inMs(kind, weight) > 0);
			for (const { limit, weight } of lacking === undefined ? drawn : [lacking]) limit.take(kind, weight);
		},
		refused: (method, params, ms) => refused(places, method, params, ms),
		orderRefused: (symbol, ms) => refused(places, orderMethod, orderParams(places, symbol), ms),
		readInMs: () => {
			const latelyMs = clock.monotonic() - places.waitedAt < ACCOUNT_WAIT_MS_MAX ? LATELY_MS : 0;
			return Math.max(latelyMs, ...[...places.met].map((limit) => limit.inMs('account')));
		},
	};
}

function limitOf(places: PlaceState, of: Scope, name: string, open: () => RequestLimit): RequestLimit {
	const limit =
		of === 'address'
			? places.sharedAddress.limitOf(places.venue, name, open)
			: (places.own.get(name) ?? open());
	if (of === 'account') places.own.set(name, limit);
	places.met.add(limit);
	return limit;
}

function endpointLimits(places: PlaceState, method: string, params: Params): readonly RequestLimit[] {
	const rules = Object.hasOwn(places.limits.endpoints, method) ? (places.limits.endpoints[method] ?? []) : [];
	return rules.map((rule) => {
		const apart = rule.by === undefined ? '' : ` ${String(params[rule.by])}`;
		const name = `${rule.together ?? method}, ${rule.max} in ${rule.perMs} ms${apart}`;
		return limitOf(places, rule.of, name, () =>
			createRequestLimit(
				{ venue: places.venue, name },
				windowMeter(rule),
				endpointShares(rule),
				places.clock,
			),
		);
	});
}

function drawnBy(
	places: PlaceState,
	method: string,
	params: Params,
	weight = places.weights[method] ?? 1,
): readonly Drawn[] {
	const pools = places.limits.pools.flatMap((pool): Drawn[] => {
		const drawn = pool.drawnBy(method, weight);
		if (drawn === 0) return [];
		const { name, shares } = pool;
		const open = () =>
			createRequestLimit({ venue: places.venue, name }, poolMeter(pool), shares, places.clock);
		return [{ limit: limitOf(places, pool.of, name, open), weight: drawn }];
	});
	return [...endpointLimits(places, method, params).map((limit) => ({ limit, weight: 1 })), ...pools];
}

/** Orders are counted apart by nothing but their symbol. */
function orderParams(places: PlaceState, symbol: string): Params {
	const rules = places.limits.endpoints[places.orderMethod] ?? [];
	return Object.fromEntries(rules.flatMap(({ by }) => (by === undefined ? [] : [[by, symbol]])));
}

/** Looked up once for each symbol: an order waits for it. */
function drawnByOrder(places: PlaceState, symbol: string): readonly Drawn[] {
	const known = places.ofOrders.get(symbol);
	if (known !== undefined) return known;
	const drawn = drawnBy(places, places.orderMethod, orderParams(places, symbol));
	places.ofOrders.set(symbol, drawn);
	return drawn;
}

function refused(places: PlaceState, method: string, params: Params, ms: number): void {
	const ofEndpoint = endpointLimits(places, method, params);
	const paused =
		ofEndpoint.length > 0 ? ofEndpoint : drawnBy(places, method, params).map(({ limit }) => limit);
	for (const limit of paused) limit.pause(ms);
}

function orderInMs(places: PlaceState, symbol: string, urgency: OrderUrgency): number {
	return Math.max(
		0,
		...drawnByOrder(places, symbol).map(({ limit, weight }) => limit.inMs(CLASS_OF[urgency], weight)),
	);
}

/** One after the other, so that nobody holds a place of one limit while it waits for another. */
function oneByOne(takes: readonly (() => Promise<void> | undefined)[]): Promise<void> | undefined {
	for (const [index, take] of takes.entries()) {
		const place = take();
		if (place !== undefined) return place.then(() => oneByOne(takes.slice(index + 1)));
	}
	return undefined;
}

/** Opening orders leave two fifths of an endpoint's limit, and closing ones one fifth, to the orders that repair. */
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
