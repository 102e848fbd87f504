/**
 * Sends order requests on dedicated connections. The exchange's module signs the requests, and they are written to
 * the wire in the same turn of the event loop as the call.
 *
 * Errors have the same class and message as ccxt's, because `outcome.ts` determines an order's outcome from both. For
 * this purpose ccxt's own methods check each response, and a request without a response fails as in ccxt.
 */
import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Clock } from '../../ports/clock.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import type { Reaching } from './at-site.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { OrdersDialect, SessionDialect } from './dialect.ts';
import { REQUEST_TIMEOUT_MS } from './instance.ts';
import type { BeginRequest, UseConnection } from './order-connections.ts';
import { redirected } from './redirect.ts';
import { noteRetryAfterOf, type ResponseHeaders } from './retry-after.ts';
import type { SignedRequest } from './signed-request.ts';

/** The members of a ccxt instance that the sender uses. */
type Judge = {
	readonly id: string;
	/** Throws if a part of the key is missing. */
	readonly checkRequiredCredentials: () => unknown;
	readonly userAgents: { readonly chrome: string };
	/** Parses JSON; returns undefined for other text. */
	readonly parseJson: (text: string) => unknown;
	/** Throws if the response is an error. Any result except undefined means that the HTTP status needs no check. */
	readonly handleErrors: (...answer: readonly unknown[]) => unknown;
	/** Throws if the HTTP status is an error. */
	readonly handleHttpStatusCode: (...answer: readonly unknown[]) => unknown;
};

/**
 * Sends one request by ccxt's method name, and resolves with the response's JSON. Rejects with the error that ccxt
 * would throw.
 */
export type Send = (
	exchange: CcxtExchange,
	method: string,
	params: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** Account and connections of a sender. */
export type OrderSenderOptions = Reaching & {
	readonly dialect: SessionDialect & Pick<OrdersDialect, 'signedRequests'>;
	readonly credentials: VenueCredentials;
	readonly clock: Clock;
	/** Exchange time minus ours, whole milliseconds. */
	readonly offsetMs: () => number;
	readonly use: UseConnection;
};

/** No response arrived in time. Named after ccxt's class, because `outcome.ts` classifies errors by that name. */
class RequestTimeout extends Error {}

/**
 * There was no connection, or it was lost. Named after ccxt's class, because `outcome.ts` classifies errors by that
 * name.
 */
class NetworkError extends Error {}

/** Error codes that ccxt 4.5.84 treats as network errors. Any other error is thrown unchanged. */
const NETWORK_CODES: ReadonlySet<string> = new Set([
	...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'],
	...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
]);

/** Maximum decoded size of a response to an order, bytes. */
const ANSWER_BYTES_MAX = 1_000_000;
const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
	gzip: gunzipSync,
	'x-gzip': gunzipSync,
	br: brotliDecompressSync,
	deflate: inflateSync,
};

type Response = { readonly status: number; readonly headers: ResponseHeaders; readonly body: string };

/** Returns the origin for a session's requests: the exchange's, or the local port that replaces it. */
export function originOf({ facts }: SessionDialect, { site, redirect }: Reaching): string {
	return redirected((site?.hosts ?? facts.sites.main).rest, redirect?.port).origin;
}

/** Creates the sender. It rejects a request that the exchange's module cannot sign, without sending it. */
export function createOrderSender(options: OrderSenderOptions): Send {
	const { dialect, site, redirect, credentials: keys, clock, offsetMs, use } = options;
	const { rest } = site?.hosts ?? dialect.facts.sites.main;
	const { headers: further } = redirected(rest, redirect?.port);
	const { host } = new URL(rest);
	/** The last instance whose key had no missing part. */
	let complete: Judge | undefined;
	return async (instance, method, params) => {
		const exchange = instance as unknown as Judge;
		const sign = dialect.signedRequests[method];
		if (sign === undefined) throw new Error(`The module of ${dialect.facts.name} cannot sign ${method}.`);
		if (complete !== exchange) exchange.checkRequiredCredentials();
		complete = exchange;
		const request = sign(params, { keys, venueNow: clock.now() + offsetMs() });
		const headers = headersOf(exchange, request, { host, ...further });
		const url = `${rest}${request.path}`;
		const response = await use((begin) =>
			answered(begin, { ...request, headers }, clock).catch((error: unknown) => {
				throw asCcxtError(error, `${exchange.id} ${request.method} ${url}`);
			}),
		);
		return checkedAnswer(exchange, request, url, response);
	};
}

