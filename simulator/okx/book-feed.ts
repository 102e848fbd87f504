/**
 * Creates feeds for OKX's book channels (page "Order book channel", read 2026-11). `books` sends a snapshot of 400
 * levels (`prevSeqId` -1) and then the changes every 100 ms. Each message has the previous message's `seqId` as
 * `prevSeqId`. After about a minute without a change, it sends a message without levels, in which `seqId` equals
 * `prevSeqId`. `books5` and `bbo-tbt` send snapshots of 5 levels and 1 level on every change. The checksum is
 * deprecated and always 0.
 */
import { ZERO } from '../../src/domain/decimal.ts';
import type { Book, BookLevel, Exchange, Instrument } from '../core/types.ts';
import { type ChannelArg, type Feed, sharedFeed, whileMoving } from './feed.ts';
import { levelsBody } from './market-bodies.ts';
import { instant } from './numbers.ts';

const BOOK_LEVELS = 400;
const PUSH_MS = 100;
const TOP_PUSH_MS = 10;
/** Time without a change after which `books` sends a message without levels: "around 60 seconds". */
const STILL_ALIVE_MS = 60_000;
const NO_CHECKSUM = 0;

export function createBookFeed(exchange: Exchange, instrument: Instrument, arg: ChannelArg): Feed {
	const read = (): Book => exchange.book(instrument.symbol, BOOK_LEVELS);
	/** The book as all subscribers have received it. */
	let sent: Book | undefined;
	const frame = (
		action: 'snapshot' | 'update',
		levels: Pick<Book, 'bids' | 'asks'>,
		ids: { readonly prevSeqId: number; readonly seqId: number },
		at: number,
	): string =>
		JSON.stringify({
			arg,
			action,
			data: [
				{
					asks: levelsBody(instrument, levels.asks),
					bids: levelsBody(instrument, levels.bids),
					ts: instant(at),
					checksum: NO_CHECKSUM,
					...ids,
				},
			],
		});
	return sharedFeed({
		open(publish) {
			sent = read();
			let stillSince = exchange.now();
			const push = (): void => {
				const held = sent ?? read();
				const book = read();
				const changes = {
					bids: changedLevels(held.bids, book.bids),
					asks: changedLevels(held.asks, book.asks),
				};
				const now = exchange.now();
				if (changes.bids.length + changes.asks.length > 0) {
					sent = book;
					stillSince = now;
					publish(frame('update', changes, { prevSeqId: held.sequence, seqId: book.sequence }, book.at));
				} else if (now - stillSince >= STILL_ALIVE_MS) {
					stillSince = now;
					const ids = { prevSeqId: held.sequence, seqId: held.sequence };
					publish(frame('update', { bids: [], asks: [] }, ids, now));
				}
			};
			const stop = whileMoving(
				exchange,
				instrument.symbol,
				{ periodMs: PUSH_MS, quietMs: STILL_ALIVE_MS },
				push,
			);
			return () => {
				stop();
				sent = undefined;
			};
		},
		first() {
			const book = sent ?? read();
			return frame('snapshot', book, { prevSeqId: -1, seqId: book.sequence }, book.at);
		},
	});
}

/** Creates a feed that sends snapshots of the best levels on every change. */
export function createTopFeed(
	exchange: Exchange,
	instrument: Instrument,
	arg: ChannelArg,
	levels: 1 | 5,
): Feed {
	const read = (): { readonly text: string; readonly levels: string } => {
		const book = exchange.book(instrument.symbol, levels);
		const sides = { asks: levelsBody(instrument, book.asks), bids: levelsBody(instrument, book.bids) };
		const data = [{ ...sides, instId: instrument.symbol, ts: instant(book.at), seqId: book.sequence }];
		return { text: JSON.stringify({ arg, data }), levels: JSON.stringify(sides) };
	};
	return sharedFeed({
		open(publish) {
			let last = '';
			const periodMs = levels === 1 ? TOP_PUSH_MS : PUSH_MS;
			return whileMoving(exchange, instrument.symbol, { periodMs, quietMs: STILL_ALIVE_MS }, () => {
				const now = read();
				if (now.levels === last) return;
				last = now.levels;
				publish(now.text);
			});
		},
		first: () => read().text,
	});
}

/** Returns the changes that turn `from` into `to`. Removed levels have quantity 0. */
function changedLevels(from: readonly BookLevel[], to: readonly BookLevel[]): BookLevel[] {
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

const UPDATE_FRAME = /^\{"arg":\{"channel":"books","instId":"([^"]+)"\},"action":"update"/;

/** Returns the symbol if the frame is an update on `books`; otherwise undefined. */
export function bookDeltaSymbol(frame: string): string | undefined {
	return UPDATE_FRAME.exec(frame)?.[1];
}
