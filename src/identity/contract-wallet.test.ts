/** Tests contract wallets (ERC-1271, ERC-6492) against a correct node on loopback and against faulty ones. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAddress, type Hex, hashMessage, numberToHex, sliceHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	type ChainNode,
	type Contract,
	type Misconduct,
	ownedBy,
	sendJson,
	startChainNode,
	wrapped,
} from '../../test/support/chain-node.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock, loopTurns, type VirtualClock } from '../runtime/virtual-clock.ts';
import { createLoginStore } from '../store/logins.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { NODE_TIME_LIMIT_MS } from './contract-wallet.ts';
import { createWalletLogin, type WalletLogin } from './wallet-login.ts';

const OWNER = privateKeyToAccount(`0x${'a1'.repeat(32)}`);
const STRANGER = privateKeyToAccount(`0x${'b2'.repeat(32)}`);
const WALLET = getAddress(`0x${'c3'.repeat(20)}`);
const FACTORY = getAddress(`0x${'d4'.repeat(20)}`);
const BROWSER = 'browser-0123456789abcdef';
const CHAIN_ID = 8453;
const ORDER_OF_SECP256K1 = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let folder = '';
let database: ReturnType<typeof openDatabase>;
let clock: VirtualClock;
let node: ChainNode | undefined;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-contract-'));
	database = openDatabase(folder);
	clock = createVirtualClock(1_795_161_600_000, loopTurns);
});

afterEach(async () => {
	await node?.close();
	node = undefined;
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

function loginWith(rpcUrl: string | undefined): WalletLogin {
	return createWalletLogin({
		provider: 'wallet',
		chains: [{ chainId: CHAIN_ID, name: 'Base', rpcUrl }],
		origin: () => 'https://carry.example',
		clock,
		random: systemRandom,
		nonces: createLoginStore(createSqliteDatabase(database)).nonces,
	});
}

async function loginAt(chain: Omit<Parameters<typeof startChainNode>[0], 'chainId'>): Promise<WalletLogin> {
	node = await startChainNode({ chainId: CHAIN_ID, ...chain });
	return loginWith(node.url);
}

/**
 * Starts a login for `address`, and returns the arguments of `finish`: the login's message, and the signature that
 * `sign` makes for the message's hash.
 */
async function answerBy(
	login: WalletLogin,
	sign: (hash: Hex) => Hex | Promise<Hex>,
	address: string = WALLET,
) {
	const { message } = await login.begin({ address, chainId: CHAIN_ID, browser: BROWSER });
	return { message, signature: await sign(hashMessage(message)), browser: BROWSER };
}

const byOwner = (hash: Hex) => OWNER.sign({ hash });
const byStranger = (hash: Hex) => STRANGER.sign({ hash });
const refusal = (reason: string) => ({ code: 'LOGIN_REFUSED', facts: { reason } });
const at = (contract: Contract) => ({ contracts: { [WALLET.toLowerCase()]: contract } });

