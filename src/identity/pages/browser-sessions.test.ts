import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { ORIGIN, ORIGIN_KEY } from '../../../test/support/origin-key.ts';
import { systemRandom } from '../../runtime/random.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../store/tokens.ts';
import { createWebSessionStore } from '../../store/web-sessions.ts';
import { hashSecret } from '../secrets.ts';
import { type BrowserSessions, createBrowserSessions } from './browser-sessions.ts';

const START = 1_795_161_600_000;
const HOUR_MS = 3_600_000;
const KEY = Buffer.alloc(32, 7);

const databases = databasePerTest();
let clock: VirtualClock;
let isHttps = false;
let sessions: BrowserSessions;

const open = (key: Uint8Array = KEY) =>
	createBrowserSessions({
		store: createWebSessionStore(createSqliteDatabase(databases.now())),
		clock,
		random: systemRandom,
		key,
		isHttps: () => isHttps,
	});

beforeEach(async () => {
	clock = createVirtualClock(START);
	isHttps = false;
	sessions = open();
	const users = createTokenStore(createSqliteDatabase(databases.now()));
	for (const name of ['ann', 'bob'])
		await users.ensureUser({ userId: `user_${name}`, name, createdAt: START });
});

/** Returns the `Cookie` header that a browser sends after these `Set-Cookie` values. */
const sent = (set: readonly string[]) => set.map((cookie) => cookie.split(';')[0]).join('; ');
const logIn = async (cookies?: string, userId = 'user_ann') =>
	sent(await sessions.logIn({ cookies, origin: ORIGIN }, userId));
const find = (cookies: string | undefined, by = sessions) => by.find({ cookies, origin: ORIGIN });
const userOf = async (cookies: string) => (await find(cookies)).userId;
const isOwnForm = (cookies: string, csrf: string, by = sessions) =>
	by.originOf(cookies, { by: 'form', csrf }) === ORIGIN;
const rows = () => databases.now().prepare('SELECT * FROM web_session').all();

