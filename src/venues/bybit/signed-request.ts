/** Signs Bybit's order and cancel requests (page "Integration Guidance", read 2026-11). */
import { sign } from 'node:crypto';
import {
	hmac,
	isPrivateKey,
	type SignedRequest,
	type SignedRequests,
	type Signing,
	unsigned,
} from '../shared/signed-request.ts';

/**
 * Age at which Bybit refuses an order, milliseconds: half of Bybit's default. It covers network delay and the error
 * in our clock measurement (at most half a second). A longer window would only let a lost order fill later.
 */
export const ORDER_WINDOW_MS = 2_500;
/** Age at which Bybit refuses any other request, milliseconds: Bybit's default. */
export const READ_WINDOW_MS = 5_000;

/** The order request, the cancel request, and the time request that keeps their connections open. */
export const bybitRequests: SignedRequests = {
	publicGetV5MarketTime: unsigned('/v5/market/time'),
	privatePostV5OrderCreate: (params, signing) => post('/v5/order/create', ORDER_WINDOW_MS, params, signing),
	privatePostV5OrderCancel: (params, signing) => post('/v5/order/cancel', READ_WINDOW_MS, params, signing),
};

function post(path: string, windowMs: number, params: object, { keys, venueNow }: Signing): SignedRequest {
	const body = JSON.stringify(params);
	const text = `${venueNow}${keys.apiKey}${windowMs}${body}`;
	return {
		method: 'POST',
		path,
		headers: {
			'Content-Type': 'application/json',
			'X-BAPI-API-KEY': keys.apiKey,
			'X-BAPI-TIMESTAMP': String(venueNow),
			'X-BAPI-RECV-WINDOW': String(windowMs),
			'X-BAPI-SIGN': signature(keys.secret, text),
		},
		body,
	};
}

/** Signs a request's text. If the user created the API key as an RSA key pair, the secret is the private key. */
function signature(secret: string, text: string): string {
	if (isPrivateKey(secret)) return sign('sha256', Buffer.from(text), secret).toString('base64');
	return hmac(secret, text, 'hex');
}
