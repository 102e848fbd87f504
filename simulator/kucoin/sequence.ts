/**
 * KuCoin's level2 stream has one message per changed level, with consecutive numbers; the core has one number per delta,
 * whatever it changes. While somebody listens to a symbol its number is counted here, level by level; else it follows
 * from the core's. So snapshot and stream agree, and numbers never go back, also over a restart.
 */
import type { BookLevel, Exchange } from '../core/types.ts';

/** More levels than one delta can change: the counted number stays below what the core's stands for. */
const NUMBERS_PER_DELTA = 1_024;

export type LevelChange = {
	readonly sequence: number;
	readonly side: 'buy' | 'sell';
	readonly level: BookLevel;
	readonly at: number;
};

export type Sequences = {
	/** The venue's number of a book that the core numbers so. */
	readonly of: (symbol: string, coreSequence: number) => number;
	/** Hears every changed level from now on. */
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
