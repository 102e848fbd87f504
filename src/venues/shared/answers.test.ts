/** Checks that the response behind a ccxt error is kept, for each traded exchange, through ccxt's own code. */
import { describe, expect, test } from 'vitest';
import { dialectOf } from '../modules.ts';
import { answerOf } from './answers.ts';
import { openAtSite } from './at-site.ts';
import { errorClass } from './outcome.ts';

type Reading = {
	handleRestResponse: (
		response: {
			readonly status: number;
			readonly statusText: string;
			readonly headers: ReadonlyMap<string, string>;
			readonly text: () => Promise<string>;
		},
		url: string,
	) => Promise<unknown>;
};

/** Returns the error that ccxt creates from a raw response. */
async function failed(venue: string, status: number, body: string): Promise<unknown> {
	const exchange = await openAtSite(dialectOf(venue), {});
	const response = { status, statusText: 'Reason', headers: new Map(), text: async () => body };
	return (exchange as unknown as Reading)
		.handleRestResponse(response, 'https://fapi.binance.com/fapi/v1/order')
		.then(
			() => undefined,
			(error: unknown) => error,
		);
}

describe.each(['binance', 'bybit', 'kucoin', 'okx', 'hyperliquid'])('%s', (venue) => {
	test.each([
		[400, '{"code":"-1","retCode":-1,"status":"err","response":"a sentence","msg":"another"}'],
		[503, '<html>busy</html>'],
		[429, 'null'],
	])('keeps HTTP %i %s', async (status, body) => {
		const error = await failed(venue, status, body);
		expect(error).toBeInstanceOf(Error);
		expect(answerOf(error)).toMatchObject({ status, body });
	});
});

test.each([
	// Judging by the texts, ccxt would omit the first error's code and misclassify the others.
	['binance', '{"code":-9999,"msg":"Order does not exist."}'],
	['kucoin', '{"code":"999999","msg":"order not exist"}'],
	['okx', '{"code":"1","data":[{"sCode":"99999","sMsg":"server error"}],"msg":""}'],
	['bybit', '{"retCode":999999,"retMsg":"Request timeout"}'],
	['hyperliquid', '{"status":"err","response":"Insufficient margin to place order."}'],
])('%s: the text of %s does not decide its class', async (venue, body) => {
	expect(errorClass(await failed(venue, 200, body))).toBe('ExchangeError');
});

test('a code decides the class', async () => {
	expect(errorClass(await failed('binance', 400, '{"code":-2013,"msg":"x"}'))).toBe('OrderNotFound');
	expect(errorClass(await failed('okx', 200, '{"code":"51603","data":[]}'))).toBe('OrderNotFound');
});

test('an error without an answer has none', () => {
	expect(answerOf(new Error('{"code":-2013}'))).toBeUndefined();
	expect(answerOf('text')).toBeUndefined();
});
