/**
 * What one instrument's stream is at: waiting for a snapshot, or in step. Takes frames in by the venue's sequence rule and says
 * when the book is out of step; who subscribes and asks for snapshots is `own-feed.ts`.
 */
import type { Instrument } from '../../domain/instrument.ts';
import type { GapReason } from '../../ports/metrics.ts';
import { BOOK_DEPTH } from './book-feed.ts';
import type { BookFrame } from './book-frame.ts';
import { FrameError } from './frame-reader.ts';
import { LiveBook } from './live-book.ts';
import type { FeedProtocol } from './protocol.ts';
import type { SnapshotDepth } from './snapshot-queue.ts';

/** Levels a side that are kept of a book whose stream has no end below; fewer than this plus a half are not trimmed. */
const KEPT_LEVELS = 600;
/** With fewer known levels a side than this more are asked for at leisure, and with fewer than half of what is handed on at once. */
const KNOWN_LEVELS_MIN = 2 * BOOK_DEPTH;
const KNOWN_LEVELS_URGENT = BOOK_DEPTH / 2;
/** Messages that are kept while a snapshot is waited for, about; whether the oldest are still needed shows when it comes. */
const BUFFERED_MAX = 2_000;

/**
 * What a frame did. `changed`: the book is in step and may be handed on; `same`: nothing; `gap`: the book is out of step, `problem`
 * says why.
 */
export type Effect = 'changed' | 'same' | 'gap';

/** Order book of one instrument with its place in the exchange's sequence of messages. */
export class TrackedBook {
	readonly instrument: Instrument;
	readonly book: LiveBook;
	readonly #protocol: FeedProtocol;
	/** Sequence number of what was applied last; `NaN` while the book waits. */
	#last = Number.NaN;
	/** Nothing has been applied since the book was replaced. */
	#isFresh = false;
	/** The book holds what the venue's holds, as far as its own numbers tell. */
	isInStep = false;
	/** Why the last effect was a gap. */
	problem = '';
	/** The same, of a closed list. */
	gapReason: GapReason = 'sequence';
	/** The stamp of the last frame that was taken, by the venue's clock; `NaN` where it gives none. */
	venueAt = Number.NaN;
	/** Frames that came while a snapshot is on its way; undefined while none is. */
	#buffered: Buffer[] | undefined;

	constructor(instrument: Instrument, protocol: FeedProtocol) {
		this.instrument = instrument;
		this.#protocol = protocol;
		this.book = new LiveBook(instrument, protocol.checksum !== undefined);
	}

	/** Begins anew: what there was is not current, and nothing is taken before a snapshot. */
	reset(): void {
		this.isInStep = false;
		this.#last = Number.NaN;
		this.#buffered = undefined;
		this.book.reset();
	}

	/** From now on frames are kept, so that they can follow a snapshot that is asked for. */
	awaitSnapshot(): void {
		this.#buffered ??= [];
	}

	get awaitsSnapshot(): boolean {
		return this.#buffered !== undefined;
	}

	/** Takes a frame of the stream in. `bytes` are the frame's own, which is then used again. */
	receive(frame: BookFrame, bytes: Buffer): Effect {
		if (this.#buffered !== undefined) {
			if (this.#buffered.length >= BUFFERED_MAX) this.#buffered.splice(0, BUFFERED_MAX / 2);
			this.#buffered.push(Buffer.from(bytes));
		}
		return this.#take(frame);
	}

	/**
	 * Takes the snapshot that was asked for, and what came since.
	 * @param levelsMax levels a side that were asked for
	 * @param readAgain reads a kept frame into the frame
	 */
	receiveSnapshot(frame: BookFrame, levelsMax: number, readAgain: (bytes: Buffer) => void): Effect {
		const kept = this.#buffered ?? [];
		this.#buffered = undefined;
		const [bids, asks] = [frame.bids.count, frame.asks.count];
		let effect = this.#take(frame);
		// A side with as many levels as were asked for goes on below, where nothing is known.
		if (bids >= levelsMax) this.book.bids.levels.trim(bids);
		if (asks >= levelsMax) this.book.asks.levels.trim(asks);
		for (const bytes of kept) {
			if (effect === 'gap') break;
			readAgain(bytes);
			const next = this.#take(frame);
			if (next !== 'same') effect = next;
		}
		return effect;
	}

	/** How soon more levels must be known, before the lower end of the known ones is among those that are handed on; if at all. */
	get wants(): SnapshotDepth | undefined {
		const known = Math.min(knownOf(this.book.bids), knownOf(this.book.asks));
		if (known >= KNOWN_LEVELS_MIN) return undefined;
		return known < KNOWN_LEVELS_URGENT ? 'quick' : 'deep';
	}

	/** Says that a frame of this book could not be read. */
	unreadable(error: unknown): Effect {
		return this.#gap('unreadable', error instanceof FrameError ? error.message : String(error));
	}

	#take(frame: BookFrame): Effect {
		const verdict = this.#protocol.judge(this.#last, frame, this.#isFresh);
		if (verdict === 'ignore') return 'same';
		if (verdict === 'gap')
			return this.#gap(
				'sequence',
				`update ${frame.last}${precedes(frame.previous)} came after ${this.#last}`,
			);
		try {
			if (verdict === 'replace') this.book.replace(frame.bids, frame.asks);
			else this.book.apply(frame.bids, frame.asks);
		} catch (error) {
			return this.unreadable(error);
		}
		this.#last = frame.last;
		this.#isFresh = verdict === 'replace';
		this.venueAt = frame.venueAt;
		if (this.book.isCrossed()) return this.#gap('crossed', 'the best bid is not below the best ask');
		if (frame.checksum !== 0 && this.#protocol.checksum?.(this.book) !== frame.checksum)
			return this.#gap('checksum', `the checksum is not the venue's ${frame.checksum}`);
		if (this.#protocol.snapshot !== undefined) this.#trim();
		this.isInStep = true;
		return 'changed';
	}

	#trim(): void {
		const { bids, asks } = this.book;
		if (bids.levels.count > KEPT_LEVELS * 1.5) bids.levels.trim(KEPT_LEVELS);
		if (asks.levels.count > KEPT_LEVELS * 1.5) asks.levels.trim(KEPT_LEVELS);
	}

	#gap(reason: GapReason, problem: string): Effect {
		this.gapReason = reason;
		this.problem = problem;
		this.reset();
		return 'gap';
	}
}

/** Levels of a side, where there may be others below. */
function knownOf({ levels }: LiveBook['bids']): number {
	return levels.isCut ? levels.count : Number.POSITIVE_INFINITY;
}

/** Some venues say which update a message follows, others count by one. */
function precedes(previous: number): string {
	return Number.isNaN(previous) ? '' : `, which follows ${previous},`;
}
