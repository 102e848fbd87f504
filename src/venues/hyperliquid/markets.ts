/**
 * Reads Hyperliquid's public market data: perpetuals on its own exchange, not those of other deployers
 * (hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api, info endpoint, rate limits; /trading, contract
 * specifications, funding, margining; read 2026-11).
 *
 * Contract sizes are in coins. Contracts are quoted in USDT and settled in USDC without a conversion ("Contract
 * specifications"). We set the quote to USDC, because profits and losses change the account's USDC. Funding is paid
 * each hour on the oracle price.
 *
 * Tickers come from each contract's stream (`src/venues/shared/streamed-rows.ts`). In addition, a request for all
 * contracts, which weighs 20, shows which contracts exist and which are delisted.
 */
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	floorToStep,
	fromInteger,
	max,
	mulDown,
	mulTrunc,
	neg,
	ONE,
	parseDecimal,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import { HOUR_MS, type SettledRate } from '../../domain/funding.ts';
import { fromOrderUnits, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { InstrumentTicker, RiskTier, SettledRatesAnswer } from '../../ports/venue-market.ts';
import type { Maintenance } from '../../ports/venue-notices.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { StreamedTickers } from '../feeds/ticker-protocol.ts';
import { readLevels } from '../shared/book-levels.ts';
import { readContracts } from '../shared/contract-list.ts';
import type { Call, Find, MarketsDialect } from '../shared/dialect.ts';
import {
	at,
	type Body,
	BodyError,
	bodies,
	decimal,
	isBody,
	leverageOf,
	listed,
	positive,
	positiveOf,
	price,
	required,
	text,
	whole,
} from '../shared/fields.ts';
import { gatherNotices, titleText } from '../shared/notices.ts';
import { partsOf, settledRows } from '../shared/paging.ts';
import { tradesOf } from '../shared/public-trades.ts';
import { createStreamedRows, type StreamedRows, silentStream } from '../shared/streamed-rows.ts';
import { readFunding, tickersOf, usdAmount } from '../shared/ticker-fields.ts';
import { hyperliquid } from './facts.ts';
import { weighted } from './limits.ts';
import { DELISTED, NO_CURRENCIES, NO_MID_PRICE, tooManyParts } from './text.ts';

/** Maximum rows per response: "Responses that take a time range will only return 500 elements" ("Info endpoint"). */
const RANGE_ROWS_MAX = 500;
/** Maximum requests per read of settled rates; they cover more than 7,000 hours. */
const RATE_PARTS_MAX = 15;
const RATE_PART_MS = (RANGE_ROWS_MAX - 1) * HOUR_MS;
/** Extension of a requested time range, milliseconds, to include the late timestamp of its last settlement. */
export const STAMP_LATE_MS = 1_000;

/** Minimum order value, USD: "Order must have minimum value of $10" (page "Error responses"). */
const NOTIONAL_MIN = fromInteger(10);
/** Funding cap per hour: Hyperliquid caps funding at 4 % an hour (page "Funding"). */
const FUNDING_CAP = parseDecimal('0.04');
/**
 * Maximum value of a limit order, USD, by the contract's maximum leverage; the first entry that the leverage reaches
 * applies. It is ten times the maximum for a market order (page "Contract specifications").
 */
const ORDER_MAX: readonly (readonly [leverage: number, usd: number])[] = [
	[50, 40_000_000],
	[20, 10_000_000],
	[10, 5_000_000],
	[1, 2_500_000],
];
/** Maximum delay of a settlement's timestamp, milliseconds. From 2023 to 2025 it was up to about 80 ms. */
const STAMP_LATE_MS_MAX = 100;
const SECOND_MS = 1_000;
/** Interval between reads of the USDT price, milliseconds; the price between two dollar tokens hardly moves. */
const USDT_PRICE_MS = 10_000;
/** Upper bound of the last tier, USD. It is ours, because the exchange publishes none; no position reaches it. */
const VALUE_MAX = fromInteger(1_000_000_000_000);

const FIGURES_MAX = 5;
const PRICE_AND_SIZE_DECIMALS = 6;
/** Decimal places in the service's exact numbers. */
const PLACES = 18;

/** Creates the market data functions for one session, which keep the latest row for each contract. */
export function hyperliquidMarkets(): MarketsDialect {
	const contracts = createStreamedRows<ContractRow>();
	const kept: Kept = {
		next: new Map(),
		nextAskedAt: Number.NEGATIVE_INFINITY,
		usdtPair: undefined,
		pairAsked: false,
		usdtPrice: undefined,
		usdtAskedAt: Number.NEGATIVE_INFINITY,
	};
	return {
		// Fees of the base tier for perpetuals (page "Fees").
		baseFees: { taker: parseDecimal('0.00045'), maker: parseDecimal('0.00015') },
		async readInstruments(call, now) {
			const rows = contractRows(await weighted(call, 'market', { type: 'metaAndAssetCtxs' }));
			contracts.note(rows, now);
			return readContracts(rows.map(contractRow), instrumentOf);
		},
		readTickers: (call, find, now, stream) => readTickers(kept, contracts, call, find, now, stream),
		async readBook(call, instrument, depth) {
			const answer = await weighted(call, 'market', { type: 'l2Book', coin: instrument.symbol });
			const sides = required(at(answer, 'levels'), 'levels');
			const [bids, asks] = Array.isArray(sides) ? sides : [];
			return {
				bids: readLevels('bids', levelsOf(bids), instrument, depth),
				asks: readLevels('asks', levelsOf(asks), instrument, depth),
			};
		},
		readSettledRates,
		async readTime(call) {
			return required(whole(await weighted(call, 'market', { type: 'exchangeStatus' }), 'time'), 'time');
		},
		async readTrades(call, instrument) {
			const answer = await weighted(call, 'market', { type: 'recentTrades', coin: instrument.symbol });
			return tradesOf(listed(answer, 'trades'), instrument, {
				id: 'tid',
				price: 'px',
				quantity: 'sz',
				time: 'time',
				timePerMs: 1,
			});
		},
		async readRiskTiers(call, { symbol }) {
			return riskTiersOf(await weighted(call, 'market', { type: 'metaAndAssetCtxs' }), symbol);
		},
		readNotices: (call, now) =>
			gatherNotices(hyperliquid.shownName, {
				maintenance: async () =>
					maintenanceOf(await weighted(call, 'market', { type: 'exchangeStatus' }), now),
				currencies: NO_CURRENCIES,
			}),
	};
}

/** One contract from `metaAndAssetCtxs`: its specification and its current state. */
type ContractRow = {
	/** The contract's name; empty if Hyperliquid sends none. */
	readonly symbol: string;
	readonly assetIndex: number;
	readonly contract: Body;
	readonly context: Body;
};

/**
 * Merges the two parallel lists of contracts and contexts, and adds each row's index. @throws BodyError if a list is
 * missing
 */
function contractRows(answer: unknown): readonly ContractRow[] {
	const [meta, contexts] = Array.isArray(answer) ? answer : [];
	const rows = bodies(contexts);
	return listed(at(meta, 'universe'), 'contracts').map((contract, assetIndex) => ({
		symbol: text(contract, 'name') ?? '',
		assetIndex,
		contract,
		context: rows[assetIndex] ?? {},
	}));
}

/** Merges contract and context into one body with symbol and asset number. The contract's fields take precedence. */
function contractRow({ symbol, assetIndex, contract, context }: ContractRow): Body {
	return { ...context, ...contract, symbol, assetIndex };
}

/**
 * Parses a contract; returns undefined for one that the service does not trade. @throws BodyError for a traded
 * contract that is unreadable
 */
export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	const name = symbol === undefined ? undefined : resolveName(hyperliquid.spelling, { symbol });
	if (symbol === undefined || name === undefined || row.isDelisted === true) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	const decimals = required(whole(row, 'szDecimals'), 'szDecimals');
	const mark = required(positive(row, 'markPx'), 'markPx');
	const step = (ONE / 10n ** BigInt(Math.max(0, Math.min(18, decimals)))) as Decimal;
	const lotSize = positiveOf(mulDown(step, coinsPerUnit), 'szDecimals');
	const leverageMax = leverageOf(row, 'maxLeverage');
	const [, usdMax = 0] = ORDER_MAX.find(([leverage]) => leverageMax >= leverage) ?? [];
	const units = floorToStep(divTrunc(fromInteger(usdMax), mark), step);
	return {
		venue: 'hyperliquid',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerUnit,
		coinsPerPriceUnit: coinsPerUnit,
		// Tick size at the current mark price; orders are rounded by the exact rule (`allowedPrice`).
		tickSize: positiveOf(divTrunc(priceStep(mark, decimals), coinsPerUnit), 'markPx'),
		lotSize,
		quantityMin: lotSize,
		quantityMax: max(lotSize, mulDown(units, coinsPerUnit)),
		notionalMin: NOTIONAL_MIN,
		leverageMax,
		assetIndex: required(whole(row, 'assetIndex'), 'assetIndex'),
	};
}

