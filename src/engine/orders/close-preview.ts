/** Works out what closing an execution now would do and bring, cause by cause, by the books as they stand. Pure. */
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
import { coinsText, durationText } from '../../domain/figure-text.ts';
import type { LegRole } from '../../domain/ids.ts';
import { costShare, type ExecutionLedger, executionLedger, type LegLedger } from '../../domain/ledger.ts';
import { averagePrice, isBeyond, midPrice, type OrderBook, oppositeSide } from '../../domain/order-book.ts';
import { statusOf } from '../../domain/status.ts';
import type { ClosePreview, ClosePreviewLeg, CloseResult } from '../../ports/close-preview.ts';
import { guardedPrice } from '../decide/order-terms.ts';

/** The market of one leg, as far as it is known now. */
export type ExitMarket = {
	/** Undefined where none is known. */
	readonly book: OrderBook | undefined;
	/** Milliseconds since it was received; null without a book. */
	readonly bookAgeMs: number | null;
	/** Share of the value that the account pays as taker; undefined where it is not known. */
	readonly takerFee: Decimal | undefined;
};

/** The close that is asked for, as the engine would read it. */
export type AskedClose = {
	/** Coins per leg that stay. */
	readonly remaining: Decimal;
	/** A close that does the same is under way. */
	readonly isUnderWay: boolean;
	/** A slippage guard that does not give way while both legs are equal, basis points. */
	readonly firmGuardBps: Decimal | undefined;
};

type Reason = ClosePreview['reasons'][number];
type Warning = ClosePreview['warnings'][number];
type Leg = {
	readonly shown: ClosePreviewLeg;
	readonly reasons: readonly Reason[];
	readonly warnings: readonly Warning[];
};

const HUNDRED = fromInteger(100);

/** @param bookStaleMs a book that is older than this is warned of */
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
		warnings: legs.flatMap(({ warnings }) => warnings),
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
		reasons: quantity === 0n ? [] : whyUnknown(exit, market, mid, `${venue} ${instrument.symbol}`, venue),
		warnings:
			quantity === 0n
				? []
				: [
						...staleBook(market, bookStaleMs, `${venue} ${instrument.symbol}`),
						...outsideGuard(state, role, exit, mid, asked),
					],
	};
}

/** The causes that hang on the book, each unknown alone where what it needs is. */
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
				message: `No usable book of ${name} is known now, so nobody can say what its exit brings. A close is carried out all the same.`,
			},
		];
	if (exit.price === null)
		return [
			{
				field: `legs.${venue}.expected_price`,
				code: 'THIN_BOOK',
				message: `The visible book of ${name} does not hold the whole leg, so fees and slippage of its exit are not known. A close goes out in slices.`,
			},
		];
	return takerFee === undefined
		? [
				{
					field: `legs.${venue}.result.exit_fees`,
					code: 'FEES_UNKNOWN',
					message: `The fees of the account for ${name} are not known now.`,
				},
			]
		: [];
}

function staleBook({ bookAgeMs }: ExitMarket, bookStaleMs: number, name: string): readonly Warning[] {
	if (bookAgeMs === null || bookAgeMs <= bookStaleMs) return [];
	return [
		{
			code: 'BOOK_STALE',
			message: `The book of ${name} is ${durationText(bookAgeMs)} old: what the exit brings may differ from these figures.`,
		},
	];
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
	return [
		{
			code: 'SLIPPAGE_GUARD',
			message: `The book of ${venue} ${instrument.symbol} does not hold the whole leg inside max_slippage_bps, so the close may wait. Name a wider guard, or none.`,
		},
	];
}

// In words ----------------------------------------------------------------------------------------------------------

function whatItDoes(
	state: ExecutionState,
	{ remaining, isUnderWay }: AskedClose,
): Pick<ClosePreview, 'action' | 'message'> {
	const { held, phase, plan } = state;
	const { long, short } = plan.legs;
	const both = `${coinsText(held.long)} ${plan.coin} long at ${long.venue} and ${coinsText(held.short)} short at ${short.venue}`;
	if (isEnded(state))
		return {
			action: 'nothing',
			message: 'It has ended and nothing is open. A close answers its final figures again.',
		};
	if (phase === 'queued')
		return {
			action: 'cancel',
			message: 'Nothing is open yet. A close ends it, and no order is sent.',
		};
	const more = state.orders.some(isInFlight) ? ' What orders on their way still fill is closed too.' : '';
	if (isUnderWay)
		return {
			action: 'wait',
			message: `It is being closed: ${both} are still open. A close waits for the end.`,
		};
	if (remaining > 0n)
		return {
			action: 'close_share',
			message: `A close sells ${coinsText(sub(held.long, remaining))} of ${coinsText(held.long)} ${plan.coin} at ${long.venue} and buys as many back at ${short.venue}. ${coinsText(remaining)} run on, hedged.`,
		};
	if (phase === 'running' || state.close !== undefined)
		return {
			action: 'close',
			message: `A close sells ${coinsText(held.long)} ${plan.coin} at ${long.venue} and buys back ${coinsText(held.short)} at ${short.venue}, until both exchanges confirm that nothing is held.${more}`,
		};
	const stops = held.long === 0n && held.short === 0n ? 'Nothing is open so far.' : `It closes ${both}.`;
	return { action: 'stop_opening', message: `A close stops the opening. ${stops}${more}` };
}
