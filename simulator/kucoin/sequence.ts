/**
 * KuCoin's level2 stream sends one message per changed level, with consecutive sequence numbers. The core has one
 * number per delta, however many levels it changes. While a client listens to a symbol, this module counts each
 * level; otherwise the number is derived from the core's. Snapshot and stream therefore agree, and numbers never
 * decrease, even after a restart.
 */
import type { BookLevel, Exchange } from '../core/types.ts';

/**
 * Sequence numbers reserved per delta of the core. One delta changes fewer levels, so the counted number stays below
 * the one derived from the core.
 */
const NUMBERS_PER_DELTA = 1_024;

export type LevelChange = {
	readonly sequence: number;
	readonly side: 'buy' | 'sell';
	readonly level: BookLevel;
	readonly at: number;
};

export type Sequences = {
	/** Returns KuCoin's sequence number that corresponds to the core's number `coreSequence`. */
	readonly of: (symbol: string, coreSequence: number) => number;
	/** Subscribes to every level that changes from now on. Returns the function that unsubscribes. */
	readonly join: (symbol: string, listener: (change: LevelChange) => void) => () => void;
};

type Feed = {
	sequence: number;
	readonly listeners: Set<(change: LevelChange) => void>;
	readonly stop: () => void;
};

const known = new WeakMap<Exchange, Sequences>();

/** Returns the counters of an exchange, one per symbol, which all connections and the snapshots share. */
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
