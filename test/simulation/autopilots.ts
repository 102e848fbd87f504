/**
 * Gives seeds above twelve million pots of the autopilot on three exchanges. The expected carry of every contract
 * changes several times a run, so plans open, enlarge, roll, reduce and close. Owners change settings, confirm,
 * decline, pause and stop, while the process dies, exchanges fall silent, margins get low and trading is halted. These
 * draws use a separate stream, so they do not change smaller seeds.
 */
import { fromInteger, fromNumber, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { PotSettings } from '../../src/ports/autopilot.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import {
	CRASH_PLACES,
	type DrawnHalt,
	drawnInstrument,
	drawnRate,
	LOTS,
	POT_CRASH_PLACES,
	pick,
	type Scenario,
	type Seizure,
	type Span,
	VENUES,
} from './scenario.ts';
import { THIRD_VENUE } from './third-venue.ts';

/** The first seed with an autopilot. */
export const AUTOPILOTS_FROM = 12_000_001;
const POT_VENUES = [...VENUES, THIRD_VENUE] as const;
const ACTIVE_FOR_MS = 150_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** A crash comes up to this many writes or messages after the start of a run. */
const CRASH_HITS = { pot: 24, append: 120, wire: 30 } as const;

/** An action of a pot's owner, this long after the one before. */
export type PotStep = { readonly afterMs: number } & (
	| { readonly kind: 'change'; readonly change: Partial<PotSettings> }
	| { readonly kind: 'pause'; readonly forMs: number }
	| { readonly kind: 'stop'; readonly closes: boolean }
);

/** A pot with the actions of its owner. */
export type DrawnPot = {
	readonly userId: string;
	readonly at: number;
	readonly settings: PotSettings;
	readonly steps: readonly PotStep[];
	/** Seed of the answers that the owner gives to suggestions. */
	readonly answers: number;
};

/** A time in which an account reports little equity. `share`: equity over the notional that it had at first. */
export type ThinMargin = Span & { readonly share: number };

/**
 * A time in which a contract's rate is at its cap, or its delisting is announced. `isEverywhere`: at all exchanges.
 */
export type ContractNotice = Span & {
	readonly coin: string;
	readonly kind: 'cap' | 'delisting';
	readonly isEverywhere: boolean;
};

/** Everything about pots in a scenario. */
export type DrawnPots = {
	readonly pots: readonly DrawnPot[];
	readonly thinMargins: readonly ThinMargin[];
	readonly notices: readonly ContractNotice[];
	/** Times at which the expected carry changes. */
	readonly carriesChangeAt: readonly number[];
	readonly carrySeed: number;
};

export function hasAutopilots(seed: number): boolean {
	return seed >= AUTOPILOTS_FROM;
}

export function withAutopilots(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x1b873593) ^ 0x7feb352d);
	const { startAt } = scenario;
	const users = ['user_a'];
	const coins = ['SOL', 'AVAX'];
	const lots = pick(random, LOTS);
	const instruments = coins.flatMap((coin) =>
		POT_VENUES.map((venue, index) =>
			drawnInstrument(random, venue, coin, lots[index % lots.length] ?? '0.1'),
		),
	);
	const price = pick(random, [20, 100, 150]);
	const terms = { basePrice: price, depth: pick(random, [8_000, 60_000]) / price, halfSpreadTicks: 1 };
	const dead = drawnSpans(random, startAt, 0.5, 60_000);
	return {
		...scenario,
		venues: POT_VENUES,
		users,
		wallet: 50_000,
		instruments,
		priceTerms: () => terms,
		fundingRates: new Map(instruments.map(({ venue, coin }) => [`${venue}:${coin}`, drawnRate(random)])),
		asked: random.chance(0.75) ? [] : scenario.asked.slice(0, 1).map((ask) => ownAsk(random, ask)),
		crashes: drawnCrashes(random),
		silent: [...drawnSpans(random, startAt, 0.7, 20_000), ...dead],
		cut: [...drawnSpans(random, startAt, 0.7, 20_000), ...dead],
		seizures: random.chance(0.75) ? [] : drawnSeizures(random, startAt, coins),
		handTrades: [],
		halts: random.chance(0.7) ? [] : [drawnHalt(random, startAt)],
		clockJumps: scenario.clockJumps.map(({ at, offset }) => ({ at, offset: Math.round(offset / 10) })),
		caps: { executionsOpenMax: 12 },
		faultsForMs: ACTIVE_FOR_MS,
		autopilots: drawnPots(random, startAt, coins),
	};
}

function ownAsk(random: SeededRandom, ask: Scenario['asked'][number]): Scenario['asked'][number] {
	const amount = fromInteger(300 + random.below(1_500));
	return { ...ask, request: { ...ask.request, userId: 'user_a', coin: 'SOL', amount } };
}

function drawnPots(random: SeededRandom, startAt: number, coins: readonly string[]): DrawnPots {
	const spans = (odds: number, most: number) => drawnSpans(random, startAt, odds, most);
	let at = startAt;
	const carriesChangeAt: number[] = [];
	const pauseMs = random.chance(0.5) ? 10_000 : 50_000;
	while (at < startAt + ACTIVE_FOR_MS) {
		carriesChangeAt.push(at);
		at += pauseMs + random.below(60_000);
	}
	return {
		pots: Array.from({ length: random.chance(0.75) ? 1 : 2 }, (_, index) =>
			drawnPot(random, startAt, index, coins),
		),
		thinMargins: spans(0.6, 150_000).map((span) => ({
			...span,
			to: span.to + MINUTE_MS,
			share: 0.05 + random.unit() * 0.4,
		})),
		notices: spans(0.4, 90_000).map((span) => ({
			...span,
			to: span.to + MINUTE_MS / 2,
			coin: pick(random, coins),
			kind: random.chance(0.5) ? ('cap' as const) : ('delisting' as const),
			isEverywhere: random.chance(0.6),
		})),
		carriesChangeAt,
		carrySeed: random.below(2 ** 31),
	};
}

