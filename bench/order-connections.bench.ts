/**
 * Measures the time for an order sent while a read of the account is in flight. The same rounds measure an order on
 * an idle warm connection, and an order that shares its connections with reads. The exchange is 80 ms away, and each
 * new connection also takes the time of its handshakes.
 */

import { fromInteger, parseDecimal } from '../src/domain/decimal.ts';
import type { Instrument } from '../src/domain/instrument.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import type { VenueCredentials } from '../src/ports/venue.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { dialectOf, moduleOf } from '../src/venues/modules.ts';
import { openAtSite } from '../src/venues/shared/at-site.ts';
import type { CcxtExchange } from '../src/venues/shared/ccxt-exchange.ts';
import { callMethod } from '../src/venues/shared/instance.ts';
import { createSharedAddress } from '../src/venues/shared/shared-address.ts';
import { openVenueTrading } from '../src/venues/shared/trading.ts';
import { openFarExchange } from './far-exchange.ts';
import { interleave, ratio } from './measure.ts';
import { deliver, rowsOf } from './report.ts';

const ROUNDS = 40;
const ROUND_TRIP_MS = 80;
/** Maximum ratio of the two medians: an order sent during a read, divided by an order on an idle warm connection. */
const RATIO_MAX = 1.15;
const IDLE = 'an order on an idle warm connection';
const BESIDE_READ = 'an order while a read is under way';
const SHARED = 'the same on connections that reads share, as before';

const BTC: Instrument = {
	venue: 'bybit',
	symbol: 'BTCUSDT',
	coin: 'BTC',
	quote: 'USDT',
	coinsPerOrderUnit: fromInteger(1),
	coinsPerPriceUnit: fromInteger(1),
	tickSize: parseDecimal('0.1'),
	lotSize: parseDecimal('0.001'),
	quantityMin: parseDecimal('0.001'),
	quantityMax: fromInteger(1_000),
	notionalMin: fromInteger(5),
	leverageMax: 100,
};

const credentials: VenueCredentials = { apiKey: 'bench', secret: 'bench', passphrase: 'bench' };
const far = await openFarExchange(ROUND_TRIP_MS);
const { rest } = far;
const site = { hosts: { rest, publicStream: rest, privateStream: rest }, isTest: false };
const trading = openVenueTrading({
	module: moduleOf('bybit'),
	site,
	credentials,
	clock: systemClock,
	random: systemRandom,
	log: SILENT_LOGGER,
	sharedAddress: createSharedAddress(systemClock),
	instrumentOf: () => BTC,
	clockOffsetMs: () => 0,
});
trading.keepOrdersWarm?.(600_000);
let count = 0;

async function order(): Promise<void> {
	count += 1;
	const outcome = await trading.placeOrder({
		symbol: BTC.symbol,
		clientOrderId: String(count),
		side: 'buy',
		quantity: parseDecimal('0.001'),
		limitPrice: fromInteger(50_000),
		timeInForce: 'IOC',
		reduceOnly: false,
		leverage: fromInteger(1),
		marginMode: 'isolated',
	});
	if (outcome.kind !== 'accepted') throw new Error(`The order was ${JSON.stringify(outcome)}.`);
}

const fills = (): Promise<unknown> => trading.accountFills(BTC.symbol, Date.now() - 1_000, Date.now());
const fillsBy = (exchange: CcxtExchange): Promise<unknown> =>
	callMethod(exchange, 'privateGetV5ExecutionList', { category: 'linear', symbol: BTC.symbol });

/** Opens a ccxt session with one warm connection, as if all its reads had run one after another. */
async function sharedSession(): Promise<CcxtExchange> {
	const exchange = await openAtSite(dialectOf('bybit'), { site }, credentials);
	await fillsBy(exchange);
	return exchange;
}

/** The read that the latest case started. The case does not await it, so that only the order is measured. */
let under: Promise<unknown> = Promise.resolve();
let shared: CcxtExchange;

const quiet = async (): Promise<void> => {
	await under;
	await fills();
};

const samples = await interleave(ROUNDS, {
	[IDLE]: { prepare: quiet, run: order },
	[BESIDE_READ]: {
		prepare: quiet,
		run() {
			under = fills();
			return order();
		},
	},
	[SHARED]: {
		async prepare() {
			await quiet();
			shared = await sharedSession();
		},
		run() {
			under = fillsBy(shared);
			return callMethod(shared, 'privatePostV5OrderCreate', { category: 'linear', symbol: BTC.symbol });
		},
	},
});
await under;
const besideRead = ratio(samples[BESIDE_READ], samples[IDLE]);
if (besideRead.median > RATIO_MAX)
	throw new Error(`An order while a read is under way took ${besideRead.median} times, limit ${RATIO_MAX}.`);
deliver({
	title: 'An order while a read is under way',
	round: `From the call to the answer at an exchange that is ${ROUND_TRIP_MS} ms away, emulated on this machine with the handshakes of TCP and TLS. One round: an order with nothing beside it, one while a read of the account's fills is under way, and one as ccxt sends it by itself, which has one warm connection for both.`,
	rows: rowsOf(samples),
	ratios: [
		{ slower: BESIDE_READ, faster: IDLE, ...besideRead },
		{ slower: SHARED, faster: IDLE, ...ratio(samples[SHARED], samples[IDLE]) },
	],
});
await trading.close();
far.close();
process.exit(0);
