/**
 * Gathers the inputs of the exit rules for a running execution, from the execution's state and the market. Pure
 * functions.
 */
import { add, type Decimal, divUp, max, min, neg, ZERO } from '../../domain/decimal.ts';
import type { ExitPlan, FundingRecord } from '../../domain/event.ts';
import { type ExecutionState, legFills, legPlan } from '../../domain/execution.ts';
import type { RunningProfit } from '../../domain/exit-profit.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { fundingTally } from '../../domain/funding-tally.ts';
import type { LegRole } from '../../domain/ids.ts';
import { executionLedger, type LegLedger } from '../../domain/ledger.ts';
import { midPrice } from '../../domain/order-book.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import { settlementTermsOf } from '../../venues/facts.ts';
import { nameOf } from './text.ts';

/** Inputs of the exit rules for one leg. */
export type LegExitFacts = {
	readonly role: LegRole;
	/** Name for messages, such as `Bybit SOLUSDT`. */
	readonly name: string;
	/** Mark price, USD; null when no current value is known. */
	readonly mark: Decimal | null;
	/** Index price, USD; null when no current value is known. */
	readonly index: Decimal | null;
	/** Liquidation price that the venue reports, USD; null when no current value is known. */
	readonly liquidationPrice: Decimal | null;
	/** Entry price of the leg from our journal, USD; null when unknown. */
	readonly entryPrice: Decimal | null;
	/** Announced delisting time; null when none is known. */
	readonly delistingAt: number | null;
	/** Funding interval when the trade was planned, milliseconds. */
	readonly plannedIntervalMs: number;
	/** Current funding interval; null when no current value is known. */
	readonly intervalMs: number | null;
	/** Time of the next settlement; null when no current value is known. */
	readonly nextSettlementAt: number | null;
	/**
	 * Estimated receipt at the next settlement, as a fraction of notional. Negative for a payment; null when unknown.
	 */
	readonly comingReceipt: Decimal | null;
	/** True if the rate of the last booked settlement equals the venue's current cap or floor. */
	readonly isPrintAtBound: boolean;
	/** True if ticker and book are both known and recent. */
	readonly isCurrent: boolean;
	/** Time before and after a settlement, milliseconds, in which the venue may or may not count a position change. */
	readonly uncertaintyMs: number;
};

/** Everything that the exit rules check. */
export type ExitFacts = {
	readonly exit: ExitPlan;
	readonly openedAt: number;
	/** Coins that both legs hold: the smaller holding of the two. */
	readonly held: Decimal;
	/** Coins opened in total on each leg: the smaller total of the two. */
	readonly opened: Decimal;
	readonly commonLot: Decimal;
	/** Minimum quantity that both venues accept at current prices. */
	readonly least: Decimal;
	readonly maxSlippageBps: Decimal;
	/**
	 * Coins per leg that a close as maker in progress leaves open. Null if there is none; then all rules apply.
	 */
	readonly closingTo: Decimal | null;
	/** Number of settlements booked on the leg with the longer interval. */
	readonly epochs: number;
	readonly long: LegExitFacts;
	readonly short: LegExitFacts;
};

/** Inputs that change only with the execution's own journal, cached per state object. */
export type HeldFacts = {
	readonly epochs: number;
	readonly opened: Decimal;
	readonly long: LegLedger;
	readonly short: LegLedger;
	readonly deployedPeak: Decimal;
	/** The last settlement booked on each leg. */
	readonly printed: Readonly<Record<LegRole, FundingRecord | undefined>>;
};

/** Maximum jitter in the venues' settlement timestamps. */
const STAMP_JITTER_MS = 1_000;

/** Maximum ages of a ticker and a book that still count as current. */
export type ExitAges = { readonly tickerStaleMs: number; readonly bookStaleMs: number };

/** Current market and account data for one leg. */
export type LegSources = {
	readonly inputs: InstrumentInputs | undefined;
	readonly liquidationPrice: Decimal | null;
};

/** Computes the inputs that change only with fills and settlements. */
export function heldFacts(state: ExecutionState): HeldFacts {
	const { long, short, deployedPeak } = executionLedger(state, { long: null, short: null });
	return {
		epochs: epochsHeld(state),
		opened: min(openedOf(state, 'long'), openedOf(state, 'short')),
		long,
		short,
		deployedPeak,
		printed: { long: fundingTally(state, 'long').latest, short: fundingTally(state, 'short').latest },
	};
}

/**
 * Counts the settlements booked on the leg with the longer interval. Each one marks the end of one funding interval.
 */
function epochsHeld(state: ExecutionState): number {
	const { long, short } = state.plan.legs;
	const leg: LegRole = long.intervalHours >= short.intervalHours ? 'long' : 'short';
	return fundingTally(state, leg).byInstant.size;
}

