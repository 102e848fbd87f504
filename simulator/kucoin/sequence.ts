/**
 * KuCoin's level2 stream sends one message per changed level, with consecutive numbers. The core has one number per
 * delta, for any number of levels. This module counts level by level while a client listens to a symbol; otherwise
 * the number follows from that of the core. So snapshot and stream agree, and numbers never decrease, even over a
 * restart.
 */
import type { BookLevel, Exchange } from '../core/types.ts';

/** Above the number of levels that one delta can change, so the counted number stays below the one derived from the core. */
const NUMBERS_PER_DELTA = 1_024;

export type LevelChange = {
	readonly sequence: number;
	readonly side: 'buy' | 'sell';
	readonly level: BookLevel;
	readonly at: number;
};

export type Sequences = {
	/** KuCoin's number for the given number of the core. */
	readonly of: (symbol: string, coreSequence: number) => number;
	/** Subscribes to every changed level from now on. */
	readonly join: (symbol: string, listener: (change: LevelChange) => void) => () => void;
};

type Feed = {
	sequence: number;
	readonly listeners: Set<(change: LevelChange) => void>;
	readonly stop: () => void;
};

const known = new WeakMap<Exchange, Sequences>();

/** One counter per exchange and symbol, shared by every connection and the snapshots. */
export function sequencesOf(exchange: Exchange): Sequences {
	const present = known.get(exchange) ?? createSequences(exchange);
	known.set(exchange, present);
	return present;
}

function createSequences(exchange: Exchange): Sequences {
	const feeds = new Map<string, Feed>();

	function open(symbol: string): Feed {
		const stop = exchange.onBook(symbol, (delta) => {
			const feed = feeds.get(symbol);
			if (feed === undefined) return;
			for (const [side, levels] of [
				['buy', delta.bids],
				['sell', delta.asks],
			] as const) {
				for (const level of levels) {
					feed.sequence += 1;
					for (const listener of feed.listeners)
						listener({ sequence: feed.sequence, side, level, at: delta.at });
				}
			}
		});
		const feed: Feed = {
			sequence: exchange.book(symbol, 1).sequence * NUMBERS_PER_DELTA,
			listeners: new Set(),
			stop,
		};
		feeds.set(symbol, feed);
		return feed;
	}

	return {
		of: (symbol, coreSequence) => feeds.get(symbol)?.sequence ?? coreSequence * NUMBERS_PER_DELTA,
		join(symbol, listener) {
			const feed = feeds.get(symbol) ?? open(symbol);
			feed.listeners.add(listener);
			return () => {
				feed.listeners.delete(listener);
				if (feed.listeners.size > 0) return;
				feed.stop();
				feeds.delete(symbol);
			};
		},
	};
}
