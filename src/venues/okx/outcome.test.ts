/**
 * Checks whether OKX's errors leave an order refused or unknown. Unmodified ccxt creates the errors from OKX's
 * responses, in which an order has its own code.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { NOT_TRADABLE } from '../../ports/venue.ts';
import { openCcxt } from '../shared/instance.ts';
import { isKeyRefusal, isRefusal, outcomeOfError } from '../shared/outcome.ts';
import { okx } from './module.ts';

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

const ORDER_URL = 'https://www.okx.com/api/v5/trade/order';

const okxDialect = okx.createDialect();

let handler: Handler;

beforeAll(async () => {
	const exchange = await openCcxt(okxDialect.facts.ccxtClass, { settings: okxDialect.settings });
	handler = exchange as unknown as Handler;
});

/** Returns the error that ccxt creates from a response. */
function errorOf(answer: object, status = 200): unknown {
	const body = JSON.stringify(answer);
	try {
		handler.handleErrors(status, 'OK', ORDER_URL, 'POST', {}, body, answer, {}, '');
		handler.handleHttpStatusCode(status, 'OK', ORDER_URL, 'POST', body);
	} catch (error) {
		return error;
	}
	throw new Error(`ccxt treats ${body} as success.`);
}

const ofRequest = (code: string, msg = 'a sentence'): unknown => errorOf({ code, msg, data: [] });
const ofOrder = (sCode: string, sMsg = 'a sentence'): unknown =>
	errorOf({ code: '1', msg: 'All operations failed', data: [{ sCode, sMsg, clOrdId: 'c1', ordId: '' }] });

const outcome = (error: unknown, timeInForce: 'IOC' | 'postOnly' = 'IOC') =>
	outcomeOfError(error, okxDialect.errors, timeInForce);

describe('proof of refusal', () => {
	test.each([
		// These codes cover margin, lot, minimum, price band, reduce-only, contract, account mode, position mode and
		// parameters.
		...['51008', '51121', '51020', '51006', '51169', '51010', '51000', '51004', '51030', '51127'],
	])('order code %s', (code) => {
		expect(outcome(ofOrder(code))).toMatchObject({ kind: 'rejected', code });
	});

	test.each(['51001', '51021', '51022', '51027', '51028', '51029', '51087'])(
		'untradable contract: code %s',
		(code) => {
			expect(outcome(ofOrder(code))).toMatchObject({ kind: 'rejected', code: NOT_TRADABLE });
		},
	);

	test.each([
		// These codes cover deadline, clock, limits, key, signature, passphrase, permission and IP address.
		...['50036', '50102', '50011', '50061', '50111', '50113', '50105', '50120', '50110', '50103'],
	])('request code %s', (code) => {
		expect(outcome(ofRequest(code))).toMatchObject({ kind: 'rejected', code });
	});

	test.each([
		['50036', true],
		['50011', true],
		['50061', true],
		['50102', true],
		['51008', false],
		['50120', false],
	])('temporary refusal: %s %s', (code, passing) => {
		const error = code.startsWith('50') ? ofRequest(code) : ofOrder(code);
		expect(outcome(error)).toMatchObject({ kind: 'rejected', passing });
	});
});

describe('no proof', () => {
	test.each([
		// These codes cover an unavailable or overloaded service, a timeout, an internal failure and an unknown code.
		...['50001', '50004', '50013', '50026', '51149', '51054', '999999', '1'],
	])('request code %s', (code) => {
		expect(outcome(ofRequest(code))).toMatchObject({ kind: 'unknown' });
	});

	test.each([
		['client order id of a pending order', '51016'],
		['internal failure', '50026'],
		['a timeout', '51149'],
		['unknown code', '59999'],
	])('order error: %s', (_what, code) => {
		expect(outcome(ofOrder(code))).toMatchObject({ kind: 'unknown' });
	});

	test.each([500, 502, 503, 504])('HTTP %i without an answer of OKX', (status) => {
		expect(outcome(errorOf({}, status))).toMatchObject({ kind: 'unknown' });
	});
});

test('tells refusals of the key from refusals of a read', () => {
	const isOfKey = (code: string): boolean => isKeyRefusal(ofRequest(code), okxDialect.errors);
	expect(['50111', '50105', '50113', '50110', '50119'].map(isOfKey)).toEqual([true, true, true, true, true]);
	expect(['50102', '50011', '50001'].map(isOfKey)).toEqual([false, false, false]);
	expect(isRefusal(ofRequest('50011'))).toBe(false);
	expect(isRefusal(ofRequest('50102'))).toBe(false);
	expect(isRefusal(ofRequest('51603'))).toBe(true);
});
