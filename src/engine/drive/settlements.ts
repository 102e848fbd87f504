/**
 * Books settlements from the venues' own payment records. A venue makes one payment per account and instrument,
 * however many executions hold the instrument. The records are read once for all executions, and split by their
 * holdings at the settlement (`domain/settlement-shares`). After each settlement of a held instrument, the records
 * are read until the payment appears, because a venue may be about 20 s late. A sweep once a minute also books
 * records that came late or while the service was down.
 *
 * Invariants:
 * 1. A booked share is final. A payment is therefore split only once the outcomes of all orders that may have filled
 *    before it are known.
 * 2. An ended execution stays in memory until a sweep long enough after its close has booked all records from the
 *    venues. That sweep must also have done so for every other execution that held the instrument at the same time.
 * 3. The shares of a payment never exceed it. A share that was computed before a part of the leg moved is dropped.
 * 4. A record is booked once, identified by the venue's own id. A second record for one settlement under another id
 *    is not booked, because the user must check that anomaly.
 */

import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import { MISSING_AFTER_MS } from '../../domain/funding-check.ts';
import { fundingTally } from '../../domain/funding-tally.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { heldSpan, venueTimeline } from '../../domain/leg-timeline.ts';
import { messageOf } from '../../domain/message-of.ts';
import { legJournalId } from '../../domain/user-executions.ts';
import type { FundingPaymentReport } from '../../ports/account-payments.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Market } from '../../ports/market.ts';
import type { ReconciliationMeter } from '../../ports/metrics.ts';
import { settlementTermsOf } from '../../venues/facts.ts';
import {
	type HeldState,
	hasBooked,
	lackingRange,
	mayStillFill,
	split,
	withinPayment,
} from '../decide/payment-shares.ts';
import type { FundingShare } from '../decide/venue-events.ts';
import type { ExecutionDriver } from './driver.ts';
import { type Booking, bookShares, notePrice, type SeenPrices } from './payment-booking.ts';

/** Dependencies of the settlement collector. */
export type SettlementOptions = {
	readonly driver: Pick<
		ExecutionDriver,
		'states' | 'state' | 'onInstrument' | 'submit' | 'onChange' | 'forget'
	>;
	readonly market: Market;
	readonly accounts: TradingAccounts;
	readonly clock: Clock;
	readonly log: Logger;
	/** Delays of the reads after a settlement, milliseconds. The longest are for venues that record payments late. */
	readonly readDelaysMs: readonly number[];
	readonly sweepPeriodMs: number;
	/**
	 * An ended execution is swept until both venues have responded to a sweep that began this long after its close.
	 */
	readonly lateRecordMs: number;
	readonly journal: Pick<Journal, 'markFundingComplete'>;
	readonly meter: Pick<ReconciliationMeter, 'settlementMissing'>;
	/** True once an account read that began after `since` (monotonic) matched the journal on the instrument. */
	readonly hasAgreedSince: (userId: string, venue: VenueName, symbol: string, since: number) => boolean;
};

const LEGS: readonly LegRole[] = ['long', 'short'];
/** Interval at which the settlement times of held instruments are checked. */
const WATCH_PERIOD_MS = 1_000;
const FIRST_SWEEP_MS = 2_000;
const ENDED_PAUSE_MS = 1_000;
/**
 * Minimum wait before a payment is split if the venue paid on a quantity that differs from ours. A reduction from
 * outside just before the payment may not be known yet.
 */
const MISFIT_WAIT_MS = 20_000;
/** Maximum wait for the account to match the journal. After that the payment is split nevertheless. */
const MISFIT_WAIT_MS_MAX = 300_000;

/** One instrument on one account. */
type Holding = {
	/** Journal id of the account. */
	readonly account: string;
	readonly userId: string;
	readonly venue: VenueName;
	readonly symbol: string;
	/** Settlement time for which reads are scheduled. */
	scheduled: number | undefined;
	readonly prices: SeenPrices;
	reading: { readonly begunAt: number; readonly done: Promise<boolean> } | undefined;
	/** Start of the last read after which every payment was booked. */
	completeAt: number;
	/** Monotonic time at which a payment was first seen not to fit the executions' holdings, by record id. */
	readonly misfitSince: Map<string, number>;
};