describe('ERC-1271', () => {
	test('logs in a contract that accepts the signature, as a user of its chain', async () => {
		const login = await loginAt(at(ownedBy(OWNER.address)));
		expect(await login.finish(await answerBy(login, byOwner))).toEqual({
			issuer: 'wallet',
			subject: `eip155:${CHAIN_ID}:${WALLET.toLowerCase()}`,
			wallet: WALLET,
			provider: 'wallet',
		});
	});

	test('accepts a signature that no key made', async () => {
		const login = await loginAt(at((_hash, signature) => signature === `0x${'5a'.repeat(700)}`));
		await expect(login.finish(await answerBy(login, () => `0x${'5a'.repeat(700)}`))).resolves.toBeDefined();
		await expect(login.finish(await answerBy(login, () => `0x${'5b'.repeat(700)}`))).rejects.toMatchObject(
			refusal('signature'),
		);
	});

	test('refuses if the contract rejects the signature or reverts', async () => {
		const login = await loginAt(at(ownedBy(OWNER.address)));
		const answer = await answerBy(login, byStranger);
		await expect(login.finish(answer)).rejects.toMatchObject(refusal('signature'));
		await node?.close();
		const reverting = await loginAt(
			at(() => {
				throw new Error('GS026');
			}),
		);
		await expect(reverting.finish(await answerBy(reverting, byOwner))).rejects.toMatchObject(
			refusal('signature'),
		);
	});

	test('lets in one of two simultaneous logins, even with a slow node', async () => {
		const login = await loginAt(at(ownedBy(OWNER.address)));
		const answer = await answerBy(login, byOwner);
		const outcomes = await Promise.allSettled([login.finish(answer), login.finish(answer)]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	});

	test('names the missing node in the refusal of a contract wallet', async () => {
		const login = loginWith(undefined);
		await expect(login.finish(await answerBy(login, () => `0x${'5a'.repeat(97)}`))).rejects.toMatchObject(
			refusal('contract_wallet'),
		);
		await expect(login.finish(await answerBy(login, byOwner))).rejects.toThrow(
			`The signature was not made by the key of ${WALLET}. If that is a contract wallet, it cannot log in on Base: the operator has configured no node for that chain.`,
		);
	});
});

describe('a wallet with a key', () => {
	test('is checked without the node', async () => {
		const login = await loginAt({});
		const identity = await login.finish(await answerBy(login, byOwner, OWNER.address));
		expect(identity.subject).toBe(`eip155:0:${OWNER.address.toLowerCase()}`);
		expect(node?.asked).toEqual([]);
	});

	test('EIP-7702: an account with code is the same user by its key', async () => {
		const login = await loginAt({ contracts: { [OWNER.address.toLowerCase()]: () => false } });
		const identity = await login.finish(await answerBy(login, byOwner, OWNER.address));
		expect(identity.subject).toBe(`eip155:0:${OWNER.address.toLowerCase()}`);
	});

	test('EIP-2: refuses the other form of its signature, which the validator would accept', async () => {
		const login = await loginAt({});
		const answer = await answerBy(
			login,
			async (hash) => {
				const signature = await OWNER.sign({ hash });
				const s = ORDER_OF_SECP256K1 - BigInt(sliceHex(signature, 32, 64));
				const parity = signature.endsWith('1b') ? '1c' : '1b';
				return `${sliceHex(signature, 0, 32)}${numberToHex(s, { size: 32 }).slice(2)}${parity}`;
			},
			OWNER.address,
		);
		await expect(login.finish(answer)).rejects.toMatchObject(refusal('signature'));
		expect(node?.asked).toContain('eth_call');
	});
});

describe('ERC-6492', () => {
	const DATA: Hex = '0x5fbfb9cf00000001';
	const deployable = {
		[`${FACTORY}:${DATA}`.toLowerCase()]: [WALLET.toLowerCase(), ownedBy(OWNER.address)] as const,
	};

	test('accepts an undeployed contract by the code that it would have', async () => {
		const login = await loginAt({ deployable });
		const answer = await answerBy(login, async (hash) => wrapped(FACTORY, DATA, await byOwner(hash)));
		expect((await login.finish(answer)).subject).toBe(`eip155:${CHAIN_ID}:${WALLET.toLowerCase()}`);
	});

	test.each<[string, (hash: Hex) => Promise<Hex>]>([
		['signed by another key', async (hash) => wrapped(FACTORY, DATA, await byStranger(hash))],
		[
			'of a deployment that makes another contract',
			async (hash) => wrapped(FACTORY, '0x00', await byOwner(hash)),
		],
		['without its wrapping', byOwner],
		['wrapped around an empty signature', async () => wrapped(FACTORY, DATA, '0x')],
	])('refuses a signature %s', async (_case, sign) => {
		const login = await loginAt({ deployable });
		await expect(login.finish(await answerBy(login, sign))).rejects.toMatchObject(refusal('signature'));
	});

	test('does not treat an address as a contract for a wrapped signature by its key', async () => {
		const login = await loginAt({ deployable });
		const answer = await answerBy(
			login,
			async (hash) => wrapped(FACTORY, DATA, await byOwner(hash)),
			OWNER.address,
		);
		await expect(login.finish(answer)).rejects.toMatchObject(refusal('signature'));
	});
});

describe('a faulty node', () => {
	const reply =
		(body: unknown): Misconduct =>
		(response, { id }) =>
			sendJson(response, { jsonrpc: '2.0', id, ...(body as object) });

	test.each<[string, Misconduct]>([
		['answers HTML', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
		['answers nothing', (response) => response.end()],
		['answers with truncated JSON', (response) => response.end('{"jsonrpc":"2.0","result":"0x')],
		['answers another type', reply({ result: 1 })],
		['answers null', reply({ result: null })],
		['answers with a string that is not hex', reply({ result: '0xzz' })],
		['answers HTTP 500', (response) => response.writeHead(500).end('oops')],
		['answers HTTP 429', (response) => response.writeHead(429).end('{}')],
		[
			'answers that it has a limit',
			reply({ error: { code: -32005, message: 'daily request count exceeded' } }),
		],
		['redirects', (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
		['answers endlessly', (response) => response.end(`"${'a'.repeat(1_100_000)}"`)],
		['hangs up', (response) => response.destroy()],
	])('%s: the login is unavailable, neither refused nor accepted', async (_case, misconduct) => {
		const login = await loginAt({ misconduct });
		const error = await login.finish(await answerBy(login, byOwner)).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code: 'LOGIN_UNAVAILABLE', retryable: true });
		expect(error).not.toHaveProperty('cause');
		expect(String(error)).toMatch(/(?:The Base node|configured for Base)/);
		expect(String(error)).not.toContain('key-of-the-operator');
	});

	test('serves another chain', async () => {
		node = await startChainNode({ chainId: 1, ...at(ownedBy(OWNER.address)) });
		const login = loginWith(node.url);
		await expect(login.finish(await answerBy(login, byOwner))).rejects.toThrow(
			'The node configured for Base must serve chain 8453; it serves 1.',
		);
	});

	test('is down', async () => {
		const login = loginWith(`http://127.0.0.1:${await closedPort()}/key-of-the-operator`);
		await expect(login.finish(await answerBy(login, byOwner))).rejects.toThrow(
			'The Base node that checks contract wallets could not be reached (ECONNREFUSED). Try again.',
		);
	});

	test('does not answer in time, before its head or within its body', async () => {
		for (const misconduct of [() => {}, (response) => response.writeHead(200).write('{')] as Misconduct[]) {
			const login = await loginAt({ misconduct });
			const answer = await answerBy(login, byOwner);
			const finished = login.finish(answer).catch((thrown: unknown) => thrown);
			await node?.arrived(3);
			const until = clock.now() + NODE_TIME_LIMIT_MS;
			while (await clock.advance(until));
			expect(await finished).toMatchObject({
				code: 'LOGIN_UNAVAILABLE',
				message: expect.stringContaining(`did not answer within 3.0 s`),
			});
			expect(clock.waiting()).toBe(0);
			// The nonce is used up even though the result is unknown.
			await expect(login.finish(answer)).rejects.toMatchObject(refusal('nonce'));
			await node?.close();
		}
	});
});

async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
