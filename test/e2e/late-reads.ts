/** Exchanges that show late what they have taken: orders, fills and positions by reads, events by the account's stream, each by itself. */
import type { TradedVenue } from '../../src/venues/facts.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import type { Fixture } from './fixture.ts';

/** The longest that real exchanges have been seen to take, milliseconds. */
export const LATE_MS_MAX = 5_000;

/** Each record and each event is late by a time of its own, up to these, milliseconds. */
export type LateReads = {
	readonly orders: number;
	readonly fills: number;
	readonly positions: number;
	readonly streams: number;
	readonly seed: number;
};

/** Some exchanges are late with all of it, some with a part. */
export function drawLateReads(random: SeededRandom): LateReads {
	const most = (): number => (random.chance(0.25) ? 0 : random.below(LATE_MS_MAX + 1));
	return { orders: most(), fills: most(), positions: most(), streams: most(), seed: random.below(1_000_000) };
}

/** The draws of one exchange: the same for the same seed, whatever else is drawn from it. */
export function lateReadsOf(seed: number, venue: string, number = 0): LateReads {
	return drawLateReads(seededRandom(seed * 1_000 + number * 10 + venue.length));
}

/** Until the exchange's faults are lifted. */
export async function showLate(
	fixture: Fixture,
	venue: TradedVenue,
	{ seed, ...most }: LateReads,
): Promise<void> {
	await fixture.admin(venue, 'POST', '/faults', { operation: 'any', seed, action: { kind: 'lag', ...most } });
}

export function toldLate({ orders, fills, positions, streams }: LateReads): string {
	return `orders up to ${orders}, fills ${fills}, positions ${positions}, events ${streams} ms late`;
}
