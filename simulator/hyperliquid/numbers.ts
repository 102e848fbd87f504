/**
 * Formats numbers as Hyperliquid does: decimals as text with at least one decimal place (`29792.0`), times and ids as
 * JSON numbers.
 */
import { type Decimal, formatDecimal, roundPlaces } from '../../src/domain/decimal.ts';

/** Decimal places of prices that are not on the tick grid: mark prices, oracle prices, averages. */
const MEASURED_PLACES = 6;

export function text(value: Decimal): string {
	const written = formatDecimal(value);
	return written.includes('.') ? written : `${written}.0`;
}

export function measured(value: Decimal): string {
	return text(roundPlaces(value, MEASURED_PLACES));
}

/** Converts an id of the core to a number, because Hyperliquid's ids are numbers. */
export function idNumber(id: string): number {
	return Number(id);
}

/** Returns a transaction hash of 32 bytes, derived from the core's id of the order or ledger entry. */
export function hashOf(id: string): string {
	return `0x${BigInt(id).toString(16).padStart(64, '0')}`;
}
