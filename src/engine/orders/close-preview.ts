/** Calculates the effect and the result of a close at the current books, item by item. Pure functions. */
import { plus } from '../../domain/account-identity.ts';
import {
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	mulTrunc,
	mulUp,
	neg,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, isInFlight, legPlan } from '../../domain/execution.ts';
import { takenBy } from '../../domain/exit-profit.ts';
import type { LegRole } from '../../domain/ids.ts';
import { costShare, type ExecutionLedger, executionLedger, type LegLedger } from '../../domain/ledger.ts';
import { averagePrice, isBeyond, midPrice, type OrderBook, oppositeSide } from '../../domain/order-book.ts';
import { statusOf } from '../../domain/status.ts';
import type { ClosePreview, ClosePreviewLeg, CloseResult } from '../../ports/close-preview.ts';
import { guardedPrice } from '../decide/order-terms.ts';
import { CLOSE_ACTIONS, EXIT_NOTES, instrumentText } from './text.ts';

/** Known market data for one leg. */
export type ExitMarket = {
	/** Order book of the leg; undefined when none is known. */
	readonly book: OrderBook | undefined;
	/** Milliseconds since the book was received; null without a book. */
	readonly bookAgeMs: number | null;
	/** Taker fee of the account, as a fraction of the value; undefined when unknown. */
	readonly takerFee: Decimal | undefined;
};

/** The requested close, as the engine would interpret it. */
export type AskedClose = {
	/** Coins per leg that stay open. */
	readonly remaining: Decimal;
	/** True if a close with the same effect is in progress. */
	readonly isUnderWay: boolean;
	/**
	 * Slippage limit in basis points that does not widen while both legs are equal; undefined if the limit may widen.
	 */
	readonly firmGuardBps: Decimal | undefined;
	/** Why a close of a part closes everything; undefined for all other closes. */
	readonly tooSmallRest?: string | undefined;
};

type Reason = ClosePreview['reasons'][number];
type Warning = ClosePreview['warnings'][number];
type Leg = {
	readonly shown: ClosePreviewLeg;
	readonly reasons: readonly Reason[];
	readonly warnings: readonly Warning[];
};

const HUNDRED = fromInteger(100);

/** @param bookStaleMs age in milliseconds above which a book causes a warning */
export function closePreview(
	state: ExecutionState,
	asked: AskedClose,
	markets: Readonly<Record<LegRole, ExitMarket>>,
	bookStaleMs: number,
): ClosePreview {
	const ledger = executionLedger(state, { long: null, short: null });
	const legOf = (role: LegRole): Leg => legExit(state, role, ledger[role], asked, markets[role], bookStaleMs);
	const legs = [legOf('long'), legOf('short')] as const;
	const total = sumOf(legs[0].shown.result, legs[1].shown.result);
	return {
		success: true,
		preview: true,
		executionId: state.plan.executionId,
		status: statusOf(state),
		...whatItDoes(state, asked),
		legs: legs.map(({ shown }) => shown),
		total,
		expectedRoiPct: roiPct(total.expectedPnl, ledger),
		warnings: [...closesAll(asked), ...legs.flatMap(({ warnings }) => warnings)],
		reasons: legs.flatMap(({ reasons }) => reasons),
	};
}

function roiPct(pnl: Decimal | null, { deployedPeak }: ExecutionLedger): Decimal | null {
	return pnl === null || deployedPeak === 0n ? null : divTrunc(mulTrunc(pnl, HUNDRED), deployedPeak);
}

// One leg -----------------------------------------------------------------------------------------------------------

type Exit = Pick<CloseResult, 'pricePnl' | 'exitFees' | 'exitSlippage'> & {
	readonly price: Decimal | null;
	readonly worstPrice: Decimal | null;
};

const NO_EXIT: Exit = {
	pricePnl: ZERO,
	exitFees: ZERO,
	exitSlippage: ZERO,
	price: null,
	worstPrice: null,
};
const UNKNOWN_EXIT: Exit = { ...NO_EXIT, pricePnl: null, exitFees: null, exitSlippage: null };

function legExit(
	state: ExecutionState,
	role: LegRole,
	ledger: LegLedger,
	asked: AskedClose,
	market: ExitMarket,
	bookStaleMs: number,
): Leg {
	const { venue, instrument, openSide } = legPlan(state, role);
	const side = oppositeSide(openSide);
	const { held } = ledger;
	const quantity = held > asked.remaining ? sub(held, asked.remaining) : ZERO;
	const mid = market.book === undefined ? undefined : midPrice(market.book);
	const name = instrumentText(venue, instrument.symbol);
	const exit = quantity === 0n ? NO_EXIT : exitOf(state, role, ledger, quantity, market, mid);
	return {
		shown: {
			role,
			exchange: venue,
			symbol: instrument.symbol,
			side,
			held,
			quantity,
			entryPrice: ledger.entryPrice,
			midPrice: mid ?? null,
			expectedPrice: exit.price,
			bookAgeMs: market.bookAgeMs,
			result: resultOf(ledger, exit),
		},
		reasons: quantity === 0n ? [] : whyUnknown(exit, market, mid, name, venue),
		warnings:
			quantity === 0n
				? []
				: [...staleBook(market, bookStaleMs, name), ...outsideGuard(state, role, exit, mid, asked)],
	};
}

