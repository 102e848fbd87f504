/**
 * Tests the exchanges' test environments: the adapter uses their hosts, headers and signatures, and they refuse keys
 * of real accounts.
 */

import { expect, test } from 'vitest';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { midPrice } from '../../src/domain/order-book.ts';
import type { VenueHosts, VenueSite } from '../../src/domain/venue-sites.ts';
import { guardedPrice } from '../../src/engine/decide/order-terms.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { AccountHint, VenueTrading } from '../../src/ports/venue.ts';
import type { VenueMarketData } from '../../src/ports/venue-market.ts';
import { systemClock as clock } from '../../src/runtime/clock.ts';
import { systemRandom as random } from '../../src/runtime/random.ts';
import { TESTABLE_VENUES, type TradedVenue } from '../../src/venues/facts.ts';
import { moduleOf } from '../../src/venues/modules.ts';
import { openVenueMarketData } from '../../src/venues/shared/market-data.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import { openVenueTrading } from '../../src/venues/shared/trading.ts';
import { type Simulator, type SimulatorAccount, startSimulator } from '../conformance/harness.ts';
import { mainHostsOf, testHostsOf } from '../support/venue-hosts.ts';
import { credentialsOf, LEVERAGE, orderOf, reportOf } from './fixture.ts';

const TEST_KEY_WANTED = /Testnet mode needs a key of the exchange's test environment.+docs\/modes\.md/;

const namesOf = (hosts: VenueHosts): readonly string[] => [
	...new Set(Object.values(hosts).map((origin) => new URL(origin).hostname)),
];
const siteOf = (venue: TradedVenue, isTest: boolean): VenueSite => ({
	hosts: isTest ? testHostsOf(venue) : mainHostsOf(venue),
	isTest,
});

/** Starts the exchange's test environment or the exchange itself. Each knows only its own keys. */
function start(venue: TradedVenue, isTest: boolean): Promise<Simulator> {
	const { hosts } = siteOf(venue, isTest);
	const names = isTest || venue !== 'binance' ? namesOf(hosts) : [...namesOf(hosts), 'api.binance.com'];
	const args = ['--hosts', names.join(','), ...(isTest ? ['--test-site'] : [])];
	return startSimulator({ exchange: venue, settleInSeconds: 3_000, args });
}

const partsOf = (venue: TradedVenue, port: number, isTest: boolean) => ({
	module: moduleOf(venue),
	clock,
	random,
	log: SILENT_LOGGER,
	redirect: { port },
	sharedAddress: createSharedAddress(clock),
	site: siteOf(venue, isTest),
});

function openAccount(
	venue: TradedVenue,
	{ port }: Simulator,
	account: SimulatorAccount,
	isTest: boolean,
	instruments: readonly Instrument[] = [],
): VenueTrading {
	return openVenueTrading({
		...partsOf(venue, port, isTest),
		credentials: credentialsOf(account),
		instrumentOf: (symbol) => instruments.find((one) => one.symbol === symbol),
		clockOffsetMs: () => 0,
	});
}

/** Buys 0.01 at the ask and sells it. Each order is signed for its environment. */
async function buyAndSell(
	trading: VenueTrading,
	data: VenueMarketData,
	instrument: Instrument,
): Promise<void> {
	const { symbol, tickSize } = instrument;
	for (const side of ['buy', 'sell'] as const) {
		const mid = midPrice(await data.fetchBook(symbol, 50)) ?? ZERO;
		const clientOrderId = random.hex(16);
		const limitPrice = guardedPrice(side, mid, fromInteger(100), tickSize);
		const terms = { symbol, clientOrderId, limitPrice, side, reduceOnly: side === 'sell' };
		await trading.prepare(symbol, LEVERAGE, 'isolated');
		expect(await trading.placeOrder(orderOf(terms))).toMatchObject({ kind: 'accepted' });
		expect((await reportOf(trading, symbol, clientOrderId)).status).toBe('filled');
	}
}

