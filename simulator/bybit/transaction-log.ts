/**
 * Builds Bybit's transaction log, which has one row per fill, settlement or transfer that changed the wallet.
 *
 * The core's ledger keeps the realised result and the fee of a fill as two entries. Bybit has one row with `change =
 * cashFlow + funding - fee` (documentation page "Get Transaction Log", 2026-07-24).
 */
import { abs, add, type Decimal, neg, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange, Fill, FundingPayment, LedgerEntry } from '../core/types.ts';
import { sideText } from './market-bodies.ts';
import { moneyText, priceText, quantityText, rateText } from './numbers.ts';
import { settlementOrderId } from './order-bodies.ts';
import type { TimeWindow } from './params.ts';

/** Maximum number of rows read from the core for one window. */
const LEDGER_ROWS_MAX = 100_000;

export const LOG_TYPES = [
	'TRANSFER_IN',
	'TRANSFER_OUT',
	'TRADE',
	'SETTLEMENT',
	'DELIVERY',
	'LIQUIDATION',
	'ADL',
] as const;

export type LogQuery = {
	readonly window: TimeWindow;
	readonly type: (typeof LOG_TYPES)[number] | undefined;
	readonly symbols: ReadonlySet<string> | undefined;
};

/** The ledger entries that form one row, oldest first. */
type Group = { readonly entries: LedgerEntry[] };

/** Returns the transaction log rows of the query's window, newest first. */
export function transactionLog(
	exchange: Exchange,
	accountId: string,
	query: LogQuery,
): Record<string, unknown>[] {
	const { from, to } = query.window;
	const entries = exchange.ledger(accountId, { from, to, limit: LEDGER_ROWS_MAX });
	const fills = fillsWithSize(exchange, accountId, from);
	const payments = new Map(
		exchange.fundingPayments(accountId, { from, to, limit: LEDGER_ROWS_MAX }).map((row) => [row.id, row]),
	);
	const rows: Record<string, unknown>[] = [];
	for (const group of grouped(entries)) {
		const first = group.entries[0];
		if (first === undefined) continue;
		if (query.symbols !== undefined && !query.symbols.has(first.symbol ?? '')) continue;
		const fill = first.reference === undefined ? undefined : fills.get(first.reference);
		const type = typeOf(group, fill?.fill);
		if (query.type !== undefined && query.type !== type) continue;
		const payment = first.reference === undefined ? undefined : payments.get(first.reference);
		rows.push(logRow(exchange, accountId, group, type, fill, payment));
	}
	return rows;
}

/**
 * Groups the ledger entries that belong to one fill; any other entry forms its own row. Entries and rows are newest
 * first.
 */
function grouped(entries: readonly LedgerEntry[]): Group[] {
	const groups: Group[] = [];
	const ofFill = new Map<string, Group>();
	for (const entry of entries) {
		const key = entry.kind === 'funding' ? undefined : entry.reference;
		const existing = key === undefined ? undefined : ofFill.get(key);
		if (existing !== undefined) {
			existing.entries.unshift(entry);
			continue;
		}
		const group = { entries: [entry] };
		groups.push(group);
		if (key !== undefined) ofFill.set(key, group);
	}
	return groups;
}

function typeOf(group: Group, fill: Fill | undefined): (typeof LOG_TYPES)[number] {
	const kinds = new Set(group.entries.map((entry) => entry.kind));
	if (fill?.origin === 'liquidation') return 'LIQUIDATION';
	if (fill?.origin === 'adl') return 'ADL';
	if (fill?.origin === 'delisting') return 'DELIVERY';
	if (kinds.has('funding')) return 'SETTLEMENT';
	if (kinds.has('deposit') || kinds.has('transferIn')) return 'TRANSFER_IN';
	if (kinds.has('withdrawal') || kinds.has('transferOut')) return 'TRANSFER_OUT';
	return 'TRADE';
}

type SizedFill = { readonly fill: Fill; readonly sizeAfter: Decimal };

/** Returns the fills since `from`, keyed by id, each with the signed position size after it. */
function fillsWithSize(exchange: Exchange, accountId: string, from: number): Map<string, SizedFill> {
	const running = new Map<string, Decimal>();
	for (const position of exchange.positions(accountId)) running.set(position.symbol, position.quantity);
	const sized = new Map<string, SizedFill>();
	for (const fill of exchange.fills(accountId, { from, limit: LEDGER_ROWS_MAX })) {
		const sizeAfter = running.get(fill.symbol) ?? ZERO;
		sized.set(fill.id, { fill, sizeAfter });
		const signed = fill.side === 'buy' ? fill.quantity : neg(fill.quantity);
		running.set(fill.symbol, sub(sizeAfter, signed));
	}
	return sized;
}

