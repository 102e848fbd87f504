/**
 * Builds the order service and everything that it needs: scanner, engine, driver, settlement collector and SQLite
 * journal. The test controls the market and the clock; the venues are fakes behind the trading port.
 */

import type { DatabaseSync } from 'node:sqlite';
import { NO_SELF_CHECKS } from '../../src/accounts/self-checks.ts';
import { composeExecution, type Execution } from '../../src/app/compose-execution.ts';
import { composeScanner } from '../../src/app/compose-opportunities.ts';
import { readConfig } from '../../src/config/config.ts';
import { PRIOR_CARRY_MODEL } from '../../src/domain/carry-prior.ts';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { type ExecutionState, legPlan, type OrderState } from '../../src/domain/execution.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { FIXED_LIMITS } from '../../src/engine/decide/surroundings.ts';
import type { AccountCache } from '../../src/engine/drive/account-cache.ts';
import type { DriverOptions, ExecutionDriver } from '../../src/engine/drive/driver.ts';
import type { KeptExecutions } from '../../src/engine/drive/execution-states.ts';
import type { StreamWatch } from '../../src/engine/drive/stream-watch.ts';
import { begunSince } from '../../src/engine/orders/begun-today.ts';
import type { ExecutionServiceOptions } from '../../src/engine/orders/execution-service-options.ts';
import type { RunningOrderService } from '../../src/engine/orders/order-service.ts';
import { createVenueStability } from '../../src/engine/risk/venue-stability.ts';
import type { Scanner } from '../../src/opportunities/scanner.ts';
import type { AccountSnapshots } from '../../src/portfolio/account-snapshot.ts';
import { createLedgerReader } from '../../src/portfolio/ledger-reader.ts';
import type { RunningPortfolioReader } from '../../src/portfolio/reader.ts';
import type { EndedFigures } from '../../src/portfolio/totals.ts';
import type { TradingAccounts } from '../../src/ports/accounts.ts';
import type { AccountTrade } from '../../src/ports/exchange-accounts.ts';
import type { KillSwitches } from '../../src/ports/halts.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { LedgerExport } from '../../src/ports/ledger-export.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { ExecuteRequest, ExecutionControls } from '../../src/ports/order-service.ts';
import type { FiguresReader } from '../../src/ports/service-figures.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import type { ShockReader } from '../../src/ports/what-if.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock, passTime, type VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { createForecastStore } from '../../src/store/forecasts.ts';
import { activeHalts, createHaltStore } from '../../src/store/halts.ts';
import { createLifeStore } from '../../src/store/lives.ts';
import { createSqliteJournal, readJournalAtStart } from '../../src/store/sqlite/journal.ts';
import { createSqliteLedgerEvents } from '../../src/store/sqlite/ledger-events.ts';
import { createSqliteDatabase, performAtOnce } from '../../src/store/sqlite/sqlite-database.ts';
import { renewableTrading } from '../../src/venues/shared/renewable-trading.ts';
import { createFaultyVenue } from './faulty-venue.ts';
import type { FaultyVenue } from './faulty-venue-controls.ts';
import { type FeedChange, type FixtureVenue, feedPair, fixtureInstrument } from './fixture-feed.ts';
import { createHandDrivenMarket, type HandDrivenMarket, HOUR_MS } from './hand-driven-market.ts';
import { createHeldHistory, type HeldHistory } from './held-history.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { onlyAccounts } from './only-accounts.ts';
import { NO_FAULTS } from './venue-faults.ts';

/** Circumstances in which nothing prevents an execution from opening. */
export const OPEN_SURROUNDINGS = {
	beganAt: 0,
	nextSettlementOf: () => undefined,
	intervalMsOf: () => undefined,
	remainingNetOf: () => undefined,
	openingHalted: () => null,
	openingWaits: () => false,
	accountHalted: () => null,
	mayRest: () => true,
	mayReduceBlind: () => true,
	agreedAt: () => undefined,
	tradesOf: () => ({ is: 'yes' }) as const,
	instrumentOf: () => undefined,
	onRefused: () => undefined,
} as const;

