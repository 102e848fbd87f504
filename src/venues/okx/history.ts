/**
 * Reads the history of an OKX account: fills and bills, each from two lists. The recent list covers 3 days of fills
 * and 7 days of bills; the long list covers three months. The recent list is more current: "We advise you to use Get
 * Transaction details (last 3 days) when you request data for recent 3 days" (page "Transaction details (last 3
 * months)", 2026-07). A record has the same id in both lists.
 */
import { abs, add, type Decimal, neg, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { ExternalFlowReport, FundingPaymentReport } from '../../ports/account-payments.ts';
import type { AccountFill, FillReport } from '../../ports/venue.ts';
import type { Call, HistoryDialect } from '../shared/dialect.ts';
import { at, type Body, decimal, listed, required, text, whole } from '../shared/fields.ts';
import type { RequestClass } from '../shared/limiter.ts';
import { readInParts, TOO_MANY } from '../shared/paging.ts';
import { COLLATERAL, readSettledRates, SWAPS } from './markets.ts';

const PAGE_ROWS = 100;
/** Maximum pages of one part of a list; with 100 rows per page, that is 20,000 rows. */
const PAGES_MAX = 200;
/**
 * Maximum delay of a record after its settlement, milliseconds. "A charge can take up to a minute" (help page
 * "Perpetual funding fee", read 2026-11); we allow five.
 */
const LATE_MS_MAX = 5 * 60_000;

type Query = Readonly<Record<string, unknown>>;

/** History functions for an OKX session: fills, funding payments and external flows. */
export const okxHistory: HistoryDialect = {
	async readAccountFills(call, instrument, from, to) {
		const rows = await fillRows(call, instrument.symbol, from, to);
		return rows.flatMap((row) => accountFillOf(row, instrument) ?? []);
	},
	async readTradedSymbols(call, from, to) {
		const rows = await fillRows(call, undefined, from, to);
		return [...new Set(rows.flatMap((row) => text(row, 'instId') ?? []))];
	},
	readFundingPayments,
	readExternalFlows,
};

/**
 * Reads all rows of a list whose rows have bill ids, page by page from the newest. Returns TOO_MANY if the list has
 * more than PAGES_MAX pages.
 */
export async function allRows(
	call: Call,
	kind: RequestClass,
	method: string,
	query: Query,
): Promise<readonly Body[] | typeof TOO_MANY> {
	const rows: Body[] = [];
	let after: string | undefined;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const answer = await call(kind, method, {
			...query,
			limit: PAGE_ROWS,
			...(after === undefined ? {} : { after }),
		});
		const list = listed(at(answer, 'data'), 'rows');
		rows.push(...list);
		after = text(list.at(-1), 'billId');
		if (list.length < PAGE_ROWS || after === undefined) return rows;
	}
	return TOO_MANY;
}

/** Reads the rows with from ≤ ts ≤ to from the recent and the long list, each row once. */
async function records(
	call: Call,
	methods: readonly [recent: string, archive: string],
	query: Query,
	from: number,
	to: number,
): Promise<readonly Body[]> {
	const rows = new Map<string, Body>();
	// The recent list comes last, so that its row replaces the one from the long list.
	for (const method of [...methods].reverse()) {
		// OKX does not document whether the range includes its bounds, so we widen it by 1 ms on each side.
		const part = await readInParts(from - 1, to + 1, (begin, end) =>
			allRows(call, 'account', method, { ...query, begin, end }),
		);
		for (const row of part) rows.set(text(row, 'billId') ?? JSON.stringify(row), row);
	}
	return [...rows.values()].filter((row) => {
		const stamp = whole(row, 'ts');
		return stamp !== undefined && stamp >= from && stamp <= to;
	});
}

/** Reads all fills on one instrument, or on all perpetuals. */
function fillRows(
	call: Call,
	symbol: string | undefined,
	from: number,
	to: number,
): Promise<readonly Body[]> {
	const query = symbol === undefined ? SWAPS : { ...SWAPS, instId: symbol };
	return records(call, ['privateGetTradeFills', 'privateGetTradeFillsHistory'], query, from, to);
}

