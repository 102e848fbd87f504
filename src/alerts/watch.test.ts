/**
 * Generates random events in any order, with restarts and full disks, and checks that each is reported exactly once.
 */

import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ALERT_RULES } from '../../test/support/alert-fixture.ts';
import { scriptedAlertService } from '../../test/support/alert-service.ts';
import { createHandDrivenMarket } from '../../test/support/hand-driven-market.ts';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { runningEvents } from '../../test/support/running-execution.ts';
import { storedAlerts } from '../../test/support/stored-alerts.ts';
import { type Decimal, parseDecimal as d, fromInteger } from '../domain/decimal.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import type { OutlookAnswer } from '../domain/stay-advice.ts';
import { summaryOf } from '../engine/decide/summary.ts';
import { createHalts } from '../engine/drive/halts.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Halt } from '../ports/halts.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import type { PortfolioReader } from '../ports/portfolio.ts';
import { createVirtualClock, passTime, type VirtualClock } from '../runtime/virtual-clock.ts';
import { createAlertStore } from '../store/alerts.ts';
import { activeHalts, createHaltStore } from '../store/halts.ts';
import { createSqliteJournal } from '../store/sqlite/journal.ts';
import { createSqliteDatabase, performAtOnce } from '../store/sqlite/sqlite-database.ts';
import { createAccountMemory } from './account-memory.ts';
import type { RunningAlertService } from './alert-service.ts';
import { ALERT_EVENTS } from './execution-alerts.ts';
import { createAlertWatch, REVERSAL_EVERY_MS } from './watch.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const VENUES = ['bybit', 'kucoin'] as const;

const PAYS = { monthMean: 0.1, expectedMonth: 0.01, roundTrip: 0.002, exitGap: 0 };

const NO_PORTFOLIO = {
	live: () => Promise.reject(new Error('There is none here.')),
	executed: () => Promise.reject(new Error('There is none here.')),
} satisfies PortfolioReader;

/** Creates one user's executions, market and kill switches, all controlled by the test. */
function createWorld() {
	const clock: VirtualClock = createVirtualClock(NOW);
	const database = openMemoryDatabase();
	const journal = createSqliteJournal(database);
	const market = createHandDrivenMarket(VENUES);
	const haltStore = createHaltStore(createSqliteDatabase(database));
	const executions: { events: ExecutionEvent[]; state: ExecutionState }[] = [];
	const changes = new Set<() => void>();
	const told: Alert[] = [];
	/** Number of events written so far that must raise an alert. */
	let spoken = 0;
	let mark: Decimal = fromInteger(100);
	let outlook: OutlookAnswer = { unknown: 'not known' };
	let halts = createHalts({
		standing: performAtOnce(database, activeHalts()),
		store: haltStore,
		clock,
		log: SILENT_LOGGER,
	});
	let running: { service: RunningAlertService; stop: () => Promise<void> };

	async function write(at: number, events: readonly ExecutionEvent[]): Promise<void> {
		const entry = executions[at];
		const before = entry?.events ?? [];
		const all = [...before, ...events];
		const state = foldExecution(all.map((event) => ({ event, recordedAt: clock.now() })));
		await journal.appendExecution({
			executionId: state.plan.executionId,
			expectedSeq: before.length,
			events,
			recordedAt: clock.now(),
			summary: summaryOf(state),
		});
		spoken += events.filter(({ type }) => (ALERT_EVENTS as readonly string[]).includes(type)).length;
		executions[at] = { events: all, state };
		for (const change of changes) change();
	}

	function start(): void {
		const service = scriptedAlertService(clock, { database });
		const memory = createAccountMemory({ clock, markOf: () => mark, hourlySigmaOf: () => null });
		const watch = createAlertWatch({
			service,
			store: createAlertStore(createSqliteDatabase(database)),
			stored: storedAlerts(database),
			clock,
			journal,
			market,
			states: () => executions.map(({ state }) => state),
			onChange(listener) {
				changes.add(listener);
				return () => changes.delete(listener);
			},
			switches: halts,
			accounts: { users: () => ['user_test'], venues: () => VENUES },
			silentStreams: () => [],
			stayOutlook: () => outlook,
			portfolio: NO_PORTFOLIO,
			memory: { ...memory, liquidationPrice: (_user, venue) => (venue === 'bybit' ? d('80') : null) },
			markOf: () => mark,
			settings: ALERT_RULES,
		});
		service.onAlert((alert) => told.push(alert));
		service.start();
		watch.start();
		running = {
			service,
			async stop() {
				await watch.close();
				service.close();
			},
		};
	}

	start();
	return {
		clock,
		database,
		told,
		executions,
		market,
		spoken: () => spoken,
		service: () => running.service,
		pass: (ms: number) => passTime(clock, ms),
		open: () =>
			write(executions.length, runningEvents({ number: executions.length + 1, openedAt: clock.now() })),
		write,
		setMark(next: string): void {
			mark = d(next);
		},
		setOutlook(next: OutlookAnswer): void {
			outlook = next;
		},
		halts: () => halts,
		async restart(): Promise<void> {
			await running.stop();
			halts = createHalts({
				standing: performAtOnce(database, activeHalts()),
				store: haltStore,
				clock,
				log: SILENT_LOGGER,
			});
			start();
		},
		fillDisk(isFull: boolean): void {
			database.exec('DROP TRIGGER IF EXISTS full_alert');
			if (isFull)
				database.exec(
					"CREATE TEMP TRIGGER full_alert BEFORE INSERT ON main.alert BEGIN SELECT RAISE(ABORT, 'disk full'); END",
				);
		},
		close: () => running.stop(),
	};
}

