/** Builds the listings of a world. A listing is one instrument with all its data at any instant. */
import type { Decimal } from '../../src/domain/decimal.ts';
import type { FundingPath } from './funding-path.ts';
import { decimalAt, placesOf } from './generated-decimal.ts';
import type { LiquidityProfile } from './liquidity-profile.ts';
import { atLeastHalfTick, openInterestPath, turnover24hPath, usualLiquidity } from './market-depth.ts';
import { quotePremium } from './price-path.ts';
import type { Instrument } from './types.ts';
import type { MarketSize } from './venue-terms.ts';

export type Listing = {
	readonly instrument: Instrument;
	readonly funding: FundingPath;
	index(at: number): Decimal;
	mark(at: number): Decimal;
	fair(at: number): Decimal;
	liquidity(at: number): LiquidityProfile;
	turnover24h(at: number): Decimal;
	openInterest(at: number): Decimal;
};

/** Standard deviation of the log return over one hour, by market size. */
export const HOURLY_VOLATILITY: Readonly<Record<MarketSize, number>> = {
	giant: 0.005,
	large: 0.007,
	liquid: 0.009,
	mid: 0.01,
	small: 0.011,
};

/** Standard deviation of the exchange's mark price from the index, basis points. */
export const MARK_DEVIATION_BP: Readonly<Record<MarketSize, number>> = {
	giant: 1,
	large: 1.3,
	liquid: 1.7,
	mid: 2.2,
	small: 2.8,
};

/** Standard deviation of quotes from the mark price, basis points. */
const QUOTE_DEVIATION_BP: Readonly<Record<MarketSize, number>> = {
	giant: 0.1,
	large: 0.15,
	liquid: 0.25,
	mid: 0.4,
	small: 0.6,
};

/** @param prices prices as doubles, USDT per base unit of the instrument */
export function listing(
	seed: number,
	instrument: Instrument,
	{ size, marketShare }: { readonly size: MarketSize; readonly marketShare: number },
	funding: FundingPath,
	prices: { readonly index: (at: number) => number; readonly mark: (at: number) => number },
): Listing {
	const { exchange, symbol, tickSize, lotSize } = instrument;
	const name = `${exchange}/${symbol}`;
	// One decimal more than the tick, because mark and index prices are averages that can lie between ticks.
	const pricePlaces = placesOf(tickSize) + 1;
	const lotPlaces = placesOf(lotSize);
	const quotes = quotePremium(seed, name, QUOTE_DEVIATION_BP[size]);
	const profile = usualLiquidity(marketShare, size);
	const turnover = turnover24hPath(seed, name, size, marketShare);
	const openValue = openInterestPath(seed, name, size, marketShare);
	const mark = (at: number): Decimal => decimalAt(prices.mark(at), pricePlaces);
	return {
		instrument,
		funding,
		mark,
		index: (at) => decimalAt(prices.index(at), pricePlaces),
		fair: (at) => decimalAt(prices.mark(at) * (1 + quotes(at)), pricePlaces),
		liquidity: (at) => atLeastHalfTick(profile, instrument, mark(at)),
		turnover24h: (at) => decimalAt(turnover(at), 2),
		openInterest: (at) => decimalAt(openValue(at) / prices.mark(at), lotPlaces),
	};
}
