/** Draws a seed's scenario at its start: exchanges, instruments, callers with their calls, and outside events. */
import { type Decimal, fromInteger, ONE, parseDecimal } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { Side } from '../../src/domain/order-book.ts';
import type { HaltTarget } from '../../src/ports/halts.ts';
import type { ExecuteRequest, ExitRules } from '../../src/ports/order-service.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import { instrumentOf } from '../support/hand-driven-market.ts';
import type { DrawnPots } from './autopilots.ts';
import type { Steps } from './contracts.ts';
import type { PriceTerms } from './prices.ts';
import type { Limits } from './service.ts';

export const VENUES = ['bybit', 'kucoin'] as const;
/**
 * Earliest start of a run. Runs start half a minute to three minutes before a full hour, so that most include a
 * settlement.
 */
const FIRST_START_AT = Date.UTC(2026, 10, 21, 8, 57);
export const FAULTS_FOR_MS = 180_000;

export type Span = { readonly venue: string; readonly from: number; readonly to: number };

/** Places at which the process can crash. The process dies when it passes a place for the n-th time (`hit`). */
export const CRASH_PLACES = ['append asked', 'append durable', 'wire before', 'wire after'] as const;
/** The same for the writes of pots: before one is requested, and when it is on disk. */
export const POT_CRASH_PLACES = ['pot write asked', 'pot write durable'] as const;
export type CrashPlace = (typeof CRASH_PLACES)[number] | (typeof POT_CRASH_PLACES)[number];
export type CrashPoint = { readonly place: CrashPlace; readonly hit: number };

export type AskedExecution = {
	readonly request: Omit<ExecuteRequest, 'opportunityId'> & { readonly coin: string };
	readonly longVenue: string;
	readonly at: number;
	/** Milliseconds from the response to the opening until the cancel; undefined for no cancel. */
	readonly cancelAfterMs: number | undefined;
	/** True if the cancel keeps the open position running. */
	readonly cancelKeeps: boolean;
	/** True if the same call is sent twice simultaneously. */
	readonly isDoubled: boolean;
	/**
	 * The caller's closes: time after the response to the opening, share to close, whether the close is sent twice at
	 * once, and the time for which a leg may rest, milliseconds; absent for a close as taker.
	 */
	readonly closes: readonly {
		readonly afterMs: number;
		readonly share: Decimal;
		readonly maxSlippageBps: Decimal | undefined;
		readonly isDoubled: boolean;
		readonly makerMs?: number;
	}[];
	/** Moves of a leg, one after another; absent for none. */
	readonly rolls?: readonly AskedRoll[];
};

/** A call that moves a leg of the caller's latest execution to the exchange that the execution does not use. */
export type AskedRoll = {
	/** Milliseconds from the response to the call before. */
	readonly afterMs: number;
	readonly leg: 'long' | 'short';
	readonly share: Decimal;
	readonly maxSlippageBps: Decimal | undefined;
	readonly hasKey: boolean;
	readonly isDoubled: boolean;
	/** True if the call binds to a preview. */
	readonly isPreviewed: boolean;
	/** Milliseconds from the response until the cancel of the roll; undefined for no cancel. */
	readonly cancelAfterMs: number | undefined;
};

/** A liquidation or ADL, with the share of the position that the venue closes. */
export type Seizure = {
	readonly at: number;
	readonly venue: string;
	readonly coin: string;
	readonly userId: string;
	readonly cause: 'liquidation' | 'adl';
	readonly share: number;
};

/** A trade that the owner makes outside the service, and reverses later. */
export type HandTrade = {
	readonly at: number;
	readonly venue: string;
	readonly coin: string;
	readonly userId: string;
	readonly side: Side;
	readonly lots: number;
	readonly undoneAfterMs: number;
};

export type DrawnHalt = {
	readonly at: number;
	readonly target: HaltTarget;
	readonly closeAll: boolean;
	readonly resumedAfterMs: number;
};

/** A stop of an agent by its owner. */
export type DrawnStop = { readonly at: number; readonly userId: string; readonly agentId: string };

/** A new tick, a new lot, or both, for one contract. */
export type StepsChange = {
	readonly at: number;
	readonly venue: string;
	readonly coin: string;
	readonly steps: (instrument: Instrument) => Steps;
};

export type IntervalChange = { readonly at: number; readonly venue: string; readonly intervalMs: number };

/**
 * A contract on which an exchange stops taking orders. If the stop is permanent, the exchange settles the positions
 * and delists the contract.
 */
export type TradingStop = {
	readonly at: number;
	readonly venue: string;
	readonly coin: string;
	readonly forMs: number | 'ever';
	/** Milliseconds until the exchange's list reports the stop. */
	readonly toldAfterMs: number;
};

