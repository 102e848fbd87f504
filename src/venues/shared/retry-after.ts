/**
 * When a venue that has refused a request by its limits takes it again. Only the headers of its answer say so, and ccxt's errors
 * have the body alone.
 */
import type { CcxtExchange } from './ccxt-exchange.ts';

/** Header → milliseconds of one of its units: HTTP's own (Binance, Cloudflare), KuCoin's (page "Rate Limit", read 2026-11). */
const HEADERS: Readonly<Record<string, number>> = { 'retry-after': 1_000, 'gw-ratelimit-reset': 1 };

const told = new WeakMap<Error, number>();

/** The part of ccxt that is used: it reads an answer, and throws the error that it makes of it. */
type Reading = {
	handleRestResponse: (response: { readonly headers?: unknown }, ...rest: unknown[]) => Promise<unknown>;
};

/** From now on `retryAfterMs` knows what the answers said. @throws Error when this ccxt has not the internal that is used */
export function noteRetryAfter(exchange: CcxtExchange): void {
	const reading = exchange as unknown as Reading;
	if (typeof reading.handleRestResponse !== 'function')
		throw new Error(`ccxt's ${exchange.id} has no handleRestResponse; it is not the pinned version.`);
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

/** Headers of an answer, by names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Says with which headers the answer came that the error is made of. */
export function noteRetryAfterOf(error: unknown, headers: unknown): void {
	const ms = saidBy(headers);
	if (error instanceof Error && ms !== undefined) told.set(error, ms);
}

/** Milliseconds from the answer on; undefined where it did not say. */
export function retryAfterMs(error: unknown): number | undefined {
	return error instanceof Error ? told.get(error) : undefined;
}

function saidBy(headers: unknown): number | undefined {
	if (typeof headers !== 'object' || headers === null) return undefined;
	for (const [name, unitMs] of Object.entries(HEADERS)) {
		const value = Number((headers as Readonly<Record<string, unknown>>)[name]);
		if (value > 0) return value * unitMs;
	}
	return undefined;
}
