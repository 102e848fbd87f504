/**
 * Tests that our order and cancel requests equal those from the pinned ccxt byte for byte, for the same order, key
 * and time. The comparison covers method, path, headers in their order, and body.
 */
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerOf, openRawExchange } from '../../test/support/raw-exchange.ts';
import { fromInteger, mulDown, parseDecimal } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import type { VenueCredentials, VenueOrder } from '../ports/venue.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { dialectOf, moduleOf } from './modules.ts';
import { moveTo, openAtSite } from './shared/at-site.ts';
import type { CcxtExchange } from './shared/ccxt-exchange.ts';
import type { Dialect } from './shared/dialect.ts';
import { callMethod, openCcxt } from './shared/instance.ts';
import { createSharedAddress } from './shared/shared-address.ts';
import { openVenueTrading } from './shared/trading.ts';

/**
 * Header with which ccxt always tags Bybit requests with its broker id, whatever its options say. We send no broker
 * id.
 */
const BROKER = 'Referer: CCXT\r\n';
const BEGIN = Date.UTC(2026, 10, 27);
const KEYS: VenueCredentials = { apiKey: 'Qk7-key', secret: 's3cret+/=', passphrase: 'a phrase&?' };
const WALLET: VenueCredentials = { apiKey: `0x${'1'.repeat(40)}`, secret: `0x${'7f'.repeat(32)}` };
const pem = { format: 'pem', type: 'pkcs8' } as const;
const RSA = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export(pem).toString();
const ED25519 = generateKeyPairSync('ed25519').privateKey.export(pem).toString();

type Case = {
	readonly venue: string;
	readonly keys: VenueCredentials;
	readonly isTest: boolean;
	readonly symbols: readonly string[];
	/** A response that accepts the order or the cancellation. */
	readonly taken: string;
};

const BYBIT = {
	venue: 'bybit',
	symbols: ['BTCUSDT', '1000PEPEUSDT'],
	taken: '{"retCode":0,"result":{"orderId":"1"}}',
};
const BINANCE = { venue: 'binance', symbols: ['BTCUSDT', '币安人生USDT'], taken: '{"orderId":1}' };
const KUCOIN = { venue: 'kucoin', symbols: ['XBTUSDTM'], taken: '{"code":"200000","data":{"orderId":"1"}}' };
const OKX = {
	venue: 'okx',
	symbols: ['BTC-USDT-SWAP'],
	taken: '{"code":"0","data":[{"ordId":"1","sCode":"0"}]}',
};
const HYPERLIQUID = {
	venue: 'hyperliquid',
	symbols: ['BTC', 'kPEPE'],
	taken: '{"status":"ok","response":{"data":{"statuses":[{"resting":{"oid":1}}]}}}',
};
const CASES: readonly (Case & { readonly name: string })[] = [
	{ ...BYBIT, name: 'bybit', keys: KEYS, isTest: false },
	{ ...BYBIT, name: 'bybit with an RSA key', keys: { ...KEYS, secret: RSA }, isTest: false },
	{ ...BINANCE, name: 'binance', keys: KEYS, isTest: false },
	{ ...BINANCE, name: 'binance with an RSA key', keys: { ...KEYS, secret: RSA }, isTest: false },
	{ ...BINANCE, name: 'binance with an Ed25519 key', keys: { ...KEYS, secret: ED25519 }, isTest: false },
	{ ...KUCOIN, name: 'kucoin', keys: KEYS, isTest: false },
	{ ...OKX, name: 'okx', keys: KEYS, isTest: false },
	{ ...OKX, name: 'okx demo trading', keys: KEYS, isTest: true },
	{ ...HYPERLIQUID, name: 'hyperliquid', keys: WALLET, isTest: false },
	{ ...HYPERLIQUID, name: 'hyperliquid testnet', keys: WALLET, isTest: true },
];

/**
 * Returns an instrument with a lot of a thousandth of an order unit, or of one unit on KuCoin. For some symbols, an
 * order unit is 1,000 coins, as on some exchanges.
 */
function instrumentOf(venue: string, symbol: string, assetIndex: number): Instrument {
	const coinsPerOrderUnit =
		symbol === '1000PEPEUSDT' || symbol === 'kPEPE' ? fromInteger(1_000) : fromInteger(1);
	const lot = venue === 'kucoin' ? fromInteger(1) : parseDecimal('0.001');
	return {
		venue,
		symbol,
		coin: 'BTC',
		quote: 'USDT',
		coinsPerOrderUnit,
		coinsPerPriceUnit: coinsPerOrderUnit,
		tickSize: parseDecimal('0.0001'),
		lotSize: mulDown(lot, coinsPerOrderUnit),
		quantityMin: mulDown(lot, coinsPerOrderUnit),
		quantityMax: fromInteger(1_000_000_000),
		notionalMin: fromInteger(0),
		leverageMax: 100,
		assetIndex,
	};
}

type Act = Omit<VenueOrder, 'symbol' | 'quantity' | 'limitPrice' | 'leverage'> & {
	readonly isCancel: boolean;
	readonly symbolAt: number;
	readonly lots: number;
	readonly ticks: number;
	readonly leverageTimes: number;
	/** Time since the previous request, milliseconds. 0 puts two requests into one millisecond. */
	readonly laterMs: number;
	readonly offsetMs: number;
};

const acts: fc.Arbitrary<Act> = fc.record({
	isCancel: fc.boolean(),
	symbolAt: fc.nat(),
	side: fc.constantFrom('buy', 'sell'),
	timeInForce: fc.constantFrom('IOC', 'postOnly'),
	reduceOnly: fc.boolean(),
	clientOrderId: fc.bigInt(0n, (1n << 128n) - 1n).map((id) => id.toString(16).padStart(32, '0')),
	lots: fc.integer({ min: 1, max: 50_000_000 }),
	ticks: fc.integer({ min: 1, max: 2_000_000_000 }),
	leverageTimes: fc.integer({ min: 1, max: 100 }),
	marginMode: fc.constantFrom('isolated', 'cross'),
	laterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1_500, max: 9_000 })),
	offsetMs: fc.integer({ min: -5_000, max: 5_000 }),
});

