/** Measures the cost of checking 1,000 running executions once a second with every exit rule set. */

import { type Decimal, fromInteger, ONE, parseDecimal } from '../src/domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan, LegPlan } from '../src/domain/event.ts';
import type { ExecutionState } from '../src/domain/execution.ts';
import { foldExecution } from '../src/domain/execution-fold.ts';
import { HOUR_MS } from '../src/domain/funding.ts';
import { clientOrderId, type LegRole } from '../src/domain/ids.ts';
import { commonLot, type Instrument } from '../src/domain/instrument.ts';
import { midPrice } from '../src/domain/order-book.ts';
import { EXIT_LIMITS } from '../src/engine/decide/exit-memory.ts';
import { createStayOutlook } from '../src/engine/decide/stay-outlook.ts';
import { createExecutionStates } from '../src/engine/drive/execution-states.ts';
import { createExitWatcher } from '../src/engine/drive/exit-watcher.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import type { Market } from '../src/ports/market.ts';
import { createFullScanner } from './full-scanner.ts';
import { createHandClock } from './hand-clock.ts';
import { interleave } from './measure.ts';
import { deliver, type Figure, summarize } from './report.ts';
import { createUniverse } from './universe.ts';

const VENUES = 10;
const COINS = 500;
const EXECUTIONS = 1_000;
const SLICES_PER_SECOND = 10;
/**
 * Duration of the bench on the watcher's clock. In ten minutes, the watcher computes the expected return of staying
 * open once for each execution.
 */
const SECONDS = 600;
/** Number of settlements booked on each leg: 30 days of three settlements each. */
const SETTLEMENTS = 90;
const YEAR_MS = 8_760 * HOUR_MS;

const handClock = createHandClock();
const universe = createUniverse(VENUES, COINS, handClock.now);
const scanner = createFullScanner(universe, handClock);
await handClock.runDue();

const { market, instruments } = universe;
const openedAt = handClock.now();

function legPlan(role: LegRole, instrument: Instrument, mid: Decimal): LegPlan {
	const openSide = role === 'long' ? 'buy' : 'sell';
	return {
		role,
		venue: instrument.venue,
		instrument,
		openSide,
		decisionMid: mid,
		limitPrice: mid,
		intervalHours: 1,
	};
}

/** Builds an execution in one coin on two venues, held for a month, with exit rules that do not close it. */
function runningExecution(index: number): ExecutionState {
	const coin = (index * 7) % COINS;
	const first = index % VENUES;
	const long = instruments[first * COINS + coin] as Instrument;
	const short = instruments[((first + 1 + (index % (VENUES - 1))) % VENUES) * COINS + coin] as Instrument;
	const mid = midOf(market, long);
	const lot = commonLot(long, short);
	const quantity = (lot * 10n) as Decimal;
	const legs = { long: legPlan('long', long, mid), short: legPlan('short', short, mid) };
	const plan: ExecutionPlan = {
		executionId: `exec_${index.toString(16).padStart(24, '0')}`,
		jobId: `job_${index.toString(16).padStart(24, '0')}`,
		userId: `user_${index % 50}`,
		opportunityId: 'opp_bench',
		symbol: long.symbol,
		coin: long.coin,
		exchangepair: `${long.venue}-${short.venue}`,
		mode: 'single-direct',
		amount: fromInteger(1_000),
		leverage: ONE,
		marginMode: 'isolated',
		quantity,
		commonLot: lot,
		maxSlippageBps: fromInteger(10),
		children: [{ quantity, basisMin: null }],
		firstLeg: null,
		makerMs: 0,
		openWithinMs: 60_000,
		unhedgedMax: fromInteger(1_000),
		netFloor: null,
		exit: {
			maxHours: fromInteger(10_000),
			maxEpochs: 100_000,
			takeProfitPct: fromInteger(10_000),
			stopLossPct: parseDecimal('99.9'),
			closeOnReversal: true,
			minLiquidationDistancePct: parseDecimal('0.01'),
		},
		idempotencyKey: null,
		legs,
	};
	const events: readonly ExecutionEvent[] = [
		{ type: 'ExecutionPlanned', plan },
		...opened(plan, 'long', mid),
		...opened(plan, 'short', mid),
		{ type: 'ExecutionOpened', quantity },
		...paid('long'),
		...paid('short'),
	];
	return foldExecution(events.map((event) => ({ event, recordedAt: openedAt })));
}

function midOf(of: Market, { venue, symbol }: Instrument): Decimal {
	const book = of.get(venue, symbol)?.book;
	const mid = book === undefined ? undefined : midPrice(book);
	if (mid === undefined) throw new Error(`${venue} ${symbol} has no book.`);
	return mid;
}

