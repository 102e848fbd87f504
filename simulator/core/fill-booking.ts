/**
 * Books fills, payments and transfers so that position, wallet, ledger and database change together. Runs inside
 * `commit`.
 */
import { add, type Decimal, max, min, neg, ZERO } from '../../src/domain/decimal.ts';
import { balanceAt, positionAt } from './account-figures.ts';
import { type AccountState, accountState, type ExchangeState, newId } from './exchange-state.ts';
import { changeAsset, discountedFee } from './fee-assets.ts';
import type { Market } from './market.ts';
import { feeOf, notionalOf } from './money-rounding.ts';
import { applyFill, closableQuantity } from './position.ts';
import { type RestingOrder, remainingOf } from './resting-orders.ts';
import { isOpen } from './store-rows.ts';
import type { Fill, LedgerEntry, Order, Origin } from './types.ts';

/**
 * Accounts and symbols that an operation has changed, with the cause of each change. The changes are written to the
 * database at the end of the operation and reported after it.
 */
export type Touched = Map<AccountState, Map<string, Origin>>;

export function touch(
	touched: Touched,
	account: AccountState,
	symbol: string,
	origin: Origin = 'user',
): void {
	const symbols = touched.get(account);
	if (symbols === undefined) touched.set(account, new Map([[symbol, origin]]));
	// The exchange's own action is reported as the cause, even if the account's own orders changed something too.
	else if (origin !== 'user' || !symbols.has(symbol)) symbols.set(symbol, origin);
}

