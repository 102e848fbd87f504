/**
 * Checks the meaning that each errors file gives to documented responses. Unmodified ccxt reads the responses, as in
 * production. After that only the code decides the meaning, whatever the response's length and text.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { NOT_TRADABLE } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { dialectOf } from '../modules.ts';
import { answerOf, noteAnswer } from './answers.ts';
import { type Meaning, means, refusedAs } from './error-codes.ts';
import { openCcxt } from './instance.ts';
import { isRateLimit, isRefusal, outcomeOfError, saidBy, shortMessage, venueReason } from './outcome.ts';

const VENUES = ['binance', 'bybit', 'kucoin', 'okx', 'hyperliquid'] as const;
type Venue = (typeof VENUES)[number];

type Judge = {
	readonly handleErrors: (...answer: readonly unknown[]) => unknown;
	readonly handleHttpStatusCode: (...answer: readonly unknown[]) => unknown;
};
const judges = new Map<string, Judge>();

beforeAll(async () => {
	for (const venue of VENUES) {
		const { facts, settings } = dialectOf(venue);
		judges.set(venue, (await openCcxt(facts.ccxtClass, { settings })) as unknown as Judge);
	}
});

/** Returns the error that ccxt creates from a response to an order query. */
function failed(venue: Venue, status: number, body: string): Error {
	const judge = judges.get(venue);
	const url = 'https://fapi.binance.com/fapi/v1/order';
	let json: unknown;
	try {
		json = JSON.parse(body);
	} catch {}
	try {
		judge?.handleErrors(status, 'Reason', url, 'GET', {}, body, json, {}, '');
		judge?.handleHttpStatusCode(status, 'Reason', url, 'GET', body);
	} catch (error) {
		return error as Error;
	}
	throw new Error(`ccxt takes ${body} for success.`);
}

const codeOf = (venue: Venue, error: Error) => saidBy(error, dialectOf(venue).errors)?.code;

/** Returns the error as the session throws it. */
function thrown(venue: Venue, status: number, body: string): VenueError {
	const error = failed(venue, status, body);
	const kind = isRefusal(error, dialectOf(venue).errors) ? 'rejected' : 'unavailable';
	return new VenueError(venue, kind, shortMessage(error), { code: codeOf(venue, error) });
}

const says = (venue: Venue, status: number, body: string, meaning: Meaning): boolean =>
	refusedAs(thrown(venue, status, body), dialectOf(venue).errors, meaning);

describe('an absent order', () => {
	test.each([
		['binance', 400, '{"code":-2013,"msg":"Order does not exist."}'],
		['kucoin', 200, '{"code":"100001","msg":"error.getOrder.orderNotExist"}'],
		['okx', 200, '{"code":"51603","data":[],"msg":"Order does not exist"}'],
		['okx', 200, '{"code":"1","data":[{"sCode":"51603","sMsg":"Order does not exist"}],"msg":""}'],
		['hyperliquid', 200, '{"status":"unknownOid"}'],
	] as const)('%s HTTP %i %s', (venue, status, body) => {
		expect(says(venue, status, body, 'absent')).toBe(true);
	});

	test.each([
		// These responses have the right text with another code, or without one.
		['binance', 400, '{"code":-2011,"msg":"Order does not exist."}'],
		['binance', 400, '{"code":-1000,"msg":"\\"code\\":-2013"}'],
		['binance', 400, '{"code":-9999,"msg":"{\\"code\\":-2013,\\"msg\\":\\"Order does not exist.\\"}"}'],
		['kucoin', 200, '{"code":"300000","msg":"error.getOrder.orderNotExist"}'],
		['kucoin', 200, '{"code":"100001","msg":"order not exist or not allow to be cancelled"}'],
		['kucoin', 200, '{"code":"100001","msg":"Parameter clientOid: order not exist"}'],
		['kucoin', 200, '{"code":"100001","msg":"There are invalid parameters"}'],
		['okx', 200, '{"code":"51000","data":[],"msg":"Order does not exist 51603"}'],
		['okx', 200, '{"code":"1","data":[{"sCode":"51603"},{"sCode":"50026"}],"msg":"Order does not exist"}'],
		['hyperliquid', 200, '{"status":"err","response":"unknownOid"}'],
		[
			'hyperliquid',
			200,
			'{"status":"err","response":"Order was never placed, already canceled, or filled."}',
		],
		// These responses come from a failing server or a proxy.
		['binance', 503, '{"code":-2013,"msg":"Order does not exist."}'],
		['kucoin', 502, '<html>error.getOrder.orderNotExist</html>'],
		['okx', 500, '{"code":"51603","data":[],"msg":"Order does not exist"}'],
		['hyperliquid', 502, '<html>unknownOid</html>'],
		['kucoin', 404, '<html>order not exist</html>'],
	] as const)('is not what %s says by HTTP %i %s', (venue, status, body) => {
		expect(says(venue, status, body, 'absent')).toBe(false);
	});
});

