/** Checks the meanings of Hyperliquid's error messages, as received through ccxt's errors. */
import { beforeAll, expect, test } from 'vitest';
import { openCcxt } from '../shared/instance.ts';
import { outcomeOfError } from '../shared/outcome.ts';
import { hyperliquid } from './module.ts';

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
};

const hyperliquidDialect = hyperliquid.createDialect();

let handler: Handler;

beforeAll(async () => {
	const { facts, settings } = hyperliquidDialect;
	handler = (await openCcxt(facts.ccxtClass, { settings })) as unknown as Handler;
});

/** Returns the error that ccxt throws for a response with status 200. */
function errorOf(answer: object): unknown {
	try {
		const body = JSON.stringify(answer);
		handler.handleErrors(200, 'OK', 'https://api.hyperliquid.xyz/exchange', 'POST', {}, body, answer, {}, '');
	} catch (error) {
		return error;
	}
	throw new Error('ccxt treats it as success.');
}

const ofOrder = (error: string) =>
	errorOf({ status: 'ok', response: { type: 'order', data: { statuses: [{ error }] } } });
const ofAction = (response: string) => errorOf({ status: 'err', response });
const outcome = (error: unknown) => outcomeOfError(error, hyperliquidDialect.errors, 'IOC');

test.each([
	'Order must have minimum value of $10. asset=3',
	'Insufficient margin to place order. asset=4',
	'Reduce only order would increase position. asset=159',
	'Order price cannot be more than 80% away from the reference price asset=1',
	'Price must be divisible by tick size. asset=8',
	'Order has invalid price.',
	'Order could not immediately match against any resting orders. asset=10',
	'Post only order would have immediately matched, bbo was 1@2. asset=10',
])('proof of refusal: %s', (sentence) => {
	expect(outcome(ofOrder(sentence))).toMatchObject({ kind: 'rejected' });
});

test('reads an unapproved wallet as proof too', () => {
	const sentence = `User or API Wallet 0x${'ab'.repeat(20)} does not exist.`;
	expect(outcome(ofAction(sentence))).toMatchObject({ kind: 'rejected' });
});

test.each([
	'Invalid nonce: duplicate nonce 1700000000000',
	'Invalid nonce: too low',
	'Order expired',
	'An unknown sentence',
])('no proof: %s', (sentence) => {
	expect(outcome(ofAction(sentence))).toMatchObject({ kind: 'unknown' });
	expect(outcome(ofOrder(sentence))).toMatchObject({ kind: 'unknown' });
});
