/** Computes settings, margin, balance and positions of one account at a given time. */
import { type Decimal, fromInteger, min, ONE, sum } from '../../src/domain/decimal.ts';
import type { AccountState, ExchangeState } from './exchange-state.ts';
import { marketOf } from './exchange-state.ts';
import { balanceOf, type MarginView, positionOf, restingOrderMargin } from './margin.ts';
import type { HeldPosition } from './position.ts';
import type { Balance, Instrument, MarginMode, Order, Position } from './types.ts';

/** Default leverage of a symbol, limited to the instrument's maximum. Bybit and KuCoin have the same default. */
const LEVERAGE_DEFAULT = 10;

export type EffectiveSetting = { readonly leverage: Decimal; readonly mode: MarginMode };

export function settingOf(account: AccountState, instrument: Instrument): EffectiveSetting {
	const own = account.settings.get(instrument.symbol);
	return {
		leverage: own?.leverage ?? min(fromInteger(LEVERAGE_DEFAULT), fromInteger(instrument.leverageMax)),
		mode: own?.marginMode ?? account.marginMode,
	};
}

/** Hypothetical state of an account in one symbol, for example its state after an order that is being checked. */
export type Supposed = {
	readonly symbol: string;
	readonly wallet: Decimal;
	readonly held: HeldPosition | undefined;
	readonly orders: readonly Order[];
	readonly setting: EffectiveSetting;
};

/**
 * Returns the account's margin figures at the mark prices of `at`. If `supposed` is given, it replaces the current
 * state of its symbol.
 */
export function marginView(
	state: ExchangeState,
	account: AccountState,
	at: number,
	supposed?: Supposed,
): MarginView {
	const setting = (instrument: Instrument): EffectiveSetting =>
		supposed?.symbol === instrument.symbol ? supposed.setting : settingOf(account, instrument);
	const held = [...account.positions.values()].filter((each) => each.symbol !== supposed?.symbol);
	if (supposed?.held !== undefined) held.push(supposed.held);
	const positions = held.map((each) => {
		const { instrument } = marketOf(state, each.symbol);
		return { held: each, instrument, mark: state.world.mark(instrument, at), ...setting(instrument) };
	});
	return {
		wallet: supposed?.wallet ?? account.wallet,
		positions,
		orderMargin: sum(orderMargins(state, account, setting, supposed)),
	};
}

function orderMargins(
	state: ExchangeState,
	account: AccountState,
	setting: (instrument: Instrument) => EffectiveSetting,
	supposed: Supposed | undefined,
): Decimal[] {
	const bySymbol = new Map<string, Order[]>();
	for (const { order } of account.openOrders.values()) {
		const { symbol } = order.request;
		if (symbol === supposed?.symbol) continue;
		const orders = bySymbol.get(symbol);
		if (orders === undefined) bySymbol.set(symbol, [order]);
		else orders.push(order);
	}
	if (supposed !== undefined) bySymbol.set(supposed.symbol, [...supposed.orders]);
	return [...bySymbol].map(([symbol, orders]) => {
		const { instrument } = marketOf(state, symbol);
		const held = symbol === supposed?.symbol ? supposed.held : account.positions.get(symbol);
		return restingOrderMargin(orders, held, setting(instrument).leverage, instrument);
	});
}

export function ordersOn(account: AccountState, symbol: string): Order[] {
	const orders: Order[] = [];
	for (const { order } of account.openOrders.values()) {
		if (order.request.symbol === symbol) orders.push(order);
	}
	return orders;
}

export function balanceAt(state: ExchangeState, account: AccountState, at: number): Balance {
	return balanceOf(marginView(state, account, at));
}

export function positionsAt(state: ExchangeState, account: AccountState, at: number): Position[] {
	const view = marginView(state, account, at);
	return view.positions.map((each) => {
		const position = positionOf(each, view);
		const adlRank = state.adlRanks.of(account.account.id, position.symbol);
		return adlRank === undefined ? position : { ...position, adlRank };
	});
}

export function positionAt(
	state: ExchangeState,
	account: AccountState,
	symbol: string,
	at: number,
): Position | undefined {
	return positionsAt(state, account, at).find((position) => position.symbol === symbol);
}

/** True if the exchange allows this leverage, which must be between 1 and the instrument's maximum. */
export function isLeverageAllowed(instrument: Instrument, leverage: Decimal): boolean {
	return leverage >= ONE && leverage <= fromInteger(instrument.leverageMax);
}
