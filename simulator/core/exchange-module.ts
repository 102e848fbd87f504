/**
 * Defines the type of an exchange module. Each folder of a simulated exchange in `simulator/` exports one value of
 * this type. The core takes every difference between exchanges from these values and has no exchange names in it;
 * `simulator/exchanges.ts` lists the modules.
 */
import type { Exchange, FrontEnd } from './types.ts';
import type { VenueTerms } from './venue-terms.ts';

/** One simulated exchange. */
export type ExchangeModule = {
	/** Lower-case name, used on the command line, in file names and in the seeds of the world's random streams. */
	readonly name: string;
	/** Display name. */
	readonly shownName: string;
	readonly terms: VenueTerms;
	readonly listing: SeededListing;
	readonly history: PlayedHistory;
	/** Loads the protocol front end, which only the exchange's own process needs. */
	readonly loadFrontEnd: () => Promise<CreateFrontEnd>;
};

/**
 * Creates the front end. `isTest` selects the exchange's test environment where the host name does not identify it.
 */
export type CreateFrontEnd = (exchange: Exchange, isTest?: boolean) => FrontEnd;

/**
 * The coins that an exchange lists in the seeded world. The world itself defines their prices, sizes and roles
 * (`coins.ts`).
 */
export type SeededListing = {
	/** Listed coins, separated by spaces, keyed by funding interval in hours. */
	readonly assetsByHours: Readonly<Record<number, string>>;
	/** Lot or contract size in coins where it is not the usual one for the price. */
	readonly lots?: Readonly<Record<string, string>>;
	/**
	 * Funding interval in hours of the asset that some exchanges quote in thousands; undefined if the exchange does
	 * not list it.
	 */
	readonly thousandsHours?: number;
	/** Contracts whose ticker means a different asset on another exchange. */
	readonly namesakes?: readonly Namesake[];
	/**
	 * Hour of the day, 0 to 7, of one settlement of the exchange's 8-hour coins; 0 by default. The hour is on the
	 * world's shifted settlement grid.
	 */
	readonly eightHourPhase?: number;
	/**
	 * True for exactly two exchanges, between which slow spreads occur; all others have rates in between. A restless
	 * coin has its excursions on whichever of these two exchanges settles it more often.
	 */
	readonly isEndOfSlowSpreads?: true;
};

/** A contract in the seeded world whose ticker is ambiguous. */
export type Namesake = {
	readonly ticker: string;
	readonly underlying: string;
	/** USD per coin. */
	readonly price: number;
	readonly hours: number;
};

/** The series that an exchange plays if the world replays recorded history. */
export type PlayedHistory = {
	/**
	 * Name of the exchange whose recorded funding this exchange plays; its own name if a history file has its
	 * funding.
	 */
	readonly plays: string;
	/** Identifies the exchange's own recorded series; undefined if there is none. */
	readonly recorded?: RecordedSeries;
	/**
	 * Source of the mark price: the exchange's own recorded candles, the common price, or the index with a small
	 * premium of its own. The index is the common price without the premium of the exchange that supplies that price.
	 */
	readonly mark: 'recorded' | 'common price' | 'near index';
};

/** Selects one exchange's rows in the history files. */
export type RecordedSeries = {
	/** The exchange's own name for this market, used in the description of the data source. */
	readonly title: string;
	readonly quote: 'USDT' | 'USDC';
	/** Suffix of the exchange's symbols, after the base. */
	readonly ending: string;
	/**
	 * True if the world contains only coins that have a series on this exchange. False if the coins are chosen
	 * without regard to this exchange, which then plays its own series only for coins with enough rows.
	 */
	readonly isShared: boolean;
	/** True for exactly one exchange. Its recorded mark prices and candles give the common price. */
	readonly hasCommonPrice?: true;
};
