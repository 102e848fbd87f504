/**
 * Runs all chaos scenarios but one, with several seeds, on every pair of simulated exchanges. The remaining one, in
 * which an exchange vanishes for ten minutes, runs once, on one pair. The exchanges report orders, fills, positions
 * and events late. `CARRYWIRE_CHAOS_SEED` sets the first seed, `CARRYWIRE_CHAOS_SEEDS` the number of seeds.
 */
import { expect, test } from 'vitest';
import { EXCHANGE_NAMES } from '../../simulator/exchanges.ts';
import { exchangePairs } from '../../src/domain/exchange-pair.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { CHAOS_KINDS } from '../e2e/chaos-kinds.ts';
import { runChaos } from '../e2e/chaos-run.ts';

const SEED = Number(process.env.CARRYWIRE_CHAOS_SEED ?? 1);
const SEEDS = Number(process.env.CARRYWIRE_CHAOS_SEEDS ?? 3);
const PAIRS = exchangePairs(EXCHANGE_NAMES).map(({ venues }) => venues as [TradedVenue, TradedVenue]);
const NAMES = CHAOS_KINDS.map(({ name }) => name);
const LASTING = 'an exchange that vanishes for ten minutes';

test.each(PAIRS)('%s and %s keep every position hedged on every bad day', async (...venues) => {
	for (let seed = SEED; seed < SEED + SEEDS; seed += 1) {
		const kinds = NAMES.filter((name) => name !== LASTING);
		const { faults, count } = await runChaos({
			seed,
			kinds,
			venues,
			isLate: true,
			report: (line) => console.log(line),
		});
		expect(faults).toEqual([]);
		expect(count).toBe(kinds.length);
	}
});

test('leaves no unhedged leg and no duplicate order after ten minutes without an exchange', async () => {
	const [venues = ['bybit', 'kucoin']] = PAIRS;
	const { faults } = await runChaos({
		seed: SEED,
		kinds: [LASTING],
		venues: venues as [TradedVenue, TradedVenue],
		isLate: true,
		report: (line) => console.log(line),
	});
	expect(faults).toEqual([]);
});
