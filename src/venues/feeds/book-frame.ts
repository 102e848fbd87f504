/** What a protocol reads out of one frame; the same object for every frame of a feed. */
import { LevelBuffer } from './level-buffer.ts';

/** Levels, symbol position and sequence numbers of one frame of a book stream. */
export class BookFrame {
	readonly bids = new LevelBuffer();
	readonly asks = new LevelBuffer();
	/** Where the venue's symbol stands in the frame; empty where the frame is of no book. */
	symbolStart = 0;
	symbolEnd = 0;
	/** The message is the whole book, by the venue's own word. */
	isSnapshot = false;
	/** Sequence numbers as the venue gives them; `NaN` where it gives none. */
	first = Number.NaN;
	last = Number.NaN;
	previous = Number.NaN;
	/** The venue's stamp, milliseconds; `NaN` where it gives none. */
	venueAt = Number.NaN;
	/** The venue's checksum of the book after this message; 0 where it gives none. */
	checksum = 0;

	reset(): void {
		this.bids.count = 0;
		this.asks.count = 0;
		this.symbolStart = 0;
		this.symbolEnd = 0;
		this.isSnapshot = false;
		this.first = Number.NaN;
		this.last = Number.NaN;
		this.previous = Number.NaN;
		this.venueAt = Number.NaN;
		this.checksum = 0;
	}

	/** Whether the message is of a book. */
	get isOfBook(): boolean {
		return this.symbolEnd > this.symbolStart;
	}
}
