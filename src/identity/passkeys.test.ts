/** Tests passkeys: registration, login, and every refused response. */
import { beforeEach, describe, expect, test } from 'vitest';
import { NOW_MS } from '../../test/rpc/in-memory-trading.ts';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { type AnswerChange, softwareAuthenticator } from '../../test/support/software-authenticator.ts';
import { passkeysOver } from '../../test/support/test-passkeys.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { PASSKEYS_PER_USER_MAX, type Passkeys } from './passkeys.ts';

const ORIGIN = 'http://localhost:8080';
const BROWSER = 'browser-0123456789abcdef';
const OWNER = { userId: 'user_a', userName: 'owner', loginId: 'login-a' };
const NOT_PROVEN = { code: 'LOGIN_REFUSED', facts: { reason: 'passkey' } };
const NOT_MADE = { code: 'INVALID_PARAMS', field: 'passkey_answer' };
const FIVE_MINUTES_MS = 300_000;

const databases = databasePerTest();
let clock = createVirtualClock(NOW_MS, undefined, 0);
let passkeys: Passkeys;
let device = softwareAuthenticator(ORIGIN);

beforeEach(() => {
	clock = createVirtualClock(NOW_MS, undefined, 0);
	device = softwareAuthenticator(ORIGIN);
	passkeys = passkeysOver(databases.now(), clock, () => ORIGIN);
	const add = databases
		.now()
		.prepare('INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, 0)');
	for (const [id, name] of [
		['user_a', 'owner'],
		['user_b', 'ben'],
	] as const)
		add.run(id, name);
});

async function make(change: AnswerChange = {}, owner = OWNER, name = 'my key') {
	const options = await passkeys.beginRegistration(owner);
	return passkeys.finishRegistration(owner, { name, answer: device.make(options, change) });
}

async function logIn(change: AnswerChange = {}) {
	return passkeys.finishLogin(device.use(await passkeys.beginLogin(BROWSER), change), BROWSER);
}