type World = ReturnType<typeof createWorld>;

const fill = (tradeId: string, quantity: string) => ({
	tradeId,
	quantity: d(quantity),
	price: d('100'),
	fee: d('0'),
	feeAsset: 'USDT',
	feeQuantity: d('0'),
	filledAt: NOW,
});
/**
 * Builds a reduction of one leg by 0.5 coins. The first one leaves the execution unhedged; reducing the other leg by
 * the same amount hedges it again.
 */
const taken = (leg: 'long' | 'short', times: number): ExecutionEvent => ({
	type: 'LegReduced',
	leg,
	cause: 'adl',
	fills: [fill(`${leg} taken ${times}`, '0.5')],
});

type Op =
	| { readonly do: 'open' | 'restart' | 'fill' | 'free' }
	| { readonly do: 'take' | 'attention' | 'end'; readonly which: number; readonly leg: 'long' | 'short' }
	| { readonly do: 'venue'; readonly venue: 'bybit' | 'kucoin'; readonly isFresh: boolean }
	| { readonly do: 'halt' | 'resume'; readonly scope: 'user' | 'exchange' | 'service' }
	| { readonly do: 'mark'; readonly mark: string }
	| { readonly do: 'outlook'; readonly outlook: OutlookAnswer }
	| { readonly do: 'pass'; readonly ms: number };

const which = fc.nat(1);
const leg = fc.constantFrom('long' as const, 'short' as const);
const passing = fc.record({
	do: fc.constant('pass' as const),
	ms: fc.constantFrom(50, 400, 1_100, 12_000, 70_000),
});
const op: fc.Arbitrary<Op> = fc.oneof(
	fc.record({
		do: fc.constantFrom(
			'open' as const,
			'restart' as const,
			'fill' as const,
			'free' as const,
			'free' as const,
		),
	}),
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('take' as const), which, leg }) },
	fc.record({ do: fc.constantFrom('attention' as const, 'attention' as const, 'end' as const), which, leg }),
	fc.record({ do: fc.constant('venue' as const), venue: fc.constantFrom(...VENUES), isFresh: fc.boolean() }),
	fc.record({
		do: fc.constantFrom('halt' as const, 'resume' as const),
		scope: fc.constantFrom('user' as const, 'exchange' as const, 'service' as const),
	}),
	fc.record({ do: fc.constant('mark' as const), mark: fc.constantFrom('100', '86', '87.5', '95', '84') }),
	fc.record({
		do: fc.constant('outlook' as const),
		outlook: fc.constantFrom<OutlookAnswer[]>(
			PAYS,
			{ ...PAYS, monthMean: -0.1, expectedMonth: -0.01 },
			{ ...PAYS, monthMean: -0.1, expectedMonth: -0.0005 },
			{ unknown: 'not known' },
		),
	}),
	{ weight: 5, arbitrary: passing },
);

const targetOf = (scope: 'user' | 'exchange' | 'service'): Halt['target'] =>
	scope === 'user'
		? { scope, userId: 'user_test' }
		: scope === 'exchange'
			? { scope, venue: 'bybit' }
			: { scope };

async function perform(world: World, one: Op): Promise<void> {
	switch (one.do) {
		case 'open':
			return world.executions.length < 4 ? world.open() : undefined;
		case 'restart':
			return world.restart();
		case 'fill':
			return world.fillDisk(true);
		case 'free':
			return world.fillDisk(false);
		case 'venue':
			return world.market.setStatus(one.venue, {
				state: one.isFresh ? 'fresh' : 'stale',
				reason: one.isFresh ? null : 'old',
			});
		case 'halt':
			return void (await world
				.halts()
				.set({ target: targetOf(one.scope), reason: null, by: 'operator', closeAll: false }));
		case 'resume':
			return void (await world.halts().resume(targetOf(one.scope)));
		case 'mark':
			return world.setMark(one.mark);
		case 'outlook':
			return world.setOutlook(one.outlook);
		case 'pass':
			return world.pass(one.ms);
		default:
			return change(world, one);
	}
}

