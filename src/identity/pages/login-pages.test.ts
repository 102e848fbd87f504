/** Tests refused logins: messages, kept values and counted attempts. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { ORIGIN as BROWSER_ORIGIN } from '../../../test/support/origin-key.ts';
import { elementsOf, readHtml, textOf } from '../../../test/support/read-html.ts';
import { passkeysOver } from '../../../test/support/test-passkeys.ts';
import { createAttempts } from '../../api/http/attempts.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { systemRandom } from '../../runtime/random.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { createAuditTrail } from '../../store/audit.ts';
import { createIdentityStore } from '../../store/identities.ts';
import { createLoginStore } from '../../store/logins.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../store/tokens.ts';
import { createWebSessionStore } from '../../store/web-sessions.ts';
import { createJwtLogin } from '../jwt-login.ts';
import { createTokenAuthority } from '../tokens.ts';
import { createUserDirectory } from '../users.ts';
import { createWalletLogin } from '../wallet-login.ts';
import { createAuditNotes } from './audit-notes.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import { loginPages } from './login-pages.ts';
import type { Page, PageAnswer } from './page.ts';

const ORIGIN = 'http://127.0.0.1:8080';
const ANN = privateKeyToAccount(`0x${'1'.repeat(64)}`);
const WALLET = '/login/wallet/:id';
const SIGNED = '/login/wallet/:id/signed';
const JWT = '/login/jwt/:id';

const databases = databasePerTest();
let clock: VirtualClock;
let pages: readonly Page[];

beforeEach(() => {
	clock = createVirtualClock(1_795_161_600_000);
	const database = databases.now();
	const common = { clock, random: systemRandom, logger: SILENT_LOGGER };
	const { nonces, spentTokens } = createLoginStore(createSqliteDatabase(database));
	const settings = {
		id: 'company',
		name: 'Company',
		issuer: 'https://company.example',
		jwksUrl: 'http://127.0.0.1:9/keys',
		audiences: ['carrywire'],
		algorithms: ['ES256'],
		typ: undefined,
		maxAgeMs: 600_000,
		subjectClaim: 'sub',
		walletClaim: undefined,
	};
	const chains = [
		{ chainId: 1, name: 'Ethereum', rpcUrl: undefined },
		{ chainId: 137, name: 'Polygon', rpcUrl: undefined },
	];
	const wallet = createWalletLogin({ ...common, provider: 'wallet', chains, origin: () => ORIGIN, nonces });
	pages = loginPages({
		methods: {
			wallets: [{ ...wallet, id: 'wallet', chains }],
			openIds: [],
			jwts: [{ ...createJwtLogin({ settings, clock, spentTokens }), id: 'company', name: 'Company' }],
			guest: undefined,
		},
		users: createUserDirectory({
			...common,
			store: createIdentityStore(createSqliteDatabase(database)),
			admitted: [],
		}),
		sessions: createBrowserSessions({
			store: createWebSessionStore(createSqliteDatabase(database)),
			clock,
			random: systemRandom,
			key: Buffer.alloc(32, 7),
			isHttps: () => false,
		}),
		passkeys: passkeysOver(database, clock, () => undefined),
		passkeysAt: () => undefined,
		tokens: createTokenAuthority({ ...common, store: createTokenStore(createSqliteDatabase(database)) }),
		attempts: createAttempts(clock),
		notes: createAuditNotes({
			audit: createAuditTrail(createSqliteDatabase(database, systemTurnEnd)),
			clock,
			logger: SILENT_LOGGER,
		}),
		baseUrl: () => ORIGIN,
		clock,
		logger: SILENT_LOGGER,
	});
});

function answer(path: string, fields: Readonly<Record<string, string>>): Promise<PageAnswer> {
	const page = pages.find((one) => one.method === 'POST' && one.path === path);
	if (page?.access !== 'anyone') throw new Error(`There is no POST ${path}.`);
	const request = new IncomingMessage(new Socket());
	return page.answer(
		{
			browser: 'browser-0123456789abcdef',
			login: undefined,
			address: '10.0.0.1',
			site: ORIGIN,
			csrf: 'csrf',
			path,
			query: new URLSearchParams(),
			params: { id: path === JWT ? 'company' : 'wallet' },
			form: new URLSearchParams({ return_to: '/tokens', ...fields }),
			cookies: undefined,
			origin: BROWSER_ORIGIN,
			raw: { request, response: new ServerResponse(request) },
		},
		undefined,
	);
}

/** Parses the page in a response. */
async function shown(path: string, fields: Readonly<Record<string, string>>) {
	const page = await answer(path, fields);
	if (page.kind !== 'page') throw new Error(`A page was meant, was ${page.kind}.`);
	const read = readHtml(page.body.text);
	const controls = ['input', 'textarea', 'select'].flatMap((name) => elementsOf(read, name));
	return {
		page,
		sentences: elementsOf(read, 'li').map(({ children }) => textOf(children)),
		summary: textOf(elementsOf(read, 'div').slice(0, 1)),
		control: (name: string) => controls.find(({ attributes }) => attributes.name === name),
		returns: new Set(
			controls
				.filter(({ attributes }) => attributes.name === 'return_to')
				.map(({ attributes }) => attributes.value),
		),
		read,
	};
}

