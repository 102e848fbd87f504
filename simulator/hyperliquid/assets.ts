/** Contracts by the number that orders name them by: their place in the list of `meta` (page "Asset IDs", read 2026-11). */
import type { Exchange, Instrument } from '../core/types.ts';

export function instrumentAt(exchange: Exchange, asset: number): Instrument | undefined {
	return exchange.instruments()[asset];
}

export function sizeDecimals({ lotSize }: Instrument): number {
	return Math.round(-Math.log10(Number(lotSize) / 1e18));
}

/** A contract that has been closed for good: it stays in the list, and its number stays its own. */
export function isDelisted(exchange: Exchange, { symbol }: Instrument): boolean {
	const at = exchange.announcements.delistingAt(symbol);
	return at !== undefined && at <= exchange.now();
}