/**
 * Parses a fill. OKX reports a paid fee as negative. Fees on USDT-margined perpetuals are in USDT. For a fee in
 * another currency the row has no rate to value it, because `feeRate` applies only to spot. We treat such a row as
 * unusable.
 */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const feeAsset = text(row, 'feeCcy') ?? COLLATERAL;
	const paid = neg(required(decimal(row, 'fee'), 'fee'));
	return {
		// We use the bill id, which is unique per account, because a trade id is unique only per instrument.
		tradeId: required(text(row, 'billId'), 'billId'),
		quantity: fromOrderUnits(instrument, required(decimal(row, 'fillSz'), 'fillSz')),
		price: fromVenuePrice(instrument, required(decimal(row, 'fillPx'), 'fillPx')),
		fee: required(feeAsset === COLLATERAL ? paid : undefined, 'fee in USDT'),
		feeAsset,
		feeQuantity: paid,
		filledAt: required(whole(row, 'fillTime') ?? whole(row, 'ts'), 'fillTime'),
	};
}

/**
 * Causes of fills, keyed by transaction type (page "Transaction details"). Moved positions and block trades get the
 * cause `order`.
 */
const FILL_CAUSES: Readonly<Record<string, AccountFill['cause']>> = {
	...Object.fromEntries(
		['100', '101', '102', '103', '104', '105', '106', '107', '110', '111'].map((type) => [
			type,
			'liquidation' as const,
		]),
	),
	...Object.fromEntries(['125', '126', '127', '128'].map((type) => [type, 'adl' as const])),
	...Object.fromEntries(['112', '113'].map((type) => [type, 'delisting' as const])),
};

/** Parses a fill; returns undefined for a row that changes no position. */
function accountFillOf(row: Body, instrument: Instrument): AccountFill | undefined {
	if (decimal(row, 'fillSz') === ZERO) return undefined;
	const fill = fillOf(row, instrument);
	return {
		...fill,
		side: text(row, 'side') === 'sell' ? 'sell' : 'buy',
		// A block trade has no order id, so we use the trade's id.
		venueOrderId: text(row, 'ordId') ?? fill.tradeId,
		clientOrderId: text(row, 'clOrdId') ?? null,
		cause: FILL_CAUSES[text(row, 'subType') ?? ''] ?? 'order',
	};
}

function billRows(call: Call, query: Query, from: number, to: number): Promise<readonly Body[]> {
	return records(call, ['privateGetAccountBills', 'privateGetAccountBillsArchive'], query, from, to);
}

const FUNDING_BILLS = { ...SWAPS, type: '8' } as const;

/** A settlement as OKX published it; a future settlement has no rate yet. */
type Published = { readonly settledAt: number; readonly rate: Decimal | undefined };

/**
 * Reads the settlements of one perpetual. A bill has the time of the balance change, up to a minute after the
 * settlement, but neither the rate nor the side. Its amount is `pnl` ("You may refer to pnl for the fee payment",
 * page "Get bills details"). Time and rate come from the last published settlement in the five minutes before the
 * bill. The side follows from the signs of amount and rate.
 */
async function readFundingPayments(
	call: Call,
	instrument: Instrument,
	from: number,
	to: number,
): Promise<readonly FundingPaymentReport[]> {
	const query = { ...FUNDING_BILLS, instId: instrument.symbol };
	const bills = await billRows(call, query, from, to + LATE_MS_MAX);
	if (bills.length === 0) return [];
	const published = await publishedIn(call, instrument.symbol, from - LATE_MS_MAX, to + LATE_MS_MAX);
	return bills
		.flatMap((bill) => paymentOf(bill, instrument, published) ?? [])
		.filter(({ settledAt }) => settledAt >= from && settledAt <= to)
		.sort((a, b) => a.settledAt - b.settledAt);
}

