/**
 * Creates feeds for OKX's other public channels: tickers, trades, prices, funding, open interest, instruments,
 * status.
 */
import type { Exchange, Instrument } from '../core/types.ts';
import { createBookFeed, createTopFeed } from './book-feed.ts';
import { type ChannelArg, type Feed, sharedFeed, whileMoving } from './feed.ts';
import {
	fundingBody,
	indexTickerBody,
	instrumentBody,
	markPriceBody,
	openInterestBody,
	priceLimitBody,
	publicTradeBody,
	statusRows,
	tickerBody,
} from './market-bodies.ts';
import { familyOf } from './params.ts';

type Create = (exchange: Exchange, instrument: Instrument, arg: ChannelArg) => Feed;
type Body = (exchange: Exchange, instrument: Instrument) => unknown;

/**
 * Creates a feed that sends a message when its data changes. `periodMs` is the minimum time between messages, and
 * `quietMs` the maximum time between checks (each channel's own page, read 2026-11).
 */
function bodyFeed(body: Body, pace: { readonly periodMs: number; readonly quietMs: number }): Create {
	return (exchange, instrument, arg) => {
		const read = (): string => JSON.stringify({ arg, data: [body(exchange, instrument)] });
		const unstamped = (text: string): string => text.replaceAll(/"ts":"\d+"/g, '');
		let last = '';
		return sharedFeed({
			open: (publish) =>
				whileMoving(exchange, instrument.symbol, pace, () => {
					const text = read();
					if (unstamped(text) === last) return;
					last = unstamped(text);
					publish(text);
				}),
			first: () => {
				const text = read();
				last = unstamped(text);
				return text;
			},
		});
	};
}

const FAST = { periodMs: 100, quietMs: 1_000 };
const SLOW = { periodMs: 1_000, quietMs: 3_000 };

function tradeFeed(exchange: Exchange, instrument: Instrument, arg: ChannelArg): Feed {
	return sharedFeed({
		open: (publish) =>
			exchange.onTrade(instrument.symbol, (trade) =>
				publish(
					JSON.stringify({ arg, data: [{ ...publicTradeBody(instrument, trade), count: '1', seqId: 0 }] }),
				),
			),
		first: () => undefined,
	});
}

/** Feeds of channels that belong to an instrument. */
const OF_INSTRUMENT: Readonly<Record<string, Create>> = {
	books: createBookFeed,
	books5: (exchange, instrument, arg) => createTopFeed(exchange, instrument, arg, 5),
	'bbo-tbt': (exchange, instrument, arg) => createTopFeed(exchange, instrument, arg, 1),
	tickers: bodyFeed(tickerBody, FAST),
	trades: tradeFeed,
	'mark-price': bodyFeed(markPriceBody, FAST),
	'funding-rate': bodyFeed(fundingBody, SLOW),
	'open-interest': bodyFeed(openInterestBody, SLOW),
	'price-limit': bodyFeed(priceLimitBody, SLOW),
};

/** Feed of the index ticker channel. The instrument family identifies the index. */
const INDEX_TICKERS = bodyFeed(indexTickerBody, FAST);

/**
 * Creates a feed for a channel about all perpetuals or the system. It sends the whole list at first and whenever the
 * list changes.
 */
function listFeed(exchange: Exchange, arg: ChannelArg, list: () => readonly unknown[]): Feed {
	const read = (): string => JSON.stringify({ arg, data: list() });
	const watched = exchange.instruments()[0];
	let last = '';
	return sharedFeed({
		open: (publish) =>
			watched === undefined
				? () => undefined
				: whileMoving(exchange, watched.symbol, SLOW, () => {
						const text = read();
						if (text === last) return;
						last = text;
						publish(text);
					}),
		first: () => {
			last = read();
			return last;
		},
	});
}

/** Returns a channel's feed, which all connections share; undefined if the channel does not exist. */
export type PublicFeeds = (arg: ChannelArg) => Feed | undefined;

export function createPublicFeeds(exchange: Exchange): PublicFeeds {
	const feeds = new Map<string, Feed>();
	return (arg) => {
		const name = JSON.stringify(arg);
		// `createFeed` runs first, because a delisted contract has no feed even if `feeds` still contains one.
		const made = createFeed(exchange, arg);
		const feed = made === undefined ? undefined : (feeds.get(name) ?? made);
		if (feed !== undefined) feeds.set(name, feed);
		return feed;
	};
}

function createFeed(exchange: Exchange, arg: ChannelArg): Feed | undefined {
	const { channel = '', instId = '' } = arg;
	const create = Object.hasOwn(OF_INSTRUMENT, channel) ? OF_INSTRUMENT[channel] : undefined;
	const instrument = exchange.instrument(instId);
	if (create !== undefined) return instrument === undefined ? undefined : create(exchange, instrument, arg);
	if (channel === 'index-tickers') {
		const ofIndex = exchange.instruments().find((candidate) => familyOf(candidate) === instId);
		return ofIndex === undefined ? undefined : INDEX_TICKERS(exchange, ofIndex, arg);
	}
	if (channel === 'instruments' && arg.instType === 'SWAP')
		return listFeed(exchange, arg, () =>
			exchange.instruments().map((each) => instrumentBody(exchange, each)),
		);
	if (channel === 'status')
		return listFeed(exchange, arg, () =>
			statusRows(exchange.announcements, exchange.now()).map((row) => ({ ...row, ts: row.begin })),
		);
	return undefined;
}