export const ENGINE_LIMITS: DriverOptions['limits'] = {
	...FIXED_LIMITS,
	widenAfterMs: 2_000,
	reduceAfterMs: 5_000,
	settlementGuardMs: 20_000,
	unhedgedUserMaxUsd: fromInteger(100_000),
	unhedgedServiceMaxUsd: fromInteger(500_000),
	unwindSlippageBpsMax: fromInteger(150),
	unknownAttentionMs: 60_000,
};

const SETTLEMENTS = { readDelaysMs: [400, 2_000, 16_000], sweepPeriodMs: 60_000, lateRecordMs: 600_000 };

export const START_AT = Date.UTC(2026, 10, 21, 8, 30);

const STEPS_MAX = 20_000;
/** Interval between updates of the market's inputs during `passFed`, milliseconds. */
const FEED_PERIOD_MS = 30_000;

/**
 * Options of the fixture: risk limits, accounts and start time. Limits that a test does not set have the default
 * settings.
 */
export type RiskChange = {
	/** Reports which accounts have not passed a self-check; by default there are none. */
	readonly selfChecks?: ExecutionServiceOptions['selfChecks'];
	readonly startAt?: number;
	readonly openAmountMaxUsd?: string;
	readonly executionsOpenMax?: number;
	readonly limits?: Partial<ExecutionServiceOptions['limits']>;
	/** True if the user has an account at okx as well. */
	readonly thirdVenue?: boolean;
	/** Accounts that the test connects itself, with the clock and database used by them. */
	readonly own?: {
		readonly clock: VirtualClock;
		readonly database: DatabaseSync;
		readonly accounts: TradingAccounts;
	};
};

export type TradingFixture = {
	readonly clock: VirtualClock;
	readonly database: DatabaseSync;
	readonly journal: Journal;
	/**
	 * Latest state reported for every execution. It is kept even after the service has dropped the execution from
	 * memory.
	 */
	readonly told: ReadonlyMap<string, ExecutionState>;
	readonly market: HandDrivenMarket;
	readonly scanner: Scanner;
	/** Funding history that the venues have published; empty at the start. */
	readonly history: HeldHistory;
	readonly bybit: FaultyVenue;
	readonly kucoin: FaultyVenue;
	/** Fake venue where the user has an account only if `thirdVenue` is set. */
	readonly okx: FaultyVenue;
	readonly orderService: RunningOrderService;
	readonly controls: ExecutionControls;
	readonly switches: KillSwitches;
	readonly driver: ExecutionDriver;
	readonly executions: KeptExecutions;
	readonly portfolio: RunningPortfolioReader;
	readonly whatIf: ShockReader;
	readonly figures: FiguresReader;
	/** Figures of ended executions, updated as they end. */
	readonly ended: EndedFigures;
	readonly ledger: LedgerExport;
	readonly connected: Set<string>;
	/** Ids of the agents stopped by their owners. They survive a restart, as rows in the store would. */
	readonly stoppedAgents: Set<string>;
	readonly snapshots: AccountSnapshots;
	readonly accountTrade: AccountTrade;
	/** Reports which accounts' streams are silent. */
	readonly streams: Pick<StreamWatch, 'allSilent'>;
	readonly accountReads: Pick<AccountCache, 'onState' | 'onFailure'>;
	/** Returns the session that the service uses to trade on the user's account. */
	readonly session: (venue: 'bybit' | 'kucoin') => VenueTrading;
	/**
	 * Sets new inputs for both legs of a coin, received now. Returns the id of the opportunity that is long at bybit.
	 */
	readonly feed: (coin: string, change?: FeedChange) => string;
	readonly instrument: (venue: FixtureVenue, coin: string) => Instrument;
	/** Advances virtual time until the promise has settled, without updating inputs. */
	readonly settled: <T>(promise: Promise<T>) => Promise<T>;
	/** Advances virtual time while the coin's inputs are updated regularly. */
	readonly passFed: (ms: number, coin: string, change?: FeedChange) => Promise<void>;
	/** Advances virtual time without new inputs. */
	readonly pass: (ms: number) => Promise<void>;
	readonly execute: (change: Partial<ExecuteRequest>) => ReturnType<RunningOrderService['execute']>;
	/** Simulates a crash: trading is restarted as in a new process, with the same journal. */
	readonly restart: () => void;
	/** Makes every append to the journal fail; with false, appends succeed again. */
	readonly breakJournal: (broken: boolean) => void;
};

