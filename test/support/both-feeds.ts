/** Runs our own feed and ccxt's feed on the same local streams. Compares the order book of each with the true one. */

import { ccxtWithMarkets } from '../../bench/ccxt-markets.ts';
import type { WireVenue } from '../../bench/venue-wire.ts';
import { formatDecimal, fromInteger } from '../../src/domain/decimal.ts';
import type { OrderBook } from '../../src/domain/order-book.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { BookUpdate } from '../../src/ports/venue-market.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import type { BookFeed } from '../../src/venues/feeds/book-feed.ts';
import { openOwnFeed } from '../../src/venues/feeds/own-feed.ts';
import { wireOpener } from '../../src/venues/feeds/ws-wire.ts';
import { moduleOf } from '../../src/venues/modules.ts';
import { publicStreamOf } from '../../src/venues/shared/at-site.ts';
import { openCcxtFeed } from '../../src/venues/shared/book-stream.ts';
import { guardSequence } from './bybit-sequence.ts';
import { instrumentOf } from './hand-driven-market.ts';

const CHECK_MS = 10;
const WAIT_MS_MAX = 12_000;

/** A feed, and its latest book; `last` returns undefined while the feed reports no current book. */
export type Heard = {
	readonly feed: BookFeed;
	readonly last: () => BookUpdate | undefined;
	readonly close: () => Promise<void>;
};

/**
 * State of ccxt's order book compared with the true one. `wrong below`: only levels below the best `BEST_LEVELS` are
 * wrong. `none`: there is no current book.
 */
export type Verdict = 'the same' | 'wrong below' | 'wrong' | 'none';
/** Number of levels per side that count as the best levels. */
const BEST_LEVELS = 20;

export function openOwn(venue: WireVenue, symbol: string, port: number): Heard {
	const { books: protocol, facts } = moduleOf(venue);
	let last: BookUpdate | undefined;
	const feed = openOwnFeed({
		protocol,
		publicStream: publicStreamOf(facts.sites, {}),
		instruments: [instrumentFor(venue, symbol)],
		listener: {
			onBook(update) {
				last = update;
			},
			onDown() {
				last = undefined;
			},
		},
		request: async (method, params) => {
			const path = method === 'fapiPublicGetDepth' ? '/fapi/v1/depth' : '/api/v1/bullet-public';
			const query = new URLSearchParams(params as Record<string, string>);
			return (await fetch(`http://127.0.0.1:${port}${path}?${query}`)).json();
		},
		openWire: wireOpener(port),
		clock: systemClock,
		random: systemRandom,
		log: SILENT_LOGGER,
	});
	return { feed, last: () => last, close: feed.close };
}

export async function openCcxt(
	venue: WireVenue,
	symbol: string,
	port: number,
	guards: boolean,
): Promise<Heard> {
	const exchange = await ccxtWithMarkets(venue, [symbol], port);
	if (guards)
		guardSequence(exchange, (unified) => {
			delete exchange.orderbooks[unified];
			// Closing makes the pending watch call fail. The feed then reopens the stream, which begins with a new
			// snapshot.
			void exchange.close().catch(() => {});
		});
	let last: BookUpdate | undefined;
	const feed = openCcxtFeed({
		venue,
		symbolsPerStream: 1,
		exchange: async () => exchange,
		instruments: [instrumentFor(venue, venue === 'hyperliquid' ? '0' : symbol)],
		listener: {
			onBook(update) {
				last = update;
			},
			onDown() {
				last = undefined;
			},
		},
		clock: systemClock,
		random: systemRandom,
		log: SILENT_LOGGER,
	});
	return {
		feed,
		last: () => last,
		async close() {
			await feed.close();
			await exchange.close();
		},
	};
}

function instrumentFor(venue: WireVenue, symbol: string) {
	return { ...instrumentOf(venue, 'BTC'), symbol, coinsPerOrderUnit: fromInteger(1) };
}

/** Levels per side, each as a string `price size`, best level first. */
export type Texts = { readonly bids: readonly string[]; readonly asks: readonly string[] };

export function texts(book: OrderBook | undefined): Texts {
	const of = (levels: OrderBook['bids']) =>
		levels.map(([price, size]) => `${formatDecimal(price)} ${formatDecimal(size)}`);
	return { bids: of(book?.bids ?? []), asks: of(book?.asks ?? []) };
}

export function verdictOn(book: Texts, truth: Texts): Verdict {
	if (isSame(book, truth)) return 'the same';
	const best = ({ bids, asks }: Texts): Texts => ({
		bids: bids.slice(0, BEST_LEVELS),
		asks: asks.slice(0, BEST_LEVELS),
	});
	return isSame(best(book), best(truth)) ? 'wrong below' : 'wrong';
}

function isSame(a: Texts, b: Texts): boolean {
	return a.bids.join() === b.bids.join() && a.asks.join() === b.asks.join();
}

/** Waits until the condition holds or the time limit passes. */
export async function until(condition: () => boolean, msMax = WAIT_MS_MAX): Promise<void> {
	for (const end = systemClock.monotonic() + msMax; !condition() && systemClock.monotonic() < end; )
		await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
}
