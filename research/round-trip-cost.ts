/**
 * Computes the cost of one fill, and of opening and closing a pair: taker fees in the lowest tier and slippage, in bp
 * of one leg's notional. The functions are pure.
 */
import { roundTripCost } from '../src/domain/cost.ts';
import type { ScoredSeries } from './received.ts';

/**
 * Taker fees in the lowest tier, bp. The fees for Binance, Bybit, Hyperliquid and KuCoin follow from fee totals for
 * whole round trips in the base tier (read 2026-11). The other fees are assumptions.
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
/** Slippage of one fill, bp. */
const FILL_SLIPPAGE_BP = 2;
const FILLS_PER_ROUND_TRIP = 4;

/** Returns the cost of a round trip, bp of one leg's notional: two taker fees per leg, plus slippage. */
export function roundTripCostBp({ first, second }: Pick<ScoredSeries, 'first' | 'second'>): number {
	const slippage = FILLS_PER_ROUND_TRIP * FILL_SLIPPAGE_BP;
	return roundTripCost(takerFeeBp(first.venue), takerFeeBp(second.venue), slippage);
}

/** Returns the cost of one taker fill at the venue, bp of its notional: the fee plus slippage. */
export function fillCostBp(venue: string): number {
	return takerFeeBp(venue) + FILL_SLIPPAGE_BP;
}

function takerFeeBp(venue: string): number {
	return (Object.hasOwn(TAKER_FEE_BP, venue) ? TAKER_FEE_BP[venue] : undefined) ?? TAKER_FEE_BP_OTHERS;
}
