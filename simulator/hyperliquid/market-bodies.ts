/** Builds response bodies for public data (pages "Info endpoint" and "Info endpoint: perpetuals", read 2026-11). */
import {
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	mulTrunc,
	ONE,
	parseDecimal,
	roundPlaces,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { Book, BookLevel, Exchange, Instrument, PublicTrade, Settlement } from '../core/types.ts';
import { isDelisted, sizeDecimals } from './assets.ts';
import { hashOf, idNumber, measured, text } from './numbers.ts';

/** Maximum levels per side of a book. */
export const BOOK_LEVELS = 20;
const TWO = fromInteger(2);
const HOURS_PER_PREMIUM = fromInteger(8);
/** Interest rate per eight hours (page "Funding"). */
const INTEREST = parseDecimal('0.0001');
/** Bound on the difference between interest rate and premium (page "Funding"). */
const CLAMP = parseDecimal('0.0005');
const NOBODY = '0x0000000000000000000000000000000000000000';

/** Index of USDC among the spot tokens. On the spot market, only the rate between USDC and USDT is simulated. */
export const USDC_TOKEN = 0;
/** Index of USDT among the spot tokens. */
export const USDT_TOKEN = 268;
export const USDT_PAIR = '@166';
const USDT_PAIR_INDEX = 166;

export function metaBody(exchange: Exchange) {
	const leverages = [...new Set(exchange.instruments().map(({ leverageMax }) => leverageMax))];
	return {
		universe: exchange.instruments().map((instrument) => ({
			szDecimals: sizeDecimals(instrument),
			name: instrument.symbol,
			maxLeverage: instrument.leverageMax,
			marginTableId: instrument.leverageMax,
			...(isDelisted(exchange, instrument) ? { isDelisted: true } : {}),
		})),
		marginTables: leverages.map((maxLeverage) => [
			maxLeverage,
			{ description: '', marginTiers: [{ lowerBound: '0.0', maxLeverage }] },
		]),
		collateralToken: USDC_TOKEN,
	};
}

/** Builds a contract's context. A paused contract has an empty book, so it has no mid price and no impact prices. */
export function assetContextBody(exchange: Exchange, instrument: Instrument) {
	const { symbol } = instrument;
	const quote = exchange.quote(symbol);
	const book = exchange.book(symbol, 1);
	const mid = midOf(exchange, instrument, book);
	const [bid, ask] = [book.bids[0]?.[0], book.asks[0]?.[0]];
	return {
		funding: text(exchange.funding(symbol).predictedRate),
		openInterest: text(quote.openInterest),
		prevDayPx: measured(quote.price24hAgo),
		dayNtlVlm: measured(quote.turnover24h),
		premium:
			quote.index === ZERO
				? null
				: text(roundPlaces(divTrunc(sub(mid ?? quote.mark, quote.index), quote.index), 8)),
		oraclePx: measured(quote.index),
		markPx: measured(quote.mark),
		midPx: mid === undefined ? null : measured(mid),
		impactPxs:
			mid === undefined || bid === undefined || ask === undefined ? null : [measured(bid), measured(ask)],
		dayBaseVlm: measured(quote.volume24h),
	};
}

export function midOf(exchange: Exchange, instrument: Instrument, book: Book): Decimal | undefined {
	const bid = book.bids[0]?.[0];
	const ask = book.asks[0]?.[0];
	if (bid === undefined || ask === undefined || exchange.announcements.isPaused(instrument.symbol))
		return undefined;
	return divTrunc(add(bid, ask), TWO);
}

export function contextBodies(exchange: Exchange) {
	return exchange.instruments().map((instrument) => assetContextBody(exchange, instrument));
}

/** Returns the mid prices of all contracts and of the only spot pair. In this world one USDT equals one USDC. */
export function midBodies(exchange: Exchange): Readonly<Record<string, string>> {
	const mids = exchange.instruments().flatMap((instrument) => {
		const mid = midOf(exchange, instrument, exchange.book(instrument.symbol, 1));
		return mid === undefined ? [] : [[instrument.symbol, measured(mid)] as const];
	});
	return Object.fromEntries([...mids, [USDT_PAIR, text(ONE)]]);
}

export function spotMetaBody() {
	const token = { szDecimals: 8, weiDecimals: 8, isCanonical: true, evmContract: null, fullName: null };
	return {
		universe: [
			{ tokens: [USDT_TOKEN, USDC_TOKEN], name: USDT_PAIR, index: USDT_PAIR_INDEX, isCanonical: false },
		],
		tokens: [
			{ name: 'USDC', index: USDC_TOKEN, tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054', ...token },
			{
				...token,
				name: 'USDT0',
				index: USDT_TOKEN,
				tokenId: '0x25faedc3f054130dbb4e4203aca63567',
				szDecimals: 2,
				isCanonical: false,
			},
		],
	};
}

export function spotContextBodies() {
	const one = text(ONE);
	return [
		{
			prevDayPx: one,
			dayNtlVlm: '0.0',
			markPx: one,
			midPx: one,
			circulatingSupply: '0.0',
			coin: USDT_PAIR,
			totalSupply: '0.0',
			dayBaseVlm: '0.0',
		},
	];
}

export type Grouping = { readonly figures: number | undefined; readonly mantissa: number };

/**
 * Builds the book, limited to 20 levels per side. `figures` and `mantissa` aggregate levels: bids are rounded down
 * and asks up.
 */
export function bookBody(book: Book, coin: string, grouping: Grouping) {
	return {
		coin,
		time: book.at,
		levels: [levelBodies('bids', book.bids, grouping), levelBodies('asks', book.asks, grouping)],
	};
}

function levelBodies(side: 'bids' | 'asks', levels: readonly BookLevel[], grouping: Grouping) {
	const grouped: { price: Decimal; size: Decimal; orders: number }[] = [];
	for (const [price, size] of levels) {
		const at =
			grouping.figures === undefined ? price : onGroup(side, price, grouping.figures, grouping.mantissa);
		const last = grouped.at(-1);
		if (last?.price === at) {
			last.size = add(last.size, size);
			last.orders += 1;
		} else grouped.push({ price: at, size, orders: 1 });
	}
	return grouped
		.slice(0, BOOK_LEVELS)
		.map(({ price, size, orders }) => ({ px: text(price), sz: text(size), n: orders }));
}

function onGroup(side: 'bids' | 'asks', price: Decimal, figures: number, mantissa: number): Decimal {
	const digits = String(price).length;
	const step = BigInt(mantissa) * 10n ** BigInt(Math.max(0, digits - figures));
	const down = (price / step) * step;
	return (side === 'bids' || down === price ? down : down + step) as Decimal;
}

export function tradeBody(trade: PublicTrade) {
	return {
		coin: trade.symbol,
		side: trade.side === 'buy' ? 'B' : 'A',
		px: text(trade.price),
		sz: text(trade.quantity),
		time: trade.at,
		hash: hashOf('0'),
		tid: idNumber(trade.id),
		users: [NOBODY, NOBODY],
	};
}

/**
 * Returns a premium P that gives the hourly rate F = (P + clamp(0.0001 − P, ±0.0005)) / 8 (page "Funding"). All
 * premiums inside the clamp give the same rate; P is then 0.
 */
export function premiumOf(rate: Decimal): Decimal {
	const ofEightHours = mulTrunc(rate, HOURS_PER_PREMIUM);
	if (ofEightHours > INTEREST) return add(ofEightHours, CLAMP);
	return ofEightHours < INTEREST ? sub(ofEightHours, CLAMP) : ZERO;
}

export function settledRateBody(settlement: Settlement) {
	return {
		coin: settlement.symbol,
		fundingRate: text(settlement.rate),
		premium: text(premiumOf(settlement.rate)),
		time: stampOf(settlement.at),
	};
}

/**
 * Returns a settlement's timestamp as the exchange reports it, a varying number of milliseconds late (up to 80 in
 * recordings).
 */
export function stampOf(settledAt: number): number {
	return settledAt + ((Math.floor(settledAt / 1_000) * 7_919) % 80);
}

const HOUR_MS = 3_600_000;

/**
 * Returns the predicted rates of the next settlements. Hyperliquid also reports other exchanges' rates, which the
 * simulator does not know.
 */
export function predictedFundingBodies(exchange: Exchange) {
	return exchange.instruments().map(({ symbol }) => {
		const { predictedRate, nextSettlementAt, intervalMs } = exchange.funding(symbol);
		return [
			symbol,
			[
				['BinPerp', null],
				[
					'HlPerp',
					{
						fundingRate: text(predictedRate),
						nextFundingTime: nextSettlementAt,
						fundingIntervalHours: intervalMs / HOUR_MS,
					},
				],
				['BybitPerp', null],
			],
		];
	});
}

/** Reports current maintenance as a status. Planned maintenance does not appear before it begins. */
export function statusBody(exchange: Exchange) {
	const now = exchange.now();
	const { announcements } = exchange;
	const service = announcements.service();
	const running = announcements.maintenance().filter(({ from, until }) => from <= now && now < until);
	const words = [
		...(service.state === 'open' ? [] : [service.title === '' ? service.state : service.title]),
		...running.map(({ title }) => title),
	];
	return { time: now, specialStatuses: words.length === 0 ? null : words };
}
