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
import { type Taken, takenBy } from '../../domain/exit-profit.ts';
import type { LegRole } from '../../domain/ids.ts';
import { costShare, type ExecutionLedger, executionLedger, type LegLedger } from '../../domain/ledger.ts';
import {
	averagePrice,
	isBeyond,
	midPrice,
	type OrderBook,
	oppositeSide,
	type Side,
} from '../../domain/order-book.ts';
import { statusOf } from '../../domain/status.ts';
import type { ClosePreview, ClosePreviewLeg, CloseResult, MakerPart } from '../../ports/close-preview.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { guardedPrice } from '../decide/order-terms.ts';
import { CLOSE_TEXT } from '../decide/text.ts';
import type { MakerTerms } from './maker-terms.ts';
import { instrumentText } from './text.ts';

/** Known market data for one leg. */
export type ExitMarket = {
	/** Order book of the leg; undefined when none is known. */
	readonly book: OrderBook | undefined;
	/** Milliseconds since the book was received; null without a book. */
	readonly bookAgeMs: number | null;
	/** Fees of the account, as fractions of the value; undefined when unknown. */
	readonly fees: FeeRates | undefined;
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
	readonly tooSmallRest?: Words | undefined;
	/** Terms of a close as maker; undefined for a close as taker. */
	readonly maker?: MakerTerms | undefined;
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
		maker: asked.maker === undefined ? null : makerPart(state, asked.maker),
		legs: legs.map(({ shown }) => shown),
		total,
		expectedRoiPct: roiPct(total.expectedPnl, ledger),
		warnings: [...closesAll(asked), ...unguarded(state, asked), ...legs.flatMap(({ warnings }) => warnings)],
		reasons: legs.flatMap(({ reasons }) => reasons),
	};
}

function makerPart({ plan }: ExecutionState, { maker, guard }: MakerTerms): MakerPart {
	return {
		leg: maker.leg,
		exchange: plan.legs[maker.leg].venue,
		ms: maker.ms,
		moveBpsMax: maker.moveBpsMax,
		hasDeadManSwitch: guard.kind === 'yes',
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
	const exit =
		quantity === 0n
			? NO_EXIT
			: exitOf(state, role, ledger, quantity, market, asked.maker?.maker.leg === role);
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
	{ book, fees }: ExitMarket,
	rests: boolean,
): Exit {
	const mid = book === undefined ? undefined : midPrice(book);
	if (book === undefined || mid === undefined) return UNKNOWN_EXIT;
	const { openSide } = legPlan(state, role);
	const side = oppositeSide(openSide);
	const signed = (value: Decimal): Decimal => (openSide === 'buy' ? value : neg(value));
	const midValue = mulTrunc(mid, quantity);
	const entryCost = costShare({ quantity: held, cost: openCost }, quantity);
	const pricePnl = signed(sub(midValue, entryCost));
	// An order that rests at the best price of its own side fills at that price, or not at all.
	const taken = rests ? restingExit(book, side, quantity) : takenBy(book, side, quantity);
	const fee = rests ? fees?.maker : fees?.taker;
	if (taken?.isWhole !== true) return { ...UNKNOWN_EXIT, pricePnl };
	return {
		pricePnl,
		exitFees: fee === undefined ? null : mulUp(taken.value, fee),
		exitSlippage: signed(sub(midValue, taken.value)),
		price: averagePrice(side, { ...taken, quantity }) ?? null,
		worstPrice: taken.worstPrice,
	};
}

function restingExit(book: OrderBook, side: Side, quantity: Decimal): Taken | undefined {
	const price = (side === 'buy' ? book.bids : book.asks)[0]?.[0];
	if (price === undefined) return undefined;
	return { value: mulTrunc(price, quantity), worstPrice: price, isWhole: true };
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
	{ book, fees }: ExitMarket,
	mid: Decimal | undefined,
	name: string,
	venue: string,
): readonly Reason[] {
	if (book === undefined || mid === undefined)
		return [
			{
				field: `legs.${venue}.expected_price`,
				code: 'BOOK_MISSING',
				message: CLOSE_TEXT.bookMissing({ instrument: name }),
			},
		];
	if (exit.price === null)
		return [
			{
				field: `legs.${venue}.expected_price`,
				code: 'THIN_BOOK',
				message: CLOSE_TEXT.thinBook({ instrument: name }),
			},
		];
	return fees === undefined
		? [
				{
					field: `legs.${venue}.result.exit_fees`,
					code: 'FEES_UNKNOWN',
					message: CLOSE_TEXT.feesUnknown({ instrument: name }),
				},
			]
		: [];
}

function closesAll({ tooSmallRest }: AskedClose): readonly Warning[] {
	return tooSmallRest === undefined
		? []
		: [{ code: 'CLOSES_ALL', message: CLOSE_TEXT.closesAll({ why: tooSmallRest }) }];
}

function unguarded({ plan }: ExecutionState, { maker }: AskedClose): readonly Warning[] {
	if (maker === undefined || maker.guard.kind === 'yes') return [];
	const exchange = shownNameOf(plan.legs[maker.maker.leg].venue);
	return [
		{ code: 'NO_DEAD_MAN_SWITCH', message: CLOSE_TEXT.noSwitch({ exchange, finding: maker.guard.said }) },
	];
}

function staleBook({ bookAgeMs }: ExitMarket, bookStaleMs: number, name: string): readonly Warning[] {
	if (bookAgeMs === null || bookAgeMs <= bookStaleMs) return [];
	return [{ code: 'BOOK_STALE', message: CLOSE_TEXT.bookOld({ instrument: name, age: bookAgeMs }) }];
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
			message: CLOSE_TEXT.slippageGuard({ instrument: instrumentText(venue, instrument.symbol) }),
		},
	];
}

// Sentences -----------------------------------------------------------------------------------------------------------

function whatItDoes(
	state: ExecutionState,
	{ remaining, isUnderWay, maker }: AskedClose,
): Pick<ClosePreview, 'action' | 'message'> {
	const { held, phase, plan } = state;
	const { long, short } = plan.legs;
	const rests = maker === undefined ? '' : restsText(state, maker);
	const open = {
		coin: plan.coin,
		longOn: shownNameOf(long.venue),
		long: held.long,
		shortOn: shownNameOf(short.venue),
		short: held.short,
	};
	if (isEnded(state)) return { action: 'nothing', message: CLOSE_TEXT.nothing() };
	if (phase === 'queued') return { action: 'cancel', message: CLOSE_TEXT.cancel() };
	if (isUnderWay) return { action: 'wait', message: CLOSE_TEXT.wait(open) };
	if (remaining > 0n)
		return {
			action: 'close_share',
			message: CLOSE_TEXT.share({ ...open, closed: sub(held.long, remaining), remaining, rests }),
		};
	const hasOrders = state.orders.some(isInFlight);
	if (phase === 'running' || state.close !== undefined)
		return { action: 'close', message: CLOSE_TEXT.whole({ ...open, hasOrders, rests }) };
	return { action: 'stop_opening', message: CLOSE_TEXT.stop({ ...open, hasOrders }) };
}

function restsText({ plan }: ExecutionState, { maker: { leg, ms } }: MakerTerms): Words {
	return CLOSE_TEXT.makerRests({ leg, exchange: shownNameOf(plan.legs[leg].venue), rests: ms });
}
