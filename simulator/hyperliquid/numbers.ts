/** How Hyperliquid writes numbers: text with at least one decimal, `29792.0`, and times and ids as JSON numbers. */
import { type Decimal, formatDecimal, roundPlaces } from '../../src/domain/decimal.ts';

/** Decimals of prices that are measured and not on the grid of orders: marks, oracle prices, means. */
const MEASURED_PLACES = 6;

export function text(value: Decimal): string {
	const written = formatDecimal(value);
	return written.includes('.') ? written : `${written}.0`;
}

export function measured(value: Decimal): string {
	return text(roundPlaces(value, MEASURED_PLACES));
}

/** An id of the core as the number that Hyperliquid's are. */
export function idNumber(id: string): number {
	return Number(id);
}

/** 32 bytes that stand for a transaction: the id of what it did. */
export function hashOf(id: string): string {
	return `0x${BigInt(id).toString(16).padStart(64, '0')}`;
}
