/**
 * A simulated exchange: one folder of `simulator/`, which exports one value of this type. The core reads every
 * difference between exchanges from it and does not know their names; `simulator/exchanges.ts` lists them.
 */
import type { Exchange, FrontEnd } from './types.ts';
import type { VenueTerms } from './venue-terms.ts';

/** One simulated exchange. */
export type ExchangeModule = {
	/** Name in lower case, used on the command line, in files and in the seeded streams of the world. */
	readonly name: string;
	/** Display name. */
	readonly shownName: string;
	readonly terms: VenueTerms;
	readonly listing: SeededListing;
	readonly history: PlayedHistory;
	/** Loads the protocol front end, needed only in the exchange's own process. */
	readonly loadFrontEnd: () => Promise<CreateFrontEnd>;
};

/** `isTest`: for the exchange's test environment, if it is not identified by the host. */
export type CreateFrontEnd = (exchange: Exchange, isTest?: boolean) => FrontEnd;

/** Coins that an exchange lists in the seeded world; prices, sizes and roles of the coins belong to the world (`coins.ts`). */
export type SeededListing = {
	/** Listed coins of the world, separated by blanks, keyed by funding interval in hours. */
	readonly assetsByHours: Readonly<Record<number, string>>;
	/** Lot or contract size in coins, if it is not the usual one for the price. */
	readonly lots?: Readonly<Record<string, string>>;
	/** Funding interval in hours of the asset that some exchanges count in thousands; undefined if it is not listed. */
	readonly thousandsHours?: number;
	/** Contracts with a ticker that means another asset at another exchange. */
	readonly namesakes?: readonly Namesake[];
	/** Hour of the day of one settlement of its 8-hour coins, 0 to 7; 0 by default. */
	readonly eightHourPhase?: number;
	/**
	 * True for exactly two exchanges: slow spreads are between these two, and every other exchange is in between. A
	 * restless coin has its excursions at the one of the two that settles more often.
	 */
	readonly isEndOfSlowSpreads?: true;
};

/** A contract of the seeded world with an ambiguous ticker. */
export type Namesake = {
	readonly ticker: string;
	readonly underlying: string;
	/** USD per coin. */
	readonly price: number;
	readonly hours: number;
};

/** Series that an exchange plays if the world replays recorded history. */
export type PlayedHistory = {
	/** Name of the exchange with the recorded funding to play: its own if there is a file for it. */
	readonly plays: string;
	/** Rows of its own recorded series; undefined if there are none. */
	readonly recorded?: RecordedSeries;
	/**
	 * Its mark price: its own recorded candles, the common price, or the index with its own small premium. The index
	 * is the common price without the premium of the exchange that supplies this price.
	 */
	readonly mark: 'recorded' | 'common price' | 'near index';
};

/** Filter for the rows of one exchange in the files of a history. */
export type RecordedSeries = {
	/** The exchange's own name of this market, for the sentence about the source. */
	readonly title: string;
	readonly quote: 'USDT' | 'USDC';
	/** Suffix of its symbols, after the base. */
	readonly ending: string;
	/** True: only coins with its series are played at all. False: it plays those with enough rows. */
	readonly isShared: boolean;
	/** True for exactly one exchange: all others follow its mark prices and candles. */
	readonly hasCommonPrice?: true;
};