/** Computes the step between allowed prices at this price: a power of ten, at most 1. */
export function priceStep(price: Decimal, decimalsOfSize: number): Decimal {
	const wholeDigits = String(price).length - PLACES;
	const byFigures = FIGURES_MAX - wholeDigits;
	const decimals = Math.max(0, Math.min(byFigures, PRICE_AND_SIZE_DECIMALS - decimalsOfSize));
	return (ONE / 10n ** BigInt(decimals)) as Decimal;
}

/** Data that a market data session reads only occasionally. */
type Kept = {
	next: ReadonlyMap<string, number>;
	nextAskedAt: number;
	usdtPair: string | undefined;
	pairAsked: boolean;
	usdtPrice: Decimal | undefined;
	usdtAskedAt: number;
};

async function readTickers(
	kept: Kept,
	contracts: StreamedRows<ContractRow>,
	call: Call,
	find: Find,
	now: number,
	stream: StreamedTickers = silentStream(now),
): Promise<readonly InstrumentTicker[]> {
	const latest = await contracts.read(find, now, stream, {
		symbolOf: ({ symbol }) => symbol,
		read: async () => contractRows(await weighted(call, 'market', { type: 'metaAndAssetCtxs' })),
		readOther: isOtherDue(kept, now) ? () => readOther(call, kept, now) : undefined,
	});
	const rows = latest.map(({ row, streamed, receivedAt }) => ({
		symbol: row.symbol,
		receivedAt,
		// A streamed context is complete, so fields that it omits are not filled from an older response.
		row: contractRow({ ...row, context: streamed ?? row.context }),
	}));
	return tickersOf(rows, find, ({ row, receivedAt }, instrument) => ({
		...tickerOf(row, instrument, now, nextAt(kept.next.get(instrument.symbol), now), kept.usdtPrice),
		receivedAt,
	}));
}

