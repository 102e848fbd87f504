/**
 * Tracks whether one instrument's book is waiting for a snapshot or in sync. It applies frames by the exchange's
 * sequence rule and reports when the book is out of sync. `feed-connection.ts` subscribes, and `snapshot-queue.ts`
 * requests snapshots.
 */
import type { Instrument } from '../../domain/instrument.ts';
import type { GapReason } from '../../ports/metrics.ts';
import { BOOK_DEPTH } from './book-feed.ts';
import type { BookFrame } from './book-frame.ts';
import { FrameError } from './frame-reader.ts';
import { LiveBook } from './live-book.ts';
import type { FeedProtocol } from './protocol.ts';
import type { SnapshotDepth } from './snapshot-queue.ts';
import { BOOK_CROSSED, checksumDiffers, updateGap } from './text.ts';

/**
 * Levels per side to keep if the stream sends all depths. A side is trimmed when it exceeds one and a half times this
 * number.
 */
const KEPT_LEVELS = 600;
/** Number of known levels per side below which we request more with low priority. */
const KNOWN_LEVELS_MIN = 2 * BOOK_DEPTH;
/** Number of known levels per side below which we request more at once. */
const KNOWN_LEVELS_URGENT = BOOK_DEPTH / 2;
/**
 * Maximum number of messages buffered during a snapshot request; beyond it the older half is dropped. If the snapshot
 * turns out to predate a dropped message, the sequence check reports a gap.
 */
const BUFFERED_MAX = 2_000;

/**
 * Effect of a frame. `changed`: the book is in sync and can be delivered; `same`: no change; `gap`: the book is out
 * of sync, and `problem` says why.
 */
export type Effect = 'changed' | 'same' | 'gap';

/** Order book of one instrument, with its position in the exchange's message sequence. */
export class TrackedBook {
	readonly instrument: Instrument;
	readonly book: LiveBook;
	readonly #protocol: FeedProtocol;
	/** Sequence number of the last applied message; `NaN` while the book waits for a snapshot. */
	#last = Number.NaN;
	/** True if no message has been applied since the book was replaced. */
	#isFresh = false;
	/** True if the book equals the exchange's, as far as the sequence numbers show. */
	isInStep = false;
	/** Reason why the book last fell out of sync, as a phrase for messages. */
	problem = '';
	/** Reason why the book last fell out of sync, as a category for the counters. */
	gapReason: GapReason = 'sequence';
	/** The exchange's timestamp of the last usable frame, milliseconds; `NaN` if the exchange sends none. */
	venueAt = Number.NaN;
	/** Frames received during a snapshot request; undefined if no request is open. */
	#buffered: Buffer[] | undefined;

	constructor(instrument: Instrument, protocol: FeedProtocol) {
		this.instrument = instrument;
		this.#protocol = protocol;
		this.book = new LiveBook(instrument, protocol.checksum !== undefined);
	}

	/** Restarts the book: it is no longer current, and no frame applies before a snapshot. */
	reset(): void {
		this.isInStep = false;
		this.#last = Number.NaN;
		this.#buffered = undefined;
		this.book.reset();
	}

	/** Starts keeping frames, which are applied after the requested snapshot. */
	awaitSnapshot(): void {
		this.#buffered ??= [];
	}

	get awaitsSnapshot(): boolean {
		return this.#buffered !== undefined;
	}

	/**
	 * Applies a frame from the stream. `bytes` is the frame's text. The caller reuses that memory, so a buffered
	 * frame is a copy.
	 */
	receive(frame: BookFrame, bytes: Buffer): Effect {
		if (this.#buffered !== undefined) {
			if (this.#buffered.length >= BUFFERED_MAX) this.#buffered.splice(0, BUFFERED_MAX / 2);
			this.#buffered.push(Buffer.from(bytes));
		}
		return this.#take(frame);
	}

	/**
	 * Applies the requested snapshot, then the frames kept during the request. @param levelsMax requested levels per side
	 * @param readAgain parses a kept frame into `frame`
	 */
	receiveSnapshot(frame: BookFrame, levelsMax: number, readAgain: (bytes: Buffer) => void): Effect {
		const kept = this.#buffered ?? [];
		this.#buffered = undefined;
		const [bids, asks] = [frame.bids.count, frame.asks.count];
		let effect = this.#take(frame);
		// A side with as many levels as requested may have further levels, which are then unknown.
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

	/** Depth of the snapshot to request because few known levels remain; undefined if enough remain. */
	get wants(): SnapshotDepth | undefined {
		const known = Math.min(knownOf(this.book.bids), knownOf(this.book.asks));
		if (known >= KNOWN_LEVELS_MIN) return undefined;
		return known < KNOWN_LEVELS_URGENT ? 'quick' : 'deep';
	}

	/** Reports that a frame for this book was unreadable. */
	unreadable(error: unknown): Effect {
		return this.#gap('unreadable', error instanceof FrameError ? error.message : String(error));
	}

	#take(frame: BookFrame): Effect {
		const verdict = this.#protocol.judge(this.#last, frame, this.#isFresh);
		if (verdict === 'ignore') return 'same';
		if (verdict === 'gap') return this.#gap('sequence', updateGap(frame.last, frame.previous, this.#last));
		try {
			if (verdict === 'replace') this.book.replace(frame.bids, frame.asks);
			else this.book.apply(frame.bids, frame.asks);
		} catch (error) {
			return this.unreadable(error);
		}
		this.#last = frame.last;
		this.#isFresh = verdict === 'replace';
		this.venueAt = frame.venueAt;
		if (this.book.isCrossed()) return this.#gap('crossed', BOOK_CROSSED);
		if (frame.checksum !== 0 && this.#protocol.checksum?.(this.book) !== frame.checksum)
			return this.#gap('checksum', checksumDiffers(frame.checksum));
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

/** Returns the number of known levels on a side; infinite if the side is not cut off. */
function knownOf({ levels }: LiveBook['bids']): number {
	return levels.isCut ? levels.count : Number.POSITIVE_INFINITY;
}
