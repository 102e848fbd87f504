/**
 * Finds contracts by the number that orders use, which is their index in the list of `meta` (page "Asset IDs", read
 * 2026-11).
 */
import type { Exchange, Instrument } from '../core/types.ts';

export function instrumentAt(exchange: Exchange, asset: number): Instrument | undefined {
	return exchange.instruments()[asset];
}

export function sizeDecimals({ lotSize }: Instrument): number {
	return Math.round(-Math.log10(Number(lotSize) / 1e18));
}

/** True if the contract is delisted. It stays in the list, and its number is never reused. */
export function isDelisted(exchange: Exchange, { symbol }: Instrument): boolean {
	const at = exchange.announcements.delistingAt(symbol);
	return at !== undefined && at <= exchange.now();
}
