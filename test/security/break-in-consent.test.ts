/** Ways to have a user agree to something that the page does not say, or another user than the one who is asked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerConsent, authorizePath, NATIVE, redeem, refresh, WEB } from './break-in-applications.ts';
import { browserAt } from './break-in-browser.ts';
import { call } from './break-in-calls.ts';
import { type BreakInService, startBreakInService } from './break-in-service.ts';

let service: BreakInService;

beforeAll(async () => {
	service = await startBreakInService({ auth: { applications: [WEB, NATIVE] } });
});

afterAll(() => service[Symbol.asyncDispose]());

type Applications = { readonly applications: readonly { readonly application_id: string }[] };

test('a program that comes as a native application that was let in before is shown with all that it asks for', async () => {
	const { url } = service;
	const [genuine, impostor] = ['http://127.0.0.1:5001/back', 'http://127.0.0.1:5002/back'];
	const browser = browserAt(url);
	await browser.logIn();
	const first = await browser.follow(await browser.get(authorizePath('native', genuine)));
	const granted = await answerConsent(browser, first, 'grant', ['arb:read', 'arb:trade']);
	const own = await redeem(url, 'native', granted, genuine);
	expect(own.scope).toBe('arb:read arb:trade');

	const second = await browser.follow(await browser.get(authorizePath('native', impostor)));
	expect(second.text).toContain('<code>arb:trade</code>');
	expect(second.text).not.toContain('nothing else');
	// Allowed with one box unticked: that is all that this request comes to, and the first one keeps what it has.
	const less = await redeem(
		url,
		'native',
		await answerConsent(browser, second, 'grant', ['arb:read']),
		impostor,
	);
	expect(less.scope).toBe('arb:read');
	expect((await refresh(url, 'native', less.refresh_token)).scope).toBe('arb:read');
	const kept = await refresh(url, 'native', own.refresh_token);
	expect(kept.scope).toBe('arb:read arb:trade');

	const { applications } = await browser.manage<Applications>('list_tokens');
	expect(applications).toHaveLength(1);
	await browser.manage('revoke_application', { application_id: applications[0]?.application_id });
	// Its access is over whichever answer it came from.
	for (const token of [kept.access_token, less.access_token])
		expect(await call(url, token ?? '', 'portfolio_live')).toMatchObject({ status: 401 });
	expect((await refresh(url, 'native', kept.refresh_token)).error).toBe('invalid_grant');
});

test('whoever was logged in to the browser before leaves nothing that keeps the next user from an application', async () => {
	const { url } = service;
	const [back] = WEB.redirectUris;
	const browser = browserAt(url);
	await browser.logIn();
	const asked = await browser.follow(await browser.get(authorizePath('web', back)));
	await answerConsent(browser, asked, 'grant', ['arb:trade']);
	const before = new Map(browser.cookies);
	await browser.get('/account');
	await browser.post('/logout');
	await browser.logIn();
	const page = await browser.follow(await browser.get(authorizePath('web', back)));
	// Asked anew: what the one before has granted is not the next one's.
	expect(page.text).toContain('requests access');
	const seen = await answerConsent(browser, page, 'grant', ['arb:read']);
	expect((await redeem(url, 'web', seen, back)).scope).toBe('arb:read');
	// Nor is the session of the one before still there for its cookie.
	const thief = browserAt(url);
	thief.cookies.set('cw_oauth', before.get('cw_oauth') ?? '');
	thief.cookies.set('cw_oauth.sig', before.get('cw_oauth.sig') ?? '');
	const refused = await thief.get(authorizePath('web', back, { prompt: 'none' }));
	expect(refused.to?.searchParams.get('error')).toBe('login_required');
});

test('a consent page that was opened by one user is not answered by the next one of the browser', async () => {
	const { url } = service;
	const browser = browserAt(url);
	await browser.logIn();
	const asked = await browser.follow(await browser.get(authorizePath('web', WEB.redirectUris[0])));
	const [, action = ''] = /action="(\/interaction\/[^"]+)"/.exec(asked.text) ?? [];
	await browser.get('/account');
	await browser.post('/logout');
	await browser.logIn();
	const answer = await browser.post(action, [
		['decision', 'grant'],
		['scope', 'arb:trade'],
	]);
	expect(answer.status).toBe(401);
});

test('a grant that does not open keeps nobody from the page on which tokens and applications are revoked', async () => {
	const { url, database } = service;
	const [back] = WEB.redirectUris;
	const browser = browserAt(url);
	const userId = await browser.logIn();
	const asked = await browser.follow(await browser.get(authorizePath('web', back)));
	await answerConsent(browser, asked, 'grant', ['arb:trade']);
	const grantsOfUser = "model = 'Grant' AND user_id = ?";
	database.prepare(`UPDATE oauth_record SET sealed = 'v1.k.AAAA.AAAA' WHERE ${grantsOfUser}`).run(userId);
	const { applications } = await browser.manage<Applications>('list_tokens');
	await browser.manage('revoke_application', { application_id: applications[0]?.application_id });
	const left = database.prepare(`SELECT count(*) AS n FROM oauth_record WHERE ${grantsOfUser}`).get(userId);
	expect({ ...left }).toEqual({ n: 0 });
});
