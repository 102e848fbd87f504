/** KuCoin's two lists of fills: the recent ones, which are current, and all, which lag behind. Pages as in `dialect.ts`. */
import { type Decimal, sum } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { FillReport } from '../../ports/venue.ts';
import type { Call } from '../shared/dialect.ts';
import { at, type Body, bodies, listed, required, text, whole } from '../shared/fields.ts';
import { partsOf, readInParts, TOO_MANY } from '../shared/paging.ts';
import { fillOf } from './bodies.ts';

const FILL_PAGE_ROWS = 500;
const FILL_PAGES_MAX = 20;
/** One request lists at most seven days of fills (page "Get Trade History" of the former documentation, read 2026-11). */
const FILL_WINDOW_MS_MAX = 7 * 86_400_000 - 1_000;
/** The list goes by when a fill was written down, which is not the instant it is said to have happened at. */
const FILL_WRITTEN_MS_MAX = 2_000;
/** Requests for the fills of one order. */
const ORDER_PAGES_MAX = 400;

/**
 * Fills from the list, which lags behind by its own page, and after it the recent ones: 1,000 of the last 24 h, and current.
 * A fill is in both under one id. Without a symbol: of every instrument.
 */
export async function fillRows(
	call: Call,
	symbol: string | undefined,
	from: number,
	to: number,
): Promise<readonly Body[]> {
	const rows: Body[] = [];
	const ofSymbol = symbol === undefined ? {} : { symbol };
	const [first, last] = [from - FILL_WRITTEN_MS_MAX, to + FILL_WRITTEN_MS_MAX];
	for (const [start, end] of partsOf(first, last, FILL_WINDOW_MS_MAX))
		rows.push(
			...(await readInParts(start, end, (startAt, endAt) => fillPages(call, ofSymbol, startAt, endAt))),
		);
	const recent = await call('account', 'futuresPrivateGetRecentFills', ofSymbol);
	rows.push(...listed(at(recent, 'data'), 'recent fills'));
	const byId = new Map(rows.map((row) => [`${text(row, 'orderId')} ${text(row, 'tradeId')}`, row]));
	return [...byId.values()].filter((row) => symbol === undefined || text(row, 'symbol') === symbol);
}

async function fillPages(
	call: Call,
	ofSymbol: { readonly symbol?: string },
	startAt: number,
	endAt: number,
): Promise<readonly Body[] | typeof TOO_MANY> {
	const rows: Body[] = [];
	for (let currentPage = 1; ; currentPage += 1) {
		const page = { currentPage, pageSize: FILL_PAGE_ROWS };
		const answer = await call('account', 'futuresPrivateGetFills', { ...ofSymbol, startAt, endAt, ...page });
		rows.push(...listed(at(answer, 'data', 'items'), 'fills'));
		const pages = required(whole(at(answer, 'data'), 'totalPage'), 'totalPage');
		if (pages > FILL_PAGES_MAX) return TOO_MANY;
		if (currentPage >= pages) return rows;
	}
}

/**
 * The recent fills first: the venue's list of all fills is "not real-time" by its own page and lags behind, while the
 * recent ones (1,000 of the last 24 h) do not reach far back.
 */
export async function orderFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
	filledQuantity: Decimal,
): Promise<readonly FillReport[]> {
	const recent = await call('probe', 'futuresPrivateGetRecentFills', { symbol: instrument.symbol });
	const fills = fillsOf(bodies(at(recent, 'data')), instrument, venueOrderId);
	if (sum(fills.map((fill) => fill.quantity)) === filledQuantity) return fills;
	return allFills(call, instrument, venueOrderId);
}

async function allFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
): Promise<readonly FillReport[]> {
	const fills: FillReport[] = [];
	for (let page = 1; page <= ORDER_PAGES_MAX; page += 1) {
		const answer = await call('probe', 'futuresPrivateGetFills', {
			orderId: venueOrderId,
			symbol: instrument.symbol,
			pageSize: 100,
			currentPage: page,
		});
		fills.push(...fillsOf(bodies(at(answer, 'data', 'items')), instrument, venueOrderId));
		if (page >= (whole(at(answer, 'data'), 'totalPage') ?? 1)) break;
	}
	return fills;
}

function fillsOf(rows: readonly Body[], instrument: Instrument, venueOrderId: string): readonly FillReport[] {
	return rows.filter((row) => text(row, 'orderId') === venueOrderId).map((row) => fillOf(row, instrument));
}