export type Scenario = {
	readonly startAt: number;
	readonly venues: readonly string[];
	readonly users: readonly string[];
	readonly wallet: number;
	readonly instruments: readonly Instrument[];
	readonly priceTerms: (instrument: Instrument) => PriceTerms;
	readonly fundingRates: ReadonlyMap<string, Decimal>;
	readonly asked: readonly AskedExecution[];
	readonly crashes: readonly CrashPoint[];
	/** Milliseconds for which the process stays down after each crash. */
	readonly downMs: readonly number[];
	readonly silent: readonly Span[];
	readonly cut: readonly Span[];
	readonly diskFull: readonly Span[];
	/** Jumps of our wall clock. From time `at`, the clock is off by `offset`, milliseconds. */
	readonly clockJumps: readonly { readonly at: number; readonly offset: number }[];
	readonly flows: readonly { readonly at: number; readonly venue: string; readonly amount: Decimal }[];
	/** Liquidations and ADL by the venues. */
	readonly seizures: readonly Seizure[];
	readonly handTrades: readonly HandTrade[];
	readonly halts: readonly DrawnHalt[];
	/** Stops of agents by their owners. */
	readonly stops: readonly DrawnStop[];
	/** Changes in ticks and lots while the contracts trade. */
	readonly stepsChanges: readonly StepsChange[];
	readonly intervalChanges: readonly IntervalChange[];
	readonly tradingStops: readonly TradingStop[];
	/** Overrides of the simulations' common limits (`LIMITS` in `service.ts`). */
	readonly caps: Partial<Limits>;
	/** Names of the bad-day events; empty on other days. */
	readonly badDay: readonly string[];
	/** Length of the fault period, milliseconds. */
	readonly faultsForMs: number;
	/** Maximum time until an append is on disk, milliseconds. */
	readonly commitMsMax: number;
	/** Pots of the autopilot; undefined without one. */
	readonly autopilots?: DrawnPots;
};

export const LOTS = [
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
	return {
		startAt,
		venues: VENUES,
		users,
		wallet: random.chance(0.1) ? 700 : 50_000,
		instruments,
		priceTerms: ({ coin }) => terms.get(coin) ?? drawnTerms(random),
		fundingRates: new Map(instruments.map(({ venue, coin }) => [`${venue}:${coin}`, drawnRate(random)])),
		asked: drawnAsks(random, startAt, users, coins),
		crashes: drawnCrashes(random),
		downMs: Array.from({ length: 8 }, () =>
			random.chance(0.2) ? random.below(90_000) : random.below(2_000),
		),
		silent: drawnSpans(random, startAt),
		cut: drawnSpans(random, startAt),
		diskFull: random.chance(0.7) ? [] : drawnSpans(random, startAt),
		clockJumps: random.chance(0.8) ? [] : drawnJumps(random, startAt),
		flows: random.chance(0.7) ? [] : drawnFlows(random, startAt),
		seizures: random.chance(0.75) ? [] : drawnSeizures(random, startAt, users, coins),
		handTrades: random.chance(0.85) ? [] : drawnHandTrades(random, startAt, users, coins),
		halts: random.chance(0.85) ? [] : drawnHalts(random, startAt, users),
		stops: [],
		stepsChanges: [],
		intervalChanges: [],
		tradingStops: [],
		caps: {},
		badDay: [],
		faultsForMs: FAULTS_FOR_MS,
		commitMsMax: pick(random, [1, 5, 40]),
	};
}

export function drawnInstrument(random: SeededRandom, venue: string, coin: string, lot: string): Instrument {
	const lotSize = parseDecimal(lot);
	return instrumentOf(venue, coin, {
		symbol: venue === 'kucoin' ? `${coin}USDTM` : `${coin}USDT`,
		lotSize,
		quantityMin: (lotSize * BigInt(random.chance(0.7) ? 1 : 3)) as Decimal,
		quantityMax: random.chance(0.9) ? fromInteger(1_000_000) : ((lotSize * 400n) as Decimal),
		notionalMin: fromInteger(random.chance(0.7) ? 5 : 0),
	});
}

export function drawnRate(random: SeededRandom): Decimal {
	return parseDecimal(((random.unit() - 0.4) * 0.002).toFixed(8));
}

function drawnTerms(random: SeededRandom): PriceTerms {
	const basePrice = pick(random, [20, 100, 150]);
	return {
		basePrice,
		depth: pick(random, [1_500, 8_000, 60_000]) / basePrice,
		halfSpreadTicks: 1 + random.below(3),
	};
}

/**
 * Draws up to four calls. Half of the later ones use the first one's coin and exchanges, so that executions share an
 * instrument.
 */
function drawnAsks(
	random: SeededRandom,
	startAt: number,
	users: readonly string[],
	coins: readonly string[],
): readonly AskedExecution[] {
	const first = drawnAsk(random, startAt, users, coins, 0);
	const { userId, coin, leverage } = first.request;
	const later = Array.from({ length: random.below(4) }, (_, index) => {
		const ask = drawnAsk(random, startAt, users, coins, index + 1);
		if (random.chance(0.5)) return ask;
		return {
			...ask,
			longVenue: random.chance(0.85) ? first.longVenue : ask.longVenue,
			request: {
				...ask.request,
				userId,
				coin,
				leverage: random.chance(0.9) ? leverage : ask.request.leverage,
			},
		};
	});
	return [first, ...later];
}

