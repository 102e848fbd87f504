/**
 * Wires the market floor, scanner, execution and portfolio together. Part of the composition root: `app.ts` brings the
 * store and the exchanges, and serves what comes out.
 */
import type { RunningSimulator } from './cli/run-file.ts';
import type { Config } from './config.ts';
import type { CarryModel } from './domain/carry-model.ts';
import { PRIOR_CARRY_MODEL } from './domain/carry-prior.ts';
import { type Decimal, divDown, mulDown, sub } from './domain/decimal.ts';
import { type ExecutionState, foldExecution } from './domain/execution.ts';
import { DEFAULT_TERMS } from './domain/opportunity.ts';
import { isTradedAt } from './domain/venues.ts';
import type { AccountKeeper } from './execution/account-keeper.ts';
import type { Desk } from './execution/desk.ts';
import type { ExecutionDriver } from './execution/driver.ts';
import { meterExecutions } from './execution/metering.ts';
import { type ExecutionRoom, openExecutionRoom } from './execution/room.ts';
import { FIXED_LIMITS } from './execution/surroundings.ts';
import { keepOrdersWarm } from './execution/warm-orders.ts';
import type { Readiness } from './http/status-routes.ts';
import { tracedJournal } from './journal/traced-journal.ts';
import { connectionOf, openMarketFloor, sharedAddress } from './market-floor.ts';
import { createPaperExchanges } from './paper/paper-exchanges.ts';
import { createAccountSnapshots } from './portfolio/account-snapshot.ts';
import { createExecutionFeed } from './portfolio/execution-feed.ts';
import { createLedgerReader } from './portfolio/ledger-reader.ts';
import { createProfitToday, type ProfitToday } from './portfolio/profit-today.ts';
import { createPortfolioReader } from './portfolio/reader.ts';
import { createServiceFigures } from './portfolio/service-figures.ts';
import { createEndedFigures } from './portfolio/totals.ts';
import { unexplainedOf } from './portfolio/unexplained.ts';
import { createVolatilityWatch, type VolatilityWatch } from './portfolio/volatility.ts';
import type { CarryModelStore } from './ports/carry-model-store.ts';
import type { ExecutionControls, PortfolioReader } from './ports/desk.ts';
import type { AccountTrade, OpenVenueKey } from './ports/exchange-accounts.ts';
import type { ExecutionFeed } from './ports/execution-feed.ts';
import type { Halt, HaltStore, KillSwitches } from './ports/halts.ts';
import type { Journal } from './ports/journal.ts';
import type { LedgerEvents, LedgerExport } from './ports/ledger-export.ts';
import type { Life, LifeStore, OpportunityLives } from './ports/lives.ts';
import type { Logger } from './ports/logger.ts';
import type { Market } from './ports/market.ts';
import type { OpenedAccounts } from './ports/opened-accounts.ts';
import type { OpportunityBook } from './ports/opportunities.ts';
import type { PaperStore } from './ports/paper-store.ts';
import type { PromiseStore } from './ports/promises.ts';
import type { SelfChecks } from './ports/self-check.ts';
import type { FiguresReader } from './ports/service-figures.ts';
import type { SettledRateStore } from './ports/settled-rate-store.ts';
import type { SilentStream } from './ports/silent-stream.ts';
import { isUnreachable } from './ports/venue.ts';
import { createVenueStability } from './risk/venue-stability.ts';
import { systemClock as clock } from './runtime/clock.ts';
import type { Metrics } from './runtime/metrics.ts';
import { systemRandom as random } from './runtime/random.ts';
import { createCarryRefit } from './scanner/carry-refit.ts';
import { blockingGuards } from './scanner/guards.ts';
import { createLives } from './scanner/lives.ts';
import { createPromiseLedger, type FindEnded } from './scanner/promise-ledger.ts';
import { createScanner } from './scanner/scanner.ts';
import { promiseOf } from './scanner/shown-promises.ts';
import { createSlices } from './scanner/slices.ts';
import { storeSize } from './store/store-size.ts';
import { openVenueTrading } from './venues/ccxt/trading.ts';
import { countedTrading } from './venues/counted-trading.ts';
import { createSessions, type Sessions } from './venues/sessions.ts';
import type { RequestWatch } from './venues/watched-request.ts';

