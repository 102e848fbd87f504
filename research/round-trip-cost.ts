/**
 * How much does a pair cost to open and close? Taker fees of the lowest tier and slippage, in bp of one leg's
 * notional. Pure.
 */
import { roundTripCost } from '../src/domain/cost.ts';
import type { ScoredSeries } from './received.ts';

/**
 * Taker fees of the lowest tier, in bp. The fees of Binance, Bybit, Hyperliquid and KuCoin follow from the base-tier
 * sums of round trips (read 2026-11). The other fees are assumptions.
 */
const TAKER_FEE_BP: Readonly<Record<string, number>> = {
	binance: 5,
	bybit: 5.5,
	hyperliquid: 4.5,
	kucoin: 6,
	okx: 5,
};
/** Assumed fee of every other venue, in bp. */
const TAKER_FEE_BP_OTHERS = 5;
/** Four fills at 2 bp. */
const SLIPPAGE_BP = 8;

/** Four taker fees and the slippage of four fills. */
export function roundTripCostBp(series: ScoredSeries): number {
	const fee = (venue: string): number =>
		(Object.hasOwn(TAKER_FEE_BP, venue) ? TAKER_FEE_BP[venue] : undefined) ?? TAKER_FEE_BP_OTHERS;
	return roundTripCost(fee(series.first.venue), fee(series.second.venue), SLIPPAGE_BP);
}
