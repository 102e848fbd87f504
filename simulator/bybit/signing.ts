/**
 * Authenticates requests by Bybit's V5 signatures with HMAC-SHA256.
 *
 * A REST request signs `timestamp + key + recvWindow + (query or body)`, page "Integration Guidance". A private
 * stream signs `GET/realtime<expires>`, page "Connect" (both 2026-07-24).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiKey, keyStatus } from '../core/api-keys.ts';
import type { FrontEndRequest } from '../core/types.ts';
import { BybitRefusal } from './errors.ts';

const RECV_WINDOW_MS_DEFAULT = 5_000;

/** A timestamp must be less than this far ahead of the server's clock. */
const AHEAD_MS_MAX = 1_000;

export function hmacHex(secret: string, text: string): string {
	return createHmac('sha256', secret).update(text).digest('hex');
}

/**
 * Returns the key that signed the request.
 * @throws BybitRefusal 10001 header missing, 10003 key unknown or revoked, 33004 expired, 10002 outside the window,
 * 10004 wrong signature
 */
export function authenticate(
	request: FrontEndRequest,
	findKey: (key: string) => ApiKey | undefined,
	now: number,
): ApiKey {
	const keyText = request.headers['x-bapi-api-key'] ?? '';
	const timestampText = request.headers['x-bapi-timestamp'] ?? '';
	const signature = request.headers['x-bapi-sign'] ?? '';
	const windowText = request.headers['x-bapi-recv-window'] ?? '';
	if (keyText === '' || timestampText === '' || signature === '') {
		const empty = `apiTimestamp[${timestampText}] apiKey[${keyText}] apiSignature[${signature}]`;
		throw new BybitRefusal(10001, `empty value: ${empty}: openapi sign params error!`, 401);
	}
	const key = findKey(keyText);
	const status = key === undefined ? undefined : keyStatus(key, now);
	if (key === undefined || status === 'revoked') throw new BybitRefusal(10003, 'API key is invalid.', 401);
	if (status === 'expired') throw new BybitRefusal(33004, 'Your api key has expired.', 401);
	checkWindow(timestampText, windowText, now);
	const payload = request.method === 'GET' ? request.query : request.body;
	const origin = timestampText + keyText + windowText + payload;
	if (!sameText(signature, hmacHex(key.secret, origin))) {
		throw new BybitRefusal(10004, `error sign! origin_string[${origin}]`);
	}
	return key;
}

/** Checks that server_time - recv_window <= timestamp < server_time + 1000, all in milliseconds. */
function checkWindow(timestampText: string, windowText: string, now: number): void {
	const timestamp = Number(timestampText);
	const windowMs = windowText === '' ? RECV_WINDOW_MS_DEFAULT : Number(windowText);
	const numeric = Number.isSafeInteger(timestamp) && Number.isSafeInteger(windowMs) && windowMs > 0;
	if (numeric && now - windowMs <= timestamp && timestamp < now + AHEAD_MS_MAX) return;
	throw new BybitRefusal(
		10002,
		'invalid request, please check your server timestamp or recv_window param. ' +
			`req_timestamp[${timestampText}],server_timestamp[${now}],recv_window[${windowMs}]`,
	);
}

/** Returns the key that signed the `auth` arguments of a private stream, or undefined if they are not valid. */
export function authenticateStream(
	args: readonly unknown[],
	findKey: (key: string) => ApiKey | undefined,
	now: number,
): ApiKey | undefined {
	const [keyText, expiresValue, signature] = args;
	if (typeof keyText !== 'string' || typeof signature !== 'string') return undefined;
	const expires = String(expiresValue);
	if (!/^\d{1,16}$/.test(expires) || Number(expires) <= now) return undefined;
	const key = findKey(keyText);
	if (key === undefined || !sameText(signature, hmacHex(key.secret, `GET/realtime${expires}`)))
		return undefined;
	return keyStatus(key, now) === 'active' ? key : undefined;
}

function sameText(a: string, b: string): boolean {
	const left = Buffer.from(a);
	const right = Buffer.from(b);
	return left.length === right.length && timingSafeEqual(left, right);
}
