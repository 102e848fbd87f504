/**
 * Creates feeds for Binance's book streams. `<symbol>@depth[@speed]` sends the changes in the order book since the
 * last event. `<symbol>@depth<levels>` sends all of the best `<levels>` levels per side. Both send at a limited rate
 * (pages "Diff. Book Depth Streams", "Partial Book Depth Streams", read 2026-11).
 */

import { everyPeriod } from '../core/stream-timer.ts';
import type { BookLevel, Exchange, Instrument } from '../core/types.ts';
import type { Feed } from './feed.ts';
import { levelsText } from './numbers.ts';
import { eventId } from './update-ids.ts';

/** Maximum changed levels per side in one event. */
const LEVELS_MAX = 1_000;

/** Creates the diff stream of one contract at one speed. All listeners share it. */
export function createDiffFeed(exchange: Exchange, instrument: Instrument, periodMs: number): Feed {
	const listeners = new Set<(data: object) => void>();
	let bids = new Map<bigint, BookLevel>();
	let asks = new Map<bigint, BookLevel>();
	let sentUpTo = 0;
	let seenUpTo = 0;
	let at = 0;
	let stop: (() => void) | undefined;

	function flush(): void {
		if (seenUpTo === sentUpTo) return;
		const event = {
			e: 'depthUpdate',
			E: exchange.now(),
			T: at,
			s: instrument.symbol,
			U: eventId(sentUpTo) + 1,
			u: eventId(seenUpTo),
			pu: eventId(sentUpTo),
			b: levelsText(instrument, [...bids.values()].slice(0, LEVELS_MAX)),
			a: levelsText(instrument, [...asks.values()].slice(0, LEVELS_MAX)),
		};
		sentUpTo = seenUpTo;
		bids = new Map();
		asks = new Map();
		for (const send of listeners) send(event);
	}

	function open(): () => void {
		sentUpTo = exchange.book(instrument.symbol, 1).sequence;
		seenUpTo = sentUpTo;
		const leave = exchange.onBook(instrument.symbol, (delta) => {
			if (delta.sequence <= seenUpTo) return;
			for (const level of delta.bids) bids.set(level[0], level);
			for (const level of delta.asks) asks.set(level[0], level);
			seenUpTo = delta.sequence;
			at = delta.at;
		});
		const stopFlushes = everyPeriod(periodMs, flush);
		return () => {
			stopFlushes();
			leave();
			bids = new Map();
			asks = new Map();
		};
	}

	return {
		join(send) {
			stop ??= open();
			listeners.add(send);
			return () => {
				listeners.delete(send);
				if (listeners.size > 0) return;
				stop?.();
				stop = undefined;
			};
		},
	};
}

/**
 * Creates a feed that sends the best `levels` levels of each side when a client joins. After that it sends them when
 * the book has changed, at most once per `periodMs`.
 */
export function createPartialFeed(
	exchange: Exchange,
	instrument: Instrument,
	levels: number,
	periodMs: number,
): Feed {
	return {
		join(send) {
			let previous = 0;
			const push = (): void => {
				const book = exchange.book(instrument.symbol, levels);
				if (book.sequence === previous) return;
				send({
					e: 'depthUpdate',
					E: exchange.now(),
					T: book.at,
					s: instrument.symbol,
					U: eventId(book.sequence - 1) + 1,
					u: eventId(book.sequence),
					pu: previous === 0 ? eventId(book.sequence - 1) : eventId(previous),
					b: levelsText(instrument, book.bids),
					a: levelsText(instrument, book.asks),
				});
				previous = book.sequence;
			};
			push();
			return everyPeriod(periodMs, push);
		},
	};
}

const DELTA_FRAME =
	/^\{(?:"stream":"[^"]*@depth(?:@\d+ms)?","data":\{)?"e":"depthUpdate","E":\d+,"T":\d+,"s":"([^"]+)"/;

/** Returns the symbol if the frame is an incremental book update; otherwise undefined. */
export function bookDeltaSymbol(frame: string): string | undefined {
	return DELTA_FRAME.exec(frame)?.[1];
}
