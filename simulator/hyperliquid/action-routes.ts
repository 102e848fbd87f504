/** Performs signed actions (page "Exchange endpoint", read 2026-11). */
import { type Decimal, divTrunc, fromInteger, tryParseDecimal, ZERO } from '../../src/domain/decimal.ts';
import {
	type Exchange,
	ExchangeRefusal,
	type Instrument,
	type Order,
	type OrderRequest,
} from '../core/types.ts';
import type { Action, OrderWire } from './actions.ts';
import { builderFeeMax } from './approvals.ts';
import { instrumentAt, isDelisted } from './assets.ts';
import { scheduleCancel } from './dead-man.ts';
import { ActionRefusal, ItemRefusal, itemSentence, sentenceOf } from './errors.ts';
import { idNumber, text } from './numbers.ts';

type Status = 'success' | Readonly<Record<string, unknown>>;

/** Performs an action and returns the `response` field. @throws ActionRefusal if the whole action is refused */
export function act(
	exchange: Exchange,
	accountId: string,
	action: Action,
	/** Returns the account's traded volume in USD. */
	volume: () => Decimal,
): unknown {
	switch (action.type) {
		case 'order':
			if (action.orders.length === 0) throw new ActionRefusal('Empty batch of orders.');
			if (action.builder !== undefined) checkBuilder(exchange, accountId, action.builder);
			return listed(
				'order',
				action.orders.map((order) => placed(exchange, accountId, order)),
			);
		case 'cancel':
			return listed(
				'cancel',
				action.cancels.map(({ a, o }) => canceled(exchange, accountId, a, { orderId: String(o) })),
			);
		case 'cancelByCloid':
			return listed(
				'cancel',
				action.cancels.map(({ asset, cloid }) =>
					canceled(exchange, accountId, asset, { clientOrderId: cloid }),
				),
			);
		case 'updateLeverage':
			setLeverage(exchange, accountId, action);
			return { type: 'default' };
		case 'scheduleCancel':
			scheduleCancel(exchange, accountId, action.time, volume);
			return { type: 'default' };
		case 'setReferrer':
			// The response to an unknown referral code is not documented, so we chose this message.
			throw new ActionRefusal('Referral code does not exist.');
		case 'noop':
			return { type: 'default' };
	}
}

/**
 * Checks the builder of an order. Unless the account has approved that builder, the order is refused, even with a
 * zero fee (hummingbot#8449, 2026-09). Builder fees are not simulated, so an order with an approved fee is refused
 * with a message that says so.
 */
function checkBuilder(
	exchange: Exchange,
	accountId: string,
	{ b, f }: { readonly b: string; readonly f: number },
): void {
	const most = builderFeeMax(exchange, accountId, b);
	if (most === undefined || f > most) throw new ActionRefusal('Builder fee has not been approved.');
	if (f > 0) throw new ActionRefusal('This exchange pays no builders.');
}

function listed(type: string, statuses: readonly Status[]) {
	return { type, data: { statuses } };
}

function placed(exchange: Exchange, accountId: string, wire: OrderWire): Status {
	try {
		const instrument = assetOf(exchange, wire.a);
		return statusOf(exchange, exchange.placeOrder(accountId, requestOf(instrument, wire)), wire);
	} catch (error) {
		return refused(error, wire.a);
	}
}

/** @throws ItemRefusal if the asset does not exist or is delisted */
function assetOf(exchange: Exchange, asset: number): Instrument {
	const instrument = instrumentAt(exchange, asset);
	if (instrument === undefined) throw new ItemRefusal('Asset does not exist.');
	if (isDelisted(exchange, instrument)) throw new ItemRefusal('Trading is halted.');
	return instrument;
}

const TIF: Readonly<Record<string, OrderRequest['timeInForce']>> = {
	Gtc: 'GTC',
	Ioc: 'IOC',
	Alo: 'PostOnly',
	FrontendMarket: 'IOC',
};

