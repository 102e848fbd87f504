/** Signs KuCoin's order and cancel requests (kucoin.com/docs-new, "Authentication", read 2026-11). */
import {
	hmac,
	type SignedRequest,
	type SignedRequests,
	type Signing,
	unsigned,
} from '../shared/signed-request.ts';

/** The order request, the cancel request, and the time request that keeps their connections open. */
export const kucoinRequests: SignedRequests = {
	futuresPublicGetTimestamp: unsigned('/api/v1/timestamp'),
	futuresPrivatePostOrders: (params, signing) =>
		signed('POST', '/api/v1/orders', signing, JSON.stringify(params)),
	futuresPrivateDeleteOrdersClientOrderClientOid: ({ clientOid, symbol }, signing) =>
		signed('DELETE', `/api/v1/orders/client-order/${clientOid}?symbol=${symbol}`, signing),
};

function signed(
	method: SignedRequest['method'],
	path: string,
	{ keys, venueNow }: Signing,
	body?: string,
): SignedRequest {
	const { apiKey, secret, passphrase = '' } = keys;
	return {
		method,
		path,
		headers: {
			'KC-API-KEY-VERSION': '2',
			'KC-API-KEY': apiKey,
			'KC-API-TIMESTAMP': String(venueNow),
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			'KC-API-PASSPHRASE': hmac(secret, passphrase, 'base64'),
			'KC-API-SIGN': hmac(secret, `${venueNow}${method}${path}${body ?? ''}`, 'base64'),
		},
		...(body === undefined ? {} : { body }),
	};
}
