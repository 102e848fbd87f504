/**
 * Checks that raw responses reveal an absent order, through each exchange's session and module. Also checks that a
 * session's error contains code and text, but no part of a key.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { parseDecimal } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { dialectOf } from '../modules.ts';
import { openAtSite } from './at-site.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { createSession } from './session.ts';
import { createSharedAddress } from './shared-address.ts';

const ID = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const CREDENTIALS = {
	apiKey: `0x${'1'.repeat(40)}`,
	secret: `0x${'2'.repeat(64)}`,
	passphrase: 'a-phrase-of-a-key',
};
const INSTRUMENT: Instrument = {
	venue: 'any',
	symbol: 'BTC',
	coin: 'BTC',
	quote: 'USDT',
	coinsPerOrderUnit: parseDecimal('1'),
	coinsPerPriceUnit: parseDecimal('1'),
	tickSize: parseDecimal('0.1'),
	lotSize: parseDecimal('0.001'),
	quantityMin: parseDecimal('0.001'),
	quantityMax: parseDecimal('100'),
	notionalMin: parseDecimal('5'),
	leverageMax: 20,
};

const opened: CcxtExchange[] = [];
afterEach(() => Promise.all(opened.splice(0).map((exchange) => exchange.close())));

/**
 * Opens a session with an exchange that answers every request with this body, except requests for OKX's fills, which
 * return an empty list.
 */
async function answering(venue: string, status: number, body: string) {
	const dialect = dialectOf(venue, false, CREDENTIALS);
	const exchange = await openAtSite(dialect, {}, CREDENTIALS);
	opened.push(exchange);
	Object.assign(exchange, {
		undiciRequest: async (url: string) => {
			const isFills = url.includes('/fills');
			const text = async () => (isFills ? '{"code":"0","data":[],"msg":""}' : body);
			return { status: isFills ? 200 : status, statusText: 'Reason', headers: new Map(), text };
		},
	});
	const clock = createVirtualClock(1_760_000_000_000);
	const sharedAddress = createSharedAddress(clock);
	const parts = { dialect, clock, sharedAddress, credentials: CREDENTIALS };
	const session = createSession({ ...parts, stamp: () => {}, open: async () => exchange });
	const call = dialect.bind?.(session.call) ?? session.call;
	return {
		call,
		find: () => dialect.findOrder(call, INSTRUMENT, ID),
		read: () => dialect.readPositions(call, () => INSTRUMENT),
	};
}

const ABSENT: readonly (readonly [venue: string, status: number, body: string])[] = [
	['binance', 400, '{"code":-2013,"msg":"Order does not exist."}'],
	['kucoin', 200, '{"code":"100001","msg":"error.getOrder.orderNotExist"}'],
	['okx', 200, '{"code":"51603","data":[],"msg":"Order does not exist"}'],
	['hyperliquid', 200, '{"status":"unknownOid"}'],
];

describe.each(ABSENT)('%s', (venue, status, body) => {
	test(`HTTP ${status} ${body} proves an absent order`, async () => {
		expect(await (await answering(venue, status, body)).find()).toBeUndefined();
	});

	test('the same body with a server error, as text, or inside another body does not', async () => {
		for (const [otherStatus, other] of [
			[503, body],
			[400, JSON.stringify(body)],
			[400, JSON.stringify({ code: '-1000', status: 'err', response: body, msg: body })],
			[502, `<html>${body}</html>`],
		] as const) {
			const { find } = await answering(venue, otherStatus, other);
			await expect(find(), `${otherStatus} ${other}`).rejects.toThrow();
		}
	});
});

test.each([
	['binance', '{"code":-1121,"msg":"Invalid symbol."}', '-1121', 'Invalid symbol.'],
	['bybit', '{"retCode":10001,"retMsg":"Qty invalid"}', '10001', 'Qty invalid'],
	['kucoin', '{"code":"400007","msg":"Access denied"}', '400007', 'Access denied'],
	['okx', '{"code":"51000","data":[],"msg":"Parameter error"}', '51000', 'Parameter error'],
	['hyperliquid', '{"status":"err","response":"Order has zero size."}', 'Size', 'Order has zero size.'],
])('%s: the session’s error has code and text of %s', async (venue, body, code, said) => {
	const { read } = await answering(venue, 200, body);
	await expect(read()).rejects.toMatchObject({ venue, kind: 'rejected', code, said });
});

test('an answer without a code gets a code from its HTTP status', async () => {
	const { read } = await answering('bybit', 502, '<html>bad gateway</html>');
	await expect(read()).rejects.toMatchObject({ kind: 'unavailable', code: 'HTTP_502', said: undefined });
});

test.each([240, 260, 280, 299])(
	'removes every part of a key from the error, after %i other characters',
	async (at) => {
		for (const part of Object.values(CREDENTIALS)) {
			const body = JSON.stringify({ retCode: 10001, retMsg: `${'x'.repeat(at)}${part}` });
			const error: unknown = await (await answering('bybit', 200, body)).read().catch((thrown) => thrown);
			expect(error).toMatchObject({ code: '10001' });
			const { message, said, cause } = error as { message: string; said: string; cause: unknown };
			for (const text of [message, said]) expect(text).not.toContain(part.slice(0, 5));
			expect(cause).toBeUndefined();
		}
	},
);
