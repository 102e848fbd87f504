/** Tests that the page `docs/alerts.md` matches the code, and that its example verifies real deliveries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bodyFor } from '../../src/alerts/bodies.ts';
import { METHOD_NAMES } from '../../src/api/methods/registry.ts';
import { configSchema } from '../../src/config/config.ts';
import { ALERT_KINDS, type Alert, type alertRecord } from '../../src/ports/alerts.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { newSigningSecret, signedHeaders } from '../../src/runtime/webhook-signature.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/alerts.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
	[...page.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``, 'g'))].map(([, text = '']) => text);

type Verify = (headers: Record<string, string>, body: Uint8Array, secret: string, now?: number) => boolean;

async function exampleOf(): Promise<Verify> {
	const [code = ''] = blocks('js');
	const loaded = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
		readonly isAlert: Verify;
	};
	return loaded.isAlert;
}

test('the table lists every kind once, in the order of the code', () => {
	const kinds = [...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, kind]) => kind);
	expect(kinds).toEqual([...ALERT_KINDS]);
});

test('every setting and method on the page exists', () => {
	const settings = new Set([...page.matchAll(/`alerts\.([A-Za-z]+)`/g)].map(([, name]) => name));
	const there = Object.keys(configSchema.parse({}).alerts);
	expect(settings.size).toBeGreaterThan(8);
	expect([...settings].filter((name) => !there.includes(name ?? ''))).toEqual([]);
	const methods = [...page.matchAll(/^rpc ([a-z_]+)/gm)].map(([, name]) => name ?? '');
	expect(methods).toHaveLength(12);
	expect(methods.filter((name) => !METHOD_NAMES.includes(name))).toEqual([]);
});

test('the example body equals the delivered body', () => {
	const [webhook = '', slack = '', telegram = ''] = blocks('json');
	const shown = JSON.parse(webhook) as { readonly data: ReturnType<typeof alertRecord> };
	const { alert_id: alertId, raised_at: raisedAt, execution_id: executionId, ...same } = shown.data;
	const alert: Alert = {
		...same,
		alertId,
		userId: 'user_a',
		raisedAt: Date.parse(raisedAt),
		executionId,
	};
	const url = 'https://alerts.example/';
	expect(JSON.parse(bodyFor({ kind: 'webhook', url }, alert, 0))).toEqual(shown);
	expect(Object.keys(JSON.parse(slack))).toEqual(
		Object.keys(JSON.parse(bodyFor({ kind: 'slack', url }, alert, 0))),
	);
	expect(Object.keys(JSON.parse(telegram))).toEqual(
		Object.keys(JSON.parse(bodyFor({ kind: 'telegram', botToken: '1:A', chatId: '-1' }, alert, 0))),
	);
});

test('the example accepts our signature and no other', async () => {
	const isAlert = await exampleOf();
	const secret = newSigningSecret(systemRandom);
	const now = Date.UTC(2026, 10, 20, 8);
	const body = '{"type":"alert.test","data":{"message":"Ünder & <über>"}}';
	const headers = { ...signedHeaders({ secret, id: 'alert_1', timestamp: now / 1_000 }, body) };
	const bytes = Buffer.from(body);
	expect(isAlert(headers, bytes, secret, now)).toBe(true);
	expect(
		isAlert(
			{ ...headers, 'webhook-signature': `v1a,AAAA ${headers['webhook-signature']}` },
			bytes,
			secret,
			now,
		),
	).toBe(true);
	expect(isAlert(headers, bytes, newSigningSecret(systemRandom), now)).toBe(false);
	expect(isAlert(headers, Buffer.from(`${body} `), secret, now)).toBe(false);
	expect(isAlert({ ...headers, 'webhook-id': 'alert_2' }, bytes, secret, now)).toBe(false);
	expect(isAlert(headers, bytes, secret, now + 301_000)).toBe(false);
	expect(isAlert({ ...headers, 'webhook-signature': '' }, bytes, secret, now)).toBe(false);
	expect(isAlert({}, bytes, secret, now)).toBe(false);
});
