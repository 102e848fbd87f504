/** What a venue does to an account of its own: liquidation, deleveraging, and fees in its own coin, through the adapter. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
	add,
	type Decimal,
	formatDecimal,
	fromInteger,
	mulTrunc,
	parseDecimal,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { midPrice } from '../../src/domain/order-book.ts';
import { guardedPrice } from '../../src/execution/order-terms.ts';
import type { AccountFill, AccountHint, VenueMarketData, VenueTrading } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { openVenueMarketData } from '../../src/venues/ccxt/market-data.ts';
import { openVenueTrading } from '../../src/venues/ccxt/trading.ts';
import { startSimulator } from '../conformance/harness.ts';

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const LEVERAGE = fromInteger(5);
const HELD = parseDecimal('5');

describe.each(['bybit', 'kucoin'] as const)('%s', (venue) => {
	let simulator: Awaited<ReturnType<typeof startSimulator>>;
	let data: VenueMarketData;
	let instruments: readonly Instrument[];
	let trading: VenueTrading;
	let counter = 0;
	let name: string;
	let since: number;
	const symbol = venue === 'bybit' ? 'SOLUSDT' : 'SOLUSDTM';

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
		data = openVenueMarketData({
			venue,
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
		});
		instruments = await data.loadInstruments();
	});

	beforeEach(async () => {
		counter += 1;
		name = `holder${counter}`;
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
		await trading.prepare(symbol, LEVERAGE, 'isolated');
		since = systemClock.now() - 1_000;
	});

	afterEach(() => trading.close());

	afterAll(async () => {
		await data.close();
		await simulator[Symbol.asyncDispose]();
	});

	async function buy(): Promise<string> {
		counter += 1;
		const clientOrderId = counter.toString(16).padStart(32, 'c');
		const mid = midPrice(await data.fetchBook(symbol, 50)) ?? ZERO;
		const tick = instruments.find((instrument) => instrument.symbol === symbol)?.tickSize ?? ZERO;
		await trading.placeOrder({
			symbol,
			clientOrderId,
			side: 'buy',
			quantity: HELD,
			limitPrice: guardedPrice('buy', mid, fromInteger(100), tick),
			timeInForce: 'IOC',
			reduceOnly: false,
			leverage: LEVERAGE,
			marginMode: 'isolated',
		});
		return clientOrderId;
	}

	const fills = (): Promise<readonly AccountFill[]> =>
		trading.accountFills(symbol, since, systemClock.now() + 1_000);

	const taken = async (cause: AccountFill['cause']): Promise<Decimal> =>
		sum((await fills()).filter((fill) => fill.cause === cause).map((fill) => fill.quantity));

	test('a liquidation is heard of, and its fills say what they are', async () => {
		await buy();
		const heard: AccountHint[] = [];
		const flat = new Promise<void>((resolve) => {
			trading.watchAccount(async (hint) => {
				heard.push(hint);
				if (hint.kind === 'position' && (await trading.positions()).length === 0) resolve();
			});
		});
		while (heard.length === 0) await simulator.admin('POST', `/accounts/${name}/deposit`, { amount: '1' });
		await simulator.admin('POST', '/shocks', { coin: 'SOL', factor: '0.7', halfLifeMs: 1_000 });
		await flat;
		expect(await taken('liquidation')).toBe(HELD);
		const [last] = (await fills()).slice(-1);
		expect(last).toMatchObject({ side: 'sell', clientOrderId: null, cause: 'liquidation' });
		expect(heard).toContainEqual({ kind: 'position', symbol });
	});

	test('deleveraging takes a part, without a fee', async () => {
		await buy();
		await simulator.admin('POST', `/accounts/${name}/deleverage`, { symbol, quantity: '2' });
		expect(await taken('adl')).toBe(parseDecimal('2'));
		const [last] = (await fills()).slice(-1);
		expect(last).toMatchObject({ side: 'sell', clientOrderId: null, fee: ZERO });
		expect((await trading.positions()).map((position) => formatDecimal(position.quantity))).toEqual(['3']);
	});

	test('a fee in the venue’s own coin is USD at the fill, and the coin is in the balance and the flows', async () => {
		const asset = venue === 'bybit' ? 'MNT' : 'KCS';
		await simulator.admin('POST', `/accounts/${name}/fee-asset`, { on: true, deposit: '100' });
		// KuCoin's single currencies are asked for now and then: a flow says that it is time.
		const flows = await trading.externalFlows(since, systemClock.now() + 1_000);
		const holding = async (): Promise<Decimal> =>
			(await trading.balance()).otherAssets.find((held) => held.asset === asset)?.quantity ?? ZERO;
		const before = await trading.balance();
		const finding = await trading.findOrder(symbol, await buy());
		if (finding.kind !== 'found') throw new Error(`the order is ${finding.kind}`);
		const rate = (await trading.fees(symbol)).taker;
		for (const fill of finding.report.fills) {
			expect(fill.feeAsset).toBe(asset);
			expect(fill.fee).toBe(mulTrunc(mulTrunc(fill.price, fill.quantity), rate));
		}
		const paid = sum(finding.report.fills.map((fill) => fill.feeQuantity));
		expect(paid > ZERO).toBe(true);
		expect((await trading.balance()).walletBalance).toBe(before.walletBalance);
		expect(add(await holding(), paid)).toBe(fromInteger(100));
		if (venue === 'kucoin')
			expect(flows.map((flow) => [flow.asset, formatDecimal(flow.amount)])).toContainEqual([asset, '100']);
		const own = await trading.externalFlows(since, systemClock.now() + 1_000);
		expect(own).toEqual(flows);
	});
});
