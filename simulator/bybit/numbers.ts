/** Formats of Bybit's numbers: always text; prices and quantities have the fixed decimals of their step. */
import { type Decimal, formatDecimal, formatFixed, mulTrunc, roundPlaces } from '../../src/domain/decimal.ts';
import type { Instrument } from '../core/types.ts';

const PRICE_SCALE_MIN = 2;
const MONEY_PLACES = 8;

/** Decimals of a step: 3 for 0.001, 0 for 10. */
export function placesOf(step: Decimal): number {
	const text = formatDecimal(step);
	const dot = text.indexOf('.');
	return dot === -1 ? 0 : text.length - dot - 1;
}

/** Decimals of a price, at least two: BTCUSDT with its tick of 0.1 is written `62710.20`. */
export function priceScale(instrument: Instrument): number {
	return Math.max(PRICE_SCALE_MIN, placesOf(instrument.tickSize));
}

export function priceText(instrument: Instrument, price: Decimal): string {
	return formatFixed(price, priceScale(instrument));
}

export function quantityText(instrument: Instrument, quantity: Decimal): string {
	return formatFixed(quantity, placesOf(instrument.lotSize));
}

/** An amount of a coin: at most eight decimals, no trailing zeros. */
export function moneyText(amount: Decimal): string {
	return formatDecimal(roundPlaces(amount, MONEY_PLACES));
}

/** price × quantity, at most eight decimals. */
export function valueText(price: Decimal, quantity: Decimal): string {
	return moneyText(mulTrunc(price, quantity));
}

/** A fraction such as a rate or a share, at most eight decimals. */
export function rateText(rate: Decimal): string {
	return formatDecimal(roundPlaces(rate, MONEY_PLACES));
}
