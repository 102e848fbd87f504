/**
 * Creates Binance's market streams by name (USD-M futures, "Websocket Market Streams", read 2026-11). Since 2026-04
 * Binance serves them on two routes: order books, best prices and raw trades on `/public`, everything else on
 * `/market`.
 */
import { formatFixed } from '../../src/domain/decimal.ts';
import { everyPeriod } from '../core/stream-timer.ts';
import type { Exchange, Instrument, PublicTrade } from '../core/types.ts';
import { createDiffFeed, createPartialFeed } from './book-feed.ts';
import type { Feed } from './feed.ts';
import { bookTickerBody, dayBody, premiumBody } from './market-bodies.ts';
import { priceText, quantityText } from './numbers.ts';

export type Route = 'public' | 'market';

const DEPTH_PERIOD_MS = 250;
const DEPTH_PERIODS_MS = [100, 250, 500];
const PARTIAL_LEVELS = [5, 10, 20];
const MARK_PERIOD_MS = 3_000;
const MARK_PERIOD_FAST_MS = 1_000;
const TICKER_PERIOD_MS = 2_000;

/**
 * Returns the stream with that name if `route` serves it; otherwise undefined. If `route` is undefined, all streams
 * are served.
 */
export type Streams = (route: Route | undefined, name: string) => Feed | undefined;

export function createStreams(exchange: Exchange): Streams {
	const feeds = new Map<string, Feed>();
	return (route, name) => {
		// `createStream` runs first, because a delisted contract has no stream even if `feeds` still contains one.
		const made = createStream(exchange, name);
		if (made === undefined || (route !== undefined && routeOf(name) !== route)) return undefined;
		const found = feeds.get(name) ?? made;
		feeds.set(name, found);
		return found;
	};
}

function routeOf(name: string): Route {
	return /@(?:depth|bookTicker|trade)(?:\d|@|$)|^!bookTicker/.test(name) ? 'public' : 'market';
}

function createStream(exchange: Exchange, name: string): Feed | undefined {
	if (name === '!markPrice@arr') return allOf(exchange, MARK_PERIOD_MS, markEvent);
	if (name === '!markPrice@arr@1s') return allOf(exchange, MARK_PERIOD_FAST_MS, markEvent);
	if (name === '!bookTicker') return allBestPrices(exchange);
	if (name === '!ticker@arr') return allOf(exchange, TICKER_PERIOD_MS, tickerEvent);
	if (name === '!miniTicker@arr') return allOf(exchange, TICKER_PERIOD_MS, miniTickerEvent);
	const [symbol = '', kind = '', speed = ''] = name.split('@');
	const instrument = exchange.instrument(symbol.toUpperCase());
	if (instrument === undefined || symbol !== symbol.toLowerCase()) return undefined;
	if (kind.startsWith('depth')) return depth(exchange, instrument, kind.slice('depth'.length), speed);
	switch (`${kind}@${speed}`) {
		case 'bookTicker@':
			return bestPrice(exchange, instrument);
		case 'markPrice@':
			return periodic(MARK_PERIOD_MS, () => markEvent(exchange, instrument));
		case 'markPrice@1s':
			return periodic(MARK_PERIOD_FAST_MS, () => markEvent(exchange, instrument));
		case 'ticker@':
			return periodic(TICKER_PERIOD_MS, () => tickerEvent(exchange, instrument));
		case 'miniTicker@':
			return periodic(TICKER_PERIOD_MS, () => miniTickerEvent(exchange, instrument));
		case 'aggTrade@':
			return trades(exchange, instrument, (trade) => aggregateEvent(exchange, instrument, trade));
		case 'trade@':
			return trades(exchange, instrument, (trade) => tradeEvent(exchange, instrument, trade));
		default:
			return undefined;
	}
}

function depth(exchange: Exchange, instrument: Instrument, levels: string, speed: string): Feed | undefined {
	const periodMs = speed === '' ? DEPTH_PERIOD_MS : Number(/^(\d+)ms$/.exec(speed)?.[1]);
	if (!DEPTH_PERIODS_MS.includes(periodMs)) return undefined;
	if (levels === '') return createDiffFeed(exchange, instrument, periodMs);
	const count = Number(levels);
	return PARTIAL_LEVELS.includes(count)
		? createPartialFeed(exchange, instrument, count, periodMs)
		: undefined;
}

