/** Builds one execution's record in `portfolio_live`. Pure functions. */
import { plus } from '../domain/account-identity.ts';
import {
	abs,
	add,
	type Decimal,
	divDown,
	divTrunc,
	fromInteger,
	min,
	mulDown,
	mulTrunc,
	sub,
	ZERO,
} from '../domain/decimal.ts';
import { published } from '../domain/estimate.ts';
import { type ExecutionState, isEnded, legPlan } from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import { createKeptValues } from '../domain/kept-values.ts';
import { type ExecutionLedger, executionLedger, type LegLedger, type Marks } from '../domain/ledger.ts';
import { statusOf, statusReasonOf, statusWordsOf } from '../domain/status.ts';
import { adviceFigures, type OutlookAnswer, stayAdvice } from '../domain/stay-advice.ts';
import { unhedgedTime } from '../domain/unhedged.ts';
import type { OpeningProgress, PortfolioExecution, PortfolioPosition } from '../ports/portfolio.ts';
import type { PortfolioAdvice } from '../ports/stay-advice.ts';
import type { PositionReport } from '../ports/venue.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import { PORTFOLIO_TEXT } from './text.ts';

/** Mark price, next settlement and reported position of one leg at the time of the record. */
export type LegFacts = {
	readonly mark: Decimal | null;
	/** Next settlement of the contract, milliseconds. */
	readonly nextSettlementAt: number | null;
	/** The venue's own report on the position; undefined before the first report. */
	readonly position: PositionReport | undefined;
	/** Time of the venue's last report, milliseconds; undefined before the first report. */
	readonly readAt: number | undefined;
	/** True if the position equals the executions' holdings plus the known holdings of others. */
	readonly agrees: boolean;
};

/** Expected carry of the legs from now, a fraction of one leg's notional, or the reason why it is unknown. */
export type RemainingCarry = { readonly carry: number } | { readonly unknown: Words };

/** Forecasts for an execution, as of now. */
type Expected = {
	readonly remaining: RemainingCarry;
	/** Expected result of keeping the pair open; undefined if the execution is not running. */
	readonly outlook: OutlookAnswer | undefined;
};

type Reason = { readonly field: string; readonly code: string; readonly message: Words };

type FundingPart = PortfolioExecution['funding'];

const HUNDRED = fromInteger(100);
const NO_MARKS: Marks = { long: null, short: null };
/**
 * Maximum number of settlements in the cached funding parts, about 30 MB. This covers 200 executions over half a
 * year, with each leg settled every 8 h.
 */
const KEPT_SETTLEMENTS_MAX = 250_000;

const NO_PAYMENTS: ExecutionState['funding'] = [];

/** States never change, so figures that depend only on a state are cached. These are most of a portfolio's figures. */
const executionParts = new WeakMap<ExecutionState, PortfolioExecution['execution']>();
const fundingParts = createKeptValues<ExecutionState, FundingPart>(
	({ fundingEvents }) => 1 + fundingEvents.length,
	KEPT_SETTLEMENTS_MAX,
);

/** Builds an execution's record at `now` (milliseconds). Unknown figures are null, each with a reason. */
export function portfolioExecution(
	state: ExecutionState,
	facts: { readonly long: LegFacts; readonly short: LegFacts },
	{ remaining, outlook }: Expected,
	now: number,
	fundingReasons: readonly Reason[],
	progress: OpeningProgress | null,
	withoutPayments = false,
): PortfolioExecution {
	const marks: Marks = { long: facts.long.mark, short: facts.short.mark };
	const ledger = executionLedger(state, marks);
	const reasons: Reason[] = [...fundingReasons];
	for (const leg of ['long', 'short'] as const) {
		if (state.held[leg] > 0n && marks[leg] === null) {
			reasons.push({
				field: `${leg}_position.mark_price`,
				code: 'MARK_UNKNOWN',
				message: PORTFOLIO_TEXT.noMark({
					exchange: shownNameOf(legPlan(state, leg).venue),
					symbol: legPlan(state, leg).instrument.symbol,
				}),
			});
		}
	}
	if ('unknown' in remaining)
		reasons.push({
			field: 'risk.expected_remaining_carry',
			code: 'EXPECTATION_UNKNOWN',
			message: remaining.unknown,
		});
	return {
		execution: executionFigures(state),
		longPosition: positionPart(state, 'long', ledger.long, facts.long),
		shortPosition: positionPart(state, 'short', ledger.short, facts.short),
		pnl: pnlPart(ledger),
		funding: withoutPayments ? fundingPart(state, NO_PAYMENTS) : fundingParts.get(state, allFunding),
		risk: riskPart(state, facts, marks, remaining, now),
		advice: outlook === undefined ? null : advicePart(outlook),
		progress,
		reasons,
	};
}

