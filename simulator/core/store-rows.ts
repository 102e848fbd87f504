/** Converts rows of the simulator's database to the core's data types, and back. */
import { type Decimal, formatDecimal, parseDecimal } from '../../src/domain/decimal.ts';
import type { HeldPosition } from './position.ts';
import type {
	Fill,
	FundingPayment,
	LedgerEntry,
	MarginMode,
	Order,
	OrderRequest,
	OrderStatus,
	Origin,
	Settlement,
	Side,
	TimeInForce,
} from './types.ts';
import type { AssetEntry, InsuranceEntry, PriceShock } from './venue-records.ts';

export type Cell = string | number | null;
export type Row = Record<string, unknown>;
export type Run = (sql: string, cells: readonly Cell[]) => void;
export type Rows = (sql: string, cells?: readonly Cell[]) => Row[];

/** Returns the given number of placeholders for an SQL statement. */
export const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** A public id is this number plus the row's counter. Its length is fixed, so ids also sort correctly as text. */
const ID_BASE = 100_000_000_000_000;

export function outerId(counter: number): string {
	return String(ID_BASE + counter);
}

/** Returns the counter of an id made by `outerId`; undefined for any other text. */
export function innerId(id: string): number | undefined {
	if (!/^1\d{14}$/.test(id)) return undefined;
	return Number(id) - ID_BASE;
}

const text = (row: Row, name: string): string => String(row[name]);
const whole = (row: Row, name: string): number => Number(row[name]);
const decimal = (row: Row, name: string): Decimal => parseDecimal(String(row[name]));
const optional = (row: Row, name: string): string | undefined =>
	row[name] === null ? undefined : String(row[name]);
const optionalDecimal = (row: Row, name: string): Decimal | undefined =>
	row[name] === null ? undefined : decimal(row, name);
const orNull = (value: Decimal | undefined): string | null =>
	value === undefined ? null : formatDecimal(value);

export const ORDER_COLUMNS = [
	'id',
	'account_id',
	'client_order_id',
	'symbol',
	'side',
	'kind',
	'quantity',
	'price',
	'time_in_force',
	'reduce_only',
	'asked_leverage',
	'asked_margin_mode',
	'leverage',
	'margin_mode',
	'status',
	'end_reason',
	'is_open',
	'filled_quantity',
	'filled_value',
	'fee',
	'created_at',
	'updated_at',
	'origin',
	'asset_fee',
	'tag',
] as const;

export function isOpen(status: OrderStatus): boolean {
	return status === 'open' || status === 'partiallyFilled';
}

export function orderCells(order: Order): Cell[] {
	const { request } = order;
	return [
		innerId(order.id) ?? 0,
		order.accountId,
		request.clientOrderId ?? null,
		request.symbol,
		request.side,
		request.kind,
		formatDecimal(request.quantity),
		orNull(request.price),
		request.timeInForce,
		request.reduceOnly ? 1 : 0,
		orNull(request.leverage),
		request.marginMode ?? null,
		formatDecimal(order.leverage),
		order.marginMode,
		order.status,
		order.endReason ?? null,
		isOpen(order.status) ? 1 : 0,
		formatDecimal(order.filledQuantity),
		formatDecimal(order.filledValue),
		formatDecimal(order.fee),
		order.createdAt,
		order.updatedAt,
		order.origin,
		formatDecimal(order.assetFee),
		request.tag ?? null,
	];
}

export function orderOf(row: Row): Order {
	const request: OrderRequest = {
		symbol: text(row, 'symbol'),
		side: text(row, 'side') as Side,
		kind: text(row, 'kind') as OrderRequest['kind'],
		quantity: decimal(row, 'quantity'),
		price: optionalDecimal(row, 'price'),
		timeInForce: text(row, 'time_in_force') as TimeInForce,
		reduceOnly: row.reduce_only === 1,
		clientOrderId: optional(row, 'client_order_id'),
		tag: optional(row, 'tag'),
		leverage: optionalDecimal(row, 'asked_leverage'),
		marginMode: optional(row, 'asked_margin_mode') as MarginMode | undefined,
	};
	return {
		id: outerId(whole(row, 'id')),
		accountId: text(row, 'account_id'),
		request,
		leverage: decimal(row, 'leverage'),
		marginMode: text(row, 'margin_mode') as MarginMode,
		origin: text(row, 'origin') as Origin,
		status: text(row, 'status') as OrderStatus,
		endReason: optional(row, 'end_reason'),
		filledQuantity: decimal(row, 'filled_quantity'),
		filledValue: decimal(row, 'filled_value'),
		fee: decimal(row, 'fee'),
		assetFee: decimal(row, 'asset_fee'),
		createdAt: whole(row, 'created_at'),
		updatedAt: whole(row, 'updated_at'),
	};
}

export function fillCells(fill: Fill): Cell[] {
	return [
		innerId(fill.id) ?? 0,
		fill.accountId,
		innerId(fill.orderId) ?? 0,
		fill.clientOrderId ?? null,
		fill.symbol,
		fill.side,
		formatDecimal(fill.price),
		formatDecimal(fill.quantity),
		formatDecimal(fill.fee),
		formatDecimal(fill.feeRate),
		fill.isMaker ? 1 : 0,
		formatDecimal(fill.closedQuantity),
		formatDecimal(fill.realizedPnl),
		formatDecimal(fill.markPrice),
		fill.at,
		fill.origin,
		fill.feeAsset,
	];
}

