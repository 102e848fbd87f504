/**
 * Makes simulated exchanges report accepted orders late. Reads of orders, fills and positions and the account's
 * stream are each delayed independently.
 */

import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import type { Fixture } from './fixture.ts';

/** Longest delay observed at real exchanges, milliseconds. */
export const LATE_MS_MAX = 5_000;

/**
 * Maximum delays by type of record, milliseconds. Each record and each stream event gets its own delay from `seed`.
 */
export type LateReads = {
	readonly orders: number;
	readonly fills: number;
	readonly positions: number;
	readonly streams: number;
	readonly seed: number;
};

/** Draws the maximum delays. Some exchanges delay every type of record, others only some. */
export function drawLateReads(random: SeededRandom): LateReads {
	const most = (): number => (random.chance(0.25) ? 0 : random.below(LATE_MS_MAX + 1));
	return { orders: most(), fills: most(), positions: most(), streams: most(), seed: random.below(1_000_000) };
}

/** Draws one exchange's delays. They depend only on the arguments, not on earlier draws. */
export function lateReadsOf(seed: number, venue: string, number = 0): LateReads {
	return drawLateReads(seededRandom(seed * 1_000 + number * 10 + venue.length));
}

/** Turns on the delays. They last until the exchange's faults are removed. */
export async function showLate(
	fixture: Fixture,
	venue: TradedVenue,
	{ seed, ...most }: LateReads,
): Promise<void> {
	await fixture.admin(venue, 'POST', '/faults', { operation: 'any', seed, action: { kind: 'lag', ...most } });
}

export function lateText({ orders, fills, positions, streams }: LateReads): string {
	return `orders up to ${orders}, fills ${fills}, positions ${positions}, events ${streams} ms late`;
}