function logRow(
	exchange: Exchange,
	accountId: string,
	group: Group,
	type: (typeof LOG_TYPES)[number],
	sized: SizedFill | undefined,
	payment: FundingPayment | undefined,
): Record<string, unknown> {
	const { entries } = group;
	const last = entries[entries.length - 1] as LedgerEntry;
	const amountOf = (kind: LedgerEntry['kind']): Decimal =>
		sum(entries.filter((entry) => entry.kind === kind).map((entry) => entry.amount));
	const fee = neg(amountOf('fee'));
	const funding = amountOf('funding');
	const change = sum(entries.map((entry) => entry.amount));
	const cashFlow = add(sub(change, funding), fee);
	const account = exchange.account(accountId);
	const common = {
		id: `${account.uid}_${last.symbol ?? ''}_${last.id}`,
		symbol: last.symbol ?? '',
		transactionTime: String(last.at),
		type,
		change: moneyText(change),
		cashFlow: moneyText(cashFlow),
		fee: moneyText(fee),
		cashBalance: moneyText(last.walletBalance),
		currency: 'USDT',
		category: last.symbol === undefined ? '' : 'linear',
		bonusChange: '',
	};
	if (payment !== undefined && type === 'SETTLEMENT') {
		return { ...common, ...settlementMembers(exchange, payment, settlementOrderId(payment, account)) };
	}
	return { ...common, funding: '', ...fillMembers(exchange, sized) };
}

/** Returns the log of the fee coin, newest first, with one row per fee and one per amount credited. */
export function assetLog(exchange: Exchange, accountId: string, query: LogQuery): Record<string, unknown>[] {
	const { from, to } = query.window;
	const { uid } = exchange.account(accountId);
	const fills = fillsWithSize(exchange, accountId, from);
	return exchange
		.assetLedger(accountId, { from, to, limit: LEDGER_ROWS_MAX })
		.filter(({ symbol }) => query.symbols === undefined || query.symbols.has(symbol ?? ''))
		.map((entry) => ({
			id: `${uid}_${entry.symbol ?? ''}_${entry.id}`,
			symbol: entry.symbol ?? '',
			transactionTime: String(entry.at),
			type: entry.kind === 'fee' ? 'TRADE' : 'TRANSFER_IN',
			change: moneyText(entry.amount),
			cashFlow: entry.kind === 'fee' ? '0' : moneyText(entry.amount),
			fee: entry.kind === 'fee' ? moneyText(neg(entry.amount)) : '0',
			cashBalance: moneyText(entry.balance),
			currency: entry.asset,
			category: entry.symbol === undefined ? '' : 'linear',
			bonusChange: '',
			funding: '',
			...fillMembers(exchange, entry.reference === undefined ? undefined : fills.get(entry.reference)),
		}))
		.filter(({ type }) => query.type === undefined || query.type === type);
}

function settlementMembers(
	exchange: Exchange,
	payment: FundingPayment,
	orderId: string,
): Record<string, string> {
	const instrument = exchange.instrument(payment.symbol);
	if (instrument === undefined) throw new Error(`A settlement of ${payment.symbol}, which is not listed.`);
	const long = payment.quantity > ZERO;
	return {
		side: long ? 'Buy' : 'Sell',
		funding: moneyText(payment.amount),
		orderLinkId: '',
		orderId,
		feeRate: rateText(long ? payment.rate : neg(payment.rate)),
		size: quantityText(instrument, payment.quantity),
		qty: quantityText(instrument, abs(payment.quantity)),
		tradePrice: priceText(instrument, payment.mark),
		tradeId: payment.id,
	};
}

function fillMembers(exchange: Exchange, sized: SizedFill | undefined): Record<string, string> {
	const instrument = sized === undefined ? undefined : exchange.instrument(sized.fill.symbol);
	if (sized === undefined || instrument === undefined) {
		const empty = {
			orderLinkId: '',
			orderId: '',
			feeRate: '',
			size: '',
			qty: '',
			tradePrice: '',
			tradeId: '',
		};
		return { side: 'None', ...empty };
	}
	const { fill, sizeAfter } = sized;
	return {
		side: sideText(fill.side),
		orderLinkId: fill.clientOrderId ?? '',
		orderId: fill.orderId,
		feeRate: rateText(fill.feeRate),
		size: quantityText(instrument, sizeAfter),
		qty: quantityText(instrument, fill.quantity),
		tradePrice: priceText(instrument, fill.price),
		tradeId: fill.id,
	};
}