describe('a setting that already has the value', () => {
	test.each([
		['binance', 400, '{"code":-4046,"msg":"No need to change margin type."}', true],
		['bybit', 200, '{"retCode":110043,"retMsg":"Set leverage has not been modified.","result":{}}', true],
		['binance', 400, '{"code":-4047,"msg":"No need to change margin type -4046"}', false],
		['bybit', 200, '{"retCode":10001,"retMsg":"110043","result":{}}', false],
	] as const)('%s HTTP %i %s: %s', (venue, status, body, expected) => {
		expect(says(venue, status, body, 'unchanged')).toBe(expected);
	});
});

describe('a rate limit', () => {
	test.each([
		['binance', 429, '{"code":-1003,"msg":"Too many requests."}', true],
		['binance', 400, '{"code":-1015,"msg":"Too many new orders."}', true],
		['bybit', 200, '{"retCode":10006,"retMsg":"Too many visits!","result":{}}', true],
		['kucoin', 429, '{"code":"429000","msg":"Too Many Requests"}', true],
		['kucoin', 429, 'error code: 1015', true],
		['okx', 429, '{"msg":"Too Many Requests","code":"50011"}', true],
		['hyperliquid', 429, 'null', true],
		['hyperliquid', 200, '{"status":"err","response":"Too many cumulative requests sent (2 > 1)"}', true],
		['okx', 200, '{"code":"51008","data":[],"msg":"Rate limit reached"}', false],
		['hyperliquid', 200, '{"status":"err","response":"Insufficient margin: too many requests"}', false],
	] as const)('%s HTTP %i %s: %s', (venue, status, body, expected) => {
		expect(isRateLimit(failed(venue, status, body), dialectOf(venue).errors)).toBe(expected);
	});
});

describe('a text decides nothing with another code', () => {
	const outcome = (venue: Venue, status: number, body: string, tif: 'IOC' | 'postOnly' = 'IOC') =>
		outcomeOfError(failed(venue, status, body), dialectOf(venue).errors, tif);

	test.each([
		['bybit', 200, '{"retCode":10001,"retMsg":"params error: symbol invalid"}', NOT_TRADABLE],
		['bybit', 200, '{"retCode":10001,"retMsg":"Not supported symbols"}', NOT_TRADABLE],
		['bybit', 200, '{"retCode":10001,"retMsg":"Qty invalid, not symbol invalid"}', '10001'],
		['bybit', 200, '{"retCode":110007,"retMsg":"symbol invalid"}', '110007'],
		['bybit', 200, '{"retCode":10001,"retMsg":"position idx not match position mode"}', 'POSITION_MODE'],
		[
			'okx',
			200,
			'{"code":"1","data":[{"sCode":"51000","sMsg":"Parameter posSide error"}]}',
			'SETTING_PARAMETER',
		],
		['okx', 200, '{"code":"1","data":[{"sCode":"51008","sMsg":"Parameter posSide error"}]}', '51008'],
		['binance', 503, '{"code":-1000,"msg":"Service Unavailable."}', 'SERVICE_UNAVAILABLE'],
		['kucoin', 429, 'error code: 1015', 'ADDRESS_BLOCKED'],
	] as const)('%s HTTP %i %s proves a refusal: %s', (venue, status, body, code) => {
		expect(outcome(venue, status, body)).toMatchObject({ kind: 'rejected', code });
	});

	test.each([
		['binance', 400, '{"code":-1000,"msg":"Service Unavailable."}'],
		['binance', 503, '{"code":-1000,"msg":"Not yet: Service Unavailable."}'],
		['binance', 503, '<html>{"code":-2019,"msg":"Margin is insufficient."}</html>'],
		['kucoin', 200, '{"code":"500000","msg":"error code: 1015"}'],
		['kucoin', 502, '<html>error code: 1015</html>'],
		['okx', 200, '{"code":"1","data":[],"msg":"\\"sCode\\":\\"51008\\""}'],
		['okx', 200, '{"code":"1","data":[{"sCode":"51008"},{"sCode":"50026"}],"msg":""}'],
		['hyperliquid', 200, '{"status":"err","response":"Perhaps: Insufficient margin to place order."}'],
		[
			'hyperliquid',
			200,
			'{"status":"ok","response":{"data":{"statuses":[{"error":"Order has zero size."},{}]}}}',
		],
	] as const)('%s HTTP %i %s proves nothing', (venue, status, body) => {
		expect(outcome(venue, status, body)).toMatchObject({ kind: 'unknown' });
	});

	test('an error that only looks like an answer is not one', () => {
		for (const venue of VENUES) {
			const error = new Error(`${venue} {"code":-2013,"retCode":110007,"msg":"Order does not exist."}`);
			expect(answerOf(error)).toBeUndefined();
			expect(codeOf(venue, error)).toBeUndefined();
			expect(outcomeOfError(error, dialectOf(venue).errors, 'IOC').kind).toBe('unknown');
		}
	});
});

