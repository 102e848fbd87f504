/** How Bybit's order and cancel are signed (page "Integration Guidance", read 2026-11). */
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
 * Age at which the venue refuses an order. It must cover the way there and how wrong our measure of its clock is (half a second at
 * most), and everything beyond only keeps an order that was lost to us alive; half of the default does.
 */
export const ORDER_WINDOW_MS = 2_500;
/** Age at which the venue refuses any other request, milliseconds: its own default. */
export const READ_WINDOW_MS = 5_000;

/** An order and a cancel, and the time, by which their connections are kept open. */
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

/** The secret of a key that the user made as an RSA pair is the private key. */
function signature(secret: string, text: string): string {
	if (isPrivateKey(secret)) return sign('sha256', Buffer.from(text), secret).toString('base64');
	return hmac(secret, text, 'hex');
}
