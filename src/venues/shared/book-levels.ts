/**
 * Converts raw levels or ccxt's floats to exact levels in coins and USD per coin, best first. A side stops before the
 * first level that is unusable or not worse than the level before it.
 */
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { BookLevel } from '../../domain/order-book.ts';
import { decimalOf } from './fields.ts';

/** Reads at most `depthMax` levels on a side, best first; returns an empty list if the value is not a list. */
export function readLevels(
	side: 'bids' | 'asks',
	levels: unknown,
	instrument: Instrument,
	depthMax = 50,
): readonly BookLevel[] {
	if (!Array.isArray(levels)) return [];
	const result: BookLevel[] = [];
	let last: bigint | undefined;
	for (const level of levels as readonly unknown[]) {
		if (result.length >= depthMax || !Array.isArray(level)) break;
		const price = decimalOf(level[0]);
		const quantity = decimalOf(level[1]);
		if (price === undefined || quantity === undefined || price <= 0n || quantity <= 0n) break;
		if (last !== undefined && (side === 'bids' ? price >= last : price <= last)) break;
		last = price;
		result.push([fromVenuePrice(instrument, price), fromOrderUnits(instrument, quantity)]);
	}
	return result;
}