async function change(
	world: World,
	{ do: what, which: at, leg: on }: Extract<Op, { readonly which: number }>,
): Promise<void> {
	const entry = world.executions[at];
	if (entry === undefined || isEnded(entry.state)) return;
	const { state, events } = entry;
	if (what === 'take' && state.held[on] > 0n) await world.write(at, [taken(on, events.length)]);
	if (what === 'attention')
		await world.write(at, [
			state.attention === null
				? { type: 'AttentionRaised', kind: 'stuck', reason: 'It is stuck.' }
				: { type: 'AttentionCleared', reason: 'It moves again.' },
		]);
	if (what === 'end') await world.write(at, [{ type: 'ExecutionClosed', reason: 'The test ends it.' }]);
}

/** Returns the states that each condition's alerts reported, in order. */
function episodes(told: readonly Alert[]): ReadonlyMap<string, readonly unknown[]> {
	const found = new Map<string, unknown[]>();
	for (const { kind, executionId, exchange, facts } of told) {
		if (kind === 'execution_state' || kind === 'daily_summary') continue;
		const thing = `${kind} ${executionId ?? ''} ${kind === 'liquidation_distance' ? String(exchange) : ''} ${kind === 'venue_down' ? String(exchange) : ''} ${String(facts.scope ?? '')}`;
		found.set(thing, [...(found.get(thing) ?? []), facts.state]);
	}
	return found;
}

let world: World | undefined;
afterEach(() => world?.close());

describe('random events in any order', () => {
	test('are each reported once, begin before end, and the last alert matches the final state', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(op, { minLength: 10, maxLength: 60 }), async (ops) => {
				await world?.close();
				world = createWorld();
				await world.open();
				for (const one of ops) await perform(world, one);
				world.fillDisk(false);
				world.setOutlook(PAYS);
				world.setMark('100');
				for (const venue of VENUES) world.market.setStatus(venue, { state: 'fresh', reason: null });
				await world.pass(REVERSAL_EVERY_MS + 20_000);
				const { told } = world;
				const ids = told.map(({ alertId }) => alertId);
				expect(new Set(ids).size).toBe(ids.length);
				const stored = await world.service().recent('user_test', 10_000);
				expect(stored.map(({ alertId }) => alertId).toReversed()).toEqual(ids);
				expect(told.filter(({ kind }) => kind === 'execution_state')).toHaveLength(world.spoken());
				for (const [thing, states] of episodes(told)) {
					const alternating = states.map((_state, at) => (at % 2 === 0 ? 'began' : 'over'));
					expect({ thing, states }).toEqual({ thing, states: alternating });
					if (thing.startsWith('venue_down')) expect([thing, states.at(-1)]).toEqual([thing, 'over']);
				}
				expectTrueAtRest(world);
			}),
			{ numRuns: 80 },
		);
	});
});

/**
 * Checks that the last alert about each condition agrees with the current state of the executions and kill switches.
 */
function expectTrueAtRest({ told, executions, halts }: World): void {
	const lastOf = (match: (alert: Alert) => boolean): unknown => told.findLast(match)?.facts.state;
	for (const { state } of executions) {
		const { executionId } = state.plan;
		const isUnhedged = !isEnded(state) && state.held.long !== state.held.short;
		const last = lastOf((alert) => alert.kind === 'unhedged' && alert.executionId === executionId);
		expect({ executionId, isUnhedged, last }).toEqual({
			executionId,
			isUnhedged,
			last: isUnhedged ? 'began' : last === undefined ? undefined : 'over',
		});
	}
	for (const scope of ['user', 'exchange', 'service']) {
		const isHalted = halts()
			.list()
			.some(({ target }) => target.scope === scope);
		const last = lastOf((alert) => alert.kind === 'trading_halted' && alert.facts.scope === scope);
		expect({ scope, last }).toEqual({
			scope,
			last: isHalted ? 'began' : last === undefined ? undefined : 'over',
		});
	}
}

test('counts and logs a failed check, and the next check continues', async () => {
	world = createWorld();
	await world.open();
	world.fillDisk(true);
	await world.pass(1_000);
	const { failures } = world.service().figures();
	expect(failures).toBeGreaterThan(0);
	expect(world.told).toEqual([]);
	world.fillDisk(false);
	await world.pass(200);
	expect(world.told.map(({ facts }) => facts.state)).toEqual(['began', 'running']);
});