export function fillOf(row: Row): Fill {
	return {
		id: outerId(whole(row, 'id')),
		accountId: text(row, 'account_id'),
		orderId: outerId(whole(row, 'order_id')),
		clientOrderId: optional(row, 'client_order_id'),
		symbol: text(row, 'symbol'),
		side: text(row, 'side') as Side,
		price: decimal(row, 'price'),
		quantity: decimal(row, 'quantity'),
		origin: text(row, 'origin') as Origin,
		fee: decimal(row, 'fee'),
		feeAsset: text(row, 'fee_asset'),
		feeRate: decimal(row, 'fee_rate'),
		isMaker: row.is_maker === 1,
		closedQuantity: decimal(row, 'closed_quantity'),
		realizedPnl: decimal(row, 'realized_pnl'),
		markPrice: decimal(row, 'mark_price'),
		at: whole(row, 'at'),
	};
}

export function paymentCells(payment: FundingPayment): Cell[] {
	return [
		innerId(payment.id) ?? 0,
		payment.accountId,
		payment.symbol,
		payment.at,
		formatDecimal(payment.rate),
		formatDecimal(payment.mark),
		formatDecimal(payment.quantity),
		formatDecimal(payment.amount),
	];
}

export function paymentOf(row: Row): FundingPayment {
	return {
		id: outerId(whole(row, 'id')),
		accountId: text(row, 'account_id'),
		symbol: text(row, 'symbol'),
		at: whole(row, 'at'),
		rate: decimal(row, 'rate'),
		mark: decimal(row, 'mark'),
		quantity: decimal(row, 'quantity'),
		amount: decimal(row, 'amount'),
	};
}

export function ledgerCells(entry: LedgerEntry): Cell[] {
	return [
		innerId(entry.id) ?? 0,
		entry.accountId,
		entry.at,
		entry.kind,
		formatDecimal(entry.amount),
		formatDecimal(entry.walletBalance),
		entry.symbol ?? null,
		entry.reference ?? null,
	];
}

export function ledgerOf(row: Row): LedgerEntry {
	return {
		id: outerId(whole(row, 'id')),
		accountId: text(row, 'account_id'),
		at: whole(row, 'at'),
		kind: text(row, 'kind') as LedgerEntry['kind'],
		amount: decimal(row, 'amount'),
		walletBalance: decimal(row, 'wallet'),
		symbol: optional(row, 'symbol'),
		reference: optional(row, 'reference'),
	};
}

export function assetEntryCells(entry: AssetEntry): Cell[] {
	return [
		innerId(entry.id) ?? 0,
		entry.accountId,
		entry.at,
		entry.kind,
		entry.asset,
		formatDecimal(entry.amount),
		formatDecimal(entry.balance),
		entry.symbol ?? null,
		entry.reference ?? null,
	];
}

export function assetEntryOf(row: Row): AssetEntry {
	return {
		id: outerId(whole(row, 'id')),
		accountId: text(row, 'account_id'),
		at: whole(row, 'at'),
		kind: text(row, 'kind') as AssetEntry['kind'],
		asset: text(row, 'asset'),
		amount: decimal(row, 'amount'),
		balance: decimal(row, 'balance'),
		symbol: optional(row, 'symbol'),
		reference: optional(row, 'reference'),
	};
}

export function insuranceCells(entry: InsuranceEntry): Cell[] {
	return [
		innerId(entry.id) ?? 0,
		entry.at,
		entry.kind,
		formatDecimal(entry.amount),
		formatDecimal(entry.balance),
		entry.symbol ?? null,
		entry.accountId ?? null,
		orNull(entry.quantity),
		orNull(entry.price),
	];
}

export function insuranceOf(row: Row): InsuranceEntry {
	return {
		id: outerId(whole(row, 'id')),
		at: whole(row, 'at'),
		kind: text(row, 'kind') as InsuranceEntry['kind'],
		amount: decimal(row, 'amount'),
		balance: decimal(row, 'balance'),
		symbol: optional(row, 'symbol'),
		accountId: optional(row, 'account_id'),
		quantity: optionalDecimal(row, 'quantity'),
		price: optionalDecimal(row, 'price'),
	};
}

export function shockOf(row: Row): PriceShock {
	return {
		id: outerId(whole(row, 'id')),
		underlying: text(row, 'underlying'),
		factor: Number(row.factor),
		at: whole(row, 'at'),
		halfLifeMs: row.half_life_ms === null ? undefined : whole(row, 'half_life_ms'),
	};
}

export function heldOf(row: Row): HeldPosition {
	return {
		symbol: text(row, 'symbol'),
		quantity: decimal(row, 'quantity'),
		entryValue: decimal(row, 'entry_value'),
		realized: decimal(row, 'realized'),
		openedAt: whole(row, 'opened_at'),
		updatedAt: whole(row, 'updated_at'),
	};
}

export function settlementOf(row: Row): Settlement {
	return {
		symbol: text(row, 'symbol'),
		at: whole(row, 'at'),
		rate: decimal(row, 'rate'),
		mark: decimal(row, 'mark'),
		intervalMs: whole(row, 'interval_ms'),
	};
}
