/**
 * Builds an account's response bodies (pages "Info endpoint", "Info endpoint: perpetuals" and "Subscriptions", read
 * 2026-11).
 */
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	floorToStep,
	fromInteger,
	mulTrunc,
	neg,
	roundPlaces,
	sub,
	sum,
	toNumber,
	ZERO,
} from '../../src/domain/decimal.ts';
import type {
	Exchange,
	Fill,
	FundingPayment,
	Instrument,
	LedgerEntry,
	Order,
	Position,
} from '../core/types.ts';
import { stampOf } from './market-bodies.ts';
import { hashOf, idNumber, measured, text } from './numbers.ts';
import { positionBefore } from './positions-before.ts';

const PAYMENTS_MAX = 100_000;

/** Returns the margin used by a position. For an isolated position this includes its unrealised result. */
function marginUsed({ marginMode, margin, unrealizedPnl }: Position): Decimal {
	return marginMode === 'isolated' ? add(margin, unrealizedPnl) : margin;
}

function valueHeld({ mark, quantity }: Position): Decimal {
	return mulTrunc(mark, abs(quantity));
}

function summary(accountValue: Decimal, positions: readonly Position[]) {
	return {
		accountValue: text(accountValue),
		totalNtlPos: text(sum(positions.map(valueHeld))),
		totalRawUsd: text(
			sub(accountValue, sum(positions.map(({ mark, quantity }) => mulTrunc(mark, quantity)))),
		),
		totalMarginUsed: text(sum(positions.map(marginUsed))),
	};
}

/** Builds `clearinghouseState`. An address without deposits has an empty account. */
export function accountStateBody(exchange: Exchange, accountId: string | undefined) {
	const positions = accountId === undefined ? [] : exchange.positions(accountId);
	const balance = accountId === undefined ? undefined : exchange.balance(accountId);
	const equity = balance?.equity ?? ZERO;
	const isolated = positions.filter(({ marginMode }) => marginMode === 'isolated');
	const cross = positions.filter(({ marginMode }) => marginMode === 'cross');
	return {
		marginSummary: summary(equity, positions),
		crossMarginSummary: summary(sub(equity, sum(isolated.map(marginUsed))), cross),
		crossMaintenanceMarginUsed: text(sum(cross.map(({ maintenanceMargin }) => maintenanceMargin))),
		withdrawable: text(balance?.available ?? ZERO),
		assetPositions:
			accountId === undefined ? [] : positions.map((position) => positionBody(exchange, accountId, position)),
		time: exchange.now(),
	};
}

function positionBody(exchange: Exchange, accountId: string, position: Position) {
	const { symbol, quantity, marginMode, leverage } = position;
	const used = marginUsed(position);
	const rawUsd = sub(used, mulTrunc(position.mark, quantity));
	const base =
		position.margin === ZERO ? ZERO : roundPlaces(divTrunc(position.unrealizedPnl, position.margin), 10);
	return {
		type: 'oneWay',
		position: {
			coin: symbol,
			szi: text(quantity),
			leverage: {
				type: marginMode,
				value: toNumber(leverage),
				...(marginMode === 'isolated' ? { rawUsd: text(rawUsd) } : {}),
			},
			entryPx: measured(position.entryPrice),
			positionValue: text(valueHeld(position)),
			unrealizedPnl: text(position.unrealizedPnl),
			returnOnEquity: text(base),
			liquidationPx: position.liquidationPrice === undefined ? null : text(position.liquidationPrice),
			marginUsed: text(used),
			maxLeverage: exchange.instrument(symbol)?.leverageMax ?? 1,
			cumFunding: cumulativeFunding(exchange, accountId, position),
		},
	};
}

/**
 * Returns the funding paid on a position: in total, since it was opened, and since it last changed. Received funding
 * is negative.
 */
