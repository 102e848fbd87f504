/**
 * Seeds above a million have a third exchange and emergency hedges allowed: beside everything else that their number draws,
 * one of the two exchanges dies for a while (no answer, no book), and the other takes from its leg meanwhile. Drawn apart, so
 * that nothing of this moves what smaller seeds are.
 */
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import {
	drawnInstrument,
	drawnRate,
	LOTS,
	pick,
	type Scenario,
	type Seizure,
	type Span,
	VENUES,
} from './scenario.ts';

export const THIRD_VENUE = 'okx';
/** The first seed with a third exchange. */
export const THIRD_VENUE_FROM = 1_000_001;
const LIFE_MS = 180_000;

export function hasThirdVenue(seed: number): boolean {
	return seed >= THIRD_VENUE_FROM;
}

export function withThirdVenue(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x85ebca6b) ^ 0x2545f491);
	const coins = [...new Set(scenario.instruments.map(({ coin }) => coin))];
	const [lot] = pick(random, LOTS);
	const instruments = coins.map((coin) => drawnInstrument(random, THIRD_VENUE, coin, lot));
	const dead = drawnDeath(random, scenario);
	const later = random.chance(0.2)
		? [{ ...dead, venue: THIRD_VENUE, from: dead.from + random.below(20_000) }]
		: [];
	return {
		...scenario,
		venues: [...VENUES, THIRD_VENUE],
		instruments: [...scenario.instruments, ...instruments],
		fundingRates: new Map([
			...scenario.fundingRates,
			...coins.map((coin) => [`${THIRD_VENUE}:${coin}`, drawnRate(random)] as const),
		]),
		silent: [...scenario.silent, dead, ...later],
		cut: [...scenario.cut, dead, ...later],
		seizures: [...scenario.seizures, ...drawnSeizures(random, scenario, coins, dead)],
	};
}

function drawnDeath(random: SeededRandom, { startAt }: Scenario): Span {
	const from = startAt + 8_000 + random.below(70_000);
	return { venue: pick(random, VENUES), from, to: from + 15_000 + random.below(LIFE_MS) };
}

/** The living exchange takes from its leg while the other is dead; in some seeds the dead one does so too, unseen. */
function drawnSeizures(
	random: SeededRandom,
	{ users }: Scenario,
	coins: readonly string[],
	dead: Span,
): readonly Seizure[] {
	const living = VENUES.find((venue) => venue !== dead.venue) ?? VENUES[0];
	const venues = random.chance(0.15) ? [living, dead.venue] : [living];
	return venues.map((venue) => ({
		at: dead.from + 5_000 + random.below(30_000),
		venue,
		coin: coins[0] ?? 'SOL',
		userId: users[0] ?? 'user_a',
		cause: random.chance(0.5) ? ('liquidation' as const) : ('adl' as const),
		share: random.chance(0.5) ? 1 : random.unit(),
	}));
}
