/**
 * Runs some of the exchange failures on one pair of exchanges. `test/long` runs all of them, for every pair and many
 * seeds.
 */
import { expect, test } from 'vitest';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { runChaos } from './chaos-run.ts';

const SEED = Number(process.env.CARRYWIRE_CHAOS_SEED ?? 20_261_122);
const KINDS = (
	process.env.CARRYWIRE_CHAOS_KINDS ??
	'a ban,a storm of 5xx,half-open sockets,an exchange that vanishes,another tick and lot,maintenance'
).split(',');

test('no leg stays unhedged beyond the stated limit, no order is duplicated, and the pair recovers by itself', async () => {
	const { faults, count } = await runChaos({
		seed: SEED,
		kinds: KINDS,
		venues: (process.env.CARRYWIRE_CHAOS_VENUES ?? 'bybit,kucoin').split(',') as [TradedVenue, TradedVenue],
		report: (line) => console.log(line),
	});
	expect(faults).toEqual([]);
	expect(count).toBe(KINDS.length);
});
