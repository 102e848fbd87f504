/**
 * Closes an account's position by force: it cancels the account's own orders, then places the exchange's closing
 * order. Runs inside `commit`.
 */
import { abs, type Decimal, ZERO } from '../../src/domain/decimal.ts';
import { positionAt, settingOf } from './account-figures.ts';
import { type AccountState, type ExchangeState, marketOf, newId } from './exchange-state.ts';
import { bookFill, canceled, keepResting, type Touched } from './fill-booking.ts';
import type { Market } from './market.ts';
import type { HeldPosition } from './position.ts';
import type { Order, Origin, Side } from './types.ts';

export type ForcedOrigin = Exclude<Origin, 'user'>;

export function closingSide(held: HeldPosition): Side {
	return held.quantity > ZERO ? 'sell' : 'buy';
}

/** Cancels the account's resting orders on one symbol or all symbols. @returns the markets that lost an order */
export function cancelBefore(
	state: ExchangeState,
	account: AccountState,
	symbol: string | undefined,
	origin: ForcedOrigin,
	at: number,
): ReadonlySet<Market> {
	const markets = new Set<Market>();
	for (const resting of [...account.openOrders.values()]) {
		if (symbol !== undefined && resting.order.request.symbol !== symbol) continue;
		const market = marketOf(state, resting.order.request.symbol);
		markets.add(market);
		keepResting(state, market, resting, canceled(resting.order, origin, at));
	}
	return markets;
}

/**
 * Closes `quantity` of the account's position at `price` with an order by the exchange, which fills immediately
 * outside the book. First reports that the position is being closed.
 */
export function closeByForce(
	state: ExchangeState,
	market: Market,
	account: AccountState,
	close: { readonly quantity: Decimal; readonly price: Decimal; readonly origin: ForcedOrigin },
	at: number,
	touched: Touched,
): void {
	const { quantity, price, origin } = close;
	const { instrument } = market;
	const { symbol } = instrument;
	const held = account.positions.get(symbol);
	if (held === undefined || abs(held.quantity) < quantity) {
		throw new Error(`${account.account.name} holds less of ${symbol} than is closed by force.`);
	}
	const accountId = account.account.id;
	const position = positionAt(state, account, symbol, at);
	state.outbox.add({
		to: 'account',
		accountId,
		event: { kind: 'position', symbol, position, origin, isBeingClosed: true },
	});
	const order = forcedOrder(state, market, account, held, close, at);
	const filled = bookFill(state, market, order, { price, quantity, isMaker: false, at }, touched);
	state.store.putOrder(filled);
	state.outbox.add({ to: 'account', accountId, event: { kind: 'order', order: filled } });
}

/**
 * Creates the exchange's order. A takeover is a limit order at the bankruptcy price; any other forced order has no
 * limit price.
 */
function forcedOrder(
	state: ExchangeState,
	{ instrument }: Market,
	account: AccountState,
	held: HeldPosition,
	{
		quantity,
		price,
		origin,
	}: { readonly quantity: Decimal; readonly price: Decimal; readonly origin: ForcedOrigin },
	at: number,
): Order {
	const { leverage, mode } = settingOf(account, instrument);
	return {
		id: newId(state),
		accountId: account.account.id,
		request: {
			symbol: instrument.symbol,
			side: closingSide(held),
			kind: origin === 'liquidation' ? 'limit' : 'market',
			quantity,
			price: origin === 'liquidation' ? price : undefined,
			timeInForce: 'IOC',
			reduceOnly: true,
			clientOrderId: undefined,
			leverage: undefined,
			marginMode: undefined,
		},
		leverage,
		marginMode: mode,
		origin,
		status: 'open',
		endReason: undefined,
		filledQuantity: ZERO,
		filledValue: ZERO,
		fee: ZERO,
		assetFee: ZERO,
		createdAt: at,
		updatedAt: at,
	};
}
