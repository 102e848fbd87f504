/** Tests that the service slows down a caller who guesses, and no other caller. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../rpc/test-server.ts';
import { ORIGIN_HEADERS } from '../support/origin-key.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { SCOPE_ASKED } from './oauth-walk.ts';
import { copyToken, logIn, type MadeAgent, makeAgent, manage, type Person, walletOf } from './people.ts';
import { bearer, call, expectTaken } from './refusals.ts';

const MINUTE_MS = 60_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const FREE_TRIES = 5;

let fixture: Fixture;
let ann: Person;

/** A proxy on this machine passes on the client's address. */
beforeAll(async () => {
	fixture = await openFixture({ trustedProxies: ['127.0.0.1'] });
	ann = await logIn(fixture, 'ann');
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	fixture.passTime(61 * MINUTE_MS);
	ann = await logIn(fixture, 'ann');
});

type Try = { readonly key?: string; readonly from?: string; readonly id?: string; readonly inBody?: boolean };

function ask(agent: MadeAgent, { key = agent.key, from = '10.1.1.1', id, inBody = false }: Try = {}) {
	const clientId = id ?? agent.agentId;
	const proof = inBody ? { client_id: clientId, client_secret: key } : {};
	return fixture.fetch(`${fixture.url}/oauth/token`, {
		method: 'POST',
		headers: {
			...FORM,
			'x-forwarded-for': from,
			...(inBody ? {} : { authorization: `Basic ${Buffer.from(`${clientId}:${key}`).toString('base64')}` }),
		},
		body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE_ASKED, ...proof }).toString(),
	});
}

async function fail(agent: MadeAgent, times: number, change: Try = {}): Promise<void> {
	for (let time = 0; time < times; time += 1)
		expect((await ask(agent, { key: `guess ${time}`, ...change })).status).toBe(401);
}

async function expectSlowed(answer: Response, seconds: number): Promise<void> {
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(seconds)]);
	expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
}

describe('RFC 6749 10.10 and 2.3.1 brute force on the key of an agent', () => {
	test('after five failures the right key must wait too, twice as long each time', async () => {
		const agent = await makeAgent(ann);
		await fail(agent, FREE_TRIES);
		for (const seconds of [1, 2, 4, 8, 16]) {
			await expectSlowed(await ask(agent), seconds);
			fixture.passTime(seconds * 1_000);
			await fail(agent, 1);
		}
		fixture.passTime(15 * MINUTE_MS);
		expect((await ask(agent)).status).toBe(200);
		await fail(agent, FREE_TRIES);
	});

	test('a wait lasts at most 15 minutes', async () => {
		const agent = await makeAgent(ann);
		await fail(agent, FREE_TRIES);
		for (let time = 0; time < 14; time += 1) {
			fixture.passTime(15 * MINUTE_MS);
			await fail(agent, 1);
		}
		await expectSlowed(await ask(agent), 900);
	});

	test('checks no more parallel guesses than sequential ones', async () => {
		const agent = await makeAgent(ann);
		const answers = await Promise.all(
			Array.from({ length: 30 }, (_, time) => ask(agent, { key: `guess ${time}` })),
		);
		expect(answers.filter(({ status }) => status === 401)).toHaveLength(FREE_TRIES);
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - FREE_TRIES);
	});

	test('counts guesses per agent, however the id is written, in the body or the header', async () => {
		const agent = await makeAgent(ann);
		const spelled = (letter: number) =>
			[...agent.agentId]
				.map((one, at) => (at === letter ? `%${one.charCodeAt(0).toString(16)}` : one))
				.join('');
		for (let time = 0; time < FREE_TRIES; time += 1)
			await fail(agent, 1, {
				id: spelled(time),
				...(time % 2 === 1 ? { inBody: true, id: agent.agentId } : {}),
			});
		await expectSlowed(await ask(agent, { id: spelled(7) }), 1);
		await expectSlowed(await ask(agent, { inBody: true }), 1);
	});

	test('does not slow another agent there, the same agent elsewhere, or any application', async () => {
		const [agent, neighbour] = [await makeAgent(ann), await makeAgent(ann)];
		await fail(agent, FREE_TRIES);
		expect((await ask(agent)).status).toBe(429);
		expect((await ask(neighbour)).status).toBe(200);
		expect((await ask(agent, { from: '10.1.1.2' })).status).toBe(200);
		expect((await ask(agent, { from: '2001:db8::1' })).status).toBe(200);
		expect((await ask(agent)).status).toBe(429);
		const refused = await fixture.fetch(`${fixture.url}/oauth/token`, {
			method: 'POST',
			headers: { ...FORM, 'x-forwarded-for': '10.1.1.1' },
			body: 'grant_type=refresh_token&client_id=notebook&refresh_token=x',
		});
		expect([refused.status, await refused.json()]).toEqual([
			400,
			expect.objectContaining({ error: 'invalid_grant' }),
		]);
	});

	test('counts the addresses of one network as one', async () => {
		const agent = await makeAgent(ann);
		for (let time = 0; time < FREE_TRIES; time += 1) await fail(agent, 1, { from: `2001:db8:1:2::${time}` });
		expect((await ask(agent, { from: '2001:db8:1:2:ffff::1' })).status).toBe(429);
		expect((await ask(agent, { from: '2001:db8:1:3::1' })).status).toBe(200);
	});
});