/** Returns the figures that depend only on an execution's journal. The same state gives the same object. */
export function executionFigures(state: ExecutionState): PortfolioExecution['execution'] {
	const known = executionParts.get(state);
	if (known !== undefined) return known;
	const part = executionPart(state);
	executionParts.set(state, part);
	return part;
}

function executionPart(state: ExecutionState): PortfolioExecution['execution'] {
	const { plan } = state;
	const ledger = executionLedger(state, NO_MARKS);
	const longEntry = ledger.long.entryPrice;
	const shortEntry = ledger.short.entryPrice;
	return {
		id: plan.executionId,
		userId: plan.userId,
		opportunityId: plan.opportunityId,
		jobId: plan.jobId,
		symbol: plan.symbol,
		pair: plan.exchangepair,
		longExchange: plan.legs.long.venue,
		shortExchange: plan.legs.short.venue,
		inputAmount: plan.amount,
		filledAmount: ledger.deployedPeak,
		leverage: plan.leverage,
		longSize: state.held.long,
		shortSize: state.held.short,
		longEntryPrice: longEntry,
		shortEntryPrice: shortEntry,
		avgEntryPrice:
			longEntry === null || shortEntry === null ? null : divDown(add(longEntry, shortEntry), fromInteger(2)),
		status: statusOf(state),
		statusReason: statusReasonOf(state),
		statusWords: statusWordsOf(state),
		mode: plan.mode,
		rolledFrom: plan.rolls?.from ?? null,
		rolledTo: state.reductions.findLast(({ to }) => to !== undefined)?.to ?? null,
		exit: state.exit,
		createdAt: iso(state.createdAt),
		updatedAt: iso(state.updatedAt),
		closedAt: state.closedAt === undefined ? null : iso(state.closedAt),
	};
}

function positionPart(
	state: ExecutionState,
	leg: LegRole,
	ledger: LegLedger,
	facts: LegFacts,
): PortfolioPosition {
	const { venue, instrument } = legPlan(state, leg);
	const held = state.held[leg] > 0n;
	const report = held ? facts.position : undefined;
	return {
		exchange: venue,
		symbol: instrument.symbol,
		side: leg,
		size: state.held[leg],
		entryPrice: ledger.entryPrice,
		markPrice: facts.mark,
		liquidationPrice: report?.liquidationPrice ?? null,
		leverage: state.plan.leverage,
		margin: held ? marginShare(state.held[leg], report) : ZERO,
		unrealizedPnl: ledger.unrealized,
		unrealizedPnlPct: percentOf(ledger.unrealized, divDown(ledger.openCost, state.plan.leverage)),
		nextFundingTimestamp:
			held && facts.nextSettlementAt !== null ? Math.floor(facts.nextSettlementAt / 1_000) : null,
	};
}

/**
 * Returns the execution's share of the margin, in proportion to its quantity. A venue reports the margin of the
 * account's whole position.
 */
function marginShare(held: Decimal, report: PositionReport | undefined): Decimal | null {
	const whole = abs(report?.quantity ?? ZERO);
	if (report?.margin === undefined || report.margin === null || whole === 0n) return null;
	return held === whole ? report.margin : divTrunc(mulTrunc(report.margin, held), whole);
}

/** Returns the profit and loss of a ledger, USD. */
export function pnlPart(ledger: ExecutionLedger): PortfolioExecution['pnl'] {
	const { long, short } = ledger;
	const fees = add(long.fees, short.fees);
	const slippage = add(long.slippage, short.slippage);
	const realized = add(long.realized, short.realized);
	const unrealized = plus(long.unrealized, short.unrealized);
	const total = plus(realized, unrealized);
	return {
		unrealizedPnl: unrealized,
		realizedPnl: realized,
		totalPnl: total,
		totalPnlPct: percentOf(total, ledger.deployedPeak),
		longPnl: plus(long.realized, long.unrealized),
		shortPnl: plus(short.realized, short.unrealized),
		pricePnl: plus(long.priceAtMid, short.priceAtMid),
		fundingPnl: add(netFunding(long), netFunding(short)),
		feeCost: fees,
		slippageCost: slippage,
	};
}

