/** Defines the contents of a frame, as a protocol parses them. A feed reuses one object for all frames. */
import { LevelBuffer } from './level-buffer.ts';

/** Levels, symbol position and sequence numbers in one frame of a book stream. */
export class BookFrame {
	readonly bids = new LevelBuffer();
	readonly asks = new LevelBuffer();
	/** Position of the exchange's symbol in the frame; empty for a frame without a book. */
	symbolStart = 0;
	symbolEnd = 0;
	/** True if the exchange marks the message as a whole book. */
	isSnapshot = false;
	/** The exchange's sequence numbers; `NaN` if it sends none. */
	first = Number.NaN;
	last = Number.NaN;
	previous = Number.NaN;
	/** The exchange's timestamp, milliseconds; `NaN` if it sends none. */
	venueAt = Number.NaN;
	/** The exchange's checksum of the book after this message; 0 if it sends none. */
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

	/** True if the message is about a book. */
	get isOfBook(): boolean {
		return this.symbolEnd > this.symbolStart;
	}
}