test.each(TESTABLE_VENUES)(
	'%s: serves a test key at the test environment, using only its hosts',
	async (venue) => {
		await using simulator = await start(venue, true);
		const account = await simulator.createAccount('tester', { deposit: '10000' });
		const data = openVenueMarketData(partsOf(venue, simulator.port, true));
		const instruments = await data.loadInstruments();
		const btc = instruments.find(({ coin }) => coin === 'BTC') as Instrument;
		expect((await data.fetchTickers()).length).toBeGreaterThan(0);
		const now = clock.now();
		await data.fetchSettledRates(btc.symbol, now - 86_400_000, now, 'prompt');
		await data.fetchNotices();
		await new Promise<void>((resolve) => {
			const feed = data.streamBooks([btc.symbol], {
				onBook: () => void feed.close().then(resolve),
				onDown: () => {},
			});
		});

		const trading = openAccount(venue, simulator, account, true, instruments);
		const heard: AccountHint[] = [];
		trading.watchAccount((hint) => heard.push(hint));
		expect(await trading.describeKey()).toMatchObject({ canTrade: true, canWithdraw: false });
		expect((await trading.balance()).available > 0n).toBe(true);
		await buyAndSell(trading, data, btc);
		while (heard.length === 0) await simulator.admin('POST', '/accounts/tester/deposit', { amount: '1' });
		await trading.close();
		await data.close();
		const { askedHosts } = (await simulator.admin('GET', '/status')) as {
			readonly askedHosts: readonly string[];
		};
		expect(askedHosts).toEqual([...namesOf(testHostsOf(venue))].sort());
	},
);

test.each(['bybit', 'binance', 'okx'] as const)(
	'%s: refuses a key of a real account at the test environment, with a remedy',
	async (venue) => {
		await using environment = await start(venue, true);
		await using exchange = await start(venue, false);
		const account = await exchange.createAccount('real', { deposit: '10000' });
		const trading = openAccount(venue, environment, account, true);
		await expect(trading.describeKey()).rejects.toMatchObject({
			kind: 'rejected',
			message: expect.stringMatching(TEST_KEY_WANTED),
		});
		await trading.close();
	},
);

test('Hyperliquid: refuses an account that does not exist at the testnet, with a remedy', async () => {
	await using environment = await start('hyperliquid', true);
	await using exchange = await start('hyperliquid', false);
	const account = await exchange.createAccount('real', { deposit: '10000' });
	const trading = openAccount('hyperliquid', environment, account, true);
	await expect(trading.describeKey()).rejects.toMatchObject({
		message: expect.stringMatching(
			/^Hyperliquid has no account with this address \(missing\)\. Testnet mode needs a key.+app\.hyperliquid-testnet\.xyz\/API/,
		),
	});
	await trading.close();
});

test('OKX: a header separates test from real money, because both share one host', async () => {
	await using environment = await start('okx', true);
	const account = await environment.createAccount('tester', { deposit: '10000' });
	const asReal = openAccount('okx', environment, account, false);
	await expect(asReal.balance()).rejects.toMatchObject({
		message:
			'APIKey does not match current environment (50101). This key is from the test environment and works only in testnet mode. Use a key of a real account instead.',
	});
	await asReal.close();

	await using exchange = await start('okx', false);
	const real = await exchange.createAccount('real', { deposit: '10000' });
	const asTest = openAccount('okx', exchange, real, true);
	await expect(asTest.balance()).rejects.toMatchObject({
		message: expect.stringMatching(/environment \(50101\)\. Testnet mode needs a key of the exchange's test/),
	});
	await asTest.close();
});

test('Hyperliquid: a request signed for one chain has no valid account at the other', async () => {
	await using environment = await start('hyperliquid', true);
	const account = await environment.createAccount('tester', { deposit: '10000' });
	const data = openVenueMarketData(partsOf('hyperliquid', environment.port, true));
	const instruments = await data.loadInstruments();
	const btc = instruments.find(({ coin }) => coin === 'BTC') as Instrument;
	const hosts = testHostsOf('hyperliquid');
	const asMain = openVenueTrading({
		...partsOf('hyperliquid', environment.port, false),
		// Requests go to the testnet's hosts but are signed for the main chain.
		site: { hosts, isTest: false },
		credentials: credentialsOf(account),
		instrumentOf: () => btc,
		clockOffsetMs: () => 0,
	});
	const mid = midPrice(await data.fetchBook(btc.symbol, 50)) ?? ZERO;
	const limitPrice = guardedPrice('buy', mid, fromInteger(100), btc.tickSize);
	const order = orderOf({ symbol: btc.symbol, clientOrderId: random.hex(16), limitPrice });
	expect(await asMain.placeOrder(order)).toMatchObject({
		kind: 'rejected',
		message: expect.stringContaining('does not exist'),
	});
	await asMain.close();
	await data.close();
});
