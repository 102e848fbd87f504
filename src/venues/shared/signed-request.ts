/**
 * Defines order requests in wire format, built and signed by the exchange's rules (`<venue>/signed-request.ts`). They
 * bypass ccxt, because its building and signing took two thirds of an order's time in this process.
 */
import { createHmac } from 'node:crypto';
import type { VenueCredentials } from '../../ports/venue.ts';

/** One account request, complete except for the headers common to all requests. */
export type SignedRequest = {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** Path with the query. */
	readonly path: string;
	/** Headers, in the order in which they are sent. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

/** Key and time with which to sign a request. */
export type Signing = {
	readonly keys: VenueCredentials;
	/** The exchange's time, whole Unix milliseconds. */
	readonly venueNow: number;
};

/** Builds and signs one type of request. @throws Error for a key with an unexpected form; nothing is sent then */
export type SignRequest = (params: Readonly<Record<string, unknown>>, signing: Signing) => SignedRequest;

/** Signing functions, keyed by ccxt's method name; limits and metrics use the same names. */
export type SignedRequests = Readonly<Record<string, SignRequest>>;

/** Returns a builder for a request without a key. @param path path with the query */
export function unsigned(path: string, headers: SignedRequest['headers'] = {}): SignRequest {
	return () => ({ method: 'GET', path, headers });
}

/** Computes the text's HMAC-SHA-256 with the key's secret. */
export function hmac(secret: string, text: string, encoding: 'hex' | 'base64'): string {
	return createHmac('sha256', secret).update(text).digest(encoding);
}

/** True if the secret is a private key (PEM). Some exchanges accept one instead of a shared secret. */
export function isPrivateKey(secret: string): boolean {
	return secret.includes('PRIVATE KEY');
}
