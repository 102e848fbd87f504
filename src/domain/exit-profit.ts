/**
 * Computes the profit that an execution would have if both legs were closed now. It values the legs at the
 * volume-weighted prices on the books' opposite sides, subtracts taker fees, and adds everything realized, paid and
 * received so far. The result is in percent of the deployed capital, like `total_pnl_pct` of the portfolio. Pure
 * functions, exact decimals.
 */
import { add, type Decimal, divTrunc, fromInteger, mulDown, mulTrunc, mulUp, sub, ZERO } from './decimal.ts';
import type { LegRole } from './ids.ts';
import { type OrderBook, oppositeSide, type Side, walkBook } from './order-book.ts';

/** One leg, with the book on which it would close. */
export type LegToClose = {
	/** Side of the leg's opening orders: `buy` for the long leg, `sell` for the short leg. */
	readonly openSide: Side;
	/** Held quantity, coins. */
	readonly held: Decimal;
	/** Cost of the held quantity at average entry, USD. */
	readonly openCost: Decimal;
	/** Order book on which the leg would close; undefined if the service has no current one. */
	readonly book: OrderBook | undefined;
	/** Taker fee, a fraction of the value. */
	readonly takerFee: Decimal;
};

/** Both legs of a running execution, with its result so far. */
export type RunningProfit = Readonly<Record<LegRole, LegToClose>> & {
	/** Price profit of the closed parts, plus funding, minus fees, for both legs, USD. */
	readonly realized: Decimal;
	/** Peak deployed capital, USD. */
	readonly deployedPeak: Decimal;
};

/**
 * `pct` is the profit in percent of the deployed capital. `isWhole` is false if a visible book contains less than the
 * leg's quantity. The rest is then valued at the last visible price, and `pct` is an **upper bound**.
 */
export type ProfitIfClosed = { readonly pct: Decimal; readonly isWhole: boolean };

const HUNDRED = fromInteger(100);

/**
 * Computes the profit if both legs were closed now, in percent of the peak deployed capital. Returns null if a book
 * or the capital is missing.
 */
export function profitIfClosed(running: RunningProfit): ProfitIfClosed | null {
	const long = closedNow(running.long);
	const short = closedNow(running.short);
	if (long === null || short === null || running.deployedPeak <= 0n) return null;
	const total = add(running.realized, add(long.profit, short.profit));
	return {
		pct: divTrunc(mulTrunc(total, HUNDRED), running.deployedPeak),
		isWhole: long.isWhole && short.isWhole,
	};
}

function closedNow({
	openSide,
	held,
	openCost,
	book,
	takerFee,
}: LegToClose): { readonly profit: Decimal; readonly isWhole: boolean } | null {
	if (held === 0n) return { profit: ZERO, isWhole: true };
	const taken = book === undefined ? undefined : takenBy(book, oppositeSide(openSide), held);
	if (taken === undefined) return null;
	const fee = mulUp(taken.value, takerFee);
	const gain = openSide === 'buy' ? sub(taken.value, openCost) : sub(openCost, taken.value);
	return { profit: sub(gain, fee), isWhole: taken.isWhole };
}

/** Result of an order that takes from a book. */
export type Taken = {
	/** Value of the order, USD, rounded against the taker. */
	readonly value: Decimal;
	/** Price of the last level that the order reaches. */
	readonly worstPrice: Decimal;
	/**
	 * False if the visible book contains less than the order. The rest is valued at the last price, so the value is
	 * the best case.
	 */
	readonly isWhole: boolean;
};

/**
 * Computes the value and the worst price of an order that takes from a book. Returns undefined if the side that the
 * order takes from is empty.
 */
export function takenBy(book: OrderBook, side: Side, quantity: Decimal): Taken | undefined {
	const { quantity: visible, value, worstPrice } = walkBook(book, side, quantity);
	if (worstPrice === undefined) return undefined;
	const beyond = sub(quantity, visible);
	const rest = side === 'sell' ? mulUp(worstPrice, beyond) : mulDown(worstPrice, beyond);
	return { value: add(value, rest), worstPrice, isWhole: beyond === 0n };
}

/**
 * Returns true if the profit reaches the target; undefined if unknown. A book without enough quantity overstates the
 * profit, so a target reached on such a book counts as unknown.
 */
export function isProfitTaken(profit: ProfitIfClosed | null, targetPct: Decimal): boolean | undefined {
	if (profit === null) return undefined;
	if (profit.pct < targetPct) return false;
	return profit.isWhole ? true : undefined;
}

/**
 * Returns true if the loss reaches the limit; undefined if unknown. A book without enough quantity understates the
 * loss, so a limit reached on such a book counts as reached.
 */
export function isLossStopped(profit: ProfitIfClosed | null, lossPct: Decimal): boolean | undefined {
	if (profit === null) return undefined;
	if (profit.pct <= -lossPct) return true;
	return profit.isWhole ? false : undefined;
}
