/**
 * Tests that the alerts of a running service reach a local receiver, signed, in order and exactly once. If the
 * service is killed while the receiver is down, it delivers the stored alert after its next start, with the same id.
 * Neither the log nor a list shows the secret part of the receiver's address.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertReceiver, type ReceivedAlert, startAlertReceiver } from '../support/alert-receiver.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { closeAndEnd, openAndRun, openableOpportunities } from './trading.ts';

const AMOUNT_USD = 1_500;

let fixture: Fixture;
let service: Service;
let receiver: AlertReceiver;
let token = '';
let secret = '';
const PATH = '/in/secret-of-the-receiver';

beforeAll(async () => {
	receiver = await startAlertReceiver();
	fixture = openFixture({ alerts: { allowLoopback: true, retryFirstMs: 50, retryMaxMs: 200 } });
	await fixture.simulate();
	service = await fixture.serve('--external');
	token = await fixture.token('arb:read arb:trade agents:manage');
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await receiver[Symbol.asyncDispose]();
});

/** Checks the signature as the Standard Webhooks specification defines it. */
function expectSigned({ headers, body }: ReceivedAlert): void {
	const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
	const content = Buffer.concat([
		Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
		body,
	]);
	expect(headers['webhook-signature']).toBe(
		`v1,${createHmac('sha256', key).update(content).digest('base64')}`,
	);
	expect(Math.abs(Date.now() / 1_000 - Number(headers['webhook-timestamp']))).toBeLessThan(300);
}

const received = (kind: string): readonly ReceivedAlert[] =>
	receiver.received.filter(({ read }) => read.type === `alert.${kind}`);

test('sends signed alerts of an execution and a halt to a webhook', async () => {
	const added = await service.call<{ readonly target_id: string; readonly signing_secret: string }>(
		'add_alert_target',
		{ kind: 'webhook', name: 'pager', url: `${receiver.url}${PATH}` },
		token,
	);
	secret = added.signing_secret;
	const tested = await service.call('test_alert_target', { target_id: added.target_id }, token);
	expect(tested).toMatchObject({ delivered: true, answer: 'It answered 204.' });
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	if (opportunity === undefined) throw new Error('No opportunity can be opened.');
	const { opened } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	const id = opened.execution_id;
	await closeAndEnd(service, token, id);
	await service.call('halt_trading', { reason: 'End of the test' }, token);
	await until({ what: 'an alert about the halt', periodMs: 50 }, () =>
		received('trading_halted').length > 0 ? true : undefined,
	);
	for (const got of receiver.received) {
		expect(got.path).toBe(PATH);
		expectSigned(got);
	}
	expect(
		received('execution_state').map(({ read }) => [read.data.execution_id, read.data.facts.state]),
	).toEqual([
		[id, 'began'],
		[id, 'running'],
		[id, 'closed'],
	]);
	expect(received('trading_halted')[0]?.read.data.message).toContain('End of the test');
});

test('delivers an alert stored before a kill after the next start, with the same id', async () => {
	receiver.answer((response) => response.writeHead(503).end());
	const before = receiver.received.length;
	await service.call('resume_trading', {}, token);
	await receiver.count(before + 1);
	const id = receiver.received[before]?.headers['webhook-id'];
	process.kill(service.pid, 'SIGKILL');
	await service.process.ended;
	receiver.answer(undefined);
	const killed = receiver.received.length;
	service = await fixture.serve('--external');
	await receiver.count(killed + 1);
	expect(receiver.received[killed]?.headers['webhook-id']).toBe(id);
	const told = await until({ what: 'the alert to be delivered', periodMs: 50 }, async () => {
		const alerts = await service.call<
			readonly { readonly alert_id: string; readonly deliveries: readonly { readonly state: string }[] }[]
		>('list_alerts', {}, token);
		return alerts[0]?.deliveries[0]?.state === 'delivered' ? alerts : undefined;
	});
	expect(told[0]).toMatchObject({
		alert_id: id,
		kind: 'trading_halted',
		facts: { state: 'over', scope: 'user' },
	});
	const once = new Set(told.map(({ alert_id: alertId }) => alertId));
	expect(once.size).toBe(told.length);
	expect(receiver.received.slice(killed)).toHaveLength(1);
	for (const got of receiver.received.slice(before)) expectSigned(got);
});

test('neither the log nor a list contains the address or the secret', async () => {
	const listed = await service.call('list_alert_targets', {}, token);
	const targets = JSON.stringify(listed, (_name, value) =>
		typeof value === 'bigint' ? String(value) : value,
	);
	expect(targets).toContain('http://127.0.0.1:');
	for (const text of [fixture.written(), targets])
		expect([text.includes('secret-of-the-receiver'), text.includes(secret)]).toEqual([false, false]);
	expect(leakedSecrets(fixture)).toEqual([]);
});
