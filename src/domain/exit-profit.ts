/**
 * What would be left of an execution if both legs were closed this instant: at the volume-weighted prices of the books' other
 * sides, less taker fees, with all that was realised, paid and received so far. In percent of the deployed capital, as
 * `total_pnl_pct` of the portfolio. Pure, exact.
 */
import {
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	mulDown,
	mulTrunc,
	mulUp,
	ONE,
	sub,
	ZERO,
} from './decimal.ts';
import type { LegRole } from './ids.ts';
import { type OrderBook, oppositeSide, type Side, walkBook } from './order-book.ts';

export type LegToClose = {
	/** `buy` for the long leg. */
	readonly openSide: Side;
	/** Coins. */
	readonly held: Decimal;
	/** What the held quantity cost at average entry, USD. */
	readonly openCost: Decimal;
	/** Undefined where no current book is known. */
	readonly book: OrderBook | undefined;
	/** Share of the value that a taker pays. */
	readonly takerFee: Decimal;
};

export type RunningProfit = Readonly<Record<LegRole, LegToClose>> & {
	/** Closed parts fill to fill, plus funding, less fees, both legs, USD. */
	readonly realized: Decimal;
	/** Peak of the deployed capital, USD. */
	readonly deployedPeak: Decimal;
};

/**
 * `pct`: percent of the deployed capital. `isWhole` is false where a visible book holds less than the leg: then what lies
 * beyond is valued at its last price, and the profit is that much **at most**. Null where a book or the capital is missing.
 */
export type ProfitIfClosed = { readonly pct: Decimal; readonly isWhole: boolean };

const HUNDRED = fromInteger(100);

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
	if (book === undefined) return null;
	const side = oppositeSide(openSide);
	const walk = walkBook(book, side, held);
	if (walk.worstPrice === undefined) return null;
	const beyond = sub(held, walk.quantity);
	const isWhole = beyond === 0n;
	if (side === 'sell') {
		const value = add(walk.value, mulUp(walk.worstPrice, beyond));
		return { profit: sub(mulDown(value, sub(ONE, takerFee)), openCost), isWhole };
	}
	const value = add(walk.value, mulDown(walk.worstPrice, beyond));
	return { profit: sub(openCost, mulUp(value, add(ONE, takerFee))), isWhole };
}

/** The profit is at the target or above; undefined where that is not known. */
export function isProfitTaken(profit: ProfitIfClosed | null, targetPct: Decimal): boolean | undefined {
	if (profit === null) return undefined;
	if (profit.pct < targetPct) return false;
	return profit.isWhole ? true : undefined;
}

/** The loss is at the limit or beyond; undefined where that is not known. What is lost at the least is known in a thin book too. */
export function isLossStopped(profit: ProfitIfClosed | null, lossPct: Decimal): boolean | undefined {
	if (profit === null) return undefined;
	if (profit.pct <= -lossPct) return true;
	return profit.isWhole ? false : undefined;
}
