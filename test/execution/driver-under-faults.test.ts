/**
 * The real engine, driver, fold and SQLite journal over a virtual clock and two faulty venues. One seed draws the
 * faults, the crashes and the close; the checkers compare the service's belief with the venues' truth.
 */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { fromInteger, neg, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { type ExecutionState, foldExecution, isEnded, isInFlight } from '../../src/domain/execution.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { createExecutionDriver, type ExecutionDriver } from '../../src/execution/driver.ts';
import type { EngineLimits } from '../../src/execution/engine.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { createSqliteJournal } from '../../src/store/sqlite-journal.ts';
import { testPlan } from '../support/execution-plans.ts';
import { createFaultyVenue, type FaultRates, type FaultyVenue, NO_FAULTS } from '../support/faulty-venue.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts';

const LIMITS: EngineLimits = {
	repairDeadlineMs: 2_000,
	completeAttemptsMax: 3,
	unwindSlippageBpsMax: fromInteger(150),
	unknownAttentionMs: 60_000,
	probeDelayMsMin: 100,
	probeDelayMsMax: 5_000,
	reduceRetryMs: 250,
	reduceRetryMsMax: 10_000,
	fruitlessReducesMax: 8,
	flatReadsMax: 5,
};

const START_AT = 1_760_000_000_000;
const FAULTS_UNTIL_MS = 120_000;
const QUIET_AFTER_MS = 600_000;

type World = {
	readonly clock: VirtualClock;
	readonly journal: Journal;
	readonly venues: Readonly<Record<string, FaultyVenue>>;
	driver: ExecutionDriver;
	crashes: number;
};

const QUIET_LOG = {
	debug() {},
	info() {},
	warn() {},
	error(f: unknown, m: string) {
		console.log('ERR', f, m);
	},
};

function buildWorld(random: SeededRandom, faults: FaultRates, lots: readonly [string, string]): World {
	const clock = createVirtualClock(START_AT);
	const database = new DatabaseSync(':memory:');
	for (const migration of MIGRATIONS) database.exec(migration);
	const journal = createSqliteJournal(database);
	const isIntended = (id: string): boolean =>
		journal
			.openExecutions()
			.some((row) =>
				journal
					.readExecution(row.executionId)
					.some(({ event }) => event.type === 'OrderIntended' && event.clientOrderId === id),
			);
	const venue = (name: string, lot: string) =>
		createFaultyVenue({ venue: name, clock, random, lotSize: parseDecimal(lot), faults, isIntended });
	const venues = { bybit: venue('bybit', lots[0]), kucoin: venue('kucoin', lots[1]) };
	const world: World = {
		clock,
		journal,
		venues,
		driver: undefined as unknown as ExecutionDriver,
		crashes: 0,
	};
	world.driver = startDriver(world);
	return world;
}

function startDriver(world: World): ExecutionDriver {
	return createExecutionDriver({
		journal: world.journal,
		clock: world.clock,
		log: QUIET_LOG,
		limits: LIMITS,
		tradingFor: (_user, venue) => {
			const trading = world.venues[venue];
			if (trading === undefined) throw new Error(`no venue ${venue}`);
			return trading;
		},
		midOf: () => fromInteger(150),
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
	const seen = { crashes: 0, ended: 0, opened: 0, absent: 0, unwound: 0 };

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
		for (const kind of ['crashes', 'opened', 'absent', 'unwound'] as const)
			expect(seen[kind], kind).toBeGreaterThan(SEEDS / 20);
	});
});