function opened(plan: ExecutionPlan, leg: LegRole, price: Decimal): readonly ExecutionEvent[] {
	const id = clientOrderId(plan.executionId, leg, 0, 0);
	const { quantity } = plan;
	const order = {
		clientOrderId: id,
		leg,
		child: 0,
		attempt: 0,
		quantity,
		limitPrice: price,
		decisionMid: price,
	};
	const fee = { fee: ONE, feeAsset: 'USDT', feeQuantity: ONE };
	return [
		{
			type: 'OrderIntended',
			...order,
			purpose: 'open',
			side: leg === 'long' ? 'buy' : 'sell',
			reduceOnly: false,
			timeInForce: 'IOC',
		},
		{
			type: 'FillsRecorded',
			clientOrderId: id,
			fills: [{ tradeId: leg, quantity, price, filledAt: openedAt, ...fee }],
		},
	];
}

function paid(leg: LegRole): readonly ExecutionEvent[] {
	return Array.from({ length: SETTLEMENTS }, (_, index) => ({
		type: 'FundingBooked',
		recordId: `${leg} ${index}`,
		leg,
		settledAt: openedAt - index * 8 * HOUR_MS,
		rate: parseDecimal('0.0001'),
		amount: ONE,
	}));
}

/** Creates a watcher whose clock advances by a fraction of a second with each tick. */
function createWatched(states: readonly ExecutionState[]) {
	let now = openedAt;
	let next: { readonly at: number; readonly tick: () => void } | undefined;
	const executions = createExecutionStates();
	for (const state of states) executions.enter({ state });
	const ages = { tickerStaleMs: YEAR_MS, bookStaleMs: YEAR_MS };
	const takerFee = (): undefined => undefined;
	createExitWatcher({
		clock: {
			now: () => now,
			monotonic: () => now,
			after: (delayMs, tick) => {
				const timer = { at: now + delayMs, tick };
				next = timer;
				return () => {
					if (next === timer) next = undefined;
				};
			},
			every: () => () => {},
		},
		log: { ...SILENT_LOGGER, warn: console.error, error: console.error },
		market,
		stayOutlook: createStayOutlook({ market, outlook: scanner.outlook, takerFee, ages }),
		stayNet: () => undefined,
		executions,
		liquidationPrice: () => null,
		takerFee,
		closeRequested: () => {},
		endOpening: () => {},
		ages,
		limits: { ...EXIT_LIMITS, divergencePersistMs: YEAR_MS },
	});
	return {
		slice: (): void => {
			now += 1_000 / SLICES_PER_SECOND;
			const due = next;
			if (due === undefined || due.at > now) return;
			next = undefined;
			due.tick();
		},
	};
}

const states = Array.from({ length: EXECUTIONS }, (_, index) => runningExecution(index));
const watched = createWatched(states);

function second(): void {
	for (let slice = 0; slice < SLICES_PER_SECOND; slice += 1) watched.slice();
}

let seen = 0;
/** The minimum work of a check: reads the current inputs of both legs for every execution. */
function bareCheck(): void {
	for (const { plan } of states) {
		for (const { venue, instrument } of [plan.legs.long, plan.legs.short])
			if (market.get(venue, instrument.symbol)?.ticker?.mark !== undefined) seen += 1;
	}
}

let processorMs = 0;
function counted(): void {
	const before = process.threadCpuUsage();
	second();
	const { user, system } = process.threadCpuUsage(before);
	processorMs += (user + system) / 1_000;
}

const samples = await interleave(
	SECONDS,
	{ 'bare check': bareCheck, 'one second of checks': counted },
	{ warmupRounds: 0 },
);
const slices: number[] = [];
for (let count = 0; count < SECONDS; count += 1) {
	const from = process.hrtime.bigint();
	watched.slice();
	slices.push(Number(process.hrtime.bigint() - from) / 1e6);
}
const figures: Figure[] = [
	{ name: 'processor time', value: processorMs / SECONDS, unit: 'ms per second' },
	{ name: 'longest slice', value: Math.max(...slices), unit: 'ms' },
];
const round = [
	`One round: one second of ${EXECUTIONS} running executions with every exit rule set, 90 settlements booked of each leg;`,
	`${VENUES} venues with ${COINS} coins. Over the rounds each execution is given one forecast of the result of staying. The bare`,
	`check reads the mark of both legs of each. ${seen} marks were seen.`,
].join(' ');
deliver({ ...summarize('Exit rules of running executions', round, samples, 'bare check'), figures });
process.exit(0);
