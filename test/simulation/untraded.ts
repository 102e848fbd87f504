/**
 * Gives seeds above four million an exchange that takes no orders on a contract for a while. On a delisting, it
 * instead settles positions at the mark price without a fee. Refusals start before the list reports the stop. These
 * draws use a separate stream, so they do not change smaller seeds. There are no manual trades, because they could
 * not be reversed on such a contract.
 */
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { isAtCaps } from './at-caps.ts';
import { FAULTS_FOR_MS, pick, type Scenario } from './scenario.ts';

/** The first seed with a contract that is not traded. */
export const UNTRADED_FROM = 4_000_001;

export function hasUntraded(seed: number): boolean {
	return seed >= UNTRADED_FROM && !isAtCaps(seed);
}

export function withUntraded(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x2c1b3c6d) ^ 0x297a2d39);
	const tradingStops = Array.from({ length: 1 + random.below(2) }, () => {
		const { venue, coin } = pick(random, scenario.instruments);
		return {
			at: scenario.startAt + 2_000 + random.below(random.chance(0.5) ? 20_000 : FAULTS_FOR_MS - 30_000),
			venue,
			coin,
			forMs: random.chance(0.3)
				? ('ever' as const)
				: 1_000 + random.below(random.chance(0.5) ? 10_000 : 90_000),
			toldAfterMs: random.chance(0.3) ? 0 : random.below(20_000),
		};
	});
	return { ...scenario, handTrades: [], tradingStops };
}