/** Creates a feed that sends an event when a client joins, and again after each period. */
function periodic(periodMs: number, event: () => object): Feed {
	return {
		join(send) {
			send(event());
			return everyPeriod(periodMs, () => send(event()));
		},
	};
}

function allOf(
	exchange: Exchange,
	periodMs: number,
	event: (exchange: Exchange, instrument: Instrument) => object,
): Feed {
	return periodic(periodMs, () => exchange.instruments().map((instrument) => event(exchange, instrument)));
}

function markEvent(exchange: Exchange, instrument: Instrument) {
	const premium = premiumBody(exchange, instrument);
	return {
		e: 'markPriceUpdate',
		E: exchange.now(),
		s: instrument.symbol,
		p: premium.markPrice,
		i: premium.indexPrice,
		P: premium.estimatedSettlePrice,
		r: formatFixed(exchange.funding(instrument.symbol).predictedRate, 8),
		T: premium.nextFundingTime,
	};
}

function tickerEvent(exchange: Exchange, instrument: Instrument) {
	const day = dayBody(exchange, instrument);
	return {
		e: '24hrTicker',
		E: exchange.now(),
		s: instrument.symbol,
		p: day.priceChange,
		P: day.priceChangePercent,
		w: day.weightedAvgPrice,
		c: day.lastPrice,
		Q: day.lastQty,
		o: day.openPrice,
		h: day.highPrice,
		l: day.lowPrice,
		v: day.volume,
		q: day.quoteVolume,
		O: day.openTime,
		C: day.closeTime,
		F: day.firstId,
		L: day.lastId,
		n: day.count,
	};
}

function miniTickerEvent(exchange: Exchange, instrument: Instrument) {
	const { E, s, c, o, h, l, v, q } = tickerEvent(exchange, instrument);
	return { e: '24hrMiniTicker', E, s, c, o, h, l, v, q };
}

/** Creates a feed that sends the best bid and ask whenever one of them changes. */
function bestPrice(exchange: Exchange, instrument: Instrument): Feed {
	return {
		join(send) {
			let last = '';
			const push = (): void => {
				const { bidPrice, bidQty, askPrice, askQty, time, lastUpdateId } = bookTickerBody(
					exchange,
					instrument,
				);
				const text = `${bidPrice} ${bidQty} ${askPrice} ${askQty}`;
				if (text === last) return;
				last = text;
				send({
					e: 'bookTicker',
					u: lastUpdateId,
					s: instrument.symbol,
					b: bidPrice,
					B: bidQty,
					a: askPrice,
					A: askQty,
					T: time,
					E: exchange.now(),
				});
			};
			push();
			return exchange.onBook(instrument.symbol, push);
		},
	};
}

function allBestPrices(exchange: Exchange): Feed {
	return {
		join(send) {
			const leaves = exchange.instruments().map((instrument) => bestPrice(exchange, instrument).join(send));
			return () => {
				for (const leave of leaves) leave();
			};
		},
	};
}

function trades(exchange: Exchange, instrument: Instrument, event: (trade: PublicTrade) => object): Feed {
	return { join: (send) => exchange.onTrade(instrument.symbol, (trade) => send(event(trade))) };
}

function tradeEvent(exchange: Exchange, instrument: Instrument, trade: PublicTrade) {
	return {
		e: 'trade',
		E: exchange.now(),
		T: trade.at,
		s: instrument.symbol,
		t: Number(trade.id),
		p: priceText(instrument, trade.price),
		q: quantityText(instrument, trade.quantity),
		X: 'MARKET',
		m: trade.side === 'sell',
	};
}

function aggregateEvent(exchange: Exchange, instrument: Instrument, trade: PublicTrade) {
	const id = Number(trade.id);
	return {
		e: 'aggTrade',
		E: exchange.now(),
		s: instrument.symbol,
		a: id,
		p: priceText(instrument, trade.price),
		q: quantityText(instrument, trade.quantity),
		nq: quantityText(instrument, trade.quantity),
		f: id,
		l: id,
		T: trade.at,
		m: trade.side === 'sell',
	};
}