async function messageToSign(): Promise<string> {
	const { control } = await shown(WALLET, { address: ANN.address, chain_id: '137' });
	return textOf(control('message')?.children ?? []);
}

describe('a malformed address', () => {
	test('is shown again as text, with the chosen chain and the return path', async () => {
		const { page, sentences, control, returns, read } = await shown(WALLET, {
			address: '"><b>0x',
			chain_id: '137',
		});
		expect(page).toMatchObject({ title: 'Log in', script: 'wallet.js', refusal: { code: 'INVALID_PARAMS' } });
		expect(sentences).toEqual([
			'Address must be 0x and 40 hex digits, in lower case or EIP-55, and not zero.',
		]);
		expect(control('address')?.attributes).toMatchObject({
			value: '"><b>0x',
			'aria-invalid': 'true',
			autofocus: '',
		});
		const chosen = elementsOf(read, 'option').filter(({ attributes }) => 'selected' in attributes);
		expect(chosen.map(({ attributes }) => attributes.value)).toEqual(['137']);
		expect([...returns]).toEqual(['/tokens']);
	});

	test('and so is a chain that is not offered', async () => {
		const { sentences } = await shown(WALLET, { address: ANN.address, chain_id: '2' });
		expect(sentences).toEqual(['Chain must be one of 1 (Ethereum), 137 (Polygon).']);
	});
});

describe('a signature', () => {
	test('that is malformed keeps the message valid', async () => {
		const message = await messageToSign();
		const { page, control, sentences, returns } = await shown(SIGNED, { message, signature: 'signed, Ann' });
		expect(page).toMatchObject({ title: 'Sign this message', refusal: { code: 'LOGIN_REFUSED' } });
		expect(sentences).toEqual([expect.stringMatching(/^The signature must be 0x and whole bytes/)]);
		expect(control('signature')?.attributes).not.toHaveProperty('value');
		expect([textOf(control('message')?.children ?? []), [...returns]]).toEqual([message, ['/tokens']]);
		const signature = await ANN.signMessage({ message });
		expect(await answer(SIGNED, { message, signature })).toMatchObject({ kind: 'onward', to: '/tokens' });
	});

	test('restarts with the same address for a wrong key', async () => {
		const message = await messageToSign();
		const other = await privateKeyToAccount(`0x${'2'.repeat(64)}`).signMessage({ message });
		const { page, control, summary, returns } = await shown(SIGNED, { message, signature: other });
		expect(page).toMatchObject({ title: 'Log in', refusal: { code: 'LOGIN_REFUSED' } });
		expect(summary).toContain('That message is no longer valid.');
		expect([control('address')?.attributes.value, [...returns]]).toEqual([ANN.address, ['/tokens']]);
		expect(page.body.text).not.toContain(other);
	});

	test('that is malformed does not bring back an oversized message', async () => {
		const { page } = await shown(SIGNED, { message: 'x'.repeat(4_097), signature: 'x' });
		expect([page.title, page.body.text.includes('xxxx')]).toEqual(['Log in', false]);
	});
});

test('an invalid token is marked and never shown again', async () => {
	const { page, control, sentences, summary, returns } = await shown(JWT, { token: 'a-secret.of-somebody' });
	expect(page).toMatchObject({ title: 'Log in', refusal: { code: 'LOGIN_REFUSED' } });
	expect(sentences).toEqual(['The token must be three parts in base64url, separated by dots.']);
	expect(control('token')).toMatchObject({
		attributes: { 'aria-invalid': 'true', autofocus: '' },
		children: [],
	});
	expect([summary.includes('Enter these again: Token'), [...returns]]).toEqual([true, ['/tokens']]);
	expect(page.body.text).not.toContain('a-secret');
});

test('refused logins count as guesses: after five, the next must wait', async () => {
	for (let time = 0; time < 5; time += 1) await shown(JWT, { token: `guess ${time}` });
	await expect(answer(JWT, { token: 'guess' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
	await expect(answer(SIGNED, { message: 'x', signature: 'x' })).rejects.toMatchObject({
		code: 'RATE_LIMITED',
	});
});
