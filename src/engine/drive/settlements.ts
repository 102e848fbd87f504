/**
 * Books settlements from the venues' own payment records. A venue pays per account and instrument, whichever executions
 * hold it: the records are read once for all of them and split by what each held at the instant
 * (`domain/settlement-shares`). After each settlement instant of a held instrument they are asked for until the payment
 * is there (a venue may be some 20 s late), and everything is swept once a minute, so that a record that came late, or
 * while the service was down, is booked too.
 *
 * Invariants:
 * 1. A payment is split only when every order that may have filled before it is proven: a share, once booked, stands.
 * 2. An ended execution stays in memory until a sweep that began long enough after its close has booked all that the
 *    venues have recorded, for it and for everybody who held beside it.
 * 3. A record is booked once, by the venue's own id. A second record of one instant under another id is not booked: it
 *    is an anomaly that a person must look at.
 */

import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import { computedPayment, isPaidOtherwise, MISSING_AFTER_MS } from '../../domain/funding-check.ts';
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
	bookedRecords,
	type HeldState,
	hasBooked,
	lackingRange,
	mayStillFill,
	split,
} from '../decide/payment-shares.ts';
import type { FundingShare } from '../decide/told-events.ts';
import type { ExecutionDriver } from './driver.ts';
import { notePrice, priceAt, type SeenPrices } from './payment-prices.ts';

export type SettlementOptions = {
	readonly driver: Pick<
		ExecutionDriver,
		'states' | 'state' | 'onInstrument' | 'submit' | 'onChange' | 'forget'
	>;
	readonly market: Market;
	readonly accounts: TradingAccounts;
	readonly clock: Clock;
	readonly log: Logger;
	/** Distance of the reads after an instant; the last ones cover a venue that records late. */
	readonly readDelaysMs: readonly number[];
	readonly sweepPeriodMs: number;
	/** An ended execution is swept until both venues have answered a sweep begun so long after its close. */
	readonly lateRecordMs: number;
	readonly journal: Pick<Journal, 'markFundingComplete'>;
	readonly meter: Pick<ReconciliationMeter, 'settlementMissing'>;
	/** True once a reading of the account that began after `since` (monotonic) agreed with the journal on the instrument. */
	readonly hasAgreedSince: (userId: string, venue: VenueName, symbol: string, since: number) => boolean;
};

const LEGS: readonly LegRole[] = ['long', 'short'];
/** How often the settlement clocks of held instruments are looked at. */
const WATCH_PERIOD_MS = 1_000;
const FIRST_SWEEP_MS = 2_000;
const ENDED_PAUSE_MS = 1_000;
/** A share that is not on disk by then is left to the next sweep. */
const BOOK_WAIT_MS = 2_000;
/** A payment on another quantity than ours is split no sooner: what others did just before it may not be known yet. */
const MISFIT_WAIT_MS = 20_000;
/** An account that never comes to agree: then it is split all the same. */
const MISFIT_WAIT_MS_MAX = 300_000;
const TOLD_MAX = 1_000;

/** One instrument of one account. */
type Holding = {
	/** As the journal names it. */
	readonly account: string;
	readonly userId: string;
	readonly venue: VenueName;
	readonly symbol: string;
	/** The instant whose reads are scheduled. */
	scheduled: number | undefined;
	readonly prices: SeenPrices;
	reading: { readonly begunAt: number; readonly done: Promise<boolean> } | undefined;
	/** When the last read began that booked all there was. */
	completeAt: number;
	/** By record: the monotonic instant at which a payment was first seen not to fit. */
	readonly misfitSince: Map<string, number>;
};