function isOtherDue({ nextAskedAt, usdtAskedAt }: Kept, now: number): boolean {
	return now - nextAskedAt >= HOUR_MS || now - usdtAskedAt >= USDT_PRICE_MS;
}

/**
 * Reads data that changes rarely. Settlements have always been hourly, so we request their times once an hour and
 * extrapolate.
 */
async function readOther(call: Call, kept: Kept, now: number): Promise<void> {
	if (!kept.pairAsked) {
		kept.usdtPair = usdtPairOf(await weighted(call, 'market', { type: 'spotMeta' }));
		kept.pairAsked = true;
	}
	if (now - kept.nextAskedAt >= HOUR_MS) {
		kept.next = nextSettlements(await weighted(call, 'market', { type: 'predictedFundings' }));
		kept.nextAskedAt = now;
	}
	if (now - kept.usdtAskedAt >= USDT_PRICE_MS) {
		kept.usdtPrice = await readUsdtPrice(call, kept.usdtPair);
		kept.usdtAskedAt = now;
	}
}

/** Reads the price of one USDT in USDC, from the mid price of Hyperliquid's spot pair. */
async function readUsdtPrice(call: Call, pair: string | undefined): Promise<Decimal | undefined> {
	if (pair === undefined) return undefined;
	const mids = await weighted(call, 'market', { type: 'allMids' });
	return isBody(mids) ? positive(mids, pair) : undefined;
}

