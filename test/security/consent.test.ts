/**
 * Tests that an application gets only the scopes granted by the user who was asked, in the browser that showed the
 * request.
 */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { answerConsent, type OAuthWalk, oauthWalk, tokensOf } from './oauth-walk.ts';
import { logIn, type Person } from './people.ts';
import { bearer, call, expectTaken, givesNothing, read } from './refusals.ts';

const ALL = 'arb:read arb:trade exchange:connect agents:manage';

let fixture: Fixture;
let walk: OAuthWalk;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Number of users so far. Each test logs in a new user, so that it starts without grants. */
let people = 0;
const newcomer = (): Promise<Person> => {
	people += 1;
	return logIn(fixture, `newcomer ${people}`);
};

describe('RFC 6749 3.3 scopes withheld by the user', () => {
	test('are missing from the answer and refused at the resource', async () => {
		const ann = await newcomer();
		const { access, scope, refresh, journey } = await walk.connect(ann.browser, 'notebook', { scope: ALL }, [
			'arb:read',
		]);
		expect(scope).toBe('arb:read');
		await expectTaken(read(fixture, access));
		for (const [method, params] of [
			['halt_trading', {}],
			['connect_exchange', { exchange: 'bybit', api_key: 'k'.repeat(20), api_secret: 's'.repeat(20) }],
			['list_agents', {}],
		] as const)
			expect([method, (await call(fixture, method, params, bearer(access))).code]).toEqual([
				method,
				'FORBIDDEN',
			]);
		const again = await tokensOf(await walk.refresh(journey, refresh));
		expect(again.scope).toBe('arb:read');
		expect((await call(fixture, 'list_agents', {}, bearer(again.access))).code).toBe('FORBIDDEN');
	});

	test('stay withheld until the application requests them again', async () => {
		const ann = await newcomer();
		await walk.connect(ann.browser, 'notebook', { scope: 'arb:read arb:trade' }, ['arb:read']);
		const { scope } = await walk.connect(ann.browser, 'notebook', { scope: 'arb:read arb:trade' });
		expect(scope).toBe('arb:read');
	});

	test('a form cannot grant scopes that the application did not request', async () => {
		const ann = await newcomer();
		const { scope } = await walk.connect(ann.browser, 'notebook', { scope: 'arb:read' }, [
			'arb:read',
			'arb:trade',
			'agents:manage',
		]);
		expect(scope).toBe('arb:read');
	});

	test('an unknown scope ends the request', async () => {
		const ann = await newcomer();
		const page = await ann.browser.open((await walk.begin('notebook')).path);
		const answer = await givesNothing(fixture, () => answerConsent(ann.browser, page, 'grant', ['admin']));
		expect([answer.status, answer.leftFor]).toEqual([400, undefined]);
	});

	test('the page points out scopes that only people need', async () => {
		const ann = await newcomer();
		const page = await ann.browser.open((await walk.begin('notebook', { scope: ALL })).path);
		expect(page.text).toContain('You may want to keep some of these permissions to yourself');
	});

	test('additional scopes need the user’s consent again', async () => {
		const ann = await newcomer();
		await walk.connect(ann.browser, 'notebook', { scope: 'arb:read' });
		const page = await ann.browser.open((await walk.begin('notebook', { scope: ALL })).path);
		expect([page.status, page.leftFor]).toEqual([200, undefined]);
		expect(page.text).toContain('value="agents:manage" checked');
		// The page must ask for the scopes granted earlier again, because another program with the same name may send
		// this request.
		expect(page.text).toContain('value="arb:read" checked');
	});
});

describe('RFC 6749 4.1.2.1 a user who refuses', () => {
	test('the application gets the refusal and no code', async () => {
		const ann = await newcomer();
		const { path, state } = await walk.begin('notebook');
		const page = await ann.browser.open(path);
		const answer = await givesNothing(fixture, () => answerConsent(ann.browser, page, 'refuse'));
		const { error_description: _words, ...rest } = Object.fromEntries(answer.leftFor?.searchParams ?? []);
		expect(rest).toEqual({ error: 'access_denied', state, iss: fixture.publicUrl });
	});

	test('a consent page accepts only one answer', async () => {
		const ann = await newcomer();
		const page = await ann.browser.open((await walk.begin('notebook')).path);
		const [, path = ''] = /action="(\/interaction\/[^"]+)"/.exec(page.text) ?? [];
		const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? [];
		await answerConsent(ann.browser, page, 'refuse');
		const again = await givesNothing(fixture, async () => {
			await ann.browser.open(path);
			return ann.browser.post({ csrf, decision: 'grant', scope: 'arb:read' });
		});
		expect([again.status, again.leftFor]).toEqual([404, undefined]);
		expect(again.text).toContain('No access request is waiting in this browser');
	});
});