function cumulativeFunding(exchange: Exchange, accountId: string, { symbol, openedAt, updatedAt }: Position) {
	const payments = exchange.fundingPayments(accountId, { symbol, limit: PAYMENTS_MAX });
	const paidSince = (from: number): string =>
		text(neg(sum(payments.filter(({ at }) => at >= from).map(({ amount }) => amount))));
	return { allTime: paidSince(0), sinceOpen: paidSince(openedAt), sinceChange: paidSince(updatedAt) };
}

/**
 * Builds `activeAssetData`: how much an account can trade on one contract, with its leverage and margin mode there.
 */
export function assetDataBody(
	exchange: Exchange,
	user: string,
	accountId: string | undefined,
	instrument: Instrument,
) {
	const { symbol } = instrument;
	const { mark } = exchange.quote(symbol);
	const leverage = accountId === undefined ? fromInteger(1) : exchange.leverage(accountId, symbol);
	const free = accountId === undefined ? ZERO : exchange.balance(accountId).available;
	const size = floorToStep(divTrunc(mulTrunc(free, leverage), mark), instrument.lotSize);
	return {
		user,
		coin: symbol,
		leverage: {
			type: accountId === undefined ? 'cross' : exchange.marginMode(accountId, symbol),
			value: toNumber(leverage),
		},
		maxTradeSzs: [text(size), text(size)],
		availableToTrade: [text(free), text(free)],
		markPx: measured(mark),
	};
}

const ENDED_STATUS: Readonly<Record<string, string>> = {
	userCancel: 'canceled',
	immediateOrCancel: 'iocCancelRejected',
	noLiquidity: 'iocCancelRejected',
	postOnlyWouldTake: 'badAloPxRejected',
	reduceOnlyNothingLeft: 'reduceOnlyCanceled',
	selfTrade: 'selfTradeCanceled',
	liquidation: 'liquidatedCanceled',
	adl: 'canceled',
	deadMan: 'scheduledCancel',
};

/**
 * Returns the status that `orderStatus` reports. An order that ended early after a fill is `canceled`, never
 * rejected.
 */
export function statusOf(order: Order): string {
	if (order.status === 'open' || order.status === 'partiallyFilled') return 'open';
	if (order.status === 'filled') return 'filled';
	const status = ENDED_STATUS[order.endReason ?? ''] ?? 'canceled';
	return order.filledQuantity > ZERO && status.endsWith('Rejected') ? 'canceled' : status;
}

function limitPrice({ request, filledQuantity, filledValue }: Order): string {
	if (request.price !== undefined) return text(request.price);
	return filledQuantity === ZERO ? '0.0' : measured(divTrunc(filledValue, filledQuantity));
}

/** Builds the fields that all order bodies have in common; `openOrders` returns only these. */
export function basicOrderBody(order: Order) {
	const { request } = order;
	return {
		coin: request.symbol,
		side: request.side === 'buy' ? 'B' : 'A',
		limitPx: limitPrice(order),
		sz: text(sub(request.quantity, order.filledQuantity)),
		oid: idNumber(order.id),
		timestamp: order.createdAt,
		origSz: text(request.quantity),
		...(request.reduceOnly ? { reduceOnly: true } : {}),
		...(request.clientOrderId === undefined ? {} : { cloid: request.clientOrderId }),
	};
}

const TIF: Readonly<Record<Order['request']['timeInForce'], string>> = {
	GTC: 'Gtc',
	IOC: 'Ioc',
	FOK: 'Ioc',
	PostOnly: 'Alo',
};

/** Builds the order body for `frontendOpenOrders`, `orderStatus` and `historicalOrders`. */
export function fullOrderBody(order: Order) {
	const { request } = order;
	const isMarket = request.kind === 'market';
	return {
		...basicOrderBody(order),
		triggerCondition: 'N/A',
		isTrigger: false,
		triggerPx: '0.0',
		children: [],
		isPositionTpsl: false,
		reduceOnly: request.reduceOnly,
		orderType: isMarket ? 'Market' : 'Limit',
		tif:
			order.origin === 'user'
				? isMarket
					? 'FrontendMarket'
					: TIF[request.timeInForce]
				: 'LiquidationMarket',
		cloid: request.clientOrderId ?? null,
	};
}

