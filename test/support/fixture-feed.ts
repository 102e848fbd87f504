/** Defines the inputs that a test can set on the fixture's exchanges: instruments, prices and order books. */
import { parseDecimal } from '../../src/domain/decimal.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import {
	bookOf,
	fundingOf,
	type HandDrivenMarket,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from './hand-driven-market.ts';

/** Mid price of every order book that `feed` sets, unless a test sets other mid prices. */
export const PRICE = 100;

export type FixtureVenue = 'bybit' | 'kucoin' | 'okx';

/** Inputs that `feed` sets. Pairs of values are for bybit and kucoin, in that order. */
export type FeedChange = {
	/** Coins at the only level of each side of the order book. */
	readonly size?: string;
	readonly halfSpread?: number;
	readonly rates?: readonly [string, string];
	readonly mids?: readonly [number, number];
	/** Hours between settlements on both legs. */
	readonly intervalHours?: number;
	/** Venues whose inputs are set; bybit and kucoin by default. */
	readonly venues?: readonly FixtureVenue[];
};

export function fixtureInstrument(venue: FixtureVenue, coin: string): Instrument {
	return instrumentOf(venue, coin, {
		symbol: venue === 'kucoin' ? `${coin}USDTM` : `${coin}USDT`,
		lotSize: parseDecimal('0.1'),
		quantityMin: parseDecimal('0.1'),
	});
}

export function feedPair(
	market: HandDrivenMarket,
	clock: VirtualClock,
	coin: string,
	change: FeedChange,
): string {
	const {
		size = '1000',
		halfSpread = 0.01,
		rates = ['0.0001', '0.0009'],
		mids = [PRICE, PRICE],
		intervalHours = 8,
		venues = ['bybit', 'kucoin'],
	} = change;
	for (const [venue, rate, mid] of [
		['bybit', rates[0], mids[0]],
		['kucoin', rates[1], mids[1]],
		['okx', rates[0], mids[0]],
	] as const) {
		if (!venues.includes(venue)) continue;
		const leg = fixtureInstrument(venue, coin);
		if (market.get(venue, leg.symbol) === undefined) market.list(leg);
		const intervalMs = intervalHours * HOUR_MS;
		const nextSettlementAt = Math.ceil((clock.now() + 1) / intervalMs) * intervalMs;
		market.put(leg, {
			ticker: tickerOf(leg.symbol, String(mid), fundingOf(rate, intervalHours, nextSettlementAt)),
			tickerReceivedAt: clock.now(),
			book: bookOf([[String(mid - halfSpread), size]], [[String(mid + halfSpread), size]]),
			bookReceivedAt: clock.now(),
		});
	}
	return opportunityId(fixtureInstrument('bybit', coin), fixtureInstrument('kucoin', coin));
}
