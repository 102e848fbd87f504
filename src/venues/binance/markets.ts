/**
 * Reads public market data from Binance USD-M (developers.binance.com/docs/derivatives/usds-margined-futures, "Market
 * Data", read 2026-11).
 */
import { type Decimal, divTrunc, max, mulDown, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { InstrumentTicker, PublicTrade, SettledRatesAnswer } from '../../ports/venue-market.ts';
import type { VenueNotices } from '../../ports/venue-notices.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { StreamedTickers } from '../feeds/ticker-protocol.ts';
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
import { CURRENCIES_NEED_KEY, NO_TEST_NOTICES } from './text.ts';

const SETTLED_ROWS_MAX = 1_000;
/** Number of trades per request, half of Binance's maximum. The request weighs 5. */
const TRADE_ROWS = 500;
/**
 * Cache lifetime, milliseconds, of slow-changing data: contracts, adjusted intervals and bounds, the day's volumes.
 */
const SLOW_MS = 60_000;
/** Numbers of levels per side that Binance accepts in an order book request. */
const DEPTHS = [5, 10, 20, 50, 100, 500, 1_000];

/**
 * Funding interval, milliseconds, of contracts whose interval and bounds Binance has not adjusted (page "Get Funding
 * Rate Info").
 */
const USUAL_INTERVAL_MS = 8 * HOUR_MS;
/** A perpetual that is not being delisted has a delivery date in 2100. */
const NEVER_DELIVERED = Date.UTC(2100, 0, 1);
const HUNDRED = 100;

/** Creates the market data functions for one session, with a cache for slow-changing data. */
export function binanceMarkets(): MarketsDialect {
	const reads = createSharedReads();
	const tickers = { reads, rows: createStreamedRows<Body>() };
	return {
		// Fees of the base tier (binance.com/en/fee/futureFee, read 2026-11).
		baseFees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },
		readInstruments: (call) => readInstruments(reads, call),
		readTickers: (...asked) => readTickers(tickers, ...asked),
		readBook,
		readSettledRates,
		readTime,
		readTrades,
		// There is no `readRiskTiers`, because leverage brackets require an account's key (page "Notional and
		// Leverage Brackets": USER_DATA).
		readNotices,
	};
}

/**
 * Reads the perpetual contracts from the exchange information. Each unreadable contract is omitted, with a message.
 */
async function readInstruments(reads: SharedReads, call: Call): Promise<ContractList> {
	return readContracts(await contracts(reads, call), instrumentOf);
}

/** Cache and streamed rows for the tickers of one market data session. */
type TickerState = { readonly reads: SharedReads; readonly rows: StreamedRows<Body> };

/**
 * Takes mark prices, index prices and funding estimates from the stream, and also polls them for all contracts
 * (`src/venues/shared/streamed-rows.ts`). The other data is heavy or changes slowly, so we cache it for a minute.
 * Funding intervals change at settlements (to hourly after a rate at its cap). We therefore read them again when any
 * contract's next settlement has changed.
 */
