/** Tries to bypass, flood or falsify the audit trail. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerConsent, authorizePath, redeem, WEB } from './break-in-applications.ts';
import { type Browser, browserAt } from './break-in-browser.ts';
import { call } from './break-in-calls.ts';
import { type BreakInService, startBreakInService } from './break-in-service.ts';

let service: BreakInService;
let owner: Browser;

beforeAll(async () => {
	service = await startBreakInService({ auth: { applications: [WEB] } });
	owner = browserAt(service.url);
	await owner.logIn();
});

afterAll(() => service[Symbol.asyncDispose]());

const bytesOfTrail = (): number => {
	const sum = 'SELECT sum(length(details) + length(coalesce(subject, 0))) AS n FROM audit';
	return Number(service.database.prepare(sum).get()?.n);
};

test('a 60 kB request, accepted or refused, adds little to the permanent audit trail', async () => {
	const long = 'x'.repeat(20_000);
	const many = (value: string) => Array.from({ length: 3_000 }, () => value);
	const calls = [
		['create_token', { name: 't', scopes: many('arb:read') }],
		['create_token', { name: long, scopes: ['arb:read'] }],
		['create_agent', { name: 'a', scopes: ['arb:read'], caps: { pairs: many('bybit-kucoin') } }],
		['revoke_token', { token_id: long }],
	] as const;
	const before = bytesOfTrail();
	await owner.get('/status');
	await owner.post('/connections/begin/bybit', [['label', long]]);
	for (const [method, params] of calls)
		await expect(owner.manage(method, params)).rejects.toThrow('INVALID_PARAMS');
	expect(bytesOfTrail() - before).toBeLessThan(4_000);
});

test('read calls add nothing to the audit trail', async () => {
	const token = await owner.copyToken(['arb:read', 'agents:manage']);
	const before = bytesOfTrail();
	expect(await call(service.url, token, 'list_agents')).toMatchObject({ status: 200 });
	expect(await call(service.url, token, 'account_exchange_pair')).toMatchObject({ status: 200 });
	expect(bytesOfTrail()).toBe(before);
});

test('records an application’s calls under the application’s own id, not as a user token', async () => {
	const [back] = WEB.redirectUris;
	const page = await owner.follow(await owner.get(authorizePath('web', back)));
	const seen = await answerConsent(owner, page, 'grant', ['arb:trade']);
	const { access_token: token = '' } = await redeem(service.url, 'web', seen, back);
	expect(await call(service.url, token, 'halt_trading')).toMatchObject({ status: 200 });
	const newest = service.database.prepare('SELECT actor, actor_id FROM audit ORDER BY seq DESC').get();
	expect({ ...newest }).toEqual({ actor: 'application', actor_id: 'web' });
});
