/** The account's own stream of each simulated exchange over real sockets: what is heard, and what a loss of it costs. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { midPrice } from '../../src/domain/order-book.ts';
import { guardedPrice } from '../../src/execution/order-terms.ts';
import type { AccountHint, VenueTrading } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { openVenueMarketData } from '../../src/venues/ccxt/market-data.ts';
import { openVenueTrading } from '../../src/venues/ccxt/trading.ts';
import { startSimulator } from '../conformance/harness.ts';

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

describe.each(['bybit', 'kucoin'] as const)('%s', (venue) => {
	let simulator: Awaited<ReturnType<typeof startSimulator>>;
	let instruments: readonly Instrument[];
	let trading: VenueTrading;
	let buyLimit: Decimal;
	let counter = 0;
	let name: string;
	const symbol = venue === 'bybit' ? 'SOLUSDT' : 'SOLUSDTM';

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
		const data = openVenueMarketData({
			venue,
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
		});
		instruments = await data.loadInstruments();
		const tick = instruments.find((instrument) => instrument.symbol === symbol)?.tickSize ?? ZERO;
		const mid = midPrice(await data.fetchBook(symbol, 50)) ?? ZERO;
		buyLimit = guardedPrice('buy', mid, fromInteger(100), tick);
		await data.close();
	});

	beforeEach(async () => {
		counter += 1;
		name = `hearer${counter}`;
		const account = await simulator.createAccount(name, { deposit: '10000' });
		trading = openVenueTrading({
			venue,
			credentials: { apiKey: account.key, secret: account.secret, passphrase: account.passphrase },
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
			instrumentOf: (wanted) => instruments.find((instrument) => instrument.symbol === wanted),
			clockOffsetMs: () => 0,
		});
		await trading.warmUp();
		await trading.prepare(symbol, fromInteger(2), 'isolated');
	});

	afterEach(() => trading.close());

	afterAll(() => simulator[Symbol.asyncDispose]());

	const deposit = (): Promise<unknown> =>
		simulator.admin('POST', `/accounts/${name}/deposit`, { amount: '1' });

	const disconnect = async (): Promise<number> => {
		const answer = await simulator.admin('POST', '/streams', { action: 'disconnect', scope: 'private' });
		return (answer as { readonly disconnected: number }).disconnected;
	};

	/** A stream takes a while to open, and hears nothing until then: the wallet moves until it has been heard. */
	async function untilHeard(heard: readonly AccountHint[]): Promise<void> {
		const before = heard.length;
		while (heard.length === before) await deposit();
	}

	async function placeAndAwait(wanted: readonly string[]): Promise<void> {
		const missing = new Set(wanted);
		const clientOrderId = counter.toString(16).padStart(32, 'b');
		await new Promise<void>((resolve) => {
			trading.watchAccount((hint) => {
				missing.delete(
					hint.kind === 'order' ? `order ${hint.symbol} ${hint.clientOrderId === clientOrderId}` : hint.kind,
				);
				if (missing.size === 0) resolve();
			});
			void trading.placeOrder({
				symbol,
				clientOrderId,
				side: 'buy',
				quantity: parseDecimal('1'),
				limitPrice: buyLimit,
				timeInForce: 'IOC',
				reduceOnly: false,
				leverage: fromInteger(2),
				marginMode: 'isolated',
			});
		});
	}

	test('an order is heard of as itself, as its position and in the wallet', async () => {
		const heard: AccountHint[] = [];
		trading.watchAccount((hint) => heard.push(hint));
		await untilHeard(heard);
		expect(heard.every((hint) => hint.kind === 'balance')).toBe(true);
		await placeAndAwait([`order ${symbol} true`, 'position', 'balance']);
		const bySelf = heard.filter((hint) => hint.kind === 'position');
		expect(bySelf.every((hint) => hint.symbol === symbol)).toBe(true);
	});

	test('one connection serves all who hear, and opens anew when it is lost', async () => {
		const first: AccountHint[] = [];
		const second: AccountHint[] = [];
		const stopFirst = trading.watchAccount((hint) => first.push(hint));
		trading.watchAccount((hint) => second.push(hint));
		await untilHeard(first);
		await untilHeard(second);
		expect(await disconnect()).toBe(1);
		await untilHeard(first);
		stopFirst();
		const heard = first.length;
		await untilHeard(second);
		expect(first.length).toBe(heard);
		expect(await disconnect()).toBe(1);
	});

	test('who has stopped hears nothing more, nor does anybody of a closed account', async () => {
		const heard: AccountHint[] = [];
		trading.watchAccount((hint) => heard.push(hint))();
		const again: AccountHint[] = [];
		trading.watchAccount((hint) => again.push(hint));
		await untilHeard(again);
		expect(heard).toEqual([]);
		await trading.close();
		const before = again.length;
		trading.watchAccount((hint) => again.push(hint));
		await deposit();
		await trading.balance();
		expect(again.length).toBe(before);
	});

	test('a listener that fails takes nothing from the others', async () => {
		const heard: AccountHint[] = [];
		trading.watchAccount(() => {
			throw new Error('a listener of no use');
		});
		trading.watchAccount((hint) => heard.push(hint));
		await untilHeard(heard);
		await untilHeard(heard);
		expect(heard.length).toBeGreaterThan(1);
	});

	test('an account whose stream is refused trades and asks as ever', async () => {
		const wrong = openVenueTrading({
			venue,
			credentials: { apiKey: 'nobody', secret: 'nothing', passphrase: 'none' },
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
			instrumentOf: () => undefined,
			clockOffsetMs: () => 0,
		});
		const heard: AccountHint[] = [];
		const stop = wrong.watchAccount((hint) => heard.push(hint));
		await expect(wrong.balance()).rejects.toMatchObject({ name: 'VenueError' });
		await expect(wrong.balance()).rejects.toMatchObject({ name: 'VenueError' });
		stop();
		await wrong.close();
		expect(heard).toEqual([]);
	});
});
