/**
 * Checks KuCoin's request signatures (Authentication page, read 2026-11). The signature is base64 HMAC-SHA256 over
 * timestamp + METHOD + path with query + body. For key version 2 and later, the passphrase is signed in the same way.
 * The timestamp must be within five seconds of the server's time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiKey, keyStatus } from '../core/api-keys.ts';
import type { Exchange, FrontEndRequest } from '../core/types.ts';
import { KucoinRefusal } from './errors.ts';
import { TRANSFER_PATHS } from './transfer-routes.ts';

export const TIMESTAMP_WINDOW_MS = 5_000;
const TRADE_METHODS = new Set(['POST', 'DELETE']);

export function sign(secret: string, text: string): string {
	return createHmac('sha256', secret).update(text).digest('base64');
}

/**
 * Returns the key that signed a private request. A revoked or expired key counts as unknown, because the
 * documentation has no other code for it (Error Codes page, read 2026-11).
 * @throws KucoinRefusal with KuCoin's code
 */
export function authenticate(exchange: Exchange, request: FrontEndRequest): ApiKey {
	const header = (name: string): string => request.headers[`kc-api-${name}`] ?? '';
	if (['key', 'sign', 'timestamp', 'passphrase'].some((name) => header(name) === '')) {
		throw new KucoinRefusal(
			'400001',
			'Please check the header of your request for KC-API-KEY, KC-API-SIGN, KC-API-TIMESTAMP, KC-API-PASSPHRASE',
			401,
		);
	}
	const timestamp = Number(header('timestamp'));
	if (!Number.isFinite(timestamp) || Math.abs(timestamp - exchange.now()) > TIMESTAMP_WINDOW_MS) {
		throw new KucoinRefusal(
			'400002',
			'KC-API-TIMESTAMP Invalid -- Time differs from server time by more than 5 seconds',
			401,
		);
	}
	const key = exchange.apiKey(header('key'));
	if (key === undefined || keyStatus(key, exchange.now()) !== 'active') {
		throw new KucoinRefusal('400003', 'KC-API-KEY not exists', 401);
	}
	const passphrase =
		header('key-version') === '' || header('key-version') === '1'
			? key.passphrase
			: sign(key.secret, key.passphrase);
	if (!same(passphrase, header('passphrase')))
		throw new KucoinRefusal('400004', 'Invalid KC-API-PASSPHRASE', 401);
	const path = request.query === '' ? request.path : `${request.path}?${request.query}`;
	const expected = sign(key.secret, `${header('timestamp')}${request.method}${path}${request.body}`);
	if (!same(expected, header('sign'))) throw new KucoinRefusal('400005', 'Invalid KC-API-SIGN', 401);
	const may = TRANSFER_PATHS.has(request.path) ? key.canTransfer : key.canTrade;
	if (TRADE_METHODS.has(request.method) && !request.path.includes('bullet') && !may) {
		throw new KucoinRefusal('400007', 'Access denied, require more permission.', 403);
	}
	return key;
}

function same(expected: string, given: string): boolean {
	const a = Buffer.from(expected);
	const b = Buffer.from(given);
	return a.length === b.length && timingSafeEqual(a, b);
}
