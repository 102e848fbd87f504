/** Tests the delivery of alerts from the real store over real HTTP to a receiver in the test. */

import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	type AlertReceiver,
	type ReceivedAlert,
	startAlertReceiver,
} from '../../test/support/alert-receiver.ts';
import { ALERT_SETTINGS, alertOf, alertParts } from '../../test/support/alert-service.ts';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { storedAlerts } from '../../test/support/stored-alerts.ts';
import { testVault } from '../../test/support/test-vault.ts';
import type { AlertAddress, TargetRequest } from '../ports/alert-targets.ts';
import type { Alert } from '../ports/alerts.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { createAlertSender } from '../runtime/alert-sender.ts';
import { systemClock } from '../runtime/clock.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock, passTime, type VirtualClock } from '../runtime/virtual-clock.ts';
import { newSigningSecret } from '../runtime/webhook-signature.ts';
import { createAlertStore } from '../store/alerts.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createAlertService, type RunningAlertService } from './alert-service.ts';

const NOW = Date.UTC(2026, 10, 20, 8);
const USER = 'user_a';
const database = databasePerTest();
const vault = testVault();

let receiver: AlertReceiver;
let clock: VirtualClock;
const UNREACHED =
	"127.0.0.1 gave no answer within 1.5 s, cannot be reached, or is not public. The service's log has the cause.";
let service: RunningAlertService;
let log: { readonly message: string; readonly facts: unknown }[];

/** Starts the alert service with the state stored in `onDatabase`. */
function open(
	settings: Partial<typeof ALERT_SETTINGS> = {},
	onDatabase = database.now(),
): RunningAlertService {
	const note = (facts: unknown, message: string): void => {
		log.push({ facts, message });
	};
	// Real requests time out by the system clock. The alert service's own clock is controlled by the test.
	const sender = createAlertSender({
		clock: systemClock,
		logger: SILENT_LOGGER,
		timeLimitMs: 1_500,
		allowsLoopback: true,
		agent: 'carrywire/test',
	});
	service = createAlertService({
		targets: storedAlerts(onDatabase).targets,
		store: createAlertStore(createSqliteDatabase(onDatabase)),
		vault,
		sender,
		...alertParts(clock, onDatabase, sender, { vault }),
		newSigningSecret: () => newSigningSecret(systemRandom),
		clock,
		random: { ...systemRandom, unit: () => 1 },
		log: { debug: note, info: note, warn: note, error: note },
		settings: { ...ALERT_SETTINGS, telegramApiUrl: receiver.url, ...settings },
	});
	service.start();
	return service;
}

beforeEach(async () => {
	receiver = await startAlertReceiver();
	clock = createVirtualClock(NOW);
	log = [];
});
afterEach(async () => {
	service.close();
	await receiver[Symbol.asyncDispose]();
});

const numbered = (number: number, change: Partial<Alert> = {}): Alert =>
	alertOf(USER, { alertId: `alert_${String(number).padStart(24, '0')}`, raisedAt: clock.now(), ...change });

const raise = (...alerts: readonly Alert[]): Promise<void> => service.raise({ alerts });

async function addTarget(address?: AlertAddress, change: Partial<TargetRequest> = {}) {
	return service.add(USER, {
		name: 'pager',
		address: address ?? { kind: 'webhook', url: `${receiver.url}/in?key=secret-of-the-address` },
		kinds: null,
		leastSeverity: 'info',
		...change,
	});
}

/** Waits until `is` returns true. */
async function settled(is: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await is())) await new Promise((resolve) => setImmediate(resolve));
}

const stateOf = async (number: number) =>
	(await service.recentAlerts(USER, { limit: 500 })).find(
		({ alert }) => alert.alertId === numbered(number).alertId,
	)?.deliveries[0];
const idOf = ({ headers }: ReceivedAlert) => headers['webhook-id'];
const answering =
	(status: number, headers: Record<string, string> = {}, body = '') =>
	(response: ServerResponse): void => {
		response.writeHead(status, headers).end(body);
	};