/** Calculates the figures that depend on the book. Each figure is null when its own inputs are missing. */
function exitOf(
	state: ExecutionState,
	role: LegRole,
	{ held, openCost }: LegLedger,
	quantity: Decimal,
	{ book, takerFee }: ExitMarket,
	mid: Decimal | undefined,
): Exit {
	if (book === undefined || mid === undefined) return UNKNOWN_EXIT;
	const { openSide } = legPlan(state, role);
	const side = oppositeSide(openSide);
	const signed = (value: Decimal): Decimal => (openSide === 'buy' ? value : neg(value));
	const midValue = mulTrunc(mid, quantity);
	const entryCost = costShare({ quantity: held, cost: openCost }, quantity);
	const pricePnl = signed(sub(midValue, entryCost));
	const taken = takenBy(book, side, quantity);
	if (taken?.isWhole !== true) return { ...UNKNOWN_EXIT, pricePnl };
	return {
		pricePnl,
		exitFees: takerFee === undefined ? null : mulUp(taken.value, takerFee),
		exitSlippage: signed(sub(midValue, taken.value)),
		price: averagePrice(side, { ...taken, quantity }) ?? null,
		worstPrice: taken.worstPrice,
	};
}

function resultOf(ledger: LegLedger, { pricePnl, exitFees, exitSlippage }: Exit): CloseResult {
	const { realizedPrice, fundingReceived, fundingPaid, fees } = ledger;
	const causes = {
		pricePnl,
		closedPnl: realizedPrice,
		fundingPnl: sub(fundingReceived, fundingPaid),
		feesPaid: fees,
		exitFees,
		exitSlippage,
	};
	return { ...causes, expectedPnl: expectedOf(causes) };
}

function expectedOf(causes: Omit<CloseResult, 'expectedPnl'>): Decimal | null {
	const { pricePnl: price, closedPnl: closed, fundingPnl: funding, feesPaid: paid } = causes;
	const { exitFees: fees, exitSlippage: slippage } = causes;
	if (price === null || fees === null || slippage === null) return null;
	return sub(sub(add(add(price, closed), funding), paid), add(fees, slippage));
}

function sumOf(long: CloseResult, short: CloseResult): CloseResult {
	return {
		pricePnl: plus(long.pricePnl, short.pricePnl),
		closedPnl: add(long.closedPnl, short.closedPnl),
		fundingPnl: add(long.fundingPnl, short.fundingPnl),
		feesPaid: add(long.feesPaid, short.feesPaid),
		exitFees: plus(long.exitFees, short.exitFees),
		exitSlippage: plus(long.exitSlippage, short.exitSlippage),
		expectedPnl: plus(long.expectedPnl, short.expectedPnl),
	};
}

function whyUnknown(
	exit: Exit,
	{ book, takerFee }: ExitMarket,
	mid: Decimal | undefined,
	name: string,
	venue: string,
): readonly Reason[] {
	if (book === undefined || mid === undefined)
		return [
			{
				field: `legs.${venue}.expected_price`,
				code: 'BOOK_MISSING',
				message: EXIT_NOTES.noBook(name),
			},
		];
	if (exit.price === null)
		return [
			{
				field: `legs.${venue}.expected_price`,
				code: 'THIN_BOOK',
				message: EXIT_NOTES.thinBook(name),
			},
		];
	return takerFee === undefined
		? [
				{
					field: `legs.${venue}.result.exit_fees`,
					code: 'FEES_UNKNOWN',
					message: EXIT_NOTES.noFees(name),
				},
			]
		: [];
}

function closesAll({ tooSmallRest }: AskedClose): readonly Warning[] {
	return tooSmallRest === undefined
		? []
		: [{ code: 'CLOSES_ALL', message: EXIT_NOTES.closesAll(tooSmallRest) }];
}

function staleBook({ bookAgeMs }: ExitMarket, bookStaleMs: number, name: string): readonly Warning[] {
	if (bookAgeMs === null || bookAgeMs <= bookStaleMs) return [];
	return [{ code: 'BOOK_STALE', message: EXIT_NOTES.oldBook(name, bookAgeMs) }];
}

function outsideGuard(
	state: ExecutionState,
	role: LegRole,
	{ worstPrice }: Exit,
	mid: Decimal | undefined,
	{ firmGuardBps }: AskedClose,
): readonly Warning[] {
	if (firmGuardBps === undefined || mid === undefined || worstPrice === null) return [];
	const { venue, instrument, openSide } = legPlan(state, role);
	const side = oppositeSide(openSide);
	if (!isBeyond(side, worstPrice, guardedPrice(side, mid, firmGuardBps, instrument.tickSize))) return [];
	return [{ code: 'SLIPPAGE_GUARD', message: EXIT_NOTES.guard(instrumentText(venue, instrument.symbol)) }];
}

// Sentences -----------------------------------------------------------------------------------------------------------

function whatItDoes(
	state: ExecutionState,
	{ remaining, isUnderWay }: AskedClose,
): Pick<ClosePreview, 'action' | 'message'> {
	const { held, phase, plan } = state;
	const { long, short } = plan.legs;
	const open = {
		coin: plan.coin,
		long: { venue: long.venue, held: held.long },
		short: { venue: short.venue, held: held.short },
	};
	if (isEnded(state)) return { action: 'nothing', message: CLOSE_ACTIONS.nothing };
	if (phase === 'queued') return { action: 'cancel', message: CLOSE_ACTIONS.cancel };
	if (isUnderWay) return { action: 'wait', message: CLOSE_ACTIONS.wait(open) };
	if (remaining > 0n) return { action: 'close_share', message: CLOSE_ACTIONS.share(open, remaining) };
	const hasOrders = state.orders.some(isInFlight);
	if (phase === 'running' || state.close !== undefined)
		return { action: 'close', message: CLOSE_ACTIONS.whole(open, hasOrders) };
	return { action: 'stop_opening', message: CLOSE_ACTIONS.stop(open, hasOrders) };
}
