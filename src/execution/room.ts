/**
 * Everything that trades, put together: driver, settlements, kept accounts, reconciliation, exit rules, kill switches and
 * desk. The service, the tests' stage and the simulation all open this one room, so that what is proven is what runs.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import { type ExecutionState, foldExecution, isEnded, legPlan } from '../domain/execution.ts';
import { dayBegin } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { ReadOutlook } from '../domain/stay-advice.ts';
import { openExecutionsOf } from '../domain/user-executions.ts';
import type { TradingAccounts } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpeningProgress } from '../ports/desk.ts';
import type { AccountTrade } from '../ports/exchange-accounts.ts';
import type { Halt, HaltStore, KillSwitches } from '../ports/halts.ts';
import type { Journal } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import { type Meters, UNMETERED } from '../ports/metrics.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type { SelfChecks } from '../ports/self-check.ts';
import { NO_TRACER, type Tracer } from '../ports/tracer.ts';
import { createAccountFees } from './account-fees.ts';
import { type AccountKeeper, type AccountKeeperOptions, createAccountKeeper } from './account-keeper.ts';
import { createAccountTrade } from './account-trade.ts';
import { createAgentStops, type IsAgentStopped, stoppedAgent } from './agent-stops.ts';
import { createCloseCalls } from './close-calls.ts';
import { type Controls, createControls } from './controls.ts';
import { createDeadManSwitches } from './dead-man-switches.ts';
import { createDesk, type Desk, type DeskOptions } from './desk.ts';
import { createExecutionDriver, type DriverOptions, type ExecutionDriver } from './driver.ts';
import { createEmergencyHedger } from './emergency-hedger.ts';
import { EXIT_LIMITS } from './exit-memory.ts';
import { createExitWatcher } from './exit-watcher.ts';
import { createHalts } from './halts.ts';
import { haltLeaving } from './leaving-accounts.ts';
import { openedSince } from './opened-since.ts';
import { openingProgress } from './opening-progress.ts';
import { createOpenings } from './openings.ts';
import { isHedged, LEGS, otherLeg } from './order-terms.ts';
import { createReconciler } from './reconciler.ts';
import { createSettlementCollector, type SettlementOptions } from './settlements.ts';
import { awaitsStream, haltSilent } from './silent-streams.ts';
import { createStayOutlook } from './stay-outlook.ts';
import { createStreamWatch, type StreamWatch } from './stream-watch.ts';
import { type Quote, quoteOf } from './surroundings.ts';
import { tradesNow } from './trades-now.ts';
import { awaitsSelfCheck, haltUnchecked } from './unchecked-accounts.ts';
import { type VenueSilence, watchSilence } from './venue-silence.ts';

export type RoomOptions = Pick<
	DeskOptions,
	'random' | 'onAdmitted' | 'blockingGuards' | 'stability' | 'profitToday'
> & {
	readonly journal: Journal;
	/** Kill switches that stood at the start. */
	readonly standingHalts: readonly Halt[];
	readonly haltStore: HaltStore;
	readonly clock: Clock;
	readonly log: Logger;
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly accounts: TradingAccounts;
	readonly isAgentStopped: IsAgentStopped;
	/** What the mode asks of an account before anything is opened on it. */
	readonly selfChecks: Pick<SelfChecks, 'refusal' | 'hearStream'>;
	/** False in mode paper: no order of it rests at an exchange. */
	readonly restsAtExchanges?: boolean;
	readonly remainingNetOf: DriverOptions['remainingNetOf'];
	readonly limits: DriverOptions['limits'] &
		DeskOptions['limits'] &
		AccountKeeperOptions['limits'] & {
			readonly closeWaitMs: number;
			readonly previewTtlMs: number;
			/** Books older than this are no prices. */
			readonly bookStaleMs: number;
			/** Whether a third venue may hedge what stands alone at a silent one, and after how long a silence. */
			readonly emergencyHedge: boolean;
			readonly emergencyHedgeAfterMs: number;
		};
	readonly settlements: Pick<SettlementOptions, 'readDelaysMs' | 'sweepPeriodMs' | 'lateRecordMs'>;
	readonly meters?: Pick<Meters, 'reconciliation' | 'exits'>;
	readonly tracer?: Tracer;
};