type Collector = SettlementOptions &
	Pick<Booking, 'reported'> & {
		readonly holdings: Map<string, Holding>;
		readonly timers: Set<() => void>;
		sweepingAll: boolean;
	};

/** Starts to book the settlements of all executions in memory. */
export function createSettlementCollector(options: SettlementOptions) {
	const { clock } = options;
	const collector: Collector = {
		...options,
		holdings: new Map(),
		timers: new Set(),
		sweepingAll: false,
		reported: new Set(),
	};
	const cancelWatch = clock.every(WATCH_PERIOD_MS, () => watch(collector));
	const cancelSweep = clock.every(options.sweepPeriodMs, () => void sweepAll(collector));
	// Executions that ended before the service last stopped may lack records.
	later(collector, FIRST_SWEEP_MS, () => void sweepAll(collector));
	return {
		sweep: (executionId: string) => sweep(collector, executionId),
		close(): void {
			cancelWatch();
			cancelSweep();
			for (const cancel of collector.timers) cancel();
			collector.timers.clear();
		},
	};
}

function holdingOf(collector: Collector, state: ExecutionState, leg: LegRole): Holding {
	const { venue, instrument } = legPlan(state, leg);
	const { userId } = state.plan;
	const account = legJournalId(state.plan, leg);
	const key = `${account} ${instrument.symbol}`;
	const known = collector.holdings.get(key);
	if (known !== undefined) return known;
	const holding: Holding = {
		account,
		userId,
		venue,
		symbol: instrument.symbol,
		scheduled: undefined,
		prices: { coming: undefined, settled: undefined },
		reading: undefined,
		completeAt: Number.NEGATIVE_INFINITY,
		misfitSince: new Map(),
	};
	collector.holdings.set(key, holding);
	return holding;
}

function statesOf(collector: Collector, { account, userId, venue, symbol }: Holding): readonly HeldState[] {
	return collector.driver.onInstrument(userId, venue, symbol).flatMap((state): HeldState[] => {
		const { long } = state.plan.legs;
		const leg = long.venue === venue && long.instrument.symbol === symbol ? 'long' : 'short';
		return legJournalId(state.plan, leg) === account ? [{ state, leg }] : [];
	});
}

function watch(collector: Collector): void {
	for (const holding of heldNow(collector)) watchHolding(collector, holding);
}

function heldNow(collector: Collector): ReadonlySet<Holding> {
	const held = new Set<Holding>();
	for (const state of collector.driver.states()) {
		if (isEnded(state)) continue;
		for (const leg of LEGS) if (state.held[leg] > 0n) held.add(holdingOf(collector, state, leg));
	}
	return held;
}

/** Schedules the reads after the instrument's next settlement, once per settlement. */
function watchHolding(collector: Collector, holding: Holding): void {
	const inputs = collector.market.get(holding.venue, holding.symbol);
	const next = inputs?.ticker?.funding?.nextSettlementAt;
	if (next === undefined) return;
	notePrice(holding.prices, holding.venue, inputs, next);
	if (holding.scheduled === next) return;
	holding.scheduled = next;
	for (const delay of collector.readDelaysMs)
		later(
			collector,
			next - collector.clock.now() + delay,
			() => void readUntilBooked(collector, holding, next),
		);
	later(collector, next - collector.clock.now() + MISSING_AFTER_MS, () =>
		warnWhenMissing(collector, holding, next),
	);
}

function warnWhenMissing(collector: Collector, holding: Holding, instant: number): void {
	for (const { state } of lackingAt(collector, holding, instant)) {
		collector.meter.settlementMissing(holding.venue);
		collector.log.warn(
			{ executionId: state.plan.executionId, venue: holding.venue, symbol: holding.symbol, instant },
			'the exchange has no record of a settlement that passed while the leg was held',
		);
	}
}

function later(collector: Collector, delayMs: number, task: () => void): void {
	const cancel = collector.clock.after(Math.max(0, delayMs), () => {
		collector.timers.delete(cancel);
		task();
	});
	collector.timers.add(cancel);
}

