/**
 * Formats numbers as Binance does. Prices and quantities are strings with the contract's decimal places; money has
 * eight.
 */
import { type Decimal, divTrunc, formatDecimal, formatFixed, ZERO } from '../../src/domain/decimal.ts';
import type { BookLevel, Instrument } from '../core/types.ts';

const MONEY_PLACES = 8;
/** Decimal places of computed prices: averages, mark prices and break-even prices. */
const COMPUTED_PRICE_PLACES = 8;

/** Returns the number of decimals in a step: 2 for 0.05. */
export function placesOf(step: Decimal): number {
	return formatDecimal(step).split('.')[1]?.length ?? 0;
}

export function priceText(instrument: Instrument, price: Decimal): string {
	return formatFixed(price, placesOf(instrument.tickSize));
}

export function quantityText(instrument: Instrument, quantity: Decimal): string {
	return formatFixed(quantity, placesOf(instrument.lotSize));
}

export function moneyText(value: Decimal): string {
	return formatFixed(value, MONEY_PLACES);
}

export function computedPriceText(price: Decimal): string {
	return formatFixed(price, COMPUTED_PRICE_PLACES);
}

/** Returns `value` divided by `quantity`, or 0 if `quantity` is 0. */
export function average(value: Decimal, quantity: Decimal): Decimal {
	return quantity === ZERO ? ZERO : divTrunc(value, quantity);
}

export function levelsText(
	instrument: Instrument,
	levels: readonly BookLevel[],
): readonly (readonly [string, string])[] {
	return levels.map(([price, quantity]) => [
		priceText(instrument, price),
		quantityText(instrument, quantity),
	]);
}
