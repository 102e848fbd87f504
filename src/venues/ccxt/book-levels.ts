/** Levels of a raw book or of ccxt's floats as exact levels in coins and USD per coin; the first unusable one ends the side. */
import { type Decimal, fromNumber, tryParseDecimal } from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { BookLevel } from '../../domain/order-book.ts';

export function readLevels(levels: unknown, instrument: Instrument, depthMax = 50): readonly BookLevel[] {
	if (!Array.isArray(levels)) return [];
	const result: BookLevel[] = [];
	for (const level of levels as readonly unknown[]) {
		if (result.length >= depthMax || !Array.isArray(level)) break;
		const price = exact(level[0]);
		const quantity = exact(level[1]);
		if (price === undefined || quantity === undefined || price <= 0n || quantity <= 0n) break;
		result.push([fromVenuePrice(instrument, price), fromOrderUnits(instrument, quantity)]);
	}
	return result;
}

/** Venues' prices and quantities have at most 15 digits, so the shortest text of ccxt's double is what the venue wrote. */
function exact(value: unknown): Decimal | undefined {
	if (typeof value === 'string') return tryParseDecimal(value);
	return typeof value === 'number' && Number.isFinite(value) ? fromNumber(value) : undefined;
}