function allFunding(state: ExecutionState): FundingPart {
	return fundingPart(state, state.funding);
}

function fundingPart(state: ExecutionState, payments: ExecutionState['funding']): FundingPart {
	const ledger = executionLedger(state, NO_MARKS);
	const events = [...payments].sort(
		(a, b) => a.settledAt - b.settledAt || (a.recordId < b.recordId ? -1 : 1),
	);
	let cumulative = ZERO;
	return {
		totalReceived: add(ledger.long.fundingReceived, ledger.short.fundingReceived),
		totalPaid: add(ledger.long.fundingPaid, ledger.short.fundingPaid),
		netFunding: add(netFunding(ledger.long), netFunding(ledger.short)),
		longFunding: netFunding(ledger.long),
		shortFunding: netFunding(ledger.short),
		fundingEvents: events
			.map((record) => {
				const { venue, instrument } = legPlan(state, record.leg);
				cumulative = add(cumulative, record.amount);
				return {
					timestamp: Math.floor(record.settledAt / 1_000),
					exchange: venue,
					symbol: instrument.symbol,
					amount: record.amount,
					rate: record.rate,
					cumulative,
				};
			})
			.reverse(),
	};
}

function riskPart(
	state: ExecutionState,
	facts: { readonly long: LegFacts; readonly short: LegFacts },
	marks: Marks,
	remaining: RemainingCarry,
	now: number,
): PortfolioExecution['risk'] {
	const delta = sub(state.held.long, state.held.short);
	const mark = marks.long ?? marks.short;
	const agree = facts.long.agrees && facts.short.agrees;
	const readAt = Math.min(facts.long.readAt ?? 0, facts.short.readAt ?? 0);
	return {
		netDelta: delta,
		unhedgedNotional: delta === 0n ? ZERO : mark === null ? null : mulTrunc(abs(delta), mark),
		unhedgedMs: unhedgedTime(state, now).totalMs,
		liquidationDistancePct: isEnded(state) ? null : liquidationDistance(state, facts),
		expectedRemainingCarry: 'unknown' in remaining ? null : published(remaining.carry),
		reconciledAt: agree && readAt > 0 ? iso(readAt) : null,
	};
}

function advicePart(outlook: OutlookAnswer): PortfolioAdvice {
	const { action, reason } = stayAdvice(outlook);
	const { monthMean, expectedMonth, closeBelow } = adviceFigures(outlook);
	return {
		action,
		monthMeanApr: monthMean,
		expectedCarry30d: expectedMonth,
		closeBelow: closeBelow,
		reason,
	};
}

/** Computes min over the held legs of |liquidation − mark| / mark × 100; null if a held leg's price is unknown. */
function liquidationDistance(
	state: ExecutionState,
	facts: { readonly long: LegFacts; readonly short: LegFacts },
): Decimal | null {
	let smallest: Decimal | null = null;
	for (const leg of ['long', 'short'] as const) {
		if (state.held[leg] === 0n) continue;
		const { mark, position } = facts[leg];
		if (
			mark === null ||
			mark <= 0n ||
			position?.liquidationPrice === undefined ||
			position.liquidationPrice === null
		)
			return null;
		const distance = divDown(mulDown(abs(sub(position.liquidationPrice, mark)), HUNDRED), mark);
		smallest = smallest === null ? distance : min(smallest, distance);
	}
	return smallest;
}

/** Computes a percentage, truncated; null if the base is zero or the part is unknown. */
export function percentOf(part: Decimal | null, base: Decimal): Decimal | null {
	return part === null || base === 0n ? null : divTrunc(mulTrunc(part, HUNDRED), base);
}

function netFunding(leg: LegLedger): Decimal {
	return sub(leg.fundingReceived, leg.fundingPaid);
}

/** Converts milliseconds since 1970 to ISO 8601 in UTC. @throws RangeError outside the range of `Date` */
export function iso(at: number): string {
	return new Date(at).toISOString();
}