/** @throws ItemRefusal if Hyperliquid's own checks fail; the core checks the rest */
function requestOf(instrument: Instrument, wire: OrderWire): OrderRequest {
	if (!('limit' in wire.t)) throw new ItemRefusal('Invalid TP/SL price.');
	const { tif } = wire.t.limit;
	const timeInForce = Object.hasOwn(TIF, tif) ? TIF[tif] : undefined;
	if (timeInForce === undefined) throw new ItemRefusal('Invalid time in force.');
	const price = tryParseDecimal(wire.p);
	const quantity = tryParseDecimal(wire.s);
	if (price === undefined || price <= ZERO) throw new ItemRefusal('Order has invalid price.');
	if (quantity === undefined || quantity < ZERO) throw new ItemRefusal('Order has invalid size.');
	if (quantity === ZERO) throw new ItemRefusal('Order has zero size.');
	return {
		symbol: instrument.symbol,
		side: wire.b ? 'buy' : 'sell',
		kind: 'limit',
		quantity,
		price,
		timeInForce,
		reduceOnly: wire.r,
		clientOrderId: wire.c,
		leverage: undefined,
		marginMode: undefined,
	};
}

/**
 * Returns the status of a placed order. An accepted order rests or has traded. An order that could do neither is
 * refused, and `orderStatus` then reports it as rejected.
 */
function statusOf(exchange: Exchange, order: Order, wire: OrderWire): Status {
	const oid = idNumber(order.id);
	if (order.status === 'open' || order.status === 'partiallyFilled') return { resting: { oid } };
	if (order.filledQuantity > ZERO) {
		const avgPx = text(divTrunc(order.filledValue, order.filledQuantity));
		return { filled: { totalSz: text(order.filledQuantity), avgPx, oid } };
	}
	if (order.endReason === 'postOnlyWouldTake') {
		const book = exchange.book(order.request.symbol, 1);
		const [bid, ask] = [book.bids[0]?.[0] ?? ZERO, book.asks[0]?.[0] ?? ZERO];
		const bbo = `${text(bid)}@${text(ask)}`;
		return { error: `Post only order would have immediately matched, bbo was ${bbo}. asset=${wire.a}` };
	}
	return { error: `Order could not immediately match against any resting orders. asset=${wire.a}` };
}

function canceled(
	exchange: Exchange,
	accountId: string,
	asset: number,
	key: { readonly orderId?: string; readonly clientOrderId?: string },
): Status {
	try {
		exchange.cancelOrder(accountId, { ...key, symbol: instrumentAt(exchange, asset)?.symbol ?? '' });
		return 'success';
	} catch (error) {
		return refused(error, asset);
	}
}

function refused(error: unknown, asset: number): Status {
	const sentence = itemSentence(error, asset);
	if (sentence === undefined) throw error;
	return { error: sentence };
}

/** Sets leverage and margin mode. A setting that is already in force is accepted. @throws ActionRefusal */
function setLeverage(
	exchange: Exchange,
	accountId: string,
	{ asset, isCross, leverage }: Extract<Action, { readonly type: 'updateLeverage' }>,
): void {
	const instrument = instrumentAt(exchange, asset);
	if (instrument === undefined) throw new ActionRefusal('Asset does not exist.');
	const { symbol } = instrument;
	const mode = isCross ? 'cross' : 'isolated';
	const wanted = fromInteger(leverage);
	if (leverage < 1 || leverage > instrument.leverageMax) throw new ActionRefusal('Invalid leverage value');
	try {
		if (exchange.marginMode(accountId, symbol) !== mode) exchange.setMarginMode(accountId, symbol, mode);
		if (exchange.leverage(accountId, symbol) !== wanted) exchange.setLeverage(accountId, symbol, wanted);
	} catch (error) {
		if (!(error instanceof ExchangeRefusal)) throw error;
		if (error.code !== 'INSUFFICIENT_BALANCE') throw new ActionRefusal(sentenceOf(error));
		throw new ActionRefusal(
			isCross
				? 'Cross position does not have sufficient margin available to decrease leverage. To decrease leverage, deposit more collateral.'
				: 'Isolated position does not have sufficient margin available to decrease leverage. To decrease leverage, add margin to the position.',
		);
	}
}
