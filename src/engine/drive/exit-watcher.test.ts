import { expect, test } from 'vitest';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	type HandDrivenMarket,
	HOUR_MS,
	tickerOf,
} from '../../../test/support/hand-driven-market.ts';
import {
	type RunningOptions,
	runningEvents,
	runningExecution,
} from '../../../test/support/running-execution.ts';
import { type Decimal, parseDecimal as d, formatDecimal, ZERO } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import type { Logger } from '../../ports/logger.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { textOf } from '../../sentences/sentence.ts';
import { EXIT_LIMITS } from '../decide/exit-memory.ts';
import type { ExitClose } from '../decide/exit-watch.ts';
import { type CarryOutlook, createStayOutlook } from '../decide/stay-outlook.ts';
import { createExecutionStates } from './execution-states.ts';
import { createExitWatcher, type ExitWatcherOptions } from './exit-watcher.ts';

const START = Date.UTC(2026, 10, 21, 1, 0);
/** Prices are set once and stay current for the whole test. */
const AGES = { tickerStaleMs: 30 * 24 * HOUR_MS, bookStaleMs: 30 * 24 * HOUR_MS };

type Fixture = {
	readonly clock: VirtualClock;
	readonly market: HandDrivenMarket;
	/** Executions in memory when the watcher starts. */
	readonly states: readonly ExecutionState[];
	/** Replaces the current state of an execution, as a change would. */
	readonly change: (state: ExecutionState) => void;
	/** Removes the execution from memory. */
	readonly leave: (executionId: string) => void;
	readonly closes: { readonly executionId: string; readonly at: number; readonly close: ExitClose }[];
	readonly log: string[];
	readonly put: (leg: 'long' | 'short', change: Partial<InstrumentInputs>) => void;
	readonly runFor: (ms: number) => Promise<void>;
	readonly close: () => void;
};

type FixtureOptions = Partial<Omit<ExitWatcherOptions, 'stayOutlook'>> & {
	readonly outlook?: CarryOutlook;
};

/** A forecast without a loss and without a reversal. */
const PAYS = { expectedMonth: 0, monthMean: 0.05 };

function createFixture(
	executions: readonly RunningOptions[],
	{ outlook = () => PAYS, ...options }: FixtureOptions = {},
): Fixture {
	const clock = createVirtualClock(START);
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	const states = executions.map(runningExecution);
	const known = createExecutionStates();
	const holders = new Map(states.map((state) => [state.plan.executionId, { state }]));
	for (const holder of holders.values()) known.enter(holder);
	const holderOf = (executionId: string) => {
		const holder = holders.get(executionId);
		if (holder === undefined) throw new Error(`${executionId} is not in memory.`);
		return holder;
	};
	const legs = runningExecution({ openedAt: START }).plan.legs;
	const put: Fixture['put'] = (leg, change) => market.put(legs[leg].instrument, change);
	for (const leg of ['long', 'short'] as const) {
		const { instrument, intervalHours } = legs[leg];
		market.list(instrument);
		put(leg, {
			ticker: tickerOf(instrument.symbol, '100', fundingOf('0.0001', intervalHours, START + 3 * HOUR_MS)),
			tickerReceivedAt: START,
			book: bookOf([['99.99', '100']], [['100.01', '100']]),
			bookReceivedAt: START,
		});
	}
	const closes: Fixture['closes'] = [];
	const log: string[] = [];
	const noted = (_facts: object, message: string): void => {
		log.push(message);
	};
	const logger: Logger = { debug: noted, info: noted, warn: noted, error: noted };
	const watcher = createExitWatcher({
		clock,
		log: logger,
		market,
		stayOutlook: createStayOutlook({ market, outlook, takerFee: () => undefined, ages: AGES }),
		stayNet: () => undefined,
		executions: known,
		liquidationPrice: () => null,
		takerFee: () => undefined,
		closeRequested: (executionId, close) => closes.push({ executionId, at: clock.now(), close }),
		endOpening: () => {
			throw new Error('Nothing here is opening.');
		},
		ages: AGES,
		limits: EXIT_LIMITS,
		...options,
	});
	const runFor = async (ms: number): Promise<void> => {
		const until = clock.now() + ms;
		while (await clock.advance(until));
		clock.leap(until);
	};
	const change = (state: ExecutionState): void => {
		holderOf(state.plan.executionId).state = state;
		known.changed(state, []);
	};
	const leave = (executionId: string): void => known.leave(holderOf(executionId));
	return { clock, market, states, change, leave, closes, log, put, runFor, close: watcher.close };
}

