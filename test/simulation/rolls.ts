/**
 * Gives seeds above nine million a third exchange, and callers that move a leg of their executions to it, and sometimes
 * on to the next one. The slices are small, so that a roll lasts, and crashes, seizures and silent books come while it
 * does. In every second seed emergency hedges are allowed. These draws use a separate stream, so they do not change
 * smaller seeds.
 */
import { fromInteger, ONE, parseDecimal } from '../../src/domain/decimal.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import {
	type AskedExecution,
	type AskedRoll,
	CRASH_PLACES,
	drawnInstrument,
	drawnRate,
	LOTS,
	pick,
	type Scenario,
	type Seizure,
	type Span,
	VENUES,
} from './scenario.ts';
import { THIRD_VENUE } from './third-venue.ts';

/** The first seed with rolls. */
export const ROLLS_FROM = 9_000_001;
/** An event of a roll comes up to this many appends, or messages, after the start of the process. */
const CRASH_HITS = 120;
/** Rolls are under way within this time after the start of a run. */
const ROLLING_FOR_MS = 90_000;

export function hasRolls(seed: number): boolean {
	return seed >= ROLLS_FROM;
}

/** True for the seeds with rolls in which an unhedged leg may be hedged on the third exchange. */
export function hedgesRolls(seed: number): boolean {
	return hasRolls(seed) && seed % 2 === 0;
}

export function withRolls(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x165667b1) ^ 0x3c6ef372);
	const coins = [...new Set(scenario.instruments.map(({ coin }) => coin))];
	const [lot] = pick(random, LOTS);
	const venues = [...VENUES, THIRD_VENUE];
	const { users, startAt } = scenario;
	const instruments = [
		...scenario.instruments,
		...coins.map((coin) => drawnInstrument(random, THIRD_VENUE, coin, lot)),
	];
	return {
		...scenario,
		venues,
		instruments,
		// A rest below the minimum order after a manual trade waits for its owner, whether or not anything rolls.
		handTrades: instruments.every(({ quantityMin, lotSize }) => quantityMin === lotSize)
			? scenario.handTrades
			: [],
		fundingRates: new Map([
			...scenario.fundingRates,
			...coins.map((coin) => [`${THIRD_VENUE}:${coin}`, drawnRate(random)] as const),
		]),
		asked: scenario.asked.map((ask) => rolled(random, ask)),
		crashes: drawnCrashes(random),
		silent: [...scenario.silent, ...drawnSpans(random, startAt)],
		cut: [...scenario.cut, ...drawnSpans(random, startAt)],
		seizures: [...scenario.seizures, ...drawnSeizures(random, startAt, users, coins)],
		caps: {
			...scenario.caps,
			executionsOpenMax: 8,
			unhedgedMaxUsd: fromInteger(150 + random.below(1_500)),
		},
	};
}

function rolled(random: SeededRandom, ask: AskedExecution): AskedExecution {
	const isAuto = random.chance(0.7);
	return {
		...ask,
		request: {
			...ask.request,
			amount: fromInteger(300 + random.below(2_500)),
			mode: isAuto ? 'auto' : ask.request.mode,
			maxSlippageBps: random.chance(0.5) ? undefined : fromInteger(10 + random.below(40)),
			exit: random.chance(0.8) ? undefined : ask.request.exit,
		},
		cancelAfterMs: random.chance(0.9) ? undefined : ask.cancelAfterMs,
		closes: random.chance(0.5)
			? []
			: [
					{
						afterMs: random.below(random.chance(0.6) ? 40_000 : 120_000),
						share: random.chance(0.6) ? ONE : parseDecimal((0.1 + random.unit() * 0.8).toFixed(3)),
						maxSlippageBps: undefined,
						isDoubled: random.chance(0.2),
					},
				],
		rolls: Array.from({ length: random.chance(0.15) ? 0 : 1 + random.below(2) }, () => drawnRoll(random)),
	};
}

function drawnRoll(random: SeededRandom): AskedRoll {
	return {
		afterMs: 2_000 + random.below(random.chance(0.5) ? 10_000 : 50_000),
		leg: pick(random, ['long', 'short']),
		share: random.chance(0.6) ? ONE : parseDecimal((0.1 + random.unit() * 0.9).toFixed(3)),
		maxSlippageBps: random.chance(0.6) ? undefined : fromInteger(3 + random.below(40)),
		hasKey: random.chance(0.6),
		isDoubled: random.chance(0.2),
		isPreviewed: random.chance(0.2),
		cancelAfterMs: random.chance(0.15) ? random.below(5_000) : undefined,
	};
}

function drawnCrashes(random: SeededRandom): Scenario['crashes'] {
	return Array.from({ length: random.chance(0.3) ? 0 : 1 + random.below(2) }, () => {
		const place = pick(random, CRASH_PLACES);
		return { place, hit: 1 + random.below(place.startsWith('append') ? CRASH_HITS : CRASH_HITS / 4) };
	});
}

function drawnSpans(random: SeededRandom, startAt: number): readonly Span[] {
	if (random.chance(0.7)) return [];
	const from = startAt + 3_000 + random.below(ROLLING_FOR_MS);
	return [{ venue: THIRD_VENUE, from, to: from + random.below(20_000) }];
}

function drawnSeizures(
	random: SeededRandom,
	startAt: number,
	users: readonly string[],
	coins: readonly string[],
): readonly Seizure[] {
	if (random.chance(0.65)) return [];
	return Array.from({ length: 1 + random.below(2) }, () => ({
		at: startAt + 5_000 + random.below(ROLLING_FOR_MS),
		venue: pick(random, [...VENUES, THIRD_VENUE]),
		coin: pick(random, coins),
		userId: pick(random, users),
		cause: random.chance(0.5) ? ('liquidation' as const) : ('adl' as const),
		share: random.chance(0.5) ? 1 : random.unit(),
	}));
}