function openedOf(state: ExecutionState, leg: LegRole): Decimal {
	const { openSide } = legPlan(state, leg);
	return legFills(state, leg).reduce(
		(total, { side, fill }) => (side === openSide ? add(total, fill.quantity) : total),
		ZERO,
	);
}

/** Builds the inputs for one check of an execution. */
export function exitFacts(
	state: ExecutionState,
	held: HeldFacts,
	sources: Readonly<Record<LegRole, LegSources>>,
	ages: ExitAges,
	now: number,
): ExitFacts {
	const long = legFacts(state, 'long', held, sources.long, ages, now);
	const short = legFacts(state, 'short', held, sources.short, ages, now);
	return {
		exit: state.exit,
		openedAt: state.plan.rolls?.heldFrom ?? state.openedAt ?? state.createdAt,
		held: min(state.held.long, state.held.short),
		opened: held.opened,
		commonLot: state.plan.commonLot,
		least: max(leastOf(state, 'long', sources.long), leastOf(state, 'short', sources.short)),
		maxSlippageBps: state.plan.maxSlippageBps,
		closingTo: state.close?.remaining ?? null,
		epochs: held.epochs,
		long,
		short,
	};
}

function legFacts(
	state: ExecutionState,
	role: LegRole,
	held: HeldFacts,
	{ inputs, liquidationPrice }: LegSources,
	ages: ExitAges,
	now: number,
): LegExitFacts {
	const { venue, instrument, intervalHours } = legPlan(state, role);
	const isTickerCurrent = isYoung(inputs?.tickerReceivedAt, ages.tickerStaleMs, now);
	const ticker = isTickerCurrent ? inputs?.ticker : undefined;
	const funding = ticker?.funding ?? null;
	return {
		role,
		name: nameOf(venue, instrument.symbol),
		mark: ticker?.mark ?? null,
		index: ticker?.index ?? null,
		liquidationPrice,
		entryPrice: held[role].entryPrice,
		// An announced delisting date stays known while the venue does not respond.
		delistingAt: inputs?.ticker?.delistingAt ?? null,
		plannedIntervalMs: intervalHours * HOUR_MS,
		intervalMs: funding?.intervalMs ?? null,
		nextSettlementAt: funding?.nextSettlementAt ?? null,
		comingReceipt:
			funding === null ? null : role === 'long' ? neg(funding.predictedRate) : funding.predictedRate,
		isPrintAtBound: ticker !== undefined && isPrintAtBound(held.printed[role], ticker),
		isCurrent: ticker !== undefined && currentBook(inputs, ages, now) !== undefined,
		uncertaintyMs: settlementTermsOf(venue).uncertaintyMs,
	};
}

/**
 * True if the leg's last booked rate is at the venue's current cap or floor. Only the latest due settlement is
 * compared, because venues move these bounds.
 */
function isPrintAtBound(
	record: FundingRecord | undefined,
	{ funding, fundingCap, fundingFloor }: InstrumentTicker,
): boolean {
	if (record === undefined || record.rate === null || funding === null) return false;
	if (record.settledAt < funding.nextSettlementAt - funding.intervalMs - STAMP_JITTER_MS) return false;
	return (
		(fundingCap !== null && record.rate >= fundingCap) ||
		(fundingFloor !== null && record.rate <= fundingFloor)
	);
}

function isYoung(receivedAt: number | undefined, staleMs: number, now: number): boolean {
	return receivedAt !== undefined && now - receivedAt <= staleMs;
}

/** Returns the instrument's order book; undefined if it is not current. */
export function currentBook(
	inputs: InstrumentInputs | undefined,
	{ bookStaleMs }: ExitAges,
	now: number,
): InstrumentInputs['book'] {
	return isYoung(inputs?.bookReceivedAt, bookStaleMs, now) ? inputs?.book : undefined;
}

function leastOf(state: ExecutionState, leg: LegRole, { inputs }: LegSources): Decimal {
	const { instrument, decisionMid } = legPlan(state, leg);
	const mid = (inputs?.book === undefined ? undefined : midPrice(inputs.book)) ?? decisionMid;
	return max(max(state.plan.commonLot, instrument.quantityMin), divUp(instrument.notionalMin, mid));
}

/** Builds the inputs for calculating the profit of closing both legs now. */
export function runningProfit(
	state: ExecutionState,
	held: HeldFacts,
	books: Readonly<Record<LegRole, InstrumentInputs['book']>>,
	takerFees: Readonly<Record<LegRole, Decimal>>,
): RunningProfit {
	const legOf = (leg: LegRole) => ({
		openSide: legPlan(state, leg).openSide,
		held: state.held[leg],
		openCost: held[leg].openCost,
		book: books[leg],
		takerFee: takerFees[leg],
	});
	return {
		long: legOf('long'),
		short: legOf('short'),
		realized: add(held.long.realized, held.short.realized),
		deployedPeak: held.deployedPeak,
	};
}
