/**
 * Checks Tidemark's signature: base64url of HMAC-SHA-384 over time, lifetime, path and body, one per line. `td-time`
 * is RFC 3339 text, and `td-ttl` is the lifetime of the request after that time, milliseconds.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiKey, keyStatus } from '../../../simulator/core/api-keys.ts';
import type { Exchange } from '../../../simulator/core/types.ts';
import { TidemarkRefusal } from './errors.ts';

const AHEAD_MS_MAX = 1_000;
const TTL_MS_MAX = 30_000;

/** A signed request as received. */
export type Signed = {
	readonly key: string | undefined;
	readonly time: string | undefined;
	readonly ttl: string | undefined;
	readonly sign: string | undefined;
	readonly path: string;
	readonly body: string;
};

/** Returns the key that signed the request. @throws TidemarkRefusal */
export function authenticate(
	exchange: Exchange,
	{ key, time = '', ttl = '', sign, path, body }: Signed,
): ApiKey {
	const found = key === undefined ? undefined : exchange.apiKey(key);
	if (found === undefined || keyStatus(found, exchange.now()) !== 'active')
		throw new TidemarkRefusal('T-100', 'unknown key', 401);
	const expected = createHmac('sha384', found.secret).update([time, ttl, path, body].join('\n'));
	if (!isSame(expected.digest('base64url'), sign ?? '')) throw new TidemarkRefusal('T-101', 'bad sign', 401);
	const ageMs = exchange.now() - Date.parse(time);
	const ttlMs = Number(ttl);
	if (!(ageMs >= -AHEAD_MS_MAX)) throw new TidemarkRefusal('T-103', 'td-time is ahead of the clock', 401);
	if (!(ttlMs > 0 && ttlMs <= TTL_MS_MAX && ageMs <= ttlMs))
		throw new TidemarkRefusal('T-104', 'the request came too late', 401);
	return found;
}

function isSame(expected: string, given: string): boolean {
	const [a, b] = [Buffer.from(expected), Buffer.from(given)];
	return a.length === b.length && timingSafeEqual(a, b);
}