export type ExecutionRoom = {
	readonly driver: ExecutionDriver;
	readonly desk: Desk;
	readonly controls: Controls;
	readonly switches: KillSwitches;
	readonly keeper: AccountKeeper;
	readonly accountTrade: AccountTrade;
	/** Accounts whose own stream tells of no orders. */
	readonly streams: Pick<StreamWatch, 'allSilent'>;
	readonly sweepFunding: (executionId: string) => Promise<boolean>;
	/** How far an opening is, by the books of now; null while nothing more is opened. */
	readonly progressOf: (state: ExecutionState) => OpeningProgress | null;
	/** Reads the expected result of staying in a running pair. */
	readonly stayOutlook: ReadOutlook;
	/** Folds the journals of what is open, goes on with it, and begins to watch. */
	readonly recover: () => void;
	/** Nothing is sent from now on but what disarms idle dead-man switches, for which the promise waits. */
	readonly close: () => Promise<void>;
};

/** A read counts that began after what was booked, by the millisecond. */
const LOOK_AFTER_MS = 5;
/** What a reading of the account from before may lack: an order that rests is filled long before it ends. */
const CHANGES_ACCOUNT: ReadonlySet<ExecutionEvent['type']> = new Set([
	'FillsRecorded',
	'OrderEnded',
	'OrderRejected',
	'OrderProvenAbsent',
]);
/** So long a third venue may be looked for once one is taken for dead. */
const HEDGE_TURN_MS = 5_000;
/** Reads of an account that fail in a row are no silence yet. */
const PAUSE_POLLS = 3;
/** A missing price is asked for at most this often per instrument. */
const PRICE_REFRESH_MS = 500;
/** An account that was not read for so long says nothing of where it would be liquidated. */
const LIQUIDATION_AGE_MS_MAX = 30_000;

