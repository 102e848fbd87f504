/**
 * The requests of orders as they go on the wire: built and signed by the exchange's own rules (`<venue>/signed-request.ts`), without
 * ccxt, whose building and signing took two thirds of an order's time in this process.
 */
import { createHmac } from 'node:crypto';
import type { VenueCredentials } from '../../ports/venue.ts';

/** One request of an account, complete but for the headers that all requests have. */
export type SignedRequest = {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** With its query. */
	readonly path: string;
	/** In the order in which they are sent. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

/** The key that signs a request, and the instant at which it does. */
export type Signing = {
	readonly keys: VenueCredentials;
	/** The exchange's time, Unix milliseconds, whole. */
	readonly venueNow: number;
};

/** Builds and signs one kind of request. Throws where the key is of another form: nothing is sent then. */
export type SignRequest = (params: Readonly<Record<string, unknown>>, signing: Signing) => SignedRequest;

/** Requests that are signed here, by ccxt's name of each, by which limits and metrics know them. */
export type SignedRequests = Readonly<Record<string, SignRequest>>;

/** A request that needs no key. @param path with its query */
export function unsigned(path: string, headers: SignedRequest['headers'] = {}): SignRequest {
	return () => ({ method: 'GET', path, headers });
}

/** HMAC-SHA-256 of the text by the secret of a key. */
export function hmac(secret: string, text: string, encoding: 'hex' | 'base64'): string {
	return createHmac('sha256', secret).update(text).digest(encoding);
}

/** Whether the secret is a private key (PEM), which some exchanges take in place of a secret of their own. */
export function isPrivateKey(secret: string): boolean {
	return secret.includes('PRIVATE KEY');
}
