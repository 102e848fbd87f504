/** Tests that a refresh token works once, and that a revoked application loses all its tokens. */
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, tokensOf } from './oauth-walk.ts';
import { copyToken, logIn, manage, type Person } from './people.ts';
import {
	bearer,
	call,
	expectOAuthError,
	expectTaken,
	expectUnauthorized,
	givesNothing,
	read,
} from './refusals.ts';

const DAY_MS = 86_400_000;

let fixture: Fixture;
let walk: OAuthWalk;
let ann: Person;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
	ann = await logIn(fixture, 'ann');
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe('RFC 9700 4.14.2 refresh token reuse', () => {
	test('each refresh issues a new refresh token and uses the old one up', async () => {
		const { journey, refresh } = await walk.connect(ann.browser);
		const next = await tokensOf(await walk.refresh(journey, refresh));
		expect(next.refresh).not.toBe(refresh);
		await expectTaken(read(fixture, next.access));
	});

	test('a second use revokes the whole token family', async () => {
		const first = await walk.connect(ann.browser);
		const second = await tokensOf(await walk.refresh(first.journey, first.refresh));
		const third = await tokensOf(await walk.refresh(first.journey, second.refresh));
		const before = fixture.given();
		await expectOAuthError(walk.refresh(first.journey, first.refresh), 400, 'invalid_grant');
		expect(fixture.given()).toBeLessThan(before);
		for (const { access, refresh } of [first, second, third]) {
			await expectUnauthorized(read(fixture, access));
			await expectOAuthError(walk.refresh(first.journey, refresh), 400, 'invalid_grant');
		}
	});

	test('the user’s audit trail records the reuse with the sender’s address', async () => {
		const { journey, refresh } = await walk.connect(ann.browser);
		await walk.refresh(journey, refresh);
		await expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant');
		await fixture.settled();
		const [newest] = await fixture.access.audit.list({ userId: ann.userId, limit: 1 });
		expect(newest).toMatchObject({
			action: 'application.token_reused',
			actorId: 'notebook',
			address: '127.0.0.1',
		});
	});

	test.each([2, 6])('answers at most one of %i parallel uses, and revokes the family', async (uses) => {
		const { journey, access, refresh } = await walk.connect(ann.browser);
		const answers = await Promise.all(Array.from({ length: uses }, () => walk.refresh(journey, refresh)));
		const given = answers.filter(({ status }) => status === 200);
		expect(given.length).toBeLessThanOrEqual(1);
		for (const refused of answers.filter((answer) => !given.includes(answer)))
			await expectOAuthError(refused, 400, 'invalid_grant');
		await expectUnauthorized(read(fixture, access));
		for (const answer of given) {
			const tokens = await tokensOf(answer);
			await expectUnauthorized(read(fixture, tokens.access));
			await expectOAuthError(walk.refresh(journey, tokens.refresh), 400, 'invalid_grant');
		}
	});

	test('leaves other users and the user’s other applications untouched', async () => {
		const bob = await logIn(fixture, 'bob');
		const [bobs, rivals] = [await walk.connect(bob.browser), await walk.connect(ann.browser, 'rival')];
		const { journey, refresh } = await walk.connect(ann.browser);
		await walk.refresh(journey, refresh);
		await expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant');
		await expectTaken(read(fixture, bobs.access));
		await expectTaken(read(fixture, rivals.access));
	});
});

describe('RFC 6749 10.4 a refresh token of another client', () => {
	test.each(['rival', 'terminal', 'carrywire-cli'])('is refused to %s and stays valid', async (clientId) => {
		const { journey, refresh } = await walk.connect(ann.browser);
		const thief = { ...journey, client: { client_id: clientId } };
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.refresh(thief, refresh), 400, 'invalid_grant'),
		);
		await tokensOf(await walk.refresh(journey, refresh));
	});

	test('an access token cannot refresh, and a refresh token gives no access', async () => {
		const { journey, access, refresh } = await walk.connect(ann.browser);
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.refresh(journey, access), 400, 'invalid_grant'),
		);
		await expectUnauthorized(read(fixture, refresh));
	});
});

describe('RFC 6749 6 scope step-up by a refresh', () => {
	test('refuses scopes that were not granted, and the token stays valid', async () => {
		const { journey, refresh } = await walk.connect(ann.browser, 'notebook', { scope: 'arb:read' });
		for (const scope of [
			'arb:trade',
			'arb:read arb:trade',
			'exchange:connect agents:manage',
			'openid',
			'admin',
		])
			await givesNothing(fixture, async () =>
				expectOAuthError(walk.refresh(journey, refresh, { scope }), 400, 'invalid_scope'),
			);
		const { access, scope } = await tokensOf(await walk.refresh(journey, refresh, { scope: 'arb:read' }));
		expect(scope).toBe('arb:read');
		const traded = await call(fixture, 'halt_trading', {}, bearer(access));
		expect([traded.status, traded.code]).toEqual([403, 'FORBIDDEN']);
	});

	test('a refresh may request fewer scopes, and the new token has only those', async () => {
		const { journey, refresh } = await walk.connect(ann.browser);
		const { access, scope } = await tokensOf(await walk.refresh(journey, refresh, { scope: 'arb:read' }));
		expect(scope).toBe('arb:read');
		await expectTaken(read(fixture, access));
		expect((await call(fixture, 'halt_trading', {}, bearer(access))).code).toBe('FORBIDDEN');
	});
});