export function openExecutionRoom(parts: RoomOptions): ExecutionRoom {
	const {
		journal,
		clock,
		log,
		market,
		accounts,
		limits,
		isAgentStopped,
		meters = UNMETERED,
		tracer = NO_TRACER,
	} = parts;
	const currentQuote = (venue: VenueName, symbol: string): Quote | undefined =>
		presentQuote(market, clock, limits.bookStaleMs, venue, symbol);
	const switches = createHalts({ standing: parts.standingHalts, store: parts.haltStore, clock, log });
	const halts = haltSilent(haltUnchecked(haltLeaving(switches, accounts), parts.selfChecks), {
		silent: (userId, venue) => streams.silent(userId, venue),
	});
	const accountFees = createAccountFees(clock);
	const driver = createExecutionDriver({
		beganAt: clock.now(),
		journal,
		clock,
		log,
		limits,
		tradingFor: (userId, venue) => accounts.trading(userId, venue),
		mayRest: (userId, venue, symbol) => deadMan.mayRest(userId, venue, symbol),
		instrumentOf: (venue, symbol) => market.get(venue, symbol)?.instrument,
		onRefused: (venue) => market.lookAgain(venue),
		quoteOf: currentQuote,
		nextSettlementOf: (venue, symbol) => market.get(venue, symbol)?.ticker?.funding?.nextSettlementAt,
		remainingNetOf: parts.remainingNetOf,
		openingHalted: (state) => halts.openingHalted(state) ?? stoppedAgent(state, isAgentStopped),
		openingWaits: (state) => awaitsSelfCheck(state, parts.selfChecks) || awaitsStream(state, streams),
		mayCutBlind: (state, leg) => silence === undefined || mayCutBlind(state, leg, silence, parts),
		agreedAt: (userId, venue, symbol) => reconciler.agreedAt(userId, venue, symbol),
		tradesOf: tradesNow(market, clock),
		refreshPrice: priceRefresher(market, clock, log),
		tracer,
	});
	const deadMan = createDeadManSwitches({
		tradingFor: (userId, venue) => accounts.trading(userId, venue),
		statesOf: driver.statesOf,
		clock,
		log,
	});
	driver.onChange(deadMan.note);
	const streams = createStreamWatch({
		driver,
		accounts,
		onSilent: parts.selfChecks.hearStream,
		clock,
		log,
	});
	const settlements = createSettlementCollector({
		driver,
		market,
		accounts,
		clock,
		log,
		journal,
		meter: meters.reconciliation,
		hasAgreedSince: (userId, venue, symbol, since) => reconciler.hasAgreedSince(userId, venue, symbol, since),
		...parts.settlements,
	});
	const keeper = createAccountKeeper({
		accounts,
		clock,
		log,
		limits,
		hasOpenExecutions: (userId) => driver.statesOf(userId).some((state) => !isEnded(state)),
		hasLoneLeg: (userId, venue) =>
			driver
				.statesOf(userId)
				.some(
					(state) =>
						!isEnded(state) && !isHedged(state) && LEGS.some((leg) => legPlan(state, leg).venue === venue),
				),
		onOrderHint(userId, venue, symbol, clientOrderId) {
			streams.heard(userId, venue, clientOrderId);
			driver.orderHint(userId, venue, symbol, clientOrderId);
		},
	});
	const reconciler = createReconciler({
		driver,
		tradingFor: (userId, venue) => accounts.trading(userId, venue),
		quoteOf: currentQuote,
		isListed: (venue, symbol) => market.get(venue, symbol) !== undefined,
		readAgain: keeper.readAgain,
		meter: meters.reconciliation,
		clock,
		log,
	});
	keeper.onState((userId, venue, { positions, takenAt, takenMonotonic }) =>
		reconciler.consider(userId, venue, { positions, begunAt: takenAt, begunMonotonic: takenMonotonic }),
	);
	driver.onChange((state, events) => {
		if (isEnded(state))
			for (const { venue, instrument } of [state.plan.legs.long, state.plan.legs.short])
				reconciler.forget(state.plan.userId, venue, instrument.symbol);
		for (const event of events) {
			// A hand that took here may have taken there: the other leg is not cut before it is looked at.
			if (event.type === 'LegReduced' && event.cause === 'hand')
				keeper.readAgain(state.plan.userId, legPlan(state, otherLeg(event.leg)).venue, LOOK_AFTER_MS);
			if (!CHANGES_ACCOUNT.has(event.type) || !('clientOrderId' in event)) continue;
			const order = state.orders.find((candidate) => candidate.clientOrderId === event.clientOrderId);
			if (order === undefined) continue;
			if (event.type === 'FillsRecorded') reconciler.noteFills(state, order.leg, order.side, event.fills);
			keeper.noteOrderMoved(state.plan.userId, legPlan(state, order.leg).venue);
		}
	});
	const liquidations = createLiquidationPrices(keeper, clock);
	const takerFee = (userId: string, venue: VenueName, symbol: string): Decimal | undefined =>
		accountFees.known(userId, venue, symbol)?.taker;
	const ages = { tickerStaleMs: limits.tickerStaleMs, bookStaleMs: limits.bookStaleMs };
	const stayOutlook = createStayOutlook({ market, outlook: parts.opportunities.outlook, takerFee, ages });
	const exits = createExitWatcher({
		clock,
		log,
		market,
		stayOutlook,
		states: driver.states,
		liquidationPrice: liquidations.of,
		takerFee,
		closeRequested: (executionId, close) => driver.submit(executionId, { kind: 'closeRequested', ...close }),
		endOpening: (executionId, reason) => driver.submit(executionId, { kind: 'endOpening', reason }),
		ages,
		limits: EXIT_LIMITS,
		meter: meters.exits,
	});
	const foldEnded = (id: string): ExecutionState | undefined =>
		journal.findExecution(id)?.ended === true ? foldExecution(journal.readExecution(id)) : undefined;
	const openings = createOpenings();
	const agentStops = createAgentStops({ driver, clock, isAgentStopped });
	const closes = createCloseCalls({
		driver,
		market,
		clock,
		tracer,
		limits,
		takerFee,
		closeWaitMs: limits.closeWaitMs,
		sweepFunding: settlements.sweep,
		foldEnded,
	});
	const desk = createDesk({
		...parts,
		closes,
		tracer,
		driver,
		halts,
		agentStops,
		openings,
		accountFees,
		accountState: (userId, venue, age) =>
			age === 'now' ? keeper.read(userId, venue, 0) : keeper.state(userId, venue),
		switches: parts.restsAtExchanges === false ? undefined : deadMan,
		openStatesOfAll: () => driver.states().filter((state) => !isEnded(state)),
		openedToday: (agent, except) => openedSince(journal, agent, dayBegin(clock.now()), except),
		openStates: (userId) => openExecutionsOf(driver.statesOf(userId), userId),
		stayOutlook,
		previewTtlMs: limits.previewTtlMs,
	});
	const silence = limits.emergencyHedge
		? watchSilence({ keeper, driver, clock, pauseMs: PAUSE_POLLS * limits.accountPollMs })
		: undefined;
	const hedger =
		silence === undefined
			? undefined
			: createEmergencyHedger({
					driver,
					market,
					accounts,
					accountFees,
					halts,
					selfChecks: parts.selfChecks,
					openings,
					silence,
					clock,
					random: parts.random,
					log,
					limits,
				});
	const controls = createControls({
		driver,
		halts,
		journal,
		clock,
		stopAgent: agentStops.stop,
		execute: desk.execute,
		finals: closes.finals,
		foldEnded,
		maxSlippageBpsDefault: limits.maxSlippageBpsDefault,
		cancelWaitMs: limits.closeWaitMs,
	});

	// What the reconciler has seen was forgotten with the last execution there: nothing is open when accounts are switched.
	const stopSwitching = accounts.onSwitch((userId, venue) => {
		for (const kept of [keeper, accountFees, liquidations, streams, deadMan]) kept.forget(userId, venue);
		silence?.forget(userId, venue);
	});

	return {
		driver,
		desk,
		controls,
		switches: controls.switches,
		keeper,
		accountTrade: createAccountTrade({
			driver,
			openings,
			controls,
			streams,
			sweepFunding: settlements.sweep,
		}),
		streams,
		sweepFunding: settlements.sweep,
		stayOutlook,
		progressOf(state) {
			const { long, short } = state.plan.legs;
			return openingProgress(state, {
				long: currentQuote(long.venue, long.instrument.symbol),
				short: currentQuote(short.venue, short.instrument.symbol),
			});
		},
		recover() {
			driver.adopt(
				journal.openExecutions().map((row) => foldExecution(journal.readExecution(row.executionId))),
			);
			for (const state of driver.states()) deadMan.note(state);
			for (const row of journal.unsettledExecutions())
				driver.keepEnded(foldExecution(journal.readExecution(row.executionId)));
			controls.enforceHalts();
			agentStops.endAll();
			keeper.start();
		},
		close() {
			stopSwitching();
			const disarmed = deadMan.close();
			streams.close();
			keeper.close();
			exits.close();
			hedger?.close();
			settlements.close();
			driver.stop();
			return disarmed;
		},
	};
}

