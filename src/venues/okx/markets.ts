/**
 * Reads public market data for USDT-margined perpetuals from OKX v5 (okx.com/docs-v5, "Public Data" and "Market
 * Data", pages of 2026-07).
 */
import {
	type Decimal,
	divTrunc,
	formatDecimal,
	mulDown,
	mulTrunc,
	parseDecimal,
	ZERO,
} from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { InstrumentTicker, SettledRatesAnswer } from '../../ports/venue-market.ts';
import type { Maintenance } from '../../ports/venue-notices.ts';
import type { Words } from '../../sentences/sentence.ts';
import { readLevels } from '../shared/book-levels.ts';
import { readContracts } from '../shared/contract-list.ts';
import type { Call, MarketsDialect } from '../shared/dialect.ts';
import {
	at,
	atLeast,
	type Body,
	bodies,
	decimal,
	leverageOf,
	listed,
	positive,
	positiveOf,
	price,
	required,
	shown,
	text,
	whole,
} from '../shared/fields.ts';
import type { RequestClass } from '../shared/limiter.ts';
import { gatherNotices, titleOf } from '../shared/notices.ts';
import { settledPages, settledRows } from '../shared/paging.ts';
import { type TradeMembers, tradesOf } from '../shared/public-trades.ts';
import { type TierMembers, tiersOf } from '../shared/risk-tiers.ts';
import { TICKER_TEXT } from '../shared/text.ts';
import { readBounds, readFunding, tickersOf, usdAmount } from '../shared/ticker-fields.ts';
import { okx } from './facts.ts';
import { CURRENCIES_NEED_KEY } from './text.ts';

/** Query that limits OKX's response to perpetual swaps. */
export const SWAPS = { instType: 'SWAP' } as const;
/** Currency for margin, profit and fees. */
export const COLLATERAL = 'USDT';

/** Maximum trades per request (page "Get trades", 2026-07). */
const TRADE_ROWS_MAX = 500;
const TRADE: TradeMembers = { id: 'tradeId', price: 'px', quantity: 'sz', time: 'ts', timePerMs: 1 };
const RATE_ROWS_MAX = 400;

/**
 * OKX's field names in a risk tier. A tier's rate applies to the whole position value (page "Get position tiers",
 * 2026-07).
 */
const TIER_MEMBERS: TierMembers = {
	valueMax: 'valueMax',
	maintenanceRate: 'mmr',
	initialRate: 'imr',
	leverageMax: 'maxLever',
	deduction: undefined,
};

/** Market data functions for an OKX session. */
export const okxMarkets: MarketsDialect = {
	// Fees for regular users on USDT-margined perpetuals (okx.com/fees, read 2026-11).
	baseFees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },
	async readInstruments(call) {
		return readContracts(await contracts(call), instrumentOf);
	},
	async readTickers(call, find, now) {
		const rowsOf = async (
			method: string,
			query: Readonly<Record<string, unknown>> = SWAPS,
		): Promise<ReadonlyMap<string | undefined, Body>> => {
			const rows = listed(at(await call('market', method, query), 'data'), 'rows');
			return new Map(rows.map((row) => [text(row, 'instId'), row]));
		};
		const [list, tickers, marks, indexes, interests, fundings] = await Promise.all([
			contracts(call),
			rowsOf('publicGetMarketTickers'),
			rowsOf('publicGetPublicMarkPrice'),
			rowsOf('publicGetMarketIndexTickers', { quoteCcy: 'USDT' }),
			rowsOf('publicGetPublicOpenInterest'),
			rowsOf('publicGetPublicFundingRate', { instId: 'ANY' }),
		]);
		return tickersOf(list, find, (contract, instrument) => {
			const { symbol } = instrument;
			const parts = {
				contract,
				ticker: tickers.get(symbol),
				mark: marks.get(symbol),
				index: indexes.get(familyOf(symbol)),
				interest: interests.get(symbol),
				funding: fundings.get(symbol),
			};
			return tickerOf(parts, instrument, now);
		});
	},
	async readBook(call, instrument, depth) {
		const answer = await call('market', 'publicGetMarketBooks', { instId: instrument.symbol, sz: depth });
		const book = listed(at(answer, 'data'), 'books')[0];
		return {
			bids: readLevels('bids', at(book, 'bids'), instrument, depth),
			asks: readLevels('asks', at(book, 'asks'), instrument, depth),
		};
	},
	async readTrades(call, instrument) {
		const query = { instId: instrument.symbol, limit: TRADE_ROWS_MAX };
		const answer = await call('market', 'publicGetMarketTrades', query);
		return tradesOf(listed(at(answer, 'data'), 'trades'), instrument, TRADE);
	},
	async readRiskTiers(call, instrument) {
		const { symbol } = instrument;
		const [tiers, marks] = await Promise.all([
			call('market', 'publicGetPublicPositionTiers', {
				...SWAPS,
				tdMode: 'isolated',
				instFamily: familyOf(symbol),
			}),
			call('market', 'publicGetPublicMarkPrice', { ...SWAPS, instId: symbol }),
		]);
		const mark = required(positive(listed(at(marks, 'data'), 'marks')[0], 'markPx'), 'markPx');
		const rows = listed(at(tiers, 'data'), 'risk tiers').map((row) => valuedTier(row, instrument, mark));
		return tiersOf(rows, TIER_MEMBERS);
	},
	readSettledRates,
	async readTime(call) {
		const answer = await call('market', 'publicGetPublicTime');
		return required(whole(bodies(at(answer, 'data'))[0], 'ts'), 'ts');
	},
	readNotices: (call) =>
		gatherNotices(okx.shownName, {
			maintenance: async () => {
				const answer = await call('market', 'publicGetSystemStatus');
				return listed(at(answer, 'data'), 'events').flatMap((row) => maintenanceOf(row) ?? []);
			},
			currencies: CURRENCIES_NEED_KEY,
		}),
};

