/**
 * Formats numbers as OKX does, all as text. Quantities are in contracts and fractions of them, times in milliseconds.
 */
import {
	type Decimal,
	divTrunc,
	floorPlaces,
	formatDecimal,
	mulTrunc,
	roundPlaces,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../core/types.ts';

/** Decimal places of money in account and position bodies. */
const MONEY_PLACES = 10;
const PRICE_PLACES = 14;

export function contracts(instrument: Instrument, quantity: Decimal): string {
	return formatDecimal(divTrunc(quantity, instrument.contractSize));
}

export function baseUnits(instrument: Instrument, count: Decimal): Decimal {
	return mulTrunc(count, instrument.contractSize);
}

export function money(value: Decimal): string {
	return formatDecimal(roundPlaces(value, MONEY_PLACES));
}

export function price(value: Decimal): string {
	return formatDecimal(floorPlaces(value, PRICE_PLACES));
}

export function instant(at: number): string {
	return String(at);
}
