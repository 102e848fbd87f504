/**
 * How Tidemark is reached: ccxt has no class of it, so its base class is told the requests, the addresses and the signature. Answers
 * that are refusals have an HTTP status of their own, which ccxt makes an error of; the errors file reads their codes.
 */
import { createHmac } from 'node:crypto';

/** Longest life of a request that is no order, milliseconds. */
const TTL_MS = 5_000;

/** The members used of the instance that the members below are given to. */
type Instance = {
	readonly apiKey: string;
	readonly secret: string;
	readonly urls: { readonly api: { readonly rest: string } };
	readonly options: { readonly timeDifference?: number; readonly ttlMs?: number };
};

type Request = {
	readonly url: string;
	readonly method: string;
	readonly headers: Readonly<Record<string, string>> | undefined;
	readonly body: string | undefined;
};

/** Key, time, lifetime and signature of one request, by the names that headers and commands have. */
export function signed(
	{ apiKey, secret, options }: Pick<Instance, 'apiKey' | 'secret' | 'options'>,
	now: number,
	path: string,
	body: string,
): Readonly<Record<'key' | 'time' | 'ttl' | 'sign', string>> {
	const time = new Date(now - (options.timeDifference ?? 0)).toISOString();
	const ttl = String(options.ttlMs ?? TTL_MS);
	const sign = createHmac('sha384', secret).update([time, ttl, path, body].join('\n')).digest('base64url');
	return { key: apiKey, time, ttl, sign };
}

function sign(
	this: Instance & { readonly milliseconds: () => number },
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
	const proof = Object.entries(signed(this, this.milliseconds(), path, body));
	const own = Object.fromEntries(proof.map(([key, value]) => [`td-${key}`, value]));
	return { url, method, headers: { ...headers, ...own, 'content-type': 'application/json' }, body };
}

/** Members of an instance of ccxt's base class. A request is called by access, method and path: `signedPostOrderPlace`. */
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
	/** Classes of errors by code: the errors file has the meaning of each. */
	exceptions: {},
	sign,
};
