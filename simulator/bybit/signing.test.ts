import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../core/api-keys.ts';
import type { FrontEndRequest } from '../core/types.ts';
import { BybitRefusal } from './errors.ts';
import { authenticate, authenticateStream, hmacHex } from './signing.ts';

const NOW = 1_700_000_000_000;
const KEY: ApiKey = {
	accountId: 'a1',
	key: 'key-1',
	secret: 'secret-1',
	passphrase: '',
	canTrade: true,
	canWithdraw: false,
	canTransfer: false,
	createdAt: 0,
	application: undefined,
	revokedAt: undefined,
	expiresAt: undefined,
};
const find = (text: string): ApiKey | undefined => (text === KEY.key ? KEY : undefined);

function signed(
	changes: { at?: number; window?: string; method?: string; secret?: string } = {},
): FrontEndRequest {
	const { at = NOW, window = '5000', method = 'GET', secret = KEY.secret } = changes;
	const query = 'category=linear&symbol=BTCUSDT';
	const body = '{"category": "linear"}';
	const origin = `${at}${KEY.key}${window}${method === 'GET' ? query : body}`;
	return {
		method,
		path: '/v5/order/realtime',
		query: method === 'GET' ? query : '',
		body: method === 'GET' ? '' : body,
		headers: {
			'x-bapi-api-key': KEY.key,
			'x-bapi-timestamp': String(at),
			'x-bapi-recv-window': window,
			'x-bapi-sign': hmacHex(secret, origin),
		},
	};
}

function refusal(request: FrontEndRequest): BybitRefusal {
	try {
		authenticate(request, find, NOW);
	} catch (error) {
		if (error instanceof BybitRefusal) return error;
		throw error;
	}
	throw new Error('The request was let through.');
}

describe('hmacHex', () => {
	it('agrees with RFC 4231, test case 2', () => {
		expect(hmacHex('Jefe', 'what do ya want for nothing?')).toBe(
			'5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
		);
	});
});

describe('authenticate', () => {
	it('accepts a signed query and a signed body, byte for byte', () => {
		expect(authenticate(signed(), find, NOW)).toBe(KEY);
		expect(authenticate(signed({ method: 'POST' }), find, NOW)).toBe(KEY);
		const reordered = { ...signed(), query: 'symbol=BTCUSDT&category=linear' };
		expect(refusal(reordered).retCode).toBe(10004);
		const respaced = { ...signed({ method: 'POST' }), body: '{"category":"linear"}' };
		expect(refusal(respaced).retCode).toBe(10004);
	});

	it('enforces the window server_time - recv_window <= timestamp < server_time + 1000', () => {
		expect(authenticate(signed({ at: NOW - 5000 }), find, NOW)).toBe(KEY);
		expect(refusal(signed({ at: NOW - 5001 })).retCode).toBe(10002);
		expect(authenticate(signed({ at: NOW + 999 }), find, NOW)).toBe(KEY);
		expect(refusal(signed({ at: NOW + 1000 })).retCode).toBe(10002);
	});

	it('takes the window from the request, 5 s by default', () => {
		expect(authenticate(signed({ at: NOW - 20_000, window: '20000' }), find, NOW)).toBe(KEY);
		expect(authenticate(signed({ at: NOW - 5000, window: '' }), find, NOW)).toBe(KEY);
		expect(refusal(signed({ at: NOW - 5001, window: '' })).retCode).toBe(10002);
		expect(refusal(signed({ window: 'soon' })).retCode).toBe(10002);
	});

	it('states both times and the window when it refuses', () => {
		expect(refusal(signed({ at: 1_699_999_990_000 })).message).toContain(
			'req_timestamp[1699999990000],server_timestamp[1700000000000],recv_window[5000]',
		);
	});

	it('distinguishes a wrong secret, an unknown key and missing headers', () => {
		expect(refusal(signed({ secret: 'other' })).retCode).toBe(10004);
		const unknown = { ...signed(), headers: { ...signed().headers, 'x-bapi-api-key': 'nobody' } };
		expect(refusal(unknown)).toMatchObject({ retCode: 10003, httpStatus: 401 });
		expect(refusal({ ...signed(), headers: {} })).toMatchObject({ retCode: 10001, httpStatus: 401 });
	});
});

describe('authenticateStream', () => {
	const proof = (expires: number, secret = KEY.secret): unknown[] => [
		KEY.key,
		expires,
		hmacHex(secret, `GET/realtime${expires}`),
	];

	it('accepts a signature that has not expired, with the expiry as number or text', () => {
		expect(authenticateStream(proof(NOW + 1), find, NOW)).toBe(KEY);
		const [key, expires, signature] = proof(NOW + 10_000);
		expect(authenticateStream([key, String(expires), signature], find, NOW)).toBe(KEY);
	});

	it('refuses an expired signature, a wrong secret, an unknown key and malformed input', () => {
		expect(authenticateStream(proof(NOW), find, NOW)).toBeUndefined();
		expect(authenticateStream(proof(NOW + 1, 'other'), find, NOW)).toBeUndefined();
		expect(authenticateStream(['nobody', ...proof(NOW + 1).slice(1)], find, NOW)).toBeUndefined();
		expect(authenticateStream([], find, NOW)).toBeUndefined();
		expect(authenticateStream([KEY.key, 'soon', 7], find, NOW)).toBeUndefined();
	});
});