export type TradingFloor = {
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly lives: OpportunityLives;
	readonly desk: Desk;
	readonly controls: ExecutionControls;
	readonly switches: KillSwitches;
	readonly portfolio: PortfolioReader;
	readonly figures: FiguresReader;
	readonly ledger: LedgerExport;
	readonly executionFeed: ExecutionFeed;
	readonly accountTrade: AccountTrade;
	/** For alerts: what executions do and are expected to bring, and how much a mark moves. */
	readonly watched: WatchedExecutions;
	/** What reading the accounts in use brings. */
	readonly accountReads: Pick<AccountKeeper, 'onState' | 'onFailure'>;
	/** Accounts whose own stream tells of no orders. */
	readonly silentStreams: () => readonly SilentStream[];
	readonly openKey: OpenVenueKey;
	/** Exchange's time minus ours, milliseconds, measured now. @throws VenueError */
	readonly measureClock: (venue: string) => Promise<number>;
	readonly readiness: () => Readiness;
	/** Folds every open execution's journal and goes on with it. */
	readonly recover: () => void;
	readonly close: () => Promise<void>;
};

export type WatchedExecutions = Pick<ExecutionDriver, 'states' | 'onChange'> &
	Pick<VolatilityWatch, 'hourlySigmaOf'> &
	Pick<ExecutionRoom, 'stayOutlook'>;

