/**
 * Tests which authorization requests from applications are valid, and which redirect URIs may receive the response.
 */
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../support/form-browser.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, tokensOf } from './oauth-walk.ts';
import { logIn, type Person } from './people.ts';
import { expectOAuthError, expectTaken, givesNothing, read } from './refusals.ts';

let fixture: Fixture;
let walk: OAuthWalk;
let ann: Person;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
	ann = await logIn(fixture, 'ann');
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Expects an error page without a redirect, because the server sends nothing to an unverified redirect URI. */
function expectStays(page: Page, error: string): void {
	expect({ status: page.status, leftFor: page.leftFor }).toEqual({ status: 400, leftFor: undefined });
	expect(page.text).toContain(`<small>${error}</small>`);
}

/**
 * Expects a redirect to the application with the error, the application's state and our issuer, and without a code.
 */
function expectSentBack({ leftFor }: Page, error: string, state: string): void {
	const { error_description: _words, ...rest } = Object.fromEntries(leftFor?.searchParams ?? []);
	expect(leftFor?.origin).toBe('https://notebook.example');
	expect(rest).toEqual({ error, state, iss: fixture.publicUrl });
}

test('RFC 6749 4.1 accepts a valid request, the control case for each refusal below', async () => {
	const { access, refresh, scope } = await walk.connect(ann.browser);
	expect(scope).toBe('arb:read arb:trade');
	expect(refresh).not.toBe('');
	await expectTaken(read(fixture, access));
});

describe('RFC 9700 2.1 redirect URI mismatch', () => {
	const REGISTERED = 'https://notebook.example/back';

	test.each([
		['longer path', `${REGISTERED}/below`],
		['path with a suffix', 'https://notebook.example/backs'],
		['path with dot segments', `${REGISTERED}/../back2`],
		['path encoded', 'https://notebook.example/%62ack'],
		['case of the path', 'https://notebook.example/Back'],
		['slash at the end', `${REGISTERED}/`],
		['query', `${REGISTERED}?next=1`],
		['empty query', `${REGISTERED}?`],
		['extra parameter', `${REGISTERED}&client_id=notebook`],
		['fragment', `${REGISTERED}#code`],
		['host', 'https://evil.example/back'],
		['subdomain', 'https://a.notebook.example/back'],
		['our host as a prefix', 'https://notebook.example.evil.example/back'],
		['host before an at sign', 'https://notebook.example@evil.example/back'],
		['user name before the host', 'https://user@notebook.example/back'],
		['host with a backslash', 'https://evil.example\\.notebook.example/back'],
		['port', 'https://notebook.example:8443/back'],
		['explicit default port', 'https://notebook.example:443/back'],
		['scheme', 'http://notebook.example/back'],
		['script scheme', 'javascript:alert(1)//notebook.example/back'],
		['data', 'data:text/html,x'],
		['loopback', 'http://127.0.0.1/back'],
		['of another application', 'https://rival.example/back'],
		['relative', '/back'],
		['surrounding spaces', ` ${REGISTERED}`],
		['line break', `${REGISTERED}\n`],
		['empty', ''],
	])('%s', async (_what, redirectUri) => {
		const { path } = await walk.begin('notebook', { redirect_uri: redirectUri });
		const page = await givesNothing(fixture, () => ann.browser.open(path));
		expectStays(page, redirectUri === '' ? 'invalid_request' : 'invalid_redirect_uri');
	});

	test('absent', async () => {
		const { path } = await walk.begin('notebook', { redirect_uri: null });
		expectStays(await givesNothing(fixture, () => ann.browser.open(path)), 'invalid_request');
	});

	test('is refused when given twice', async () => {
		const { path } = await walk.begin('notebook');
		const twice = `${path}&redirect_uri=${encodeURIComponent('https://evil.example/back')}`;
		expectStays(await givesNothing(fixture, () => ann.browser.open(twice)), 'invalid_request');
	});

	test('is refused in a pushed request (RFC 9126)', async () => {
		const { path, client } = await walk.begin('notebook', { redirect_uri: 'https://evil.example/back' });
		const asked = new URL(path, fixture.url).searchParams;
		const answer = await givesNothing(fixture, () =>
			oauth.pushedAuthorizationRequest(walk.as, client, oauth.None(), asked, walk.http),
		);
		await expectOAuthError(answer, 400, 'invalid_request');
	});

	test('is refused at the token endpoint for another address of the same application', async () => {
		const journey = await walk.begin('notebook');
		const back = await walk.consent(ann.browser, journey);
		const elsewhere = { ...journey, redirectUri: 'https://notebook.example/back/again' };
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.redeem(elsewhere, back), 400, 'invalid_grant'),
		);
		// The wrong request must not use up the code. The code still works with the right redirect URI.
		await tokensOf(await walk.redeem(journey, back));
	});
});

describe('RFC 8252 7.3 loopback redirect of a native application', () => {
	test('accepts any port and requires the rest to match exactly', async () => {
		const { access } = await walk.connect(ann.browser, 'terminal', {
			redirect_uri: 'http://127.0.0.1:53682/back',
		});
		await expectTaken(read(fixture, access));
	});

	test.each([
		['localhost as the host', 'http://localhost:53682/back'],
		['loopback address', 'http://127.0.0.2:53682/back'],
		['path', 'http://127.0.0.1:53682/other'],
		['scheme', 'https://127.0.0.1:53682/back'],
		['our host as a prefix', 'http://127.0.0.1.evil.example:53682/back'],
	])('refuses a different redirect URI: %s', async (_what, redirectUri) => {
		const { path } = await walk.begin('terminal', { redirect_uri: redirectUri });
		expectStays(await givesNothing(fixture, () => ann.browser.open(path)), 'invalid_redirect_uri');
	});
});

