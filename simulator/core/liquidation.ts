/**
 * Liquidates positions. The exchange takes over a position that has lost its margin, at the position's bankruptcy
 * price.
 *
 * First the account's resting orders are cancelled: those on the symbol in isolated margin, all of them in cross
 * margin. Then the insurance fund takes the position over at the bankruptcy price, for which the account pays the
 * taker fee, and closes it in the market. Auto-deleveraging closes the part for which the fund has too little money.
 * One takeover is one transaction. (Bybit help centre "Liquidation Process" and "Insurance Fund", KuCoin support
 * "What is Liquidation" and "Insurance Fund", read 2026-11. Both exchanges first try to reduce a large position to a
 * lower risk tier; here there is only one tier.)
 */
import { abs, add, type Decimal, max, min, neg, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import { marginView } from './account-figures.ts';
import { deleverage } from './deleveraging.ts';
import { type AccountState, commit, type ExchangeState, marketOf } from './exchange-state.ts';
import { announceTouched, fitReduceOnly, type Touched, writeTouched } from './fill-booking.ts';
import { cancelBefore, closeByForce, closingSide } from './forced-orders.ts';
import { changeFund } from './insurance-fund.ts';
import { isLost, type MarginedPosition, type MarginView, takeoverPrice } from './margin.ts';
import type { Market } from './market.ts';
import { advanceMarket, publishBook } from './market-advance.ts';
import { restingFor, takeResting } from './market-taking.ts';
import { type PlannedTrade, planMatch } from './matching.ts';
import { notionalOf } from './money-rounding.ts';
import type { Side } from './types.ts';

/** Takes over lost positions at the mark prices of `now` until none is left. */
export function takeOverLost(state: ExchangeState, now: number): void {
	for (let found = true; found; ) {
		found = false;
		for (const account of state.accounts.values()) {
			while (takeOverFirst(state, account, now)) found = true;
		}
	}
}

/** @returns true if the account had a lost position, so that the caller looks for another */
function takeOverFirst(state: ExchangeState, account: AccountState, now: number): boolean {
	if (account.positions.size === 0) return false;
	const lost = firstLost(marginView(state, account, now));
	if (lost === undefined) return false;
	const market = marketOf(state, lost.instrument.symbol);
	// The book is updated first, so that orders at or beyond the fair price fill before the fund trades.
	advanceMarket(state, market, now);
	const view = marginView(state, account, now);
	const position = view.positions.find(({ instrument }) => instrument === lost.instrument);
	if (position !== undefined && isLost(position, view)) takeOver(state, market, account, view, position, now);
	return true;
}

/** Returns the largest lost position. In cross margin, all positions of the account are lost together. */
function firstLost(view: MarginView): MarginedPosition | undefined {
	const markValue = ({ held, mark }: MarginedPosition): Decimal => notionalOf(mark, abs(held.quantity));
	return view.positions
		.filter((position) => isLost(position, view))
		.sort((a, b) => (markValue(a) === markValue(b) ? 0 : markValue(a) > markValue(b) ? -1 : 1))[0];
}

/**
 * A taken-over position, which the fund holds until it is closed. `quantity` is signed like the account's position.
 */
type Taken = {
	readonly accountId: string;
	readonly quantity: Decimal;
	readonly price: Decimal;
	/** Side of the fund's closing trades. */
	readonly side: Side;
};

function takeOver(
	state: ExchangeState,
	market: Market,
	account: AccountState,
	view: MarginView,
	position: MarginedPosition,
	now: number,
): void {
	const { held, mode } = position;
	const { symbol } = market.instrument;
	const price = takeoverPrice(position, view);
	const touched: Touched = new Map();
	const changed = commit(state, () => {
		const scope = mode === 'isolated' ? symbol : undefined;
		const markets = cancelBefore(state, account, scope, 'liquidation', now);
		const quantity = abs(held.quantity);
		closeByForce(state, market, account, { quantity, price, origin: 'liquidation' }, now, touched);
		const { id } = account.account;
		const taken = { accountId: id, quantity: held.quantity, price, side: closingSide(held) };
		closeTaken(state, market, taken, now, touched);
		fitReduceOnly(state, market, touched, now);
		writeTouched(state, touched);
		return markets;
	});
	for (const each of new Set([market, ...changed])) publishBook(state, each, now);
	announceTouched(state, touched, now);
}

function closeTaken(state: ExchangeState, market: Market, taken: Taken, now: number, touched: Touched): void {
	const whole = abs(taken.quantity);
	const { side, price } = taken;
	let left = whole;
	let gain = ZERO;
	const close = (exits: readonly Exit[]): void => {
		for (const exit of exits) {
			if (exit.trade !== undefined) takeResting(state, market, side, exit.trade, now, touched);
			left = sub(left, exit.quantity);
			gain = add(gain, gainOf(exit, taken));
		}
	};
	close(affordable(exitsOf(state, market, taken, left, now), taken, state.fund));
	let placed = ZERO;
	if (left > ZERO) {
		placed = deleverage(state, market, { side, quantity: left, price }, now, touched);
		left = sub(left, placed);
	}
	// No opposite position is left to take the rest, so the fund goes into debt.
	if (left > ZERO) close(exitsOf(state, market, taken, left, now));
	const closed = sub(whole, placed);
	changeFund(state, {
		at: now,
		kind: 'takeover',
		amount: gain,
		symbol: market.instrument.symbol,
		accountId: taken.accountId,
		quantity: taken.quantity > ZERO ? closed : neg(closed),
		price,
	});
}

/**
 * Part of a taken-over position that the fund closes at one price. `trade` is undefined for the part that the book
 * cannot fill.
 */
type Exit = { readonly price: Decimal; readonly quantity: Decimal; readonly trade: PlannedTrade | undefined };

/**
 * Returns the trades that close `quantity`. The first ones take all liquidity in the book. Any remainder trades at
 * the price of the last of them, or at the mark price if that is worse.
 */
function exitsOf(
	state: ExchangeState,
	market: Market,
	{ side }: Taken,
	quantity: Decimal,
	now: number,
): readonly Exit[] {
	const plan = planMatch(
		{ side, accountId: NOBODY, quantity, limit: undefined },
		restingFor(state, market, side),
	);
	const exits: Exit[] = plan.trades.map((trade) => ({ price: trade.price, quantity: trade.quantity, trade }));
	const beyond = sub(quantity, sum(exits.map((exit) => exit.quantity)));
	if (beyond === ZERO) return exits;
	const mark = state.world.mark(market.instrument, now);
	const last = exits[exits.length - 1]?.price ?? mark;
	const price = side === 'sell' ? min(mark, last) : max(mark, last);
	return [...exits, { price, quantity: beyond, trade: undefined }];
}

/** Account id for the fund's trades. The fund is not an account, so it cannot meet orders of its own. */
const NOBODY = '';

/** Returns the exits before the first one that would take the fund below zero. */
function affordable(exits: readonly Exit[], taken: Taken, fund: Decimal): readonly Exit[] {
	let balance = fund;
	const end = exits.findIndex((exit) => {
		balance = add(balance, gainOf(exit, taken));
		return balance < ZERO;
	});
	return end === -1 ? exits : exits.slice(0, end);
}

function gainOf({ price, quantity }: Exit, taken: Taken): Decimal {
	const difference = sub(notionalOf(price, quantity), notionalOf(taken.price, quantity));
	return taken.side === 'sell' ? difference : neg(difference);
}
