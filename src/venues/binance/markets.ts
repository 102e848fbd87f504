/** What Binance USD-M tells everybody (developers.binance.com/docs/derivatives/usds-margined-futures, "Market Data", read 2026-11). */

import type { Instrument } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { InstrumentTicker, PublicTrade, SettledRatesAnswer } from '../../ports/venue-market.ts';
import type { VenueNotices } from '../../ports/venue-notices.ts';
import type { ToldTickers } from '../feeds/ticker-protocol.ts';
import { readLevels } from '../shared/book-levels.ts';
import { type ContractList, readContracts } from '../shared/contract-list.ts';
import type { Call, Find } from '../shared/dialect.ts';
import { at, type Body, listed, required, text, whole } from '../shared/fields.ts';
import { gatherNotices } from '../shared/notices.ts';
import { settledPages, settledRows } from '../shared/paging.ts';
import { tradesOf } from '../shared/public-trades.ts';
import type { SharedReads } from '../shared/slow-reads.ts';
import { type StreamedRows, silentStream } from '../shared/streamed-rows.ts';
import { tickersOf } from '../shared/ticker-fields.ts';
import { bySymbol, instrumentOf, tickerOf } from './bodies.ts';

const SETTLED_ROWS_MAX = 1_000;
/** Half of what one request gives; weight 5. */
const TRADE_ROWS = 500;
/** How long what changes slowly is kept: contracts, adjusted intervals and bounds, volumes of the day. */
const SLOW_MS = 60_000;
/** The depths that a request may ask for. */
const DEPTHS = [5, 10, 20, 50, 100, 500, 1_000];

/** Perpetual contracts of the exchange information; unreadable ones are left out with a sentence each. */
export async function readBinanceInstruments(reads: SharedReads, call: Call): Promise<ContractList> {
	return readContracts(await contracts(reads, call), instrumentOf);
}

/** State of a market data session for its tickers. */
export type BinanceTickerState = { readonly reads: SharedReads; readonly rows: StreamedRows<Body> };

/**
 * Marks, indices and estimates by the stream, with a request of all contracts beside it (`src/venues/shared/streamed-rows.ts`); the rest is heavy, or
 * changes slowly, and is kept for a minute. Intervals change at settlements (hourly ones follow a rate at its cap), so they are
 * read again when a contract's coming settlement is another.
 */
export async function readBinanceTickers(
	{ reads, rows: premiumRows }: BinanceTickerState,
	call: Call,
	find: Find,
	now: number,
	stream: ToldTickers = silentStream(now),
): Promise<readonly InstrumentTicker[]> {
	const slowly = (name: string, method: string, state?: number): Promise<readonly Body[]> =>
		reads.slowly(name, SLOW_MS, now, async () => listed(await call('market', method), name), state);
	const premiumsAndIntervals = async () => {
		const rows = await premiumRows.read(find, now, stream, {
			symbolOf: (row) => text(row, 'symbol') ?? '',
			read: async () => listed(await call('market', 'fapiPublicGetPremiumIndex'), 'premiums'),
		});
		const premiums = rows.map(({ row, streamed, receivedAt }) => ({
			symbol: row.symbol,
			premium: streamed ?? row,
			receivedAt,
		}));
		const settlements = premiums.reduce(
			(sum, { premium }) => sum + (whole(premium, 'nextFundingTime') ?? 0),
			0,
		);
		return [premiums, await slowly('adjusted intervals', 'fapiPublicGetFundingInfo', settlements)] as const;
	};
	const [[premiums, adjusted], contractRows, days] = await Promise.all([
		premiumsAndIntervals(),
		reads.slowly('contracts', SLOW_MS, now, () => contracts(reads, call)),
		slowly('days', 'fapiPublicGetTicker24hr'),
	]);
	const parts = {
		contracts: bySymbol(contractRows),
		adjusted: bySymbol(adjusted),
		days: bySymbol(days),
	};
	return tickersOf(premiums, find, ({ premium, receivedAt }, instrument) => ({
		...tickerOf(premium, instrument, parts, now),
		receivedAt,
	}));
}

/** Keeps what it read for the tickers, which need no more of it than once a minute. */
async function contracts(reads: SharedReads, call: Call): Promise<readonly Body[]> {
	const answer = await call('market', 'fapiPublicGetExchangeInfo');
	const rows = listed(at(answer, 'symbols'), 'contracts');
	void reads.keep('contracts', whole(answer, 'serverTime') ?? 0, async () => rows);
	return rows;
}

/** The book's best levels, in coins and USD a coin; the request takes the next larger depth that Binance offers. */
export async function readBinanceBook(call: Call, instrument: Instrument, depth: number): Promise<OrderBook> {
	const answer = await call('market', 'fapiPublicGetDepth', {
		symbol: instrument.symbol,
		limit: DEPTHS.find((allowed) => allowed >= depth) ?? DEPTHS.at(-1),
	});
	return {
		bids: readLevels('bids', at(answer, 'bids'), instrument, depth),
		asks: readLevels('asks', at(answer, 'asks'), instrument, depth),
	};
}

/** Settled funding rates from `from` to `to`, milliseconds, page by page; `kind` chooses the request queue. */
export function readBinanceSettledRates(
	call: Call,
	symbol: string,
	from: number,
	to: number,
	kind: 'market' | 'history',
): Promise<SettledRatesAnswer> {
	return settledPages(
		from,
		to,
		{ pagesBegin: 'oldest', rowsMax: SETTLED_ROWS_MAX },
		async (startTime, endTime) => {
			const query = { symbol, startTime, endTime, limit: SETTLED_ROWS_MAX };
			return settledRows(await call(kind, 'fapiPublicGetFundingRate', query), 'fundingRate', 'fundingTime');
		},
	);
}

/** Binance's clock, milliseconds. @throws BodyError when the answer has none */
export async function readBinanceTime(call: Call): Promise<number> {
	return required(whole(await call('market', 'fapiPublicGetTime'), 'serverTime'), 'serverTime');
}

/** Latest public trades of the instrument, in coins and USD a coin. */
export async function readBinanceTrades(call: Call, instrument: Instrument): Promise<readonly PublicTrade[]> {
	const answer = await call('market', 'fapiPublicGetTrades', {
		symbol: instrument.symbol,
		limit: TRADE_ROWS,
	});
	return tradesOf(listed(answer, 'trades'), instrument, {
		id: 'id',
		price: 'price',
		quantity: 'qty',
		time: 'time',
		timePerMs: 1,
	});
}

/** The status is 0 or 1 (page "System Status" of the wallet): of a maintenance neither beginning nor end is told. */
export function readBinanceNotices(call: Call, now: number): Promise<VenueNotices> {
	return gatherNotices('binance', {
		maintenance: async () => {
			const answer = await call('market', 'sapiGetSystemStatus');
			const status = required(whole(answer, 'status'), 'status');
			return status === 0 ? [] : [{ title: text(answer, 'msg') ?? 'maintenance', from: now, until: null }];
		},
		currencies: 'Binance tells it only to whoever has a key (page "All Coins\' Information").',
	});
}

/** The status of the system stands on the wallet's interface, which is of real money alone. */
export function readBinanceTestNotices(): Promise<VenueNotices> {
	return gatherNotices('binance', {
		maintenance: 'Binance tells nothing of its test environment.',
		currencies: 'Binance tells nothing of its test environment.',
	});
}