describe('a passkey', () => {
	test('is registered for the site, on an authenticator that verifies its user and stores the user id', async () => {
		expect(await passkeys.beginRegistration(OWNER)).toMatchObject({
			rp: { id: 'localhost', name: 'Carrywire' },
			user: { id: Buffer.from('user_a').toString('base64url'), name: 'owner' },
			attestation: 'none',
			authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
			excludeCredentials: [],
			challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
		});
		expect(await passkeys.beginLogin(BROWSER)).toMatchObject({
			rpId: 'localhost',
			userVerification: 'required',
			challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
		});
	});

	test('logs in its user', async () => {
		expect(await passkeys.isAny()).toBe(false);
		const made = await make();
		expect(made).toMatchObject({ userId: 'user_a', name: 'my key', site: 'localhost', lastUsedAt: null });
		expect(await passkeys.isAny()).toBe(true);
		clock.advanceTo(clock.now() + 1_000);
		expect(await logIn()).toMatchObject({ userId: 'user_a', passkeyId: made.passkeyId });
		expect(await passkeys.listOf('user_a')).toEqual([{ ...made, counter: 1, lastUsedAt: clock.now() }]);
		expect(await logIn()).toMatchObject({ userId: 'user_a' });
	});

	test('works repeatedly on an authenticator without a counter', async () => {
		await make();
		for (let time = 0; time < 3; time += 1)
			expect(await logIn({ counter: 0 })).toMatchObject({ userId: 'user_a' });
	});

	test('is made once per authenticator, because the service lists the known ones', async () => {
		const { credentialId } = await make();
		expect(await passkeys.beginRegistration(OWNER)).toMatchObject({
			excludeCredentials: [{ id: credentialId }],
		});
		expect(await passkeys.beginRegistration({ ...OWNER, userId: 'user_b' })).toMatchObject({
			excludeCredentials: [],
		});
	});

	test('can be removed only by its user, and then no longer logs in', async () => {
		const { passkeyId } = await make();
		await expect(passkeys.remove('user_b', passkeyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await logIn();
		await passkeys.remove('user_a', passkeyId);
		await expect(logIn()).rejects.toMatchObject(NOT_PROVEN);
		await expect(passkeys.remove('user_a', passkeyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});

	test('is limited in number per user', async () => {
		for (let count = 0; count < PASSKEYS_PER_USER_MAX; count += 1) await make();
		await expect(make()).rejects.toMatchObject({ code: 'RISK_LIMIT' });
		await expect(make({}, { ...OWNER, userId: 'user_b' })).resolves.toBeDefined();
	});

	test('needs a valid name', async () => {
		await expect(make({}, OWNER, ' ')).rejects.toMatchObject({ code: 'INVALID_PARAMS', field: 'name' });
	});

	test('belongs to one site and does not log in under another name of the service', async () => {
		await make();
		passkeys = passkeysOver(databases.now(), clock, () => 'https://carrywire.example');
		expect(await passkeys.isAny()).toBe(false);
		const options = await passkeys.beginLogin(BROWSER);
		const answer = device.use(options, { origin: 'https://carrywire.example' });
		await expect(passkeys.finishLogin(answer, BROWSER)).rejects.toMatchObject(NOT_PROVEN);
	});

	test('is unavailable at an address that browsers do not support', async () => {
		passkeys = passkeysOver(databases.now(), clock, () => undefined);
		expect(await passkeys.isAny()).toBe(false);
		await expect(passkeys.beginLogin(BROWSER)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(passkeys.beginRegistration(OWNER)).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});
});

describe('refuses a new passkey', () => {
	test.each<[string, AnswerChange]>([
		['of another origin', { origin: 'http://127.0.0.1:8080' }],
		['of another port', { origin: 'http://localhost:8081' }],
		['of another site', { site: 'evil.example' }],
		['with an invented challenge', { challenge: 'A'.repeat(43) }],
		['as the answer to another request', { type: 'webauthn.get' }],
		['without user verification', { flags: 0x01 }],
		['whose user was not present', { flags: 0x04 }],
		['with another format of attestation', { format: 'fido-u2f' }],
		[
			'with certificates, for which lists would be fetched',
			{
				format: 'packed',
				statement: new Map<string, unknown>([
					['alg', -7],
					['sig', Buffer.alloc(8)],
					['x5c', [Buffer.alloc(8)]],
				]),
			},
		],
	])('%s', async (_, change) => {
		await expect(make(change)).rejects.toMatchObject(NOT_MADE);
		expect(await passkeys.listOf('user_a')).toEqual([]);
		await expect(make()).resolves.toBeDefined();
	});

	test.each(['', 'x', '{}', '[]', 'null', '{"id":1}', '{"id":"a","rawId":"a"}', `"${'a'.repeat(20_000)}"`])(
		'that is %j',
		async (answer) => {
			await passkeys.beginRegistration(OWNER);
			await expect(passkeys.finishRegistration(OWNER, { name: 'key', answer })).rejects.toMatchObject(
				NOT_MADE,
			);
		},
	);

	test('twice: its challenge and its credential work once', async () => {
		const options = await passkeys.beginRegistration(OWNER);
		const answer = device.make(options);
		await passkeys.finishRegistration(OWNER, { name: 'key', answer });
		await expect(passkeys.finishRegistration(OWNER, { name: 'key', answer })).rejects.toMatchObject(NOT_MADE);
		expect(await passkeys.listOf('user_a')).toHaveLength(1);
	});

	test('in another login, even of the same user', async () => {
		const options = await passkeys.beginRegistration(OWNER);
		const made = { name: 'key', answer: device.make(options) };
		for (const owner of [
			{ ...OWNER, loginId: 'login-b' },
			{ ...OWNER, userId: 'user_b', loginId: 'login-c' },
		])
			await expect(passkeys.finishRegistration(owner, made)).rejects.toMatchObject(NOT_MADE);
	});

	test('after five minutes', async () => {
		const options = await passkeys.beginRegistration(OWNER);
		clock.advanceTo(clock.now() + FIVE_MINUTES_MS);
		const made = { name: 'key', answer: device.make(options) };
		await expect(passkeys.finishRegistration(OWNER, made)).rejects.toMatchObject(NOT_MADE);
	});

	test('that answers the challenge of a login', async () => {
		const { challenge } = await passkeys.beginLogin(BROWSER);
		await expect(make({ challenge: String(challenge) })).rejects.toMatchObject(NOT_MADE);
	});
});

describe('refuses an answer', () => {
	test.each<[string, AnswerChange]>([
		['of another origin', { origin: 'http://127.0.0.1:8080' }],
		['of another port', { origin: 'http://localhost:8081' }],
		['of another site', { site: 'evil.example' }],
		['with an invented challenge', { challenge: 'A'.repeat(43) }],
		['to another request', { type: 'webauthn.create' }],
		['without user verification by the authenticator', { flags: 0x01 }],
		['whose user was not present', { flags: 0x04 }],
		['with the handle of another user', { userHandle: Buffer.from('user_b').toString('base64url') }],
		['without a user handle', { userHandle: null }],
	])('%s', async (_, change) => {
		await make();
		await expect(logIn(change)).rejects.toMatchObject(NOT_PROVEN);
		expect((await passkeys.listOf('user_a'))[0]).toMatchObject({ counter: 0, lastUsedAt: null });
		await expect(logIn()).resolves.toBeDefined();
	});

	test('with another signature', async () => {
		await make();
		const options = await passkeys.beginLogin(BROWSER);
		const answer = JSON.parse(device.use(options));
		const other = softwareAuthenticator(ORIGIN);
		other.make(await passkeys.beginRegistration(OWNER));
		answer.response.signature = JSON.parse(other.use(options)).response.signature;
		await expect(passkeys.finishLogin(JSON.stringify(answer), BROWSER)).rejects.toMatchObject(NOT_PROVEN);
	});

	test('from a passkey that was never added', async () => {
		device.make(await passkeys.beginRegistration(OWNER));
		await expect(logIn()).rejects.toMatchObject(NOT_PROVEN);
	});

	test('twice', async () => {
		await make();
		const answer = device.use(await passkeys.beginLogin(BROWSER), { counter: 0 });
		await passkeys.finishLogin(answer, BROWSER);
		await expect(passkeys.finishLogin(answer, BROWSER)).rejects.toMatchObject(NOT_PROVEN);
	});

	test('but one, if two identical ones arrive at once', async () => {
		await make();
		const answer = device.use(await passkeys.beginLogin(BROWSER));
		const results = await Promise.allSettled([
			passkeys.finishLogin(answer, BROWSER),
			passkeys.finishLogin(answer, BROWSER),
		]);
		expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	});

	test('in another browser', async () => {
		await make();
		const answer = device.use(await passkeys.beginLogin(BROWSER));
		await expect(passkeys.finishLogin(answer, 'browser-of-somebody-else')).rejects.toMatchObject(NOT_PROVEN);
	});

	test('after five minutes', async () => {
		await make();
		const options = await passkeys.beginLogin(BROWSER);
		clock.advanceTo(clock.now() + FIVE_MINUTES_MS);
		await expect(passkeys.finishLogin(device.use(options), BROWSER)).rejects.toMatchObject(NOT_PROVEN);
	});

	test('if its counter has not risen, as with a copied key', async () => {
		await make();
		await logIn({ counter: 5 });
		for (const counter of [0, 4, 5]) await expect(logIn({ counter })).rejects.toMatchObject(NOT_PROVEN);
		await expect(logIn({ counter: 6 })).resolves.toBeDefined();
	});

	test.each(['', 'x', '{}', 'null', '{"id":"a"}'])('that is %j', async (answer) => {
		await passkeys.beginLogin(BROWSER);
		await expect(passkeys.finishLogin(answer, BROWSER)).rejects.toMatchObject(NOT_PROVEN);
	});
});
