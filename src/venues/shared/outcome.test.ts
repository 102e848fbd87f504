/**
 * Checks whether an error means that an order was refused. Unmodified ccxt maps the exchanges' bodies, as in
 * production.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { NOT_TRADABLE } from '../../ports/venue.ts';
import { dialectOf } from '../modules.ts';
import { openCcxt } from './instance.ts';
import { faultOf, isClockRefusal, isRefusal, outcomeOfError, saidBy, shortMessage } from './outcome.ts';

/** A port without a listener. */
const CLOSED_PORT = 1;

type Handler = {
	handleErrors: (
		status: number,
		reason: string,
		url: string,
		method: string,
		headers: object,
		body: string,
		response: object,
		requestHeaders: object,
		requestBody: string,
	) => unknown;
	handleHttpStatusCode: (status: number, reason: string, url: string, method: string, body: string) => void;
};

const handlers: Record<string, Handler> = {};

beforeAll(async () => {
	for (const venue of ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'] as const) {
		const dialect = dialectOf(venue);
		const exchange = await openCcxt(dialect.facts.ccxtClass, { settings: dialect.settings });
		handlers[venue] = exchange as unknown as Handler;
	}
});

const URLS: Readonly<Record<string, string>> = {
	bybit: 'https://api.bybit.com/v5/order/create',
	kucoin: '/api/v1/orders',
	binance: 'https://fapi.binance.com/fapi/v1/order',
	okx: 'https://www.okx.com/api/v5/trade/order',
	hyperliquid: 'https://api.hyperliquid.xyz/exchange',
};

/** Returns the error that ccxt creates from an error code and text. */
function errorOf(venue: string, code: string, message = 'a sentence', status = 200): unknown {
	const answer = venue === 'bybit' ? { retCode: Number(code), retMsg: message } : { code, msg: message };
	const body = JSON.stringify(answer);
	const url = URLS[venue] ?? '';
	try {
		handlers[venue]?.handleErrors(status, 'OK', url, 'POST', {}, body, answer, {}, '');
		handlers[venue]?.handleHttpStatusCode(status, 'OK', url, 'POST', body);
	} catch (error) {
		return error;
	}
	throw new Error(`ccxt takes ${venue} ${code} for success.`);
}

const outcome = (venue: string, error: unknown, timeInForce: 'IOC' | 'postOnly' = 'IOC') =>
	outcomeOfError(error, dialectOf(venue).errors, timeInForce);

describe('proof of refusal', () => {
	test.each([
		// These codes cover margin, minimum, tick, price band, reduce-only without a position, risk limits,
		// settlement, key, signature and time.
		...['110007', '110094', '10001', '110003', '110017', '110020', '30208', '110120', '110121', '110090'].map(
			(code) => ['bybit', code] as const,
		),
		...['3400139', '10003', '10004', '10002', '10005', '10006', '110086'].map(
			(code) => ['bybit', code] as const,
		),
		...[
			'300003',
			'300009',
			'300011',
			'300012',
			'300005',
			'300014',
			'300015',
			'300016',
			'330011',
			'429000',
		].map((code) => ['kucoin', code] as const),
		...['400002', '400003', '400005', '400007', '100001', '200002', '300001', '300000'].map(
			(code) => ['kucoin', code] as const,
		),
		...['-1003', '-1008', '-1015', '-1021', '-1022', '-1111', '-2014', '-2015', '-2019', '-2022'].map(
			(code) => ['binance', code] as const,
		),
		...[
			'-2025',
			'-2027',
			'-4003',
			'-4005',
			'-4014',
			'-4016',
			'-4024',
			'-4061',
			'-4088',
			'-4131',
			'-4164',
		].map((code) => ['binance', code] as const),
		...['-4400', '-4109', '-5021', '-5022', '-5028'].map((code) => ['binance', code] as const),
	])('%s %s', (venue, code) => {
		expect(outcome(venue, errorOf(venue, code))).toMatchObject({ kind: 'rejected', code });
	});
});