describe('OpenID Connect Core 3.1.2.4 the interaction of another browser', () => {
	test('is unavailable to another browser, logged in or not, even of the same user', async () => {
		const ann = await newcomer();
		const page = await ann.browser.open((await walk.begin('notebook')).path);
		const [, path = ''] = /action="(\/interaction\/[^"]+)"/.exec(page.text) ?? [];
		const wallets = people;
		for (const stranger of [
			fixture.browser(),
			(await newcomer()).browser,
			(await logIn(fixture, `newcomer ${wallets}`)).browser,
		]) {
			const seen = await stranger.open(path);
			expect([seen.status, seen.leftFor]).toEqual([404, undefined]);
			expect(seen.text).toContain('No access request is waiting in this browser');
			expect(seen.text).not.toContain('Notebook');
			const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await stranger.open('/login')).text) ?? [];
			const account = await stranger.open('/account');
			const own = /name="csrf" value="([^"]+)"/.exec(account.text)?.[1] ?? csrf;
			await stranger.open(path);
			const answer = await givesNothing(fixture, () =>
				stranger.post({ csrf: own, decision: 'grant', scope: 'arb:read' }),
			);
			expect([answer.status, answer.leftFor]).toEqual([404, undefined]);
			expect(answer.text).toContain('No access request is waiting in this browser');
		}
		expect(
			(await answerConsent(ann.browser, page, 'grant')).leftFor?.searchParams.get('code'),
		).not.toBeNull();
	});

	test('is unavailable under the uid of the other browser’s own request', async () => {
		const [ann, bob] = [await newcomer(), await newcomer()];
		const anns = await ann.browser.open((await walk.begin('notebook')).path);
		const own = await bob.browser.open((await walk.begin('rival')).path);
		const [, path = ''] = /action="(\/interaction\/[^"]+)"/.exec(anns.text) ?? [];
		for (const pair of bob.browser.cookies(own.path).split('; ')) bob.browser.setCookie(`${pair}; Path=/`);
		expect(bob.browser.cookies(path)).toContain('cw_oauth_step=');
		const seen = await givesNothing(fixture, () => bob.browser.open(path));
		expect(seen.text).toContain('No access request is waiting in this browser');
	});

	test('another browser cannot resume this browser’s request', async () => {
		const ann = await newcomer();
		const journey = await walk.begin('notebook');
		const page = await ann.browser.open(journey.path);
		const { leftFor } = await answerConsent(ann.browser, page, 'grant');
		const resume = [...fixture.paths.keys()].find((path) => path === '/oauth/authorize/:uid');
		expect(resume).toBeDefined();
		const stranger = fixture.browser();
		const seen = await givesNothing(fixture, () =>
			stranger.open(`/oauth/authorize/${page.path.split('/').at(-1) ?? ''}`),
		);
		expect([seen.status, seen.leftFor]).toEqual([400, undefined]);
		await tokensOf(await walk.redeem(journey, leftFor ?? new URL('http://nowhere')));
	});
});

