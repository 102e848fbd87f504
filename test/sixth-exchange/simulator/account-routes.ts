/** Handles Tidemark's signed requests, which are `POST` with a body. */

import type { ApiKey } from '../../../simulator/core/api-keys.ts';
import {
	type Exchange,
	ExchangeRefusal,
	type Fill,
	type MarginMode,
	type Order,
	type OrderStatus,
} from '../../../simulator/core/types.ts';
import { formatDecimal } from '../../../src/domain/decimal.ts';
import { TidemarkRefusal, unreadable } from './errors.ts';
import { contractOf, countOf, decimalOf, type Fields, instant, textOf, timeOf } from './fields.ts';

const ROWS_MAX = 500;
const REF = /^[\w-]{1,48}$/;

/** Handles a signed request for the key's account. @throws TidemarkRefusal, ExchangeRefusal */
export type SignedRoute = (exchange: Exchange, fields: Fields, key: ApiKey) => unknown;

/** Signed requests by path. */
export const SIGNED_ROUTES: Readonly<Record<string, SignedRoute>> = {
	'/v1/key': (exchange, _fields, { accountId, canTrade, canWithdraw, expiresAt }) => ({
		user: exchange.account(accountId).uid,
		may: ['read', ...(canTrade ? ['trade'] : []), ...(canWithdraw ? ['withdraw'] : [])],
		endsAt: expiresAt === undefined ? null : instant(expiresAt),
	}),
	'/v1/order/place': placeOrder,
	'/v1/order/find': (exchange, fields, { accountId }) => {
		const order = exchange.order(accountId, { clientOrderId: textOf(fields, 'ref') });
		return order === undefined ? null : orderBody(exchange, order);
	},
	'/v1/order/cancel': (exchange, fields, { accountId }) => {
		const { symbol } = contractOf(exchange, fields);
		const { id } = exchange.cancelOrder(accountId, { clientOrderId: textOf(fields, 'ref'), symbol });
		return { id };
	},
	'/v1/terms': setTerms,
	'/v1/positions': (exchange, _fields, { accountId }) =>
		exchange.positions(accountId).map((position) => ({
			contract: position.symbol,
			net: formatDecimal(position.quantity),
			entry: formatDecimal(position.entryPrice),
			mark: formatDecimal(position.mark),
			liquidation: position.liquidationPrice === undefined ? null : formatDecimal(position.liquidationPrice),
			leverage: formatDecimal(position.leverage),
			margin: formatDecimal(position.margin),
			mode: position.marginMode,
			profit: formatDecimal(position.unrealizedPnl),
		})),
	'/v1/wallet': (exchange, _fields, { accountId }) => {
		const { walletBalance, equity, available, positionMargin, orderMargin } = exchange.balance(accountId);
		return {
			cash: formatDecimal(walletBalance),
			equity: formatDecimal(equity),
			free: formatDecimal(available),
			bound: [positionMargin, orderMargin].map(formatDecimal),
		};
	},
	'/v1/fees': (exchange, fields, { accountId }) => {
		const { taker, maker } = exchange.feeRates(accountId, contractOf(exchange, fields).symbol);
		return { taker: formatDecimal(taker), maker: formatDecimal(maker) };
	},
	'/v1/fills': (exchange, fields, { accountId }) =>
		exchange
			.fills(accountId, { symbol: maybeContract(fields), ...pageOf(fields) })
			.map((fill) => fillBody(fill)),
	'/v1/funding': (exchange, fields, { accountId }) =>
		exchange
			.fundingPayments(accountId, { symbol: contractOf(exchange, fields).symbol, ...pageOf(fields) })
			.map(({ id, at, rate, amount, quantity }) => ({
				id,
				at: instant(at),
				rate: formatDecimal(rate),
				amount: formatDecimal(amount),
				net: formatDecimal(quantity),
			})),
	'/v1/moves': (exchange, fields, { accountId }) =>
		exchange.ledger(accountId, pageOf(fields)).map(({ id, at, kind, amount }) => ({
			id,
			at: instant(at),
			kind,
			amount: formatDecimal(amount),
		})),
};

