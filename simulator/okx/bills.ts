/**
 * Builds OKX's bills, which list every change in the trading account, one row per fill, settlement or transfer,
 * newest first.
 *
 * The core's ledger keeps the realised result and the fee of a fill as two entries. OKX has one bill with `balChg =
 * pnl + fee` (page "Get bills details", read 2026-11). OKX also has bills for margin moved to or from an isolated
 * position; the simulator does not, because the core has one wallet.
 */
import { abs, neg, sum, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange, Fill, FundingPayment, LedgerEntry, Origin } from '../core/types.ts';
import { contracts, instant, money, price } from './numbers.ts';
import { execTypeOf, subTypeOf, tradeIdOf } from './order-bodies.ts';

const ROWS_MAX = 100_000;

/** Bill type of a transfer. */
const TRANSFER = '1';
/** Bill types of fills: trade, liquidation, auto-deleveraging and delivery. */
const TYPES_OF_FILLS: Readonly<Record<Origin, string>> = {
	user: '2',
	liquidation: '5',
	adl: '9',
	delisting: '3',
};
/** Bill type of a funding fee. */
const FUNDING = '8';

export type Bill = Readonly<Record<string, string>> & { readonly billId: string };

/** Returns the bills from `from` to `to`, newest first. */
export function billsOf(
	exchange: Exchange,
	accountId: string,
	range: { readonly from: number; readonly to: number | undefined },
): readonly Bill[] {
	const query = { ...range, limit: ROWS_MAX };
	const fills = new Map(exchange.fills(accountId, query).map((fill) => [fill.id, fill]));
	const payments = new Map(exchange.fundingPayments(accountId, query).map((row) => [row.id, row]));
	const groups = new Map<string, LedgerEntry[]>();
	for (const entry of exchange.ledger(accountId, query)) {
		const ofFill = entry.kind === 'trade' || entry.kind === 'fee' ? entry.reference : undefined;
		const id = ofFill ?? entry.id;
		groups.set(id, [...(groups.get(id) ?? []), entry]);
	}
	return [...groups]
		.map(([id, entries]) => billOf(exchange, id, entries, fills, payments))
		.sort((a, b) => Number(b.ts) - Number(a.ts) || (BigInt(b.billId) > BigInt(a.billId) ? 1 : -1));
}

const EMPTY = {
	clOrdId: '',
	earnAmt: '',
	earnApr: '',
	execType: '',
	fee: '0',
	fillFwdPx: '',
	fillIdxPx: '',
	fillMarkPx: '',
	fillMarkVol: '',
	fillPxUsd: '',
	fillPxVol: '',
	fillTime: '',
	from: '',
	instId: '',
	instType: '',
	interest: '0',
	mgnMode: '',
	notes: '',
	ordId: '',
	pnl: '0',
	posBal: '0',
	posBalChg: '0',
	px: '',
	sz: '',
	tag: '',
	to: '',
	tradeId: '',
};

/** Builds one bill. `entries` are newest first, like the ledger. */
function billOf(
	exchange: Exchange,
	billId: string,
	entries: readonly LedgerEntry[],
	fills: ReadonlyMap<string, Fill>,
	payments: ReadonlyMap<string, FundingPayment>,
): Bill {
	const last = entries[0] as LedgerEntry;
	const change = sum(entries.map((entry) => entry.amount));
	const common = {
		...EMPTY,
		bal: money(last.walletBalance),
		balChg: money(change),
		billId,
		ccy: 'USDT',
		ts: instant(last.at),
	};
	const fill = last.reference === undefined ? undefined : fills.get(last.reference);
	if (fill !== undefined) return { ...common, ...fillMembers(exchange, fill, entries) };
	const payment = last.reference === undefined ? undefined : payments.get(last.reference);
	if (payment !== undefined) return { ...common, ...fundingMembers(exchange, payment) };
	const isIn = change >= ZERO;
	return {
		...common,
		type: TRANSFER,
		subType: isIn ? '11' : '12',
		sz: money(abs(change)),
		from: isIn ? '6' : '18',
		to: isIn ? '18' : '6',
	};
}

function fillMembers(exchange: Exchange, fill: Fill, entries: readonly LedgerEntry[]) {
	const instrument = exchange.instrument(fill.symbol);
	const pnl = sum(entries.filter(({ kind }) => kind === 'trade').map(({ amount }) => amount));
	return {
		type: TYPES_OF_FILLS[fill.origin],
		subType: subTypeOf(fill),
		clOrdId: fill.clientOrderId ?? '',
		execType: execTypeOf(fill),
		fee: money(neg(fill.fee)),
		fillMarkPx: price(fill.markPrice),
		fillTime: instant(fill.at),
		instId: fill.symbol,
		instType: 'SWAP',
		mgnMode: exchange.marginMode(fill.accountId, fill.symbol),
		ordId: fill.orderId,
		pnl: money(pnl),
		px: price(fill.price),
		sz: instrument === undefined ? '' : contracts(instrument, fill.quantity),
		tradeId: tradeIdOf(fill),
	};
}

/**
 * Builds the fields of a funding bill. "You may refer to pnl for the fee payment"; `px` is the mark price, and `sz`
 * is the number of contracts held, always positive.
 */
function fundingMembers(exchange: Exchange, payment: FundingPayment) {
	const instrument = exchange.instrument(payment.symbol);
	return {
		type: FUNDING,
		subType: payment.amount < ZERO ? '173' : '174',
		instId: payment.symbol,
		instType: 'SWAP',
		mgnMode: exchange.marginMode(payment.accountId, payment.symbol),
		pnl: money(payment.amount),
		px: price(payment.mark),
		sz: instrument === undefined ? '' : contracts(instrument, abs(payment.quantity)),
	};
}

/** Meaning of the types and subtypes that are used here (page "Get bill types"). */
export const BILL_TYPES = [
	{
		type: TRANSFER,
		typeDesc: 'Transfer',
		subTypeDetails: [
			{ subType: '11', subTypeDesc: 'Transfer in' },
			{ subType: '12', subTypeDesc: 'Transfer out' },
		],
	},
	{
		type: TYPES_OF_FILLS.user,
		typeDesc: 'Trade',
		subTypeDetails: [
			{ subType: '1', subTypeDesc: 'Buy' },
			{ subType: '2', subTypeDesc: 'Sell' },
		],
	},
	{
		type: TYPES_OF_FILLS.liquidation,
		typeDesc: 'Liquidation',
		subTypeDetails: [
			{ subType: '106', subTypeDesc: 'Liquidation buy' },
			{ subType: '107', subTypeDesc: 'Liquidation sell' },
		],
	},
	{
		type: FUNDING,
		typeDesc: 'Funding fee',
		subTypeDetails: [
			{ subType: '173', subTypeDesc: 'Funding fee expense' },
			{ subType: '174', subTypeDesc: 'Funding fee income' },
		],
	},
	{
		type: TYPES_OF_FILLS.adl,
		typeDesc: 'ADL',
		subTypeDetails: [
			{ subType: '127', subTypeDesc: 'ADL buy' },
			{ subType: '128', subTypeDesc: 'ADL sell' },
		],
	},
] as const;
