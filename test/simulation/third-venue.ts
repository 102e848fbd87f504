/**
 * Gives seeds above one million (above two million, every second one) a third exchange, and allows emergency hedges.
 * In addition to the usual draws, one of the two usual exchanges goes down for a while and sends no responses and no
 * order books. During this outage the other usual exchange liquidates part of its leg. These draws use a separate
 * stream, so they do not change smaller seeds.
 */
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import { hasAgents } from './agents.ts';
import { isAtCaps } from './at-caps.ts';
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
const HOUR_AT = Date.UTC(2026, 10, 21, 9);

export function hasThirdVenue(seed: number): boolean {
	return seed >= THIRD_VENUE_FROM && !isAtCaps(seed) && (!hasAgents(seed) || seed % 2 === 0);
}

export function withThirdVenue(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x85ebca6b) ^ 0x2545f491);
	const coins = [...new Set(scenario.instruments.map(({ coin }) => coin))];
	const [lot] = pick(random, LOTS);
	const instruments = coins.map((coin) => drawnInstrument(random, THIRD_VENUE, coin, lot));
	const dead = drawnDeaths(random, scenario);
	const later = random.chance(0.2) ? [drawnLaterDeath(random, dead[0])] : [];
	return {
		...scenario,
		venues: [...VENUES, THIRD_VENUE],
		instruments: [...scenario.instruments, ...instruments],
		fundingRates: new Map([
			...scenario.fundingRates,
			...coins.map((coin) => [`${THIRD_VENUE}:${coin}`, drawnRate(random)] as const),
		]),
		silent: [...scenario.silent, ...dead, ...later],
		cut: [...scenario.cut, ...dead, ...later],
		clockJumps: [...scenario.clockJumps, ...drawnSkew(random, dead[0])].sort((a, b) => a.at - b.at),
		seizures: [...scenario.seizures, ...drawnSeizures(random, scenario, coins, dead[0], later)],
	};
}

type Deaths = readonly [Span, ...Span[]];

/**
 * Draws a long, short or repeated outage. In a third of the seeds it begins just after a settlement, while the
 * payments are being booked.
 */
function drawnDeaths(random: SeededRandom, { startAt }: Scenario): Deaths {
	const venue = pick(random, VENUES);
	const anywhere = startAt + 8_000 + random.below(70_000);
	const from = random.chance(0.35)
		? Math.max(startAt + 20_000, HOUR_AT + 2_500) + random.below(8_000)
		: anywhere;
	const lasts = random.chance(0.3) ? 11_000 + random.below(12_000) : 15_000 + random.below(LIFE_MS);
	const first: Span = { venue, from, to: from + lasts };
	if (random.chance(0.75)) return [first];
	const next = first.to + 500 + random.below(16_000);
	return [first, { venue, from: next, to: next + 9_000 + random.below(20_000) }];
}

function drawnLaterDeath(random: SeededRandom, dead: Span): Span {
	const from = dead.from + random.below(30_000);
	return { venue: THIRD_VENUE, from, to: from + 5_000 + random.below(60_000) };
}

/** Sets our wall clock wrong by up to a minute, starting before the outage. */
function drawnSkew(random: SeededRandom, dead: Span): Scenario['clockJumps'] {
	if (random.chance(0.7)) return [];
	const offset = (random.chance(0.5) ? 1 : -1) * (10_000 + random.below(50_000));
	return [{ at: dead.from - random.below(60_000), offset }];
}

/**
 * Draws a liquidation or ADL by the live exchange during the other exchange's outage. In some seeds the dead or the
 * third exchange reduces a leg too.
 */
function drawnSeizures(
	random: SeededRandom,
	{ users }: Scenario,
	coins: readonly string[],
	dead: Span,
	later: readonly Span[],
): readonly Seizure[] {
	const living = VENUES.find((venue) => venue !== dead.venue) ?? VENUES[0];
	const venues = [living, ...(random.chance(0.15) ? [dead.venue] : []), ...later.map(({ venue }) => venue)];
	return venues.map((venue) => ({
		at: dead.from + (random.chance(0.4) ? 2_000 + random.below(6_000) : 5_000 + random.below(30_000)),
		venue,
		coin: coins[0] ?? 'SOL',
		userId: users[0] ?? 'user_a',
		cause: random.chance(0.5) ? ('liquidation' as const) : ('adl' as const),
		share: random.chance(0.5) ? 1 : random.unit(),
	}));
}
