/**
 * Reads public market data for linear perpetuals from Bybit V5 (bybit-exchange.github.io/docs/v5, market/tickers and
 * the other pages named below, read 2026-11).
 */

import { type Decimal, divTrunc, max, mulDown, neg, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { InstrumentTicker, PublicTrade, RiskTier } from '../../ports/venue-market.ts';
import type { Maintenance, VenueNotices } from '../../ports/venue-notices.ts';
import type { Words } from '../../sentences/sentence.ts';
import { readLevels } from '../shared/book-levels.ts';
import { readContracts } from '../shared/contract-list.ts';
import type { Call, MarketsDialect } from '../shared/dialect.ts';
import {
	at,
	atLeast,
	type Body,
	BodyError,
	bodies,
	decimal,
	leverageOf,
	listed,
	positive,
	positiveOf,
	price,
	required,
	text,
	whole,
} from '../shared/fields.ts';
import { gatherNotices, titleOf } from '../shared/notices.ts';
import { settledPages, settledRows, TOO_MANY } from '../shared/paging.ts';
import { type TradeMembers, tradesOf } from '../shared/public-trades.ts';
import { type TierMembers, tiersOf } from '../shared/risk-tiers.ts';
import { NOTICE_TEXT } from '../shared/text.ts';
import { readBounds, readFunding, tickersOf, usdAmount } from '../shared/ticker-fields.ts';
import { bybit } from './facts.ts';
import { listTooLong } from './text.ts';

/** Query that limits Bybit's response to linear contracts. */
export const CATEGORY = { category: 'linear' } as const;
/** Number of rows per page in most lists. */
export const PAGE_ROWS = 200;
/**
 * Maximum pages of one list, or of one part of a history. For the ledger, with 50 rows per page, that is 20,000 rows.
 */
export const PAGES_MAX = 400;
/** Maximum trades per response (page "Get Recent Public Trades"). */
const TRADE_ROWS = 1_000;
const TRADE_MEMBERS: TradeMembers = {
	id: 'execId',
	price: 'price',
	quantity: 'size',
	time: 'time',
	timePerMs: 1,
};
const TIER_MEMBERS: TierMembers = {
	valueMax: 'riskLimitValue',
	maintenanceRate: 'maintenanceMargin',
	initialRate: 'initialMargin',
	leverageMax: 'maxLeverage',
	deduction: 'mmDeduction',
};

/** Market data functions for a Bybit session. */
export const bybitMarkets: MarketsDialect = {
	// Fees of the base tier for linear perpetuals (bybit.com/en/help-center, fee structure, read 2026-11).
	baseFees: { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') },
	async readInstruments(call) {
		const rows = await allPages(call, 'market', 'publicGetV5MarketInstrumentsInfo', {
			...CATEGORY,
			limit: 1_000,
		});
		return readContracts(rows, instrumentOf);
	},
	async readTickers(call, find, now) {
		const answer = await call('market', 'publicGetV5MarketTickers', CATEGORY);
		const rows = listed(at(answer, 'result', 'list'), 'tickers');
		return tickersOf(rows, find, (row, instrument) => tickerOf(row, instrument, now));
	},
	async readBook(call, instrument, depth) {
		const answer = await call('market', 'publicGetV5MarketOrderbook', {
			...CATEGORY,
			symbol: instrument.symbol,
			limit: depth,
		});
		return {
			bids: readLevels('bids', at(answer, 'result', 'b'), instrument),
			asks: readLevels('asks', at(answer, 'result', 'a'), instrument),
		};
	},
	readSettledRates: (call, symbol, from, to, kind) =>
		settledPages(from, to, { pagesBegin: 'newest', rowsMax: PAGE_ROWS }, async (start, end) => {
			const answer = await call(kind, 'publicGetV5MarketFundingHistory', {
				...CATEGORY,
				symbol,
				startTime: start,
				endTime: end,
				limit: PAGE_ROWS,
			});
			return settledRows(at(answer, 'result', 'list'), 'fundingRate', 'fundingRateTimestamp');
		}),
	async readTime(call) {
		const answer = await call('market', 'publicGetV5MarketTime');
		const nanoseconds = text(at(answer, 'result'), 'timeNano');
		return nanoseconds === undefined
			? required(whole(answer, 'time'), 'time')
			: Number(BigInt(nanoseconds) / 1_000_000n);
	},
	readTrades,
	readRiskTiers,
	readNotices,
};

/** Reads all rows of a list without a time range. @throws BodyError if the list has more than PAGES_MAX pages */
export async function allPages(
	call: Call,
	kind: 'market' | 'account',
	method: string,
	params: Readonly<Record<string, unknown>> & { readonly limit: number },
): Promise<readonly Body[]> {
	const rows = await pages(call, kind, method, params);
	if (rows !== TOO_MANY) return rows;
	throw new BodyError(listTooLong(method, PAGES_MAX, params.limit));
}

/** Reads all rows of a list, page by page; returns TOO_MANY if the list has more than PAGES_MAX pages. */
export async function pages(
	call: Call,
	kind: 'market' | 'account',
	method: string,
	params: Readonly<Record<string, unknown>>,
	rowsName: 'list' | 'rows' = 'list',
): Promise<readonly Body[] | typeof TOO_MANY> {
	const rows: Body[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const answer = await call(kind, method, cursor === undefined ? params : { ...params, cursor });
		const list = listed(at(answer, 'result', rowsName), 'rows');
		rows.push(...list);
		cursor = text(at(answer, 'result'), 'nextPageCursor');
		if (cursor === undefined || list.length === 0) return rows;
	}
	return TOO_MANY;
}

/**
 * Values of `symbolType` for contracts on stocks, commodities, currencies and funds (page "Get Instruments Info";
 * values from the client nautilus_bybit, 2026-11). We omit these contracts because their trading hours and funding
 * differ, and because a stock's ticker (TSLA) could be mistaken for a coin of the same name. For contracts on coins,
 * `symbolType` is absent or names a Bybit zone (`innovation`, `adventure`).
 */
const OTHER_THAN_COINS: ReadonlySet<string> = new Set([
	...['stock', 'xstocks', 'mstocks', 'commodity', 'forex', 'etf'],
]);

/**
 * Parses a contract; returns undefined for one that the service does not trade. @throws BodyError for a traded
 * contract that is unreadable
 */
function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	if (symbol === undefined) return undefined;
	const name = resolveName(bybit.spelling, {
		symbol,
		base: text(row, 'baseCoin'),
		quote: text(row, 'quoteCoin'),
	});
	if (name === undefined) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	if (OTHER_THAN_COINS.has(text(row, 'symbolType') ?? '')) return undefined;
	// The service reads accounts in USDT, so it omits contracts that settle in USDC.
	if (
		text(row, 'contractType') !== 'LinearPerpetual' ||
		text(row, 'status') !== 'Trading' ||
		quote !== 'USDT' ||
		text(row, 'settleCoin') !== 'USDT'
	)
		return undefined;
	const lots = at(row, 'lotSizeFilter');
	const coins = (units: Decimal): Decimal => mulDown(units, coinsPerUnit);
	const quantityMin = positiveOf(
		coins(required(positive(lots, 'minOrderQty'), 'minOrderQty')),
		'minOrderQty',
	);
	const tick = required(positive(at(row, 'priceFilter'), 'tickSize'), 'tickSize');
	return {
		venue: 'bybit',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerUnit,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(tick, coinsPerUnit), 'tickSize'),
		lotSize: positiveOf(coins(required(positive(lots, 'qtyStep'), 'qtyStep')), 'qtyStep'),
		quantityMin,
		quantityMax: atLeast(
			quantityMin,
			coins(required(positive(lots, 'maxOrderQty'), 'maxOrderQty')),
			'maxOrderQty',
		),
		notionalMin: max(ZERO, decimal(lots, 'minNotionalValue') ?? ZERO),
		leverageMax: leverageOf(at(row, 'leverageFilter'), 'maxLeverage'),
	};
}

