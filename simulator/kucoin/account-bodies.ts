/** Builds response bodies for KuCoin's private endpoints: account, positions, orders, fills, payments and ledger. */
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	formatDecimal,
	mulTrunc,
	neg,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type {
	Account,
	Balance,
	Exchange,
	Fill,
	FundingPayment,
	Instrument,
	LedgerEntry,
	Order,
	Origin,
	Position,
} from '../core/types.ts';
import type { AssetBalance, AssetEntry } from '../core/venue-records.ts';
import { lots, money, moneyText, number, price } from './numbers.ts';

const NANOSECONDS_PER_MS = 1_000_000;
/** Number of ranks in the auto-deleveraging queue. */
const ADL_RANKS = 5;

/**
 * Fill type: `trade`, `liquid`, `adl` or `settlement`. The values are those of KuCoin's own libraries; the page "Get
 * Trade History", tradeType, names them trade, liquidation, ADL and settlement (read 2026-11).
 */
export const TRADE_TYPE: Readonly<Record<Origin, string>> = {
	user: 'trade',
	liquidation: 'liquid',
	adl: 'adl',
	delisting: 'settlement',
};

/**
 * Builds the permissions of a key (page "Get Apikey Info", sample in the universal SDK, read 2026-11). `Transfer`
 * allows moving funds out of the exchange. `InnerTransfer` allows moves only within it.
 * `expiredAt` is a field of the SDK's newer model, sent only for a key that expires.
 */
export function apiKeyBody(key: ApiKey, account: Account) {
	const rights = [
		...(key.canTrade ? ['Futures'] : []),
		...(key.canTransfer ? ['InnerTransfer'] : []),
		...(key.canWithdraw ? ['Transfer'] : []),
	];
	return {
		remark: key.application?.name ?? account.name,
		apiKey: key.key,
		apiVersion: 3,
		permission: ['General', ...rights].join(','),
		ipWhitelist: '',
		createdAt: key.createdAt,
		...(key.expiresAt === undefined ? {} : { expiredAt: key.expiresAt }),
		uid: account.uid,
		isMaster: true,
	};
}

export function overviewBody(balance: Balance) {
	return {
		accountEquity: money(balance.equity),
		unrealisedPNL: money(balance.unrealizedPnl),
		marginBalance: money(balance.walletBalance),
		positionMargin: money(balance.positionMargin),
		orderMargin: money(balance.orderMargin),
		frozenFunds: 0,
		availableBalance: money(balance.available),
		currency: 'USDT',
	};
}

/** Builds the overview of the fee coin. The account holds it, but it does not count as margin. */
export function assetOverviewBody({ asset, amount }: AssetBalance) {
	return {
		accountEquity: money(amount),
		unrealisedPNL: 0,
		marginBalance: money(amount),
		positionMargin: 0,
		orderMargin: 0,
		frozenFunds: 0,
		availableBalance: money(amount),
		currency: asset,
	};
}

export function positionBody(
	exchange: Exchange,
	account: Account,
	instrument: Instrument,
	position: Position,
) {
	const value = mulTrunc(position.mark, position.quantity);
	const cost = mulTrunc(position.entryPrice, position.quantity);
	const share = (part: Decimal, whole: Decimal): Decimal =>
		whole === 0n ? ZERO : divTrunc(part, abs(whole));
	return {
		id: `${account.uid}${instrument.symbol}`,
		symbol: position.symbol,
		autoDeposit: false,
		maintMarginReq: number(instrument.maintenanceMarginRate),
		riskLimit: 1_000_000,
		realLeverage: number(position.leverage),
		leverage: number(position.leverage),
		crossMode: position.marginMode === 'cross',
		marginMode: position.marginMode === 'cross' ? 'CROSS' : 'ISOLATED',
		positionSide: 'BOTH',
		delevPercentage: position.adlRank / ADL_RANKS,
		openingTimestamp: position.openedAt,
		currentTimestamp: exchange.now(),
		currentQty: Number(formatDecimal(divTrunc(position.quantity, instrument.contractSize))),
		currentCost: money(cost),
		currentComm: 0,
		unrealisedCost: money(cost),
		realisedGrossCost: 0,
		realisedCost: money(neg(position.realizedPnl)),
		isOpen: true,
		markPrice: price(position.mark),
		markValue: money(value),
		posCost: money(cost),
		posCross: 0,
		posInit: money(position.margin),
		posComm: 0,
		posLoss: 0,
		posMargin: money(position.margin),
		posMaint: money(position.maintenanceMargin),
		maintMargin: money(add(position.margin, position.unrealizedPnl)),
		realisedGrossPnl: money(position.realizedPnl),
		realisedPnl: money(position.realizedPnl),
		unrealisedPnl: money(position.unrealizedPnl),
		unrealisedPnlPcnt: money(share(position.unrealizedPnl, cost)),
		unrealisedRoePcnt: money(share(position.unrealizedPnl, position.margin)),
		avgEntryPrice: price(position.entryPrice),
		liquidationPrice: position.liquidationPrice === undefined ? 0 : price(position.liquidationPrice),
		bankruptPrice: position.bankruptcyPrice === undefined ? 0 : price(position.bankruptcyPrice),
		settleCurrency: instrument.quote,
		isInverse: false,
		userId: account.uid,
		maintainMargin: number(instrument.maintenanceMarginRate),
	};
}

