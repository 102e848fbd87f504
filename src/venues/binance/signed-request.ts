/**
 * Signs Binance's order and cancel requests (USDⓈ-M futures, page "General Info", "SIGNED Endpoint Security", read
 * 2026-11).
 */
import { sign } from 'node:crypto';
import { hmac, isPrivateKey, type SignedRequests, type Signing, unsigned } from '../shared/signed-request.ts';

/**
 * Age at which Binance refuses an order, milliseconds: half of Binance's default, which is enough for network delay.
 */
export const ORDER_WINDOW_MS = 2_500;
/** Age at which Binance refuses any other request, milliseconds: Binance's default. */
export const READ_WINDOW_MS = 5_000;

const PATH = '/fapi/v1/order';
/** Maximum length of an Ed25519 private key in PEM form, characters; an RSA key is longer. */
const ED25519_CHARS_MAX = 120;

/** The order request, the cancel request, and the time request that keeps their connections open. */
export const binanceRequests: SignedRequests = {
	fapiPublicGetTime: unsigned('/fapi/v1/time'),
	fapiPrivatePostOrder: (params, signing) => ({
		method: 'POST',
		path: PATH,
		headers: {
			'X-MBX-APIKEY': signing.keys.apiKey,
			'Content-Type': 'application/x-www-form-urlencoded',
		},
		body: signedQuery(params, ORDER_WINDOW_MS, signing),
	}),
	fapiPrivateDeleteOrder: (params, signing) => ({
		method: 'DELETE',
		path: `${PATH}?${signedQuery(params, READ_WINDOW_MS, signing)}`,
		headers: { 'X-MBX-APIKEY': signing.keys.apiKey },
	}),
};

function signedQuery(
	params: Readonly<Record<string, unknown>>,
	recvWindow: number,
	{ keys, venueNow }: Signing,
): string {
	const query = Object.entries({ timestamp: venueNow, ...params, recvWindow })
		.map(([name, value]) => `${name}=${encoded(String(value))}`)
		.join('&');
	return `${query}&signature=${signature(keys.secret, query)}`;
}

/** Percent-encodes a value as RFC 3986 requires, because symbols may contain any characters. */
function encoded(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/**
 * Signs a query. For an RSA or Ed25519 key pair, the secret is the user's private key. Its length tells the two
 * apart, because an Ed25519 key is shorter.
 */
function signature(secret: string, query: string): string {
	if (!isPrivateKey(secret)) return hmac(secret, query, 'hex');
	const algorithm = secret.length > ED25519_CHARS_MAX ? 'sha256' : null;
	return encodeURIComponent(sign(algorithm, Buffer.from(query), secret).toString('base64'));
}
