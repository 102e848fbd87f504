/**
 * Tests programs that act for a user within the access that the user granted on the pages: agents with caps, an
 * application, a terminal. The tests run in order, and each continues from the state of the previous one.
 */
import {
	authorizationCodeGrant,
	buildAuthorizationUrl,
	ClientSecretBasic,
	type Configuration,
	calculatePKCECodeChallenge,
	genericGrantRequest,
	initiateDeviceAuthorization,
	randomPKCECodeVerifier,
	randomState,
	refreshTokenGrant,
} from 'openid-client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZERO } from '../../src/domain/decimal.ts';
import { type FixtureRecords, openExchangeRecords } from '../e2e/exchange-records.ts';
import type { Service } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';
import { closeAndEnd, hedgedSize, untilStatus } from '../e2e/trading.ts';
import type { Opened, RpcAnswer } from '../e2e/wire.ts';
import { type Application, startApplication } from './application.ts';
import { type BrowserRun, openBrowserRun } from './browser-run.ts';
import {
	connectExchange,
	createAgent,
	createToken,
	follow,
	heading,
	logInByHand,
	logInWithWallet,
	logOut,
	stopAgent,
	userName,
} from './people-steps.ts';
import { type AgentClient, boundAgent, type Call, keyAgent, ownKeyPair, programAt } from './programs.ts';
import { installWallet, newTestWallet } from './test-wallet.ts';
import { previewedWish, sizesAt, sizesOf } from './trades.ts';
import { type Person, PHONE_PX } from './watched-browser.ts';

const CAPS = { amountMax: '500', openAmountMax: '1000', executionsPerDay: '3', pair: 'bybit-kucoin' };
/** Two positions of this size fit within the agent's maximum open amount; three exceed it. */
const AMOUNT_USD = 450;
const TOO_MUCH_USD = 501;
/**
 * Minimum time between the start of a run and midnight UTC, milliseconds, because the cap counts executions per UTC
 * day.
 */
const MIDNIGHT_MS = 600_000;
const DAY_MS = 86_400_000;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

let run: BrowserRun;
let service: Service;
let owner: Person;
let token = '';
let records: FixtureRecords;
let application: Application;
const wallet = newTestWallet();
const used = new Set<string>();

beforeAll(async () => {
	application = await startApplication();
	run = await openBrowserRun({
		auth: {
			applications: [
				{
					clientId: 'trading-desk',
					name: 'Trading Desk',
					redirectUris: ['http://127.0.0.1/back'],
					kind: 'native',
				},
			],
		},
	});
	service = run.service();
	owner = await run.person({ script: true, width: 1_280 });
	await installWallet(owner, wallet);
	await owner.page.goto(`${service.url}/login`);
	await logInWithWallet(owner.page);
	const login = { name: 'owner-of-agents', password: 'a password that is long' };
	await connectExchange(owner.page, 'Bybit', login);
	await connectExchange(owner.page, 'KuCoin', login);
	token = await createToken(owner.page, 'of the owner');
	run.secrets.note('token that is shown once', token);
	records = await openExchangeRecords(run.fixture, await userName(owner.page));
	await until({ what: 'the next day', periodMs: 1_000, limitMs: MIDNIGHT_MS }, () =>
		DAY_MS - (Date.now() % DAY_MS) > MIDNIGHT_MS ? true : undefined,
	);
});

afterAll(async () => {
	await records?.[Symbol.asyncDispose]();
	await run?.[Symbol.asyncDispose]();
	await application?.[Symbol.asyncDispose]();
});

const asOwner: Call = (method, params) => service.answer(method, params, token);

/** Returns parameters for an execution that the owner could start now, in a coin that this run has not used. */
const wish = (amount: number) => previewedWish(service, token, amount, used);

function resultOf<T>({ text, error, result }: RpcAnswer): T {
	expect(error, text).toBeUndefined();
	return result as T;
}

/** Opens an execution and waits until it is running. Both exchanges must then confirm their legs. */
async function open(call: Call): Promise<string> {
	const { params, base } = await wish(AMOUNT_USD);
	used.add(base);
	const { execution_id: id } = resultOf<Opened>(await call('execute_opportunity', params));
	const execution = await untilStatus(service, token, id, ['running', 'failed']);
	expect(hedgedSize(execution)).toBeGreaterThan(ZERO);
	expect(await sizesAt(records)).toMatchObject(sizesOf(execution));
	return id;
}

async function expectRefused(call: Call, amount: number, check: string): Promise<void> {
	const answer = await call('execute_opportunity', (await wish(amount)).params);
	expect(answer.error?.data, answer.text).toMatchObject({
		code: 'RISK_LIMIT',
		check,
	});
}