/**
 * Verifies a request's signature and headers without using the service's code, following "Signature scheme" and
 * "Webhook headers" of the Standard Webhooks specification.
 */
function expectSigned({ headers, body }: ReceivedAlert, secret: string, at: number): void {
	expect(secret).toMatch(/^whsec_/);
	const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
	expect(key.length).toBeGreaterThanOrEqual(24);
	expect(key.length).toBeLessThanOrEqual(64);
	const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
	expect(String(id)).not.toContain('.');
	expect(timestamp).toBe(String(Math.floor(at / 1_000)));
	const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
	expect(signature).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
}

describe('a webhook', () => {
	test('gets the alert as JSON, signed with its secret', async () => {
		open();
		const { target, signingSecret } = await addTarget();
		await raise(numbered(1));
		await receiver.count(1);
		const [got] = receiver.received;
		if (got === undefined) throw new Error('Invariant broken: a request has arrived.');
		expect(got.path).toBe('/in?key=secret-of-the-address');
		expect(got.headers).toMatchObject({
			'content-type': 'application/json',
			'webhook-id': numbered(1).alertId,
		});
		expectSigned(got, signingSecret ?? '', NOW);
		expect(got.read).toEqual({
			type: 'alert.venue_down',
			timestamp: '2026-11-20T08:00:00.000Z',
			data: {
				alert_id: numbered(1).alertId,
				kind: 'venue_down',
				severity: 'critical',
				raised_at: '2026-11-20T08:00:00.000Z',
				message: 'bybit cannot be read since 60 s, limit 60 s.',
				execution_id: null,
				exchange: 'bybit',
				facts: { state: 'began', down_ms: 60_000 },
				dropped_before: 0,
			},
		});
		await settled(async () => (await stateOf(1))?.state === 'delivered');
		expect(await service.list(USER)).toMatchObject([
			{ targetId: target.targetId, lastDeliveredAt: NOW, failure: null, waiting: 0, dropped: 0 },
		]);
	});

	test('gets each alert once and in order, even if it is raised again', async () => {
		open();
		await addTarget();
		await raise(numbered(1), numbered(2), numbered(3));
		await raise(numbered(2), numbered(4));
		await receiver.count(4);
		await raise(numbered(1));
		await settled(async () => (await stateOf(4))?.state === 'delivered');
		expect(receiver.received.map(idOf)).toEqual([1, 2, 3, 4].map((number) => numbered(number).alertId));
	});

	test('gets only the kinds and severities that it chose', async () => {
		open();
		await addTarget(undefined, { kinds: ['unhedged', 'venue_down'], leastSeverity: 'warning' });
		await raise(
			numbered(1, { severity: 'info' }),
			numbered(2, { kind: 'daily_summary' }),
			numbered(3, { severity: 'warning' }),
			numbered(4, { userId: 'user_b' }),
		);
		await receiver.count(1);
		await settled(async () => (await stateOf(3))?.state === 'delivered');
		expect(receiver.received.map(idOf)).toEqual([numbered(3).alertId]);
	});
});