/** Distances of the reads after a settlement instant: a venue may record some 20 s late. */
const SETTLEMENT_READS_MS = [400, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
const SETTLEMENT_SWEEP_MS = 60_000;
const LATE_RECORD_MS = 10 * 60_000;
const PNL_SAMPLE_MS = 10 * 60_000;
const SNAPSHOT_AGE_MS_MAX = 1_000;
const VENUE_WAIT_MS = 6_000;

export function openTradingFloor(parts: {
	readonly config: Config;
	readonly journal: Journal;
	readonly ledgerEvents: LedgerEvents;
	/** Of a journal that was restored from a backup; undefined of any other. */
	readonly restoreMark: string | undefined;
	readonly settledRates: SettledRateStore;
	/** Lives that had not ended at the start. */
	readonly openLives: readonly Life[];
	readonly lifeStore: LifeStore;
	readonly promiseStore: PromiseStore;
	/** The model of carry that was fitted before the start. */
	readonly fittedModel: CarryModel | undefined;
	readonly carryModels: CarryModelStore;
	/** Kill switches that stood at the start. */
	readonly standingHalts: readonly Halt[];
	readonly haltStore: HaltStore;
	readonly paperStore: PaperStore;
	/** Whether the agent's owner has stopped it, from memory; must be known before `recover`. */
	readonly isAgentStopped: (agentId: string) => boolean;
	/** What the mode asks of an account before anything is opened on it. */
	readonly selfChecks: Pick<SelfChecks, 'refusal' | 'hearStream'>;
	/** On which they trade. */
	readonly accounts: OpenedAccounts;
	readonly log: Logger;
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	readonly metrics: Metrics;
	readonly requests: RequestWatch;
}): TradingFloor {
	const { config, log, metrics, requests } = parts;
	const journal = tracedJournal(parts.journal, requests.tracer);
	const ended = createEndedFigures(journal);
	const stability = createVenueStability({ clock, windowMs: config.risk.venueErrorWindowMs });
	const sessions: Sessions = createSessions({
		accounts: parts.accounts,
		clock,
		open(venue, keys) {
			if (paper !== undefined) return countedTrading(paper.open(venue, keys), stability);
			const trading = openVenueTrading({
				venue,
				credentials: keys,
				// A venue that pauses an instrument takes it off its list, yet what is held of it must still be seen and closed.
				instrumentOf: (symbol) =>
					market.get(venue, symbol)?.instrument ?? plannedInstrument(driver.states(), venue, symbol),
				clockOffsetMs: () => market.status(venue).clockOffsetMs,
				onClockRefused: () => market.lookAgain(venue),
				...connectionOf(venue, parts),
			});
			return countedTrading(trading, stability);
		},
		onOpened: (userId, venue, trading, account) => snapshots.ensureBaseline(userId, venue, trading, account),
	});
	const marketFloor = openMarketFloor({
		...parts,
	});
	const { market, fundingHistory } = marketFloor;
	const paper =
		config.mode === 'paper'
			? createPaperExchanges({
					market,
					readsOf: marketFloor.sourceOf,
					store: parts.paperStore,
					clock,
					random,
					log,
					latencyMs: config.paper.latencyMs,
				})
			: undefined;
	const lives = createLives({ open: parts.openLives, store: parts.lifeStore, clock, log });
	const promises = createPromiseLedger({
		store: parts.promiseStore,
		history: fundingHistory,
		endedExecution: (id) => endedExecution(journal, id),
		isListed: (venue, symbol) => market.get(venue, symbol) !== undefined,
		clock,
		log,
	});
	const opportunities = createScanner({
		market,
		clock,
		fundingHistory,
		model: parts.fittedModel ?? PRIOR_CARRY_MODEL,
		promises,
		lives,
		limits: { ...config.scanner, ...config.marketData, stressMovePct: config.risk.stressMovePct },
		meter: metrics.scan,
		tracer: requests.tracer,
	});
	const refit = createCarryRefit({
		pairs: opportunities.fittable,
		prior: PRIOR_CARRY_MODEL,
		store: parts.carryModels,
		clock,
		log,
		onModel: opportunities.takeModel,
	});
	const profitToday: ProfitToday = createProfitToday({
		journal,
		ended,
		states: (userId) => room.driver.statesOf(userId),
		market,
		clock,
		markAgeMsMax: config.marketData.tickerStaleMs,
	});
	const room = openExecutionRoom({
		journal,
		standingHalts: parts.standingHalts,
		haltStore: parts.haltStore,
		isAgentStopped: parts.isAgentStopped,
		selfChecks: parts.selfChecks,
		clock,
		log,
		random,
		market,
		opportunities,
		accounts: sessions,
		stability,
		profitToday,
		blockingGuards,
		restsAtExchanges: config.mode !== 'paper',
		remainingNetOf: (state) => remainingNet(opportunities, state),
		onAdmitted(plan, record) {
			const promise = promiseOf(record, clock.now(), plan.executionId);
			if (promise !== undefined) promises.note(promise);
		},
		limits: {
			...FIXED_LIMITS,
			...config.execution,
			...config.risk,
			...config.marketData,
			restoreMark: parts.restoreMark,
		},
		settlements: {
			readDelaysMs: SETTLEMENT_READS_MS,
			sweepPeriodMs: SETTLEMENT_SWEEP_MS,
			lateRecordMs: LATE_RECORD_MS,
		},
		meters: metrics,
		tracer: requests.tracer,
	});
	const { driver, desk } = room;
	const snapshots = createAccountSnapshots({
		journal,
		clock,
		ended,
		journalIdOf: sessions.journalId,
		statesOf: driver.statesOf,
		onInstrument: driver.onInstrument,
		sweepFunding: room.sweepFunding,
		market,
	});
	const slices = createSlices(clock);
	const figures = createServiceFigures({
		journal,
		ended,
		states: () => driver.states(),
		pause: slices.pause,
	});
	const volatility = createVolatilityWatch({
		market,
		clock,
		markAgeMsMax: config.marketData.tickerStaleMs,
	});
	const portfolio = createPortfolioReader({
		journal,
		market,
		expectedCarry: opportunities.expectedCarry,
		stayOutlook: room.stayOutlook,
		settledRates: fundingHistory.settled,
		volatility,
		accounts: sessions,
		progressOf: room.progressOf,
		snapshots,
		ended,
		clock,
		log,
		states: () => driver.states(),
		snapshotAgeMsMax: SNAPSHOT_AGE_MS_MAX,
		venueWaitMs: VENUE_WAIT_MS,
		markAgeMsMax: config.marketData.tickerStaleMs,
	});
	sessions.onSwitch((userId, venue) => {
		snapshots.leave(userId, venue);
		ensureAccounts(userId);
	});
	driver.onChange((state) => {
		ended.update(state);
		figures.onChange(state);
	});
	function ensureAccounts(userId: string): void {
		sessions
			.ensure(userId)
			.catch((error: unknown) =>
				log[isUnreachable(error) ? 'debug' : 'warn']({ userId, error }, 'accounts are not reachable yet'),
			);
	}
	metrics.readFrom({
		executions: meterExecutions({ driver, metrics: metrics.executions, clock }),
		accounts: () => unexplainedOf(snapshots.inUse()),
		silentStreams: room.streams.allSilent,
		venues: market.readings,
		bans: sharedAddress.banReadings,
		history: fundingHistory.readings,
		store: () => ({
			...storeSize(config.dataDir),
			journalEvents: journal.eventCount,
			isWritable: driver.journalFailure() === undefined,
		}),
		slots: opportunities.slotCount,
	});
	const cancelSamples = clock.every(PNL_SAMPLE_MS, () =>
		portfolio.sample().catch((error: unknown) => log.warn({ error }, 'profit could not be sampled')),
	);

	const stopWarming = keepOrdersWarm({
		states: driver.states,
		tradingFor: (userId, venue) => sessions.trading(userId, venue),
		clock,
	});

	return {
		market,
		opportunities,
		lives,
		desk,
		controls: room.controls,
		switches: room.switches,
		portfolio,
		figures,
		ledger: createLedgerReader({
			events: parts.ledgerEvents,
			pause: slices.pause,
			restoreMark: parts.restoreMark,
		}),
		executionFeed: createExecutionFeed({
			journal,
			statesOf: driver.statesOf,
			onChange: driver.onChange,
		}),
		accountTrade: room.accountTrade,
		watched: {
			states: driver.states,
			onChange: driver.onChange,
			hourlySigmaOf: volatility.hourlySigmaOf,
			stayOutlook: room.stayOutlook,
		},
		accountReads: room.keeper,
		silentStreams: room.streams.allSilent,
		openKey: (venue, credentials) =>
			paper?.open(venue, credentials) ??
			openVenueTrading({
				venue,
				credentials,
				instrumentOf: (symbol) => market.get(venue, symbol)?.instrument,
				clockOffsetMs: () => market.status(venue).clockOffsetMs,
				...connectionOf(venue, parts),
			}),
		measureClock: async (venue) => marketFloor.sourceOf(venue).measureClockOffset(),
		readiness: () => readiness(market, opportunities),
		recover() {
			paper
				?.start()
				.catch((error: unknown) =>
					log.error({ error }, 'paper accounts that hold something could not be read'),
				);
			room.recover();
			// Not waited for: an exchange that is down must not keep the service down. Whoever trades waits for it.
			for (const userId of sessions.users()) ensureAccounts(userId);
		},
		async close() {
			cancelSamples();
			stopWarming();
			const disarmed = room.close();
			snapshots.close();
			volatility.close();
			refit.close();
			opportunities.close();
			await marketFloor.close();
			await promises.close();
			await lives.close();
			await disarmed;
			await sessions.close();
			await paper?.close();
		},
	};
}

/** For the ledger of promises: what an execution brought, once it has ended and all its settlements are known. */
async function endedExecution(journal: Journal, executionId: string): ReturnType<FindEnded> {
	const summary = journal.findExecution(executionId);
	if (summary === undefined) return 'unknown';
	if (!summary.ended) return 'open';
	if (journal.unsettledExecutions().some((open) => open.executionId === executionId)) return 'open';
	return foldExecution(journal.readExecution(executionId));
}

/** Ready means: the data of every exchange that is traded at is fresh, and there are opportunities. */
function readiness(market: Market, opportunities: OpportunityBook): Readiness {
	const reasons: string[] = [];
	// Nothing that is traded waits for an exchange that is only read.
	for (const venue of market.venues.filter(isTradedAt)) {
		const status = market.status(venue);
		if (status.state !== 'fresh')
			reasons.push(`${venue} is ${status.state}: ${status.reason ?? 'no reason is known.'}`);
	}
	if (!opportunities.pairs().some((pair) => pair.tradable_opportunities > 0))
		reasons.push('There is no tradable opportunity yet.');
	return { ready: reasons.length === 0, reasons };
}

/** Of what is not open yet, at the terms of the plan and base-tier fees. */
function remainingNet(opportunities: OpportunityBook, { plan, held }: ExecutionState): Decimal | undefined {
	const share = divDown(sub(plan.quantity, held.long), plan.quantity);
	const terms = {
		...DEFAULT_TERMS,
		amount: mulDown(plan.amount, share),
		leverage: plan.leverage,
		mode: plan.mode,
	};
	return opportunities.record(plan.opportunityId, terms)?.net.expected_net ?? undefined;
}

/** The instrument as an execution in memory has it. */
function plannedInstrument(states: readonly ExecutionState[], venue: string, symbol: string) {
	return states
		.flatMap(({ plan }) => [plan.legs.long, plan.legs.short])
		.find((leg) => leg.venue === venue && leg.instrument.symbol === symbol)?.instrument;
}
