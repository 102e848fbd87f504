/**
 * Client for Tidemark. ccxt has no class for it, so this file adds Tidemark's requests, URLs and signature to ccxt's
 * base class. The service signs orders with the same function and sends them without ccxt. Refusals have an error
 * status, which ccxt turns into an error; `errors.ts` interprets their codes.
 */
import { createHmac } from 'node:crypto';
import type { VenueCredentials } from '../../../src/ports/venue.ts';
import {
	type SignedRequest,
	type SignedRequests,
	type Signing,
	unsigned,
} from '../../../src/venues/shared/signed-request.ts';

/** Lifetime of an order request, milliseconds. */
export const ORDER_TTL_MS = 2_000;
/** Lifetime of any other request, milliseconds. */
const TTL_MS = 5_000;

/** The properties of the extended ccxt instance that this file uses. */
type Instance = {
	readonly apiKey: string;
	readonly secret: string;
	readonly urls: { readonly api: { readonly rest: string } };
	readonly options: { readonly timeDifference?: number };
	readonly milliseconds: () => number;
};

type Request = {
	readonly url: string;
	readonly method: string;
	readonly headers: Readonly<Record<string, string>> | undefined;
	readonly body: string | undefined;
};

/** Returns key, time, lifetime and signature of one request, under the names that headers and commands use. */
export function signed(
	{ apiKey, secret }: Pick<VenueCredentials, 'apiKey' | 'secret'>,
	venueNow: number,
	path: string,
	body: string,
	ttlMs = TTL_MS,
): Readonly<Record<'key' | 'time' | 'ttl' | 'sign', string>> {
	const time = new Date(venueNow).toISOString();
	const ttl = String(ttlMs);
	const sign = createHmac('sha384', secret).update([time, ttl, path, body].join('\n')).digest('base64url');
	return { key: apiKey, time, ttl, sign };
}

/** Returns the exchange's time according to the last measured offset, milliseconds. */
export function venueTime({ milliseconds, options }: Pick<Instance, 'milliseconds' | 'options'>): number {
	return milliseconds() - (options.timeDifference ?? 0);
}

/** The requests that the service signs and sends itself: order, cancel and server time. */
export const tidemarkRequests: SignedRequests = {
	openGetClock: unsigned('/v1/clock'),
	signedPostOrderPlace: (params, signing) => post('/v1/order/place', ORDER_TTL_MS, params, signing),
	signedPostOrderCancel: (params, signing) => post('/v1/order/cancel', TTL_MS, params, signing),
};

function post(path: string, ttlMs: number, params: object, { keys, venueNow }: Signing): SignedRequest {
	const body = JSON.stringify(params);
	return { method: 'POST', path, headers: headersOf(signed(keys, venueNow, path, body, ttlMs)), body };
}

function headersOf(proof: ReturnType<typeof signed>): Readonly<Record<string, string>> {
	const own = Object.entries(proof).map(([key, value]) => [`td-${key}`, value]);
	return { ...Object.fromEntries(own), 'content-type': 'application/json' };
}

function sign(
	this: Instance,
	name: string,
	access: string,
	method: string,
	params: Readonly<Record<string, unknown>>,
	headers: Readonly<Record<string, string>> | undefined,
): Request {
	const path = `/v1/${name}`;
	const url = `${this.urls.api.rest}${path}`;
	if (access === 'open') {
		const query = new URLSearchParams();
		for (const [key, value] of Object.entries(params)) query.set(key, String(value));
		return { url: query.size === 0 ? url : `${url}?${query}`, method, headers, body: undefined };
	}
	const body = JSON.stringify(params);
	const own = headersOf(signed(this, venueTime(this), path, body));
	return { url, method, headers: { ...headers, ...own }, body };
}

/**
 * Members added to an instance of ccxt's base class. Method names consist of access, HTTP method and path:
 * `signedPostOrderPlace`.
 */
export const TIDEMARK_CLIENT = {
	id: 'tidemark',
	name: 'Tidemark',
	urls: { api: { rest: 'https://api.tidemark.test', stream: 'wss://stream.tidemark.test' } },
	api: {
		open: { get: ['clock', 'contracts', 'tickers', 'book', 'rates', 'trades'] },
		signed: {
			post: [
				'key',
				'order/place',
				'order/find',
				'order/cancel',
				'terms',
				'positions',
				'wallet',
				'fees',
				'fills',
				'funding',
				'moves',
			],
		},
	},
	/** Empty, because `errors.ts` interprets the codes instead of ccxt. */
	exceptions: {},
	sign,
};