test('checks the net every ten minutes only with a minimum net, and closes after two low figures', async () => {
	const asked: number[] = [];
	const stayNet = (_state: ExecutionState, now: number): number => {
		asked.push(now);
		return -0.01;
	};
	const without = createFixture([{ openedAt: START, exit: { closeOnReversal: false } }], { stayNet });
	await without.runFor(30 * 60_000);
	expect(asked).toEqual([]);
	const exit = { closeOnReversal: false, minNetAprPct: d('0') };
	const fixture = createFixture([{ openedAt: START, exit }], { stayNet });
	await fixture.runFor(30 * 60_000);
	expect(asked.length).toBeGreaterThan(1);
	expect(textOf(fixture.closes[0]?.close.reason ?? '')).toMatch(/^min_net_apr_pct reached/);
	expect((fixture.closes[0]?.at ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(600_000);
});

test('requests a close to the second, and again only every half minute while the execution runs', async () => {
	const fixture = createFixture([{ openedAt: START, exit: { maxHours: d('0.01') } }]);
	await fixture.runFor(35_900);
	expect(fixture.closes).toEqual([]);
	await fixture.runFor(1_100);
	expect(fixture.closes).toHaveLength(1);
	expect(fixture.closes[0]).toMatchObject({
		executionId: fixture.states[0]?.plan.executionId,
		close: { reason: { text: 'max_hours reached' }, remaining: ZERO, firm: false },
	});
	await fixture.runFor(65_000);
	expect(fixture.closes).toHaveLength(3);
	fixture.close();
	expect(fixture.clock.waiting()).toBe(0);
});

test('skips executions that do not run and forgets those that left memory', async () => {
	const options = { openedAt: START, exit: { maxHours: d('0.001') } };
	const asked = {
		type: 'CloseRequested',
		reason: 'x',
		remaining: ZERO,
		maxSlippageBps: d('10'),
		firm: false,
	} as const;
	const fixture = createFixture([options]);
	const events = [...runningEvents(options), asked].map((event) => ({ event, recordedAt: START }));
	const closing = foldExecution(events);
	fixture.change(closing);
	await fixture.runFor(60_000);
	fixture.leave(closing.plan.executionId);
	await fixture.runFor(60_000);
	expect(fixture.closes).toEqual([]);
});

test('during a close as maker, a forced rule asks for a close as taker, and no other rule does', async () => {
	const asked = {
		type: 'CloseRequested',
		reason: 'x',
		remaining: ZERO,
		maxSlippageBps: d('10'),
		firm: false,
		maker: { leg: 'long', ms: 600_000, basis: ZERO, moveBpsMax: d('20') },
	} as const;
	const closingWith = async (exit: NonNullable<RunningOptions['exit']>) => {
		const options = { openedAt: START, exit };
		const fixture = createFixture([options], { takerFee: () => d('0.0006') });
		const events = [...runningEvents(options), asked].map((event) => ({ event, recordedAt: START }));
		fixture.change(foldExecution(events));
		await fixture.runFor(60_000);
		return fixture.closes;
	};
	expect(await closingWith({ maxHours: d('0.001') })).toEqual([]);
	const [forced] = await closingWith({ stopLossPct: d('0.01') });
	expect(forced?.close).toMatchObject({ remaining: ZERO, firm: false });
	expect(forced?.close).not.toHaveProperty('maker');
});

test('sets no timer while nothing runs', async () => {
	const fixture = createFixture([{ openedAt: START }]);
	const [running] = fixture.states;
	if (running === undefined) throw new Error('One execution runs.');
	await fixture.runFor(5_000);
	expect(fixture.clock.waiting()).toBe(1);
	fixture.change({ ...running, phase: 'closing' });
	await fixture.runFor(1_000);
	expect(fixture.clock.waiting()).toBe(0);
	fixture.change(running);
	expect(fixture.clock.waiting()).toBe(1);
	fixture.close();
	expect(fixture.clock.waiting()).toBe(0);
	fixture.change(running);
	expect(fixture.clock.waiting()).toBe(0);
});

test('checks each running execution once a second at its own instant, over random histories', async () => {
	const random = seededRandom(20_261_127);
	const count = 25;
	const checks = Array.from({ length: count }, (): number[] => []);
	const executions = Array.from({ length: count }, (_, number) => ({
		number,
		openedAt: START,
		userId: `user_${number}`,
	}));
	const fixture = createFixture(executions, {
		liquidationPrice: (userId, venue) => {
			if (venue === 'bybit') checks[Number(userId.slice('user_'.length))]?.push(fixture.clock.now() - START);
			return null;
		},
	});
	/** Times at which each execution starts or stops running. No change coincides with a check. */
	const changes = fixture.states.map(() => [{ at: 0, runs: true }]);
	for (let at = 7; at < 120_000; at += 50 * (1 + random.below(20))) {
		await fixture.runFor(START + at - fixture.clock.now());
		const number = random.below(count);
		const state = fixture.states[number];
		const known = changes[number];
		if (state === undefined || known === undefined) throw new Error(`There is no execution ${number}.`);
		const runs = random.chance(0.5);
		fixture.change(runs ? state : { ...state, phase: 'closing' });
		known.push({ at, runs });
	}
	await fixture.runFor(START + 130_000 - fixture.clock.now());
	const offsets = checks.map((instants) => (instants[0] ?? 0) % 1_000);
	expect(new Set(offsets).size).toBeGreaterThan(5);
	expect(offsets.filter((offset) => offset % 100 !== 0)).toEqual([]);
	const plain = changes.map((known, number) =>
		Array.from({ length: 131 }, (_, second) => second * 1_000 + (offsets[number] ?? 0)).filter(
			(at) => at > 0 && at <= 130_000 && known.findLast((change) => change.at < at)?.runs === true,
		),
	);
	expect(checks).toEqual(plain);
});

test('ends an opening before a close, and skips an execution with one leg', async () => {
	const options = { openedAt: START, exit: { maxHours: d('0.001') } };
	const ended: string[] = [];
	const fixture = createFixture([options], { endOpening: (_id, reason) => ended.push(textOf(reason)) });
	const [running] = fixture.states;
	if (running === undefined) throw new Error('One execution runs.');
	fixture.change({
		...running,
		phase: 'opening',
		openedAt: undefined,
		held: { ...running.held, short: ZERO },
	});
	await fixture.runFor(10_000);
	expect(ended).toEqual([]);
	fixture.change({ ...running, phase: 'opening', openedAt: undefined });
	await fixture.runFor(2_000);
	expect(ended).toEqual(['max_hours reached']);
	fixture.change({ ...running, phase: 'opening', openingEnded: 'max_hours reached' });
	await fixture.runFor(60_000);
	expect([ended, fixture.closes]).toEqual([['max_hours reached'], []]);
});

test('checks for a reversal every ten minutes at its own instant and closes after two', async () => {
	const asked: number[] = [];
	const count = 120;
	const executions = Array.from({ length: count }, (_, number) => ({
		number,
		openedAt: START,
		exit: { closeOnReversal: true },
	}));
	const fixture = createFixture(executions, {
		outlook: () => {
			asked.push(fixture.clock.now());
			return { expectedMonth: -0.0072, monthMean: -0.1 };
		},
	});
	await fixture.runFor(601_000);
	expect(asked).toHaveLength(count);
	expect(fixture.closes).toEqual([]);
	const perMinute = Array.from({ length: 10 }, (_, minute) => {
		const from = START + minute * 60_000;
		return asked.filter((at) => at >= from && at < from + 60_000).length;
	});
	expect(Math.max(...perMinute)).toBeLessThanOrEqual(3 * (count / 10));
	await fixture.runFor(600_000);
	// Keeps each execution's first close, because closes are requested again while the execution keeps running.
	const closedAt = new Map(fixture.closes.toReversed().map(({ executionId, at }) => [executionId, at]));
	expect(closedAt.size).toBe(count);
	expect(new Set(closedAt.values()).size).toBeGreaterThan(count / 2);
	expect(textOf(fixture.closes[0]?.close.reason ?? '')).toMatch(/^reversal/);
});

test('closes nothing while the forecast or a book is unknown', async () => {
	const exit = { closeOnReversal: true };
	const unknown = createFixture([{ openedAt: START, exit }], {
		outlook: () => ({ unknown: 'The settled history has not been read yet.' }),
	});
	await unknown.runFor(3_600_000);
	expect(unknown.closes).toEqual([]);
	const thin = createFixture([{ openedAt: START, exit }], {
		outlook: () => ({ expectedMonth: -1, monthMean: -1 }),
	});
	thin.put('short', { book: bookOf([['99.99', '9']], [['100.01', '9']]) });
	await thin.runFor(3_600_000);
	expect(thin.closes).toEqual([]);
});

test('calculates stop and target from the exit sides of the books and the account’s own fees', async () => {
	const exit = { takeProfitPct: d('0.2'), stopLossPct: d('0.4') };
	// Each leg was opened for 1,000 USD and a fee of 0.5 USD. Selling at 100.3 and buying back at 100.01 yields 2.9
	// USD, less 1 USD for opening and the current taker fees.
	const fixtureAt = async (takerFee: Decimal, bid: string): Promise<Fixture> => {
		const fixture = createFixture([{ openedAt: START, exit }], { takerFee: () => takerFee });
		fixture.put('long', { book: bookOf([[bid, '100']], [['101', '100']]) });
		await fixture.runFor(10_000);
		return fixture;
	};
	const costly = await fixtureAt(d('0.001'), '100.3');
	expect(costly.closes).toEqual([]);
	// At 100.3 the result is 2.9 − 1 − 0.2 = 1.7 USD, or 0.085 % of 2,000 USD. At 100.6 it is 4.7 USD, or 0.235 %.
	expect((await fixtureAt(d('0.0001'), '100.3')).closes).toEqual([]);
	const taken = await fixtureAt(d('0.0001'), '100.6');
	expect(textOf(taken.closes[0]?.close.reason ?? '')).toMatch(
		/^take_profit_pct reached: closing now yields 0\.23 %/,
	);
	const lost = await fixtureAt(d('0.0001'), '99.3');
	expect(textOf(lost.closes[0]?.close.reason ?? '')).toMatch(
		/^stop_loss_pct reached: closing now yields -0\.41 %/,
	);
	const blind = createFixture([{ openedAt: START, exit }]);
	blind.put('long', { book: undefined, bookReceivedAt: undefined });
	await blind.runFor(10_000);
	expect(blind.closes).toEqual([]);
});

test('halves both legs near a liquidation, on the lot and within the guard of the plan', async () => {
	const fixture = createFixture([{ openedAt: START }], {
		liquidationPrice: (_user, venue) => (venue === 'bybit' ? d('60') : d('140')),
	});
	await fixture.runFor(5_000);
	expect(fixture.closes).toEqual([]);
	fixture.put('long', { ticker: tickerOf('SOLUSDT', '66', fundingOf('0.0001', 8, START + 3 * HOUR_MS)) });
	await fixture.runFor(5_000);
	expect(fixture.closes.map(({ close }) => formatDecimal(close.remaining))).toEqual(['5']);
});

test('closes after a settlement at the cap, but not after an older one or one within the bounds', async () => {
	const record = (settledAt: number, rate: string) => ({
		recordId: `record ${settledAt}`,
		leg: 'short' as const,
		settledAt,
		rate: d(rate),
		amount: d('1'),
	});
	const closesWith = async (settledAt: number, rate: string): Promise<number> => {
		const fixture = createFixture([{ openedAt: START, funding: [record(settledAt, rate)] }]);
		fixture.put('short', {
			ticker: tickerOf('SOLUSDTM', '100', fundingOf('0.0001', 4, START + 3 * HOUR_MS), {
				fundingCap: d('0.005'),
				fundingFloor: d('-0.005'),
			}),
		});
		await fixture.runFor(3_000);
		return fixture.closes.length;
	};
	const last = START - HOUR_MS;
	expect(await closesWith(last, '0.005')).toBe(1);
	expect(await closesWith(last + 3, '-0.006')).toBe(1);
	expect(await closesWith(last, '0.0049')).toBe(0);
	expect(await closesWith(last - 4 * HOUR_MS, '0.005')).toBe(0);
});

test('closes when a venue begins to settle every hour, but not on a stale ticker', async () => {
	const ages = { tickerStaleMs: 5_000, bookStaleMs: 5_000 };
	const hourly = tickerOf('SOLUSDT', '100', fundingOf('0.0001', 1, START + HOUR_MS));
	const fixture = createFixture([{ openedAt: START }], { ages });
	fixture.put('long', { ticker: hourly, tickerReceivedAt: START - 5_001 });
	await fixture.runFor(3_000);
	expect(fixture.closes).toEqual([]);
	fixture.put('long', { tickerReceivedAt: START + 3_000 });
	await fixture.runFor(1_000);
	expect(textOf(fixture.closes[0]?.close.reason ?? '')).toMatch(/^interval change/);
});

test('logs a failed check once and still checks the other executions', async () => {
	const executions = [0, 1].map((number) => ({
		number,
		openedAt: START,
		exit: { maxHours: d('0.001') },
	}));
	const fixture = createFixture(executions, {
		liquidationPrice: () => {
			if (fixture.closes.length === 0 && fixture.clock.now() < START + 60_000)
				throw new Error('The account could not be read.');
			return null;
		},
	});
	await fixture.runFor(50_000);
	expect(fixture.closes).toEqual([]);
	expect(fixture.log).toEqual(Array.from({ length: 2 }, () => 'the exit rules could not be checked'));
	await fixture.runFor(20_000);
	expect(fixture.closes).toHaveLength(2);
});