describe('a contract without trading', () => {
	test.each([
		...['110063', '110066', '110074'].map((code) => ['bybit', code] as const),
		...['300002', '100003', '200003'].map((code) => ['kucoin', code] as const),
		...['-1121', '-4140', '-4141'].map((code) => ['binance', code] as const),
	])('%s %s gets our own code, with the exchange’s code in the message', (venue, code) => {
		const found = outcome(venue, errorOf(venue, code));
		expect(found).toMatchObject({ kind: 'rejected', code: NOT_TRADABLE, passing: false });
		expect(JSON.stringify(found)).toContain(code);
	});

	test('bybit reports it with the code for wrong parameters and a text', () => {
		const error = errorOf('bybit', '10001', 'params error: symbol invalid');
		expect(outcome('bybit', error)).toMatchObject({ code: NOT_TRADABLE });
		expect(outcome('bybit', errorOf('bybit', '10001', 'Qty invalid'))).toMatchObject({ code: '10001' });
	});
});

describe('errors that prove nothing', () => {
	test.each([
		// These codes cover duplicates, internal errors, timeouts inside the exchange, and unknown codes.
		...['110072', '110030', '10014', '10016', '10000', '110079', '170007', '999999'].map(
			(code) => ['bybit', code] as const,
		),
		...['300018', '126044', '408000', '500000', '100002', '300010', '999999'].map(
			(code) => ['kucoin', code] as const,
		),
		...['-4116', '-1000', '-1001', '-1006', '-1007', '-9999'].map((code) => ['binance', code] as const),
		// ccxt classifies these codes as refusals, although their texts are "Server is busy", "Duplicate order",
		// "Duplicate clientOrderId" or "Submitted to the system for processing".
		...['-1004', '-1016', '-2020', '-4078'].map((code) => ['binance', code] as const),
		...['126033', '126034', '126036'].map((code) => ['kucoin', code] as const),
		...['140030', '12141', '170141', '170146', '170035', '30001'].map((code) => ['bybit', code] as const),
		...['51342', '51038'].map((code) => ['okx', code] as const),
	])('%s %s', (venue, code) => {
		expect(outcome(venue, errorOf(venue, code))).toMatchObject({ kind: 'unknown' });
	});

	test.each([
		['binance', '-2010', 'Duplicate order sent.'],
		['bybit', '10001', 'orderLinkId is duplicate'],
		['kucoin', '100001', 'clientOid already exists'],
		['okx', '51000', 'clOrdId already used'],
	])('%s %s with the text "%s": the order may exist', (venue, code, words) => {
		expect(outcome(venue, errorOf(venue, code)).kind).toBe('rejected');
		expect(outcome(venue, errorOf(venue, code, words)).kind).toBe('unknown');
	});

	test('a busy exchange has not refused a read either', () => {
		const error = errorOf('binance', '-1004', 'Server is busy, please wait and try again');
		expect(isRefusal(error, dialectOf('binance').errors)).toBe(false);
	});

	test.each([
		['a reset connection', new TypeError('fetch failed')],
		['a body that is not an object', 'text'],
		['nothing', undefined],
	])('%s', (_what, error) => {
		expect(outcome('bybit', error)).toMatchObject({ kind: 'unknown' });
	});

	test.each([
		[401, 'AuthenticationError'],
		[407, 'AuthenticationError'],
		[429, 'RateLimitExceeded'],
		[511, 'AuthenticationError'],
	])('HTTP %i of a proxy, which ccxt classifies as %s', (status, name) => {
		const error = thrownBy(() =>
			handlers.kucoin?.handleHttpStatusCode(status, 'x', 'https://x', 'POST', '<html>'),
		);
		expect([error?.constructor.name, outcome('kucoin', error).kind]).toEqual([name, 'unknown']);
	});

	test.each([
		['bybit', 500],
		['bybit', 502],
		['bybit', 503],
		['bybit', 504],
		['kucoin', 500],
		['kucoin', 502],
		['kucoin', 503],
		['kucoin', 504],
		['binance', 500],
		['binance', 502],
		['binance', 503],
		['binance', 504],
	] as const)('%s HTTP %i without a body', (venue, status) => {
		const error = thrownBy(() =>
			handlers[venue]?.handleHttpStatusCode(status, 'x', 'https://x', 'POST', '<html>'),
		);
		expect(error).toBeInstanceOf(Error);
		expect(outcome(venue, error)).toMatchObject({ kind: 'unknown' });
	});
});