/** Builds the response for a symbol without a position, for which KuCoin returns zeros. */
export function emptyPositionBody(exchange: Exchange, account: Account, instrument: Instrument) {
	const { mark } = exchange.quote(instrument.symbol);
	const nothing: Position = {
		symbol: instrument.symbol,
		quantity: ZERO,
		entryPrice: ZERO,
		mark,
		marginMode: exchange.marginMode(account.id, instrument.symbol),
		leverage: exchange.leverage(account.id, instrument.symbol),
		margin: ZERO,
		maintenanceMargin: ZERO,
		liquidationPrice: undefined,
		bankruptcyPrice: undefined,
		unrealizedPnl: ZERO,
		realizedPnl: ZERO,
		adlRank: 0,
		openedAt: exchange.now(),
		updatedAt: exchange.now(),
	};
	return { ...positionBody(exchange, account, instrument, nothing), isOpen: false };
}

export function isActive(order: Order): boolean {
	return order.status === 'open' || order.status === 'partiallyFilled';
}

export function orderBody(instrument: Instrument, order: Order) {
	const { request } = order;
	const active = isActive(order);
	const filled = lots(instrument, order.filledQuantity);
	return {
		id: order.id,
		symbol: request.symbol,
		type: request.kind,
		side: request.side,
		price: request.price === undefined ? null : formatDecimal(request.price),
		size: lots(instrument, request.quantity),
		value: moneyText(
			request.price === undefined ? order.filledValue : mulTrunc(request.price, request.quantity),
		),
		dealValue: moneyText(order.filledValue),
		dealSize: filled,
		stp: '',
		stop: '',
		stopPriceType: '',
		stopTriggered: false,
		stopPrice: null,
		timeInForce: request.timeInForce === 'PostOnly' ? 'GTC' : request.timeInForce,
		postOnly: request.timeInForce === 'PostOnly',
		hidden: false,
		iceberg: false,
		leverage: formatDecimal(order.leverage),
		forceHold: false,
		closeOrder: false,
		visibleSize: null,
		clientOid: request.clientOrderId ?? '',
		remark: null,
		tags: null,
		isActive: active,
		cancelExist: order.status === 'canceled' || order.status === 'partiallyFilledCanceled',
		createdAt: order.createdAt,
		updatedAt: order.updatedAt,
		endAt: active ? null : order.updatedAt,
		orderTime: order.createdAt * NANOSECONDS_PER_MS,
		settleCurrency: instrument.quote,
		marginMode: order.marginMode === 'cross' ? 'CROSS' : 'ISOLATED',
		avgDealPrice:
			order.filledQuantity === 0n ? '0' : formatDecimal(divTrunc(order.filledValue, order.filledQuantity)),
		status: active ? 'open' : 'done',
		filledValue: moneyText(order.filledValue),
		filledSize: filled,
		reduceOnly: request.reduceOnly,
	};
}

