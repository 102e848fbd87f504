/** Serves Bybit's public stream `/v5/public/linear`, with books, tickers and trades. */
import type { Exchange, FrontEndSocket } from '../core/types.ts';
import { BOOK_DEPTHS, createBookFeed } from './book-feed.ts';
import type { Feed } from './feed.ts';
import {
	ARGS_CHARS_MAX,
	acknowledgement,
	type Command,
	type Connection,
	serveConnection,
} from './stream-connection.ts';
import { createTickerFeed, createTradeFeed } from './ticker-feed.ts';

/** Returns a topic's feed, which all connections share; undefined for an unknown topic. */
export type PublicFeeds = (topic: string) => Feed | undefined;

export function createPublicFeeds(exchange: Exchange): PublicFeeds {
	const feeds = new Map<string, Feed>();
	return (topic) => {
		// `createFeed` runs first, because a delisted contract has no feed even if `feeds` still contains one.
		const made = createFeed(exchange, topic);
		const feed = made === undefined ? undefined : (feeds.get(topic) ?? made);
		if (feed !== undefined) feeds.set(topic, feed);
		return feed;
	};
}

function createFeed(exchange: Exchange, topic: string): Feed | undefined {
	const parts = topic.split('.');
	const instrument = exchange.instrument(parts[parts.length - 1] ?? '');
	if (instrument === undefined) return undefined;
	if (parts.length === 2 && parts[0] === 'tickers') return createTickerFeed(exchange, instrument);
	if (parts.length === 2 && parts[0] === 'publicTrade') return createTradeFeed(exchange, instrument);
	const depth = BOOK_DEPTHS.find((candidate) => String(candidate) === parts[1]);
	if (parts.length !== 3 || parts[0] !== 'orderbook' || depth === undefined) return undefined;
	return createBookFeed(exchange, instrument, depth);
}

export function connectPublicStream(feeds: PublicFeeds, socket: FrontEndSocket): void {
	serveConnection(socket, (connection) => {
		const joined = new Map<string, () => void>();
		const reply = (command: Command, success: boolean, message: string): void =>
			connection.send(acknowledgement(connection, command, success, message, true));
		return {
			onCommand(command) {
				if (command.op === 'ping') reply(command, true, 'pong');
				else if (command.op === 'subscribe') subscribe(feeds, connection, joined, command, reply);
				else if (command.op === 'unsubscribe') {
					unsubscribe(joined, command);
					reply(command, true, '');
				} else reply(command, false, 'error:invalid op');
			},
			onClose() {
				for (const leave of joined.values()) leave();
				joined.clear();
			},
		};
	});
}

type Reply = (command: Command, success: boolean, message: string) => void;

/** Subscribes to topics. One invalid topic makes the whole command fail, as on Bybit. */
function subscribe(
	feeds: PublicFeeds,
	connection: Connection,
	joined: Map<string, () => void>,
	command: Command,
	reply: Reply,
): void {
	const topics = command.args.map(String);
	if (JSON.stringify(topics).length > ARGS_CHARS_MAX) {
		reply(command, false, `error:args too long, limit ${ARGS_CHARS_MAX} characters`);
		return;
	}
	const chosen = new Map<string, Feed>();
	for (const topic of topics) {
		const feed = feeds(topic);
		if (feed === undefined) {
			reply(command, false, `error:handler not found,topic:${topic.slice(0, 100)}`);
			return;
		}
		if (joined.has(topic)) {
			reply(command, false, `error:already subscribed,topic:${topic}`);
			return;
		}
		chosen.set(topic, feed);
	}
	reply(command, true, '');
	for (const [topic, feed] of chosen) joined.set(topic, feed.join(connection.sendText));
}

function unsubscribe(joined: Map<string, () => void>, command: Command): void {
	for (const topic of command.args.map(String)) {
		joined.get(topic)?.();
		joined.delete(topic);
	}
}
