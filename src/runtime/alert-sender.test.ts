/**
 * Tests which alert addresses are allowed and which are refused, against real servers on this machine. Each test
 * defines which addresses are `public`.
 */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AlertReceiver, startAlertReceiver } from '../../test/support/alert-receiver.ts';
import { httpsServer } from '../../test/support/https-server.ts';
import type { AlertPost, AlertSender } from '../ports/alert-sender.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { textOf } from '../sentences/sentence.ts';
import { type AlertSenderOptions, createAlertSender } from './alert-sender.ts';
import { systemClock } from './clock.ts';
import type { Resolve } from './public-address.ts';

const HOST = 'alerts.example';
let receiver: AlertReceiver;
/** Logged failures, in order. */
let logged: unknown[];
beforeEach(async () => {
	receiver = await startAlertReceiver();
	logged = [];
});
afterEach(() => receiver[Symbol.asyncDispose]());

/** Returns the rule that the address violates, in English. */
function ruleOf(sender: AlertSender, url: string): string | undefined {
	const rule = sender.refusal(url);
	return rule === undefined ? undefined : textOf(rule);
}

const unreached = (hostname: string, seconds = 10) => ({
	kind: 'unanswered',
	reason: `${hostname} gave no answer within ${seconds} s, cannot be reached, or is not public. The service's log has the cause.`,
});
const sender = (change: Partial<AlertSenderOptions> = {}) =>
	createAlertSender({
		clock: systemClock,
		logger: { ...SILENT_LOGGER, info: (facts) => void logged.push(facts) },
		timeLimitMs: 10_000,
		allowsLoopback: false,
		agent: 'carrywire/test',
		...change,
	});
const postOf = (url: string, change: Partial<AlertPost> = {}): AlertPost => ({
	url,
	body: '{"a":1}',
	isOperators: false,
	...change,
});
/** Each lookup gets the next result. After the last one, every lookup gets that one. */
function resolver(...answers: readonly (readonly string[])[]): Resolve {
	let at = 0;
	return (_hostname, done) => {
		const addresses = answers[Math.min(at, answers.length - 1)] ?? [];
		at += 1;
		done(
			null,
			addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
		);
	};
}

describe('an address', () => {
	test.each([
		['http://alerts.example/', 'must be an https URL'],
		['ftp://alerts.example/', 'must be an https URL'],
		['file:///etc/passwd', 'must be an https URL'],
		['alerts.example', 'must be a URL'],
		['https://ann:pass@alerts.example/', 'must be a URL without a user name or password'],
		['https://10.0.0.1/', 'must be a URL of a public address'],
		['https://169.254.169.254/latest/', 'must be a URL of a public address'],
		['https://127.1/', 'must be a URL of a public address'],
		['https://0x7f000001/', 'must be a URL of a public address'],
		['https://[::1]/', 'must be a URL of a public address'],
		['https://[::ffff:10.0.0.1]/', 'must be a URL of a public address'],
		['https://localhost/', 'must be a URL of a public address'],
	])('%s', async (url, rule) => {
		expect(ruleOf(sender(), url)).toBe(rule);
		expect(await sender().post(postOf(url))).toEqual({ kind: 'unanswered', reason: `The address ${rule}.` });
	});

	test('on this machine is refused unless the operator allows it, then also over http', async () => {
		const url = `${receiver.url}/in`;
		expect(ruleOf(sender(), url)).toBe('must be an https URL');
		const allowing = sender({ allowsLoopback: true });
		expect(ruleOf(allowing, url)).toBeUndefined();
		expect(ruleOf(allowing, 'http://10.0.0.1/')).toBe('must be an https URL, or http to this machine');
		expect(ruleOf(allowing, 'https://10.0.0.1/')).toBe('must be a URL of a public address');
		expect(await allowing.post(postOf(url))).toMatchObject({ kind: 'answered', status: 204 });
		expect(receiver.received).toHaveLength(1);
	});
});