describe('a target that fails', () => {
	test.each([
		['answers 500', answering(500, {}, 'no'), 'It answered 500: no.'],
		['answers 408', answering(408), 'It answered 408.'],
		['answers 429', answering(429), 'It answered 429.'],
		['hangs', () => undefined, UNREACHED],
		['cuts the connection', (response: ServerResponse) => response.destroy(), UNREACHED],
	])(
		'%s: is retried with growing delays, the same id and a new timestamp',
		async (_what, answer, failure) => {
			open();
			const { signingSecret } = await addTarget();
			receiver.answer(answer);
			await raise(numbered(1), numbered(2));
			await settled(async () => (await stateOf(1))?.attempts === 1);
			expect(await stateOf(1)).toMatchObject({ state: 'waiting', failure });
			expect(await service.list(USER)).toMatchObject([{ failingSince: NOW, failure, waiting: 2 }]);
			await passTime(clock, 4_999);
			expect(receiver.received).toHaveLength(1);
			await passTime(clock, 1);
			await settled(async () => (await stateOf(1))?.attempts === 2);
			await passTime(clock, 9_999);
			expect(receiver.received).toHaveLength(2);
			receiver.answer(undefined);
			await passTime(clock, 1);
			await receiver.count(4);
			await settled(async () => (await stateOf(2))?.state === 'delivered');
			expect(receiver.received.map(idOf)).toEqual([1, 1, 1, 2].map((number) => numbered(number).alertId));
			receiver.received.forEach((got, at) => {
				expectSigned(got, signingSecret ?? '', NOW + (at === 0 ? 0 : at === 1 ? 5_000 : 15_000));
			});
			expect(await service.list(USER)).toMatchObject([{ failingSince: null, failure: null, waiting: 0 }]);
		},
	);

	test('is retried after the delay that it requests, at most an hour', async () => {
		open();
		await addTarget();
		receiver.answer(answering(429, { 'retry-after': '60' }));
		await raise(numbered(1));
		await settled(async () => (await stateOf(1))?.attempts === 1);
		await passTime(clock, 59_999);
		expect(receiver.received).toHaveLength(1);
		receiver.answer(answering(503, { 'retry-after': 'Fri, 20 Nov 2026 23:00:00 GMT' }));
		await passTime(clock, 1);
		await settled(async () => (await stateOf(1))?.attempts === 2);
		await passTime(clock, 3_599_999);
		expect(receiver.received).toHaveLength(2);
		receiver.answer(undefined);
		await passTime(clock, 1);
		await settled(async () => (await stateOf(1))?.state === 'delivered');
	});

	test.each([400, 401, 404, 301, 307])(
		'answers %i: is not retried for this alert, but gets the next one',
		async (status) => {
			open();
			await addTarget();
			receiver.answer(answering(status, { location: `${receiver.url}/elsewhere` }));
			await raise(numbered(1));
			await settled(async () => (await stateOf(1))?.state === 'refused');
			receiver.answer(undefined);
			await raise(numbered(2));
			await settled(async () => (await stateOf(2))?.state === 'delivered');
			await passTime(clock, 3_600_000);
			expect(receiver.received.map(({ path }) => path)).toEqual(
				Array(2).fill('/in?key=secret-of-the-address'),
			);
			expect(await stateOf(1)).toMatchObject({
				state: 'refused',
				attempts: 1,
				failure: expect.stringContaining(`It answered ${status}`),
			});
		},
	);

	test('sends an endless answer: only its status counts', async () => {
		open();
		await addTarget();
		let isCut = false;
		receiver.answer((response) => {
			response.writeHead(200).on('close', () => {
				isCut = true;
			});
			const more = (): void => {
				while (!response.destroyed && response.write('x'.repeat(65_536)));
				if (!response.destroyed) response.once('drain', more);
			};
			more();
		});
		await raise(numbered(1));
		await settled(async () => (await stateOf(1))?.state === 'delivered' && isCut);
	});

	test('answers 410: is paused, and the other targets are notified', async () => {
		open();
		const { target } = await addTarget();
		await addTarget({ kind: 'slack', url: `${receiver.url}/slack` }, { name: 'chat' });
		receiver.answer((response, { url }) => response.writeHead(url === '/slack' ? 200 : 410).end());
		await raise(numbered(1), numbered(2));
		await settled(async () => (await service.list(USER))[0]?.pausedAt !== null);
		expect((await service.list(USER))[0]).toMatchObject({
			pausedAt: NOW,
			failure: 'It answered 410.',
			waiting: 0,
			dropped: 1,
		});
		for (const arrived of [1, 2, 3]) {
			await settled(() => receiver.received.filter(({ path }) => path === '/slack').length >= arrived);
			await settled(async () => (await service.list(USER))[1]?.waiting === 3 - arrived);
			await passTime(clock, 1_000);
		}
		expect(receiver.received.filter(({ path }) => path.startsWith('/in'))).toHaveLength(1);
		expect(await service.recent(USER, 1)).toMatchObject([
			{
				kind: 'target_paused',
				severity: 'warning',
				facts: { targetId: target.targetId, failure: 'It answered 410.' },
			},
		]);
		await raise(numbered(3));
		expect(
			(await service.recentAlerts(USER, { limit: 1 }))[0]?.deliveries.map(({ targetId }) => targetId),
		).not.toContain(target.targetId);
	});

	test('has failed for too long: is paused until a test is delivered', async () => {
		open({ pauseAfterMs: 20_000 });
		const { target } = await addTarget();
		receiver.answer(answering(500));
		await raise(numbered(1));
		for (const [attempts, nextInMs] of [
			[1, 5_000],
			[2, 10_000],
			[3, 20_000],
		] as const) {
			await settled(async () => (await stateOf(1))?.attempts === attempts);
			await passTime(clock, nextInMs);
		}
		await settled(async () => (await stateOf(1))?.attempts === 4);
		expect(await service.list(USER)).toMatchObject([{ pausedAt: clock.now(), dropped: 1, waiting: 0 }]);
		expect(await stateOf(1)).toMatchObject({ state: 'dropped', failure: 'The target was paused.' });
		await raise(numbered(2));
		await passTime(clock, 100_000);
		expect(await service.test(USER, target.targetId)).toMatchObject({
			delivered: false,
			status: 500,
			answer: 'It answered 500.',
		});
		expect(await service.list(USER)).toMatchObject([{ pausedAt: expect.any(Number) }]);
		await passTime(clock, 5_000);
		receiver.answer(undefined);
		expect(await service.test(USER, target.targetId)).toMatchObject({ delivered: true, status: 204 });
		expect(await service.list(USER)).toMatchObject([{ pausedAt: null, failingSince: null, failure: null }]);
		await raise(numbered(3));
		await settled(async () => (await stateOf(3))?.state === 'delivered');
		expect(receiver.received.at(-1)?.read.data).toMatchObject({
			alert_id: numbered(3).alertId,
			dropped_before: 1,
		});
	});

	test('has too many waiting alerts: the excess is dropped, and the next delivery reports the number', async () => {
		open({ queueMax: 2 });
		await addTarget();
		receiver.answer(answering(500));
		for (const number of [1, 2, 3, 4, 5]) await raise(numbered(number));
		await settled(async () => (await service.list(USER))[0]?.failure !== null);
		expect(await service.list(USER)).toMatchObject([{ waiting: 2, dropped: 3 }]);
		receiver.answer(undefined);
		await passTime(clock, 5_000);
		await settled(async () => (await stateOf(5))?.state === 'delivered');
		expect(receiver.received.slice(1).map(({ read }) => read.data.dropped_before)).toEqual([3, 0]);
		for (const number of [1, 2, 3]) expect(await stateOf(number)).toMatchObject({ state: 'dropped' });
	});

	test('recovers too late: alerts that are too old are dropped', async () => {
		open({ giveUpAfterMs: 60_000, retryMaxMs: 40_000, retryFirstMs: 40_000 });
		await addTarget();
		receiver.answer(answering(500));
		await raise(numbered(1));
		await settled(async () => (await stateOf(1))?.attempts === 1);
		await passTime(clock, 39_000);
		await raise(numbered(2));
		await passTime(clock, 1_000);
		await settled(async () => (await stateOf(1))?.attempts === 2);
		receiver.answer(undefined);
		await passTime(clock, 40_000);
		await settled(async () => (await stateOf(2))?.state === 'delivered');
		expect(await stateOf(1)).toMatchObject({ state: 'dropped', failure: 'The alert was older than 60 s.' });
	});
});

