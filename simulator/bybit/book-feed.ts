/**
 * Creates feeds for Bybit's `orderbook.{depth}.{symbol}` stream, which sends a snapshot and then deltas. `u` rises by
 * one with each delta.
 *
 * The feed keeps its own copy of the book, which it updates from the core's deltas, and sends changes among the best
 * `depth` levels. A level that enters this range is sent as new, and a level that leaves it as removed. A feed of
 * depth 1 sends only snapshots. After three seconds without a change, it repeats the last snapshot with the same `u`
 * (documentation page "Orderbook", 2026-07-24).
 */
import { ZERO } from '../../src/domain/decimal.ts';
import type { BookDelta, BookLevel, Exchange, Instrument } from '../core/types.ts';
import type { Feed, Send } from './feed.ts';
import { levelsText } from './market-bodies.ts';

export const BOOK_DEPTHS = [1, 50, 200, 1_000] as const;

/** Maximum levels per side copied from the core. */
const MIRROR_LEVELS_MAX = 1_000;

const REPEAT_AFTER_MS = 3_000;

type Top = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };

type Mirror = {
	bids: readonly BookLevel[];
	asks: readonly BookLevel[];
	sequence: number;
	/** Time at which the matching engine last changed the book, Unix milliseconds. */
	at: number;
	/** The best `depth` levels per side, as subscribers have received them. */
	sent: Top;
	readonly stop: () => void;
};

export function createBookFeed(exchange: Exchange, instrument: Instrument, depth: number): Feed {
	const topic = `orderbook.${depth}.${instrument.symbol}`;
	const listeners = new Set<Send>();
	let mirror: Mirror | undefined;
	let updateId = 0;
	let repeat: NodeJS.Timeout | undefined;

	const frame = (held: Mirror, type: 'snapshot' | 'delta', levels: Top): string =>
		JSON.stringify({
			topic,
			type,
			ts: exchange.now(),
			data: {
				s: instrument.symbol,
				b: levelsText(instrument, levels.bids),
				a: levelsText(instrument, levels.asks),
				u: updateId,
				seq: held.sequence,
			},
			cts: held.at,
		});
	const publish = (text: string): void => {
		for (const send of listeners) send(text);
	};
	const apply = (delta: BookDelta): void => {
		const held = mirror;
		if (held === undefined || delta.sequence <= held.sequence) return;
		held.bids = merged(held.bids, delta.bids, (a, b) => a > b);
		held.asks = merged(held.asks, delta.asks, (a, b) => a < b);
		held.sequence = delta.sequence;
		held.at = delta.at;
		const top = topOf(held, depth);
		const changes = {
			bids: changedLevels(held.sent.bids, top.bids),
			asks: changedLevels(held.sent.asks, top.asks),
		};
		if (changes.bids.length === 0 && changes.asks.length === 0) return;
		held.sent = top;
		updateId += 1;
		repeat?.refresh();
		publish(depth === 1 ? frame(held, 'snapshot', top) : frame(held, 'delta', changes));
	};
	const open = (): Mirror => {
		const stop = exchange.onBook(instrument.symbol, apply);
		const { bids, asks, sequence, at } = exchange.book(instrument.symbol, MIRROR_LEVELS_MAX);
		const copy = { bids: [...bids], asks: [...asks] };
		// An update id of 1 would tell clients that the exchange has restarted, so ids start at 2 or higher and
		// always rise.
		updateId = Math.max(updateId + 1, sequence, 2);
		if (depth === 1)
			repeat = startRepeat(() => {
				const isListed = exchange.instrument(instrument.symbol) !== undefined;
				if (mirror !== undefined && isListed) publish(frame(mirror, 'snapshot', mirror.sent));
			});
		return { ...copy, sequence, at, sent: topOf(copy, depth), stop };
	};
	const leave = (send: Send): void => {
		listeners.delete(send);
		if (listeners.size > 0) return;
		mirror?.stop();
		mirror = undefined;
		clearInterval(repeat);
		repeat = undefined;
	};
	return {
		join(send) {
			mirror ??= open();
			listeners.add(send);
			send(frame(mirror, 'snapshot', mirror.sent));
			return () => leave(send);
		},
	};
}

const DELTA_FRAME = /^\{"topic":"orderbook\.\d+\.([^".]+)","type":"delta"/;

/** Returns the symbol of a delta frame from this feed; otherwise undefined. */
export function bookDeltaSymbol(frame: string): string | undefined {
	return DELTA_FRAME.exec(frame)?.[1];
}

function startRepeat(run: () => void): NodeJS.Timeout {
	const timer = setInterval(run, REPEAT_AFTER_MS);
	timer.unref();
	return timer;
}

function topOf(book: Top, depth: number): Top {
	const top = (levels: readonly BookLevel[]) => (levels.length > depth ? levels.slice(0, depth) : levels);
	return { bids: top(book.bids), asks: top(book.asks) };
}

/**
 * Returns one side of the book with the changes applied; quantity 0 removes a level. `before(a, b)` is true if price
 * `a` ranks ahead of `b`.
 */
export function merged(
	levels: readonly BookLevel[],
	changes: readonly BookLevel[],
	before: (a: bigint, b: bigint) => boolean,
): readonly BookLevel[] {
	if (changes.length === 0) return levels;
	const result = [...levels];
	for (const change of changes) {
		let index = 0;
		while (index < result.length && before((result[index] as BookLevel)[0], change[0])) index += 1;
		const same = result[index]?.[0] === change[0];
		if (change[1] === ZERO) {
			if (same) result.splice(index, 1);
		} else {
			result.splice(index, same ? 1 : 0, change);
		}
	}
	return result;
}

/** Returns the changes that turn `from` into `to`. Removed levels have quantity 0. */
export function changedLevels(from: readonly BookLevel[], to: readonly BookLevel[]): BookLevel[] {
	if (from === to) return [];
	const old = new Map(from);
	const changes: BookLevel[] = [];
	for (const level of to) {
		if (old.get(level[0]) !== level[1]) changes.push(level);
		old.delete(level[0]);
	}
	for (const price of old.keys()) changes.push([price, ZERO]);
	return changes;
}