describe('OpenID Connect Core 3.1.2.3 logout, and another user in the same browser', () => {
	test('a logout ends the session at the authorization server', async () => {
		const ann = await newcomer();
		await walk.connect(ann.browser);
		await ann.browser.open('/account');
		await ann.browser.submit('/logout');
		const silent = await walk.begin('notebook', { prompt: 'none' });
		const page = await givesNothing(fixture, () => ann.browser.open(silent.path));
		expect(page.leftFor?.searchParams.get('error')).toBe('login_required');
		const asked = await givesNothing(fixture, async () =>
			ann.browser.open((await walk.begin('notebook')).path),
		);
		expect([asked.path.split('?')[0], asked.leftFor]).toEqual(['/login', undefined]);
	});

	test('asks the next user to log in, who then owns the tokens', async () => {
		const ann = await newcomer();
		const anns = await walk.connect(ann.browser, 'notebook', { scope: 'openid arb:read' });
		await ann.browser.open('/account');
		await ann.browser.submit('/logout');
		const journey = await walk.begin('notebook', { scope: 'openid arb:read' });
		const login = await ann.browser.open(journey.path);
		const bob = await logIn(fixture, 'newcomer to a used browser', {
			browser: ann.browser,
			from: login.path,
		});
		expect(bob.userId).not.toBe(ann.userId);
		const page = await ann.browser.open(bob.landed);
		// Ann's grant does not apply to Bob, so the server must ask him.
		expect([page.status, page.leftFor]).toEqual([200, undefined]);
		expect(page.text).toContain('Notebook</b>');
		const { leftFor } = await answerConsent(ann.browser, page, 'grant');
		const bobs = await tokensOf(await walk.redeem(journey, leftFor ?? new URL('http://nowhere')));
		expect(decodeJwt(bobs.idToken ?? '').sub).toBe(bob.userId);
		expect(decodeJwt(anns.idToken ?? '').sub).toBe(ann.userId);
	});

	test('the next user cannot give a consent that awaits another user', async () => {
		const ann = await newcomer();
		const page = await ann.browser.open((await walk.begin('notebook')).path);
		const [, path = ''] = /action="(\/interaction\/[^"]+)"/.exec(page.text) ?? [];
		await ann.browser.submit('/logout');
		people += 1;
		const bob = await logIn(fixture, `newcomer ${people}`, { browser: ann.browser });
		await bob.browser.open(path);
		const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await bob.browser.open('/account')).text) ?? [];
		await bob.browser.open(path);
		const answer = await givesNothing(fixture, () =>
			bob.browser.post({ csrf, decision: 'grant', scope: 'arb:read' }),
		);
		expect([answer.status, answer.leftFor]).toEqual([401, undefined]);
	});

	test('a logout everywhere ends the sessions in the other browsers too', async () => {
		people += 1;
		const [here, there] = [
			await logIn(fixture, `newcomer ${people}`),
			await logIn(fixture, `newcomer ${people}`),
		];
		await walk.connect(there.browser);
		await here.browser.ask('/account/log-out-everywhere');
		const silent = await walk.begin('notebook', { prompt: 'none' });
		const page = await givesNothing(fixture, () => there.browser.open(silent.path));
		expect(page.leftFor?.searchParams.get('error')).toBe('login_required');
	});
});

describe('RFC 8628 5.4 a terminal that someone else started', () => {
	test('an unknown code opens nothing, and the page asks before it continues', async () => {
		const ann = await newcomer();
		const page = await ann.browser.open('/oauth/device');
		const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
		expect(xsrf).not.toBe('');
		const guess = await givesNothing(fixture, () => ann.browser.post({ xsrf, user_code: 'BBBB-BBBB' }));
		expect(guess.text).toContain('not valid');
		const begun = await fixture.fetch(`${fixture.url}/oauth/device-authorization`, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams({ client_id: 'carrywire-cli', scope: 'arb:read' }).toString(),
		});
		const { user_code: code } = (await begun.json()) as { user_code: string };
		const [, again = ''] =
			/name="xsrf" value="([^"]+)"/.exec((await ann.browser.open('/oauth/device')).text) ?? [];
		const asked = await ann.browser.post({ xsrf: again, user_code: code });
		expect(asked.text).toContain('someone else did: deny it');
		expect(asked.text).toContain(code);
	});

	test('refuses the form of another browser', async () => {
		const [ann, bob] = [await newcomer(), await newcomer()];
		const [, theirs = ''] =
			/name="xsrf" value="([^"]+)"/.exec((await bob.browser.open('/oauth/device')).text) ?? [];
		await ann.browser.open('/oauth/device');
		for (const xsrf of [theirs, '', 'x']) {
			const page = await givesNothing(fixture, () =>
				ann.browser.post({ xsrf, user_code: 'BBBB-BBBB', confirm: 'yes' }),
			);
			expect(page.leftFor).toBeUndefined();
			expect(page.text).not.toContain('Is this your terminal');
		}
	});
});
