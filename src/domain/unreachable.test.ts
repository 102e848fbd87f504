/** Creates an error in the same way as ccxt, which copies the text of Node's error into its own message. */
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { connectionCause, unreachable } from './unreachable.ts';

const ccxtError = (text: string): Error =>
	new Error(`bybit GET https://api.bybit.com/v5/market/time ${text}`);

describe('the cause of a lost connection', () => {
	test.each([
		['fetch failed: getaddrinfo ENOTFOUND api.bybit.com', 'dns'],
		['fetch failed: getaddrinfo EAI_AGAIN api.bybit.com', 'dns'],
		['fetch failed: connect ECONNREFUSED 127.0.0.1:9', 'refused'],
		['fetch failed: connect ENETUNREACH 10.0.0.1:443', 'no-route'],
		['fetch failed: read ECONNRESET', 'lost'],
		['fetch failed: connect ETIMEDOUT 10.0.0.1:443', 'timeout'],
		['fetch failed', 'unknown'],
	] as const)('%s: %s', (text, cause) => {
		expect(connectionCause(ccxtError(text))).toBe(cause);
	});

	test('is in the code of an underlying error', () => {
		const beneath = Object.assign(new Error('self-signed certificate'), {
			code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
		});
		expect(connectionCause(new Error('fetch failed', { cause: beneath }))).toBe('certificate');
	});

	test('is a refusal for a port without a listener', async () => {
		const error = await new Promise<unknown>((resolve) => {
			connect({ host: '127.0.0.1', port: 1 }).once('error', resolve);
		});
		expect(connectionCause(error)).toBe('refused');
	});

	test('ends with an error that is its own cause', () => {
		const circle = new Error('round');
		circle.cause = circle;
		expect(connectionCause(circle)).toBe('unknown');
	});
});

test('names the exchange by its display name, and a read-only one by its id', () => {
	expect(unreachable('KuCoin', 'dns')).toBe('Cannot reach KuCoin (DNS lookup failed)');
	expect(unreachable('gate', 'refused')).toBe('Cannot reach gate (connection refused)');
});