export function createSettlementCollector(options: SettlementOptions) {
	const { driver, market, clock, log } = options;
	const holdings = new Map<string, Holding>();
	const timers = new Set<() => void>();
	const cancelWatch = clock.every(WATCH_PERIOD_MS, watch);
	const cancelSweep = clock.every(options.sweepPeriodMs, () => void sweepAll());
	// What ended before the last stop may lack records.
	later(FIRST_SWEEP_MS, () => void sweepAll());
	let sweepingAll = false;
	/** Anomalies that were told, by execution and record. */
	const told = new Set<string>();

	function holdingOf(state: ExecutionState, leg: LegRole): Holding {
		const { venue, instrument } = legPlan(state, leg);
		const { userId } = state.plan;
		const account = legJournalId(state.plan, leg);
		const key = `${account} ${instrument.symbol}`;
		const known = holdings.get(key);
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
		holdings.set(key, holding);
		return holding;
	}

	function statesOf({ account, userId, venue, symbol }: Holding): readonly HeldState[] {
		return driver.onInstrument(userId, venue, symbol).flatMap((state): HeldState[] => {
			const { long } = state.plan.legs;
			const leg = long.venue === venue && long.instrument.symbol === symbol ? 'long' : 'short';
			return legJournalId(state.plan, leg) === account ? [{ state, leg }] : [];
		});
	}

	function watch(): void {
		for (const holding of heldNow()) watchHolding(holding);
	}

	function heldNow(): ReadonlySet<Holding> {
		const held = new Set<Holding>();
		for (const state of driver.states()) {
			if (isEnded(state)) continue;
			for (const leg of LEGS) if (state.held[leg] > 0n) held.add(holdingOf(state, leg));
		}
		return held;
	}

	/** Schedules the reads of the coming instant once. */
	function watchHolding(holding: Holding): void {
		const next = market.get(holding.venue, holding.symbol)?.ticker?.funding?.nextSettlementAt;
		if (next === undefined) return;
		notePrice(holding.prices, holding.venue, market.get(holding.venue, holding.symbol), next);
		if (holding.scheduled === next) return;
		holding.scheduled = next;
		for (const delay of options.readDelaysMs)
			later(next - clock.now() + delay, () => void readUntilBooked(holding, next));
		later(next - clock.now() + MISSING_AFTER_MS, () => warnWhenMissing(holding, next));
	}

	function warnWhenMissing(holding: Holding, instant: number): void {
		for (const { state } of lackingAt(holding, instant)) {
			options.meter.settlementMissing(holding.venue);
			log.warn(
				{ executionId: state.plan.executionId, venue: holding.venue, symbol: holding.symbol, instant },
				'the venue has no record of a settlement that passed while the leg was held',
			);
		}
	}

	function later(delayMs: number, task: () => void): void {
		const cancel = clock.after(Math.max(0, delayMs), () => {
			timers.delete(cancel);
			task();
		});
		timers.add(cancel);
	}

	/** One read, unless everybody who held at the instant has its share. */
	async function readUntilBooked(holding: Holding, instant: number): Promise<void> {
		if (lackingAt(holding, instant).length > 0) await sweepHolding(holding);
	}

	function lackingAt(holding: Holding, instant: number): readonly HeldState[] {
		return statesOf(holding).filter(({ state, leg }) => {
			const span = heldSpan(venueTimeline(state, leg), clock.now());
			return (
				span !== undefined && span.from <= instant && span.to >= instant && !hasBooked(state, leg, instant)
			);
		});
	}

	async function sweepAll(): Promise<void> {
		if (sweepingAll) return;
		sweepingAll = true;
		try {
			const held = heldNow();
			const atVenues = Map.groupBy(held, ({ venue }) => venue);
			// One after the other at each venue: a venue that hangs must not keep the others from being read.
			await Promise.all(
				[...atVenues.values()].map(async (some) => {
					for (const holding of some) await sweepHolding(holding);
				}),
			);
			// After a start there may be many: slowly, so that nobody who trades waits for a place behind them.
			for (const holding of leftOvers(held)) {
				await sweepHolding(holding);
				await new Promise<void>((resolve) => later(ENDED_PAUSE_MS, resolve));
			}
			for (const state of driver.states()) if (isEnded(state)) await finish(state);
			for (const [key, holding] of holdings) if (statesOf(holding).length === 0) holdings.delete(key);
		} finally {
			sweepingAll = false;
		}
	}

	/** Instruments that were held and are not now. */
	function leftOvers(held: ReadonlySet<Holding>): ReadonlySet<Holding> {
		const left = new Set<Holding>();
		for (const state of driver.states())
			for (const leg of LEGS) if (venueTimeline(state, leg).times.length > 0) left.add(holdingOf(state, leg));
		for (const holding of held) left.delete(holding);
		return left;
	}

	/** Lets go of an ended execution whose settlements are all known. */
	async function finish(state: ExecutionState): Promise<void> {
		const { closedAt } = state;
		if (closedAt === undefined) return;
		const isComplete = LEGS.every((leg) => {
			const knownUntil =
				venueTimeline(state, leg).times.length === 0 ? clock.now() : holdingOf(state, leg).completeAt;
			return knownUntil - closedAt > options.lateRecordMs;
		});
		if (!isComplete) return;
		try {
			await options.journal.markFundingComplete(state.plan.executionId);
			driver.forget(state.plan.executionId);
		} catch (error) {
			log.warn({ executionId: state.plan.executionId, error }, 'complete settlements could not be noted');
		}
	}

	/**
	 * Books whatever the venues have recorded of both legs until now. False when one did not answer or something cannot be
	 * split yet; the next sweep tries again.
	 */
	async function sweep(executionId: string): Promise<boolean> {
		const state = driver.state(executionId);
		if (state === undefined) return true;
		const answered = await Promise.all(
			LEGS.map(async (leg) => {
				const holding = holdingOf(state, leg);
				// A read that is under way may have asked before the record was there.
				while (holding.reading !== undefined && holding.reading.begunAt < clock.now())
					await holding.reading.done;
				return sweepHolding(holding);
			}),
		);
		return answered.every(Boolean);
	}

	/** Concurrent sweeps of one instrument share one read. */
	function sweepHolding(holding: Holding): Promise<boolean> {
		if (holding.reading !== undefined) return holding.reading.done;
		const begunAt = clock.now();
		const done = readHolding(holding)
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

	/** False when the venue did not answer, or not all that it said could be booked. */
	async function readHolding(holding: Holding): Promise<boolean> {
		const range = lackingRange(statesOf(holding), holding.venue, clock.now());
		if (range === undefined) return true;
		const trading = options.accounts.tradingOn(holding.userId, holding.venue, holding.account);
		// Nothing more can be told of an account that is disconnected: its last records were asked for before.
		if (trading === 'gone') return true;
		if (trading === undefined) return false;
		try {
			const payments = await trading.fundingPayments(holding.symbol, range.from, range.to);
			return await book(holding, payments);
		} catch (error) {
			log.warn(
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
	 * Whether a payment that does not fit may be split. What others took before the instant, so that the venue paid on less
	 * than our legs, is known once a reading of the account from after the payment's first sight has agreed with the
	 * journal. Counted on the clock that only grows: our wall clock may be ahead of the venue's stamp by minutes.
	 */
	function isSettled(holding: Holding, { recordId }: FundingPaymentReport, lacks: boolean): boolean {
		const { userId, venue, symbol, misfitSince } = holding;
		const seen = misfitSince.get(recordId);
		const since = seen ?? clock.monotonic();
		if (seen === undefined) {
			misfitSince.set(recordId, since);
			later(MISFIT_WAIT_MS, () => void sweepHolding(holding));
		}
		const age = clock.monotonic() - since;
		if (!lacks || age < MISFIT_WAIT_MS) return age >= MISFIT_WAIT_MS;
		// Nobody compares what nobody holds.
		if (age > MISFIT_WAIT_MS_MAX || statesOf(holding).every(({ state }) => isEnded(state))) return true;
		return options.hasAgreedSince(userId, venue, symbol, since);
	}

	/** Splits each payment among who held, and waits until the shares are on disk. */
	async function book(holding: Holding, payments: readonly FundingPaymentReport[]): Promise<boolean> {
		const uncertaintyMs = settlementTermsOf(holding.venue).uncertaintyMs;
		const states = statesOf(holding);
		const owed = states.map((held) => ({ held, shares: [] as FundingShare[] }));
		let isComplete = true;
		for (const payment of payments) {
			const { shares, fits, lacks } = split(states, payment, uncertaintyMs);
			// What is booked stands: it is not judged again.
			const lacking = owed.filter(
				({ held: { state, leg } }) =>
					shares.has(state.plan.executionId) && !bookedRecords(state, leg).ids.has(payment.recordId),
			);
			if (lacking.length === 0) holding.misfitSince.delete(payment.recordId);
			const mayChange =
				states.some(({ state, leg }) => mayStillFill(state, leg, payment.settledAt + uncertaintyMs)) ||
				(!fits && lacking.length > 0 && !isSettled(holding, payment, lacks));
			if (mayChange) {
				isComplete = false;
				continue;
			}
			for (const { held, shares: own } of lacking) {
				const share = shares.get(held.state.plan.executionId);
				if (share !== undefined) own.push(share);
			}
		}
		const booked = await Promise.all(owed.map(({ held, shares }) => bookShares(holding, held, shares)));
		return isComplete && booked.every(Boolean);
	}

	/** Submits what the execution lacks; true once it has it. */
	function bookShares(
		holding: Holding,
		{ state, leg }: HeldState,
		shares: readonly FundingShare[],
	): Promise<boolean> {
		const { executionId } = state.plan;
		const fresh = withoutRepeated(state, leg, shares).map((share) => ({
			...share,
			expected: expectedOf(holding, share),
		}));
		if (fresh.length === 0) return Promise.resolve(true);
		const hasAll = (present: ExecutionState): boolean =>
			fresh.every(({ recordId }) => bookedRecords(present, leg).ids.has(recordId));
		return new Promise((resolve) => {
			const finish = (isBooked: boolean): void => {
				stop();
				cancel();
				resolve(isBooked);
			};
			const stop = driver.onChange((present) => {
				if (present.plan.executionId === executionId && hasAll(present)) finish(true);
			});
			const cancel = clock.after(BOOK_WAIT_MS, () => finish(false));
			driver.submit(executionId, { kind: 'funding', leg, payments: fresh });
		});
	}

	/** A second record of one instant is not booked: the wallet was moved once or twice, and a person must look which. */
	function withoutRepeated(
		state: ExecutionState,
		leg: LegRole,
		shares: readonly FundingShare[],
	): readonly FundingShare[] {
		const { ids, byInstant } = bookedRecords(state, leg);
		const present = new Map(byInstant);
		return shares.filter((share) => {
			if (ids.has(share.recordId)) return false;
			const first = present.get(share.settledAt);
			// The same row twice in one answer.
			if (first === share.recordId) return false;
			if (first !== undefined) {
				tellRepeated(state, leg, share, first);
				return false;
			}
			present.set(share.settledAt, share.recordId);
			return true;
		});
	}

	function tellRepeated(state: ExecutionState, leg: LegRole, share: FundingShare, first: string): void {
		const { executionId } = state.plan;
		const key = `${executionId} ${share.recordId}`;
		if (told.has(key)) return;
		if (told.size >= TOLD_MAX) told.clear();
		told.add(key);
		const { venue, instrument } = legPlan(state, leg);
		const reason = `${venue} has two records of the settlement of ${instrument.symbol} at ${new Date(share.settledAt).toISOString()}: ${first} is booked, ${share.recordId} is not. Look at the account's history there.`;
		log.error({ executionId, leg, recordId: share.recordId, first }, reason);
		driver.submit(executionId, { kind: 'attention', of: 'funding', reason });
	}

	/** Our own computation, and a line in the log where the venue's is another. */
	function expectedOf(holding: Holding, share: FundingShare): Decimal | undefined {
		const price = priceAt(holding.prices, share.settledAt);
		if (price === undefined || share.rate === null || share.quantity === null) return undefined;
		const expected = computedPayment(share.quantity, price, share.rate);
		if (isPaidOtherwise(settlementTermsOf(holding.venue), share.amount, expected))
			log.warn(
				{
					venue: holding.venue,
					symbol: holding.symbol,
					recordId: share.recordId,
					amount: formatDecimal(share.amount),
					expected: formatDecimal(expected),
				},
				'a settlement was paid otherwise than we compute it',
			);
		return expected;
	}

	return {
		sweep,
		close(): void {
			cancelWatch();
			cancelSweep();
			for (const cancel of timers) cancel();
			timers.clear();
		},
	};
}
