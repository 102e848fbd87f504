/**
 * Checks that the driver loses and duplicates nothing: position polls at an execution's end, inputs that arrive
 * during a failure, and the two queries that prove an order absent.
 */

import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, parseDecimal, sum, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan, OrderIntent } from '../../src/domain/event.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { clientOrderId, executionId, jobId } from '../../src/domain/ids.ts';
import { atRisk } from '../../src/engine/decide/exposure.ts';
import { plannedNow } from '../../src/engine/decide/summary.ts';
import { createExecutionDriver, type DriverOptions } from '../../src/engine/drive/driver.ts';
import { createExecutionStates } from '../../src/engine/drive/execution-states.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { createSqliteJournal } from '../../src/store/sqlite/journal.ts';
import { testPlan } from '../support/execution-plans.ts';
import { createFaultyVenue } from '../support/faulty-venue.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import { ENGINE_LIMITS, isIntendedIn, OPEN_SURROUNDINGS, START_AT } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const PLAN = testPlan({ seedHex: 'ef'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' });
const QUOTE = { bid: fromInteger(150), ask: fromInteger(150), mid: fromInteger(150) };

function fixture(
	change: Partial<DriverOptions> & { readonly database?: DatabaseSync } = {},
	trading: (venue: VenueTrading) => Partial<VenueTrading> = () => ({}),
) {
	const clock = createVirtualClock(START_AT);
	const database = change.database ?? openMemoryDatabase();
	const journal = createSqliteJournal(database);
	const venueOf = (venue: string) =>
		createFaultyVenue({
			venue,
			clock,
			random: seededRandom(1),
			lotSize: parseDecimal('0.1'),
			faults: NO_FAULTS,
			isIntended: isIntendedIn(database),
		});
	const venues = { bybit: venueOf('bybit'), kucoin: venueOf('kucoin') };
	const driver = createExecutionDriver({
		journal,
		executions: createExecutionStates(),
		clock,
		log: SILENT_LOGGER,
		limits: ENGINE_LIMITS,
		tradingFor: (_user, venue) => {
			const session = venue === 'bybit' ? venues.bybit : venues.kucoin;
			return { ...session, ...trading(session) };
		},
		quoteOf: () => QUOTE,
		...OPEN_SURROUNDINGS,
		refreshPrice: () => {},
		...change,
	});
	const state = () => {
		const present = driver.state(PLAN.executionId);
		if (present === undefined) throw new Error('The execution is not in memory.');
		return present;
	};
	return {
		clock,
		driver,
		state,
		...venues,
		async open() {
			await driver.admit(PLAN, undefined);
			driver.start(PLAN.executionId);
		},
		async pass(ms: number) {
			let over = false;
			clock.after(ms, () => {
				over = true;
			});
			while (!over) await clock.advance(Number.MAX_SAFE_INTEGER);
		},
	};
}

describe('the driver', () => {
	test('reads both positions in one sequence, however often it must confirm that they are flat', async () => {
		let reads = 0;
		const { open, pass, driver, state, kucoin } = fixture({}, (venue) => ({
			positions() {
				reads += 1;
				return venue.positions();
			},
		}));
		await open();
		await pass(1_000);
		expect(state().phase).toBe('running');
		driver.submit(PLAN.executionId, {
			kind: 'closeRequested',
			reason: 'test',
			remaining: ZERO,
			maxSlippageBps: fromInteger(10),
			firm: false,
		});
		kucoin.placeByHand('SOLUSDTM', parseDecimal('-15'));
		await pass(5_000);
		expect(state()).toMatchObject({ phase: 'closing', held: { long: ZERO, short: ZERO } });
		for (let poll = 0; poll < 300; poll += 1) {
			driver.submit(PLAN.executionId, { kind: 'attention', of: 'hand', reason: 'somebody trades' });
			await pass(2_000);
		}
		expect(state().attentionKind).not.toBeNull();
		// Ten minutes allow one read of both venues every five seconds, and more frequent reads at first.
		expect(reads).toBeLessThan(2 * 130);
		kucoin.placeByHand('SOLUSDTM', ZERO);
		await pass(6_000);
		expect(state().phase).toBe('closed');
	});

	test('continues after an input that failed', async () => {
		let failing = false;
		const { open, pass, state, driver } = fixture({
			quoteOf() {
				if (failing) throw new Error('no market');
				return QUOTE;
			},
		});
		await open();
		failing = true;
		await pass(500);
		expect(state().held).toEqual({ long: ZERO, short: ZERO });
		failing = false;
		await pass(10_000);
		expect(state()).toMatchObject({
			phase: 'running',
			held: { long: PLAN.quantity, short: PLAN.quantity },
		});
		driver.stop();
	});

	test('loses no part of an execution when a listener fails', async () => {
		const { open, pass, state, driver } = fixture();
		let failures = 0;
		driver.onChange(() => {
			failures += 1;
			throw new Error('a listener failed');
		});
		await open();
		await pass(20_000);
		expect(failures).toBeGreaterThan(0);
		expect(state()).toMatchObject({
			phase: 'running',
			held: { long: PLAN.quantity, short: PLAN.quantity },
		});
		driver.stop();
	});

	test('counts two simultaneous reads as one: only a second read proves an order absent', async () => {
		const { open, pass, state, driver, kucoin } = fixture({}, (venue) => ({
			findOrder: async () => ({ kind: 'absent' }),
			...(venue.venue === 'kucoin'
				? { placeOrder: async () => ({ kind: 'unknown', message: 'the connection was lost' }) }
				: {}),
		}));
		await open();
		const window = kucoin.requestWindowMs;
		await pass(window - 50);
		const short = () => state().orders.find((order) => order.leg === 'short');
		expect(short()?.status).toBe('unknown');
		const statuses: (string | undefined)[] = [];
		for (let at = 0; at < 20; at += 1) {
			driver.orderHint(PLAN.userId, 'kucoin', 'SOLUSDTM', null);
			await pass(10);
			statuses.push(short()?.status);
		}
		// Only 150 ms have passed since the end of the request window. All queries since then are too close together
		// to prove absence.
		expect(new Set(statuses)).toEqual(new Set(['unknown']));
		await pass(500);
		expect(short()?.status).toBe('absent');
		driver.stop();
	});
});