describe('a browser', () => {
	test('gets a cookie at its first page and is recognized by it', async () => {
		const first = await find(undefined);
		expect(first.cookies).toEqual([
			expect.stringMatching(/^cw_browser=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
		expect(first.userId).toBeUndefined();
		const again = await find(sent(first.cookies));
		expect(again).toMatchObject({ id: first.id, csrf: first.csrf, userId: undefined, cookies: [] });
		expect((await find(undefined)).id).not.toBe(first.id);
	});

	test('has a public name that does not reveal its cookie', async () => {
		const { id, cookies } = await find(undefined);
		const [, value = ''] = /=([^;]*)/.exec(cookies[0] ?? '') ?? [];
		expect(id).toBe(hashSecret(`${value} ${ORIGIN}`));
	});

	test.each([
		'',
		'cw_browser',
		'cw_browser=',
		'cw_browser=short',
		`cw_browser=${'a'.repeat(44)}`,
		`cw_browser=${'a'.repeat(42)}é`,
		`cw_browser="${'a'.repeat(43)}"`,
		`CW_BROWSER=${'a'.repeat(43)}`,
		`xcw_browser=${'a'.repeat(43)}`,
		`cw_browser =${'a'.repeat(43)}`,
		`a=b, cw_browser=${'a'.repeat(43)}`,
		`cw_browser=${'a'.repeat(43)}; cw_browser=${'b'.repeat(43)}`,
		`cw_browser=${'a'.repeat(43)}; cw_browser=${'a'.repeat(43)}`,
		`__Host-cw_browser=${'a'.repeat(43)}`,
	])('is new if it sends %j', async (cookies) => {
		expect((await find(cookies)).cookies).toHaveLength(1);
	});

	test('is found among foreign cookies', async () => {
		const value = 'a'.repeat(43);
		for (const cookies of [
			`a=b; cw_browser=${value}; c=d`,
			`a=b;cw_browser=${value}`,
			`cw_browser=${value};`,
			`cw_browserx=1; cw_browser=${value}`,
		])
			expect((await find(cookies)).id, cookies).toBe(hashSecret(`${value} ${ORIGIN}`));
	});
});

describe('a login', () => {
	test('is recognized by its cookie, and the store keeps only the hash', async () => {
		const set = await sessions.logIn({ cookies: undefined, origin: ORIGIN }, 'user_ann');
		expect(set).toEqual([
			expect.stringMatching(/^cw_browser=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
			expect.stringMatching(/^cw_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
		expect((await find(sent(set))).userId).toBe('user_ann');
		expect(await userOf(sent(set))).toBe('user_ann');
		const [, value = ''] = /cw_session=([^;]*)/.exec(set[1] ?? '') ?? [];
		expect(JSON.stringify(rows())).toContain(hashSecret(value));
		expect(JSON.stringify(rows())).not.toContain(value);
	});

	test('changes both cookies, which makes older ones worthless', async () => {
		const planted = `cw_browser=${'a'.repeat(43)}; cw_session=${'b'.repeat(43)}`;
		const before = await find(planted);
		expect(before.userId).toBeUndefined();
		const cookies = await logIn(planted);
		expect(cookies).not.toContain('a'.repeat(43));
		expect(cookies).not.toContain('b'.repeat(43));
		expect((await find(planted)).userId).toBeUndefined();
		const after = await find(cookies);
		expect(after.id).not.toBe(before.id);
		expect(isOwnForm(cookies, before.csrf)).toBe(false);
	});

	test('ends the previous login of the browser and no other', async () => {
		const [first, elsewhere] = [await logIn(), await logIn()];
		const second = await logIn(first, 'user_bob');
		expect(await userOf(first)).toBeUndefined();
		expect(await userOf(second)).toBe('user_bob');
		expect(await userOf(elsewhere)).toBe('user_ann');
	});

	test('does not count with two session cookies, in any order', async () => {
		const [ann, bob] = [await logIn(), await logIn(undefined, 'user_bob')];
		const session = (cookies: string) => /cw_session=[^;]*/.exec(cookies)?.[0] ?? '';
		for (const cookies of [
			`${session(ann)}; ${session(bob)}`,
			`${session(bob)}; ${session(ann)}`,
			`${session(ann)}; cw_session=x`,
		])
			expect(await userOf(cookies), cookies).toBeUndefined();
		expect(await userOf(session(ann))).toBe('user_ann');
	});

	test('survives a service restart, but not a new form key', async () => {
		const cookies = await logIn();
		const before = await find(cookies);
		databases.reopen();
		expect(await find(cookies, open())).toMatchObject({
			id: before.id,
			login: before.login,
			csrf: before.csrf,
		});
		const other = open(Buffer.alloc(32, 8));
		expect(isOwnForm(cookies, before.csrf, other)).toBe(false);
	});

	test('ends with a logout, which deletes its cookie', async () => {
		const [cookies, elsewhere] = [await logIn(), await logIn()];
		const set = await sessions.logOut({ cookies: cookies, origin: ORIGIN });
		expect(set).toEqual([
			expect.stringMatching(/^cw_browser=[A-Za-z0-9_-]{43}; /),
			'cw_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
		]);
		expect(await userOf(cookies)).toBeUndefined();
		expect(await userOf(elsewhere)).toBe('user_ann');
		await expect(sessions.logOut({ cookies: undefined, origin: ORIGIN })).resolves.toHaveLength(2);
	});
});

describe('a login ends', () => {
	test('after twelve hours of any use', async () => {
		const cookies = await logIn();
		for (let hour = 0; hour < 12; hour += 1) {
			expect((await find(cookies)).userId).toBe('user_ann');
			clock.leap(START + (hour + 1) * HOUR_MS - 1);
		}
		expect(await userOf(cookies)).toBe('user_ann');
		clock.leap(START + 12 * HOUR_MS);
		expect(await userOf(cookies)).toBeUndefined();
		expect((await find(cookies)).userId).toBeUndefined();
	});

	test('two hours after its last page', async () => {
		const cookies = await logIn();
		clock.leap(START + 2 * HOUR_MS - 1);
		expect((await find(cookies)).userId).toBe('user_ann');
		clock.leap(START + 4 * HOUR_MS - 2);
		expect((await find(cookies)).userId).toBe('user_ann');
		clock.leap(START + 6 * HOUR_MS - 2);
		expect((await find(cookies)).userId).toBeUndefined();
	});

	test('and the sweep removes its row', async () => {
		const cookies = await logIn();
		await clock.advance(START + 12 * HOUR_MS - 1);
		expect(rows()).toHaveLength(1);
		for (;;) if (!(await clock.advance(START + 12 * HOUR_MS + 600_000))) break;
		expect(rows()).toHaveLength(0);
		expect(await userOf(cookies)).toBeUndefined();
		sessions.close();
		expect(clock.waiting()).toBe(0);
	});

	test('with all other logins of its user', async () => {
		const [cookies, elsewhere, other] = [await logIn(), await logIn(), await logIn(undefined, 'user_bob')];
		await createWebSessionStore(createSqliteDatabase(databases.now())).deleteOf('user_ann');
		expect(await userOf(cookies)).toBeUndefined();
		expect(await userOf(elsewhere)).toBeUndefined();
		expect(await userOf(other)).toBe('user_bob');
	});
});

describe('over https', () => {
	beforeEach(() => {
		isHttps = true;
	});

	test('cookies carry the prefix that other hosts cannot set, and stay on https', async () => {
		const cookies = [
			...(await find(undefined)).cookies,
			...(await sessions.logIn({ cookies: undefined, origin: ORIGIN }, 'user_ann')),
			...(await sessions.logOut({ cookies: undefined, origin: ORIGIN })),
		];
		expect(cookies).toHaveLength(5);
		// RFC 6265bis, 4.1.3.2 requires Secure, Path=/ and no Domain.
		for (const cookie of cookies) {
			expect(cookie).toMatch(
				/^__Host-cw_(?:browser|session)=[A-Za-z0-9_-]*; Path=\/; HttpOnly; SameSite=Lax; Secure(?:; Max-Age=0)?$/,
			);
			expect(cookie).not.toContain('Domain');
		}
	});

	test('ignores a cookie without that prefix', async () => {
		const cookies = await logIn();
		expect(await userOf(cookies)).toBe('user_ann');
		expect(await userOf(cookies.replaceAll('__Host-', ''))).toBeUndefined();
		expect((await find(cookies.replaceAll('__Host-', ''))).cookies).toHaveLength(1);
	});
});

describe('a form', () => {
	test('belongs to one browser and one login', async () => {
		const [ann, other] = [await logIn(), await logIn()];
		const [own, others, stranger] = [await find(ann), await find(other), await find(undefined)];
		expect(isOwnForm(ann, own.csrf)).toBe(true);
		for (const csrf of [
			others.csrf,
			stranger.csrf,
			'',
			own.csrf.slice(1),
			`${own.csrf}a`,
			'é'.repeat(own.csrf.length),
			own.csrf.replace(ORIGIN, hashSecret('another')),
		])
			expect(isOwnForm(ann, csrf), csrf).toBe(false);
	});

	test('from before a login is invalid after it, even with the old cookie', async () => {
		const before = await find(undefined);
		const [, session = ''] = (await sessions.logIn({ cookies: undefined, origin: ORIGIN }, 'user_ann')).map(
			(cookie) => cookie.split(';')[0],
		);
		const cookies = `${sent(before.cookies)}; ${session}`;
		expect(await find(cookies)).toMatchObject({ id: before.id, userId: 'user_ann' });
		expect(isOwnForm(cookies, before.csrf)).toBe(false);
	});
});

describe('the origin', () => {
	const THIEFS_KEY = 't'.repeat(43);
	const THIEF = hashSecret(THIEFS_KEY);

	test('is the hash of a key of exactly 43 characters', () => {
		expect(sessions.originOf(undefined, { by: 'key', key: ORIGIN_KEY })).toBe(ORIGIN);
		for (const key of ['', 'a', `${ORIGIN_KEY}a`, ORIGIN_KEY.slice(1), `${ORIGIN_KEY.slice(1)}é`])
			expect(sessions.originOf(undefined, { by: 'key', key }), key).toBeUndefined();
	});

	test('identifies the user together with the cookie: a stolen cookie alone does not', async () => {
		const cookies = await logIn();
		for (const origin of [undefined, THIEF, '']) {
			const found = await sessions.find({ cookies, origin });
			expect([found.userId, found.login], String(origin)).toEqual([undefined, undefined]);
			expect(found.unprovenLogin).toMatch(/^[0-9a-f]{64}$/);
			expect(isOwnForm(cookies, found.csrf)).toBe(false);
		}
		expect(await find(cookies)).toMatchObject({ userId: 'user_ann', unprovenLogin: undefined });
		expect(await sessions.find({ cookies, origin: undefined })).toMatchObject({ csrf: '' });
	});

	test('names the browser together with the cookie, so a stolen cookie starts a different sign-in', async () => {
		const cookies = `cw_browser=${'a'.repeat(43)}`;
		const [own, stolen] = [await find(cookies), await sessions.find({ cookies, origin: THIEF })];
		expect(own.id).not.toBe(stolen.id);
	});

	test('is required for a login', async () => {
		await expect(sessions.logIn({ cookies: undefined, origin: undefined }, 'user_ann')).rejects.toThrow(
			'Allow JavaScript',
		);
		expect(rows()).toEqual([]);
	});

	test('limits which login a logout or a new login ends', async () => {
		const cookies = await logIn();
		await sessions.logOut({ cookies, origin: THIEF });
		await sessions.logIn({ cookies, origin: THIEF }, 'user_bob');
		expect(await userOf(cookies)).toBe('user_ann');
	});

	test('is proven by an entry for one path, its cookies and one minute', async () => {
		const cookies = await logIn();
		const entry = (await find(cookies)).entryTo('/tokens?a=b');
		const originOf = (change: { path?: string; entry?: string; cookies?: string } = {}) =>
			sessions.originOf(change.cookies ?? cookies, {
				by: 'entry',
				entry: change.entry ?? entry,
				path: change.path ?? '/tokens?a=b',
			});
		expect(originOf()).toBe(ORIGIN);
		expect(originOf({ path: '/tokens' })).toBeUndefined();
		expect(originOf({ cookies: await logIn() })).toBeUndefined();
		expect(originOf({ cookies: '' })).toBeUndefined();
		for (const other of [
			'',
			`${entry}a`,
			entry.replace(ORIGIN, THIEF),
			entry.replace(/\.\d+\./, '.999999999999999.'),
			(await find(cookies)).csrf,
		])
			expect(originOf({ entry: other }), other).toBeUndefined();
		clock.leap(START + 59_999);
		expect(originOf()).toBe(ORIGIN);
		clock.leap(START + 60_000);
		expect(originOf()).toBeUndefined();
	});
});
