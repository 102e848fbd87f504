/** Tests the dashboard shell and the tokens for its pages. */

import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { ORIGIN as BROWSER_ORIGIN, ORIGIN_HEADERS } from '../../../test/support/origin-key.ts';
import { elementsOf, readHtml, textOf } from '../../../test/support/read-html.ts';
import { passkeysOver } from '../../../test/support/test-passkeys.ts';
import { createAttempts } from '../../api/http/attempts.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { systemRandom } from '../../runtime/random.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { createAuditTrail } from '../../store/audit.ts';
import { createIdentityStore } from '../../store/identities.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../store/tokens.ts';
import { createWebSessionStore } from '../../store/web-sessions.ts';
import { createGuestLogin } from '../guest-login.ts';
import { SCOPES } from '../scopes.ts';
import { createTokenAuthority, LOGIN_TOKENS_MAX, type TokenAuthority } from '../tokens.ts';
import { createUserDirectory } from '../users.ts';
import { accountPages } from './account-pages.ts';
import { createAuditNotes } from './audit-notes.ts';
import { type BrowserSessions, createBrowserSessions } from './browser-sessions.ts';
import type { DashboardEntries } from './dashboard-files.ts';
import { BROWSER_TOKEN_MS, dashboardPages } from './dashboard-pages.ts';
import { loginPages } from './login-pages.ts';
import { addPages } from './page-routes.ts';
import { passkeyMakingPages } from './passkey-pages.ts';
import { reportPages } from './report-pages.ts';

const START = 1_795_161_600_000;
const ORIGIN = 'http://127.0.0.1:8080';
const BUILT = {
	en: { script: '/dashboard/en/main-1.js', styles: ['/dashboard/en/main-2.css'] },
	es: { script: '/dashboard/es/main-1.js', styles: ['/dashboard/es/main-2.css'] },
};
const PATHS = [
	['/', '/'],
	['/opportunities/opp_1', '/'],
	['/opportunities/opp_1/execute', '/'],
	['/funding', '/funding'],
	['/portfolio', '/portfolio'],
	['/executions/exec_1', '/portfolio'],
	['/plan', '/plan'],
	['/autopilot?pot=pot_1', '/autopilot'],
	['/what-if', '/plan'],
	['/backtest?replay=replay_1', '/backtest'],
	['/status', '/status'],
] as const;
const databases = databasePerTest();
let clock: VirtualClock;
let sessions: BrowserSessions;
let tokens: TokenAuthority;
let audit: AuditTrail;
let app: FastifyInstance;

async function start(dashboard: DashboardEntries | undefined): Promise<void> {
	await app?.close();
	const common = { clock, random: systemRandom, logger: SILENT_LOGGER };
	const users = createUserDirectory({
		...common,
		store: createIdentityStore(createSqliteDatabase(databases.now())),
		admitted: [],
	});
	const notes = createAuditNotes({ audit, clock, logger: SILENT_LOGGER });
	const sessionStore = createWebSessionStore(createSqliteDatabase(databases.now()));
	const passkeys = passkeysOver(databases.now(), clock, () => undefined);
	app = fastify();
	addPages(app, {
		...common,
		pages: [
			...dashboardPages({ tokens, notes }),
			...reportPages({ replays: { report: async (user, id) => `<!doctype html>${user} ${id}` } }),
			...accountPages({ tokens, sessions, sessionStore, notes }),
			...passkeyMakingPages({ passkeys, users, notes, passkeysAt: () => undefined }),
			...loginPages({
				methods: { wallets: [], openIds: [], jwts: [], guest: createGuestLogin({ random: systemRandom }) },
				users,
				passkeys,
				passkeysAt: () => undefined,
				sessions,
				tokens,
				attempts: createAttempts(clock),
				notes,
				baseUrl: () => ORIGIN,
				clock,
				logger: SILENT_LOGGER,
			}),
		],
		sessions,
		userName: async (userId) => (await users.find(userId))?.name,
		baseUrl: () => ORIGIN,
		tradingMode: 'simulated',
		isRehearsal: false,
		dashboard,
		isOwnName: true,
		rateLimit: { perSecond: 1, burst: 1_000 },
	});
	await app.ready();
}