describe('after a kill', () => {
	test('between store and delivery an alert arrives with the same id, and delivered ones are not sent again', async () => {
		open();
		const { signingSecret } = await addTarget();
		await raise(numbered(1));
		await settled(async () => (await stateOf(1))?.state === 'delivered');
		receiver.answer((response) => response.destroy());
		await raise(numbered(2));
		await settled(async () => (await stateOf(2))?.attempts === 1);
		service.close();
		receiver.answer(undefined);
		open({}, database.reopen());
		await settled(async () => (await stateOf(2))?.state === 'delivered');
		expect(receiver.received.map(idOf)).toEqual([1, 2, 2].map((number) => numbered(number).alertId));
		for (const got of receiver.received) expectSigned(got, signingSecret ?? '', NOW);
	});

	test('between the answer and the stored outcome an alert arrives twice with the same id', async () => {
		open();
		await addTarget();
		const full = database.now();
		full.exec(
			"CREATE TEMP TRIGGER full_delivery BEFORE UPDATE ON main.alert_delivery BEGIN SELECT RAISE(ABORT, 'disk full'); END",
		);
		await raise(numbered(1));
		await receiver.count(1);
		await settled(async () => service.figures().failures > 0);
		service.close();
		open({}, database.reopen());
		await settled(async () => (await stateOf(1))?.state === 'delivered');
		expect(receiver.received.map(idOf)).toEqual([numbered(1).alertId, numbered(1).alertId]);
	});
});

