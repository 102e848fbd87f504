/**
 * Reads how long an exchange refuses requests after a rate limit. Only the response's headers give this time, and
 * ccxt's errors contain only the body.
 */
import type { CcxtExchange } from './ccxt-exchange.ts';
import { otherCcxt } from './text.ts';

/**
 * Milliseconds per unit in each header: HTTP's own (Binance, Cloudflare), and KuCoin's (page "Rate Limit", read
 * 2026-11).
 */
const HEADERS: Readonly<Record<string, number>> = { 'retry-after': 1_000, 'gw-ratelimit-reset': 1 };

const waits = new WeakMap<Error, number>();

/** The ccxt method that parses a response and throws its error. */
type Reading = {
	handleRestResponse: (response: { readonly headers?: unknown }, ...rest: unknown[]) => Promise<unknown>;
};

/**
 * Records the wait times in responses for `retryAfterMs` from now on. @throws Error if this ccxt lacks the internal
 * method
 */
export function noteRetryAfter(exchange: CcxtExchange): void {
	const reading = exchange as unknown as Reading;
	if (typeof reading.handleRestResponse !== 'function')
		throw new Error(otherCcxt(exchange.id, 'no handleRestResponse'));
	const plain = reading.handleRestResponse.bind(exchange);
	reading.handleRestResponse = async (response, ...rest) => {
		try {
			return await plain(response, ...rest);
		} catch (error) {
			noteRetryAfterOf(error, response.headers);
			throw error;
		}
	};
}

/** Response headers, keyed by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Records the wait time from the headers of the response behind the error. */
export function noteRetryAfterOf(error: unknown, headers: unknown): void {
	const ms = waitIn(headers);
	if (error instanceof Error && ms !== undefined) waits.set(error, ms);
}

/**
 * Returns the milliseconds from the response until the exchange accepts the next request; undefined if the response
 * did not say.
 */
export function retryAfterMs(error: unknown): number | undefined {
	return error instanceof Error ? waits.get(error) : undefined;
}

function waitIn(headers: unknown): number | undefined {
	if (typeof headers !== 'object' || headers === null) return undefined;
	for (const [name, unitMs] of Object.entries(HEADERS)) {
		const value = Number((headers as Readonly<Record<string, unknown>>)[name]);
		if (value > 0) return value * unitMs;
	}
	return undefined;
}
