/**
 * Defines the observations in a recording of the exchanges' public data. `at` is always the receipt time on the
 * service's clock, milliseconds. Prices are USD per coin and quantities are coins, as everywhere in the service.
 *
 * `recording-writer.ts` writes observations as lines, and `recording-parser.ts` reads the lines of every format.
 */
import type { Decimal } from './decimal.ts';
import type { PredictedFunding, SettledRate } from './funding.ts';
import type { Instrument, VenueName } from './instrument.ts';
import type { OrderBook } from './order-book.ts';

/** Time and instrument of an observation. */
type Head = { readonly at: number; readonly venue: VenueName; readonly symbol: string };

/**
 * The beginning of a file. If `startedAt` differs from the file before, the recorder was restarted in between. A new
 * file with the same `startedAt` continues the recording, unless the times show a gap.
 */
export type RecordedRun = {
	readonly kind: 'run';
	readonly at: number;
	/** Time at which the recorder was started, milliseconds. */
	readonly startedAt: number;
	/** Maximum number of levels on each side of a recorded book. */
	readonly bookLevels: number;
	/** Interval between two samples of a book, milliseconds. */
	readonly bookPeriodMs: number;
};

/** Trading rules of an instrument, which apply until its next such observation. */
export type RecordedTerms = {
	readonly instrument: Instrument;
	/** Fees of the venue's base tier, as fractions of the traded value. */
	readonly fees: { readonly taker: Decimal; readonly maker: Decimal };
	/** True if the venue reports that the instrument trades; null before the first ticker. */
	readonly trading: boolean | null;
	/** Announced time at which the venue closes the instrument, milliseconds; null if none is announced. */
	readonly delistingAt: number | null;
};

/** An instrument was listed, or one of its terms changed. Every file repeats it before the first use. */
export type RecordedInstrument = Head & RecordedTerms & { readonly kind: 'instrument' };

/** The venue no longer lists the instrument. */
export type RecordedGone = Head & { readonly kind: 'gone' };

/** An order book. Format 1 has the best level of each side; format 2 has up to `RecordedRun.bookLevels` levels. */
export type RecordedBook = Head & {
	readonly kind: 'book';
	/** The book; null while it is unknown, because its stream is not in sync. */
	readonly book: OrderBook | null;
};

/** Prices and funding of an instrument from its ticker. A value is null if the venue gave none. */
export type RecordedPrices = {
	readonly funding: PredictedFunding | null;
	/** Highest and lowest rate of one settlement; null in format 1. */
	readonly fundingCap: Decimal | null;
	readonly fundingFloor: Decimal | null;
	readonly mark: Decimal | null;
	readonly index: Decimal | null;
	/** Index price in another quote currency; null in format 1. */
	readonly otherIndex: { readonly quote: string; readonly price: Decimal } | null;
};

/**
 * The running funding estimate with mark and index. Written at every change of the funding, and at most every few
 * seconds after a change of the prices alone.
 */
export type RecordedEstimate = Head & RecordedPrices & { readonly kind: 'estimate' };

/** Volume over the last 24 hours and open interest, USD; null if unknown. */
export type RecordedVolume = Head & {
	readonly kind: 'volume';
	readonly volume24h: Decimal | null;
	readonly openInterest: Decimal | null;
};

/**
 * Settled rates that became known, in the order in which they were read. A rate may be observed more than once,
 * always with the same value.
 */
export type RecordedSettled = Head & { readonly kind: 'settled'; readonly rates: readonly SettledRate[] };

/** A venue's notices about itself, complete. They replace its earlier ones. */
export type RecordedNotices = {
	readonly maintenance: readonly {
		readonly title: string;
		readonly from: number;
		readonly until: number | null;
	}[];
	/** Whether a currency can be deposited and withdrawn. A missing currency's state is unknown. */
	readonly transfers: ReadonlyMap<string, { readonly deposit: boolean; readonly withdrawal: boolean }>;
	/** Full names by coin. */
	readonly coinNames: ReadonlyMap<string, string>;
	/** A sentence for each part of the notices that could not be read. */
	readonly unknown: readonly string[];
};

/** A venue's notices were read for the first time, or changed. */
export type RecordedNotice = RecordedNotices & {
	readonly kind: 'notice';
	readonly at: number;
	readonly venue: VenueName;
};

/** Freshness of a venue's data. */
export type RecordedState = 'fresh' | 'stale' | 'down';

/** The freshness of a venue's data changed. */
export type RecordedVenue = {
	readonly kind: 'venue';
	readonly at: number;
	readonly venue: VenueName;
	readonly state: RecordedState;
};

/** One observation in a recording. */
export type RecordedObservation =
	| RecordedRun
	| RecordedInstrument
	| RecordedGone
	| RecordedBook
	| RecordedEstimate
	| RecordedVolume
	| RecordedSettled
	| RecordedNotice
	| RecordedVenue;

/** First line of every file, without the number of its format. */
export const RECORDING_HEAD = 'carrywire recording ';

/** Format that the recorder writes. */
export const RECORDING_FORMAT = 2;

/** Reports a line of a recording that cannot be read. */
export class RecordingFault extends Error {
	override readonly name = 'RecordingFault';
}