describe('CWE-307 brute force on logins', () => {
	async function wrongLogin(from: string): Promise<Response> {
		const headers = { 'x-forwarded-for': from };
		const page = await fixture.fetch(`${fixture.url}/login`, { headers: { ...headers, ...ORIGIN_HEADERS } });
		const cookie = page.headers
			.getSetCookie()
			.map((line) => line.split(';')[0])
			.join('; ');
		const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await page.text()) ?? [];
		return fixture.fetch(`${fixture.url}/login/wallet/wallet/signed`, {
			method: 'POST',
			redirect: 'manual',
			headers: { ...FORM, ...headers, cookie },
			body: new URLSearchParams({ csrf, message: 'x', signature: `0x${'1'.repeat(130)}` }).toString(),
		});
	}

	test('after five failures an address must wait, whatever its user agent', async () => {
		for (let time = 0; time < FREE_TRIES; time += 1) expect((await wrongLogin('10.2.2.2')).status).toBe(401);
		for (const seconds of [1, 2, 4]) {
			const slowed = await wrongLogin('10.2.2.2');
			expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, String(seconds)]);
			fixture.passTime(seconds * 1_000);
			expect((await wrongLogin('10.2.2.2')).status).toBe(401);
		}
	});

	test('no other address has to wait', async () => {
		for (let time = 0; time < FREE_TRIES + 1; time += 1) await wrongLogin('10.2.2.3');
		expect((await wrongLogin('10.2.2.3')).status).toBe(429);
		expect((await wrongLogin('10.2.2.4')).status).toBe(401);
		await logIn(fixture, 'bob');
	});
});

describe('CWE-307 a forged client address', () => {
	test('is ignored without a trusted proxy', async () => {
		await using open = await openFixture();
		const owner = await logIn(open, 'ann');
		const agent = await makeAgent(owner);
		const attempt = (time: number) =>
			open.fetch(`${open.url}/oauth/token`, {
				method: 'POST',
				headers: {
					...FORM,
					'x-forwarded-for': `10.3.3.${time}`,
					forwarded: `for=10.3.3.${time}`,
					'x-real-ip': `10.3.3.${time}`,
					authorization: `Basic ${Buffer.from(`${agent.agentId}:guess`).toString('base64')}`,
				},
				body: 'grant_type=client_credentials&scope=arb:read',
			});
		for (let time = 0; time < FREE_TRIES; time += 1) expect((await attempt(time)).status).toBe(401);
		expect((await attempt(99)).status).toBe(429);
	});
});

