/**
 * Tests the OAuth pages of the two simulated exchanges that have OAuth, through the real server, as a browser without
 * scripts sees them.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDecimal } from '../src/domain/decimal.ts';
import { type FormBrowser, formBrowser, type Page } from '../test/support/form-browser.ts';
import { createBybitFrontEnd } from './bybit/front-end.ts';
import { CLIENT, openVenue, PASSWORD, type VenueFixture } from './core/venue-fixture.ts';
import { createKucoinFrontEnd } from './kucoin/front-end.ts';

const EXCHANGES = [
	{
		name: 'bybit',
		path: '/en/oauth',
		scope: 'openapi',
		keysPath: '/app/user/api-management',
		open: () => openVenue('bybit', createBybitFrontEnd),
	},
	{
		name: 'kucoin',
		path: '/oauth',
		scope: 'OAUTH_CREATE_API',
		keysPath: '/account/api',
		open: () => openVenue('kucoin', createKucoinFrontEnd),
	},
] as const;

const BACK = CLIENT.redirectUris[0];
const MINUTE = 60_000;

describe.each(EXCHANGES)('the pages of $name', ({ path, scope, keysPath, open }) => {
	let venue: VenueFixture;
	let browser: FormBrowser;
	beforeEach(async () => {
		venue = await open();
		browser = formBrowser(venue.origin);
	});
	afterEach(() => venue.close());

	const ASKED = {
		client_id: CLIENT.clientId,
		response_type: 'code',
		redirect_uri: BACK,
		scope,
		state: 'state-1',
	};

	function address(changes: Readonly<Record<string, string | undefined>> = {}): string {
		const query = Object.entries({ ...ASKED, ...changes }).filter(([, value]) => value !== undefined);
		return `${path}?${new URLSearchParams(query as [string, string][])}`;
	}

	async function logIn(name = 'ann', password = PASSWORD): Promise<Page> {
		await browser.open(address());
		return browser.press('enter', { name, password });
	}

	describe('consent', () => {
		it('shows the application, its scopes and the account, and returns a code and the state', async () => {
			const asked = await logIn();
			expect(asked.status).toBe(200);
			for (const part of ['Test &amp; &lt;b&gt;Sons&lt;/b&gt;', '<b>ann</b>', scope, 'withdraw']) {
				expect(asked.text).toContain(part);
			}
			expect(asked.text).not.toContain('<b>Sons');
			const { leftFor, status } = await browser.press('allow');
			expect(status).toBe(303);
			expect(`${leftFor?.origin}${leftFor?.pathname}`).toBe(BACK);
			expect(leftFor?.searchParams.get('state')).toBe('state-1');
			expect(leftFor?.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
		});

		it('asks for consent every time, with one login', async () => {
			await logIn();
			const first = await browser.press('allow');
			expect((await browser.open(address())).text).toContain('value="allow"');
			const second = await browser.press('allow');
			expect(second.leftFor?.searchParams.get('code')).not.toBe(first.leftFor?.searchParams.get('code'));
		});

		it('keeps the query of a registered address', async () => {
			await browser.open(address({ redirect_uri: CLIENT.redirectUris[1] }));
			const { leftFor } = await browser.press('refuse');
			expect(leftFor?.searchParams.get('kept')).toBe('1');
			expect(leftFor?.searchParams.get('error')).toBe('access_denied');
		});

		it.each(['before a login', 'after it'])(
			'answers a refusal %s with access_denied and no code',
			async (when) => {
				if (when === 'after it') await logIn();
				else await browser.open(address());
				const { leftFor } = await browser.press('refuse');
				expect(leftFor?.href).toBe(`${BACK}?error=access_denied&state=state-1`);
			},
		);
	});

	describe('an invalid request', () => {
		it.each([
			['another application', { client_id: 'app-2' }, 'not registered'],
			['no application', { client_id: undefined }, 'not registered'],
			['another redirect URI', { redirect_uri: 'http://127.0.0.1:45999/evil' }, 'has not registered'],
			['a registered URI with an added path', { redirect_uri: `${BACK}/x` }, 'has not registered'],
			['a registered URI with a query', { redirect_uri: `${BACK}?a=1` }, 'has not registered'],
			['no redirect URI', { redirect_uri: undefined }, 'has not registered'],
			['an overlong state', { state: 'x'.repeat(513) }, 'limit 512'],
		])('shows a page for %s and does not redirect', async (_name, changes, sentence) => {
			const page = await browser.open(address(changes));
			expect(page.status).toBe(400);
			expect(page.leftFor).toBeUndefined();
			expect(page.text).toContain(sentence);
		});

		it('shows a page for a repeated parameter', async () => {
			const page = await browser.open(`${address()}&redirect_uri=${encodeURIComponent('http://evil.test/')}`);
			expect([page.status, page.leftFor]).toEqual([400, undefined]);
		});

		it.each([
			['another scope', { scope: 'everything' }, 'invalid_scope'],
			['no scope', { scope: undefined }, 'invalid_scope'],
			['another response type', { response_type: 'token' }, 'unsupported_response_type'],
			['a plain challenge', { code_challenge: 'a'.repeat(43) }, 'invalid_request'],
			['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
		])('reports %s to the application', async (_name, changes, error) => {
			const { leftFor } = await browser.open(address(changes));
			expect(leftFor?.href).toBe(`${BACK}?error=${error}&state=state-1`);
		});

		it('reports a missing state to the application', async () => {
			const { leftFor } = await browser.open(address({ state: undefined }));
			expect(leftFor?.href).toBe(`${BACK}?error=invalid_request`);
		});
	});

	describe('logging in', () => {
		it.each([
			['a wrong password', 'ann', 'another password'],
			['an unknown name', 'nobody', PASSWORD],
			['no password', 'ann', ''],
		])('refuses %s with the same sentence', async (_name, name, password) => {
			const page = await logIn(name, password);
			expect(page.status).toBe(401);
			expect(page.text).toContain('The name or the password is wrong.');
		});

		it('refuses logins to an account without a password', async () => {
			venue.exchange.accounts.ensure({ name: 'bare' });
			expect((await logIn('bare', '')).status).toBe(401);
		});

		it('is blocked for a minute after five wrong tries', async () => {
			for (let tries = 0; tries < 5; tries += 1) {
				expect((await logIn('ann', `wrong password ${tries}`)).status).toBe(401);
			}
			expect((await logIn()).status).toBe(429);
			const other = await logIn('nobody');
			expect(other.status).toBe(401);
			venue.pass(MINUTE);
			expect((await logIn()).text).toContain('value="allow"');
		});

		it('replaces the session, so that a planted session gives no access', async () => {
			await browser.open(address());
			const planted = browser.cookies();
			await browser.press('enter', { name: 'ann', password: PASSWORD });
			expect(browser.cookies()).not.toBe(planted);
			const response = await fetch(`${venue.origin}${address()}`, { headers: { cookie: planted } });
			expect(await response.text()).toContain('value="enter"');
		});

		it('ends the former session on a second login or another account', async () => {
			const opens = async (cookie: string): Promise<boolean> => {
				const response = await fetch(`${venue.origin}${address()}`, { headers: { cookie } });
				return (await response.text()).includes('value="allow"');
			};
			const page = await logIn();
			const first = browser.cookies();
			const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
			await browser.post({ token, action: 'enter', name: 'ann', password: PASSWORD });
			const second = browser.cookies();
			expect([await opens(first), await opens(second)]).toEqual([false, true]);
			await browser.press('leave');
			expect(await opens(second)).toBe(false);
		});

		it('ends with another account, and after half an hour', async () => {
			await logIn();
			expect((await browser.press('leave')).text).toContain('value="enter"');
			await logIn();
			venue.pass(30 * MINUTE);
			expect((await browser.open(address())).text).toContain('value="enter"');
		});

		it('survives a kill and a restart, and so does the password', async () => {
			await logIn();
			venue = await venue.restart();
			expect((await browser.press('allow')).leftFor?.searchParams.has('code')).toBe(true);
			browser = formBrowser(venue.origin);
			expect((await logIn()).text).toContain('value="allow"');
		});
	});

	describe('opening an account', () => {
		const opened = async (name: string, password: string): Promise<Page> => {
			await browser.open(address());
			return browser.press('open', { name, password });
		};

		it('gives 10,000 USDT, no key, and logs in', async () => {
			expect((await opened('bob', PASSWORD)).text).toContain('<b>bob</b>');
			const { id } = venue.exchange.accounts.named('bob');
			expect(venue.exchange.balance(id).walletBalance).toBe(parseDecimal('10000'));
			expect(venue.exchange.keys.ofAccount(id)).toEqual([]);
		});

		it.each([
			['a name already taken', 'ann', PASSWORD, 'taken'],
			['a name with invalid characters', '<script>', PASSWORD, 'letters, digits'],
			['a short password', 'bob', 'seven c', 'limit|8 to 128'],
		])('%s is refused', async (_name, name, password, sentence) => {
			const before = venue.exchange.accounts.list().length;
			const page = await opened(name, password);
			expect(page.status).toBe(400);
			expect(page.text).toMatch(new RegExp(sentence));
			expect(page.text).not.toContain('<script>');
			expect(venue.exchange.accounts.list()).toHaveLength(before);
		});
	});

	describe('forms of other sites', () => {
		it.each([
			['without a token', {}],
			['with another token', { token: 'x'.repeat(43) }],
		])('get no code %s', async (_name, fields) => {
			await logIn();
			const page = await browser.post({ action: 'allow', ...fields });
			expect([page.status, page.leftFor]).toEqual([403, undefined]);
		});

		it('get no code with a token of another session', async () => {
			await browser.open(address());
			const stale = /name="token" value="([^"]+)"/.exec((await browser.open(address())).text)?.[1] ?? '';
			await logIn();
			expect((await browser.post({ action: 'allow', token: stale })).status).toBe(403);
		});

		it('get no code as JSON', async () => {
			await logIn();
			const headers = { 'content-type': 'application/json' };
			expect((await browser.post({ action: 'allow' }, headers)).status).toBe(403);
		});
	});

	it('have headers that forbid scripts, frames and caches', async () => {
		const { headers, text } = await browser.open(address());
		const policy = headers.get('content-security-policy') ?? '';
		for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
			expect(policy).toContain(part);
		}
		expect(policy).toContain(`form-action 'self' ${new URL(BACK).origin};`);
		expect(policy).not.toContain('unsafe');
		expect(headers.get('x-frame-options')).toBe('DENY');
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/);
		expect(text).not.toMatch(/<script|https?:\/\/(?!127)|\son\w+=/);
		expect(text).toContain('no real money');
	});

	describe('the page with API keys', () => {
		it('shows the keys of the account and revokes one', async () => {
			const other = venue.exchange.accounts.ensure({ name: 'bob' }).key;
			const [own] = venue.exchange.keys.ofAccount(venue.exchange.accounts.named('ann').id);
			await browser.open(keysPath);
			const page = await browser.press('enter', { name: 'ann', password: PASSWORD });
			expect(page.text).toContain(own?.key);
			expect(page.text).toContain('Main wallet 0 USDT');
			expect(page.text).not.toContain(own?.secret);
			expect(page.text).not.toContain(other.key);
			expect((await browser.press('revoke', { key: other.key })).status).toBe(400);
			await browser.open(keysPath);
			expect((await browser.press('revoke')).text).toContain('revoked');
			expect(venue.exchange.apiKey(own?.key ?? '')?.revokedAt).toBe(venue.now());
			expect(venue.exchange.apiKey(other.key)?.revokedAt).toBeUndefined();
		});
	});
});
