/**
 * Computes the cost of opening and closing a pair: taker fees in the lowest tier and slippage, in bp of one leg's
 * notional. The functions are pure.
 */
import { roundTripCost } from '../src/domain/cost.ts';
import type { ScoredSeries } from './received.ts';

/**
 * Taker fees in the lowest tier, bp. The fees for Binance, Bybit, Hyperliquid and KuCoin are derived from base-tier
 * sums for whole round trips (read 2026-11). The other fees are assumptions.
 */
const TAKER_FEE_BP: Readonly<Record<string, number>> = {
	binance: 5,
	bybit: 5.5,
	hyperliquid: 4.5,
	kucoin: 6,
	okx: 5,
};
/** Assumed fee for every other venue, bp. */
const TAKER_FEE_BP_OTHERS = 5;
/** Slippage of four fills at 2 bp each. */
const SLIPPAGE_BP = 8;

/** Returns four taker fees plus the slippage of four fills. */
export function roundTripCostBp(series: ScoredSeries): number {
	const fee = (venue: string): number =>
		(Object.hasOwn(TAKER_FEE_BP, venue) ? TAKER_FEE_BP[venue] : undefined) ?? TAKER_FEE_BP_OTHERS;
	return roundTripCost(fee(series.first.venue), fee(series.second.venue), SLIPPAGE_BP);
}
