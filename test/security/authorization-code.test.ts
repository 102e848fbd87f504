/**
 * Tests that an authorization code is valid for one client, one redirect URI, one verifier, one use and one minute.
 */
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATIONS, type Fixture, openFixture } from './fixture.ts';
import { type Journey, type OAuthWalk, oauthWalk, tokensOf } from './oauth-walk.ts';
import { logIn, type Person } from './people.ts';
import { expectOAuthError, expectTaken, expectUnauthorized, givesNothing, read } from './refusals.ts';

let fixture: Fixture;
let walk: OAuthWalk;
let ann: Person;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
	ann = await logIn(fixture, 'ann');
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function begun(): Promise<{ readonly journey: Journey; readonly back: URL; readonly code: string }> {
	const journey = await walk.begin('notebook');
	const back = await walk.consent(ann.browser, journey);
	return { journey, back, code: back.searchParams.get('code') ?? '' };
}

/** Sends a token request as any client could. */
function redeemRaw(fields: Readonly<Record<string, string | undefined>>): Promise<Response> {
	const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
	return fixture.fetch(walk.as.token_endpoint ?? '', {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams([['grant_type', 'authorization_code'], ...given]).toString(),
	});
}

describe('RFC 7636 4.6 wrong code verifier', () => {
	test.each([
		['another verifier', () => oauth.generateRandomCodeVerifier(), 'invalid_grant'],
		['the challenge itself', (challenge: string) => challenge, 'invalid_grant'],
		['too short', () => 'short', 'invalid_request'],
		['none', () => undefined, 'invalid_grant'],
		['empty', () => '', 'invalid_grant'],
	])('%s', async (_what, verifierOf, error) => {
		const { journey, back, code } = await begun();
		const challenge = await oauth.calculatePKCECodeChallenge(journey.verifier);
		await givesNothing(fixture, async () =>
			expectOAuthError(
				redeemRaw({
					client_id: 'notebook',
					redirect_uri: journey.redirectUri,
					code,
					code_verifier: verifierOf(challenge),
				}),
				400,
				error,
			),
		);
		// A wrong guess must not invalidate the code for its own client.
		await tokensOf(await walk.redeem(journey, back));
	});
});

describe('RFC 6749 4.1.3 a code of another client', () => {
	test.each(['rival', 'terminal', 'carrywire-cli'])('is refused to %s', async (clientId) => {
		const { journey, back, code } = await begun();
		await givesNothing(fixture, async () =>
			expectOAuthError(
				redeemRaw({
					client_id: clientId,
					redirect_uri: journey.redirectUri,
					code,
					code_verifier: journey.verifier,
				}),
				400,
				clientId === 'carrywire-cli' ? 'invalid_request' : 'invalid_grant',
			),
		);
		await tokensOf(await walk.redeem(journey, back));
	});

	test('is refused without a client and to an unknown client', async () => {
		const { journey, code } = await begun();
		const rest = { redirect_uri: journey.redirectUri, code, code_verifier: journey.verifier };
		await givesNothing(fixture, async () => {
			await expectOAuthError(redeemRaw(rest), 400, 'invalid_request');
			await expectOAuthError(redeemRaw({ ...rest, client_id: 'stranger' }), 401, 'invalid_client');
		});
	});
});

describe('RFC 9700 2.1.1 and RFC 6749 4.1.2 code replay', () => {
	test('is refused, and revokes the tokens of the first use', async () => {
		const { journey, back } = await begun();
		const { access, refresh } = await tokensOf(await walk.redeem(journey, back));
		await expectTaken(read(fixture, access));
		const before = fixture.given();
		await expectOAuthError(walk.redeem(journey, back), 400, 'invalid_grant');
		expect(fixture.given()).toBeLessThan(before);
		await expectUnauthorized(read(fixture, access));
		await givesNothing(fixture, async () => {
			await expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant');
		});
	});

	test('revokes refreshed tokens too', async () => {
		const { journey, back } = await begun();
		const first = await tokensOf(await walk.redeem(journey, back));
		const second = await tokensOf(await walk.refresh(journey, first.refresh));
		await expectTaken(read(fixture, second.access));
		await expectOAuthError(walk.redeem(journey, back), 400, 'invalid_grant');
		await expectUnauthorized(read(fixture, first.access));
		await expectUnauthorized(read(fixture, second.access));
		await expectOAuthError(walk.refresh(journey, second.refresh), 400, 'invalid_grant');
	});

	test('leaves the same user’s tokens at another application valid', async () => {
		const other = await walk.connect(ann.browser, 'rival');
		const { journey, back } = await begun();
		await tokensOf(await walk.redeem(journey, back));
		await expectOAuthError(walk.redeem(journey, back), 400, 'invalid_grant');
		await expectTaken(read(fixture, other.access));
	});

	test('is recorded in the user’s audit trail', async () => {
		const reuses = async () => {
			await fixture.settled();
			const entries = await fixture.access.audit.list({ userId: ann.userId, limit: 1_000 });
			return entries.filter(({ action }) => action === 'application.token_reused');
		};
		const before = await reuses();
		const { journey, back } = await begun();
		await tokensOf(await walk.redeem(journey, back));
		await expectOAuthError(walk.redeem(journey, back), 400, 'invalid_grant');
		const [newest, ...older] = await reuses();
		expect(older).toEqual(before);
		expect(newest).toMatchObject({ actor: 'application', actorId: 'notebook', address: '127.0.0.1' });
	});
});

describe('RFC 9700 4.2.4 parallel use of one code', () => {
	test.each([2, 8])('answers at most one of %i parallel uses, and revokes its tokens', async (uses) => {
		const { journey, back } = await begun();
		const answers = await Promise.all(Array.from({ length: uses }, () => walk.redeem(journey, back)));
		const given = answers.filter(({ status }) => status === 200);
		expect(given.length).toBeLessThanOrEqual(1);
		for (const refused of answers.filter((answer) => !given.includes(answer)))
			await expectOAuthError(refused, 400, 'invalid_grant');
		for (const answer of given) {
			const { access, refresh } = await tokensOf(answer);
			await expectUnauthorized(read(fixture, access));
			await expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant');
		}
	});
});

describe('RFC 6749 4.1.2 an expired code', () => {
	test('is accepted within its minute and refused afterwards', async () => {
		const late = await begun();
		fixture.passTime(61_000);
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.redeem(late.journey, late.back), 400, 'invalid_grant'),
		);
		const inTime = await begun();
		fixture.passTime(58_000);
		await tokensOf(await walk.redeem(inTime.journey, inTime.back));
	});
});

test('RFC 6749 10.10 refuses a code that was never issued', async () => {
	await givesNothing(fixture, async () => {
		for (const code of ['x', 'a'.repeat(43), '../../x', '__proto__', 'a'.repeat(5_000)])
			await expectOAuthError(
				redeemRaw({
					client_id: 'notebook',
					redirect_uri: APPLICATIONS.notebook.redirectUris[0],
					code,
					code_verifier: oauth.generateRandomCodeVerifier(),
				}),
				400,
				'invalid_grant',
			);
	});
});