function drawnAsk(
	random: SeededRandom,
	startAt: number,
	users: readonly string[],
	coins: readonly string[],
	index: number,
): AskedExecution {
	const hasKey = random.chance(0.6);
	const ask: Omit<AskedExecution, 'cancelKeeps'> = {
		request: {
			userId: pick(random, users),
			agent: undefined,
			coin: pick(random, coins),
			amount: fromInteger(
				random.chance(0.04) ? 30_000 : 150 + random.below(pick(random, [1_000, 3_000, 8_000])),
			),
			mode: pick(random, ['auto', 'single-direct', 'single-delay', 'grid']),
			leverage: fromInteger(random.chance(0.03) ? 5 : 1 + random.below(3)),
			maxSlippageBps: random.chance(0.5) ? undefined : fromInteger(3 + random.below(40)),
			minNetApr: undefined,
			onlyIfTrade: false,
			exit: drawnExit(random),
			idempotencyKey: hasKey ? `key_${random.chance(0.9) ? index : 0}` : undefined,
			preview: false,
			previewId: undefined,
		},
		longVenue: pick(random, VENUES),
		at: startAt + 1_000 + random.below(index === 0 ? 5_000 : 90_000),
		cancelAfterMs: random.chance(0.12) ? random.below(random.chance(0.5) ? 300 : 20_000) : undefined,
		isDoubled: random.chance(0.15),
		closes: Array.from({ length: random.below(3) }, () => ({
			afterMs: random.below(random.chance(0.3) ? 500 : 120_000),
			share: random.chance(0.6) ? ONE : parseDecimal(random.unit().toFixed(3)),
			maxSlippageBps: random.chance(0.7) ? undefined : fromInteger(1 + random.below(30)),
			isDoubled: random.chance(0.2),
		})),
	};
	// Derived from an earlier draw, because a new draw would change existing seeds.
	return { ...ask, cancelKeeps: (ask.cancelAfterMs ?? 0) % 2 === 1 };
}

function drawnExit(random: SeededRandom): ExitRules | undefined {
	if (random.chance(0.6)) return undefined;
	return {
		...(random.chance(0.5) ? { maxHours: parseDecimal('0.02') } : {}),
		...(random.chance(0.3) ? { maxEpochs: 1 } : {}),
		...(random.chance(0.3) ? { takeProfitPct: parseDecimal('0.4') } : {}),
		...(random.chance(0.3) ? { stopLossPct: parseDecimal('1') } : {}),
	};
}

function drawnCrashes(random: SeededRandom): readonly CrashPoint[] {
	const count = random.chance(0.3) ? 0 : random.chance(0.8) ? 1 : 2 + random.below(3);
	return Array.from({ length: count }, () => {
		const place = pick(random, CRASH_PLACES);
		return { place, hit: 1 + random.below(place.startsWith('append') ? 40 : 10) };
	});
}

/** Draws either no span, or up to three spans of at most twenty seconds. */
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

function drawnSeizures(
	random: SeededRandom,
	startAt: number,
	users: readonly string[],
	coins: readonly string[],
): Scenario['seizures'] {
	return Array.from({ length: 1 + random.below(2) }, () => ({
		at: startAt + 2_000 + random.below(random.chance(0.4) ? 20_000 : FAULTS_FOR_MS),
		venue: pick(random, VENUES),
		coin: pick(random, coins),
		userId: pick(random, users),
		cause: random.chance(0.5) ? ('liquidation' as const) : ('adl' as const),
		share: random.chance(0.4) ? 1 : random.unit(),
	}));
}

function drawnHandTrades(
	random: SeededRandom,
	startAt: number,
	users: readonly string[],
	coins: readonly string[],
): Scenario['handTrades'] {
	return [
		{
			at: startAt + 2_000 + random.below(random.chance(0.4) ? 10_000 : FAULTS_FOR_MS),
			venue: pick(random, VENUES),
			coin: pick(random, coins),
			userId: pick(random, users),
			side: random.chance(0.5) ? 'buy' : 'sell',
			lots: 1 + random.below(40),
			undoneAfterMs: 10_000 + random.below(100_000),
		},
	];
}

function drawnHalts(random: SeededRandom, startAt: number, users: readonly string[]): Scenario['halts'] {
	const targets: readonly HaltTarget[] = [
		{ scope: 'user', userId: pick(random, users) },
		{ scope: 'exchange', venue: pick(random, VENUES) },
		{ scope: 'service' },
	];
	return [
		{
			at: startAt + random.below(FAULTS_FOR_MS),
			target: pick(random, targets),
			closeAll: random.chance(0.5),
			resumedAfterMs: 1_000 + random.below(60_000),
		},
	];
}

export function pick<Item>(random: SeededRandom, items: readonly Item[]): Item {
	return items[random.below(items.length)] as Item;
}