/** Builds the headers in the same order as ccxt. */
function headersOf(
	exchange: Judge,
	request: SignedRequest,
	to: Readonly<Record<string, string>> & { readonly host: string },
): Readonly<Record<string, string>> {
	const { host, ...further } = to;
	return {
		host,
		connection: 'keep-alive',
		'User-Agent': exchange.userAgents.chrome,
		...request.headers,
		'Accept-Encoding': 'gzip, deflate, br',
		...further,
	};
}

/**
 * Writes the request, in the current turn of the event loop if the connection is open and free, and resolves with the
 * whole response.
 */
function answered(
	begin: BeginRequest,
	{ method, path, headers, body }: SignedRequest,
	clock: Clock,
): Promise<Response> {
	return new Promise((resolve, reject) => {
		const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
		const request = begin({ method, path, headers: { ...headers, ...length } });
		const cancelEnd = clock.after(REQUEST_TIMEOUT_MS, () => {
			// Destroying the request also ensures that it is not written later if it still waits for a connection.
			request.destroy();
			reject(new RequestTimeout(`request timed out (${REQUEST_TIMEOUT_MS} ms)`));
		});
		const failed = (error: unknown): void => {
			cancelEnd();
			reject(error);
		};
		request.on('error', failed);
		request.on('response', (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', failed);
			response.on('end', () => {
				cancelEnd();
				const { statusCode: status = 0, headers: received } = response;
				try {
					resolve({ status, headers: received, body: textOf(status, received, Buffer.concat(chunks)) });
				} catch (error) {
					reject(error);
				}
			});
		});
		request.end(body);
	});
}

function textOf(status: number, headers: ResponseHeaders, bytes: Buffer): string {
	const decode = DECODERS[String(headers['content-encoding'])];
	const isBodyless = status === 204 || status === 304;
	const plain =
		decode === undefined || isBodyless ? bytes : decode(bytes, { maxOutputLength: ANSWER_BYTES_MAX });
	return plain.toString('utf8');
}

/** Returns the error that ccxt would throw, with the request in its message. */
function asCcxtError(error: unknown, request: string): unknown {
	if (error instanceof RequestTimeout) return new RequestTimeout(`${request} ${error.message}`);
	if (!(error instanceof Error)) return error;
	const { cause, message } = error;
	if (error instanceof TypeError)
		return new NetworkError(`${request} fetch failed${cause instanceof Error ? `: ${cause.message}` : ''}`);
	const isOfNetwork = 'code' in error && NETWORK_CODES.has(String(error.code));
	return isOfNetwork ? new NetworkError(`${request} fetch failed: ${message}`) : error;
}

/** Returns the response's JSON. @throws ccxt's error if the response is an error */
function checkedAnswer(
	exchange: Judge,
	request: SignedRequest,
	url: string,
	{ status, headers, body }: Response,
): unknown {
	const { method } = request;
	const isElsewhere = status >= 300 && status < 400 && headers.location !== undefined;
	if (isElsewhere)
		throw new NetworkError(
			`${exchange.id} ${method} ${url} redirect to ${String(headers.location)} was not followed (HTTP ${status})`,
		);
	const json = exchange.parseJson(body.trim());
	const reason = STATUS_CODES[status] ?? '';
	try {
		const checked = exchange.handleErrors(
			...[status, reason, url, method, headers, body, json, request.headers, request.body],
		);
		if (checked === undefined) exchange.handleHttpStatusCode(status, reason, url, method, body);
	} catch (error) {
		noteRetryAfterOf(error, headers);
		throw error;
	}
	return json ?? body;
}
