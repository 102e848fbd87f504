/**
 * Runs executions with the driver and everything that watches the accounts. Each part is created after the parts it
 * depends on.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { UNMETERED } from '../../ports/metrics.ts';
import { isHedged, LEGS, otherLeg } from '../decide/order-terms.ts';
import type { Quote } from '../decide/surroundings.ts';
import { type AccountCache, createAccountCache } from '../drive/account-cache.ts';
import { type AccountFees, createAccountFees } from '../drive/account-fees.ts';
import { stoppedAgent } from '../drive/agent-stops.ts';
import { type Agreements, createAgreements } from '../drive/agreements.ts';
import { createDeadManSwitches, type DeadManSwitches } from '../drive/dead-man-switches.ts';
import { createExecutionDriver, type ExecutionDriver } from '../drive/driver.ts';
import { createHalts, type Halts } from '../drive/halts.ts';
import { haltLeaving } from '../drive/leaving-accounts.ts';
import { createLiquidationPrices } from '../drive/liquidation-prices.ts';
import { currentQuotes, priceRefresher } from '../drive/present-prices.ts';
import { createReconciler } from '../drive/reconciler.ts';
import { createSettlementCollector } from '../drive/settlements.ts';
import { awaitsStream, haltSilent } from '../drive/silent-streams.ts';
import { createStreamWatch, type StreamWatch } from '../drive/stream-watch.ts';
import { tradesNow } from '../drive/trades-now.ts';
import { awaitsSelfCheck, finalRefusal, haltUnchecked } from '../drive/unchecked-accounts.ts';
import { type VenueSilence, watchSilence } from '../drive/venue-silence.ts';
import type { ExecutionServiceOptions } from './execution-service-options.ts';

/** Running parts, for the services that accept calls. */
export type RunningEngine = ReturnType<typeof startEngine>;

/** Parts that the driver queries while it runs. */
type Watches = {
	readonly quoteOf: (venue: VenueName, symbol: string) => Quote | undefined;
	readonly agreements: Agreements;
	readonly deadMan: DeadManSwitches;
	readonly streams: StreamWatch;
	/** Tracks how long venues have been silent; undefined if no third venue may hedge. */
	readonly silence: VenueSilence | undefined;
	readonly halts: Halts;
};

/**
 * Delay before an account is read again after a booked event, milliseconds, so that the read begins later than the
 * event.
 */
const CHECK_AFTER_MS = 5;
/**
 * Events that make an earlier account read outdated. They include fills, because a resting order fills long before it
 * ends.
 */
const CHANGES_ACCOUNT: ReadonlySet<ExecutionEvent['type']> = new Set([
	'FillsRecorded',
	'OrderEnded',
	'OrderRejected',
	'OrderProvenAbsent',
]);
/** Time allowed for finding a third venue after a venue has been silent for `emergencyHedgeAfterMs`. */
const HEDGE_TURN_MS = 5_000;
/** Maximum number of consecutive failed account reads that do not yet count as silence. */
const PAUSE_POLLS = 3;

/**
 * Creates the parts without starting them. Executions resume when they are adopted, and reads begin when the account
 * cache starts.
 */
export function startEngine(parts: ExecutionServiceOptions) {
	const { accounts, clock, log, market, executions, journal, meters = UNMETERED } = parts;
	const watches = openWatches(parts);
	const { agreements, streams, silence, quoteOf } = watches;
	const accountFees: AccountFees = createAccountFees(clock);
	const driver = openDriver(parts, watches);
	const settlements = createSettlementCollector({
		driver,
		market,
		accounts,
		clock,
		log,
		journal,
		meter: meters.reconciliation,
		hasAgreedSince: agreements.hasAgreedSince,
		...parts.settlements,
	});
	const accountCache = openAccountCache(parts, driver, streams);
	const reconciler = createReconciler({
		driver,
		agreements,
		tradingFor: (userId, venue) => accounts.trading(userId, venue),
		quoteOf,
		isListed: (venue, symbol) => market.get(venue, symbol) !== undefined,
		readAgain: accountCache.readAgain,
		meter: meters.reconciliation,
		clock,
		log,
	});
	accountCache.onState((userId, venue, { positions, takenAt, takenMonotonic }) =>
		reconciler.consider(userId, venue, { positions, begunAt: takenAt, begunMonotonic: takenMonotonic }),
	);
	executions.onChange(accountsMoved(accountCache, reconciler));
	const liquidations = createLiquidationPrices(accountCache, clock);
	if (silence !== undefined) {
		accountCache.onState(silence.noteState);
		executions.onChange(silence.noteChange);
	}
	const takerFee = (userId: string, venue: VenueName, symbol: string): Decimal | undefined =>
		accountFees.known(userId, venue, symbol)?.taker;
	// The reconciler needs no reset. It forgot its observations when the last execution on the account ended, and
	// accounts are switched only while nothing is open.
	const stopSwitching = accounts.onSwitch((userId, venue) => {
		for (const kept of [accountCache, accountFees, liquidations, streams, watches.deadMan])
			kept.forget(userId, venue);
		silence?.forget(userId, venue);
	});
	return {
		...watches,
		driver,
		settlements,
		accountCache,
		accountFees,
		takerFee,
		liquidations,
		stopSwitching,
	};
}