/** Reads the records once, unless every holder at the settlement has booked its share. */
async function readUntilBooked(collector: Collector, holding: Holding, instant: number): Promise<void> {
	if (lackingAt(collector, holding, instant).length > 0) await sweepHolding(collector, holding);
}

function lackingAt(collector: Collector, holding: Holding, instant: number): readonly HeldState[] {
	return statesOf(collector, holding).filter(({ state, leg }) => {
		const span = heldSpan(venueTimeline(state, leg), collector.clock.now());
		return (
			span !== undefined && span.from <= instant && span.to >= instant && !hasBooked(state, leg, instant)
		);
	});
}

async function sweepAll(collector: Collector): Promise<void> {
	if (collector.sweepingAll) return;
	collector.sweepingAll = true;
	try {
		const held = heldNow(collector);
		const atVenues = Map.groupBy(held, ({ venue }) => venue);
		// Sweeps the venues in parallel, so that a venue that hangs does not delay the others. Instruments at one
		// venue are swept one after the other.
		await Promise.all(
			[...atVenues.values()].map(async (some) => {
				for (const holding of some) await sweepHolding(collector, holding);
			}),
		);
		// Just after startup, there may be many instruments that are no longer held. They are read slowly, so that
		// trades do not wait behind them for rate limits.
		for (const holding of leftOvers(collector, held)) {
			await sweepHolding(collector, holding);
			await new Promise<void>((resolve) => later(collector, ENDED_PAUSE_MS, resolve));
		}
		for (const state of collector.driver.states()) if (isEnded(state)) await finish(collector, state);
		for (const [key, holding] of collector.holdings)
			if (statesOf(collector, holding).length === 0) collector.holdings.delete(key);
	} finally {
		collector.sweepingAll = false;
	}
}

/** Returns the instruments that executions in memory held earlier and do not hold now. */
function leftOvers(collector: Collector, held: ReadonlySet<Holding>): ReadonlySet<Holding> {
	const left = new Set<Holding>();
	for (const state of collector.driver.states())
		for (const leg of LEGS)
			if (venueTimeline(state, leg).times.length > 0) left.add(holdingOf(collector, state, leg));
	for (const holding of held) left.delete(holding);
	return left;
}

/** Forgets an ended execution once all its settlements are known. */
async function finish(collector: Collector, state: ExecutionState): Promise<void> {
	const { closedAt } = state;
	if (closedAt === undefined) return;
	const isComplete = LEGS.every((leg) => {
		const knownUntil =
			venueTimeline(state, leg).times.length === 0
				? collector.clock.now()
				: holdingOf(collector, state, leg).completeAt;
		return knownUntil - closedAt > collector.lateRecordMs;
	});
	if (!isComplete) return;
	try {
		await collector.journal.markFundingComplete(state.plan.executionId);
		collector.driver.forget(state.plan.executionId);
	} catch (error) {
		collector.log.warn(
			{ executionId: state.plan.executionId, error },
			'the service could not save that the settlements of an execution are complete',
		);
	}
}

/**
 * Books all payment records that the venues have for both legs so far. Returns false if a venue did not respond or a
 * payment cannot be split yet; the next sweep tries again.
 */
async function sweep(collector: Collector, executionId: string): Promise<boolean> {
	const state = collector.driver.state(executionId);
	if (state === undefined) return true;
	const answered = await Promise.all(
		LEGS.map(async (leg) => {
			const holding = holdingOf(collector, state, leg);
			// A read in progress may have begun before the record existed.
			while (holding.reading !== undefined && holding.reading.begunAt < collector.clock.now())
				await holding.reading.done;
			return sweepHolding(collector, holding);
		}),
	);
	return answered.every(Boolean);
}

/** Makes concurrent sweeps of one instrument share one read. */
function sweepHolding(collector: Collector, holding: Holding): Promise<boolean> {
	if (holding.reading !== undefined) return holding.reading.done;
	const begunAt = collector.clock.now();
	const done = readHolding(collector, holding)
		.then((isComplete) => {
			if (isComplete) holding.completeAt = begunAt;
			return isComplete;
		})
		.finally(() => {
			holding.reading = undefined;
		});
	holding.reading = { begunAt, done };
	return done;
}

