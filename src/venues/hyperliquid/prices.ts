/**
 * Prices that Hyperliquid takes (page "Tick and lot size", read 2026-11): at most five significant figures and at most 6 less the
 * decimals of the size; whole prices always. So the step of a price depends on the price, and no one tick says it.
 */
import { ceilToStep, type Decimal, divTrunc, floorToStep, formatDecimal, ONE } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';

const FIGURES_MAX = 5;
const PRICE_AND_SIZE_DECIMALS = 6;
/** Decimals of the exact numbers. */
const PLACES = 18;

/** The venue's price at `limit` or on the safe side of it: a buy no higher, a sell no lower. In the venue's own units. */
export function allowedPrice(instrument: Instrument, side: 'buy' | 'sell', limit: Decimal): Decimal {
	const step = priceStep(limit, sizeDecimals(instrument));
	return side === 'buy' ? floorToStep(limit, step) : ceilToStep(limit, step);
}

/** The step of prices around this one: a power of ten, 1 at most. */
export function priceStep(price: Decimal, decimalsOfSize: number): Decimal {
	const wholeDigits = String(price).length - PLACES;
	const byFigures = FIGURES_MAX - wholeDigits;
	const decimals = Math.max(0, Math.min(byFigures, PRICE_AND_SIZE_DECIMALS - decimalsOfSize));
	return (ONE / 10n ** BigInt(decimals)) as Decimal;
}

/** Decimals of a size in the venue's own units. */
function sizeDecimals({ lotSize, coinsPerOrderUnit }: Instrument): number {
	return formatDecimal(divTrunc(lotSize, coinsPerOrderUnit)).split('.')[1]?.length ?? 0;
}