describe('the truncation of a message decides nothing', () => {
	const long = 'x'.repeat(2_000);
	test.each([
		['binance', 400, `{"pad":"${long}","code":-2013,"msg":"Order does not exist."}`],
		['kucoin', 200, `{"pad":"${long}","code":"100001","msg":"error.getOrder.orderNotExist"}`],
		['okx', 200, `{"pad":"${long}","code":"51603","data":[],"msg":"Order does not exist"}`],
		['hyperliquid', 200, `{"pad":"${long}","status":"unknownOid"}`],
	] as const)('%s: reads a code behind the cut', (venue, status, body) => {
		expect(thrown(venue, status, body).message).not.toContain('msg');
		expect(says(venue, status, body, 'absent')).toBe(true);
	});

	test('a text behind the cut still casts doubt on a proof', () => {
		const body = `{"code":"1","data":[{"sCode":"51000","sMsg":"${'y'.repeat(400)} clOrdId already used"}]}`;
		expect(outcomeOfError(failed('okx', 200, body), dialectOf('okx').errors, 'IOC').kind).toBe('unknown');
	});
});

describe('a secret in an answer', () => {
	const SECRET = 'a-secret-of-forty-characters-0123456789ab';
	const errors = dialectOf('bybit').errors;

	test.each([230, 259, 260, 270, 280, 290, 298, 299, 300])(
		'is removed completely from character %i',
		(at) => {
			const prefix = 'Error: ';
			const error = new Error(`${'x'.repeat(at - prefix.length)}${SECRET} and more`);
			const message = shortMessage(error, ['key', SECRET]);
			expect(message.length).toBeLessThanOrEqual(300);
			for (let length = 4; length <= SECRET.length; length += 1)
				expect(message).not.toContain(SECRET.slice(0, length));
		},
	);

	test.each([180, 199, 200])('is removed from a reason from character %i', (at) => {
		const words = `${'x'.repeat(at)}${SECRET}`;
		const body = JSON.stringify({ retCode: 10003, retMsg: words });
		const reason = venueReason(noteAnswer(new Error(body), 200, body), errors, [SECRET]);
		expect(reason).not.toContain(SECRET.slice(0, 4));
		expect(reason).toMatch(/\(10003\)$/);
	});

	test('is removed in URL and JSON encoding, the longer of two overlapping ones first', () => {
		const pass = 'p"ss w/rd';
		const said = `a ${encodeURIComponent(pass)} b ${JSON.stringify(pass)} c ${pass}`;
		expect(shortMessage(new Error(said), [pass])).toBe('Error: a [secret] b "[secret]" c [secret]');
		expect(shortMessage(new Error('abcdef'), ['abc', 'abcdef'])).toBe('Error: [secret]');
	});
});

test('every code with a meaning is text, and none means both a rate limit and a key', () => {
	for (const venue of VENUES) {
		const { errors } = dialectOf(venue);
		const lists = Object.values(errors.means);
		expect(lists.length, venue).toBeGreaterThan(3);
		for (const list of lists) expect(new Set(list).size, venue).toBe(list.length);
		for (const code of errors.means.limited ?? []) expect(means(errors, code, 'key'), code).toBe(false);
		// A code for an absent order does not confirm a refusal.
		for (const code of errors.means.absent ?? []) expect(errors.proofs.has(code), code).toBe(false);
	}
});