/** Reads the list of contracts, and adds `symbol`, which OKX calls `instId`. */
async function contracts(call: Call): Promise<readonly Body[]> {
	const answer = await call('market', 'publicGetPublicInstruments', SWAPS);
	return listed(at(answer, 'data'), 'contracts').map((row) => ({ ...row, symbol: row.instId }));
}

/**
 * Listed contract states (page "Get instruments"). A contract trades without restrictions only while it is `live`.
 * Contracts in `preopen` and `test` are not listed.
 */
const LISTED_STATES: ReadonlySet<string | undefined> = new Set(['live', 'suspend', 'rebase', 'post_only']);

/**
 * Value of `instCategory` for coin contracts (page "Get instruments"; values from the client nautilus_okx, 2026-11).
 * Other values are stocks (3), commodities (4), currencies (5) and bonds (6), with different trading hours and
 * funding. A contract on the stock TSLA must not count as a contract on a coin with that name.
 */
const OF_COINS = '1';

/**
 * Parses a contract; returns undefined for one that the service does not trade. @throws BodyError for a traded
 * contract that is unreadable
 */
function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'instId');
	const base = text(row, 'ctValCcy');
	// A linear contract's face value counts coins, while an inverse one's counts dollars. Pre-market contracts have
	// special rules.
	if (
		symbol === undefined ||
		text(row, 'instType') !== 'SWAP' ||
		text(row, 'ctType') !== 'linear' ||
		!LISTED_STATES.has(text(row, 'state')) ||
		(text(row, 'ruleType') ?? 'normal') !== 'normal' ||
		(text(row, 'instCategory') ?? OF_COINS) !== OF_COINS ||
		text(row, 'settleCcy') !== COLLATERAL
	)
		return undefined;
	const name = resolveName(okx.spelling, { symbol, base, quote: COLLATERAL });
	if (name === undefined) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	const face = required(positive(row, 'ctVal'), 'ctVal');
	const multiplier = required(positive(row, 'ctMult'), 'ctMult');
	const coinsPerContract = positiveOf(mulDown(mulDown(face, multiplier), coinsPerUnit), 'ctVal');
	const coins = (member: string): Decimal =>
		positiveOf(mulDown(required(positive(row, member), member), coinsPerContract), member);
	const quantityMin = coins('minSz');
	const tick = required(positive(row, 'tickSz'), 'tickSz');
	return {
		venue: 'okx',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerContract,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(tick, coinsPerUnit), 'tickSz'),
		lotSize: coins('lotSz'),
		quantityMin,
		quantityMax: atLeast(quantityMin, coins('maxLmtSz'), 'maxLmtSz'),
		notionalMin: ZERO,
		leverageMax: leverageOf(row, 'lever'),
	};
}

/** The parts of a ticker, each from a separate response. */
type TickerParts = {
	readonly contract: Body;
	readonly ticker: Body | undefined;
	readonly mark: Body | undefined;
	readonly index: Body | undefined;
	readonly interest: Body | undefined;
	readonly funding: Body | undefined;
};

