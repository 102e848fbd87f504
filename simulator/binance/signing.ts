/**
 * Authenticates requests (page "General Info" of USD-M futures, read 2026-11). The key is sent in a header. The
 * signature is a hexadecimal HMAC-SHA256 over the query followed by the body. It is the last parameter of the query
 * or the body, and it does not cover itself. The timestamp must be less than one second ahead of the server and not
 * older than `recvWindow`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiKey, keyStatus } from '../core/api-keys.ts';
import type { Exchange, FrontEndRequest } from '../core/types.ts';
import { BinanceRefusal, badKey, malformed, missing } from './errors.ts';
import { type Params, text, whole } from './params.ts';

const RECV_WINDOW_MS_DEFAULT = 5_000;
const RECV_WINDOW_MS_MAX = 60_000;
const AHEAD_MS_MAX = 1_000;
/** Form of a key: every key in the documentation has 64 letters and digits. */
const KEY_FORM = /^[A-Za-z0-9]{64}$/;
const SIGNATURE = /(?:^|&)signature=([^&]*)$/;

export function hmacHex(secret: string, payload: string): string {
	return createHmac('sha256', secret).update(payload).digest('hex');
}

/**
 * Returns the key from the request header. Listen key requests need it too, although they are not signed. @throws
 * BinanceRefusal -2014 for a malformed key, -2015 for a key that is unknown or no longer valid
 */
export function keyOf(exchange: Exchange, request: FrontEndRequest): ApiKey {
	const sent = request.headers['x-mbx-apikey'] ?? '';
	const key = exchange.apiKey(sent);
	// The form is checked only for unknown keys. Earlier simulator versions issued shorter keys, which must stay
	// valid.
	if (key === undefined && !KEY_FORM.test(sent))
		throw new BinanceRefusal(-2014, 'API-key format invalid.', 401);
	if (key === undefined || keyStatus(key, exchange.now()) !== 'active') throw badKey();
	return key;
}

/**
 * Returns the key that signed the request. @throws BinanceRefusal as `keyOf`, -1102 for a missing parameter, -1021
 * outside the time window, -1022 for a wrong signature
 */
export function authenticate(exchange: Exchange, request: FrontEndRequest, params: Params): ApiKey {
	const key = keyOf(exchange, request);
	checkWindow(params, exchange.now());
	const signed = signedParts(request);
	if (signed === undefined) throw missing('signature');
	if (!sameText(signed.signature.toLowerCase(), hmacHex(key.secret, signed.payload)))
		throw new BinanceRefusal(-1022, 'Signature for this request is not valid.');
	return key;
}

function checkWindow(params: Params, now: number): void {
	if (text(params, 'timestamp') === undefined) throw missing('timestamp');
	const timestamp = whole(params, 'timestamp') ?? 0;
	const windowMs = whole(params, 'recvWindow') ?? RECV_WINDOW_MS_DEFAULT;
	if (windowMs > RECV_WINDOW_MS_MAX) throw malformed('recvWindow');
	if (timestamp >= now + AHEAD_MS_MAX)
		throw new BinanceRefusal(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
	if (now - timestamp > windowMs)
		throw new BinanceRefusal(-1021, 'Timestamp for this request is outside of the recvWindow.');
}

function signedParts({
	query,
	body,
}: FrontEndRequest): { readonly payload: string; readonly signature: string } | undefined {
	const inBody = SIGNATURE.exec(body);
	if (inBody?.[1] !== undefined)
		return { payload: query + body.slice(0, inBody.index), signature: inBody[1] };
	const inQuery = SIGNATURE.exec(query);
	if (inQuery?.[1] !== undefined)
		return { payload: query.slice(0, inQuery.index) + body, signature: inQuery[1] };
	return undefined;
}

function sameText(a: string, b: string): boolean {
	const left = Buffer.from(a);
	const right = Buffer.from(b);
	return left.length === right.length && timingSafeEqual(left, right);
}