/** Builds a ticker with funding and prices (USD per coin). Each unreadable figure is null and named in `problems`. */
function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: Words[] = [];
	const hours = whole(row, 'fundingIntervalHour');
	const cap = decimal(row, 'fundingCap');
	return {
		symbol: instrument.symbol,
		mark: price(row, 'markPrice', instrument, problems),
		index: price(row, 'indexPrice', instrument, problems),
		last: price(row, 'lastPrice', instrument, problems),
		volume24h: usdAmount(row, 'turnover24h'),
		openInterest: usdAmount(row, 'openInterestValue'),
		funding: readFunding(
			{
				rate: decimal(row, 'fundingRate'),
				intervalMs: hours === undefined ? undefined : hours * HOUR_MS,
				next: whole(row, 'nextFundingTime'),
			},
			now,
			{ rate: row.fundingRate, interval: row.fundingIntervalHour, next: row.nextFundingTime },
			problems,
		),
		...readBounds(cap, cap === undefined ? undefined : neg(cap)),
		delistingAt: delistingAt(row),
		tradable: true,
		problems,
	};
}

/**
 * Returns a perpetual's delisting time, Unix milliseconds; null if Bybit has not announced a delisting. Bybit calls
 * it the delivery time, and sends 0 for none (page "Get Instruments Info", read 2026-11).
 */
