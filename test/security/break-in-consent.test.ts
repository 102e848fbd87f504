/** Tries to obtain consent to more than the page shows, or from a user other than the one who was asked. */
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

test('shows every requested scope to the user when a program poses as a native application with a grant', async () => {
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
	// The user unticks one scope. This request gets only the other scope, and the first grant keeps its scopes.
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
	// The revocation must end the application's access from both grants.
	for (const token of [kept.access_token, less.access_token])
		expect(await call(url, token ?? '', 'portfolio_live')).toMatchObject({ status: 401 });
	expect((await refresh(url, 'native', kept.refresh_token)).error).toBe('invalid_grant');
});

test('a previous user of the browser does not keep the next user from an application', async () => {
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
	// The server must ask for consent again, because the previous user's grant does not apply to the next user.
	expect(page.text).toContain('requests access');
	const seen = await answerConsent(browser, page, 'grant', ['arb:read']);
	expect((await redeem(url, 'web', seen, back)).scope).toBe('arb:read');
	// The previous user's session has ended too, so its cookie is worthless.
	const thief = browserAt(url);
	thief.cookies.set('cw_oauth', before.get('cw_oauth') ?? '');
	thief.cookies.set('cw_oauth.sig', before.get('cw_oauth.sig') ?? '');
	const refused = await thief.get(authorizePath('web', back, { prompt: 'none' }));
	expect(refused.to?.searchParams.get('error')).toBe('login_required');
});

test('the next user of the browser cannot answer a consent page that another user opened', async () => {
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

test('an unreadable grant does not break the page that revokes tokens and applications', async () => {
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
