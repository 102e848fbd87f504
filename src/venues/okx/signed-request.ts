/** How OKX's order and cancel are signed (okx.com/docs-v5, "Making Requests", "Transaction Timeouts", read 2026-11). */
import {
	hmac,
	type SignedRequest,
	type SignedRequests,
	type Signing,
	unsigned,
} from '../shared/signed-request.ts';

/**
 * Age at which the venue discards an order, by the header `expTime`: "the request will not be processed if the current system
 * time of the server is after the expTime" (page "Transaction Timeouts", read 2026-11). It must cover the way there and how wrong our measure
 * of the venue's clock is, half a second at most.
 */
export const ORDER_WINDOW_MS = 2_500;

/**
 * An order's timestamp is written so far ahead. "The server rejects requests where this differs from server time by more than
 * 30 seconds (error 50102)" (page "Making Requests", read 2026-11), which is either way, so that it refuses, and proves to have
 * refused, an order of a clock that runs 5 s ahead of its own, whose `expTime` would be that much too late; with the present as
 * the timestamp that would be 30 s. Should less ahead be taken one day, every order is refused with that code, which is proof,
 * and a self-check says so before money is at stake; should more be taken, `expTime` alone is the deadline.
 */
export const ORDER_STAMP_AHEAD_MS = 25_000;

/** Demo trading goes to the hosts of real money, and says by this header that it is of test money. */
export const DEMO_HEADER = { 'x-simulated-trading': '1' } as const;

/** An order and a cancel, and the time, by which their connections are kept open. @param further headers of every request */
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
