/** Runs one of our own feeds with connections and a clock that the test controls. */

import { formatDecimal, ZERO } from '../../src/domain/decimal.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import type { BookUpdate } from '../../src/ports/venue-market.ts';
import { createVirtualClock, type VirtualClock } from '../../src/runtime/virtual-clock.ts';
import type { OpenWire, WireEvents } from '../../src/venues/feeds/feed-socket.ts';
import { openOwnFeed } from '../../src/venues/feeds/own-feed.ts';
import type { FeedProtocol, FeedRequest } from '../../src/venues/feeds/protocol.ts';
import { moduleOf } from '../../src/venues/modules.ts';
import { publicStreamOf } from '../../src/venues/shared/at-site.ts';
import { instrumentOf } from './hand-driven-market.ts';

type Connection = {
	readonly address: string;
	readonly events: WireEvents;
	readonly sent: string[];
	pings: number;
	cuts: number;
};

/** Imitates the network. The test controls every connection that the feed requests. */
function scriptedNetwork() {
	const connections: Connection[] = [];
	const openWire: OpenWire = (address, events) => {
		const connection: Connection = { address, events, sent: [], pings: 0, cuts: 0 };
		connections.push(connection);
		return {
			send: (text) => connection.sent.push(text),
			ping: () => {
				connection.pings += 1;
			},
			cut: () => {
				connection.cuts += 1;
			},
		};
	};
	return { connections, openWire };
}

/** Opens a feed for the coins. A REST request fails unless `request` returns a response to it. */
export async function openScriptedFeed(
	protocol: FeedProtocol,
	coins: readonly string[],
	request: FeedRequest = () => Promise.reject(new VenueError(protocol.venue, 'unavailable', 'not served')),
) {
	const clock = createVirtualClock(1_760_000_000_000);
	const { connections, openWire } = scriptedNetwork();
	const books: BookUpdate[] = [];
	const down: string[] = [];
	const feed = openOwnFeed({
		protocol,
		publicStream: publicStreamOf(moduleOf(protocol.venue).facts.sites, {}),
		instruments: coins.map((coin) => instrumentOf(protocol.venue, coin)),
		listener: {
			onBook: (update) => books.push(update),
			onDown: (symbols, reason) => down.push(`${symbols.join(' ')}: ${reason}`),
		},
		request,
		openWire,
		clock,
		random: { hex: () => '00', unit: () => 0.5 },
		log: SILENT_LOGGER,
	});
	await pass(clock, 0);
	const newest = (): Connection => {
		const connection = connections.at(-1);
		if (connection === undefined) throw new Error('There is no connection.');
		return connection;
	};
	return {
		clock,
		feed,
		connections,
		books,
		down,
		newest,
		accept: () => newest().events.onOpen(),
		send: (...messages: readonly object[]) => {
			for (const message of messages) newest().events.onMessage(Buffer.from(JSON.stringify(message)));
		},
		/** Returns the symbol and the best bid of each order book that the feed passed on. */
		bids: () => books.map(({ symbol, book }) => `${symbol} ${formatDecimal(book.bids[0]?.[0] ?? ZERO)}`),
	};
}

/** Advances time and fires the timers that come due. */
export async function pass(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (await clock.advance(until));
}