describe.each([
	{ proof: 'a key', name: 'night watch', hasKeyPair: false },
	{ proof: 'a key pair of its own, with bound tokens', name: 'day watch', hasKeyPair: true },
])('an agent with $proof', ({ name, hasKeyPair }) => {
	let agent: AgentClient;
	let call: Call;
	let first = '';
	let last = '';

	test('is created on the agents page and gets a token', async () => {
		const pair = hasKeyPair ? await ownKeyPair() : undefined;
		const publicKeys = pair === undefined ? {} : { publicKeys: pair.publicKeys };
		const { id, key } = await createAgent(owner.page, { name, ...CAPS, ...publicKeys });
		if (pair === undefined) {
			run.secrets.note('agent key', key);
			agent = keyAgent(service, await programAt(service, id, ClientSecretBasic(key)));
		} else {
			run.secrets.note('private key of a program', pair.secret);
			agent = await boundAgent(service, await programAt(service, id, pair.auth), run.keepAnswer);
		}
		const login = await agent.logIn();
		run.secrets.note('token of a program', login.token);
		call = login.call;
		if (hasKeyPair) expect((await service.answer('portfolio_live', {}, login.token)).status).toBe(401);
	});

	test('trades on both exchanges within each cap', async () => {
		await expectRefused(call, TOO_MUCH_USD, 'cap_amount');
		first = await open(call);
		const second = await open(call);
		await expectRefused(call, AMOUNT_USD, 'cap_open_amount');
		resultOf(await call('close_execution', { execution_id: second }));
		await untilStatus(service, token, second, ['closed']);
		last = await open(call);
		resultOf(await call('close_execution', { execution_id: first }));
		await untilStatus(service, token, first, ['closed']);
		await expectRefused(call, AMOUNT_USD, 'cap_executions_per_day');
	});

	test('cannot close a position that its owner opened', async () => {
		const own = await open(asOwner);
		const answer = await call('close_execution', { execution_id: own });
		expect(answer.error?.data.code).toBe('UNKNOWN_EXECUTION');
		expect((await closeAndEnd(service, token, own)).execution.status).toBe('closed');
	});

	test('loses all access when its owner stops it, and the owner keeps its open positions', async () => {
		await stopAgent(owner.page, name);
		expect((await call('portfolio_live', {})).status).toBe(401);
		await expect(agent.logIn()).rejects.toThrow();
		await untilStatus(service, token, last, ['running']);
		expect((await closeAndEnd(service, token, last)).execution.status).toBe('closed');
	});
});

describe('an application', () => {
	let program: Configuration;
	let refreshToken = '';

	beforeAll(async () => {
		program = await programAt(service, 'trading-desk');
	});

	/** Starts an authorization request. `answered` redeems the code that the browser returns with. */
	async function request() {
		const [pkceCodeVerifier, expectedState] = [randomPKCECodeVerifier(), randomState()];
		run.secrets.note('token of a program', pkceCodeVerifier);
		const url = buildAuthorizationUrl(program, {
			redirect_uri: application.redirectUri,
			scope: 'arb:read arb:trade exchange:connect',
			code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
			code_challenge_method: 'S256',
			state: expectedState,
		});
		async function answered() {
			const back = await application.returned();
			run.secrets.note('code of an application', back.searchParams.get('code') ?? '');
			return authorizationCodeGrant(program, back, { pkceCodeVerifier, expectedState });
		}
		return { url, answered };
	}

	test('requests access before the user logs in, and gets the scopes that the user leaves ticked', async () => {
		const { url, answered } = await request();
		await logOut(owner.page);
		await owner.page.goto(url.href);
		await logInWithWallet(owner.page);
		await owner.page.getByRole('heading', { name: 'Trading Desk requests access' }).waitFor();
		await owner.page.getByLabel('exchange:connect').uncheck();
		await owner.page.getByRole('button', { name: 'Allow' }).click();
		const tokens = await answered();
		expect(await heading(owner.page)).toBe('Back in the application');
		expect(tokens.scope).toBe('arb:read arb:trade');
		refreshToken = tokens.refresh_token ?? '';
		run.secrets.note('token of a program', tokens.access_token);
		run.secrets.note('token of a program', refreshToken);
		const call: Call = (method, params) => service.answer(method, params, tokens.access_token);
		const id = await open(call);
		resultOf(await call('close_execution', { execution_id: id }));
		await untilStatus(service, token, id, ['closed']);
		const keys = { exchange: 'bybit', api_key: 'a-key-of-nobody', api_secret: 'a-secret-of-nobody' };
		expect((await call('connect_exchange', keys)).error?.data.code).toBe('FORBIDDEN');
	});

	test('renews its token until its user revokes the access', async () => {
		const renewed = await refreshTokenGrant(program, refreshToken);
		run.secrets.note('token of a program', renewed.access_token);
		run.secrets.note('token of a program', renewed.refresh_token ?? '');
		const call: Call = (method, params) => service.answer(method, params, renewed.access_token);
		resultOf(await call('portfolio_live', {}));
		await owner.page.goto(`${service.url}/account`);
		await follow(owner.page, 'Tokens');
		const row = owner.page.locator('tbody tr', { hasText: 'Trading Desk' });
		await row.getByRole('button', { name: 'Revoke' }).click();
		await row.waitFor({ state: 'detached' });
		// The door page has no such row either, so its absence does not yet show that the page has loaded. The test
		// therefore waits for the heading.
		await owner.page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
		expect((await call('portfolio_live', {})).status).toBe(401);
		await expect(refreshTokenGrant(program, renewed.refresh_token ?? '')).rejects.toMatchObject({
			error: 'invalid_grant',
		});
	});

	test('is refused on a page if it requests a posted response, which the service does not offer', async () => {
		const { url } = await request();
		url.searchParams.set('response_mode', 'form_post');
		await owner.page.goto(url.href);
		expect(await heading(owner.page)).toBe('Authorization failed');
		expect(await owner.page.getByRole('main').textContent()).toContain('response_mode must not be form_post');
		expect(program.serverMetadata().response_modes_supported).toEqual(['fragment', 'query']);
		await owner.page.goto(service.url);
	});

	test('gets its token from the current login, not from the previous one', async () => {
		const { url, answered } = await request();
		const other = newTestWallet();
		await logOut(owner.page);
		await owner.page.getByText('Sign manually').click();
		await logInByHand(owner.page, other);
		expect(await userName(owner.page)).toContain(other.address);
		await owner.page.goto(url.href);
		await owner.page.getByRole('heading', { name: 'Trading Desk requests access' }).waitFor();
		await owner.page.getByRole('button', { name: 'Allow' }).click();
		const { access_token } = await answered();
		run.secrets.note('token of a program', access_token);
		expect(await service.call('account_exchange_pair', {}, access_token)).toEqual([]);
	});
});