async function readTickers(
	{ reads, rows: premiumRows }: TickerState,
	call: Call,
	find: Find,
	now: number,
	stream: StreamedTickers = silentStream(now),
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

/**
 * Requests all contracts. Also stores them in the cache of `readTickers`, which then need not request them for a
 * minute.
 */
async function contracts(reads: SharedReads, call: Call): Promise<readonly Body[]> {
	const answer = await call('market', 'fapiPublicGetExchangeInfo');
	const rows = listed(at(answer, 'symbols'), 'contracts');
	void reads.keep('contracts', whole(answer, 'serverTime') ?? 0, async () => rows);
	return rows;
}

/**
 * Parses a contract; returns undefined for one that the service does not trade. @throws BodyError for a traded
 * contract that is unreadable
 */
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
	// The service reads accounts in USDT, so it omits contracts that settle in USDC.
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
 * Estimates a contract's maximum leverage, which only an account's key can read (page "Notional and Leverage
 * Brackets"). The public data has the required margin, `requiredMarginPercent`, which Binance says not to use. We use
 * its inverse nevertheless. The inverse has never exceeded the maximum leverage, and Binance refuses a leverage that
 * is too high.
 */
function leverageMaxOf(row: Body): number {
	const percent = Number(text(row, 'requiredMarginPercent') ?? HUNDRED);
	return percent > 0 && percent <= HUNDRED ? Math.floor(HUNDRED / percent) : 1;
}

function filterOf(row: Body, filterType: string): Body | undefined {
	return bodies(at(row, 'filters')).find((filter) => text(filter, 'filterType') === filterType);
}

/**
 * Returns a contract's delisting time, Unix milliseconds. Returns null if Binance has not announced a delisting; the
 * delivery date is then far in the future.
 */
function delistingOf(row: Body | undefined): number | null {
	const deliveryAt = whole(row, 'deliveryDate');
	return deliveryAt === undefined || deliveryAt <= 0 || deliveryAt > NEVER_DELIVERED ? null : deliveryAt;
}

/** Indexes rows by symbol, with one row per symbol. */
function bySymbol(rows: readonly Body[]): ReadonlyMap<string, Body> {
	return new Map(rows.map((row) => [String(row.symbol), row]));
}

/** Rows from which a ticker is built, keyed by symbol: contract, adjusted funding terms, and 24 h statistics. */
type TickerParts = {
	readonly contracts: ReadonlyMap<string, Body>;
	readonly adjusted: ReadonlyMap<string, Body>;
	readonly days: ReadonlyMap<string, Body>;
};

/**
 * Builds a ticker. `lastFundingRate` is the current estimate for the settlement at `nextFundingTime` (page "Mark
 * Price", help centre on funding rates).
 */
function tickerOf(row: Body, instrument: Instrument, parts: TickerParts, now: number): InstrumentTicker {
	const problems: Words[] = [];
	const { symbol } = instrument;
	const day = parts.days.get(symbol);
	const adjusted = parts.adjusted.get(symbol);
	const hours = adjusted === undefined ? undefined : whole(adjusted, 'fundingIntervalHours');
	const intervalMs = adjusted === undefined ? USUAL_INTERVAL_MS : (hours ?? Number.NaN) * HOUR_MS;
	return {
		symbol,
		mark: price(row, 'markPrice', instrument, problems),
		index: price(row, 'indexPrice', instrument, problems),
		// A contract that was listed after our last request has no 24 h statistics yet, which is not a problem.
		last: day === undefined ? null : price(day, 'lastPrice', instrument, problems),
		volume24h: usdAmount(day ?? {}, 'quoteVolume'),
		// Binance reports open interest for only one contract per request (page "Open Interest").
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

/**
 * Reads the book's best levels, in coins and USD per coin. The request uses the smallest sufficient depth that
 * Binance offers.
 */
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

/**
 * Reads settled funding rates from `from` to `to`, Unix milliseconds, page by page. `kind` selects the request queue.
 */
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

/** Reads Binance's clock, Unix milliseconds. @throws BodyError if the response has no time */
async function readTime(call: Call): Promise<number> {
	return required(whole(await call('market', 'fapiPublicGetTime'), 'serverTime'), 'serverTime');
}

/** Reads the instrument's latest public trades, in coins and USD per coin. */
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

/**
 * Reads maintenance notices from the system status, which is 0 or 1 (page "System Status" of the wallet). Binance
 * publishes neither the start nor the end of maintenance.
 */
function readNotices(call: Call, now: number): Promise<VenueNotices> {
	return gatherNotices(binance.shownName, {
		maintenance: async () => {
			const answer = await call('market', 'sapiGetSystemStatus');
			const status = required(whole(answer, 'status'), 'status');
			return status === 0 ? [] : [{ title: text(answer, 'msg') ?? 'maintenance', from: now, until: null }];
		},
		currencies: CURRENCIES_NEED_KEY,
	});
}

/**
 * Returns the notices of the test environment, all of which are unknown. The system status is part of the wallet
 * interface, which exists only for real money.
 */
export function readBinanceTestNotices(): Promise<VenueNotices> {
	return gatherNotices(binance.shownName, {
		maintenance: NO_TEST_NOTICES,
		currencies: NO_TEST_NOTICES,
	});
}