describe('a host name', () => {
	test('with a public address gets the alert over TLS, with its certificate verified', async () => {
		const bodies: string[] = [];
		await using server = await httpsServer(HOST, (request, response) => {
			request.on('data', (chunk) => bodies.push(String(chunk)));
			request.on('end', () => response.writeHead(200, { 'retry-after': '7' }).end('thanks'));
		});
		const open = sender({ resolve: resolver(['127.0.0.1']), isAllowed: () => true });
		expect(await open.post(postOf(`https://${HOST}:${server.port}/in`))).toEqual({
			kind: 'answered',
			status: 200,
			retryAfter: '7',
			body: 'thanks',
		});
		expect(bodies).toEqual(['{"a":1}']);
		const other = await open.post(postOf(`https://other.example:${server.port}/in`));
		expect(other).toEqual(unreached('other.example'));
		expect(logged).toEqual([{ hostname: 'other.example', cause: expect.stringContaining('ERR_TLS') }]);
		expect(bodies).toHaveLength(1);
	});

	test.each([[['10.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['fd00::1']]])(
		'that resolves to %j is refused',
		async (addresses) => {
			const guarded = sender({ resolve: resolver(addresses) });
			expect(await guarded.post(postOf(`https://${HOST}/secret-path`))).toEqual(unreached(HOST));
			expect(logged).toEqual([{ hostname: HOST, cause: 'The host has an address that is not public' }]);
		},
	);

	test('gives the same sentence for an internal host and an unknown one', async () => {
		const missing: Resolve = (_hostname, done) =>
			done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
		for (const resolve of [resolver(['10.0.0.1']), resolver([]), missing])
			expect(await sender({ resolve }).post(postOf(`https://${HOST}/in`))).toEqual(unreached(HOST));
		expect(logged).toHaveLength(3);
	});

	test('is checked at the address of the connection, so a changing answer gains nothing', async () => {
		const reached: string[] = [];
		await using server = await httpsServer(HOST, (request, response) => {
			reached.push(request.url ?? '');
			response.end();
		});
		// Only the first address counts as public in this test, so nothing leaves the machine.
		const rebinding = sender({
			resolve: resolver(['127.0.0.1'], ['127.0.0.2']),
			isAllowed: (address) => address === '127.0.0.1',
		});
		const url = `https://${HOST}:${server.port}/in`;
		expect(await rebinding.post(postOf(url))).toMatchObject({ status: 200 });
		expect(await rebinding.post(postOf(url))).toEqual(unreached(HOST));
		expect(reached).toEqual(['/in']);
	});

	test('set by the operator may be internal', async () => {
		const url = `http://bot-server.internal:${new URL(receiver.url).port}/bot1:A/sendMessage`;
		const guarded = sender({ resolve: resolver(['127.0.0.1']) });
		expect(await guarded.post(postOf(url, { isOperators: true }))).toMatchObject({ status: 204 });
		expect(await guarded.post(postOf(url))).toMatchObject({ kind: 'unanswered' });
	});
});

test('treats a redirect as an answer and does not follow it', async () => {
	receiver.answer((response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end());
	const answer = await sender({ allowsLoopback: true }).post(postOf(`${receiver.url}/in`));
	expect(answer).toMatchObject({ status: 302 });
	expect(receiver.received.map(({ path }) => path)).toEqual(['/in']);
});

test('gives up on a missing head at the time limit and cuts an endless body', async () => {
	const open = sender({ allowsLoopback: true });
	receiver.answer(() => undefined);
	expect(await sender({ allowsLoopback: true, timeLimitMs: 100 }).post(postOf(receiver.url))).toEqual(
		unreached('127.0.0.1', 0.1),
	);
	receiver.answer((response) => response.writeHead(200).write('beginning'));
	expect(await open.post(postOf(receiver.url))).toMatchObject({ status: 200, body: 'beginning' });
	receiver.answer((response) => response.writeHead(500).end('x'.repeat(1_000_000)));
	const huge = await open.post(postOf(receiver.url));
	expect(huge).toMatchObject({ status: 500, body: 'x'.repeat(4_096) });
});

test('shows no path in a failure and aborts requests on close', async () => {
	const open = sender({ allowsLoopback: true, timeLimitMs: 60_000 });
	const closed = await open.post(postOf('http://127.0.0.1:9/secret-path?key=secret'));
	expect(closed).toEqual(unreached('127.0.0.1', 60));
	receiver.answer(() => open.close());
	expect(await open.post(postOf(`${receiver.url}/secret-path`))).toEqual(unreached('127.0.0.1', 60));
	expect(logged).toEqual([
		{ hostname: '127.0.0.1', cause: 'ECONNREFUSED' },
		{ hostname: '127.0.0.1', cause: 'Stopped' },
	]);
});
