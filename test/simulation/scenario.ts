/** What a seed is about, drawn at its start: exchanges and instruments, callers and what they ask, what happens beside. */
import { type Decimal, fromInteger, ONE, parseDecimal } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { ExecuteRequest } from '../../src/ports/desk.ts';
import { instrumentOf } from '../support/hand-driven-market.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { PriceTerms } from './prices.ts';

export const VENUES = ['bybit', 'kucoin'] as const;
/** Three to two minutes before a full hour, so that a settlement falls into most runs. */
const FIRST_START_AT = Date.UTC(2026, 10, 21, 8, 57);
export const FAULTS_FOR_MS = 180_000;

export type Span = { readonly venue: string; readonly from: number; readonly to: number };

/** Where the process dies: at the n-th hit of a place in its life. */
export type CrashPlace = 'append asked' | 'append durable' | 'wire before' | 'wire after';
export type CrashPoint = { readonly place: CrashPlace; readonly hit: number };

export type AskedExecution = {
	readonly request: Omit<ExecuteRequest, 'opportunityId'> & { readonly coin: string };
	readonly longVenue: string;
	readonly at: number;
	/** The same call a second time at the same instant. */
	readonly isDoubled: boolean;
	/** Closes by the caller: when after the open was answered, how much, whether twice at once. */
	readonly closes: readonly {
		readonly afterMs: number;
		readonly share: Decimal;
		readonly maxSlippageBps: Decimal | undefined;
		readonly isDoubled: boolean;
	}[];
};

export type Scenario = {
	readonly startAt: number;
	readonly users: readonly string[];
	readonly wallet: number;
	readonly instruments: readonly Instrument[];
	readonly priceTerms: (instrument: Instrument) => PriceTerms;
	readonly fundingRates: ReadonlyMap<string, Decimal>;
	readonly asked: readonly AskedExecution[];
	readonly crashes: readonly CrashPoint[];
	/** How long the process stays down after each crash. */
	readonly downMs: readonly number[];
	readonly silent: readonly Span[];
	readonly cut: readonly Span[];
	readonly diskFull: readonly Span[];
	/** From when our wall clock is off by so much. */
	readonly clockJumps: readonly { readonly at: number; readonly offset: number }[];
	readonly flows: readonly { readonly at: number; readonly venue: string; readonly amount: Decimal }[];
	/** Longest time from an append to the disk. */
	readonly commitMsMax: number;
};

const LOTS = [
	['0.1', '0.1'],
	['0.1', '1'],
	['0.4', '0.6'],
] as const;

export function drawScenario(random: SeededRandom): Scenario {
	const startAt = FIRST_START_AT + random.below(150_000);
	const users = random.chance(0.3) ? ['user_a', 'user_b'] : ['user_a'];
	const coins = random.chance(0.4) ? ['SOL', 'AVAX'] : ['SOL'];
	const lots = pick(random, LOTS);
	const instruments = coins.flatMap((coin) =>
		VENUES.map((venue, index) => drawnInstrument(random, venue, coin, lots[index] ?? '0.1')),
	);
	const terms = new Map(coins.map((coin) => [coin, drawnTerms(random)]));
	const count = 1 + random.below(3);
	return {
		startAt,
		users,
		wallet: random.chance(0.1) ? 700 : 50_000,
		instruments,
		priceTerms: ({ coin }) => terms.get(coin) ?? drawnTerms(random),
		fundingRates: new Map(
			instruments.map(({ venue, coin }) => [
				`${venue}:${coin}`,
				parseDecimal(((random.unit() - 0.4) * 0.002).toFixed(8)),
			]),
		),
		asked: Array.from({ length: count }, (_, index) => drawnAsk(random, startAt, users, coins, index)),
		crashes: drawnCrashes(random),
		downMs: Array.from({ length: 8 }, () =>
			random.chance(0.2) ? random.below(90_000) : random.below(2_000),
		),
		silent: drawnSpans(random, startAt),
		cut: drawnSpans(random, startAt),
		diskFull: random.chance(0.7) ? [] : drawnSpans(random, startAt),
		clockJumps: random.chance(0.8) ? [] : drawnJumps(random, startAt),
		flows: random.chance(0.7) ? [] : drawnFlows(random, startAt),
		commitMsMax: pick(random, [1, 5, 40]),
	};
}

