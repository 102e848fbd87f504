/**
 * Assembles everything that trades: driver, settlements, account cache, reconciliation, exit rules, kill switches and
 * order service. The service, the test fixture and the simulation all use this assembly, so the tests cover the code
 * that runs in production.
 */
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { isShadowUser } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { ReadOutlook } from '../../domain/stay-advice.ts';
import { openExecutionsOf } from '../../domain/user-executions.ts';
import type { AccountTrade } from '../../ports/exchange-accounts.ts';
import type { KillSwitches } from '../../ports/halts.ts';
import type { JournalAtStart } from '../../ports/journal.ts';
import { UNMETERED } from '../../ports/metrics.ts';
import type { OpeningProgress } from '../../ports/portfolio.ts';
import { NO_TRACER } from '../../ports/tracer.ts';
import { EXIT_LIMITS } from '../decide/exit-memory.ts';
import { openingProgress } from '../decide/opening-progress.ts';
import { createStayNet, createStayOutlook } from '../decide/stay-outlook.ts';
import type { Quote } from '../decide/surroundings.ts';
import type { AccountCache } from '../drive/account-cache.ts';
import type { AccountFees } from '../drive/account-fees.ts';
import { createAgentStops } from '../drive/agent-stops.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import { createEmergencyHedger } from '../drive/emergency-hedger.ts';
import { createExitWatcher } from '../drive/exit-watcher.ts';
import { createFoldCache, NO_FOLDS } from '../drive/fold-cache.ts';
import { createOpenings, type Openings } from '../drive/openings.ts';
import type { StreamWatch } from '../drive/stream-watch.ts';
import { createAccountTrade } from './account-trade.ts';
import { type BegunToday, createBegunToday } from './begun-today.ts';
import { createCloseCalls } from './close-calls.ts';
import { type Controls, createControls } from './controls.ts';
import type { ExecutionServiceOptions } from './execution-service-options.ts';
import { createOrderService, type RunningOrderService } from './order-service.ts';
import type { OrderServiceOptions } from './order-service-options.ts';
import type { KnownExecutions } from './own-execution.ts';
import { type RunningEngine, startEngine } from './running-engine.ts';

/** Everything that trades, for its callers. */
export type ExecutionService = {
	readonly driver: ExecutionDriver;
	readonly orderService: RunningOrderService;
	readonly controls: Controls;
	readonly switches: KillSwitches;
	readonly accountCache: AccountCache;
	readonly accountTrade: AccountTrade;
	/** Accounts whose own stream reports no orders. */
	readonly streams: Pick<StreamWatch, 'allSilent'>;
	/** Returns the fees of a user's account, as last read; undefined before the first response. */
	readonly feesOf: AccountFees['known'];
	readonly sweepFunding: (executionId: string) => Promise<boolean>;
	/** Returns the progress of an opening at the current books; null if the execution may open nothing more. */
	readonly progressOf: (state: ExecutionState) => OpeningProgress | null;
	/** Forecasts the result of staying in a running pair. */
	readonly stayOutlook: ReadOutlook;
	/** Resumes open executions and starts to watch. */
	readonly recover: (atStart: JournalAtStart) => void;
	/** Sends nothing more except requests that disarm idle dead-man switches. Resolves once they are disarmed. */
	readonly close: () => Promise<void>;
};

/** Creates the service. `recover` resumes earlier executions. */
export function openExecutionService(parts: ExecutionServiceOptions): ExecutionService {
	const { journal } = parts;
	const engine = startEngine(parts);
	const { driver, accountCache, settlements, streams } = engine;
	const foldEnded: KnownExecutions['foldEnded'] = async (id) =>
		(await journal.findExecution(id))?.ended === true
			? foldExecution(await journal.readExecution(id))
			: undefined;
	const begunToday = createBegunToday();
	parts.executions.onEnter(({ plan, createdAt }) =>
		begunToday.note({ ...plan, agentId: plan.agentId ?? null, createdAt }),
	);
	const folds = parts.keepsFolds === false ? NO_FOLDS : createFoldCache(parts);
	const { stayOutlook, exits } = watchExits(parts, engine);
	const openings = createOpenings();
	const agentStops = createAgentStops({ driver, clock: parts.clock, isAgentStopped: parts.isAgentStopped });
	const closes = openCloses(parts, engine, foldEnded);
	const orders = openOrderService(
		parts,
		engine,
		{ closes, openings, agentStops, stayOutlook, foldEnded },
		begunToday,
	);
	const hedger = watchSilentVenues(parts, engine, openings);
	const controls = createControls({
		driver,
		halts: engine.halts,
		journal,
		clock: parts.clock,
		stopAgent: agentStops.stop,
		execute: orders.execute,
		finals: closes.finals,
		foldEnded,
		maxSlippageBpsDefault: parts.limits.maxSlippageBpsDefault,
		cancelWaitMs: parts.limits.closeWaitMs,
	});
	return {
		driver,
		orderService: orders,
		controls,
		switches: controls.switches,
		accountCache,
		accountTrade: createAccountTrade({
			driver,
			openings,
			controls,
			streams,
			sweepFunding: settlements.sweep,
		}),
		streams,
		feesOf: engine.accountFees.known,
		sweepFunding: settlements.sweep,
		stayOutlook,
		progressOf: (state) => progressAt(state, engine.quoteOf),
		recover(atStart) {
			for (const summary of atStart.ofAgents) begunToday.note(summary);
			folds.start(atStart);
			adopt(atStart, engine);
			controls.enforceHalts();
			agentStops.endAll();
			accountCache.start();
		},
		close: () => closeAll(engine, [exits, folds, ...(hedger === undefined ? [] : [hedger])]),
	};
}