beforeEach(async () => {
	clock = createVirtualClock(START);
	const store = createTokenStore(createSqliteDatabase(databases.now()));
	for (const name of ['ann', 'bob']) await store.ensureUser({ userId: `user_${name}`, name, createdAt: 1 });
	audit = createAuditTrail(createSqliteDatabase(databases.now(), systemTurnEnd));
	tokens = createTokenAuthority({ store, clock, random: systemRandom, logger: SILENT_LOGGER });
	sessions = createBrowserSessions({
		store: createWebSessionStore(createSqliteDatabase(databases.now())),
		clock,
		random: systemRandom,
		key: Buffer.alloc(32, 7),
		isHttps: () => false,
	});
	await start(BUILT);
});
afterEach(() => app.close());

const cookieOf = (set: readonly string[]) => set.map((cookie) => cookie.split(';')[0]).join('; ');
const logIn = async (who = 'ann') =>
	cookieOf(await sessions.logIn({ cookies: undefined, origin: BROWSER_ORIGIN }, `user_${who}`));
const get = (url: string, cookie = '') =>
	app.inject({
		url,
		headers: { host: '127.0.0.1:8080', ...ORIGIN_HEADERS, ...(cookie === '' ? {} : { cookie }) },
	});

async function post(
	url: string,
	cookie: string,
	fields: Readonly<Record<string, string>>,
	headers: Readonly<Record<string, string>> = {},
) {
	const { csrf } = await sessions.find({ cookies: cookie, origin: BROWSER_ORIGIN });
	return app.inject({
		method: 'POST',
		url,
		headers: {
			host: '127.0.0.1:8080',
			origin: ORIGIN,
			cookie,
			'content-type': 'application/x-www-form-urlencoded',
			...headers,
		},
		payload: new URLSearchParams({ csrf, ...fields }).toString(),
	});
}

const askToken = (cookie: string, access = 'read', headers = {}) =>
	post('/dashboard/token', cookie, { access }, headers);
const tokenOf = async (cookie: string, access = 'read') =>
	(await askToken(cookie, access)).json<{ readonly token: string }>().token;
const isTaken = async (token: string) => (await tokens.verify(token)) !== undefined;

describe('the report of a backtest', () => {
	const REPORT = '/backtest/replay_1/report';

	test('has an origin of its own and loads nothing', async () => {
		const { statusCode, headers, payload } = await get(REPORT, await logIn());
		expect([statusCode, payload]).toEqual([200, '<!doctype html>user_ann replay_1']);
		expect(headers['content-security-policy']).toBe(
			"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts",
		);
		expect([headers['cache-control'], headers['cross-origin-opener-policy']]).toEqual([
			'no-store',
			'same-origin',
		]);
	});

	test('needs a login; a token does not open it', async () => {
		const token = await tokenOf(await logIn(), 'replay');
		const headers = { host: '127.0.0.1:8080', ...ORIGIN_HEADERS, authorization: `Bearer ${token}` };
		const { statusCode, headers: answered } = await app.inject({ url: REPORT, headers });
		expect([statusCode, answered.location]).toEqual([303, `/login?return_to=${encodeURIComponent(REPORT)}`]);
	});
});

