/**
 * Serves Tidemark's protocol: public `GET`, signed `POST`, and responses `{"ok":true,"out":…}` or
 * `{"ok":false,"fault":"T-…","why":"…"}`.
 */
import {
	type Exchange,
	ExchangeRefusal,
	type FrontEnd,
	type FrontEndRequest,
	type FrontEndResponse,
} from '../../../simulator/core/types.ts';
import { SIGNED_ROUTES } from './account-routes.ts';
import { TidemarkRefusal, toTidemarkRefusal } from './errors.ts';
import { readFields } from './fields.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { authenticate } from './signing.ts';
import { ACCOUNT_STREAM, connectStream } from './stream.ts';

const HOSTS = ['api.tidemark.test', 'stream.tidemark.test'];
const JSON_HEADERS = { 'content-type': 'application/json' } as const;
/** Maximum signed requests that a key may send in a second. */
const REQUESTS_PER_SECOND = 100;
const SECOND_MS = 1_000;

/** Operation class of a request in the fault plan, by path prefix. */
const OPERATIONS: readonly (readonly [string, string])[] = [
	['/v1/order/place', 'order.create'],
	['/v1/order/cancel', 'order.cancel'],
	['/v1/order/find', 'order.query'],
	['/v1/fills', 'order.query'],
	['/v1/positions', 'position'],
	['/v1/terms', 'position'],
	['/v1/funding', 'funding'],
	['/v1/rates', 'funding'],
	['/v1/wallet', 'account'],
	['/v1/moves', 'account'],
	['/v1/fees', 'account'],
	['/v1/key', 'account'],
];

/** Creates Tidemark's protocol front end for a simulated exchange. */
export function createTidemarkFrontEnd(exchange: Exchange): FrontEnd {
	const takePlace = createPlaces(() => exchange.now());

	function answer({ method, path, query, headers, body }: FrontEndRequest): unknown {
		const open = MARKET_ROUTES[path];
		if (open !== undefined && method === 'GET')
			return open(exchange, Object.fromEntries(new URLSearchParams(query)));
		const signed = SIGNED_ROUTES[path];
		if (signed === undefined || method !== 'POST') throw new TidemarkRefusal('T-404', 'no such request', 404);
		const header = (name: string): string | undefined => headers[`td-${name}`];
		const [key, time, ttl, sign] = ['key', 'time', 'ttl', 'sign'].map(header);
		const owner = authenticate(exchange, { key, time, ttl, sign, path, body });
		if (!takePlace(owner.key)) throw TOO_MANY;
		return signed(exchange, readFields(body), owner);
	}

	return {
		name: 'tidemark',
		hosts: HOSTS,
		handle(request) {
			try {
				return {
					status: 200,
					headers: JSON_HEADERS,
					body: JSON.stringify({ ok: true, out: answer(request) }),
				};
			} catch (error) {
				if (error instanceof ExchangeRefusal) return refused(toTidemarkRefusal(error));
				if (error instanceof TidemarkRefusal) return refused(error);
				console.error(error);
				return refused(new TidemarkRefusal('T-500', 'internal', 500));
			}
		},
		connect: (socket) => connectStream(exchange, socket),
		operation(request) {
			const operation = OPERATIONS.find(([path]) => request.path === path)?.[1] ?? 'market';
			const symbol = /"contract":"([^"]+)"/.exec(request.body)?.[1];
			return symbol === undefined ? { operation } : { operation, symbol };
		},
		rateLimitResponse: () => refused(TOO_MANY),
		isPrivateStream: (path) => path === ACCOUNT_STREAM,
		// There are no incremental updates, because every frame contains the whole book.
		bookDeltaSymbol: () => undefined,
	};
}

const TOO_MANY = new TidemarkRefusal('T-429', 'too many requests', 429);

/** Creates a function that returns true if the key may send one more request within the rolling second. */
function createPlaces(now: () => number): (key: string) => boolean {
	const taken = new Map<string, number[]>();
	return (key) => {
		const at = now();
		const last = (taken.get(key) ?? []).filter((before) => at - before < SECOND_MS);
		taken.set(key, [...last, at]);
		return last.length < REQUESTS_PER_SECOND;
	};
}

function refused({ code, message, status }: TidemarkRefusal): FrontEndResponse {
	return { status, headers: JSON_HEADERS, body: JSON.stringify({ ok: false, fault: code, why: message }) };
}
