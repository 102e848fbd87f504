/** What Binance USD-M tells everybody (developers.binance.com/docs/derivatives/usds-margined-futures, "Market Data", read 2026-11). */
import { type Decimal, divTrunc, max, mulDown, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { InstrumentTicker, PublicTrade, SettledRatesAnswer } from '../../ports/venue-market.ts';
import type { VenueNotices } from '../../ports/venue-notices.ts';
import type { ToldTickers } from '../feeds/ticker-protocol.ts';
import { readLevels } from '../shared/book-levels.ts';
import { type ContractList, readContracts } from '../shared/contract-list.ts';
import type { Call, Find, MarketsDialect } from '../shared/dialect.ts';
import {
	at,
	atLeast,
	type Body,
	bodies,
	decimal,
	listed,
	positive,
	positiveOf,
	price,
	required,
	text,
	whole,
} from '../shared/fields.ts';
import { gatherNotices } from '../shared/notices.ts';
import { settledPages, settledRows } from '../shared/paging.ts';
import { tradesOf } from '../shared/public-trades.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { createStreamedRows, type StreamedRows, silentStream } from '../shared/streamed-rows.ts';
import { readBounds, readFunding, tickersOf, usdAmount } from '../shared/ticker-fields.ts';
import { binance } from './facts.ts';

const SETTLED_ROWS_MAX = 1_000;
/** Half of what one request gives; weight 5. */
const TRADE_ROWS = 500;
/** How long what changes slowly is kept: contracts, adjusted intervals and bounds, volumes of the day. */
const SLOW_MS = 60_000;
/** The depths that a request may ask for. */
const DEPTHS = [5, 10, 20, 50, 100, 500, 1_000];

/** Interval of a contract that the list of adjusted ones does not name (page "Get Funding Rate Info"). */
const USUAL_INTERVAL_MS = 8 * HOUR_MS;
/** A perpetual that is not delisted is delivered in 2100. */
const NEVER_DELIVERED = Date.UTC(2100, 0, 1);
const HUNDRED = 100;

/** Markets of one session, which keeps what changes slowly. */
export function binanceMarkets(): MarketsDialect {
	const reads = createSharedReads();
	const tickers = { reads, rows: createStreamedRows<Body>() };
	return {
		// Base tier (binance.com/en/fee/futureFee, read 2026-11).
		baseFees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },
		readInstruments: (call) => readInstruments(reads, call),
		readTickers: (...asked) => readTickers(tickers, ...asked),
		readBook,
		readSettledRates,
		readTime,
		readTrades,
		// Leverage brackets are told to accounts alone (page "Notional and Leverage Brackets": USER_DATA).
		readNotices,
	};
}

/** Perpetual contracts of the exchange information; unreadable ones are left out with a sentence each. */
async function readInstruments(reads: SharedReads, call: Call): Promise<ContractList> {
	return readContracts(await contracts(reads, call), instrumentOf);
}

/** State of a market data session for its tickers. */
type TickerState = { readonly reads: SharedReads; readonly rows: StreamedRows<Body> };

/**
 * Marks, indices and estimates by the stream, with a request of all contracts beside it (`src/venues/shared/streamed-rows.ts`); the rest is heavy, or
 * changes slowly, and is kept for a minute. Intervals change at settlements (hourly ones follow a rate at its cap), so they are
 * read again when a contract's coming settlement is another.
 */
async function readTickers(
	{ reads, rows: premiumRows }: TickerState,
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

/** Undefined for what is not traded here. @throws BodyError for a contract that is and cannot be read */
function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	if (symbol === undefined) return undefined;
	const name = resolveName(binance.spelling, {
		symbol,
		base: text(row, 'baseAsset'),
		quote: text(row, 'quoteAsset'),
	});
	if (name === undefined) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	// Accounts are read in USDT, so contracts that settle in USDC are left out.
	if (
		text(row, 'contractType') !== 'PERPETUAL' ||
		text(row, 'status') !== 'TRADING' ||
		quote !== 'USDT' ||
		text(row, 'marginAsset') !== 'USDT'
	)
		return undefined;
	const lots = filterOf(row, 'LOT_SIZE');
	const coins = (units: Decimal): Decimal => mulDown(units, coinsPerUnit);
	const quantityMin = positiveOf(coins(required(positive(lots, 'minQty'), 'minQty')), 'minQty');
	const tick = required(positive(filterOf(row, 'PRICE_FILTER'), 'tickSize'), 'tickSize');
	return {
		venue: 'binance',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerUnit,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(tick, coinsPerUnit), 'tickSize'),
		lotSize: positiveOf(coins(required(positive(lots, 'stepSize'), 'stepSize')), 'stepSize'),
		quantityMin,
		quantityMax: atLeast(quantityMin, coins(required(positive(lots, 'maxQty'), 'maxQty')), 'maxQty'),
		notionalMin: max(ZERO, decimal(filterOf(row, 'MIN_NOTIONAL'), 'notional') ?? ZERO),
		leverageMax: leverageMaxOf(row),
	};
}

