import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { createVirtualClock, type VirtualClock } from '../../test/support/virtual-clock.ts';
import { hashSecret } from '../auth/secrets.ts';
import { systemRandom } from '../runtime/random.ts';
import { createSqliteTokenStore } from '../store/sqlite-tokens.ts';
import { createSqliteWebSessionStore } from '../store/sqlite-web-sessions.ts';
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
		store: createSqliteWebSessionStore(databases.now()),
		clock,
		random: systemRandom,
		key,
		isHttps: () => isHttps,
	});

beforeEach(async () => {
	clock = createVirtualClock(START);
	isHttps = false;
	sessions = open();
	const users = createSqliteTokenStore(databases.now());
	for (const name of ['ann', 'bob'])
		await users.ensureUser({ userId: `user_${name}`, name, createdAt: START });
});

/** The header `Cookie` that a browser sends after these `Set-Cookie` values. */
const sent = (set: readonly string[]) => set.map((cookie) => cookie.split(';')[0]).join('; ');
const logIn = async (cookies?: string, userId = 'user_ann') => sent(await sessions.logIn(cookies, userId));
const rows = () => databases.now().prepare('SELECT * FROM web_session').all();

describe('a browser', () => {
	test('is given a cookie at its first page, and known by it from then on', async () => {
		const first = await sessions.find(undefined);
		expect(first.cookies).toEqual([
			expect.stringMatching(/^cw_browser=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
		expect(first.userId).toBeUndefined();
		const again = await sessions.find(sent(first.cookies));
		expect(again).toEqual({ ...first, cookies: [] });
		expect((await sessions.find(undefined)).id).not.toBe(first.id);
	});

	test('is named to others by a hash, from which its cookie does not follow', async () => {
		const { id, cookies } = await sessions.find(undefined);
		const [, value = ''] = /=([^;]*)/.exec(cookies[0] ?? '') ?? [];
		expect(id).toBe(hashSecret(value));
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
	])('that sends %j is a new one', async (cookies) => {
		expect((await sessions.find(cookies)).cookies).toHaveLength(1);
	});

	test('is found among the cookies of others', async () => {
		const value = 'a'.repeat(43);
		for (const cookies of [
			`a=b; cw_browser=${value}; c=d`,
			`a=b;cw_browser=${value}`,
			`cw_browser=${value};`,
			`cw_browserx=1; cw_browser=${value}`,
		])
			expect((await sessions.find(cookies)).id, cookies).toBe(hashSecret(value));
	});
});

describe('a login', () => {
	test('is known by its cookie, of which the store has the hash alone', async () => {
		const set = await sessions.logIn(undefined, 'user_ann');
		expect(set).toEqual([
			expect.stringMatching(/^cw_browser=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
			expect.stringMatching(/^cw_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
		expect((await sessions.find(sent(set))).userId).toBe('user_ann');
		expect(await sessions.userOf(sent(set))).toBe('user_ann');
		const [, value = ''] = /cw_session=([^;]*)/.exec(set[1] ?? '') ?? [];
		expect(JSON.stringify(rows())).toContain(hashSecret(value));
		expect(JSON.stringify(rows())).not.toContain(value);
	});

	test('changes both cookies, so that nothing that was known before is worth anything after', async () => {
		const planted = `cw_browser=${'a'.repeat(43)}; cw_session=${'b'.repeat(43)}`;
		const before = await sessions.find(planted);
		expect(before.userId).toBeUndefined();
		const cookies = await logIn(planted);
		expect(cookies).not.toContain('a'.repeat(43));
		expect(cookies).not.toContain('b'.repeat(43));
		expect((await sessions.find(planted)).userId).toBeUndefined();
		const after = await sessions.find(cookies);
		expect(after.id).not.toBe(before.id);
		expect(sessions.isOwnForm(after, before.csrf)).toBe(false);
	});

	test('ends the one that the browser had before, and no other', async () => {
		const [first, elsewhere] = [await logIn(), await logIn()];
		const second = await logIn(first, 'user_bob');
		expect(await sessions.userOf(first)).toBeUndefined();
		expect(await sessions.userOf(second)).toBe('user_bob');
		expect(await sessions.userOf(elsewhere)).toBe('user_ann');
	});

	test('does not count where two cookies say who it is, in whichever order', async () => {
		const [ann, bob] = [await logIn(), await logIn(undefined, 'user_bob')];
		const session = (cookies: string) => /cw_session=[^;]*/.exec(cookies)?.[0] ?? '';
		for (const cookies of [
			`${session(ann)}; ${session(bob)}`,
			`${session(bob)}; ${session(ann)}`,
			`${session(ann)}; cw_session=x`,
		])
			expect(await sessions.userOf(cookies), cookies).toBeUndefined();
		expect(await sessions.userOf(session(ann))).toBe('user_ann');
	});

	test('survives a restart of the service, and not another key of its forms', async () => {
		const cookies = await logIn();
		const before = await sessions.find(cookies);
		databases.reopen();
		expect(await open().find(cookies)).toEqual(before);
		const other = open(Buffer.alloc(32, 8));
		expect(other.isOwnForm(await other.find(cookies), before.csrf)).toBe(false);
	});

	test('ends with a logout, which takes its cookie away', async () => {
		const [cookies, elsewhere] = [await logIn(), await logIn()];
		const set = await sessions.logOut(cookies);
		expect(set).toEqual([
			expect.stringMatching(/^cw_browser=[A-Za-z0-9_-]{43}; /),
			'cw_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
		]);
		expect(await sessions.userOf(cookies)).toBeUndefined();
		expect(await sessions.userOf(elsewhere)).toBe('user_ann');
		await expect(sessions.logOut(undefined)).resolves.toHaveLength(2);
	});
});

describe('a login ends', () => {
	test('after twelve hours, however much it is used', async () => {
		const cookies = await logIn();
		for (let hour = 0; hour < 12; hour += 1) {
			expect((await sessions.find(cookies)).userId).toBe('user_ann');
			clock.leap(START + (hour + 1) * HOUR_MS - 1);
		}
		expect(await sessions.userOf(cookies)).toBe('user_ann');
		clock.leap(START + 12 * HOUR_MS);
		expect(await sessions.userOf(cookies)).toBeUndefined();
		expect((await sessions.find(cookies)).userId).toBeUndefined();
	});

	test('two hours after its last page', async () => {
		const cookies = await logIn();
		clock.leap(START + 2 * HOUR_MS - 1);
		expect((await sessions.find(cookies)).userId).toBe('user_ann');
		clock.leap(START + 4 * HOUR_MS - 2);
		expect((await sessions.find(cookies)).userId).toBe('user_ann');
		clock.leap(START + 6 * HOUR_MS - 2);
		expect((await sessions.find(cookies)).userId).toBeUndefined();
	});

	test('two hours after its last page, which asking who it is alone is not', async () => {
		const cookies = await logIn();
		clock.leap(START + HOUR_MS);
		expect(await sessions.userOf(cookies)).toBe('user_ann');
		clock.leap(START + 2 * HOUR_MS);
		expect(await sessions.userOf(cookies)).toBeUndefined();
	});

	test('and its row is swept away', async () => {
		const cookies = await logIn();
		await clock.advance(START + 12 * HOUR_MS - 1);
		expect(rows()).toHaveLength(1);
		for (;;) if (!(await clock.advance(START + 12 * HOUR_MS + 600_000))) break;
		expect(rows()).toHaveLength(0);
		expect(await sessions.userOf(cookies)).toBeUndefined();
		sessions.close();
		expect(clock.waiting()).toBe(0);
	});

	test('with its user', async () => {
		const [cookies, elsewhere, other] = [await logIn(), await logIn(), await logIn(undefined, 'user_bob')];
		await createSqliteWebSessionStore(databases.now()).deleteOf('user_ann');
		expect(await sessions.userOf(cookies)).toBeUndefined();
		expect(await sessions.userOf(elsewhere)).toBeUndefined();
		expect(await sessions.userOf(other)).toBe('user_bob');
	});
});

describe('over https', () => {
	beforeEach(() => {
		isHttps = true;
	});

	test('cookies carry the name that no other host can set, and go over https alone', async () => {
		const cookies = [
			...(await sessions.find(undefined)).cookies,
			...(await sessions.logIn(undefined, 'user_ann')),
			...(await sessions.logOut(undefined)),
		];
		expect(cookies).toHaveLength(5);
		// RFC 6265bis, 4.1.3.2: Secure, Path=/ and no Domain.
		for (const cookie of cookies) {
			expect(cookie).toMatch(
				/^__Host-cw_(?:browser|session)=[A-Za-z0-9_-]*; Path=\/; HttpOnly; SameSite=Lax; Secure(?:; Max-Age=0)?$/,
			);
			expect(cookie).not.toContain('Domain');
		}
	});

	test('a cookie without that name says nothing', async () => {
		const cookies = await logIn();
		expect(await sessions.userOf(cookies)).toBe('user_ann');
		expect(await sessions.userOf(cookies.replaceAll('__Host-', ''))).toBeUndefined();
		expect((await sessions.find(cookies.replaceAll('__Host-', ''))).cookies).toHaveLength(1);
	});
});

describe('a form', () => {
	test('is of this browser and this login, and of no other', async () => {
		const [ann, other] = [await logIn(), await logIn()];
		const [own, others, stranger] = await Promise.all(
			[ann, other, undefined].map((cookies) => sessions.find(cookies)),
		);
		if (own === undefined || others === undefined || stranger === undefined)
			throw new Error('Three were found.');
		expect(sessions.isOwnForm(own, own.csrf)).toBe(true);
		for (const csrf of [
			others.csrf,
			stranger.csrf,
			null,
			'',
			own.csrf.slice(1),
			`${own.csrf}a`,
			'é'.repeat(own.csrf.length),
		])
			expect(sessions.isOwnForm(own, csrf), String(csrf)).toBe(false);
	});

	test('of before the login is not one of after it, though the browser kept its cookie', async () => {
		const before = await sessions.find(undefined);
		const [, session = ''] = (await sessions.logIn(undefined, 'user_ann')).map(
			(cookie) => cookie.split(';')[0],
		);
		const after = await sessions.find(`${sent(before.cookies)}; ${session}`);
		expect(after).toMatchObject({ id: before.id, userId: 'user_ann' });
		expect(sessions.isOwnForm(after, before.csrf)).toBe(false);
	});
});