function paymentOf(
	bill: Body,
	instrument: Instrument,
	published: readonly Published[],
): FundingPaymentReport | undefined {
	const recordId = text(bill, 'billId');
	const amount = decimal(bill, 'pnl');
	const changedAt = whole(bill, 'ts');
	if (recordId === undefined || amount === undefined || changedAt === undefined) return undefined;
	const own = published.find(
		({ settledAt }) => settledAt <= changedAt && changedAt - settledAt <= LATE_MS_MAX,
	);
	const rate = own?.rate ?? null;
	const count = decimal(bill, 'sz');
	return {
		recordId,
		symbol: instrument.symbol,
		settledAt: own?.settledAt ?? changedAt,
		rate,
		amount,
		quantity:
			count === undefined || rate === null || rate === ZERO || amount === ZERO
				? null
				: fromOrderUnits(instrument, amount > ZERO === rate > ZERO ? neg(abs(count)) : abs(count)),
	};
}

/**
 * Returns published settlements, newest first. A new settlement appears in the funding-rate response earlier than in
 * the history, so we read both.
 */
async function publishedIn(
	call: Call,
	symbol: string,
	from: number,
	to: number,
): Promise<readonly Published[]> {
	const [clock, history] = await Promise.all([
		call('account', 'publicGetPublicFundingRate', { instId: symbol }),
		readSettledRates(call, symbol, from, to, 'account'),
	]);
	const present = listed(at(clock, 'data'), 'funding')[0];
	const coming = whole(present, 'fundingTime');
	const afterIt = whole(present, 'nextFundingTime');
	const clocked: Published[] =
		coming === undefined || afterIt === undefined
			? []
			: [
					{ settledAt: coming, rate: undefined },
					{
						settledAt: coming - (afterIt - coming),
						// During a settlement, `settFundingRate` is still the rate of the previous one.
						rate: text(present, 'settState') === 'settled' ? decimal(present, 'settFundingRate') : undefined,
					},
				];
	return [...history.rates, ...clocked].sort((a, b) => b.settledAt - a.settledAt);
}

/**
 * Types of bills that trading perpetuals causes and that are already reported as fills or settlements: trade,
 * delivery, liquidation, funding fee, auto-deleveraging. Every other bill is an external flow, including spot trades.
 */
const OWN_TYPES: ReadonlySet<string> = new Set(['2', '3', '5', '8', '9']);

const TYPE_NAMES: Readonly<Record<string, string>> = {
	'1': 'Transfer',
	'4': 'AutoTokenConversion',
	'6': 'MarginTransfer',
	'7': 'InterestDeduction',
	'10': 'Clawback',
	'11': 'SystemTokenConversion',
	'12': 'StrategyTransfer',
	'14': 'BlockTrade',
	'22': 'Repay',
	'24': 'SpreadTrading',
	'27': 'Convert',
	'30': 'SimpleTrade',
};

/**
 * Types of bills for transfers between the owner's accounts. Deposits and withdrawals have none, because they are in
 * the funding account.
 */
const TRANSFER_TYPES: ReadonlySet<string> = new Set(['1', '12']);

/**
 * Reads external flows. Margin that moves between the account and an isolated position stays in the account, so it is
 * not an external flow.
 */
async function readExternalFlows(
	call: Call,
	from: number,
	to: number,
): Promise<readonly ExternalFlowReport[]> {
	const bills = await billRows(call, {}, from, to);
	return bills.flatMap((bill) => {
		const recordId = text(bill, 'billId');
		const asset = text(bill, 'ccy');
		const type = text(bill, 'type');
		const change = decimal(bill, 'balChg');
		const flowAt = whole(bill, 'ts');
		if (
			recordId === undefined ||
			asset === undefined ||
			type === undefined ||
			change === undefined ||
			flowAt === undefined
		)
			return [];
		const amount = add(change, decimal(bill, 'posBalChg') ?? ZERO);
		const isOwn = OWN_TYPES.has(type) && text(bill, 'instType') === 'SWAP';
		if (isOwn || amount === ZERO) return [];
		const cause = TRANSFER_TYPES.has(type) ? 'transfer' : 'other';
		return [{ recordId, kind: TYPE_NAMES[type] ?? `Bill${type}`, cause, asset, amount, at: flowAt }];
	});
}