/**
 * Reads and books the payments on one instrument. Returns false if the venue did not respond, or if not every payment
 * could be booked.
 */
async function readHolding(collector: Collector, holding: Holding): Promise<boolean> {
	const range = lackingRange(statesOf(collector, holding), holding.venue, collector.clock.now());
	if (range === undefined) return true;
	const trading = collector.accounts.tradingOn(holding.userId, holding.venue, holding.account);
	// A disconnected account gives no further records. Its last records were read before it was disconnected.
	if (trading === 'gone') return true;
	if (trading === undefined) return false;
	try {
		const payments = await trading.fundingPayments(holding.symbol, range.from, range.to);
		return await book(collector, holding, payments);
	} catch (error) {
		collector.log.warn(
			{
				venue: holding.venue,
				symbol: holding.symbol,
				error: messageOf(error),
			},
			'settlement records could not be read',
		);
		return false;
	}
}

/**
 * True if a payment that does not fit the executions' holdings may be split. The venue may have paid on a smaller
 * quantity than our legs hold, after a reduction from outside. We know the reduction once an account read that began
 * after the payment was first seen has matched the journal. The wait is measured on the monotonic clock, because our
 * wall clock may be minutes ahead of the venue's timestamp.
 */
function isSettled(
	collector: Collector,
	holding: Holding,
	{ recordId }: FundingPaymentReport,
	lacks: boolean,
): boolean {
	const { userId, venue, symbol, misfitSince } = holding;
	const seen = misfitSince.get(recordId);
	const since = seen ?? collector.clock.monotonic();
	if (seen === undefined) {
		misfitSince.set(recordId, since);
		later(collector, MISFIT_WAIT_MS, () => void sweepHolding(collector, holding));
	}
	const age = collector.clock.monotonic() - since;
	if (!lacks || age < MISFIT_WAIT_MS) return age >= MISFIT_WAIT_MS;
	// The reconciler does not compare an instrument that no open execution holds, so no further match can come.
	if (age > MISFIT_WAIT_MS_MAX || statesOf(collector, holding).every(({ state }) => isEnded(state)))
		return true;
	return collector.hasAgreedSince(userId, venue, symbol, since);
}

/**
 * Splits each payment among its holders, and waits until the shares are on disk. Returns false if a payment could not
 * be booked.
 */
async function book(
	collector: Collector,
	holding: Holding,
	payments: readonly FundingPaymentReport[],
): Promise<boolean> {
	const uncertaintyMs = settlementTermsOf(holding.venue).uncertaintyMs;
	const states = statesOf(collector, holding);
	const owed = states.map((held) => ({ held, shares: [] as FundingShare[] }));
	const booked = states.map(({ state, leg }) => fundingTally(state, leg).ids);
	let isComplete = true;
	for (const payment of payments) {
		if (booked.every((ids) => ids.has(payment.recordId))) {
			holding.misfitSince.delete(payment.recordId);
			continue;
		}
		const { shares, fits, lacks } = split(states, payment, uncertaintyMs);
		// The share of a payment that is already booked is final and is not checked again.
		const lacking = owed.filter(
			({ held: { state, leg } }) =>
				shares.has(state.plan.executionId) && !fundingTally(state, leg).ids.has(payment.recordId),
		);
		if (lacking.length === 0) holding.misfitSince.delete(payment.recordId);
		const mayChange =
			states.some(({ state, leg }) => mayStillFill(state, leg, payment.settledAt + uncertaintyMs)) ||
			(!fits && lacking.length > 0 && !isSettled(collector, holding, payment, lacks));
		if (mayChange) {
			isComplete = false;
			continue;
		}
		const due = lacking.length === 0 ? shares : withinPayment(states, payment, shares);
		for (const { held, shares: own } of lacking) {
			const share = due.get(held.state.plan.executionId);
			if (share !== undefined) own.push(share);
		}
	}
	const written = await Promise.all(
		owed.map(({ held, shares }) => bookShares(collector, holding, held, shares)),
	);
	return isComplete && written.every(Boolean);
}