describe('RFC 6749 6 an expired refresh token', () => {
	test('is refused after 14 days', async () => {
		const { journey, refresh } = await walk.connect(ann.browser);
		fixture.passTime(14 * DAY_MS + 1_000);
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant'),
		);
		ann = await logIn(fixture, 'ann');
	});

	test('access ends with its grant, even if refreshed daily', async () => {
		const { journey, ...first } = await walk.connect(ann.browser);
		let { refresh } = first;
		for (let day = 0; day < 13; day += 1) {
			fixture.passTime(DAY_MS);
			refresh = (await tokensOf(await walk.refresh(journey, refresh))).refresh;
		}
		fixture.passTime(DAY_MS + 1_000);
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant'),
		);
		ann = await logIn(fixture, 'ann');
	});
});

describe('RFC 7009 2 and docs/security.md a revoked application', () => {
	test('loses access and refresh at once; other applications keep theirs', async () => {
		const kept = await walk.connect(ann.browser, 'rival');
		const { journey, access, refresh } = await walk.connect(ann.browser);
		await expectTaken(read(fixture, access));
		type Listed = {
			readonly applications: readonly { readonly application_id: string; readonly name: string }[];
		};
		const { applications } = await manage<Listed>(ann, 'list_tokens');
		const id = applications.find(({ name }) => name === 'Notebook')?.application_id;
		await manage(ann, 'revoke_application', { application_id: id });
		await expectUnauthorized(read(fixture, access));
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant'),
		);
		await expectTaken(read(fixture, kept.access));
	});

	test('a client’s revocation of its refresh token ends the access tokens too', async () => {
		const { journey, access, refresh } = await walk.connect(ann.browser);
		await oauth.processRevocationResponse(
			await oauth.revocationRequest(walk.as, journey.client, oauth.None(), refresh, walk.http),
		);
		await expectUnauthorized(read(fixture, access));
		await expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant');
	});

	test('a client’s revocation of its access token ends that token at once', async () => {
		const { journey, access } = await walk.connect(ann.browser);
		await expectTaken(read(fixture, access));
		await oauth.processRevocationResponse(
			await oauth.revocationRequest(walk.as, journey.client, oauth.None(), access, walk.http),
		);
		await expectUnauthorized(read(fixture, access));
	});
});

describe('RFC 7009 2.1 and RFC 7662 2.2 only a client’s own tokens', () => {
	test.each(['access', 'refresh'] as const)(
		'a client can neither inspect nor revoke the %s token of another client',
		async (kind) => {
			const tokens = await walk.connect(ann.browser);
			const token = tokens[kind];
			const rival = { client_id: 'rival' };
			const shown = await oauth.introspectionRequest(walk.as, rival, oauth.None(), token, walk.http);
			expect(await shown.json()).toEqual({ active: false });
			const ended = await oauth.revocationRequest(walk.as, rival, oauth.None(), token, walk.http);
			expect([ended.status, await ended.text()]).toEqual([200, '']);
			await expectTaken(read(fixture, tokens.access));
			const own = await oauth.introspectionRequest(
				walk.as,
				tokens.journey.client,
				oauth.None(),
				token,
				walk.http,
			);
			expect(await own.json()).toMatchObject({ active: true, client_id: 'notebook' });
			await tokensOf(await walk.refresh(tokens.journey, tokens.refresh));
		},
	);

	test('a client can neither inspect nor revoke a user’s copied token', async () => {
		const { token } = await copyToken(ann);
		const shown = await oauth.introspectionRequest(
			walk.as,
			{ client_id: 'notebook' },
			oauth.None(),
			token,
			walk.http,
		);
		expect(await shown.json()).toEqual({ active: false });
		await oauth.revocationRequest(walk.as, { client_id: 'notebook' }, oauth.None(), token, walk.http);
		await expectTaken(read(fixture, token));
	});

	test('a request without a client id is refused', async () => {
		const { access } = await walk.connect(ann.browser);
		for (const path of ['/oauth/introspect', '/oauth/revoke']) {
			const answer = await fixture.fetch(`${fixture.url}${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: `token=${access}`,
			});
			await expectOAuthError(answer, 400, 'invalid_request');
		}
		await expectTaken(read(fixture, access));
	});
});
