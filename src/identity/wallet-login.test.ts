/** Tests logins by wallets that have a key, by the rules of EIP-4361, with the real store. viem signs the messages. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Hex, numberToHex, recoverMessageAddress, sliceHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import type { LoginStore } from '../ports/login-store.ts';
import { systemRandom } from '../runtime/random.ts';
import { createLoginStore } from '../store/logins.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { MESSAGE_LENGTH_MAX } from './proven-identity.ts';
import { createWalletLogin, WALLET_MESSAGE_LIFETIME_MS, type WalletLogin } from './wallet-login.ts';

const ANN = privateKeyToAccount(`0x${'a1'.repeat(32)}`);
const BEN = privateKeyToAccount(`0x${'b2'.repeat(32)}`);
const BROWSER = 'browser-0123456789abcdef';
const ORDER_OF_SECP256K1 = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const CHAINS = [
	{ chainId: 1, name: 'Ethereum', rpcUrl: undefined },
	{ chainId: 8453, name: 'Base', rpcUrl: undefined },
];

let now = 0;
let folder = '';
let database: ReturnType<typeof openDatabase>;
let store: LoginStore;
let login: WalletLogin;
const clock: Clock = { now: () => now, monotonic: () => now, after: () => () => {}, every: () => () => {} };

beforeEach(() => {
	now = 1_795_161_600_000;
	folder = mkdtempSync(join(tmpdir(), 'carrywire-wallet-'));
	database = openDatabase(folder);
	store = createLoginStore(createSqliteDatabase(database));
	login = loginAt('https://carry.example:8443/base');
});

afterEach(() => {
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

function loginAt(origin: string): WalletLogin {
	return createWalletLogin({
		provider: 'own-wallets',
		chains: CHAINS,
		origin: () => origin,
		clock,
		random: systemRandom,
		nonces: store.nonces,
	});
}

const begin = (change: Partial<Parameters<WalletLogin['begin']>[0]> = {}) =>
	login.begin({ address: ANN.address, chainId: 1, browser: BROWSER, ...change });

/**
 * Returns the arguments of `finish` for a new login. A dishonest page has changed the message before the owner signed
 * it.
 */
async function signed(change: (message: string) => string = (message) => message, by = ANN) {
	const message = change((await begin({ statement: 'Log in to Carrywire.' })).message);
	return { message, signature: await by.signMessage({ message }), browser: BROWSER };
}

const refusal = (reason: string) => ({ code: 'LOGIN_REFUSED', retryable: false, facts: { reason } });

describe('begin', () => {
	test('writes the message of EIP-4361 exactly as another implementation does', async () => {
		const { message, nonce, expiresAt } = await begin({ statement: 'Log in.', chainId: 8453 });
		expect(nonce).toMatch(/^[0-9a-f]{32}$/);
		expect(expiresAt).toBe(now + 300_000);
		expect(message).toBe(
			createSiweMessage({
				domain: 'carry.example:8443',
				address: ANN.address,
				statement: 'Log in.',
				uri: 'https://carry.example:8443',
				version: '1',
				chainId: 8453,
				nonce,
				issuedAt: new Date(now),
				expirationTime: new Date(expiresAt),
			}),
		);
	});

	test('EIP-4361 message format: leaves two empty lines without a statement, and logs in', async () => {
		const { message } = await begin();
		expect(message.split('\n').slice(1, 5)).toEqual([ANN.address, '', '', 'URI: https://carry.example:8443']);
		const signature = await ANN.signMessage({ message });
		await expect(login.finish({ message, signature, browser: BROWSER })).resolves.toBeDefined();
	});

	test('EIP-55: writes a lower-case address with its checksum', async () => {
		expect((await begin({ address: ANN.address.toLowerCase() })).message).toContain(`\n${ANN.address}\n`);
	});

	test.each([
		['address', { address: '0x12' }],
		['address', { address: ANN.address.toUpperCase() }],
		['address', { address: flipCase(ANN.address) }],
		['address', { address: `0x${'0'.repeat(40)}` }],
		['address', { address: 'carry.eth' }],
		['chainId', { chainId: 10 }],
		['chainId', { chainId: Number.NaN }],
		['statement', { statement: 'two\nlines' }],
		['statement', { statement: '' }],
		['statement', { statement: 'x'.repeat(257) }],
		['statement', { statement: 'ünicode' }],
	])('refuses %s of %j', async (field, change) => {
		await expect(begin(change)).rejects.toMatchObject({ code: 'INVALID_PARAMS', field });
	});

	test('refuses a browser without a cookie', async () => {
		await expect(begin({ browser: '' })).rejects.toMatchObject(refusal('browser'));
	});

	test('stores only hashes of the nonce and the browser', async () => {
		const { nonce } = await begin();
		const rows = JSON.stringify(database.prepare('SELECT * FROM login_waiting').all());
		expect(rows).toContain('"kind":"nonce"');
		expect(rows).not.toContain(nonce);
		expect(rows).not.toContain(BROWSER);
	});
});

