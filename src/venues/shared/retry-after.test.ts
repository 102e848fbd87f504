import { expect, test } from 'vitest';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { noteRetryAfter, retryAfterMs } from './retry-after.ts';

/** Returns the wait time that a failed response with these headers requires. */
async function known(headers: Readonly<Record<string, string>>): Promise<number | undefined> {
	const exchange = { id: 'x', handleRestResponse: async () => Promise.reject(new Error('429')) };
	noteRetryAfter(exchange as unknown as CcxtExchange);
	const error = await (exchange.handleRestResponse as (response: object) => Promise<never>)({
		headers,
	}).catch((thrown: unknown) => thrown);
	return retryAfterMs(error);
}

test('reads the wait from the header, in its own unit', async () => {
	expect(await known({ 'retry-after': '7' })).toBe(7_000);
	expect(await known({ 'gw-ratelimit-reset': '1234' })).toBe(1_234);
});

test('ignores other values', async () => {
	expect(await known({})).toBeUndefined();
	expect(await known({ 'retry-after': 'soon' })).toBeUndefined();
	expect(await known({ 'retry-after': '0' })).toBeUndefined();
	expect(retryAfterMs('no error')).toBeUndefined();
});