export function fillBody(instrument: Instrument, fill: Fill) {
	const open = fill.closedQuantity === 0n;
	return {
		symbol: fill.symbol,
		tradeId: fill.id,
		orderId: fill.orderId,
		side: fill.side,
		liquidity: fill.isMaker ? 'maker' : 'taker',
		forceTaker: false,
		price: formatDecimal(fill.price),
		size: lots(instrument, fill.quantity),
		value: formatDecimal(mulTrunc(fill.price, fill.quantity)),
		feeRate: formatDecimal(fill.feeRate),
		fixFee: '0',
		feeCurrency: fill.feeAsset,
		stop: '',
		fee: formatDecimal(fill.fee),
		orderType: fill.origin === 'adl' || fill.origin === 'delisting' ? 'market' : 'limit',
		tradeType: TRADE_TYPE[fill.origin],
		createdAt: fill.at,
		settleCurrency: instrument.quote,
		openFeePay: open ? formatDecimal(fill.fee) : '0',
		closeFeePay: open ? '0' : formatDecimal(fill.fee),
		tradeTime: fill.at * NANOSECONDS_PER_MS,
	};
}

export function paymentBody(instrument: Instrument, payment: FundingPayment) {
	return {
		id: Number(payment.id),
		symbol: payment.symbol,
		timePoint: payment.at,
		fundingRate: number(payment.rate),
		markPrice: price(payment.mark),
		positionQty: lots(instrument, payment.quantity),
		positionCost: money(neg(mulTrunc(payment.mark, payment.quantity))),
		funding: number(payment.amount),
		settleCurrency: instrument.quote,
	};
}

const LEDGER_TYPES: Readonly<Record<LedgerEntry['kind'], string>> = {
	deposit: 'TransferIn',
	withdrawal: 'TransferOut',
	transferIn: 'TransferIn',
	transferOut: 'TransferOut',
	trade: 'RealisedPNL',
	fee: 'RealisedPNL',
	funding: 'RealisedPNL',
};

export function ledgerBody(entry: LedgerEntry) {
	return {
		time: entry.at,
		type: LEDGER_TYPES[entry.kind],
		amount: number(entry.amount),
		fee: 0,
		accountEquity: money(entry.walletBalance),
		status: 'Completed',
		remark: entry.symbol ?? '',
		offset: Number(entry.id),
		currency: 'USDT',
	};
}

/** Builds a ledger row for a change in the fee asset, in units of that asset. */
export function assetLedgerBody(entry: AssetEntry) {
	return {
		time: entry.at,
		type: entry.kind === 'fee' ? 'RealisedPNL' : 'TransferIn',
		amount: number(entry.amount),
		fee: 0,
		accountEquity: money(entry.balance),
		status: 'Completed',
		remark: entry.symbol ?? '',
		offset: Number(entry.id),
		currency: entry.asset,
	};
}

/** Builds the wallet event of the private stream. */
export function walletBody(balance: Balance, now: number) {
	return {
		crossPosMargin: '0',
		isolatedOrderMargin: moneyText(balance.orderMargin),
		holdBalance: '0',
		equity: moneyText(balance.equity),
		version: String(now),
		availableBalance: moneyText(balance.available),
		isolatedPosMargin: moneyText(balance.positionMargin),
		walletBalance: moneyText(balance.walletBalance),
		isolatedFundingFeeMargin: '0',
		crossUnPnl: '0',
		totalCrossMargin: moneyText(sub(balance.equity, balance.positionMargin)),
		currency: 'USDT',
		isolatedUnPnl: moneyText(balance.unrealizedPnl),
		crossOrderMargin: '0',
		timestamp: String(now),
	};
}

/** Builds the wallet event for the fee coin. */
export function assetWalletBody({ asset, amount }: AssetBalance, now: number) {
	const held = moneyText(amount);
	return {
		crossPosMargin: '0',
		isolatedOrderMargin: '0',
		holdBalance: '0',
		equity: held,
		version: String(now),
		availableBalance: held,
		isolatedPosMargin: '0',
		walletBalance: held,
		isolatedFundingFeeMargin: '0',
		crossUnPnl: '0',
		totalCrossMargin: held,
		currency: asset,
		isolatedUnPnl: '0',
		crossOrderMargin: '0',
		timestamp: String(now),
	};
}
