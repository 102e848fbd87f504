/**
 * Tests the search for secrets in the log, the audit trail, the database and errors. Every fixture in this folder
 * runs this search when it closes. These tests check that the search finds secrets, and also run it after failures
 * such as a full disk.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, SCOPE_ASKED, tokensOf } from './oauth-walk.ts';
import { askToSign, copyToken, logIn, makeAgent, type Person, pageToken, walletOf } from './people.ts';
import { bearer, call } from './refusals.ts';
import { watchedTraffic } from './watched-traffic.ts';

describe('CWE-532 the search that ends every file', () => {
	test('finds a token in the log', async () => {
		const fixture = await openFixture();
		const { token } = await copyToken(await logIn(fixture, 'ann'));
		// The test writes the line directly, because the service's own logger omits tokens.
		(fixture.log as string[]).push(`{"msg":"called with ${token}"}`);
		await expect(fixture[Symbol.asyncDispose]()).rejects.toThrow('secrets in the log');
	});

	test('finds a cookie in the audit trail', async () => {
		const fixture = await openFixture();
		const { browser, userId } = await logIn(fixture, 'ann');
		const [, session] = /cw_session=([^;]+)/.exec(browser.cookies('/')) ?? [];
		fixture.database
			.prepare(
				"INSERT INTO audit (at, user_id, actor, action, outcome, details) VALUES (1, ?, 'user', 'login', 'ok', ?)",
			)
			.run(userId, JSON.stringify({ session }));
		await expect(fixture[Symbol.asyncDispose]()).rejects.toThrow('secrets in the database');
	});

	test('finds an agent’s key that was stored unhashed', async () => {
		const fixture = await openFixture();
		const { agentId, key } = await makeAgent(await logIn(fixture, 'ann'));
		fixture.database.prepare('UPDATE agent SET name = ? WHERE agent_id = ?').run(key, agentId);
		await expect(fixture[Symbol.asyncDispose]()).rejects.toThrow('secrets in the database');
	});

	test('finds a secret that an error repeats, wherever it was sent', async () => {
		const server = createServer((request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () =>
				response
					.writeHead(400)
					.end(
						`${request.url} ${request.headers.authorization} ${request.headers.cookie} ${Buffer.concat(parts)}`,
					),
			);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const secret = (letter: string) => letter.repeat(20);
		for (const [init, path] of [
			[{ headers: { authorization: `Bearer ${secret('a')}` } }, '/'],
			[{ headers: { cookie: `cw_session=${secret('b')}` } }, '/'],
			[{}, `/?code=${secret('c')}`],
			[
				{
					method: 'POST',
					headers: { 'content-type': 'application/x-www-form-urlencoded' },
					body: `signature=${secret('d')}`,
				},
				'/',
			],
			[
				{
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ params: { api_secret: secret('e') } }),
				},
				'/',
			],
		] as const) {
			const traffic = watchedTraffic();
			await traffic.fetch(`${url}${path}`, init);
			expect([path, traffic.toldInErrors.length]).toEqual([path, 1]);
		}
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});

	test('recognises tokens, keys, codes, verifiers, signatures, cookies and API keys', async () => {
		await using fixture = await openFixture();
		const ann = await logIn(fixture, 'ann');
		const walk = await oauthWalk(fixture);
		const { back, journey, access, refresh, idToken } = await walk.connect(ann.browser, 'notebook', {
			scope: 'openid arb:read',
		});
		const { token } = await copyToken(ann);
		const agent = await makeAgent(ann);
		await call(
			fixture,
			'connect_exchange',
			{ exchange: 'bybit', api_key: 'key-of-an-exchange', api_secret: 'secret-of-an-exchange' },
			bearer(token),
		);
		const known = fixture.traffic.secrets;
		for (const [what, secret] of Object.entries({
			token,
			key: agent.key,
			code: back.searchParams.get('code'),
			verifier: journey.verifier,
			access,
			refresh,
			idToken,
			apiKey: 'key-of-an-exchange',
			apiSecret: 'secret-of-an-exchange',
			session: /cw_session=([^;]+)/.exec(ann.browser.cookies('/'))?.[1],
		}))
			expect({ what, known: known.has(secret ?? '') }).toEqual({ what, known: true });
		expect([...known.values()].some((where) => where.startsWith('signature of'))).toBe(true);
	});
});

describe('CWE-209 and CWE-532 when the store fails', () => {
	let fixture: Fixture;
	let walk: OAuthWalk;
	let ann: Person;

	beforeAll(async () => {
		fixture = await openFixture();
		walk = await oauthWalk(fixture);
		ann = await logIn(fixture, 'ann');
	});
	afterAll(() => fixture[Symbol.asyncDispose]());

	/** Makes writes to the table fail as on a full disk, with a trigger in the real database. */
	async function whileFull<T>(table: string, work: () => Promise<T>): Promise<T> {
		fixture.database.exec(
			`CREATE TEMP TRIGGER full_${table} BEFORE INSERT ON main.${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
		);
		try {
			return await work();
		} finally {
			fixture.database.exec(`DROP TRIGGER full_${table}`);
		}
	}

	function expectNothingTold(text: string): void {
		expect(text).not.toMatch(/disk full|SQLITE|INSERT|sqlite|\/src\/|\.ts:\d|node_modules|at async/);
	}

	test.each([
		['token', 'create_token', {}],
		['agent', 'create_agent', { caps: {} }],
	])('%s: a method reports an internal error with the reference in the log', async (table, method, more) => {
		const token = await pageToken(ann, 'manage');
		const params = { name: 'x', scopes: ['arb:read'], ...more };
		const answer = await whileFull(table, () => call(fixture, method, params, bearer(token)));
		expect(answer.code).toBe('INTERNAL_ERROR');
		expect(answer.text).toMatch(/"ref":"[0-9a-f]{16}"/);
		expectNothingTold(answer.text);
		expect(fixture.log.join('\n')).toContain('disk full');
	});

	test('token: a page that requests its token gets the same error', async () => {
		const answer = await whileFull('token', () => ann.browser.ask('/dashboard/token', { access: 'read' }));
		expect(answer.status).toBe(500);
		const text = await answer.text();
		expect(text).toMatch(/The service log has the details under [0-9a-f]{12}/);
		expectNothingTold(text);
		expect(fixture.log.join('\n')).toContain('disk full');
	});

	test('web_session: nobody is logged in, and the answer does not reveal the signature', async () => {
		const browser = fixture.browser();
		const { message } = await askToSign(browser, walletOf('bob').address);
		const signature = await walletOf('bob').signMessage({ message });
		const page = await whileFull('web_session', () =>
			browser.submit('/login/wallet/wallet/signed', { signature }),
		);
		expect(page.status).toBe(500);
		expectNothingTold(page.text);
	});

	test('oauth_record: no code and no token is issued', async () => {
		const journey = await walk.begin('notebook');
		const page = await whileFull('oauth_record', () => ann.browser.open(journey.path));
		expect([500, 303, 302]).toContain(page.status);
		expectNothingTold(page.text);
		const back = await walk.consent(ann.browser, await walk.begin('notebook'));
		expect(back.searchParams.get('code')).not.toBeNull();
		const agent = await makeAgent(ann);
		const answer = await whileFull('oauth_record', () => walk.agentToken(agent, { scope: SCOPE_ASKED }));
		expect([answer.status, await answer.json()]).toEqual([
			500,
			{ error: 'server_error', error_description: expect.any(String) },
		]);
		await tokensOf(await walk.agentToken(agent, { scope: SCOPE_ASKED }));
	});

	test('agent, by JSON-RPC: INTERNAL_ERROR with a reference', async () => {
		const { token } = await copyToken(ann);
		const params = { name: 'x', scopes: ['arb:read'], caps: {} };
		const answer = await whileFull('agent', () => call(fixture, 'create_agent', params, bearer(token)));
		expect(answer.code).toBe('INTERNAL_ERROR');
		expectNothingTold(answer.text);
	});

	test('audit: the action still succeeds, and the log reports the failed audit write', async () => {
		const { token } = await copyToken(ann);
		const params = { name: 'not noted', scopes: ['arb:read'], caps: {} };
		const answer = await whileFull('audit', () => call(fixture, 'create_agent', params, bearer(token)));
		expect(answer.code).toBeUndefined();
		expect(fixture.log.join('\n')).toContain('The audit trail could not be written.');
	});
});

describe('CWE-532 a secret in place of an id', () => {
	let fixture: Fixture;
	let ann: Person;
	let token: string;
	let key: string;

	beforeAll(async () => {
		fixture = await openFixture();
		ann = await logIn(fixture, 'ann');
		({ token } = await copyToken(ann));
		({ key } = await makeAgent(ann));
	});
	afterAll(() => fixture[Symbol.asyncDispose]());

	test('is not repeated by any method, nor written to the audit trail', async () => {
		for (const [method, field] of [
			['close_execution', 'execution_id'],
			['get_execution', 'execution_id'],
			['cancel_execution', 'execution_id'],
			['resubmit_execute_opportunity', 'job_id'],
			['stop_agent', 'agent_id'],
			['remove_alert_target', 'target_id'],
			['test_alert_target', 'target_id'],
			['add_alert_target', 'url'],
			['set_heartbeat', 'url'],
			['confirm_alert_target', 'code'],
			['add_alert_rule', 'coin'],
			['add_alert_target', 'chat_id'],
			['use_exchange_account', 'account_id'],
			['set_own_transfers', 'account_id'],
			['opportunity_detail', 'opportunity_id'],
			['check_pair_status', 'exchangepair'],
			['connect_exchange', 'exchange'],
		] as const)
			for (const secret of [token, key]) {
				const answer = await call(fixture, method, { [field]: secret, amount: 1 }, bearer(token));
				expect([method, answer.code === undefined]).toEqual([method, false]);
				expect([method, answer.text.includes(secret)]).toEqual([method, false]);
			}
		const answer = await call(fixture, token, {}, bearer(token));
		expect(answer.text).not.toContain(token);
	});

	test('is not repeated to a settings page', async () => {
		for (const secret of [token, key])
			for (const [method, field] of [
				['revoke_token', 'token_id'],
				['rotate_token', 'token_id'],
				['revoke_application', 'application_id'],
				['stop_agent', 'agent_id'],
				['rotate_agent_key', 'agent_id'],
				['use_exchange_account', 'account_id'],
			] as const) {
				const page = bearer(await pageToken(ann, 'manage'));
				const answer = await call(fixture, method, { [field]: secret }, page);
				expect([method, answer.code === undefined]).toEqual([method, false]);
				expect(answer.text).not.toContain(secret);
				const path = `/account/passkeys/${secret}/remove`;
				const removed = await ann.browser.ask(path);
				expect([path.length > 0, removed.status]).toEqual([true, 404]);
				expect(await removed.text()).not.toContain(secret);
			}
		const missing = await fixture.fetch(`${fixture.url}/${token}`);
		expect([missing.status, (await missing.text()).includes(token)]).toEqual([404, false]);
		const audit = await (await ann.browser.ask('/audit.jsonl')).text();
		expect(audit).toContain('token.revoke');
		expect([audit.includes(token), audit.includes(key)]).toEqual([false, false]);
	});

	test('is not logged with a refused notification', async () => {
		await fixture.fetch(`${fixture.url}/jsonrpc/`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
			body: JSON.stringify({ jsonrpc: '2.0', method: token, params: {} }),
		});
		expect(fixture.log.join('\n')).toContain('A notification was refused');
	});
});
