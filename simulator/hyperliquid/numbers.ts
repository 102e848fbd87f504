/** Formats of Hyperliquid's numbers: text with at least one decimal, `29792.0`, and JSON numbers for times and ids. */
import { type Decimal, formatDecimal, roundPlaces } from '../../src/domain/decimal.ts';

/** Decimals of prices off the tick grid: marks, oracle prices, means. */
const MEASURED_PLACES = 6;

export function text(value: Decimal): string {
	const written = formatDecimal(value);
	return written.includes('.') ? written : `${written}.0`;
}

export function measured(value: Decimal): string {
	return text(roundPlaces(value, MEASURED_PLACES));
}

/** An id of the core as a number, as Hyperliquid's ids are. */
export function idNumber(id: string): number {
	return Number(id);
}

/** Transaction hash of 32 bytes, derived from the id of its result. */
export function hashOf(id: string): string {
	return `0x${BigInt(id).toString(16).padStart(64, '0')}`;
}
