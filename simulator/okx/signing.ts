/**
 * Checks OKX's request signatures (pages "REST Authentication" and "Making Requests", read 2026-11). The signature is
 * base64 HMAC-SHA256 over timestamp + METHOD + path with query + body; the passphrase is sent unsigned. About the
 * timestamp: "the server rejects requests where this differs from server time by more than 30 seconds". A stream
 * login signs timestamp in seconds + GET + /users/self/verify (page "Login"). The login, too, expires after 30
 * seconds.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiKey, keyStatus } from '../core/api-keys.ts';
import type { Exchange, FrontEndRequest } from '../core/types.ts';
import { OkxRefusal } from './errors.ts';

export const TIMESTAMP_WINDOW_MS = 30_000;
const DEMO_HEADER = 'x-simulated-trading';
const LOGIN_PATH = '/users/self/verify';
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

export function sign(secret: string, text: string): string {
	return createHmac('sha256', secret).update(text).digest('base64');
}

/**
 * Returns the key that signed a private request. OKX does not document the difference between 50111 and 50119. The
 * simulator uses the first for a key that never existed, the second for a key that was revoked or has expired. A demo
 * trading key is valid in no other environment. Demo trading requests have a header that marks them (section "Demo
 * Trading Services"); requests with real money do not.
 * @throws OkxRefusal with OKX's code
 */
export function authenticate(exchange: Exchange, request: FrontEndRequest, isTest: boolean): ApiKey {
	const header = (name: string, code: string): string => {
		const value = request.headers[`ok-access-${name}`] ?? '';
		if (value !== '') return value;
		throw new OkxRefusal(code, `Request header "OK-ACCESS-${name.toUpperCase()}" can not be empty.`, 401);
	};
	const keyText = header('key', '50103');
	const passphrase = header('passphrase', '50104');
	const signature = header('sign', '50106');
	const timestamp = header('timestamp', '50107');
	checkTimestamp(timestamp, exchange.now());
	const key = heldKey(exchange, keyText);
	if ((request.headers[DEMO_HEADER] === '1') !== isTest)
		throw new OkxRefusal('50101', 'APIKey does not match current environment.', 401);
	if (!same(key.passphrase, passphrase))
		throw new OkxRefusal('50105', 'Request header "OK-ACCESS-PASSPHRASE" incorrect.', 401);
	const target = request.query === '' ? request.path : `${request.path}?${request.query}`;
	const expected = sign(key.secret, `${timestamp}${request.method}${target}${request.body}`);
	if (!same(expected, signature)) throw new OkxRefusal('50113', 'Invalid Sign', 401);
	if (request.method === 'POST' && !key.canTrade)
		throw new OkxRefusal('50120', "This API key doesn't have permission to use this function", 401);
	return key;
}

function checkTimestamp(timestamp: string, now: number): void {
	const at = ISO_INSTANT.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
	if (Number.isNaN(at)) throw new OkxRefusal('50112', 'Invalid OK-ACCESS-TIMESTAMP', 401);
	if (Math.abs(at - now) > TIMESTAMP_WINDOW_MS)
		throw new OkxRefusal('50102', 'Timestamp request expired', 401);
}

function heldKey(exchange: Exchange, text: string): ApiKey {
	const key = exchange.apiKey(text);
	if (key === undefined) throw new OkxRefusal('50111', 'Invalid OK-ACCESS-KEY', 401);
	if (keyStatus(key, exchange.now()) !== 'active')
		throw new OkxRefusal('50119', "API key doesn't exist", 401);
	return key;
}

/**
 * Returns the key of a valid login, or the code and message for a failed one (page "Error Code", WebSocket, read
 * 2026-11).
 */
export function authenticateStream(
	exchange: Exchange,
	login: Readonly<Record<string, unknown>>,
): ApiKey | readonly [code: string, message: string] {
	const timestamp = String(login.timestamp ?? '');
	const seconds = Number(timestamp);
	if (!/^\d{1,12}(?:\.\d{1,6})?$/.test(timestamp)) return ['60004', 'Invalid timestamp'];
	const now = exchange.now();
	if (Math.abs(seconds * 1_000 - now) > TIMESTAMP_WINDOW_MS) return ['60006', 'Timestamp request expired'];
	const key = exchange.apiKey(String(login.apiKey ?? ''));
	if (key === undefined) return ['60005', 'Invalid apiKey'];
	if (keyStatus(key, now) !== 'active') return ['60032', "API key doesn't exist"];
	if (!same(key.passphrase, String(login.passphrase ?? ''))) return ['60024', 'Wrong passphrase'];
	const expected = sign(key.secret, `${timestamp}GET${LOGIN_PATH}`);
	return same(expected, String(login.sign ?? '')) ? key : ['60007', 'Invalid sign'];
}

function same(expected: string, given: string): boolean {
	const a = Buffer.from(expected);
	const b = Buffer.from(given);
	return a.length === b.length && timingSafeEqual(a, b);
}
