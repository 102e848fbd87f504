/**
 * Builds the events of an account's stream (page "User Data Streams": "Event: Order Update", "Event: Balance and
 * Position Update", "Event: Margin Call", read 2026-11). Every change of an order is one event. Every change in
 * balances or positions is one event with the new values.
 */
import { type Decimal, ZERO } from '../../src/domain/decimal.ts';
import { onAccountAfterwards } from '../core/stream-timer.ts';
import type { AccountEvent, Exchange, Fill, Order, Position } from '../core/types.ts';
import { average, computedPriceText, moneyText, priceText, quantityText } from './numbers.ts';
import { clientIdOf, sideText, statusOf, timeInForceOf, typeOf } from './order-bodies.ts';
import { instrumentNamed } from './params.ts';

/** An account event with its type name `e`. */
export type AccountFrame = { readonly e: string } & Readonly<Record<string, unknown>>;

/** Listens to the account until the returned function is called. */
export function listenToAccount(
	exchange: Exchange,
	accountId: string,
	send: (event: AccountFrame) => void,
): () => void {
	// Wallet rows last sent to this listener; at first, the rows at the time it began to listen. Unchanged rows are
	// not sent again.
	let toldWallet = JSON.stringify(walletRows(exchange, accountId));
	return onAccountAfterwards(exchange, accountId, (events) => {
		for (const event of orderEvents(exchange, events)) send(event);
		const wallet = walletRows(exchange, accountId);
		const hasMoved = JSON.stringify(wallet) !== toldWallet;
		toldWallet = JSON.stringify(wallet);
		const update = accountUpdate(exchange, accountId, events, hasMoved ? wallet : undefined);
		if (update !== undefined) send(update);
	});
}

/**
 * Builds the order events of an account's changes. An event with a fill also reports the order's new state, so an
 * order change with the same state is skipped.
 */
function orderEvents(exchange: Exchange, events: readonly AccountEvent[]): readonly AccountFrame[] {
	const told = new Map<string, string>();
	return events.flatMap((event) => {
		if (event.kind !== 'order' && event.kind !== 'fill') return [];
		const { order } = event;
		const fill = event.kind === 'fill' ? event.fill : undefined;
		const state = `${order.status} ${order.filledQuantity}`;
		const isNews = !told.has(order.id);
		if (fill === undefined && told.get(order.id) === state) return [];
		told.set(order.id, state);
		// An order that trades immediately gets an event for its acceptance first.
		const accepted = isNews && order.filledQuantity !== ZERO && order.createdAt === order.updatedAt;
		return [
			...(accepted && fill !== undefined && order.origin === 'user'
				? [
						orderEvent(
							exchange,
							{ ...order, status: 'open', filledQuantity: ZERO, filledValue: ZERO },
							undefined,
						),
					]
				: []),
			orderEvent(exchange, order, fill),
		];
	});
}

function executionType(order: Order, fill: Fill | undefined): string {
	if (fill !== undefined) return fill.origin === 'user' ? 'TRADE' : 'CALCULATED';
	const status = statusOf(order);
	if (status === 'NEW' || status === 'CANCELED') return status;
	return status === 'FILLED' || status === 'PARTIALLY_FILLED' ? 'TRADE' : 'EXPIRED';
}