/** Marks only the account's balance as changed. */
export function touchedBalance(account: AccountState): Touched {
	return new Map([[account, new Map<string, Origin>()]]);
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

type Charge = {
	/** Fee in units of `asset`. */
	readonly fee: Decimal;
	readonly asset: string;
	/** Fee rate on the fill's value, before conversion to another asset. */
	readonly rate: Decimal;
	/** Fee in the settlement currency. */
	readonly value: Decimal;
};

/**
 * Returns the fee of a fill. A user's own order pays the maker or taker rate, in the exchange's coin if the account
 * uses it and holds enough. A liquidation pays the taker rate, limited to the wallet balance after the realised
 * result. A deleveraging pays nothing. A delisting pays according to the terms.
 */
function chargeOf(
	state: ExchangeState,
	market: Market,
	account: AccountState,
	{ origin, request }: Order,
	fill: NewFill & { readonly value: Decimal },
): Charge {
	const settledIn = market.instrument.quote;
	const isFree = origin === 'delisting' && state.terms.delisting.fee === 'none';
	if (origin === 'adl' || isFree) return { fee: ZERO, asset: settledIn, rate: ZERO, value: ZERO };
	const rate = feeRateOf(market, fill.isMaker);
	const fee = feeOf(rate, fill.value);
	if (origin === 'liquidation') {
		const { symbol, side } = request;
		const { realizedPnl } = applyFill(account.positions.get(symbol), { ...fill, symbol, side, fee: ZERO });
		const capped = min(fee, max(ZERO, add(account.wallet, realizedPnl)));
		return { fee: capped, asset: settledIn, rate, value: capped };
	}
	const discounted =
		fee > ZERO && origin === 'user' ? discountedFee(state, account, fee, fill.at) : undefined;
	return discounted === undefined ? { fee, asset: settledIn, rate, value: fee } : { ...discounted, rate };
}

/**
 * Books one fill of `order` and returns the updated order. The caller stores the order in memory and in the database.
 */
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
	const held = account.positions.get(symbol);
	const charge = chargeOf(state, market, account, order, { ...fill, value });
	const effect = applyFill(held, { symbol, side, price, quantity, fee: charge.value, at });
	if (effect.position === undefined) account.positions.delete(symbol);
	else account.positions.set(symbol, effect.position);
	touch(touched, account, symbol, order.origin);

	const filledQuantity = add(order.filledQuantity, quantity);
	const after: Order = {
		...order,
		status: filledQuantity >= request.quantity ? 'filled' : 'partiallyFilled',
		filledQuantity,
		filledValue: add(order.filledValue, value),
		fee: charge.asset === market.instrument.quote ? add(order.fee, charge.fee) : order.fee,
		assetFee: charge.asset === market.instrument.quote ? order.assetFee : add(order.assetFee, charge.fee),
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
		origin: order.origin,
		fee: charge.fee,
		feeAsset: charge.asset,
		feeRate: charge.rate,
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
	if (charge.fee !== ZERO) {
		const entry = { kind: 'fee', amount: neg(charge.fee), at, symbol, reference: booked.id } as const;
		if (charge.asset === market.instrument.quote) changeWallet(state, account, entry);
		else changeAsset(state, account, entry);
	}
	state.outbox.add({
		to: 'account',
		accountId: order.accountId,
		event: { kind: 'fill', fill: booked, order: after },
	});
	return after;
}

/** Changes a wallet and records the reason in the ledger. */
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

/** Fills a resting order at its own price, and removes it from the book once it is completely filled. */
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

/** Stores the new state of a resting order. A finished order is removed from the book. */
export function keepResting(state: ExchangeState, market: Market, resting: RestingOrder, after: Order): void {
	resting.order = after;
	if (!isOpen(after.status)) {
		market.resting.remove(resting);
		accountState(state, after.accountId).openOrders.delete(after.id);
	}
	state.store.putOrder(after);
	state.outbox.add({ to: 'account', accountId: after.accountId, event: { kind: 'order', order: after } });
}

/** Returns an open order as canceled, with the reason `endReason`. */
export function canceled(order: Order, endReason: string, at: number): Order {
	return {
		...order,
		status: order.filledQuantity === ZERO ? 'canceled' : 'partiallyFilledCanceled',
		endReason,
		updatedAt: at,
	};
}

/**
 * Adjusts an account's reduce-only orders after its position changed. An order that has nothing left to reduce is
 * canceled, and an order larger than the position shrinks to it.
 */
export function fitReduceOnly(state: ExchangeState, market: Market, touched: Touched, at: number): void {
	const { symbol } = market.instrument;
	for (const [account, symbols] of touched) {
		if (!symbols.has(symbol)) continue;
		for (const resting of [...account.openOrders.values()]) {
			const { order } = resting;
			if (!order.request.reduceOnly || order.request.symbol !== symbol) continue;
			const closable = closableQuantity(account.positions.get(symbol), resting.side);
			if (closable === ZERO)
				keepResting(state, market, resting, canceled(order, 'reduceOnlyNothingLeft', at));
			else if (remainingOf(order) > closable) {
				const quantity = add(order.filledQuantity, closable);
				const request = { ...order.request, quantity };
				keepResting(state, market, resting, { ...order, request, updatedAt: at });
			}
		}
	}
}

/** Writes the changed accounts and positions to the database. */
export function writeTouched(state: ExchangeState, touched: Touched): void {
	for (const [account, symbols] of touched) {
		const { id } = account.account;
		state.store.updateAccount(id, account.wallet, account.marginMode);
		for (const symbol of symbols.keys()) {
			const held = account.positions.get(symbol);
			if (held === undefined) state.store.deletePosition(id, symbol);
			else state.store.putPosition(id, held);
		}
	}
}

/** Reports current positions and balances to the listeners of the accounts that changed. */
export function announceTouched(state: ExchangeState, touched: Touched, at: number): void {
	for (const [account, symbols] of touched) {
		const accountId = account.account.id;
		for (const [symbol, origin] of symbols) {
			const position = positionAt(state, account, symbol, at);
			state.outbox.add({
				to: 'account',
				accountId,
				event: { kind: 'position', symbol, position, origin, isBeingClosed: false },
			});
		}
		const balance = balanceAt(state, account, at);
		state.outbox.add({ to: 'account', accountId, event: { kind: 'balance', balance } });
	}
}
