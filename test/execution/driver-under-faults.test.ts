/**
 * The real engine, driver, fold and SQLite journal over a virtual clock and two faulty venues. One seed draws the
 * faults, the crashes and the close; the checkers compare the service's belief with the venues' truth.
 */
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { fromInteger, neg, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { type ExecutionState, foldExecution, isEnded, isInFlight } from '../../src/domain/execution.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { createExecutionDriver, type ExecutionDriver } from '../../src/execution/driver.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { createSqliteJournal } from '../../src/store/sqlite-journal.ts';
import { testPlan } from '../support/execution-plans.ts';
import { createFaultyVenue, type FaultRates, type FaultyVenue, NO_FAULTS } from '../support/faulty-venue.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import {
	breakJournalOf,
	ENGINE_LIMITS,
	isIntendedIn,
	OPEN_SURROUNDINGS,
	openMemoryDatabase,
	QUIET_LOG,
	START_AT,
} from '../support/trading-stage.ts';
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts';

const FAULTS_UNTIL_MS = 120_000;
const QUIET_AFTER_MS = 600_000;

type World = {
	readonly clock: VirtualClock;
	readonly journal: Journal;
	readonly venues: Readonly<Record<string, FaultyVenue>>;
	readonly database: DatabaseSync;
	driver: ExecutionDriver;
	crashes: number;
	journalBreaks: number;
	/** Spans in which books are missing, and in which a venue's account is not connected. */
	readonly priceless: readonly Span[];
	readonly disconnected: readonly Span[];
};

/** Of virtual time, at one venue. */
type Span = { readonly venue: string; readonly from: number; readonly to: number };

const VENUES = ['bybit', 'kucoin'] as const;

/** None, or a few spans of up to ten seconds while faults are drawn. */
function drawSpans(random: SeededRandom): readonly Span[] {
	if (random.chance(0.6)) return [];
	return Array.from({ length: 1 + random.below(3) }, () => {
		const from = START_AT + 1 + random.below(random.chance(0.7) ? 2_000 : FAULTS_UNTIL_MS - 10_000);
		return { venue: random.chance(0.5) ? VENUES[0] : VENUES[1], from, to: from + random.below(10_000) };
	});
}

function isWithin(spans: readonly Span[], venue: string, now: number): boolean {
	return spans.some((span) => span.venue === venue && now >= span.from && now < span.to);
}

function buildWorld(random: SeededRandom, faults: FaultRates, lots: readonly [string, string]): World {
	const clock = createVirtualClock(START_AT);
	const database = openMemoryDatabase();
	const journal = createSqliteJournal(database);
	const isIntended = isIntendedIn(journal);
	const venue = (name: string, lot: string) =>
		createFaultyVenue({ venue: name, clock, random, lotSize: parseDecimal(lot), faults, isIntended });
	const venues = { bybit: venue('bybit', lots[0]), kucoin: venue('kucoin', lots[1]) };
	const world: World = {
		clock,
		journal,
		venues,
		database,
		driver: undefined as unknown as ExecutionDriver,
		crashes: 0,
		journalBreaks: 0,
		priceless: drawSpans(random),
		disconnected: drawSpans(random),
	};
	for (const span of drawSpans(random)) {
		clock.after(span.from - START_AT, () => {
			breakJournalOf(database, true);
			world.journalBreaks += 1;
		});
		clock.after(span.to - START_AT, () => breakJournalOf(database, false));
	}
	world.driver = startDriver(world);
	return world;
}

function startDriver(world: World): ExecutionDriver {
	return createExecutionDriver({
		journal: world.journal,
		clock: world.clock,
		log: QUIET_LOG,
		limits: ENGINE_LIMITS,
		tradingFor: (_user, venue) =>
			isWithin(world.disconnected, venue, world.clock.now()) ? undefined : world.venues[venue],
		quoteOf: (venue) =>
			isWithin(world.priceless, venue, world.clock.now())
				? undefined
				: { bid: fromInteger(150), ask: fromInteger(150), mid: fromInteger(150) },
		...OPEN_SURROUNDINGS,
		refreshPrice: () => {},
	});
}

