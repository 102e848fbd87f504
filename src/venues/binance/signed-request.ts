/** How Binance's order and cancel are signed (USDⓈ-M futures, page "General Info", "SIGNED Endpoint Security", read 2026-11). */
import { sign } from 'node:crypto';
import { hmac, isPrivateKey, type SignedRequests, type Signing, unsigned } from '../shared/signed-request.ts';

/** Age at which the venue refuses an order: half of its own default covers the way there. */
export const ORDER_WINDOW_MS = 2_500;
/** Age at which the venue refuses any other request, milliseconds: its own default. */
export const READ_WINDOW_MS = 5_000;

const PATH = '/fapi/v1/order';
/** An Ed25519 key is shorter than this, with its first and last line, and an RSA key longer. */
const ED25519_CHARS_MAX = 120;

/** An order and a cancel, and the time, by which their connections are kept open. */
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

/** As RFC 3986 has it: symbols may have any letters. */
function encoded(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/** The secret of a key that the user made as an RSA or Ed25519 pair is the private key; the latter is short. */
function signature(secret: string, query: string): string {
	if (!isPrivateKey(secret)) return hmac(secret, query, 'hex');
	const algorithm = secret.length > ED25519_CHARS_MAX ? 'sha256' : null;
	return encodeURIComponent(sign(algorithm, Buffer.from(query), secret).toString('base64'));
}
