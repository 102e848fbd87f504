/** Sets up the common suite: a simulated exchange, its market data, and accounts that trade on it. */

import { type Decimal, fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { midPrice } from '../../src/domain/order-book.ts';
import { guardedPrice } from '../../src/engine/decide/order-terms.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { OrderReport, VenueCredentials, VenueOrder, VenueTrading } from '../../src/ports/venue.ts';
import type { VenueMarketData } from '../../src/ports/venue-market.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { moduleOf } from '../../src/venues/modules.ts';
import { openVenueMarketData } from '../../src/venues/shared/market-data.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import { openVenueTrading } from '../../src/venues/shared/trading.ts';
import { type RequestWatch, UNWATCHED } from '../../src/venues/shared/watched-request.ts';
import { type Simulator, type SimulatorAccount, startSimulator } from '../conformance/harness.ts';
import type { VenueRow } from './venue-rows.ts';

export const LEVERAGE = fromInteger(2);

export type Fixture = {
	readonly simulator: Simulator;
	readonly data: VenueMarketData;
	/** Opens another market data session with its own connections, which the caller closes. */
	readonly openData: () => Promise<VenueMarketData>;
	readonly instruments: readonly Instrument[];
	/** @throws Error if the venue does not list the coin */
	readonly instrument: (coin: string) => Instrument;
	/** Opens an account session; `instrumentOf` is the fixture's. */
	readonly open: (
		credentials: VenueCredentials,
		clockOffsetMs?: () => number | null,
		requests?: RequestWatch,
	) => VenueTrading;
	/** Creates an account with 10,000 of the collateral coin, and opens its session. */
	readonly trader: (
		name: string,
		clockOffsetMs?: () => number | null,
	) => Promise<{ readonly account: SimulatorAccount; readonly trading: VenueTrading }>;
	/**
	 * Returns a limit price 1 % beyond the mid price. An order on this side fills at it, and an order on the other
	 * side rests far from the market.
	 */
	readonly priceOf: (instrument: Instrument, side: 'buy' | 'sell') => Promise<Decimal>;
	readonly close: () => Promise<void>;
};

export const credentialsOf = (account: SimulatorAccount): VenueCredentials => ({
	apiKey: account.key,
	secret: account.secret,
	passphrase: account.passphrase,
});

export async function openFixture({ venue, liftsLimits }: VenueRow): Promise<Fixture> {
	// The first settlement is so far away that none falls into a case.
	const simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
	if (liftsLimits) await simulator.admin('POST', '/limits', { on: false });
	const common = {
		module: moduleOf(venue),
		clock: systemClock,
		random: systemRandom,
		log: SILENT_LOGGER,
		redirect: { port: simulator.port },
	};
	// Each session of the suite has its own shared-address object. It therefore has a full request budget, although
	// all sessions use one IP address.
	const ofItsOwn = () => ({ ...common, sharedAddress: createSharedAddress(systemClock) });
	const openData = async (): Promise<VenueMarketData> => {
		const session = openVenueMarketData(ofItsOwn());
		await session.loadInstruments();
		return session;
	};
	const data = openVenueMarketData(ofItsOwn());
	const instruments = await data.loadInstruments();
	const open: Fixture['open'] = (credentials, clockOffsetMs = () => 0, requests = UNWATCHED) =>
		openVenueTrading({
			...ofItsOwn(),
			credentials,
			requests,
			instrumentOf: (symbol) => instruments.find((instrument) => instrument.symbol === symbol),
			clockOffsetMs,
		});
	return {
		simulator,
		data,
		openData,
		instruments,
		instrument(coin) {
			const found = instruments.find((instrument) => instrument.coin === coin);
			if (found === undefined) throw new Error(`${venue} lists no ${coin}`);
			return found;
		},
		open,
		async trader(name, clockOffsetMs) {
			const account = await simulator.createAccount(name, { deposit: '10000' });
			const trading = open(credentialsOf(account), clockOffsetMs);
			await trading.warmUp();
			return { account, trading };
		},
		async priceOf(instrument, side) {
			const mid = midPrice(await data.fetchBook(instrument.symbol, 50)) ?? ZERO;
			return guardedPrice(side, mid, fromInteger(100), instrument.tickSize);
		},
		async close() {
			await data.close();
			await simulator[Symbol.asyncDispose]();
		},
	};
}

/** Builds an immediate-or-cancel buy of 0.01 coins in isolated mode, overridden by `terms`. */
export function orderOf(
	terms: Partial<VenueOrder> & Pick<VenueOrder, 'symbol' | 'clientOrderId' | 'limitPrice'>,
): VenueOrder {
	return {
		side: 'buy',
		quantity: parseDecimal('0.01'),
		timeInForce: 'IOC',
		reduceOnly: false,
		leverage: LEVERAGE,
		marginMode: 'isolated',
		...terms,
	};
}

/** @throws Error if the order is not found */
export async function reportOf(
	trading: VenueTrading,
	symbol: string,
	clientOrderId: string,
): Promise<OrderReport> {
	const finding = await trading.findOrder(symbol, clientOrderId);
	if (finding.kind !== 'found') throw new Error(`${clientOrderId} is ${finding.kind}`);
	return finding.report;
}