function drawnPot(random: SeededRandom, startAt: number, index: number, coins: readonly string[]): DrawnPot {
	const at = startAt + 1_000 + random.below(index === 0 ? 10_000 : 60_000);
	const settings = drawnSettings(random, startAt, `pot ${index}`);
	const steps: PotStep[] = [];
	let passed = 0;
	while (passed < ACTIVE_FOR_MS - 20_000) {
		const step = drawnStep(random, coins);
		steps.push(step);
		if (step.kind === 'stop') break;
		passed += step.afterMs;
	}
	return { userId: 'user_a', at, settings, steps, answers: random.below(2 ** 31) };
}

function drawnSettings(random: SeededRandom, startAt: number, name: string): PotSettings {
	const decisionAt = startAt + random.below(ACTIVE_FOR_MS);
	return {
		name,
		capital: drawnCapital(random, random.chance(0.5) ? 1_000 : 5_000),
		exchanges: random.chance(0.8) ? POT_VENUES : VENUES,
		coinsAllowed: null,
		coinsDenied: [],
		leverage: fromInteger(1 + random.below(3)),
		limits: {
			coinShare: parseDecimal(pick(random, ['0.3', '0.6', '1'])),
			exchangeShare: random.chance(0.7) ? null : parseDecimal('0.6'),
			ordersPerDay: random.chance(0.8) ? 40 : 4 + random.below(6),
			turnoverPerDay: random.chance(0.85) ? null : fromInteger(4_000 + random.below(8_000)),
			drawdownPct: random.chance(0.8) ? null : fromNumber(0.05 + random.below(30) / 100),
			minNetOverCashPct: ZERO,
		},
		mode: random.chance(0.65) ? 'act' : 'suggest',
		onDrawdown: random.chance(0.5) ? 'close' : 'pause',
		decisionMinute: Math.floor(decisionAt / MINUTE_MS) % DAY_MINUTES,
	};
}

function drawnCapital(random: SeededRandom, most: number): PotSettings['capital'] {
	return fromInteger(800 + random.below(most));
}

function drawnStep(random: SeededRandom, coins: readonly string[]): PotStep {
	const afterMs = random.chance(0.25) ? random.below(3_000) : 3_000 + random.below(27_000);
	const which = random.unit();
	if (which < 0.04) return { afterMs, kind: 'stop', closes: random.chance(0.6) };
	if (which < 0.12) return { afterMs, kind: 'pause', forMs: random.below(30_000) };
	return { afterMs, kind: 'change', change: drawnChange(random, coins) };
}

function drawnChange(random: SeededRandom, coins: readonly string[]): Partial<PotSettings> {
	const which = random.unit();
	if (which < 0.4) return { capital: drawnCapital(random, 8_000) };
	if (which < 0.5) return { mode: random.chance(0.5) ? 'act' : 'suggest' };
	if (which < 0.6) return { coinsDenied: random.chance(0.5) ? [] : [pick(random, coins)] };
	if (which < 0.65) return { exchanges: random.chance(0.5) ? POT_VENUES : VENUES };
	// A new name changes no rule, but a decision follows all the same.
	return { name: `pot ${random.below(1_000)}` };
}

function drawnCrashes(random: SeededRandom): Scenario['crashes'] {
	return Array.from({ length: random.chance(0.2) ? 0 : 1 + random.below(3) }, () => {
		if (random.chance(0.6))
			return { place: pick(random, POT_CRASH_PLACES), hit: 1 + random.below(CRASH_HITS.pot) };
		const place = pick(random, CRASH_PLACES);
		const most = place.startsWith('append') ? CRASH_HITS.append : CRASH_HITS.wire;
		return { place, hit: 1 + random.below(most) };
	});
}

/** Draws no span with this probability, otherwise one or two. */
function drawnSpans(random: SeededRandom, startAt: number, none: number, most: number): readonly Span[] {
	if (random.chance(none)) return [];
	return Array.from({ length: random.chance(0.7) ? 1 : 2 }, () => {
		const from = startAt + 5_000 + random.below(ACTIVE_FOR_MS - 60_000);
		return { venue: pick(random, POT_VENUES), from, to: from + random.below(most) };
	});
}

function drawnSeizures(random: SeededRandom, startAt: number, coins: readonly string[]): readonly Seizure[] {
	return Array.from({ length: 1 + random.below(2) }, () => ({
		at: startAt + 20_000 + random.below(ACTIVE_FOR_MS - 60_000),
		venue: pick(random, POT_VENUES),
		coin: pick(random, coins),
		userId: 'user_a',
		cause: random.chance(0.5) ? ('liquidation' as const) : ('adl' as const),
		share: random.chance(0.4) ? 1 : random.unit(),
	}));
}

function drawnHalt(random: SeededRandom, startAt: number): DrawnHalt {
	return {
		at: startAt + 5_000 + random.below(ACTIVE_FOR_MS - 90_000),
		target: pick(random, [
			{ scope: 'user', userId: 'user_a' },
			{ scope: 'exchange', venue: pick(random, POT_VENUES) },
			{ scope: 'service' },
		] as const),
		closeAll: random.chance(0.3),
		resumedAfterMs: 10_000 + random.below(100_000),
	};
}
