/** Defines what a protocol parses from a frame. A feed reuses one object for all frames. */
import { LevelBuffer } from './level-buffer.ts';

/** Levels, symbol position and sequence numbers in one frame of a book stream. */
export class BookFrame {
	readonly bids = new LevelBuffer();
	readonly asks = new LevelBuffer();
	/** Byte offset of the exchange's symbol in the frame. */
	symbolStart = 0;
	/** Byte offset just after the symbol; equal to `symbolStart` in a frame without a book. */
	symbolEnd = 0;
	/** True if the exchange marks the message as a complete book. */
	isSnapshot = false;
	/** Sequence number of the first update in the message; `NaN` if the exchange sends none. */
	first = Number.NaN;
	/** Sequence number of the last update in the message; `NaN` if the exchange sends none. */
	last = Number.NaN;
	/** Sequence number at which the preceding message ended; `NaN` if the exchange sends none. */
	previous = Number.NaN;
	/** The exchange's timestamp, milliseconds; `NaN` if the exchange sends none. */
	venueAt = Number.NaN;
	/** The exchange's checksum of the book after this message; 0 if the exchange sends none. */
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

	/** True if the frame contains an order book or an update to one. */
	get isOfBook(): boolean {
		return this.symbolEnd > this.symbolStart;
	}
}
