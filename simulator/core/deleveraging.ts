/**
 * Performs auto-deleveraging. If the insurance fund cannot bear a loss, positions on the other side are reduced
 * without a fee at the bankruptcy price of the closed position. The position with the highest profit × leverage is
 * reduced first. Sources: KuCoin support "Auto-Deleveraging (ADL)"; Bybit help centre "Auto-Deleveraging (ADL)
 * Mechanism" and execution rows of such trades, whose `execFee` and `feeRate` are 0 (read 2026-11).
 */
import {
	abs,
	add,
	type Decimal,
	divDown,
	formatDecimal,
	isMultipleOf,
	min,
	mulDown,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import { positionAt } from './account-figures.ts';
import { type AccountState, accountState, commit, type ExchangeState } from './exchange-state.ts';
import { announceTouched, fitReduceOnly, type Touched, writeTouched } from './fill-booking.ts';
import { cancelBefore, closeByForce } from './forced-orders.ts';
import type { Market } from './market.ts';
import { publishBook } from './market-advance.ts';
import type { Position, Side } from './types.ts';

/** Thrown if a deleveraging is refused; the message gives the reason. */
export class DeleveragingError extends Error {
	override readonly name = 'DeleveragingError';
}

/**
 * Returns the position's score in the queue: profit per entry value × leverage. A loss is divided by the leverage
 * instead, so that losing positions come last (KuCoin support "Auto-Deleveraging (ADL)").
 */
function scoreOf(position: Position): Decimal {
	const entryValue = mulDown(position.entryPrice, abs(position.quantity));
	if (entryValue === ZERO) return ZERO;
	const share = divDown(position.unrealizedPnl, entryValue);
	return share >= ZERO ? mulDown(share, position.leverage) : divDown(share, position.leverage);
}

/**
 * Reduces positions opposite to the closed one, in queue order, by `quantity` in total or until none is left. `side`
 * is the side of the closing trade: `sell` reduces shorts, `buy` reduces longs. Runs inside `commit`. @returns the
 * total quantity by which positions were reduced
 */
export function deleverage(
	state: ExchangeState,
	market: Market,
	wanted: { readonly side: Side; readonly quantity: Decimal; readonly price: Decimal },
	at: number,
	touched: Touched,
): Decimal {
	const { symbol } = market.instrument;
	let placed = ZERO;
	for (const { account, position } of queueOf(state, symbol, wanted.side, at)) {
		if (placed >= wanted.quantity) break;
		const quantity = min(abs(position.quantity), sub(wanted.quantity, placed));
		cancelBefore(state, account, symbol, 'adl', at);
		closeByForce(state, market, account, { quantity, price: wanted.price, origin: 'adl' }, at, touched);
		placed = add(placed, quantity);
	}
	return placed;
}

/** Returns the accounts with a long position (`side` is `buy`) or a short one (`sell`), in queue order. */
function queueOf(state: ExchangeState, symbol: string, side: Side, at: number) {
	const queue: { readonly account: AccountState; readonly position: Position; readonly score: Decimal }[] =
		[];
	for (const account of state.accounts.values()) {
		const held = account.positions.get(symbol);
		if (held === undefined || held.quantity > ZERO !== (side === 'buy')) continue;
		const position = positionAt(state, account, symbol, at);
		if (position !== undefined) queue.push({ account, position, score: scoreOf(position) });
	}
	return queue.sort((a, b) =>
		a.score === b.score ? a.account.account.uid - b.account.account.uid : a.score > b.score ? -1 : 1,
	);
}

/**
 * Reduces one account's position at the request of the admin port. The counterparty is an imaginary bankrupt holder,
 * whose bankruptcy price is `price`, by default the mark price.
 * @throws DeleveragingError if there is no such position, or for an invalid quantity or price
 */
export function deleverageAccount(
	state: ExchangeState,
	market: Market,
	accountId: string,
	wish: { readonly quantity: Decimal | undefined; readonly price: Decimal | undefined },
	at: number,
): void {
	const { symbol, lotSize, tickSize } = market.instrument;
	const account = accountState(state, accountId);
	const held = account.positions.get(symbol);
	if (held === undefined) {
		throw new DeleveragingError(`${account.account.name} holds no ${symbol} that could be reduced.`);
	}
	const quantity = wish.quantity ?? abs(held.quantity);
	if (quantity <= ZERO || quantity > abs(held.quantity) || !isMultipleOf(quantity, lotSize)) {
		throw new DeleveragingError(
			`The quantity was ${formatDecimal(quantity)}, limit more than 0, at most ${formatDecimal(abs(held.quantity))}, in steps of ${formatDecimal(lotSize)}.`,
		);
	}
	const mark = state.world.mark(market.instrument, at);
	const price = wish.price ?? sub(mark, (mark % tickSize) as Decimal);
	if (price <= ZERO || !isMultipleOf(price, tickSize)) {
		throw new DeleveragingError(
			`The price was ${formatDecimal(price)}, limit more than 0, in ticks of ${formatDecimal(tickSize)}.`,
		);
	}
	const touched: Touched = new Map();
	commit(state, () => {
		cancelBefore(state, account, symbol, 'adl', at);
		closeByForce(state, market, account, { quantity, price, origin: 'adl' }, at, touched);
		fitReduceOnly(state, market, touched, at);
		writeTouched(state, touched);
	});
	publishBook(state, market, at);
	announceTouched(state, touched, at);
}
