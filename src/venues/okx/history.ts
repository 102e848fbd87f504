/**
 * What has happened to an account of OKX: fills and bills, each kept in two lists, the recent ones (fills of 3 days, bills of 7)
 * and those of three months, of which the first are current: "We advise you to use Get Transaction details (last 3 days) when
 * you request data for recent 3 days" (page "Transaction details (last 3 months)", 2026-07). A record is in both under one id.
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
/** Requests of one part of a list: 20,000 rows. */
const PAGES_MAX = 200;
/** "A charge can take up to a minute" (help page "Perpetual funding fee", read 2026-11): then a record is so late. */
const LATE_MS_MAX = 5 * 60_000;

type Query = Readonly<Record<string, unknown>>;

/** History of an account of OKX. */
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

/** Every row of a list that goes by bills, page after page from the newest. */
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

/** Rows of both lists with from ≤ ts ≤ to, each once. */
async function records(
	call: Call,
	methods: readonly [recent: string, archive: string],
	query: Query,
	from: number,
	to: number,
): Promise<readonly Body[]> {
	const rows = new Map<string, Body>();
	// The current list last: where both have a row, it is the one that counts.
	for (const method of [...methods].reverse()) {
		// Whether the bounds belong to the range is not documented.
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

/** Of one instrument, or of every perpetual. */
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
 * A fee that is paid is negative at OKX. Fees of USDT-margined perpetuals are USDT; one in something else has no rate in the
 * row to value it by (`feeRate` is of spot alone), so such a row is no answer.
 */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const feeAsset = text(row, 'feeCcy') ?? COLLATERAL;
	const paid = neg(required(decimal(row, 'fee'), 'fee'));
	return {
		// The trade's id is one of the instrument's; the bill's is the account's own.
		tradeId: required(text(row, 'billId'), 'billId'),
		quantity: fromOrderUnits(instrument, required(decimal(row, 'fillSz'), 'fillSz')),
		price: fromVenuePrice(instrument, required(decimal(row, 'fillPx'), 'fillPx')),
		fee: required(feeAsset === COLLATERAL ? paid : undefined, 'fee in USDT'),
		feeAsset,
		feeQuantity: paid,
		filledAt: required(whole(row, 'fillTime') ?? whole(row, 'ts'), 'fillTime'),
	};
}

/** Transaction types (page "Transaction details"); a position that was moved or traded in a block is somebody's doing. */
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

/** Undefined for a row that changes no position. */
function accountFillOf(row: Body, instrument: Instrument): AccountFill | undefined {
	if (decimal(row, 'fillSz') === ZERO) return undefined;
	const fill = fillOf(row, instrument);
	return {
		...fill,
		side: text(row, 'side') === 'sell' ? 'sell' : 'buy',
		// A block trade has no order.
		venueOrderId: text(row, 'ordId') ?? fill.tradeId,
		clientOrderId: text(row, 'clOrdId') ?? null,
		cause: FILL_CAUSES[text(row, 'subType') ?? ''] ?? 'order',
	};
}

function billRows(call: Call, query: Query, from: number, to: number): Promise<readonly Body[]> {
	return records(call, ['privateGetAccountBills', 'privateGetAccountBillsArchive'], query, from, to);
}

const FUNDING_BILLS = { ...SWAPS, type: '8' } as const;

/** A settlement as the venue published it; the coming one has no rate yet. */
type Published = { readonly settledAt: number; readonly rate: Decimal | undefined };

/**
 * Settlements of one perpetual. A bill tells when the balance changed, which may be a minute after the instant, neither the
 * rate nor the side of the position, and its amount as `pnl` ("You may refer to pnl for the fee payment", page "Get bills
 * details"). The instant and the rate are those that the venue published last before it; the side follows from who paid.
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

/** Newest first. The clock tells of the instant that has just passed before the history does. */
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
						// While a settlement is under way it is another instant's.
						rate: text(present, 'settState') === 'settled' ? decimal(present, 'settFundingRate') : undefined,
					},
				];
	return [...history.rates, ...clocked].sort((a, b) => b.settledAt - a.settledAt);
}

/**
 * Bills that trading perpetuals makes, which its fills and settlements tell too: trade, delivery, liquidation, funding fee,
 * auto-deleveraging. Everything else is an external flow, trades of spot too.
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

/** Margin that moves between the account and an isolated position leaves one and enters the other: no flow. */
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
		return [{ recordId, kind: TYPE_NAMES[type] ?? `Bill${type}`, asset, amount, at: flowAt }];
	});
}
