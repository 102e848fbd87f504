/** Tries, without credentials, to fill the store or to misuse the service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USERLESS_RECORDS_MAX } from '../../src/store/oauth-records.ts';
import { authorizePath, WEB } from './break-in-applications.ts';
import { type BreakInService, startBreakInService } from './break-in-service.ts';

let service: BreakInService;

beforeAll(async () => {
	service = await startBreakInService({
		auth: { applications: [WEB] },
		trustedProxies: ['127.0.0.1'],
	});
});

afterAll(() => service[Symbol.asyncDispose]());

const path = authorizePath('web', WEB.redirectUris[0]);
const asked = new URL(path, 'http://carrywire').searchParams;

/** Requests that start an authorization flow, keyed by the model of the record that each request stores. */
const BEGINNINGS: Readonly<Record<string, () => Promise<Response>>> = {
	Interaction: () => fetch(`${service.url}${path}`, { redirect: 'manual' }),
	Session: () => fetch(`${service.url}/oauth/device`),
	DeviceCode: () => post('/oauth/device-authorization', { client_id: 'carrywire-cli', scope: 'arb:read' }),
	PushedAuthorizationRequest: () => post('/oauth/par', Object.fromEntries(asked)),
};

describe.each(Object.keys(BEGINNINGS))('a flood of requests that each store a %s', (model) => {
	const begin = async () => {
		const response = await BEGINNINGS[model]?.();
		expect(response?.status).toBeLessThan(400);
	};

	test('expires within ten minutes', async () => {
		await begin();
		const { life } = row(
			'SELECT max(expires_at - created_at) AS life FROM oauth_record WHERE model = ?',
			model,
		);
		expect(life).toBeGreaterThan(0);
		expect(life).toBeLessThanOrEqual(600_000);
	});

	test('displaces only records of its own kind, the oldest first, and never a user’s record', async () => {
		fill(model, 'flood', null);
		fill(model, 'owned', 'user_ann');
		await begin();
		const left = (begun: string) =>
			row('SELECT count(*) AS n FROM oauth_record WHERE model = ? AND id_hash LIKE ?', model, begun).n;
		expect(left('owned%')).toBe(USERLESS_RECORDS_MAX);
		expect(row('SELECT count(*) AS n FROM oauth_record WHERE model = ? AND user_id IS NULL', model).n).toBe(
			USERLESS_RECORDS_MAX,
		);
		expect(left('flood1')).toBe(0);
		expect(left(`flood${USERLESS_RECORDS_MAX}`)).toBe(1);
	});
});

test('refuses long values from a caller without credentials', async () => {
	const state = 'x'.repeat(40_000);
	const long = { ...Object.fromEntries(asked), state };
	expect((await post('/oauth/par', long)).status).toBe(400);
	const scope = `arb:read ${state}`;
	expect((await post('/oauth/device-authorization', { client_id: 'carrywire-cli', scope })).status).toBe(400);
});

test('one network cannot use up the document fetches of the others', async () => {
	// The client id is a URL on this machine. The service does not connect to it, but the attempt counts as a fetch.
	const ask = async (from: string, name: number) => {
		const to = authorizePath(`https://127.0.0.1/${name}`, 'https://app.example/back');
		const headers = { 'x-forwarded-for': from, accept: 'text/html' };
		const { 1: said } =
			/(fetch [a-z ]+)/.exec(await (await fetch(`${service.url}${to}`, { headers })).text()) ?? [];
		return said;
	};
	const answers: (string | undefined)[] = [];
	for (let at = 0; at < 12; at += 1) answers.push(await ask(`2001:db8::${at + 1}`, at));
	expect(answers.filter((said) => said === 'fetch failed')).toHaveLength(5);
	expect(answers.at(-1)).toBe('fetch not allowed');
	expect(await ask('2001:db8:0:1::1', 100)).toBe('fetch failed');
});

function post(to: string, fields: Record<string, string>): Promise<Response> {
	return fetch(`${service.url}${to}`, { method: 'POST', body: new URLSearchParams(fields) });
}

function row(sql: string, ...values: readonly string[]): Record<string, number> {
	return { ...service.database.prepare(sql).get(...values) } as Record<string, number>;
}

/** Stores the maximum number of records, which are old but not expired. */
function fill(model: string, name: string, userId: string | null): void {
	service.database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			 INSERT INTO oauth_record (model, id_hash, user_id, sealed, created_at, expires_at)
			 SELECT ?, ? || i, ?, 'v1.k.w.s', i, 9e15 FROM n`,
		)
		.run(USERLESS_RECORDS_MAX, model, name, userId);
}