describe('Slack and Telegram', () => {
	const message = 'a < b & c > d *bold* _so_ "quoted" \\ end.';

	test('escapes the three special characters for Slack and disables markup', async () => {
		open();
		await addTarget({ kind: 'slack', url: `${receiver.url}/services/T0/B0/XX` });
		await raise(numbered(1, { message }));
		await receiver.count(1);
		expect(JSON.parse(String(receiver.received[0]?.body))).toEqual({
			text: `CRITICAL: a &lt; b &amp; c &gt; d *bold* _so_ "quoted" \\ end.\n2026-11-20T08:00:00.000Z, venue_down, ${numbered(1).alertId}`,
			mrkdwn: false,
			unfurl_links: false,
		});
		expect(receiver.received[0]?.headers['webhook-signature']).toBeUndefined();
	});

	test('sends plain text to the URL of the Telegram bot', async () => {
		open();
		await addTarget({ kind: 'telegram', botToken: '123456:SECRET-of-the-bot', chatId: '-100123' });
		await raise(numbered(1, { message, severity: 'info' }));
		await receiver.count(1);
		expect(receiver.received[0]?.path).toBe('/bot123456:SECRET-of-the-bot/sendMessage');
		expect(JSON.parse(String(receiver.received[0]?.body))).toEqual({
			chat_id: '-100123',
			text: `Info: ${message}\n2026-11-20T08:00:00.000Z, venue_down, ${numbered(1).alertId}`,
			link_preview_options: { is_disabled: true },
			disable_notification: true,
		});
	});

	test('reads the delay from the body of the answer from Telegram', async () => {
		open();
		await addTarget({ kind: 'telegram', botToken: '123456:SECRET-of-the-bot', chatId: '1' });
		receiver.answer(
			answering(
				429,
				{},
				'{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":30}}',
			),
		);
		await raise(numbered(1));
		await settled(async () => (await stateOf(1))?.attempts === 1);
		receiver.answer(undefined);
		await passTime(clock, 29_999);
		expect(receiver.received).toHaveLength(1);
		await passTime(clock, 1);
		await settled(async () => (await stateOf(1))?.state === 'delivered');
	});
});

test('sends nothing to a removed target and shows no secret of a target in logs or answers', async () => {
	open();
	const { target, signingSecret } = await addTarget();
	const secrets = ['secret-of-the-address', signingSecret ?? 'none'];
	receiver.answer((response, { url }) => response.writeHead(500).end(`no ${url} here`));
	await raise(numbered(1));
	await settled(async () => (await stateOf(1))?.attempts === 1);
	const tested = await service.test(USER, target.targetId);
	expect(tested.answer).toBe('It answered 500: no … here.');
	const told = JSON.stringify([
		log,
		await service.list(USER),
		await service.recentAlerts(USER, { limit: 10 }),
		tested,
	]);
	expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
	const rows = JSON.stringify(database.now().prepare('SELECT * FROM alert_target').all());
	expect(secrets.filter((secret) => rows.includes(secret))).toEqual([]);
	await service.remove(USER, target.targetId);
	receiver.answer(undefined);
	await passTime(clock, 3_600_000);
	expect(receiver.received).toHaveLength(2);
	await expect(service.test(USER, target.targetId)).rejects.toMatchObject({ code: 'UNKNOWN_ALERT_TARGET' });
});