function thrownBy(work: () => unknown): Error | undefined {
	try {
		work();
	} catch (error) {
		return error as Error;
	}
	return undefined;
}

describe('the text of a 503 from Binance decides (page "General Info")', () => {
	const said = (message: string, code = '-1000') =>
		outcome('binance', errorOf('binance', code, message, 503));

	test('an unknown error leaves the status of the order unknown', () => {
		expect(said('Unknown error, please check your request or try again later.').kind).toBe('unknown');
	});

	test('an unavailable service has not accepted the order, which may be sent again', () => {
		expect(said('Service Unavailable.')).toMatchObject({ kind: 'rejected', passing: true });
	});

	test('the status phrase alone proves nothing', () => {
		const error = thrownBy(() =>
			handlers.binance?.handleHttpStatusCode(503, 'Service Unavailable', 'https://x', 'POST', '<html>'),
		);
		expect(outcome('binance', error).kind).toBe('unknown');
	});

	test('a throttled system has not accepted the order, which may be sent again', () => {
		const words =
			'Request throttled by system-level protection. Reduce-only/close-position orders are exempt. Please try again.';
		expect(said(words, '-1008')).toMatchObject({ kind: 'rejected', code: '-1008', passing: true });
	});

	test('DDoS protection in ccxt’s terms is a rate limit', () => {
		const error = errorOf('binance', '-1003', 'Too many requests', 429);
		expect(outcome('binance', error)).toMatchObject({ kind: 'rejected', code: '-1003', passing: true });
		expect(isRefusal(error, dialectOf('binance').errors)).toBe(false);
	});
});

describe('rate limits and bans of each exchange', () => {
	/** Returns the error that ccxt creates from a raw response. */
	function errorOfAnswer(venue: string, status: number, reason: string, body: string): unknown {
		const handler = handlers[venue];
		const url = URLS[venue] ?? '';
		return thrownBy(() => {
			const answer = parsed(body) as object;
			handler?.handleErrors(status, reason, url, 'POST', {}, body, answer, {}, '');
			handler?.handleHttpStatusCode(status, reason, url, 'POST', body);
		});
	}

	const refused = (code: string) => ({ kind: 'rejected', code, passing: true });
	test.each([
		['bybit', 403, '{"retCode":10006,"retMsg":"access too frequent","result":{}}', refused('10006')],
		[
			'binance',
			418,
			'{"code":-1003,"msg":"Way too many requests; IP(1.2.3.4) banned until 1800000000000."}',
			refused('-1003'),
		],
		['kucoin', 429, '{"code":"429000","msg":"Too Many Requests"}', refused('429000')],
		// The response comes from Cloudflare, KuCoin's proxy, so the request did not reach KuCoin.
		['kucoin', 429, 'error code: 1015', refused('ADDRESS_BLOCKED')],
		['okx', 429, '{"msg":"Too Many Requests","code":"50011"}', refused('50011')],
		['okx', 200, '{"code":"50061","data":[],"msg":"Order rate limit reached."}', refused('50061')],
		// Any proxy may send such a plain response.
		['hyperliquid', 429, 'null', { kind: 'unknown' }],
		['okx', 429, '<html>', { kind: 'unknown' }],
		['bybit', 403, '<html>', { kind: 'unknown' }],
	])('%s HTTP %i %s', (venue, status, body, expected) => {
		const error = errorOfAnswer(venue, status, 'Reason', body);
		expect(error).toBeInstanceOf(Error);
		expect(outcome(venue, error)).toMatchObject(expected);
		expect(isRefusal(error, dialectOf(venue).errors)).toBe(false);
	});

	test('an account of Hyperliquid without remaining actions may act a little later', () => {
		const sentence =
			'Too many cumulative requests sent (37986 > 10436) for cumulative volume traded $437.92. Place taker orders to free up 1 request per USDC traded.';
		const error = errorOfAnswer(
			'hyperliquid',
			200,
			'OK',
			JSON.stringify({ status: 'err', response: sentence }),
		);
		expect(outcome('hyperliquid', error)).toMatchObject(refused('RequestLimit'));
	});
});

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