function drawnInstrument(random: SeededRandom, venue: string, coin: string, lot: string): Instrument {
	const lotSize = parseDecimal(lot);
	return instrumentOf(venue, coin, {
		symbol: venue === 'kucoin' ? `${coin}USDTM` : `${coin}USDT`,
		lotSize,
		quantityMin: (lotSize * BigInt(random.chance(0.7) ? 1 : 3)) as Decimal,
		quantityMax: random.chance(0.9) ? fromInteger(1_000_000) : ((lotSize * 400n) as Decimal),
		notionalMin: fromInteger(random.chance(0.7) ? 5 : 0),
	});
}

function drawnTerms(random: SeededRandom): PriceTerms {
	const basePrice = pick(random, [20, 100, 150]);
	return {
		basePrice,
		depth: pick(random, [1_500, 8_000, 60_000]) / basePrice,
		halfSpreadTicks: 1 + random.below(3),
	};
}

function drawnAsk(
	random: SeededRandom,
	startAt: number,
	users: readonly string[],
	coins: readonly string[],
	index: number,
): AskedExecution {
	const hasKey = random.chance(0.6);
	return {
		request: {
			userId: pick(random, users),
			coin: pick(random, coins),
			amount: fromInteger(random.chance(0.1) ? 30_000 : 60 + random.below(pick(random, [600, 3_000, 8_000]))),
			mode: 'single-direct',
			leverage: fromInteger(random.chance(0.05) ? 5 : 1 + random.below(3)),
			maxSlippageBps: random.chance(0.5) ? undefined : fromInteger(3 + random.below(40)),
			minNetApr: undefined,
			onlyIfTrade: false,
			exit: random.chance(0.2) ? { max_hours: parseDecimal('0.02') } : undefined,
			idempotencyKey: hasKey ? `key_${random.chance(0.9) ? index : 0}` : undefined,
			preview: false,
			previewId: undefined,
		},
		longVenue: pick(random, VENUES),
		at: startAt + 1_000 + random.below(index === 0 ? 5_000 : 90_000),
		isDoubled: random.chance(0.15),
		closes: Array.from({ length: random.below(3) }, () => ({
			afterMs: random.below(random.chance(0.3) ? 500 : 120_000),
			share: random.chance(0.6) ? ONE : parseDecimal(random.unit().toFixed(3)),
			maxSlippageBps: random.chance(0.7) ? undefined : fromInteger(1 + random.below(30)),
			isDoubled: random.chance(0.2),
		})),
	};
}

function drawnCrashes(random: SeededRandom): readonly CrashPoint[] {
	const count = random.chance(0.3) ? 0 : random.chance(0.8) ? 1 : 2 + random.below(3);
	const places = ['append asked', 'append durable', 'wire before', 'wire after'] as const;
	return Array.from({ length: count }, () => {
		const place = pick(random, places);
		return { place, hit: 1 + random.below(place.startsWith('append') ? 40 : 10) };
	});
}

/** None, or a few of up to twenty seconds. */
function drawnSpans(random: SeededRandom, startAt: number): readonly Span[] {
	if (random.chance(0.6)) return [];
	return Array.from({ length: 1 + random.below(3) }, () => {
		const from = startAt + 1 + random.below(random.chance(0.5) ? 15_000 : FAULTS_FOR_MS - 20_000);
		return { venue: pick(random, VENUES), from, to: from + random.below(20_000) };
	});
}

function drawnJumps(random: SeededRandom, startAt: number): Scenario['clockJumps'] {
	return Array.from({ length: 1 + random.below(2) }, () => ({
		at: startAt + random.below(FAULTS_FOR_MS),
		offset: random.below(60_000) - 30_000,
	})).sort((a, b) => a.at - b.at);
}

function drawnFlows(random: SeededRandom, startAt: number): Scenario['flows'] {
	return Array.from({ length: 1 + random.below(2) }, () => ({
		at: startAt + random.below(FAULTS_FOR_MS),
		venue: pick(random, VENUES),
		amount: fromInteger(random.below(600) - 200),
	}));
}

export function pick<Item>(random: SeededRandom, items: readonly Item[]): Item {
	return items[random.below(items.length)] as Item;
}