/**
 * The highest leverage is told to accounts alone (page "Notional and Leverage Brackets"); publicly there is the margin that a
 * contract requires, `requiredMarginPercent`, of which the page says not to use it. Its inverse has been at most the highest
 * leverage; beyond it the venue has the last word.
 */
function leverageMaxOf(row: Body): number {
	const percent = Number(text(row, 'requiredMarginPercent') ?? HUNDRED);
	return percent > 0 && percent <= HUNDRED ? Math.floor(HUNDRED / percent) : 1;
}

function filterOf(row: Body, filterType: string): Body | undefined {
	return bodies(at(row, 'filters')).find((filter) => text(filter, 'filterType') === filterType);
}

/** When a contract is closed for good; null while nothing is announced: its delivery is far away then. */
function delistingOf(row: Body | undefined): number | null {
	const deliveryAt = whole(row, 'deliveryDate');
	return deliveryAt === undefined || deliveryAt <= 0 || deliveryAt > NEVER_DELIVERED ? null : deliveryAt;
}

/** Rows of one symbol each, by it. */
function bySymbol(rows: readonly Body[]): ReadonlyMap<string, Body> {
	return new Map(rows.map((row) => [String(row.symbol), row]));
}

/** Rows of premium index, funding information and 24 h statistics, each by symbol, that one ticker is made from. */
type TickerParts = {
	readonly contracts: ReadonlyMap<string, Body>;
	readonly adjusted: ReadonlyMap<string, Body>;
	readonly days: ReadonlyMap<string, Body>;
};

/** `lastFundingRate` is the running estimate for `nextFundingTime` (page "Mark Price", help centre on funding rates). */
function tickerOf(row: Body, instrument: Instrument, parts: TickerParts, now: number): InstrumentTicker {
	const problems: string[] = [];
	const { symbol } = instrument;
	const day = parts.days.get(symbol);
	const adjusted = parts.adjusted.get(symbol);
	const hours = adjusted === undefined ? undefined : whole(adjusted, 'fundingIntervalHours');
	const intervalMs = adjusted === undefined ? USUAL_INTERVAL_MS : (hours ?? Number.NaN) * HOUR_MS;
	return {
		symbol,
		mark: price(row, 'markPrice', instrument, problems),
		index: price(row, 'indexPrice', instrument, problems),
		// The day says nothing of a contract that is younger than its last look, which is no fault.
		last: day === undefined ? null : price(day, 'lastPrice', instrument, problems),
		volume24h: usdAmount(day ?? {}, 'quoteVolume'),
		// It is told of one contract at a time (page "Open Interest").
		openInterest: null,
		funding: readFunding(
			{
				rate: decimal(row, 'lastFundingRate'),
				intervalMs: Number.isFinite(intervalMs) ? intervalMs : undefined,
				next: whole(row, 'nextFundingTime'),
			},
			now,
			{
				rate: row.lastFundingRate,
				interval: adjusted === undefined ? 'not adjusted' : adjusted.fundingIntervalHours,
				next: row.nextFundingTime,
			},
			problems,
		),
		...readBounds(decimal(adjusted, 'adjustedFundingRateCap'), decimal(adjusted, 'adjustedFundingRateFloor')),
		delistingAt: delistingOf(parts.contracts.get(symbol)),
		tradable: true,
		problems,
	};
}

/** The book's best levels, in coins and USD a coin; the request takes the next larger depth that Binance offers. */
async function readBook(call: Call, instrument: Instrument, depth: number): Promise<OrderBook> {
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
function readSettledRates(
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
async function readTime(call: Call): Promise<number> {
	return required(whole(await call('market', 'fapiPublicGetTime'), 'serverTime'), 'serverTime');
}

/** Latest public trades of the instrument, in coins and USD a coin. */
async function readTrades(call: Call, instrument: Instrument): Promise<readonly PublicTrade[]> {
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
function readNotices(call: Call, now: number): Promise<VenueNotices> {
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