function placeOrder(exchange: Exchange, fields: Fields, { accountId, canTrade }: ApiKey): unknown {
	if (!canTrade) throw new TidemarkRefusal('T-105', 'the key may not trade', 401);
	const [side, life, ref] = [textOf(fields, 'side'), textOf(fields, 'life'), textOf(fields, 'ref')];
	if (side !== 'B' && side !== 'S') throw unreadable('side');
	if (life !== 'now' && life !== 'rest') throw unreadable('life');
	if (!REF.test(ref)) throw unreadable('ref');
	const { id } = exchange.placeOrder(accountId, {
		symbol: contractOf(exchange, fields).symbol,
		side: side === 'B' ? 'buy' : 'sell',
		kind: 'limit',
		quantity: decimalOf(fields, 'qty'),
		price: decimalOf(fields, 'limit'),
		timeInForce: life === 'now' ? 'IOC' : 'PostOnly',
		reduceOnly: fields.shrink === true,
		clientOrderId: ref,
		leverage: undefined,
		marginMode: undefined,
	});
	return { id };
}

/** Sets leverage and margin mode of a contract. Values that already apply are accepted. */
function setTerms(exchange: Exchange, fields: Fields, { accountId }: ApiKey): unknown {
	const { symbol } = contractOf(exchange, fields);
	const mode = textOf(fields, 'mode');
	if (mode !== 'isolated' && mode !== 'cross') throw unreadable('mode');
	const leverage = decimalOf(fields, 'leverage');
	unlessUnchanged(() => exchange.setMarginMode(accountId, symbol, mode satisfies MarginMode));
	unlessUnchanged(() => exchange.setLeverage(accountId, symbol, leverage));
	return {
		mode: exchange.marginMode(accountId, symbol),
		leverage: formatDecimal(exchange.leverage(accountId, symbol)),
	};
}

function unlessUnchanged(change: () => void): void {
	try {
		change();
	} catch (error) {
		const isUnchanged = error instanceof ExchangeRefusal && error.code.endsWith('_NOT_MODIFIED');
		if (!isUnchanged) throw error;
	}
}

/** Returns the page of a list that the request selects, newest first. */
function pageOf(fields: Fields) {
	return {
		from: timeOf(fields, 'since'),
		to: timeOf(fields, 'until'),
		limit: ROWS_MAX,
		offset: countOf(fields, 'skip'),
	};
}

function maybeContract(fields: Fields): string | undefined {
	return fields.contract === undefined ? undefined : textOf(fields, 'contract');
}

const STATES: Readonly<Record<OrderStatus, string>> = {
	open: 'live',
	partiallyFilled: 'live',
	filled: 'done',
	canceled: 'ended',
	partiallyFilledCanceled: 'ended',
	rejected: 'void',
};

/** Builds the body of an order with all its fills. */
function orderBody(exchange: Exchange, { id, accountId, request, status, filledQuantity }: Order): unknown {
	const fills = exchange.fills(accountId, { orderId: id, limit: ROWS_MAX });
	return {
		id,
		ref: request.clientOrderId ?? null,
		contract: request.symbol,
		state: STATES[status],
		done: formatDecimal(filledQuantity),
		fills: fills.map(fillBody),
	};
}

function fillBody(fill: Fill) {
	return {
		id: fill.id,
		order: fill.orderId,
		ref: fill.clientOrderId ?? null,
		contract: fill.symbol,
		side: fill.side === 'buy' ? 'B' : 'S',
		price: formatDecimal(fill.price),
		qty: formatDecimal(fill.quantity),
		fee: formatDecimal(fill.fee),
		cause: fill.origin,
		at: instant(fill.at),
	};
}