describe('a terminal, from a phone', () => {
	let program: Configuration;
	let page: Page;
	const redeem = (code: string) => genericGrantRequest(program, DEVICE_GRANT, { device_code: code });

	beforeAll(async () => {
		program = await programAt(service, 'carrywire-cli');
		const phone = await run.person({ script: true, width: PHONE_PX });
		page = phone.page;
	});

	async function ask() {
		const asked = await initiateDeviceAuthorization(program, { scope: 'arb:read arb:trade' });
		run.secrets.note('token of a program', asked.device_code);
		return asked;
	}

	test('gets access with its typed code', async () => {
		const { device_code, user_code, verification_uri } = await ask();
		await expect(redeem(device_code)).rejects.toMatchObject({ error: 'authorization_pending' });
		await page.goto(verification_uri);
		await page.getByLabel('Code').fill('BBBB-CCCC');
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.getByText('This code is not valid').waitFor();
		await page.getByLabel('Code').fill(user_code.toLowerCase());
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.getByText(user_code).waitFor();
		await page.getByRole('button', { name: 'It is mine' }).click();
		await logInByHand(page, wallet);
		await page.getByRole('heading', { name: 'Carrywire command line requests access' }).waitFor();
		await page.getByRole('button', { name: 'Allow' }).click();
		await page.getByRole('heading', { name: 'Connected' }).waitFor();
		const tokens = await redeem(device_code);
		run.secrets.note('token of a program', tokens.access_token);
		expect((await service.answer('portfolio_live', {}, tokens.access_token)).status).toBe(200);
	});

	test('receives the refusal of a user who followed its link', async () => {
		const { device_code, user_code, verification_uri_complete = '' } = await ask();
		await page.goto(verification_uri_complete);
		expect(await page.getByLabel('Code').inputValue()).toBe(user_code);
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.getByRole('button', { name: 'Deny' }).click();
		await page.getByRole('heading', { name: 'Access denied' }).waitFor();
		await expect(redeem(device_code)).rejects.toMatchObject({ error: 'access_denied' });
	});
});

test('serves pages without faults and causes no complaint of a browser', async () => {
	expect(await run.faults()).toEqual([]);
	expect(owner.seen.filter(({ status }) => status !== 200)).toMatchObject([
		{ status: 400, html: expect.stringContaining('form_post') },
	]);
});

test('leaves secrets only in their permitted places', async () => {
	expect(run.fixture.written()).toContain('journaled');
	expect(await run.leaks()).toEqual([]);
	expect(run.secrets.counts()).toMatchObject({
		'agent key': 1,
		'private key of a program': 1,
		'code of an application': 2,
		'token that is shown once': 1,
	});
});
