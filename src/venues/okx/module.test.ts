import { expect, test } from 'vitest';
import { testHostsOf } from '../../../test/support/venue-hosts.ts';
import { dialectOf } from '../modules.ts';
import { openAtSite } from '../shared/at-site.ts';

type Signing = {
	sign: (
		path: string,
		api: string,
		method: string,
		params?: object,
	) => { readonly url: string; readonly headers: Readonly<Record<string, unknown>> };
	headers: Readonly<Record<string, unknown>>;
};
const CREDENTIALS = { apiKey: 'k', secret: 's', passphrase: 'p' };

test('marks every demo request, even while an order replaces ccxt’s common headers', async () => {
	const site = { hosts: testHostsOf('okx'), isTest: true };
	const demo = (await openAtSite(dialectOf('okx', true), { site }, CREDENTIALS)) as unknown as Signing;
	const open = demo.sign('market/tickers', 'public', 'GET', { instType: 'SWAP' });
	expect(open.headers).toEqual({ 'x-simulated-trading': '1' });
	demo.headers = {};
	const order = demo.sign('trade/order', 'private', 'POST', { instId: 'BTC-USDT-SWAP' });
	expect(order.headers).toMatchObject({ 'OK-ACCESS-KEY': 'k', 'x-simulated-trading': '1' });
	expect([open.url, order.url].every((url) => url.startsWith('https://www.okx.com/api/v5/'))).toBe(true);
});

test('never marks a request for real money', async () => {
	const real = (await openAtSite(dialectOf('okx'), {}, CREDENTIALS)) as unknown as Signing;
	expect(real.sign('trade/order', 'private', 'POST', {}).headers).not.toHaveProperty('x-simulated-trading');
});
