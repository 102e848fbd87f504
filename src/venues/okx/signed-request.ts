/** Signs OKX's order and cancel requests (okx.com/docs-v5, "Making Requests", "Transaction Timeouts", read 2026-11). */
import {
	hmac,
	type SignedRequest,
	type SignedRequests,
	type Signing,
	unsigned,
} from '../shared/signed-request.ts';

/**
 * Age at which OKX discards an order, milliseconds, sent in the header `expTime`. OKX says that "the request will not
 * be processed if the current system time of the server is after the expTime" (page "Transaction Timeouts", read
 * 2026-11). The age must cover network delay and our error in measuring OKX's clock, half a second at most.
 */
export const ORDER_WINDOW_MS = 2_500;

/**
 * Milliseconds by which an order's timestamp is ahead of OKX's clock. "The server rejects requests where this differs
 * from server time by more than 30 seconds (error 50102)" (page "Making Requests", read 2026-11), in either
 * direction. If our clock ran 5 s ahead, `expTime` would be 5 s too late. With this timestamp OKX refuses the order
 * instead, so we know that it did not trade. An unshifted timestamp would be accepted until our clock is 30 s ahead.
 * If OKX one day tolerates less, it refuses every order with error 50102, which a self-check reports before money is
 * at stake. If OKX tolerates more, `expTime` alone is the deadline.
 */
export const ORDER_STAMP_AHEAD_MS = 25_000;

/** Demo trading uses the real-money hosts; this header marks test money. */
export const DEMO_HEADER = { 'x-simulated-trading': '1' } as const;

/**
 * Returns the order request, the cancel request, and the time request that keeps their connections open. @param
 * further headers for every request
 */
export function okxRequests(further: Readonly<Record<string, string>> = {}): SignedRequests {
	return {
		publicGetPublicTime: unsigned('/api/v5/public/time', further),
		privatePostTradeOrder(params, { keys, venueNow }) {
			const expTime = String(venueNow + ORDER_WINDOW_MS);
			const signed = post('/api/v5/trade/order', params, { keys, venueNow: venueNow + ORDER_STAMP_AHEAD_MS });
			return { ...signed, headers: { expTime, ...signed.headers, ...further } };
		},
		privatePostTradeCancelOrder(params, signing) {
			const signed = post('/api/v5/trade/cancel-order', params, signing);
			return { ...signed, headers: { ...signed.headers, ...further } };
		},
	};
}

function post(path: string, params: object, { keys, venueNow }: Signing): SignedRequest {
	const body = JSON.stringify(params);
	const time = new Date(venueNow).toISOString();
	return {
		method: 'POST',
		path,
		headers: {
			'OK-ACCESS-KEY': keys.apiKey,
			'OK-ACCESS-PASSPHRASE': keys.passphrase ?? '',
			'OK-ACCESS-TIMESTAMP': time,
			'Content-Type': 'application/json',
			'OK-ACCESS-SIGN': hmac(keys.secret, `${time}POST${path}${body}`, 'base64'),
		},
		body,
	};
}