describe('finish', () => {
	test('identifies the owner of a key as the same user on every chain', async () => {
		const identity = {
			issuer: 'wallet',
			subject: `eip155:0:${ANN.address.toLowerCase()}`,
			wallet: ANN.address,
			provider: 'own-wallets',
		};
		for (const chainId of [1, 8453]) {
			const { message } = await begin({ chainId });
			const signature = await ANN.signMessage({ message });
			expect(await login.finish({ message, signature, browser: BROWSER })).toEqual(identity);
		}
	});

	test('EIP-4361 nonce: accepts a signed message once', async () => {
		const answer = await signed();
		await login.finish(answer);
		await expect(login.finish(answer)).rejects.toMatchObject(refusal('nonce'));
	});

	test('EIP-4361 nonce: lets in one of two simultaneous logins', async () => {
		const answer = await signed();
		const outcomes = await Promise.allSettled([login.finish(answer), login.finish(answer)]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal('nonce') });
	});

	test('EIP-4361 nonce: refuses a signed message in another browser, and still accepts it in its own', async () => {
		const answer = await signed();
		await expect(login.finish({ ...answer, browser: 'another-browser-0123' })).rejects.toMatchObject(
			refusal('nonce'),
		);
		await expect(login.finish({ ...answer, browser: '' })).rejects.toMatchObject(refusal('browser'));
		await expect(login.finish(answer)).resolves.toBeDefined();
	});

	test('EIP-4361 nonce: refuses an invented nonce', async () => {
		const answer = await signed((message) => message.replace(/Nonce: .*/, `Nonce: ${'0'.repeat(32)}`));
		await expect(login.finish(answer)).rejects.toMatchObject(refusal('nonce'));
	});

	test('EIP-4361 nonce: refuses an expired nonce, whatever times the message names', async () => {
		const later = now + WALLET_MESSAGE_LIFETIME_MS;
		const answer = await signed((message) => issuedAt(message, later));
		now = later;
		await expect(login.finish(answer)).rejects.toMatchObject(refusal('nonce'));
	});

	test('EIP-4361 nonce: uses the nonce up on a wrong signature', async () => {
		const answer = await signed();
		const signature = await BEN.signMessage(answer);
		await expect(login.finish({ ...answer, signature })).rejects.toMatchObject(refusal('signature'));
		await expect(login.finish(answer)).rejects.toMatchObject(refusal('nonce'));
	});

	test.each<[string, string, (message: string) => string]>([
		['domain', 'another host', (text) => text.replace('carry.example:8443 wants', 'evil.example:8443 wants')],
		['domain', 'without the port', (text) => text.replace('carry.example:8443 wants', 'carry.example wants')],
		['domain', 'with a user', (text) => text.replace(/^/, 'carry.example:8443@')],
		['domain', 'in capitals', (text) => text.replace('carry.example', 'CARRY.example')],
		['domain', 'another scheme', (text) => text.replace(/^/, 'http://')],
		['uri', 'another host', (text) => text.replace('URI: https://carry', 'URI: https://evil')],
		['uri', 'another scheme', (text) => text.replace('URI: https:', 'URI: http:')],
		['uri', 'with a path', (text) => text.replace(/(URI: .*)/, '$1/')],
		['chain', 'not configured', (text) => text.replace('Chain ID: 1', 'Chain ID: 10')],
		['chain', 'too large', (text) => text.replace('Chain ID: 1', `Chain ID: ${'9'.repeat(30)}`)],
		['message', 'version 2', (text) => text.replace('Version: 1', 'Version: 2')],
		['message', 'resources', (text) => `${text}\nResources:\n- https://carry.example/`],
		['message', 'an empty list of resources', (text) => `${text}\nResources:`],
		['message', 'another first line', (text) => text.replace('wants you', 'wishes you')],
		['domain', 'a space before', (text) => ` ${text}`],
		['message', 'a line feed after', (text) => `${text}\n`],
		['message', 'carriage returns', (text) => text.replaceAll('\n', '\r\n')],
		['message', 'a nonce twice', (text) => text.replace(/(Nonce: .*)/, '$1\n$1')],
		['message', 'another order of lines', (text) => text.replace(/(Nonce: .*)\n(Issued At: .*)/, '$2\n$1')],
		['message', 'a nonce of seven characters', (text) => text.replace(/Nonce: .*/, 'Nonce: 1234567')],
		[
			'message',
			'an address without its checksum',
			(text) => text.replace(ANN.address, ANN.address.toLowerCase()),
		],
		['message', 'the zero address', (text) => text.replace(ANN.address, `0x${'0'.repeat(40)}`)],
		[
			'message',
			'a day that does not exist',
			(text) => text.replace(/Issued At: \d+-\d+-\d+/, 'Issued At: 2026-02-30'),
		],
		['message', 'too long', (text) => text.replace('Log in', 'x'.repeat(MESSAGE_LENGTH_MAX))],
		['message', 'nothing', () => ''],
		['time', 'a leap second', (text) => text.replace(/(Issued At: .*):\d\d\.\d+Z/, '$1:60Z')],
	])('EIP-4361 verifying a message: refuses %s, %s', async (reason, _case, change) => {
		await expect(login.finish(await signed(change))).rejects.toMatchObject(refusal(reason));
	});

	test('EIP-4361 verifying a message: accepts our scheme before the domain', async () => {
		await expect(login.finish(await signed((text) => `https://${text}`))).resolves.toBeDefined();
	});

	test('EIP-4361 verifying a message: refuses the message of another site with the same store', async () => {
		const answer = await signed();
		await expect(loginAt('https://carry.example').finish(answer)).rejects.toMatchObject(refusal('domain'));
		await expect(loginAt('http://carry.example:8443').finish(answer)).rejects.toMatchObject(refusal('uri'));
	});

	test.each([
		['expired', WALLET_MESSAGE_LIFETIME_MS, 'time'],
		['a millisecond before its end', WALLET_MESSAGE_LIFETIME_MS - 1, undefined],
		['a minute before it was issued', -60_000, undefined],
		['more than a minute before it was issued', -60_001, 'time'],
	])('EIP-4361 times: %s', async (_case, later, reason) => {
		const answer = await signed();
		now += later;
		const outcome = expect(login.finish(answer));
		if (reason === undefined) await outcome.resolves.toBeDefined();
		else await outcome.rejects.toMatchObject(refusal(reason));
	});

	test.each<[string, string, (message: string) => string]>([
		['not before a future time', 'time', (text) => `${text}\nNot Before: ${iso(now + 1)}`],
		['not before now', '', (text) => `${text}\nNot Before: ${iso(now)}`],
		[
			'without an end, issued before its nonce',
			'time',
			(text) => issuedAt(text, now - WALLET_MESSAGE_LIFETIME_MS - 1),
		],
		['without an end, just issued', '', (text) => issuedAt(text, now)],
		[
			'an end of its own, passed',
			'time',
			(text) => text.replace(/Expiration Time: .*/, `Expiration Time: ${iso(now)}`),
		],
		[
			'times of another zone',
			'',
			(text) => text.replace(/Issued At: .*/, 'Issued At: 2026-11-20T09:00:00+01:00'),
		],
	])('EIP-4361 times: %s', async (_case, reason, change) => {
		now = Date.UTC(2026, 10, 20, 8);
		const outcome = expect(login.finish(await signed(change)));
		if (reason === '') await outcome.resolves.toBeDefined();
		else await outcome.rejects.toMatchObject(refusal(reason));
	});

	test('EIP-191: refuses a signed message with a change anywhere', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(), fc.constantFrom('0', 'a', 'Z', ' ', '\n'), async (at, sign) => {
				const { message, signature } = await signed();
				const place = at % message.length;
				fc.pre(message[place] !== sign);
				const altered = `${message.slice(0, place)}${sign}${message.slice(place + 1)}`;
				await expect(login.finish({ message: altered, signature, browser: BROWSER })).rejects.toMatchObject({
					code: 'LOGIN_REFUSED',
				});
			}),
			{ numRuns: 60 },
		);
	});

	test('EIP-191: signs the statement too', async () => {
		const { message, signature } = await signed();
		const altered = message.replace('Log in to', 'Log out of');
		await expect(login.finish({ message: altered, signature, browser: BROWSER })).rejects.toMatchObject(
			refusal('signature'),
		);
	});

	test('EIP-2: refuses the other form of a signature, which anybody can compute', async () => {
		const answer = await signed();
		const s = BigInt(sliceHex(answer.signature, 32, 64));
		const parity = answer.signature.endsWith('1b') ? '1c' : '1b';
		const other: Hex = `${sliceHex(answer.signature, 0, 32)}${numberToHex(ORDER_OF_SECP256K1 - s, { size: 32 }).slice(2)}${parity}`;
		// A lenient library also accepts this other form of the signature.
		expect(await recoverMessageAddress({ message: answer.message, signature: other })).toBe(ANN.address);
		await expect(login.finish({ ...answer, signature: other })).rejects.toMatchObject(refusal('signature'));
	});

	test('accepts parity 0 and 1 as well as 27 and 28', async () => {
		const answer = await signed();
		const plain = answer.signature.endsWith('1b') ? '00' : '01';
		const signature = `${answer.signature.slice(0, -2)}${plain}`;
		await expect(login.finish({ ...answer, signature })).resolves.toMatchObject({ wallet: ANN.address });
	});

	test.each<[string, string, (signature: Hex) => string]>([
		['with another parity', 'signature', (hex) => `${hex.slice(0, -2)}${hex.endsWith('1b') ? '1c' : '1b'}`],
		['with a parity of EIP-155', 'signature', (hex) => `${hex.slice(0, -2)}25`],
		['of zeros', 'signature', () => `0x${'00'.repeat(65)}`],
		['with r above the field', 'signature', (hex) => `0x${'ff'.repeat(32)}${hex.slice(66)}`],
		['a byte short', 'contract_wallet', (hex) => hex.slice(0, -2)],
		['of 64 bytes (EIP-2098)', 'contract_wallet', (hex) => hex.slice(0, -2)],
		['a byte long', 'contract_wallet', (hex) => `${hex}00`],
		['half a byte short', 'signature', (hex) => hex.slice(0, -1)],
		['empty', 'signature', () => '0x'],
		['that is not hex', 'signature', () => 'signature'],
		['without 0x', 'signature', (hex) => hex.slice(2)],
		['too long', 'signature', () => `0x${'00'.repeat(16_385)}`],
	])('refuses a signature %s', async (_case, reason, change) => {
		const answer = await signed();
		await expect(login.finish({ ...answer, signature: change(answer.signature) })).rejects.toMatchObject(
			refusal(reason),
		);
	});

	test('explains for a signature that no key can make that contract wallets of the chain cannot log in', async () => {
		const { message } = await begin({ chainId: 8453 });
		await expect(
			login.finish({ message, signature: `0x${'01'.repeat(97)}`, browser: BROWSER }),
		).rejects.toThrow('it cannot log in on Base: the operator has configured no node for that chain.');
	});
});

test('names a loopback service with its scheme and port, also for IPv6', async () => {
	for (const origin of ['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://localhost:3000/x']) {
		login = loginAt(origin);
		const { message } = await begin();
		expect(message).toMatch(new RegExp(`^${new URL(origin).host.replace(/[[\]]/g, '\\$&')} wants`));
		const signature = await ANN.signMessage({ message });
		await expect(login.finish({ message, signature, browser: BROWSER })).resolves.toBeDefined();
	}
});

function iso(at: number): string {
	return new Date(at).toISOString();
}

function issuedAt(message: string, at: number): string {
	return message.replace(/Issued At: .*\nExpiration Time: .*/, `Issued At: ${iso(at)}`);
}

/** Changes the case of one letter, and with it the checksum of the address. The hex digits stay the same. */
function flipCase(address: string): string {
	return address.replace(/[a-fA-F]/, (sign) => (sign < 'a' ? sign.toLowerCase() : sign.toUpperCase()));
}
