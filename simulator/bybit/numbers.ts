/**
 * Formats numbers as Bybit does. They are always strings, and prices and quantities have the fixed decimals of their
 * step.
 */
import { type Decimal, formatDecimal, formatFixed, mulTrunc, roundPlaces } from '../../src/domain/decimal.ts';
import type { Instrument } from '../core/types.ts';

const PRICE_SCALE_MIN = 2;
const MONEY_PLACES = 8;

/** Returns the number of decimals in a step: 3 for 0.001, 0 for 10. */
export function placesOf(step: Decimal): number {
	const text = formatDecimal(step);
	const dot = text.indexOf('.');
	return dot === -1 ? 0 : text.length - dot - 1;
}

/** Returns the number of price decimals, at least two: BTCUSDT with its tick of 0.1 is written `62710.20`. */
export function priceScale(instrument: Instrument): number {
	return Math.max(PRICE_SCALE_MIN, placesOf(instrument.tickSize));
}

export function priceText(instrument: Instrument, price: Decimal): string {
	return formatFixed(price, priceScale(instrument));
}

export function quantityText(instrument: Instrument, quantity: Decimal): string {
	return formatFixed(quantity, placesOf(instrument.lotSize));
}

/** Formats an amount of a coin with at most eight decimals and no trailing zeros. */
export function moneyText(amount: Decimal): string {
	return formatDecimal(roundPlaces(amount, MONEY_PLACES));
}

/** Formats price × quantity with at most eight decimals. */
export function valueText(price: Decimal, quantity: Decimal): string {
	return moneyText(mulTrunc(price, quantity));
}

/** Formats a fraction, for example a rate, with at most eight decimals. */
export function rateText(rate: Decimal): string {
	return formatDecimal(roundPlaces(rate, MONEY_PLACES));
}