/**
 * A cut that is sent to a silent venue is unknown there, and nothing is hedged against an unknown order: where a third venue
 * may hedge, that has its turn first. One that answers and only gives no book is no matter of that.
 */
function mayCutBlind(
	{ plan }: ExecutionState,
	leg: LegRole,
	silence: VenueSilence,
	{ accounts, limits }: RoomOptions,
): boolean {
	const { venue } = plan.legs[leg];
	if (plan.takenOver !== undefined || accounts.connected(plan.userId).length <= 2) return true;
	if (silence.isAnswering(plan.userId, venue)) return true;
	return silence.silentMs(plan.userId, venue) >= limits.emergencyHedgeAfterMs + HEDGE_TURN_MS;
}

function presentQuote(
	market: Market,
	clock: Clock,
	bookStaleMs: number,
	venue: VenueName,
	symbol: string,
): Quote | undefined {
	const inputs = market.get(venue, symbol);
	if (inputs?.book === undefined || inputs.bookReceivedAt === undefined) return undefined;
	return clock.now() - inputs.bookReceivedAt > bookStaleMs ? undefined : quoteOf(inputs.book);
}

/** Asks for a fresh book when the engine misses a price, not more often than the limit. */
function priceRefresher(
	market: Market,
	clock: Clock,
	log: Logger,
): (venue: VenueName, symbol: string) => void {
	const asked = new Map<string, number>();
	return (venue, symbol) => {
		const key = `${venue}:${symbol}`;
		const now = clock.monotonic();
		if (now - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < PRICE_REFRESH_MS) return;
		asked.set(key, now);
		market
			.refreshBook(venue, symbol)
			.catch((error: unknown) => log.warn({ venue, symbol, error }, 'no book for a leg that must be traded'));
	};
}

/** By each account's last reading; null where it is old or states none. */
function createLiquidationPrices(keeper: AccountKeeper, clock: Clock) {
	const prices = new Map<string, { readonly at: number; readonly bySymbol: ReadonlyMap<string, Decimal> }>();
	keeper.onState((userId, venue, { positions }) => {
		const bySymbol = new Map<string, Decimal>();
		for (const { symbol, liquidationPrice } of positions)
			if (liquidationPrice !== null) bySymbol.set(symbol, liquidationPrice);
		prices.set(`${userId} ${venue}`, { at: clock.monotonic(), bySymbol });
	});
	return {
		of(userId: string, venue: VenueName, symbol: string): Decimal | null {
			const known = prices.get(`${userId} ${venue}`);
			if (known === undefined || clock.monotonic() - known.at > LIQUIDATION_AGE_MS_MAX) return null;
			return known.bySymbol.get(symbol) ?? null;
		},
		forget: (userId: string, venue: VenueName): boolean => prices.delete(`${userId} ${venue}`),
	};
}