/** Builds a ticker with funding and prices (USD per coin). Each unreadable figure is null and named in `problems`. */
function tickerOf(parts: TickerParts, instrument: Instrument, now: number): InstrumentTicker {
	const problems: Words[] = [];
	const state = text(parts.contract, 'state');
	if (state !== 'live')
		problems.push(TICKER_TEXT.restricted({ exchange: okx.shownName, state: shown(parts.contract.state) }));
	const last = price(parts.ticker ?? {}, 'last', instrument, problems);
	const funding = parts.funding ?? {};
	return {
		symbol: instrument.symbol,
		mark: price(parts.mark ?? {}, 'markPx', instrument, problems),
		index: price(parts.index ?? {}, 'idxPx', instrument, problems),
		last,
		volume24h: volumeOf(parts.ticker, last),
		openInterest: usdAmount(parts.interest ?? {}, 'oiUsd'),
		funding: readFunding(
			{
				rate: decimal(funding, 'fundingRate'),
				intervalMs: intervalOf(funding),
				next: whole(funding, 'fundingTime'),
			},
			now,
			{
				rate: funding.fundingRate,
				interval: [funding.fundingTime, funding.nextFundingTime],
				next: funding.fundingTime,
			},
			problems,
		),
		...readBounds(decimal(funding, 'maxFundingRate'), decimal(funding, 'minFundingRate')),
		delistingAt: delistingAt(parts.contract),
		tradable: state === 'live',
		problems,
	};
}

/**
 * Returns the day's volume in USD; null if unknown. For derivatives `volCcy24h` counts coins, so we value it at the
 * last price.
 */
function volumeOf(ticker: Body | undefined, last: Decimal | null): Decimal | null {
	const coins = decimal(ticker, 'volCcy24h');
	if (coins === undefined || coins < 0n || last === null) return null;
	return usdAmount({ usd: formatDecimal(mulTrunc(coins, last)) }, 'usd');
}

/**
 * Returns the funding interval, milliseconds; undefined if a time is missing. "Focus on the difference between
 * fundingTime and nextFundingTime" (page "Get funding rate").
 */
function intervalOf(funding: Body): number | undefined {
	const coming = whole(funding, 'fundingTime');
	const after = whole(funding, 'nextFundingTime');
	return coming === undefined || after === undefined ? undefined : after - coming;
}

/**
 * Returns a perpetual's delisting time, Unix milliseconds; null until OKX announces one. OKX calls it `expTime` (page
 * "Get instruments").
 */
function delistingAt(row: Body): number | null {
	const instant = whole(row, 'expTime');
	return instant === undefined || instant <= 0 ? null : instant;
}

/** Returns the name of the contract's family, which is also the name of its index: `BTC-USDT` for `BTC-USDT-SWAP`. */
export function familyOf(symbol: string): string {
	return symbol.replace(/-SWAP$/, '');
}

/** Adds a tier's upper bound in USD, at the current mark price. OKX gives the bound as a number of contracts. */
function valuedTier(row: Body, instrument: Instrument, mark: Decimal): Body {
	const most = fromOrderUnits(instrument, required(positive(row, 'maxSz'), 'maxSz'));
	return { ...row, valueMax: formatDecimal(mulDown(most, fromVenuePrice(instrument, mark))) };
}

/**
 * Reads settled rates from the last three months. The paid rate is `realizedRate`; `fundingRate` is the earlier
 * estimate (page "Get funding rate history", 2026-07).
 */
export function readSettledRates(
	call: Call,
	symbol: string,
	from: number,
	to: number,
	kind: RequestClass,
): Promise<SettledRatesAnswer> {
	return settledPages(from, to, { pagesBegin: 'newest', rowsMax: RATE_ROWS_MAX }, async (_start, end) => {
		// `after` requests rows older than the given time. We omit the range's other bound, because OKX does not
		// document how the two work together.
		const answer = await call(kind, 'publicGetPublicFundingRateHistory', {
			instId: symbol,
			after: end + 1,
			limit: RATE_ROWS_MAX,
		});
		return settledRows(at(answer, 'data'), 'realizedRate', 'fundingTime');
	});
}

/**
 * Values of `serviceType` in status events that affect trading: all trading, trading in batches of accounts, and
 * trading in batches of products (page "Status").
 */
const TRADING_SERVICES: ReadonlySet<string | undefined> = new Set(['5', '8', '9']);
const PRODUCTION = '1';

/**
 * Parses a status event; returns undefined unless the event affects trading and has not ended. In `pre_open` OKX
 * accepts only cancels and post-only orders. The end of an ongoing event is null, because OKX's end time is only an
 * estimate until then.
 */
function maintenanceOf(row: Body): Maintenance | undefined {
	const state = text(row, 'state');
	const from = whole(row, 'begin');
	const isOngoing = state === 'ongoing' || state === 'pre_open';
	if ((state !== 'scheduled' && !isOngoing) || from === undefined) return undefined;
	if ((text(row, 'env') ?? PRODUCTION) !== PRODUCTION) return undefined;
	if (!TRADING_SERVICES.has(text(row, 'serviceType'))) return undefined;
	const until = isOngoing ? null : (whole(row, 'end') ?? null);
	return { title: titleOf(text(row, 'title')), from, until };
}