export function orderStatusBody(order: Order) {
	return { order: fullOrderBody(order), status: statusOf(order), statusTimestamp: order.updatedAt };
}

function directionOf(fill: Fill, before: Decimal): string {
	if (fill.origin === 'adl') return 'Auto-Deleveraging';
	// Recorded fills have this value; no page documents it.
	if (fill.origin === 'delisting') return 'Settlement';
	const isBuy = fill.side === 'buy';
	if (fill.closedQuantity === ZERO) return isBuy ? 'Open Long' : 'Open Short';
	if (fill.closedQuantity < fill.quantity) return before > ZERO ? 'Long > Short' : 'Short > Long';
	return isBuy ? 'Close Short' : 'Close Long';
}

export function fillBody(exchange: Exchange, user: string, fill: Fill) {
	const before = positionBefore(exchange, fill);
	return {
		coin: fill.symbol,
		px: text(fill.price),
		sz: text(fill.quantity),
		side: fill.side === 'buy' ? 'B' : 'A',
		time: fill.at,
		startPosition: text(before),
		dir: directionOf(fill, before),
		closedPnl: text(fill.realizedPnl),
		hash: hashOf(fill.orderId),
		oid: idNumber(fill.orderId),
		crossed: !fill.isMaker,
		fee: text(fill.fee),
		tid: idNumber(fill.id),
		...(fill.clientOrderId === undefined ? {} : { cloid: fill.clientOrderId }),
		...(fill.origin === 'liquidation'
			? { liquidation: { liquidatedUser: user, markPx: measured(fill.markPrice), method: 'market' } }
			: {}),
		feeToken: fill.feeAsset,
		twapId: null,
	};
}

/** Builds a funding payment as the stream sends it, without the hash and the enclosing delta. */
export function fundingBody(payment: FundingPayment) {
	return {
		coin: payment.symbol,
		usdc: text(payment.amount),
		szi: text(payment.quantity),
		fundingRate: text(payment.rate),
		nSamples: null,
	};
}

export function fundingUpdateBody(payment: FundingPayment) {
	return {
		time: stampOf(payment.at),
		hash: hashOf('0'),
		delta: { type: 'funding', ...fundingBody(payment) },
	};
}

/**
 * Builds a row for a deposit, a withdrawal, or a transfer from or to the spot balance (recorded rows of
 * `userNonFundingLedgerUpdates`, type accountClassTransfer). Returns undefined for trading results, which fills and
 * settlements report.
 */
export function ledgerUpdateBody(exchange: Exchange, entry: LedgerEntry) {
	const row = (delta: Readonly<Record<string, unknown>>) => ({
		time: entry.at,
		hash: hashOf(entry.id),
		delta,
	});
	switch (entry.kind) {
		case 'deposit':
			return row({ type: 'deposit', usdc: text(entry.amount) });
		case 'withdrawal':
			return row(withdrawalBody(exchange, entry));
		case 'transferIn':
		case 'transferOut': {
			const toPerp = entry.kind === 'transferIn';
			return row({ type: 'accountClassTransfer', usdc: text(abs(entry.amount)), toPerp });
		}
		default:
			return undefined;
	}
}

/** Maximum number of moves that are searched for the fee of a withdrawal. */
const MOVES_MAX = 10_000;

/** Builds a withdrawal. One of the admin port's own has no fee. */
function withdrawalBody(exchange: Exchange, { accountId, amount, at, reference }: LedgerEntry) {
	const fee =
		exchange.wallets.moves(accountId, { limit: MOVES_MAX }).find(({ id }) => id === reference)?.fee ?? ZERO;
	return { type: 'withdraw', usdc: text(sub(neg(amount), fee)), nonce: at, fee: measured(fee) };
}
