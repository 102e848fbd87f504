/**
 * Builds response bodies for Bybit's public data: instruments, tickers, books, trades and settled rates. They have
 * all documented fields.
 */
import {
	type Decimal,
	divTrunc,
	formatDecimal,
	formatFixed,
	fromInteger,
	mulTrunc,
	parseDecimal,
	roundPlaces,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { Announcements } from '../core/announcements.ts';
import type {
	Book,
	BookLevel,
	Exchange,
	FundingState,
	Instrument,
	PublicTrade,
	Quote,
	Settlement,
	Side,
} from '../core/types.ts';
import { priceScale, priceText, quantityText, rateText } from './numbers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Maximum order price in ticks. */
const PRICE_TICKS_MAX = 1_999_998;

export function sideText(side: Side): 'Buy' | 'Sell' {
	return side === 'buy' ? 'Buy' : 'Sell';
}

export function instrumentBody(
	instrument: Instrument,
	funding: FundingState,
	delistingAt: number | undefined,
): Record<string, unknown> {
	const places = priceScale(instrument);
	return {
		symbol: instrument.symbol,
		contractType: 'LinearPerpetual',
		status: 'Trading',
		baseCoin: instrument.base,
		quoteCoin: instrument.quote,
		launchTime: String(instrument.listedAt),
		deliveryTime: String(delistingAt ?? 0),
		deliveryFeeRate: '',
		priceScale: String(places),
		leverageFilter: {
			minLeverage: '1',
			maxLeverage: instrument.leverageMax.toFixed(2),
			leverageStep: '0.01',
		},
		priceFilter: {
			minPrice: formatFixed(instrument.tickSize, places),
			maxPrice: formatFixed(mulTrunc(instrument.tickSize, fromInteger(PRICE_TICKS_MAX)), places),
			tickSize: formatFixed(instrument.tickSize, places),
		},
		lotSizeFilter: {
			maxOrderQty: quantityText(instrument, instrument.quantityMax),
			maxMktOrderQty: quantityText(instrument, instrument.quantityMax),
			minOrderQty: quantityText(instrument, instrument.quantityMin),
			qtyStep: quantityText(instrument, instrument.lotSize),
			postOnlyMaxOrderQty: quantityText(instrument, instrument.quantityMax),
			minNotionalValue: formatDecimal(instrument.notionalMin),
		},
		unifiedMarginTrade: true,
		fundingInterval: funding.intervalMs / MINUTE_MS,
		settleCoin: instrument.quote,
		copyTrading: 'none',
		upperFundingRate: rateText(instrument.fundingCap),
		lowerFundingRate: rateText(instrument.fundingFloor),
	};
}

/** Builds the system status rows for planned and current maintenance, newest first. */
export function statusRows(announcements: Announcements, now: number): Record<string, unknown>[] {
	const { state, title, since } = announcements.service();
	const planned = announcements
		.maintenance()
		.map(({ id, title: about, from, until }) =>
			statusRow(
				`planned-${id}`,
				about,
				now < from ? 'scheduled' : now < until ? 'ongoing' : 'completed',
				from,
				until,
				1,
			),
		);
	const running =
		state === 'open' ? [] : [statusRow(`service-${since}`, title, 'ongoing', since, since + HOUR_MS, 2)];
	return [...running, ...planned.reverse()];
}

function statusRow(
	id: string,
	title: string,
	state: string,
	begin: number,
	end: number,
	maintainType: number,
) {
	return {
		id,
		title,
		state,
		begin: String(begin),
		end: String(end),
		href: '',
		serviceTypes: [1, 2, 3],
		product: [1],
		uidSuffix: [],
		maintainType,
		env: 1,
	};
}

/** Returns the minimum and maximum order price. Bybit reports no liquidation price outside these bounds. */
export function priceBounds(instrument: Instrument): { readonly min: Decimal; readonly max: Decimal } {
	return {
		min: instrument.tickSize,
		max: mulTrunc(instrument.tickSize, fromInteger(PRICE_TICKS_MAX)),
	};
}

/** Builds the ticker fields that REST and the stream have in common. */
function tickerCore(
	instrument: Instrument,
	quote: Quote,
	funding: FundingState,
	top: Book,
): Record<string, string> {
	const bid = top.bids[0];
	const ask = top.asks[0];
	return {
		symbol: instrument.symbol,
		lastPrice: priceText(instrument, quote.last),
		indexPrice: priceText(instrument, quote.index),
		markPrice: priceText(instrument, quote.mark),
		prevPrice24h: priceText(instrument, quote.price24hAgo),
		price24hPcnt: changeText(quote.last, quote.price24hAgo),
		highPrice24h: priceText(instrument, quote.high24h),
		lowPrice24h: priceText(instrument, quote.low24h),
		// The simulator does not keep the price one hour ago. Bybit, too, leaves the field empty if it has no such
		// price.
		prevPrice1h: '',
		openInterest: quantityText(instrument, quote.openInterest),
		openInterestValue: formatFixed(mulTrunc(quote.openInterest, quote.mark), 2),
		turnover24h: formatFixed(quote.turnover24h, 4),
		volume24h: quantityText(instrument, quote.volume24h),
		fundingRate: rateText(funding.predictedRate),
		nextFundingTime: String(funding.nextSettlementAt),
		fundingIntervalHour: String(funding.intervalMs / HOUR_MS),
		fundingCap: rateText(instrument.fundingCap),
		bid1Price: bid === undefined ? '' : priceText(instrument, bid[0]),
		bid1Size: bid === undefined ? '' : quantityText(instrument, bid[1]),
		ask1Price: ask === undefined ? '' : priceText(instrument, ask[0]),
		ask1Size: ask === undefined ? '' : quantityText(instrument, ask[1]),
	};
}

export function tickerBody(exchange: Exchange, instrument: Instrument): Record<string, string> {
	return {
		...readTicker(exchange, instrument),
		predictedDeliveryPrice: '',
		basisRate: '',
		deliveryFeeRate: '',
		deliveryTime: String(exchange.announcements.delistingAt(instrument.symbol) ?? 0),
		basis: '',
	};
}

/** Builds all fields of the stream ticker; the feed sends those that changed. */
export function streamTicker(exchange: Exchange, instrument: Instrument): Record<string, string> {
	const core = readTicker(exchange, instrument);
	return { ...core, tickDirection: tickDirection(exchange.publicTrades(instrument.symbol, 3)) };
}

function readTicker(exchange: Exchange, instrument: Instrument): Record<string, string> {
	const { symbol } = instrument;
	return tickerCore(instrument, exchange.quote(symbol), exchange.funding(symbol), exchange.book(symbol, 1));
}

function changeText(now: Decimal, before: Decimal): string {
	if (before <= ZERO) return '0';
	return formatDecimal(roundPlaces(divTrunc(sub(now, before), before), 6));
}

/**
 * Returns Bybit's `tickDirection`: the direction of the last price change, with the prefix `Zero` if the last trade
 * did not change the price. `trades` is newest first.
 */
export function tickDirection(trades: readonly PublicTrade[]): string {
	const newest = trades[0];
	if (newest === undefined) return 'ZeroPlusTick';
	const other = trades.find((trade) => trade.price !== newest.price);
	if (other === undefined) return 'ZeroPlusTick';
	const rising = newest.price > other.price;
	const justNow = trades[1] === other;
	return `${justNow ? '' : 'Zero'}${rising ? 'Plus' : 'Minus'}Tick`;
}

export function levelsText(instrument: Instrument, levels: readonly BookLevel[]): [string, string][] {
	return levels.map(([price, quantity]) => [priceText(instrument, price), sizeText(instrument, quantity)]);
}

/** Formats a quantity. The 0 that marks a removed level has no decimals. */
function sizeText(instrument: Instrument, quantity: Decimal): string {
	return quantity === ZERO ? '0' : quantityText(instrument, quantity);
}

export function bookBody(instrument: Instrument, book: Book, now: number): Record<string, unknown> {
	return {
		s: instrument.symbol,
		b: levelsText(instrument, book.bids),
		a: levelsText(instrument, book.asks),
		ts: now,
		u: book.sequence,
		seq: book.sequence,
		cts: book.at,
	};
}

export function recentTradeBody(instrument: Instrument, trade: PublicTrade): Record<string, unknown> {
	return {
		execId: trade.id,
		symbol: trade.symbol,
		price: priceText(instrument, trade.price),
		size: quantityText(instrument, trade.quantity),
		side: sideText(trade.side),
		time: String(trade.at),
		isBlockTrade: false,
	};
}

export function streamTradeBody(
	instrument: Instrument,
	trade: PublicTrade,
	direction: string,
): Record<string, unknown> {
	return {
		T: trade.at,
		s: trade.symbol,
		S: sideText(trade.side),
		v: quantityText(instrument, trade.quantity),
		p: priceText(instrument, trade.price),
		L: direction,
		i: trade.id,
		BT: false,
	};
}

export function settlementBody(settlement: Settlement): Record<string, string> {
	return {
		symbol: settlement.symbol,
		fundingRate: rateText(settlement.rate),
		fundingRateTimestamp: String(settlement.at),
	};
}

/** Builds the single risk tier. There is only one because a simulated instrument has one maintenance rate. */
export function riskLimitBody(instrument: Instrument): Record<string, unknown> {
	return {
		id: 1,
		symbol: instrument.symbol,
		riskLimitValue: RISK_LIMIT_VALUE,
		maintenanceMargin: rateText(instrument.maintenanceMarginRate),
		initialMargin: rateText(divTrunc(parseDecimal('1'), fromInteger(instrument.leverageMax))),
		isLowestRisk: 1,
		maxLeverage: instrument.leverageMax.toFixed(2),
	};
}

/** Maximum position value in the single risk tier, USDT. */
export const RISK_LIMIT_VALUE = '2000000';
