/** Tests the list of a user's grants. Tests over HTTP cover the consent pages. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { type OwnAuthorization, ownAuthorization } from '../../../test/support/own-authorization.ts';
import type { Clock } from '../../ports/clock.ts';
import { systemClock } from '../../runtime/clock.ts';

const START = Date.now();
const databases = databasePerTest();
let now = START;
let fixture: OwnAuthorization;
const clock: Clock = { ...systemClock, now: () => now };

beforeEach(async () => {
	now = START;
	fixture = await ownAuthorization(databases.now(), {
		clock,
		applications: [
			{ clientId: 'dashboard', name: 'The Dashboard', kind: 'web', redirectUris: ['https://a.example/'] },
		],
	});
});
afterEach(async () => {
	await fixture[Symbol.asyncDispose]();
});

const putGrant = (id: string, change: Readonly<Record<string, unknown>> = {}, ttlS = 900) =>
	fixture.put(
		'Grant',
		id,
		{
			kind: 'Grant',
			jti: id,
			accountId: 'user_ann',
			clientId: 'dashboard',
			openid: { scope: 'openid' },
			resources: { [`${fixture.issuer}/jsonrpc/`]: 'arb:trade arb:read' },
			...change,
		},
		ttlS,
	);
const list = (userId = 'user_ann') => fixture.server.consents.list(userId);

test('lists a grant by the name of its application, with our scopes in their order and both times', async () => {
	await putGrant('grant-1');
	expect(await list()).toEqual([
		{
			applicationId: expect.stringMatching(/^app_[0-9a-f]{32}$/),
			clientId: 'dashboard',
			name: 'The Dashboard',
			scopes: ['arb:read', 'arb:trade'],
			grantedAt: START,
			expiresAt: START + 900_000,
		},
	]);
});

test('lists neither withheld nor foreign scopes', async () => {
	await putGrant('grant-1', {
		resources: { [`${fixture.issuer}/jsonrpc/`]: 'arb:read arb:everything' },
		rejected: { resources: { [`${fixture.issuer}/jsonrpc/`]: 'arb:trade' } },
	});
	expect((await list()).map(({ scopes }) => scopes)).toEqual([['arb:read']]);
});

test('lists a grant without scopes', async () => {
	await putGrant('grant-1', { resources: undefined });
	expect(await list()).toMatchObject([{ clientId: 'dashboard', scopes: [] }]);
});

test('combines the grants of one application with all their scopes, and ends them together', async () => {
	const resource = `${fixture.issuer}/jsonrpc/`;
	await putGrant('first', { resources: { [resource]: 'arb:trade' } }, 900);
	now += 1_000;
	await putGrant('second', { resources: { [resource]: 'arb:read' } }, 60);
	await putGrant('of bob', { accountId: 'user_bob' });
	const listed = await list();
	expect(listed).toMatchObject([
		{ scopes: ['arb:read', 'arb:trade'], grantedAt: START + 1_000, expiresAt: START + 900_000 },
	]);
	expect(await fixture.server.consents.revoke('user_ann', listed[0]?.applicationId ?? '')).toBe(true);
	expect(await list()).toEqual([]);
	expect(await list('user_bob')).toHaveLength(1);
});

test('lists a removed application by its id', async () => {
	await putGrant('grant-1', { clientId: 'gone' });
	expect(await list()).toMatchObject([{ clientId: 'gone', name: 'gone' }]);
});

test('lists only the own valid grants, newest first', async () => {
	await putGrant('first', {}, 60);
	now += 30_000;
	await putGrant('second', { clientId: 'gone' }, 60);
	await putGrant('of bob', { accountId: 'user_bob' });
	expect((await list()).map(({ clientId }) => clientId)).toEqual(['gone', 'dashboard']);
	expect(await list('user_bob')).toHaveLength(1);
	now += 30_000;
	expect((await list()).map(({ clientId }) => clientId)).toEqual(['gone']);
	now += 30_000;
	expect(await list()).toEqual([]);
});

test('gives a grant a public id other than the id of the server', async () => {
	await putGrant('grant-1');
	const [{ applicationId } = { applicationId: '' }] = await list();
	for (const id of ['grant-1', 'app_', '', applicationId.slice(0, -1), applicationId.toUpperCase()])
		expect(await fixture.server.consents.revoke('user_ann', id), id).toBe(false);
	expect(await list()).toHaveLength(1);
	expect(await fixture.server.consents.revoke('user_ann', applicationId)).toBe(true);
	expect(await list()).toEqual([]);
});

test('finds no waiting request to grant without a cookie of the server', async () => {
	const request = new IncomingMessage(new Socket());
	request.method = 'GET';
	request.url = '/interaction/abc';
	request.headers = {
		host: new URL(fixture.issuer).host,
		cookie: 'cw_oauth_step=made-up; cw_oauth_step.sig=made-up',
	};
	const response = new ServerResponse(request);
	expect(await fixture.server.consents.find(request, response)).toBeUndefined();
	await expect(fixture.server.consents.grant(request, response, ['arb:trade'])).rejects.toThrow(
		'No access request is waiting',
	);
	await expect(fixture.server.consents.refuse(request, response)).rejects.toThrow();
	await expect(fixture.server.consents.logIn(request, response, 'user_ann')).rejects.toThrow();
	expect(await list()).toEqual([]);
});