/** The process dies: nothing of the old driver acts again; a new one folds the journal. Requests on the wire stay there. */
function crash(world: World): void {
	world.driver.stop();
	world.crashes += 1;
	world.driver = startDriver(world);
	for (const row of world.journal.openExecutions())
		world.driver.adopt(foldExecution(world.journal.readExecution(row.executionId)));
}

async function runUntil(
	world: World,
	until: number,
	crashTimes: number[],
	done: () => boolean,
): Promise<void> {
	for (let steps = 0; steps < 20_000; steps += 1) {
		if (done()) return;
		const nextCrash = crashTimes[0];
		if (nextCrash !== undefined && world.clock.now() >= nextCrash) {
			crashTimes.shift();
			crash(world);
		}
		if (!(await world.clock.advance(until))) return;
	}
	throw new Error('The run did not come to rest within 20,000 steps.');
}

async function runSeed(seed: number): Promise<{ readonly state: ExecutionState; readonly world: World }> {
	const random = seededRandom(seed);
	const draw = (most: number): number => (random.chance(0.5) ? 0 : random.unit() * most);
	const faults: FaultRates = {
		lostRequest: draw(0.4),
		lateRequest: draw(0.4),
		lostAnswer: draw(0.5),
		rejected: draw(0.3),
		passing: draw(0.6),
		unfilled: draw(0.4),
		partial: draw(0.6),
		readFails: draw(0.5),
	};
	const lots: readonly [string, string] = random.chance(0.5)
		? ['0.1', '0.1']
		: random.chance(0.5)
			? ['0.1', '1']
			: ['0.4', '0.6'];
	const world = buildWorld(random, faults, lots);
	const plan = testPlan({ seedHex: random.hex(12), longLot: lots[0], shortLot: lots[1], quantity: '12' });
	await world.driver.admit(plan, undefined);
	world.driver.start(plan.executionId);
	const stateOf = (): ExecutionState =>
		world.driver.state(plan.executionId) ?? foldExecution(world.journal.readExecution(plan.executionId));
	const crashTimes = Array.from(
		{ length: random.below(4) },
		() => START_AT + random.below(random.chance(0.7) ? 300 : 20_000),
	).sort((a, b) => a - b);
	await runUntil(
		world,
		START_AT + FAULTS_UNTIL_MS,
		crashTimes,
		() => stateOf().phase === 'running' || isEnded(stateOf()),
	);
	if (stateOf().phase === 'running') checkHedged(stateOf(), world);
	if (!isEnded(stateOf())) {
		if (stateOf().phase === 'running') {
			world.driver.submit(plan.executionId, {
				kind: 'closeRequested',
				reason: 'test',
				remaining: ZERO,
				maxSlippageBps: fromInteger(10),
				firm: random.chance(0.5),
			});
		}
		const closing = Array.from({ length: random.below(3) }, () => world.clock.now() + random.below(500)).sort(
			(a, b) => a - b,
		);
		await runUntil(world, world.clock.now() + FAULTS_UNTIL_MS, closing, () => isEnded(stateOf()));
	}
	for (const venue of Object.values(world.venues)) venue.setFaults(NO_FAULTS);
	// A closing may have been cut short by the end of the faults while running was reached late.
	await runUntil(
		world,
		world.clock.now() + QUIET_AFTER_MS,
		[],
		() => isEnded(stateOf()) || stateOf().phase === 'running',
	);
	if (stateOf().phase === 'running') {
		world.driver.submit(plan.executionId, {
			kind: 'closeRequested',
			reason: 'test',
			remaining: ZERO,
			maxSlippageBps: fromInteger(10),
			firm: false,
		});
		await runUntil(world, world.clock.now() + QUIET_AFTER_MS, [], () => isEnded(stateOf()));
	}
	return { state: stateOf(), world };
}