describe('the unhedged limit over all executions of a user', () => {
	const grid = (hex: string): ExecutionPlan => ({
		...PLAN,
		executionId: executionId(hex.repeat(12)),
		jobId: jobId(hex.repeat(12)),
		mode: 'grid',
		openWithinMs: 14_400_000,
		children: ['4', '4', '4'].map((quantity) => ({ quantity: parseDecimal(quantity), basisMin: null })),
	});
	const PLANS = [grid('ab'), grid('cd')];
	/** A slice is worth 600 USD, so the limit allows one at a time. */
	const limits = { ...ENGINE_LIMITS, unhedgedUserMaxUsd: fromInteger(1_000) };

	/** Creates a driver, and records its executions' total amount at risk each time it sends an order. */
	function watched(change: { readonly database?: DatabaseSync } = {}) {
		const risks: Decimal[] = [];
		const made = fixture({ ...change, limits }, (venue) => ({
			placeOrder(order) {
				risks.push(sum(made.driver.states().map(atRisk)));
				return venue.placeOrder(order);
			},
		}));
		return { ...made, risks };
	}

	test('is shared by two executions that decide at the same instant', async () => {
		const { driver, pass, risks } = watched();
		for (const plan of PLANS) await driver.admit(plan, undefined);
		for (const plan of PLANS) driver.start(plan.executionId);
		await pass(60_000);
		expect(driver.states().map(({ phase }) => phase)).toEqual(['running', 'running']);
		expect(risks.length).toBeGreaterThanOrEqual(12);
		expect(risks.filter((risk) => risk > limits.unhedgedUserMaxUsd)).toEqual([]);
		driver.stop();
	});

	/** Builds the orders of a first slice, in flight on both legs. */
	const sentSlice = (plan: ExecutionPlan): readonly OrderIntent[] =>
		(['long', 'short'] as const).map((leg) => ({
			clientOrderId: clientOrderId(plan.executionId, leg, 0, 0),
			leg,
			child: 0,
			attempt: 0,
			purpose: 'open',
			side: leg === 'long' ? 'buy' : 'sell',
			quantity: parseDecimal('4'),
			limitPrice: QUOTE.mid,
			timeInForce: 'IOC',
			reduceOnly: false,
			decisionMid: QUOTE.mid,
		}));

	test('counts other executions’ orders in flight after a restart, whichever is restored first', async () => {
		const database = openMemoryDatabase();
		const journal = createSqliteJournal(database);
		const [hedged, inFlight] = PLANS as [ExecutionPlan, ExecutionPlan];
		const begin = async (plan: ExecutionPlan, more: readonly ExecutionEvent[] = []) => {
			const { append } = plannedNow(plan, START_AT - 60_000);
			const sent = sentSlice(plan).map((intent): ExecutionEvent => ({ type: 'OrderIntended', ...intent }));
			await journal.appendExecution({ ...append, events: [...append.events, ...sent, ...more] });
			return foldExecution(await journal.readExecution(plan.executionId));
		};
		const refused = sentSlice(hedged).map(
			({ clientOrderId: id }): ExecutionEvent => ({
				type: 'OrderRejected',
				clientOrderId: id,
				code: 'BUSY',
				message: 'busy',
				passing: true,
			}),
		);
		const states = [await begin(hedged, refused), await begin(inFlight)];
		const { driver, pass, risks } = watched({ database });
		driver.adopt(states);
		await pass(120_000);
		expect(driver.states().map(({ phase }) => phase)).toEqual(['running', 'running']);
		expect(risks.length).toBeGreaterThanOrEqual(12);
		expect(risks.filter((risk) => risk > limits.unhedgedUserMaxUsd)).toEqual([]);
		driver.stop();
	});
});