describe('RFC 7636 4.4.1 and RFC 9700 2.1.1 PKCE', () => {
	test.each([
		['explicit method plain', { code_challenge_method: 'plain' }],
		['no method, which means plain', { code_challenge_method: null }],
		['a missing challenge', { code_challenge: null, code_challenge_method: null }],
		['a method without a challenge', { code_challenge: null }],
		['an empty challenge', { code_challenge: '' }],
		['a challenge that is too short', { code_challenge: 'short' }],
		['a non-standard method', { code_challenge_method: 'S512' }],
	])('%s is refused', async (_what, change) => {
		const { path, state } = await walk.begin('notebook', change);
		const page = await givesNothing(fixture, () => ann.browser.open(path));
		expectSentBack(page, 'invalid_request', state);
	});

	test('the metadata offers only S256', () => {
		expect(walk.as.code_challenge_methods_supported).toEqual(['S256']);
	});
});

describe('RFC 6749 3.1.1 and RFC 9700 2.1.2 response types', () => {
	test.each(['token', 'id_token', 'code token', 'code id_token', 'code id_token token', 'none'])(
		'%s is refused',
		async (type) => {
			const { path, state } = await walk.begin('notebook', { response_type: type });
			const page = await givesNothing(fixture, () => ann.browser.open(path));
			const { hash } = page.leftFor ?? { hash: '' };
			const said = new URLSearchParams(hash === '' ? page.leftFor?.search : hash.slice(1));
			expect(said.get('state')).toBe(state);
			expect(said.get('error')).toBe('unsupported_response_type');
			expect([said.get('access_token'), said.get('id_token'), said.get('code')]).toEqual([null, null, null]);
		},
	);

	test.each(['password', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])(
		'the grant %s is refused',
		async (grant) => {
			const answer = givesNothing(fixture, () =>
				oauth.genericTokenEndpointRequest(
					walk.as,
					{ client_id: 'notebook' },
					oauth.None(),
					grant,
					{ username: 'ann', password: 'x', assertion: 'x' },
					walk.http,
				),
			);
			await expectOAuthError(answer, 400, 'unsupported_grant_type');
		},
	);
});

describe('RFC 9207 2.4 mix-up: iss in the authorization response', () => {
	test('the metadata announces iss, and a client stops at another issuer', async () => {
		expect(walk.as.authorization_response_iss_parameter_supported).toBe(true);
		const journey = await walk.begin('notebook');
		const back = await walk.consent(ann.browser, journey);
		expect(back.searchParams.get('iss')).toBe(fixture.publicUrl);
		for (const iss of ['https://evil.example', '', undefined]) {
			const mixed = new URL(back);
			if (iss === undefined) mixed.searchParams.delete('iss');
			else mixed.searchParams.set('iss', iss);
			await expect(walk.redeem(journey, mixed)).rejects.toThrow(/iss/);
		}
	});

	test('errors carry iss too', async () => {
		const { path, state } = await walk.begin('notebook', { prompt: 'none', scope: 'exchange:connect' });
		const page = await fixture.browser().open(path);
		expectSentBack(page, 'login_required', state);
	});
});

describe('RFC 8707 2 a resource that is not ours', () => {
	const FOREIGN = 'https://other.example/jsonrpc/';

	test.each([
		['elsewhere', () => FOREIGN],
		['without the trailing slash', () => fixture.resource.slice(0, -1)],
		['with a fragment', () => `${fixture.resource}#part`],
		['with a query', () => `${fixture.resource}?query=1`],
		['the service itself', () => fixture.publicUrl],
	])('%s is refused in the authorization request', async (_what, resource) => {
		const { path, state } = await walk.begin('notebook', { resource: resource() });
		expectSentBack(await givesNothing(fixture, () => ann.browser.open(path)), 'invalid_target', state);
	});

	test('is refused at the token endpoint for a code and a refresh token', async () => {
		const journey = await walk.begin('notebook', { resource: fixture.resource });
		const back = await walk.consent(ann.browser, journey);
		const answer = oauth.validateAuthResponse(walk.as, journey.client, back, journey.state);
		const { refresh } = await walk.connect(ann.browser);
		await expectOAuthError(
			oauth.authorizationCodeGrantRequest(
				walk.as,
				journey.client,
				oauth.None(),
				answer,
				journey.redirectUri,
				journey.verifier,
				{ ...walk.http, additionalParameters: { resource: FOREIGN } },
			),
			400,
			'invalid_target',
		);
		await expectOAuthError(walk.refresh(journey, refresh, { resource: FOREIGN }), 400, 'invalid_target');
	});
});

describe('RFC 9101 and OpenID Connect Core 6 request objects', () => {
	test.each([
		['by value', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
		['by address', { request_uri: 'http://127.0.0.1:1/request' }, 'request_uri_not_supported'],
		[
			'by a request URI that was never pushed',
			{ request_uri: 'urn:ietf:params:oauth:request_uri:x' },
			'invalid_request_uri',
		],
	])('%s are refused', async (_what, change, error) => {
		const { path } = await walk.begin('notebook', change);
		const page = await givesNothing(fixture, () => ann.browser.open(path));
		const said =
			page.leftFor?.searchParams.get('error') ?? /<small>([^<]+)<\/small><\/p>/.exec(page.text)?.[1];
		expect(said).toBe(error);
	});
});

test('RFC 9700 4.11.2 does not redirect for an unknown application', async () => {
	for (const clientId of ['stranger', 'agent_000000000000000000000000', '', '__proto__']) {
		const { path } = await walk.begin('notebook', { client_id: clientId });
		const page = await givesNothing(fixture, () => ann.browser.open(path));
		expect({ status: page.status, leftFor: page.leftFor }).toEqual({ status: 400, leftFor: undefined });
	}
});