/** Applies the ccxt settings that an order needs in addition to its parameters, by exchange. */
function asCcxt(exchange: CcxtExchange, dialect: Dialect, act: Act, venueNow: number): void {
	const venue = dialect.facts.name;
	const windowMs = act.isCancel ? 5_000 : 2_500;
	if (venue === 'bybit' || venue === 'binance') exchange.options.recvWindow = windowMs;
	if (venue !== 'okx') return;
	exchange.options.timeDifference = -(act.offsetMs + (act.isCancel ? 0 : 25_000));
	exchange.headers = act.isCancel ? {} : { expTime: String(venueNow + windowMs) };
}

/** ccxt's methods that sign Hyperliquid actions. */
type ActionSigning = {
	sign: (path: string, api: string, method: string, params: Readonly<Record<string, unknown>>) => unknown;
	nonce: () => number;
	readonly milliseconds: () => number;
	readonly incrementingNonce: () => number;
	readonly signL1Action: (action: unknown, nonce: number, vault: undefined, expiresAfter: number) => unknown;
};

/**
 * Opens an unmodified ccxt, except for the transport. For Hyperliquid, ccxt signs only in its unified methods, so the
 * test calls its signing methods.
 */
async function openReference(
	{ venue, isTest, keys }: Case,
	dialect: Dialect,
	port: number,
): Promise<CcxtExchange> {
	const reaching = siteOf(dialect, isTest, port);
	if (venue !== 'hyperliquid') return openAtSite(dialect, reaching, keys);
	const exchange = await openCcxt('hyperliquid', {
		settings: { ...dialect.settings, sandboxMode: isTest },
		credentials: keys,
		keyForm: 'wallet',
		redirectPort: port,
		adapt: (fresh) => moveTo(fresh, dialect.facts.sites, reaching.site),
	});
	const signing = exchange as unknown as ActionSigning;
	const plain = signing.sign.bind(exchange);
	const venueTime = () => signing.milliseconds() - Number(exchange.options.timeDifference);
	signing.nonce = venueTime;
	signing.sign = (path, api, method, { action, lifetimeMs }) => {
		const nonce = signing.incrementingNonce();
		const expiresAfter = venueTime() + Number(lifetimeMs);
		const signature = signing.signL1Action(action, nonce, undefined, expiresAfter);
		return plain(path, api, method, { action, nonce, signature, expiresAfter });
	};
	return exchange;
}

function siteOf({ facts: { sites } }: Dialect, isTest: boolean, port: number) {
	const hosts = isTest && sites.test !== undefined ? sites.test.hosts : sites.main;
	return { site: { hosts, isTest }, redirect: { port } };
}

describe.each(CASES)('$name', (one) => {
	const { venue, isTest, keys, symbols, taken } = one;

	test('sends the same bytes as ccxt for an order and a cancel', async () => {
		await using server = await openRawExchange();
		server.answer = answerOf('200 OK', taken);
		const clock = createVirtualClock(BEGIN);
		const dialect = dialectOf(venue, isTest, keys);
		const reference = await openReference(one, dialect, server.port);
		Object.assign(reference, { milliseconds: () => clock.now() });
		const instruments = symbols.map((symbol, place) => instrumentOf(venue, symbol, place * 199));
		let offsetMs = 0;
		const trading = openVenueTrading({
			...siteOf(dialect, isTest, server.port),
			module: moduleOf(venue),
			credentials: keys,
			clock,
			random: systemRandom,
			log: SILENT_LOGGER,
			sharedAddress: createSharedAddress(clock),
			instrumentOf: (symbol) => instruments.find((instrument) => instrument.symbol === symbol),
			clockOffsetMs: () => offsetMs,
		});

		async function byCcxt(act: Act, order: VenueOrder, instrument: Instrument): Promise<void> {
			reference.options.timeDifference = -offsetMs;
			asCcxt(reference, dialect, act, clock.now() + offsetMs);
			if (act.isCancel)
				await dialect.cancelOrder(
					(_kind, method, params = {}) => callMethod(reference, method, params),
					instrument,
					act.clientOrderId,
				);
			else
				await dialect.placeOrder(
					(params) => callMethod(reference, dialect.orderMethod, params),
					instrument,
					order,
				);
		}

		const property = fc.asyncProperty(acts, async (act) => {
			clock.leap(clock.now() + act.laterMs);
			offsetMs = act.offsetMs;
			const instrument = instruments[act.symbolAt % instruments.length] as Instrument;
			const { symbol } = instrument;
			const order: VenueOrder = {
				...act,
				symbol,
				quantity: mulDown(instrument.lotSize, fromInteger(act.lots)),
				limitPrice: mulDown(instrument.tickSize, fromInteger(act.ticks)),
				leverage: fromInteger(act.leverageTimes),
			};
			server.requests.length = 0;
			await byCcxt(act, order, instrument);
			const outcome = act.isCancel
				? await trading.cancelOrder(symbol, act.clientOrderId)
				: await trading.placeOrder(order);
			expect(outcome.kind).toBe(act.isCancel ? 'asked' : 'accepted');
			const [ccxts, ours, ...further] = server.requests;
			expect(ours).toBe(ccxts?.replace(BROKER, ''));
			expect(further).toEqual([]);
		});
		try {
			await fc.assert(property, { numRuns: 120 });
		} finally {
			await reference.close();
			await trading.close();
		}
	});
});
