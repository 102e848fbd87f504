/**
 * Tests that a user can connect an account through each simulated exchange's page. The user logs in and consents in a
 * browser, and the resulting key can trade. The simulators know this service only as a registered client.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExchangeOAuth, type ExchangeOAuth } from '../../src/accounts/exchange-oauth.ts';
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { midPrice } from '../../src/domain/order-book.ts';
import { guardedPrice } from '../../src/engine/decide/order-terms.ts';
import type { ConnectAccount } from '../../src/ports/connect-account.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { VenueCredentials } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createOAuthPendingStore } from '../../src/store/oauth-pending.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { EXCHANGE_OAUTH_TABLE, moduleOf } from '../../src/venues/modules.ts';
import { openVenueMarketData } from '../../src/venues/shared/market-data.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import {
	newSimulatedOAuthClient,
	registerSimulatedOAuthClient,
	type SimulatedOAuthClient,
	simulatedReach,
} from '../../src/venues/shared/simulated-oauth.ts';
import { openVenueTrading } from '../../src/venues/shared/trading.ts';
import { type Simulator, startSimulator } from '../conformance/harness.ts';
import { type FormBrowser, formBrowser } from '../support/form-browser.ts';
import { testSeal } from '../support/pending-seal.ts';

const BASE_URL = 'https://carry.example';
const PASSWORD = 'a password of ann';
const WHO = { userId: 'user_1', browser: 'hash-of-the-session-cookie' };

type Connected = Parameters<ConnectAccount>[0];

describe.each(['bybit', 'kucoin'] as const)('%s', (venue) => {
	let simulator: Simulator;
	let client: SimulatedOAuthClient;
	let dir: string;
	let database: DatabaseSync;
	let connected: Connected[];
	let browser: FormBrowser;

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
		for (const name of ['ann', 'bob'])
			await simulator.createAccount(name, { deposit: '10000', password: PASSWORD });
	});
	afterAll(() => simulator[Symbol.asyncDispose]());

	beforeEach(async () => {
		client = newSimulatedOAuthClient(systemRandom);
		await register(client);
		dir = mkdtempSync(join(tmpdir(), 'carrywire-oauth-'));
		database = openDatabase(dir);
		connected = [];
		browser = formBrowser(`http://127.0.0.1:${simulator.port}`);
	});
	afterEach(() => {
		database.close();
		rmSync(dir, { recursive: true, force: true });
	});

	async function register(known: SimulatedOAuthClient): Promise<void> {
		const redirectUris = [`${BASE_URL}/connections/callback/${venue}`];
		await registerSimulatedOAuthClient(simulator.adminAccess, venue, known, redirectUris, systemClock);
	}

	function openOAuth(complete?: ConnectAccount): ExchangeOAuth {
		return createExchangeOAuth({
			table: EXCHANGE_OAUTH_TABLE,
			clients: { [venue]: client },
			redirectBase: () => BASE_URL,
			pending: createOAuthPendingStore(createSqliteDatabase(database)),
			seal: testSeal(),
			reach: simulatedReach({ [venue]: simulator }),
			clock: systemClock,
			random: systemRandom,
			complete: complete ?? (async (request) => connected.push(request)),
		});
	}

	/** Completes the consent page like a user. Returns the query of the redirect back to the service. */
	async function walk(
		oauth: ExchangeOAuth,
		action: 'allow' | 'refuse',
		name = 'ann',
	): Promise<URLSearchParams> {
		const { url } = await oauth.begin({ ...WHO, venue, label: 'main' });
		const page = new URL(url);
		expect(page.origin).toBe(`http://127.0.0.1:${simulator.port}`);
		const opened = await browser.open(page.pathname + page.search);
		const asked = opened.text.includes('value="allow"')
			? opened
			: await browser.press('enter', { name, password: PASSWORD });
		expect(asked.text).toContain('Carrywire');
		const { leftFor } = await browser.press(action);
		expect(`${leftFor?.origin}${leftFor?.pathname}`).toBe(`${BASE_URL}/connections/callback/${venue}`);
		return leftFor?.searchParams ?? new URLSearchParams();
	}

	const finish = (oauth: ExchangeOAuth, query: URLSearchParams) => oauth.finish({ ...WHO, venue, query });

	test('connects an account after consent, with a key that trades', async () => {
		const oauth = openOAuth();
		expect(await finish(oauth, await walk(oauth, 'allow'))).toEqual({ label: 'main' });
		const [request] = connected;
		expect((await keysOf('ann')).get(request?.credentials.apiKey ?? '')).toBe('active');
		expect(request).toMatchObject({ userId: 'user_1', venue, label: 'main', kind: 'oauth' });
		if (request === undefined) throw new Error('Nothing was connected.');
		await tradeWith(request.credentials);
	});

	async function tradeWith(credentials: VenueCredentials): Promise<void> {
		const parts = {
			module: moduleOf(venue),
			clock: systemClock,
			random: systemRandom,
			log: SILENT_LOGGER,
			redirect: { port: simulator.port },
			sharedAddress: createSharedAddress(systemClock),
		};
		const data = openVenueMarketData(parts);
		try {
			const instruments = await data.loadInstruments();
			const btc = instruments.find(({ coin }) => coin === 'BTC');
			if (btc === undefined) throw new Error(`${venue} lists no BTC`);
			const trading = openVenueTrading({
				...parts,
				credentials,
				instrumentOf: (symbol) => instruments.find((instrument) => instrument.symbol === symbol),
				clockOffsetMs: () => null,
			});
			await trading.warmUp();
			const leverage = fromInteger(2);
			await trading.prepare(btc.symbol, leverage, 'isolated');
			const mid = midPrice(await data.fetchBook(btc.symbol, 50));
			if (mid === null || mid === undefined) throw new Error('The book is empty.');
			const clientOrderId = 'c0ffee'.padEnd(32, '0');
			const outcome = await trading.placeOrder({
				symbol: btc.symbol,
				clientOrderId,
				side: 'buy',
				quantity: parseDecimal('0.01'),
				limitPrice: guardedPrice('buy', mid, fromInteger(100), btc.tickSize),
				timeInForce: 'IOC',
				reduceOnly: false,
				leverage,
				marginMode: 'isolated',
			});
			expect(outcome.kind).toBe('accepted');
			expect(await trading.findOrder(btc.symbol, clientOrderId)).toMatchObject({
				kind: 'found',
				report: { status: 'filled', filledQuantity: parseDecimal('0.01') },
			});
			await trading.close();
		} finally {
			await data.close();
		}
	}

	test('connects nothing and creates no key after a refusal', async () => {
		const before = await keysOf('ann');
		const oauth = openOAuth();
		await expect(finish(oauth, await walk(oauth, 'refuse'))).rejects.toMatchObject({
			code: 'EXCHANGE_OAUTH_REFUSED',
			message: expect.stringMatching(/^You declined the connection at \w+\. Nothing was connected\.$/),
		});
		expect(connected).toEqual([]);
		expect(await keysOf('ann')).toEqual(before);
	});

	/** Returns the status of each of the user's API keys at the exchange, by key. */
	async function keysOf(name: string): Promise<ReadonlyMap<string, string>> {
		const { accounts } = (await simulator.admin('GET', '/accounts')) as {
			readonly accounts: readonly {
				readonly name: string;
				readonly keys: readonly { readonly key: string; readonly status: string }[];
			}[];
		};
		const keys = accounts.find((account) => account.name === name)?.keys ?? [];
		return new Map(keys.map(({ key, status }) => [key, status]));
	}

	test('revokes the grant when its code is used again (RFC 6749, section 4.1.2)', async () => {
		const oauth = openOAuth();
		const first = await walk(oauth, 'allow');
		await finish(oauth, first);
		const again = await walk(oauth, 'allow');
		again.set('code', first.get('code') ?? '');
		await expect(finish(oauth, again)).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_REFUSED' });
		expect(connected.length).toBe(1);
		const apiKey = connected[0]?.credentials.apiKey ?? '';
		expect((await keysOf('ann')).get(apiKey)).toBe('revoked');
	});

	test('refuses a client with a replaced secret', async () => {
		const oauth = openOAuth();
		const query = await walk(oauth, 'allow');
		await register(newSimulatedOAuthClient(systemRandom));
		await expect(finish(oauth, query)).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_REFUSED' });
		expect(connected).toEqual([]);
	});

	test('names the key to delete when the account cannot be stored', async () => {
		const keys: VenueCredentials[] = [];
		const oauth = openOAuth(async ({ credentials }) => {
			keys.push(credentials);
			throw new CarrywireError('RISK_LIMIT', 'Not this account.');
		});
		const named = venue === 'kucoin' ? '“Carrywire”' : 'whose id ends in ';
		await expect(finish(oauth, await walk(oauth, 'allow'))).rejects.toThrow(
			`had created. Delete the key ${named}`,
		);
		expect(keys.length).toBe(1);
	});

	// KuCoin does not support PKCE.
	if (venue === 'bybit')
		test('rejects a code issued to someone else (RFC 9700, section 4.5; RFC 7636)', async () => {
			const stolen = await walk(openOAuth(), 'allow');
			const oauth = openOAuth();
			browser = formBrowser(`http://127.0.0.1:${simulator.port}`);
			const own = await walk(oauth, 'allow', 'bob');
			own.set('code', stolen.get('code') ?? '');
			await expect(finish(oauth, own)).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_REFUSED' });
			expect(connected).toEqual([]);
		});
});