describe('RFC 6585 4 request limits', () => {
	test('guessed tokens cost their address credits, while a caller with a valid token is served', async () => {
		const few = { perSecond: 1, burst: 10 };
		await using open = await openFixture({ rateLimits: { public: few }, trustedProxies: ['127.0.0.1'] });
		const { token } = await copyToken(await logIn(open, 'ann'));
		const from = (address: string) => ({ 'x-forwarded-for': address });
		const guess = (time: number, address = '10.4.4.4') =>
			call(
				open,
				'account_exchange_pair',
				{},
				{ ...bearer(`cw_${'g'.repeat(42)}${time % 10}`), ...from(address) },
			);
		for (let time = 0; time < few.burst; time += 1) expect((await guess(time)).status).toBe(401);
		const { status, headers, code } = await guess(1);
		expect([status, code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1']);
		await expectTaken(call(open, 'account_exchange_pair', {}, { ...bearer(token), ...from('10.4.4.4') }));
		expect((await guess(1, '10.4.4.5')).status).toBe(401);
	});

	test('limits pages and authorization steps per address', async () => {
		const few = { perSecond: 1, burst: 10 };
		await using open = await openFixture({ rateLimits: { pages: few }, trustedProxies: ['127.0.0.1'] });
		open.traffic.note(walletOf('ann').address, 'nothing secret, but something to search for');
		for (const path of ['/login', '/oauth/authorize']) {
			const ask = (address: string) =>
				open.fetch(`${open.url}${path}`, { headers: { 'x-forwarded-for': address } });
			const answers = [];
			for (let time = 0; time < few.burst + 2; time += 1) answers.push(await ask('10.5.5.5'));
			const last = answers.at(-1);
			expect([path, last?.status, last?.headers.get('retry-after')]).toEqual([path, 429, '1']);
			expect([path, (await ask('10.5.5.6')).status === 429]).toEqual([path, false]);
		}
	});

	test('a foreign page that opens our pages and metadata in bulk cannot spend its visitor’s credits', async () => {
		const few = { perSecond: 1, burst: 20 };
		await using open = await openFixture({ rateLimits: { pages: few } });
		const ann = await logIn(open, 'ann');
		const agent = await makeAgent(ann);
		open.passTime(60_000);
		const { host } = new URL(open.url);
		const cookie = ann.browser.cookies('/');
		const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
		const read = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' };
		for (const site of ['cross-site', 'same-site'])
			for (const [path, headers] of [
				['/agents', { ...link, cookie }],
				['/login', link],
				['/oauth/keys', read],
				['/oauth/authorize', link],
			] as const) {
				const ask = () =>
					send(open.url, { method: 'GET', path, headers: { ...headers, host, 'sec-fetch-site': site } });
				let asked = 0;
				for (let status = 0; status !== 429 && asked <= 2 * few.burst; asked += 1)
					status = (await ask()).status;
				expect([path, site, asked <= few.burst + 1]).toEqual([path, site, true]);
			}
		const token = await open.fetch(`${open.url}/oauth/token`, {
			method: 'POST',
			headers: {
				...FORM,
				authorization: `Basic ${Buffer.from(`${agent.agentId}:${agent.key}`).toString('base64')}`,
			},
			body: 'grant_type=client_credentials&scope=arb:read',
		});
		expect(token.status).toBe(200);
		expect((await open.browser().open('/login')).status).toBe(200);
		expect((await ann.browser.open('/agents')).path).toBe('/agents');
		await manage(ann, 'stop_agent', { agent_id: agent.agentId });
	});

	test('tokens of one agent share its credits', async () => {
		const few = { perSecond: 1, burst: 5 };
		await using open = await openFixture({ rateLimits: { read: few } });
		const agent = await makeAgent(await logIn(open, 'ann'));
		const take = async () => {
			const answer = await open.fetch(`${open.url}/oauth/token`, {
				method: 'POST',
				headers: {
					...FORM,
					authorization: `Basic ${Buffer.from(`${agent.agentId}:${agent.key}`).toString('base64')}`,
				},
				body: 'grant_type=client_credentials&scope=arb:read',
			});
			return ((await answer.json()) as { access_token: string }).access_token;
		};
		const statuses: number[] = [];
		for (let time = 0; time < few.burst + 1; time += 1)
			statuses.push((await call(open, 'account_exchange_pair', {}, bearer(await take()))).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
	});
});