function checkHedged(state: ExecutionState, world: World): void {
	expect(state.held.long).toBe(state.held.short);
	expect(world.venues.bybit?.positionOf('SOLUSDT')).toBe(state.held.long);
	expect(world.venues.kucoin?.positionOf('SOLUSDTM')).toBe(neg(state.held.short));
}

function checkEnd(state: ExecutionState, world: World): void {
	for (const venue of Object.values(world.venues)) {
		expect(venue.violations).toEqual([]);
		// What the venue filled is what the journal holds, order by order.
		for (const report of venue.orders.values()) {
			const order = state.orders.find((candidate) => candidate.clientOrderId === report.clientOrderId);
			expect(order?.filledQuantity).toBe(report.filledQuantity);
			expect(order?.status).not.toBe('absent');
		}
	}
	expect(state.orders.filter(isInFlight)).toEqual([]);
	expect(isEnded(state)).toBe(true);
	expect(state.held).toEqual({ long: ZERO, short: ZERO });
	expect(world.venues.bybit?.positionOf('SOLUSDT')).toBe(ZERO);
	expect(world.venues.kucoin?.positionOf('SOLUSDTM')).toBe(ZERO);
	// The opening may be completed, never exceeded.
	for (const [venue, symbol] of [
		['bybit', 'SOLUSDT'],
		['kucoin', 'SOLUSDTM'],
	] as const)
		expect(world.venues[venue]?.peakOf(symbol) ?? ZERO).toBeLessThanOrEqual(state.plan.quantity);
	expect(foldExecution(world.journal.readExecution(state.plan.executionId))).toEqual(state);
	const ledger = executionLedger(state, { long: null, short: null });
	for (const leg of [ledger.long, ledger.short]) {
		expect(leg.unrealized).toBe(ZERO);
		expect(leg.openCost).toBe(ZERO);
		expect((leg.priceAtMid ?? ZERO) + leg.fundingReceived - leg.fundingPaid - leg.fees - leg.slippage).toBe(
			leg.realized,
		);
	}
}

describe('open and close under faults and crashes', () => {
	const SEEDS = Number(process.env.SEEDS ?? 240);
	const seen = {
		crashes: 0,
		ended: 0,
		opened: 0,
		absent: 0,
		unwound: 0,
		priceless: 0,
		disconnected: 0,
		journalBroken: 0,
	};

	test.each(Array.from({ length: 12 }, (_, part) => part))(
		'seeds of part %i end flat, with one order per client order id and an equal ledger',
		async (part) => {
			for (let index = 0; index < SEEDS / 12; index += 1) {
				const seed = part * (SEEDS / 12) + index + 1;
				const { state, world } = await runSeed(seed);
				try {
					checkEnd(state, world);
				} catch (error) {
					throw new Error(
						`seed ${seed}: ${error instanceof Error ? error.message : String(error)}\n${JSON.stringify(
							world.journal.readExecution(state.plan.executionId).map((row) => row.event),
							(_k, v) => (typeof v === 'bigint' ? String(v) : v),
						)}`,
					);
				}
				seen.crashes += world.crashes;
				if (world.priceless.length > 0) seen.priceless += 1;
				if (world.journalBreaks > 0) seen.journalBroken += 1;
				if (world.disconnected.length > 0) seen.disconnected += 1;
				seen.ended += 1;
				if (state.openedAt !== undefined) seen.opened += 1;
				if (state.orders.some((order) => order.status === 'absent')) seen.absent += 1;
				if (
					world.journal
						.readExecution(state.plan.executionId)
						.some(({ event }) => event.type === 'UnwindStarted')
				)
					seen.unwound += 1;
			}
		},
	);

	test('the seeds met what they are for', () => {
		expect(seen.ended).toBe(SEEDS);
		for (const kind of [
			'crashes',
			'opened',
			'absent',
			'unwound',
			'priceless',
			'disconnected',
			'journalBroken',
		] as const)
			expect(seen[kind], kind).toBeGreaterThan(SEEDS / 20);
	});
});