/**
 * Returns a contract's next settlement, Unix milliseconds: the reported time, moved on by whole hours once it has
 * passed. Without a reported time it is the next full hour.
 */
function nextAt(stated: number | undefined, now: number): number {
	if (stated === undefined) return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
	return stated > now ? stated : stated + Math.ceil((now + 1 - stated) / HOUR_MS) * HOUR_MS;
}

/**
 * Builds a ticker with funding and prices (USD per coin).
 * @param nextSettlementAt Unix milliseconds; undefined if unknown
 * @param usdtPrice price of one USDT in USDC; undefined if unknown
 */
function tickerOf(
	row: Body,
	instrument: Instrument,
	now: number,
	nextSettlementAt: number | undefined,
	usdtPrice: Decimal | undefined,
): InstrumentTicker {
	const problems: Words[] = [];
	const mark = price(row, 'markPx', instrument, problems);
	const index = price(row, 'oraclePx', instrument, problems);
	const interest = decimal(row, 'openInterest');
	const isDelisted = row.isDelisted === true;
	const hasBook = positive(row, 'midPx') !== undefined;
	if (isDelisted || !hasBook) problems.push(isDelisted ? DELISTED : NO_MID_PRICE);
	return {
		symbol: instrument.symbol,
		mark,
		index,
		// Hyperliquid does not report the last trade price; the mid price is the best estimate of the next one.
		last: price(row, 'midPx', instrument) ?? mark,
		volume24h: usdAmount(row, 'dayNtlVlm'),
		openInterest:
			interest === undefined || mark === null
				? null
				: mulDown(abs(fromOrderUnits(instrument, interest)), mark),
		funding: readFunding(
			{ rate: decimal(row, 'funding'), intervalMs: HOUR_MS, next: nextSettlementAt },
			now,
			{ rate: row.funding, interval: HOUR_MS, next: nextSettlementAt },
			problems,
		),
		fundingCap: FUNDING_CAP,
		fundingFloor: neg(FUNDING_CAP),
		delistingAt: null,
		tradable: !isDelisted && hasBook,
		problems,
		...(index === null || usdtPrice === undefined
			? {}
			: { otherIndex: { quote: 'USDT', price: divTrunc(index, usdtPrice) } }),
	};
}

/**
 * Maps each contract to its next settlement, Unix milliseconds (`predictedFundings`). The response also lists the
 * settlements of other exchanges.
 */
function nextSettlements(answer: unknown): ReadonlyMap<string, number> {
	const own = (Array.isArray(answer) ? answer : []).flatMap((entry: unknown) => {
		const [coin, venues] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
		const rows = Array.isArray(venues) ? (venues as readonly unknown[]) : [];
		const found = rows.find((row) => Array.isArray(row) && row[0] === 'HlPerp');
		const next = Array.isArray(found) ? whole(found[1], 'nextFundingTime') : undefined;
		return typeof coin === 'string' && next !== undefined ? [[coin, next] as const] : [];
	});
	return new Map(own);
}

/** Finds the name of the spot pair that trades USDT for USDC (`spotMeta`); undefined if missing. */
function usdtPairOf(meta: unknown): string | undefined {
	const tokens = bodies(at(meta, 'tokens'));
	const indexOf = (name: string): number | undefined =>
		whole(
			tokens.find((token) => text(token, 'name') === name),
			'index',
		);
	const wanted = [indexOf('USDT0'), indexOf('USDC')];
	const pair = bodies(at(meta, 'universe')).find(
		(row) =>
			Array.isArray(row.tokens) &&
			row.tokens.length === 2 &&
			row.tokens.every((token, place) => token === wanted[place]),
	);
	return wanted.includes(undefined) ? undefined : text(pair, 'name');
}

