import { expect, test } from 'vitest';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { noteRetryAfter, retryAfterMs } from './retry-after.ts';

/** The wait that is known of an answer with these headers, of which ccxt makes an error. */
async function known(headers: Readonly<Record<string, string>>): Promise<number | undefined> {
	const exchange = { id: 'x', handleRestResponse: async () => Promise.reject(new Error('429')) };
	noteRetryAfter(exchange as unknown as CcxtExchange);
	const error = await (exchange.handleRestResponse as (response: object) => Promise<never>)({
		headers,
	}).catch((thrown: unknown) => thrown);
	return retryAfterMs(error);
}

test('the header of an answer says when to come again, in its own unit', async () => {
	expect(await known({ 'retry-after': '7' })).toBe(7_000);
	expect(await known({ 'gw-ratelimit-reset': '1234' })).toBe(1_234);
});

test('what is no such time is no word at all', async () => {
	expect(await known({})).toBeUndefined();
	expect(await known({ 'retry-after': 'soon' })).toBeUndefined();
	expect(await known({ 'retry-after': '0' })).toBeUndefined();
	expect(retryAfterMs('no error')).toBeUndefined();
});