describe('the shell', () => {
	test.each(PATHS)('%s answers visitors and users, in its part of the navigation', async (path, nav) => {
		for (const cookie of ['', await logIn()]) {
			const answer = await get(path, cookie);
			expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
			const page = readHtml(answer.payload);
			expect(elementsOf(page, 'script').map(({ attributes }) => attributes.src)).toEqual([BUILT.en.script]);
			expect(elementsOf(page, 'div').some(({ attributes }) => attributes.id === 'app')).toBe(true);
			const here = elementsOf(page, 'a').filter(({ attributes }) => attributes['aria-current'] === 'page');
			expect(here.map(({ attributes }) => attributes.href)).toEqual([nav]);
			expect(textOf(elementsOf(page, 'header')).includes('ann')).toBe(cookie !== '');
		}
	});

	test('allows only its own script, calls to this service, and no markup from text', async () => {
		const { headers } = await get('/');
		expect(headers['content-security-policy']).toBe(
			"default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; script-src 'self'; connect-src 'self' ws://127.0.0.1:8080; require-trusted-types-for 'script'; trusted-types svelte-trusted-html carrywire-worker; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		);
		expect(headers['cache-control']).toBe('no-store');
	});

	test('explains a missing build, while other pages work', async () => {
		await start(undefined);
		const answer = await get('/status', await logIn());
		expect([answer.statusCode, answer.payload]).toEqual([
			503,
			expect.stringContaining(
				'The dashboard is not built. Run npm ci or npm run prepare, then restart the service.',
			),
		]);
		expect((await get('/account/passkeys', await logIn())).statusCode).toBe(200);
	});
});

describe('a page of settings', () => {
	test.each([
		['/connections', '/connections'],
		['/connections/account/acct_1/disconnect', '/connections'],
		['/tokens', '/tokens'],
		['/agents', '/agents'],
		['/agents/agent_1', '/agents'],
		['/audit?kind=refused', '/audit'],
		['/account', '/account'],
	])('%s is the shell for a user, and redirects others to the login', async (path, part) => {
		const shell = await get(path, await logIn());
		const page = readHtml(shell.payload);
		expect([shell.statusCode, elementsOf(page, 'script').at(-1)?.attributes.src]).toEqual([
			200,
			BUILT.en.script,
		]);
		const here = elementsOf(page, 'a').filter(({ attributes }) => attributes['aria-current'] === 'page');
		expect(here.map(({ attributes }) => attributes.href)).toEqual([part]);
		const stranger = await get(path);
		expect([stranger.statusCode, stranger.headers.location]).toEqual([
			303,
			`/login?return_to=${encodeURIComponent(path)}`,
		]);
	});
});

describe('a token for a page of the dashboard', () => {
	test.each([
		['read', ['arb:read']],
		['trade', ['arb:read', 'arb:trade']],
		['replay', ['arb:read', 'replay:run']],
		['manage', [...SCOPES]],
	])('for %s has exactly those scopes for 15 minutes, uncached', async (access, scopes) => {
		const answer = await askToken(await logIn(), access);
		expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
		expect(answer.headers['access-control-allow-origin']).toBeUndefined();
		const { token, ...rest } = answer.json<{ readonly token: string }>();
		expect(rest).toEqual({ scopes, expires_at: new Date(START + BROWSER_TOKEN_MS).toISOString() });
		const found = await tokens.verify(token);
		expect([found?.caller.userId, [...(found?.caller.scopes ?? [])]]).toEqual(['user_ann', scopes]);
		clock.leap(clock.now() + BROWSER_TOKEN_MS);
		expect(await isTaken(token)).toBe(false);
	});

	test('is refused without a login', async () => {
		const browser = cookieOf((await sessions.find({ cookies: undefined, origin: BROWSER_ORIGIN })).cookies);
		expect((await askToken(browser)).statusCode).toBe(401);
	});

	test.each(['admin', '', 'constructor', '__proto__', 'read trade'])(
		'is refused for access %j',
		async (access) => {
			const answer = await askToken(await logIn(), access);
			expect([
				answer.statusCode,
				answer.payload.includes('access must be read, trade, replay or manage'),
			]).toEqual([400, true]);
		},
	);

	test('is refused to foreign sites and to forms of other logins', async () => {
		const [ann, bob] = [await logIn(), await logIn('bob')];
		const { csrf: bobs } = await sessions.find({ cookies: bob, origin: BROWSER_ORIGIN });
		const answers = [
			await askToken(ann, 'read', { origin: 'https://evil.example' }),
			await askToken(ann, 'read', { origin: 'null' }),
			await askToken(ann, 'read', { 'sec-fetch-site': 'cross-site' }),
			await askToken(ann, 'read', { 'sec-fetch-site': 'same-site' }),
			await post('/dashboard/token', ann, { csrf: bobs, access: 'read' }),
			await post('/dashboard/token', ann, { csrf: '', access: 'read' }),
		];
		expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403));
		expect(await tokens.listOf('user_ann')).toEqual([]);
	});

	test('ends with the logout of its login only', async () => {
		const [here, there] = [await logIn(), await logIn()];
		const [mine, others] = [await tokenOf(here, 'trade'), await tokenOf(there)];
		expect([await isTaken(mine), await isTaken(others)]).toEqual([true, true]);
		await post('/logout', here, {});
		expect([await isTaken(mine), await isTaken(others)]).toEqual([false, true]);
	});

	test('ends with its login, even if another browser was named at its creation', async () => {
		const cookie = await logIn();
		const [, session = ''] = /(cw_session=[^;]+)/.exec(cookie) ?? [];
		const elsewhere = `cw_browser=${'A'.repeat(43)}; ${session}`;
		const token = await tokenOf(elsewhere, 'trade');
		expect(await isTaken(token)).toBe(true);
		await post('/logout', cookie, {});
		expect(await isTaken(token)).toBe(false);
	});

	test('ends in every browser when the user logs out everywhere', async () => {
		const [here, there, bob] = [await logIn(), await logIn(), await logIn('bob')];
		const [mine, others, bobs] = [await tokenOf(here), await tokenOf(there), await tokenOf(bob)];
		await post('/account/log-out-everywhere', here, {});
		expect(await Promise.all([mine, others, bobs].map(isTaken))).toEqual([false, false, true]);
	});

	test('ends no later than its login', async () => {
		const cookie = await logIn();
		for (let hour = 0; hour < 11; hour += 1) {
			clock.leap(clock.now() + 3_600_000);
			await get('/', cookie);
		}
		clock.leap(clock.now() + 50 * 60_000);
		await get('/', cookie);
		clock.leap(clock.now() + 9 * 60_000 + 30_000);
		const { token, expires_at: ends } = (await askToken(cookie)).json<{
			readonly token: string;
			readonly expires_at: string;
		}>();
		expect(ends).toBe(new Date(START + 12 * 3_600_000).toISOString());
		clock.leap(clock.now() + 30_000);
		expect(await isTaken(token)).toBe(false);
	});

	test(`is one of the ${LOGIN_TOKENS_MAX} newest of its login, not counting user-created tokens`, async () => {
		const wish = { name: 'copied', scopes: ['arb:read'] as const, ttlMs: 3_600_000 };
		const { token: copied } = await tokens.issueTo({ userId: 'user_ann', userName: 'ann' }, wish);
		const [cookie, other] = [await logIn(), await logIn()];
		const others = await tokenOf(other);
		const given: string[] = [];
		for (let count = 0; count < LOGIN_TOKENS_MAX + 2; count += 1) {
			given.push(await tokenOf(cookie));
			clock.leap(clock.now() + 1);
		}
		const taken = await Promise.all(given.map(isTaken));
		expect(taken).toEqual([false, false, ...Array.from({ length: LOGIN_TOKENS_MAX }, () => true)]);
		expect([await isTaken(copied), await isTaken(others)]).toEqual([true, true]);
	});

	test('is audited for trading and managing, but not for reading', async () => {
		const cookie = await logIn();
		await tokenOf(cookie, 'read');
		const token = await tokenOf(cookie, 'trade');
		await tokenOf(cookie, 'manage');
		const entries = await audit.list({ userId: 'user_ann', limit: 10 });
		const id = (await tokens.verify(token))?.caller.tokenId;
		expect(entries).toMatchObject([
			{ action: 'token.create', outcome: 'ok', details: { scopes: SCOPES, dashboard: true } },
			{
				action: 'token.create',
				subject: id,
				outcome: 'ok',
				address: '127.0.0.1',
				details: { scopes: ['arb:read', 'arb:trade'], dashboard: true },
			},
		]);
	});
});