/**
 * True from the time the order's intent is on disk until its execution ends. The venues check this for each order
 * they receive.
 */
export function isIntendedIn(database: DatabaseSync): (clientOrderId: string) => boolean {
	const select = database.prepare(
		`SELECT 1 FROM journal JOIN execution ON execution_id = stream AND ended = 0
		 WHERE type = 'OrderIntended' AND payload ->> 'clientOrderId' = ?`,
	);
	return (id) => select.get(id) !== undefined;
}

/**
 * Makes appends fail as on a full disk: a trigger in the database raises an error, so that the transaction is rolled
 * back.
 */
export function breakJournalOf(database: DatabaseSync, broken: boolean): void {
	for (const [event, table] of [
		['INSERT', 'journal'],
		['INSERT', 'write_check'],
		['INSERT', 'halt'],
		['DELETE', 'halt'],
	]) {
		database.exec(`DROP TRIGGER IF EXISTS refuse_${event}_${table}`);
		if (broken)
			database.exec(
				`CREATE TEMP TRIGGER refuse_${event}_${table} BEFORE ${event} ON main.${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
			);
	}
}

export function createTradingFixture(seed: number, risk: RiskChange = {}): TradingFixture {
	const random: SeededRandom = seededRandom(seed);
	const clock = risk.own?.clock ?? createVirtualClock(risk.startAt ?? START_AT);
	const database = risk.own?.database ?? openMemoryDatabase();
	const journal = createSqliteJournal(database);
	const isIntended = isIntendedIn(database);
	const lotSize = parseDecimal('0.1');
	const venueOf = (venue: string) =>
		createFaultyVenue({ venue, clock, random, lotSize, faults: NO_FAULTS, isIntended });
	const venues = { bybit: venueOf('bybit'), kucoin: venueOf('kucoin'), okx: venueOf('okx') };
	const names: readonly FixtureVenue[] =
		risk.thirdVenue === true ? ['bybit', 'kucoin', 'okx'] : ['bybit', 'kucoin'];
	const connected = new Set<string>(names);
	const stoppedAgents = new Set<string>();
	const venueNamed = (venue: string): FaultyVenue => venues[venue as FixtureVenue];
	const stability = createVenueStability({
		clock,
		windowMs: readDefaults().config.risk.venueErrorWindowMs,
	});
	const accounts =
		risk.own?.accounts ??
		onlyAccounts({
			connected: () => [...connected],
			trading: (_userId: string, venue: string) =>
				connected.has(venue) ? renewableTrading(venueNamed(venue), clock, stability).trading : undefined,
			users: () => ['user_a'],
		});
	const market = createHandDrivenMarket(names);
	const history = createHeldHistory();
	const store = openMemoryDatabase();
	const { opportunities: scanner } = composeScanner({
		market,
		clock,
		fundingHistory: history,
		model: PRIOR_CARRY_MODEL,
		openLives: [],
		lifeStore: createLifeStore(createSqliteDatabase(store)),
		forecastStore: createForecastStore(createSqliteDatabase(store)),
		endedExecution: async () => 'unknown',
		log: SILENT_LOGGER,
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: fromInteger(5),
		},
	});
	const { config } = readDefaults();
	const limits = {
		...config.execution,
		...config.risk,
		amountMaxUsd: fromInteger(50_000),
		openAmountMaxUsd: parseDecimal(risk.openAmountMaxUsd ?? '100000'),
		executionsOpenMax: risk.executionsOpenMax ?? 10,
		leverageMax: fromInteger(5),
		maxSlippageBpsDefault: fromInteger(10),
		...ENGINE_LIMITS,
		accountPollMs: 2_000,
		accountIdlePollMs: 30_000,
		accountAgeMsMax: 5_000,
		closeWaitMs: 20_000,
		previewTtlMs: 30_000,
		bookStaleMs: 5_000,
		tickerStaleMs: 5_000,
		...risk.limits,
	};
	const told = new Map<string, ExecutionState>();
	function start(): Execution {
		const execution = composeExecution({
			journal,
			standingHalts: performAtOnce(database, activeHalts()),
			haltStore: createHaltStore(createSqliteDatabase(database)),
			clock,
			log: SILENT_LOGGER,
			random,
			market,
			opportunities: scanner,
			settledRates: history.settled,
			accounts,
			isAgentStopped: (agentId) => stoppedAgents.has(agentId),
			selfChecks: risk.selfChecks ?? NO_SELF_CHECKS,
			remainingNetOf: () => undefined,
			stability,
			limits,
			settlements: SETTLEMENTS,
		});
		execution.executionService.recover(readJournalAtStart(database, begunSince(clock.now())));
		execution.executions.onChange((state, events) => {
			told.set(state.plan.executionId, state);
			// Send a stream event about an order that has already ended. No event could be later, and it must not
			// change the order.
			for (const event of events)
				if (event.type === 'OrderEnded') {
					const { venue, instrument } = legPlan(state, orderNamed(state, event.clientOrderId).leg);
					venueNamed(venue).tellOrder(instrument.symbol, event.clientOrderId);
				}
		});
		return execution;
	}
	let running = start();

	const fixture: TradingFixture = {
		clock,
		database,
		journal,
		told,
		market,
		scanner,
		history,
		...venues,
		get orderService() {
			return running.executionService.orderService;
		},
		get controls() {
			return running.executionService.controls;
		},
		get switches() {
			return running.executionService.switches;
		},
		get driver() {
			return running.executionService.driver;
		},
		get executions() {
			return running.executions;
		},
		get portfolio() {
			return running.portfolio;
		},
		get whatIf() {
			return running.whatIf;
		},
		get ended() {
			return running.ended;
		},
		get figures() {
			return running.figures;
		},
		ledger: createLedgerReader({
			events: createSqliteLedgerEvents(database, journal),
			pause: () => undefined,
		}),
		connected,
		stoppedAgents,
		get snapshots() {
			return running.snapshots;
		},
		get accountTrade() {
			return running.executionService.accountTrade;
		},
		get streams() {
			return running.executionService.streams;
		},
		get accountReads() {
			return running.executionService.accountCache;
		},
		session: (venue) => renewableTrading(venues[venue], clock, stability).trading,
		instrument: fixtureInstrument,
		feed: (coin, change) => feedPair(market, clock, coin, change ?? {}),
		async settled(promise) {
			let done = false;
			const finish = (): void => {
				done = true;
			};
			promise.then(finish, finish);
			for (let steps = 0; !done; steps += 1) {
				if (steps > STEPS_MAX) throw new Error('The promise did not settle.');
				await clock.advance(clock.now() + HOUR_MS);
			}
			return promise;
		},
		pass: (ms) => passTime(clock, ms),
		async passFed(ms, coin, change) {
			const until = clock.now() + ms;
			while (clock.now() < until) {
				feedPair(market, clock, coin, change ?? {});
				await passTime(clock, Math.min(FEED_PERIOD_MS, until - clock.now()));
			}
		},
		execute: (change) =>
			running.executionService.orderService.execute({
				userId: 'user_a',
				agent: undefined,
				opportunityId: opportunityId(fixtureInstrument('bybit', 'SOL'), fixtureInstrument('kucoin', 'SOL')),
				amount: fromInteger(1_000),
				mode: 'auto',
				leverage: fromInteger(1),
				maxSlippageBps: undefined,
				minNetApr: undefined,
				onlyIfTrade: false,
				exit: undefined,
				idempotencyKey: undefined,
				preview: false,
				previewId: undefined,
				...change,
			}),
		restart() {
			void running.close();
			running = start();
		},
		breakJournal: (broken) => breakJournalOf(database, broken),
	};
	return fixture;
}

function orderNamed(state: ExecutionState, clientOrderId: string): OrderState {
	const order = state.orders.find((one) => one.clientOrderId === clientOrderId);
	if (order === undefined) throw new Error(`${clientOrderId} ended but does not belong to its execution.`);
	return order;
}

function readDefaults() {
	const read = readConfig({});
	if ('faults' in read) throw new Error('The defaults of the settings are settings.');
	return read;
}