function openWatches(parts: ExecutionServiceOptions): Watches {
	const { accounts, clock, log, limits, executions, selfChecks } = parts;
	const deadMan = createDeadManSwitches({
		tradingFor: (userId, venue) => accounts.trading(userId, venue),
		statesOf: executions.statesOf,
		clock,
		log,
	});
	executions.onChange(deadMan.note);
	const streams = createStreamWatch({ executions, accounts, onSilent: selfChecks.hearStream, clock, log });
	const switches = createHalts({ standing: parts.standingHalts, store: parts.haltStore, clock, log });
	return {
		quoteOf: currentQuotes(parts.market, clock, limits.bookStaleMs),
		agreements: createAgreements(),
		deadMan,
		streams,
		silence: limits.emergencyHedge
			? watchSilence({ clock, pauseMs: PAUSE_POLLS * limits.accountPollMs })
			: undefined,
		halts: haltSilent(haltUnchecked(haltLeaving(switches, accounts), selfChecks), streams),
	};
}

function openDriver(
	parts: ExecutionServiceOptions,
	{ quoteOf, agreements, deadMan, streams, silence, halts }: Watches,
): ExecutionDriver {
	const { accounts, clock, log, market, isAgentStopped, selfChecks } = parts;
	return createExecutionDriver({
		beganAt: clock.now(),
		journal: parts.journal,
		executions: parts.executions,
		clock,
		log,
		limits: parts.limits,
		tradingFor: (userId, venue) => accounts.trading(userId, venue),
		mayRest: deadMan.mayRest,
		instrumentOf: (venue, symbol) => market.get(venue, symbol)?.instrument,
		onRefused: (venue) => market.checkAgain(venue),
		quoteOf,
		nextSettlementOf: (venue, symbol) => market.get(venue, symbol)?.ticker?.funding?.nextSettlementAt,
		intervalMsOf: (venue, symbol) => market.get(venue, symbol)?.ticker?.funding?.intervalMs,
		remainingNetOf: parts.remainingNetOf,
		openingHalted: (state) => halts.openingHalted(state) ?? stoppedAgent(state, isAgentStopped),
		openingWaits: (state) => awaitsSelfCheck(state, selfChecks) || awaitsStream(state, streams),
		accountHalted: (state) => finalRefusal(state, selfChecks) ?? null,
		mayReduceBlind: (state, leg) => silence === undefined || mayReduceBlind(state, leg, silence, parts),
		agreedAt: agreements.agreedAt,
		tradesOf: tradesNow(market, clock),
		refreshPrice: priceRefresher(market, clock, log),
		...(parts.tracer === undefined ? {} : { tracer: parts.tracer }),
	});
}

function openAccountCache(
	{ accounts, clock, log, limits, executions }: ExecutionServiceOptions,
	driver: Pick<ExecutionDriver, 'orderHint'>,
	streams: Pick<StreamWatch, 'heard'>,
): AccountCache {
	return createAccountCache({
		accounts,
		clock,
		log,
		limits,
		hasOpenExecutions: (userId) => executions.statesOf(userId).some((state) => !isEnded(state)),
		hasUnhedgedLeg: (userId, venue) =>
			executions
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
}

/**
 * Creates a listener that reads accounts again after each change that moved positions, and records our own fills in
 * the reconciler.
 */
function accountsMoved(
	accountCache: Pick<AccountCache, 'readAgain' | 'noteOrderMoved'>,
	reconciler: Pick<ReturnType<typeof createReconciler>, 'forget' | 'noteFills'>,
) {
	return (state: ExecutionState, events: readonly ExecutionEvent[]): void => {
		const { userId, legs } = state.plan;
		if (isEnded(state))
			for (const { venue, instrument } of [legs.long, legs.short])
				reconciler.forget(userId, venue, instrument.symbol);
		for (const event of events) {
			// A user who traded this leg manually may also have traded the other leg, which is therefore not reduced
			// before its account is read.
			if (event.type === 'LegReduced' && event.cause === 'hand')
				accountCache.readAgain(userId, legPlan(state, otherLeg(event.leg)).venue, CHECK_AFTER_MS);
			if (!CHANGES_ACCOUNT.has(event.type) || !('clientOrderId' in event)) continue;
			const order = state.orders.find((candidate) => candidate.clientOrderId === event.clientOrderId);
			if (order === undefined) continue;
			if (event.type === 'FillsRecorded') reconciler.noteFills(state, order.leg, order.side, event.fills);
			accountCache.noteOrderMoved(userId, legPlan(state, order.leg).venue);
		}
	};
}

/**
 * True if a leg may be reduced without an order book. A reducing order to a silent venue has an unknown outcome, and
 * the service hedges nothing while an order's outcome is unknown. If a third venue may hedge, the hedge is therefore
 * tried first. A venue that responds but sends no book does not count as silent.
 */
function mayReduceBlind(
	{ plan }: ExecutionState,
	leg: LegRole,
	silence: VenueSilence,
	{ accounts, limits }: ExecutionServiceOptions,
): boolean {
	const { venue } = plan.legs[leg];
	if (plan.takenOver !== undefined || accounts.connected(plan.userId).length <= 2) return true;
	if (silence.isAnswering(plan.userId, venue)) return true;
	return silence.silentMs(plan.userId, venue) >= limits.emergencyHedgeAfterMs + HEDGE_TURN_MS;
}