function orderEvent(exchange: Exchange, order: Order, fill: Fill | undefined) {
	const { request } = order;
	const instrument = instrumentNamed(exchange, request.symbol);
	const at = fill?.at ?? order.updatedAt;
	return {
		e: 'ORDER_TRADE_UPDATE',
		E: exchange.now(),
		T: at,
		o: {
			s: request.symbol,
			c: clientIdOf(order),
			S: sideText(request.side),
			o: order.origin === 'user' ? typeOf(order) : 'LIQUIDATION',
			f: timeInForceOf(order),
			q: quantityText(instrument, request.quantity),
			p: priceText(instrument, request.price ?? ZERO),
			ap: priceText(instrument, average(order.filledValue, order.filledQuantity)),
			sp: '0',
			x: executionType(order, fill),
			X: statusOf(order),
			i: Number(order.id),
			l: quantityText(instrument, fill?.quantity ?? ZERO),
			z: quantityText(instrument, order.filledQuantity),
			L: priceText(instrument, fill?.price ?? ZERO),
			...(fill === undefined ? {} : { n: moneyText(fill.fee), N: fill.feeAsset }),
			T: at,
			t: fill === undefined ? 0 : Number(fill.id),
			b: '0',
			a: '0',
			m: fill?.isMaker ?? false,
			R: request.reduceOnly,
			wt: 'CONTRACT_PRICE',
			ot: typeOf(order),
			ps: 'BOTH',
			cp: false,
			rp: moneyText(fill?.realizedPnl ?? ZERO),
			pP: false,
			si: 0,
			ss: 0,
			V: 'EXPIRE_TAKER',
			pm: 'NONE',
			gtd: 0,
			er: '0',
		},
	};
}

/**
 * Returns the reason for a change in balances or positions. An event without an order, fill, position or funding is a
 * transfer (`DEPOSIT`).
 */
function reasonOf(events: readonly AccountEvent[]): string {
	if (events.some((event) => event.kind === 'funding')) return 'FUNDING_FEE';
	if (events.some((event) => event.kind === 'position' || event.kind === 'fill')) return 'ORDER';
	return events.some((event) => event.kind === 'order') ? 'ORDER' : 'DEPOSIT';
}

/** Returns the wallet rows for field `B` of an update. */
function walletRows(exchange: Exchange, accountId: string): readonly object[] {
	const row = (asset: string, amount: Decimal): object => ({
		a: asset,
		wb: moneyText(amount),
		cw: moneyText(amount),
		bc: '0',
	});
	const asset = exchange.assetBalance(accountId);
	return [
		row('USDT', exchange.balance(accountId).walletBalance),
		...(asset === undefined ? [] : [row(asset.asset, asset.amount)]),
	];
}

/**
 * Returns the balance and position event, or undefined if no balance or position has changed. Binance sends it "when
 * balance or position get updated" (page "Event: Balance and Position Update", read 2026-11). It does not send one
 * for orders that rest, are cancelled or expire. After a liquidation, it sends the position once. `wallet` is
 * undefined if it has not changed.
 */
function accountUpdate(
	exchange: Exchange,
	accountId: string,
	events: readonly AccountEvent[],
	wallet: readonly object[] | undefined,
) {
	const symbols = new Set(
		events.flatMap((event) => (event.kind === 'position' && !event.isBeingClosed ? [event.symbol] : [])),
	);
	if (wallet === undefined && symbols.size === 0) return undefined;
	const now = exchange.now();
	const held = exchange.positions(accountId);
	return {
		e: 'ACCOUNT_UPDATE',
		E: now,
		T: now,
		a: {
			m: reasonOf(events),
			B: wallet ?? walletRows(exchange, accountId),
			P: [...symbols].map((symbol) =>
				positionOf(
					exchange,
					accountId,
					symbol,
					held.find((position) => position.symbol === symbol),
				),
			),
		},
	};
}

function positionOf(exchange: Exchange, accountId: string, symbol: string, position: Position | undefined) {
	const instrument = instrumentNamed(exchange, symbol);
	const isIsolated = exchange.marginMode(accountId, symbol) === 'isolated';
	return {
		s: symbol,
		pa: quantityText(instrument, position?.quantity ?? ZERO),
		ep: computedPriceText(position?.entryPrice ?? ZERO),
		bep: computedPriceText(position?.entryPrice ?? ZERO),
		cr: moneyText(position?.realizedPnl ?? ZERO),
		up: moneyText(position?.unrealizedPnl ?? ZERO),
		mt: isIsolated ? 'isolated' : 'cross',
		iw: isIsolated ? moneyText(position?.margin ?? ZERO) : '0',
		ps: 'BOTH',
	};
}