function levelsOf(side: unknown): readonly unknown[] {
	return bodies(side).map((level) => [level.px, level.sz]);
}

async function readSettledRates(
	...[call, symbol, from, to]: Parameters<MarketsDialect['readSettledRates']>
): Promise<SettledRatesAnswer> {
	const rates = new Map<number, SettledRate>();
	const unusable: string[] = [];
	const parts = [...partsOf(from, to + STAMP_LATE_MS, RATE_PART_MS)];
	if (parts.length > RATE_PARTS_MAX) throw new BodyError(tooManyParts(from, to, RATE_PARTS_MAX));
	for (const [startTime, endTime] of parts) {
		const query = { type: 'fundingHistory', coin: symbol, startTime, endTime };
		const answer = await weighted(call, 'history', query, Math.ceil((endTime - startTime) / HOUR_MS));
		const read = settledRows(answer, 'fundingRate', 'time');
		unusable.push(...read.unusable);
		for (const row of read.rates) {
			const settledAt = settledInstant(row.settledAt);
			if (settledAt >= from && settledAt <= to) rates.set(settledAt, { ...row, settledAt });
		}
	}
	return { rates: [...rates.values()].sort((a, b) => b.settledAt - a.settledAt), unusable };
}

/** Returns a settlement's time, Unix milliseconds: the whole second up to 100 ms before `stamp`, else `stamp`. */
export function settledInstant(stamp: number): number {
	const late = stamp % SECOND_MS;
	return late <= STAMP_LATE_MS_MAX ? stamp - late : stamp;
}

/**
 * Computes a contract's risk tiers. The maintenance margin is half the initial margin at the tier's maximum leverage,
 * minus a deduction that makes the tiers continuous (page "Margin tiers"). A table number below 50 means a single
 * tier with that leverage.
 */
function riskTiersOf(answer: unknown, symbol: string): readonly RiskTier[] {
	const [meta] = Array.isArray(answer) ? answer : [];
	const row = bodies(at(meta, 'universe')).find((each) => text(each, 'name') === symbol);
	const tables = at(meta, 'marginTables');
	const table = (Array.isArray(tables) ? (tables as readonly unknown[]) : []).find(
		(entry) => Array.isArray(entry) && entry[0] === row?.marginTableId,
	);
	const listed = Array.isArray(table) ? bodies(at(table[1], 'marginTiers')) : [];
	const tiers = listed.length > 0 ? listed : [{ lowerBound: '0', maxLeverage: row?.maxLeverage }];
	const result: RiskTier[] = [];
	let deduction = ZERO;
	let rateBefore: Decimal | undefined;
	for (const [place, tier] of tiers.entries()) {
		const leverageMax = required(positive(tier, 'maxLeverage'), 'maxLeverage');
		const maintenanceRate = divTrunc(ONE, mulTrunc(leverageMax, fromInteger(2)));
		const from = decimal(tier, 'lowerBound') ?? ZERO;
		if (rateBefore !== undefined)
			deduction = add(deduction, mulTrunc(from, sub(maintenanceRate, rateBefore)));
		rateBefore = maintenanceRate;
		const next = tiers[place + 1];
		const valueMax = next === undefined ? VALUE_MAX : required(positive(next, 'lowerBound'), 'lowerBound');
		result.push({ valueMax, maintenanceRate, deduction, leverageMax });
	}
	return result;
}

/**
 * Parses the status message that Hyperliquid publishes in unusual situations. Its form is not documented, so we show
 * all of it.
 */
function maintenanceOf(answer: unknown, now: number): readonly Maintenance[] {
	required(whole(answer, 'time'), 'time');
	const special = at(answer, 'specialStatuses');
	if (special === null || special === undefined) return [];
	const words = typeof special === 'string' ? special : JSON.stringify(special);
	return [{ title: titleText(words), from: now, until: null }];
}
