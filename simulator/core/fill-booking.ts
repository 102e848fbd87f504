/** Books fills, payments and transfers: position, wallet, ledger and database together. Runs inside `commit`. */
import { add, type Decimal, neg, ZERO } from '../../src/domain/decimal.ts';
import { balanceAt, positionAt } from './account-figures.ts';
import { type AccountState, accountState, type ExchangeState, newId } from './exchange-state.ts';
import type { Market } from './market.ts';
import { feeOf, notionalOf } from './money-rounding.ts';
import { applyFill, closableQuantity } from './position.ts';
import { type RestingOrder, remainingOf } from './resting-orders.ts';
import { isOpen } from './store-rows.ts';
import type { Fill, LedgerEntry, Order } from './types.ts';

/** Accounts and symbols that a change has touched: what to write at its end and to tell after it. */
export type Touched = Map<AccountState, Set<string>>;

export function touch(touched: Touched, account: AccountState, symbol: string): void {
	const symbols = touched.get(account);
	if (symbols === undefined) touched.set(account, new Set([symbol]));
	else symbols.add(symbol);
}

export type NewFill = {
	readonly price: Decimal;
	readonly quantity: Decimal;
	readonly isMaker: boolean;
	readonly at: number;
};

export function feeRateOf(market: Market, isMaker: boolean): Decimal {
	return isMaker ? market.instrument.makerFeeRate : market.instrument.takerFeeRate;
}

/** Books one fill of `order` and returns the order after it; the caller keeps the order and writes it. */
export function bookFill(
	state: ExchangeState,
	market: Market,
	order: Order,
	fill: NewFill,
	touched: Touched,
): Order {
	const { price, quantity, isMaker, at } = fill;
	const { request } = order;
	const { symbol, side } = request;
	const account = accountState(state, order.accountId);
	const value = notionalOf(price, quantity);
	const feeRate = feeRateOf(market, isMaker);
	const fee = feeOf(feeRate, value);
	const effect = applyFill(account.positions.get(symbol), { symbol, side, price, quantity, fee, at });
	if (effect.position === undefined) account.positions.delete(symbol);
	else account.positions.set(symbol, effect.position);
	touch(touched, account, symbol);

	const filledQuantity = add(order.filledQuantity, quantity);
	const after: Order = {
		...order,
		status: filledQuantity >= request.quantity ? 'filled' : 'partiallyFilled',
		filledQuantity,
		filledValue: add(order.filledValue, value),
		fee: add(order.fee, fee),
		updatedAt: at,
	};
	const booked: Fill = {
		id: newId(state),
		accountId: order.accountId,
		orderId: order.id,
		clientOrderId: request.clientOrderId,
		symbol,
		side,
		price,
		quantity,
		fee,
		feeRate,
		isMaker,
		closedQuantity: effect.closedQuantity,
		realizedPnl: effect.realizedPnl,
		markPrice: state.world.mark(market.instrument, at),
		at,
	};
	state.store.insertFill(booked);
	if (effect.closedQuantity > ZERO) {
		changeWallet(state, account, {
			kind: 'trade',
			amount: effect.realizedPnl,
			at,
			symbol,
			reference: booked.id,
		});
	}
	if (fee !== ZERO) {
		changeWallet(state, account, { kind: 'fee', amount: neg(fee), at, symbol, reference: booked.id });
	}
	state.outbox.add({
		to: 'account',
		accountId: order.accountId,
		event: { kind: 'fill', fill: booked, order: after },
	});
	return after;
}

/** The only way a wallet changes: with a ledger row that says why. */
export function changeWallet(
	state: ExchangeState,
	account: AccountState,
	entry: Omit<LedgerEntry, 'id' | 'accountId' | 'walletBalance'>,
): void {
	account.wallet = add(account.wallet, entry.amount);
	state.store.insertLedger({
		...entry,
		id: newId(state),
		accountId: account.account.id,
		walletBalance: account.wallet,
	});
}

/** Fills a resting order at its own price and takes it out of the book when it is done. */
export function fillResting(
	state: ExchangeState,
	market: Market,
	maker: RestingOrder,
	quantity: Decimal,
	at: number,
	touched: Touched,
): void {
	const after = bookFill(
		state,
		market,
		maker.order,
		{ price: maker.price, quantity, isMaker: true, at },
		touched,
	);
	keepResting(state, market, maker, after);
}

/** Replaces a resting order by its next state; a finished one leaves the book. */
export function keepResting(state: ExchangeState, market: Market, resting: RestingOrder, after: Order): void {
	resting.order = after;
	if (!isOpen(after.status)) {
		market.resting.remove(resting);
		accountState(state, after.accountId).openOrders.delete(after.id);
	}
	state.store.putOrder(after);
	state.outbox.add({ to: 'account', accountId: after.accountId, event: { kind: 'order', order: after } });
}

/** The order ended with `endReason` before it was filled. */
export function canceled(order: Order, endReason: string, at: number): Order {
	return {
		...order,
		status: order.filledQuantity === ZERO ? 'canceled' : 'partiallyFilledCanceled',
		endReason,
		updatedAt: at,
	};
}

/**
 * Reduce-only orders after a change of their account's position: one that has nothing left to reduce ends, one that
 * is larger than the position shrinks to it.
 */
export function fitReduceOnly(state: ExchangeState, market: Market, touched: Touched, at: number): void {
	const { symbol } = market.instrument;
	for (const [account, symbols] of touched) {
		if (!symbols.has(symbol)) continue;
		for (const resting of [...account.openOrders.values()]) {
			const { order } = resting;
			if (!order.request.reduceOnly || order.request.symbol !== symbol) continue;
			const room = closableQuantity(account.positions.get(symbol), resting.side);
			if (room === ZERO) keepResting(state, market, resting, canceled(order, 'reduceOnlyNothingLeft', at));
			else if (remainingOf(order) > room) {
				const quantity = add(order.filledQuantity, room);
				const request = { ...order.request, quantity };
				keepResting(state, market, resting, { ...order, request, updatedAt: at });
			}
		}
	}
}

/** Writes what was touched. */
export function writeTouched(state: ExchangeState, touched: Touched): void {
	for (const [account, symbols] of touched) {
		const { id } = account.account;
		state.store.updateAccount(id, account.wallet, account.marginMode);
		for (const symbol of symbols) {
			const held = account.positions.get(symbol);
			if (held === undefined) state.store.deletePosition(id, symbol);
			else state.store.putPosition(id, held);
		}
	}
}

/** Tells the touched accounts their positions and balance as they are now. */
export function announceTouched(state: ExchangeState, touched: Touched, at: number): void {
	for (const [account, symbols] of touched) {
		const accountId = account.account.id;
		for (const symbol of symbols) {
			const position = positionAt(state, account, symbol, at);
			state.outbox.add({ to: 'account', accountId, event: { kind: 'position', symbol, position } });
		}
		const balance = balanceAt(state, account, at);
		state.outbox.add({ to: 'account', accountId, event: { kind: 'balance', balance } });
	}
}