function delistingAt(row: Body): number | null {
	const at = whole(row, 'deliveryTime');
	return at === undefined || at <= 0 ? null : at;
}

/** Reads the instrument's latest public trades, in coins and USD per coin. */
async function readTrades(call: Call, instrument: Instrument): Promise<readonly PublicTrade[]> {
	const query = { category: 'linear', symbol: instrument.symbol, limit: TRADE_ROWS };
	const answer = await call('market', 'publicGetV5MarketRecentTrade', query);
	return tradesOf(listed(at(answer, 'result', 'list'), 'trades'), instrument, TRADE_MEMBERS);
}

/** Reads a symbol's risk tiers, which Bybit sends in one response (page "Get Risk Limit"). */
async function readRiskTiers(call: Call, { symbol }: Instrument): Promise<readonly RiskTier[]> {
	const answer = await call('market', 'publicGetV5MarketRiskLimit', { category: 'linear', symbol });
	return tiersOf(listed(at(answer, 'result', 'list'), 'risk tiers'), TIER_MEMBERS);
}

/**
 * Reads the maintenance that Bybit has announced. Suspended currencies stay unknown, because Bybit shows them only to
 * a caller with a key.
 */
function readNotices(call: Call): Promise<VenueNotices> {
	return gatherNotices(bybit.shownName, {
		maintenance: async () => {
			const answer = await call('market', 'publicGetV5SystemStatus');
			return bodies(required(at(answer, 'result', 'list'), 'list')).flatMap(
				(row) => maintenanceOf(row) ?? [],
			);
		},
		currencies: NOTICE_TEXT.suspendedNeedsKey({ exchange: bybit.shownName, page: 'Get Coin Info' }),
	});
}

/** Value of `product` that means futures in a system status entry (page "Enums Definitions", read 2026-11). */
const PRODUCT_FUTURES = 1;
/**
 * Values of `serviceTypes` that mean all trading, and trading over HTTP, in a system status entry (page "Enums
 * Definitions").
 */
const SERVICES_TRADING: readonly unknown[] = [1, 2];
/** Value of `env` that means production in a system status entry (page "Enums Definitions"). */
const ENV_PRODUCTION = 1;

/**
 * Returns futures maintenance that has not ended, from a "Get System Status" entry (page read 2026-11); undefined for
 * any other entry. The end of ongoing maintenance is null, because Bybit's end time is only an estimate until then.
 */
function maintenanceOf(row: Body): Maintenance | undefined {
	const state = text(row, 'state');
	const from = whole(row, 'begin');
	if ((state !== 'scheduled' && state !== 'ongoing') || from === undefined) return undefined;
	if ((whole(row, 'env') ?? ENV_PRODUCTION) !== ENV_PRODUCTION) return undefined;
	if (!concerns(row.product, [PRODUCT_FUTURES]) || !concerns(row.serviceTypes, SERVICES_TRADING))
		return undefined;
	const until = state === 'ongoing' ? null : (whole(row, 'end') ?? null);
	return { title: titleOf(text(row, 'title')), from, until };
}

/** True if a status entry's list contains a wanted value. An empty list means that the entry affects everything. */
function concerns(list: unknown, wanted: readonly unknown[]): boolean {
	if (!Array.isArray(list) || list.length === 0) return true;
	return list.some((entry: unknown) => wanted.includes(Number(entry)));
}