describe('a temporary refusal may be repeated', () => {
	test.each([
		['bybit', '10006', true],
		['bybit', '10002', true],
		['kucoin', '429000', true],
		['kucoin', '200002', true],
		['binance', '-1021', true],
		['binance', '-1015', true],
		['bybit', '110007', false],
		['kucoin', '300003', false],
		['binance', '-2019', false],
	])('%s %s: %s', (venue, code, passing) => {
		expect(outcome(venue, errorOf(venue, code))).toMatchObject({ kind: 'rejected', passing });
	});

	test('a post-only order that would have taken may be repeated, by its code and not by its text', () => {
		const words = 'The order was rejected because of post only.';
		const refused = { kind: 'rejected', code: 'POST_ONLY_WOULD_TAKE', passing: true };
		expect(outcome('binance', errorOf('binance', '-5022', words), 'postOnly')).toMatchObject(refused);
		expect(outcome('binance', errorOf('binance', '-5022'), 'postOnly')).toMatchObject(refused);
		const other = { kind: 'rejected', code: '110032', passing: false };
		expect(outcome('bybit', errorOf('bybit', '110032', words), 'postOnly')).toMatchObject(other);
		expect(outcome('bybit', errorOf('bybit', '110032', words))).toMatchObject({ code: '110032' });
		// A duplicate means that the order exists, whatever the text says; an unknown code leaves the outcome
		// unknown.
		expect(outcome('kucoin', errorOf('kucoin', '300018', words), 'postOnly').kind).toBe('unknown');
		expect(outcome('kucoin', errorOf('kucoin', '300999', words), 'postOnly').kind).toBe('unknown');
		expect(outcome('kucoin', new Error(words), 'postOnly').kind).toBe('unknown');
	});

	test('an order without a connection may be repeated', () => {
		const error = new Error('bybit POST https://x fetch failed: connect ECONNREFUSED 127.0.0.1:1');
		expect(outcome('bybit', error)).toMatchObject({ kind: 'rejected', code: 'NOT_SENT', passing: true });
	});
});

test('a rate limit or a wrong timestamp is not a permanent refusal of a read', () => {
	expect(isRefusal(errorOf('bybit', '10006'))).toBe(false);
	expect(isRefusal(errorOf('bybit', '10002'))).toBe(false);
	expect(isRefusal(errorOf('bybit', '110013'))).toBe(true);
	expect(isRefusal(errorOf('kucoin', '400003'))).toBe(true);
});

test('bounds the message and still finds the code', () => {
	const error = errorOf('bybit', '110007', 'x'.repeat(2_000));
	expect(saidBy(error, dialectOf('bybit').errors)?.code).toBe('110007');
	expect(shortMessage(error).length).toBe(300);
});

test.each([
	['bybit', '10002'],
	['kucoin', '400002'],
])('%s: only %s reports a clock difference', (venue, code) => {
	const { errors } = dialectOf(venue);
	expect(isClockRefusal(errorOf(venue, code), errors)).toBe(true);
	for (const other of ['110007', '300003', '10006', '429000', '10003', '400003'])
		expect(isClockRefusal(errorOf(venue, other), errors), other).toBe(false);
});

describe('the fault of a failed read', () => {
	test.each([
		[418, 'limited'],
		[429, 'limited'],
		[408, 'timeout'],
		[504, 'timeout'],
		[500, 'unavailable'],
		[503, 'unavailable'],
		[422, undefined],
	] as const)('HTTP status %i: %s', (status, fault) => {
		let error: unknown;
		try {
			handlers.kucoin?.handleHttpStatusCode(status, 'Said', URLS.kucoin ?? '', 'GET', '');
		} catch (thrown) {
			error = thrown;
		}
		expect(error).toBeInstanceOf(Error);
		expect(faultOf(error).fault).toBe(fault);
	});

	test('is unreachable without a connection', async () => {
		const exchange = await openCcxt('kucoinfutures', { settings: {}, redirectPort: CLOSED_PORT });
		const error = await exchange.loadMarkets().catch((failure: unknown) => failure);
		expect(error).toBeInstanceOf(Error);
		expect(faultOf(error)).toEqual({ fault: 'unreachable', connection: 'refused' });
		await exchange.close();
	});

	test('is a refusal, or undefined for other errors', () => {
		expect(faultOf(errorOf('bybit', '10001')).fault).toBe('refused');
		expect(faultOf(new Error('a sentence')).fault).toBeUndefined();
	});
});