/** Stops everything that sends. Resolves once idle dead-man switches are disarmed. */
function closeAll(engine: RunningEngine, watches: readonly { readonly close: () => void }[]): Promise<void> {
	engine.stopSwitching();
	const disarmed = engine.deadMan.close();
	engine.streams.close();
	engine.accountCache.close();
	for (const watch of watches) watch.close();
	engine.settlements.close();
	engine.driver.stop();
	return disarmed;
}

/** Resumes open executions, and keeps ended ones until their settlements are known. */
function adopt({ open, unsettled }: JournalAtStart, { driver, deadMan }: RunningEngine): void {
	driver.adopt(open);
	for (const state of driver.states()) deadMan.note(state);
	for (const state of unsettled) driver.keepEnded(state);
}

function watchExits(parts: ExecutionServiceOptions, { driver, liquidations, takerFee }: RunningEngine) {
	const { clock, log, market, limits, executions, meters = UNMETERED } = parts;
	const ages = { tickerStaleMs: limits.tickerStaleMs, bookStaleMs: limits.bookStaleMs };
	const stayOutlook = createStayOutlook({ market, outlook: parts.opportunities.outlook, takerFee, ages });
	const exits = createExitWatcher({
		clock,
		log,
		market,
		stayOutlook,
		stayNet: createStayNet({ stayOutlook, expectedCarry: parts.opportunities.expectedCarry }),
		executions,
		liquidationPrice: liquidations.of,
		takerFee,
		closeRequested: (executionId, close) => driver.submit(executionId, { kind: 'closeRequested', ...close }),
		endOpening: (executionId, reason) => driver.submit(executionId, { kind: 'endOpening', reason }),
		ages,
		limits: EXIT_LIMITS,
		meter: meters.exits,
	});
	return { stayOutlook, exits };
}

function openCloses(
	{ market, clock, limits, tracer = NO_TRACER }: ExecutionServiceOptions,
	{ driver, accountFees, settlements, deadMan }: RunningEngine,
	foldEnded: KnownExecutions['foldEnded'],
) {
	return createCloseCalls({
		driver,
		market,
		clock,
		tracer,
		limits,
		fees: accountFees.known,
		checkSwitch: deadMan.check,
		closeWaitMs: limits.closeWaitMs,
		sweepFunding: settlements.sweep,
		foldEnded,
	});
}

function openOrderService(
	parts: ExecutionServiceOptions,
	{ driver, halts, accountFees, accountCache, deadMan }: RunningEngine,
	calls: Pick<OrderServiceOptions, 'closes' | 'openings' | 'agentStops' | 'stayOutlook' | 'foldEnded'>,
	begunToday: BegunToday,
): RunningOrderService {
	const { clock, limits, tracer = NO_TRACER } = parts;
	return createOrderService({
		...parts,
		...calls,
		tracer,
		driver,
		halts,
		accountFees,
		accountState: (userId, venue, age) =>
			age === 'now' ? accountCache.read(userId, venue, 0) : accountCache.state(userId, venue),
		switches: parts.restsAtExchanges === false ? undefined : deadMan,
		// Paper positions of shadow pots use up no limit of the service.
		openStatesOfAll: () =>
			driver.states().filter((state) => !isEnded(state) && !isShadowUser(state.plan.userId)),
		openedToday: (agent, except) => begunToday.count(agent, clock.now(), except),
		openStates: (userId) => openExecutionsOf(driver.statesOf(userId), userId),
		previewTtlMs: limits.previewTtlMs,
	});
}

/** Starts the emergency hedger. Returns undefined if no third venue may hedge. */
function watchSilentVenues(
	parts: ExecutionServiceOptions,
	{ driver, accountFees, halts, silence }: RunningEngine,
	openings: Openings,
) {
	if (silence === undefined) return undefined;
	const { market, accounts, selfChecks, clock, random, log, limits } = parts;
	return createEmergencyHedger({
		driver,
		market,
		accounts,
		accountFees,
		halts,
		selfChecks,
		openings,
		silence,
		clock,
		random,
		log,
		limits,
	});
}

function progressAt(
	state: ExecutionState,
	quoteOf: (venue: VenueName, symbol: string) => Quote | undefined,
): OpeningProgress | null {
	const { long, short } = state.plan.legs;
	return openingProgress(state, {
		long: quoteOf(long.venue, long.instrument.symbol),
		short: quoteOf(short.venue, short.instrument.symbol),
	});
}
