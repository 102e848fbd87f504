/**
 * A simulated exchange: one folder of `simulator/`, which exports one value of this type. The core reads every difference
 * between exchanges from it and knows none by name; `simulator/exchanges.ts` lists them.
 */
import type { Exchange, FrontEnd } from './types.ts';
import type { VenueTerms } from './venue-terms.ts';

/** One simulated exchange. */
export type ExchangeModule = {
	/** In lower case: its name on the command line, in files and in the seeded streams of the world. */
	readonly name: string;
	/** As people write it. */
	readonly shownName: string;
	readonly terms: VenueTerms;
	readonly listing: SeededListing;
	readonly history: PlayedHistory;
	/** Loads the protocol front end, which only the exchange's own process needs. */
	readonly loadFrontEnd: () => Promise<CreateFrontEnd>;
};

/** `isTest`: for the exchange's test environment, where that is told otherwise than by the host. */
export type CreateFrontEnd = (exchange: Exchange, isTest?: boolean) => FrontEnd;

/** The coins that an exchange lists in the seeded world; prices, sizes and roles of the coins are the world's (`coins.ts`). */
export type SeededListing = {
	/** Coins of the world that it lists, separated by blanks, by funding interval in hours. */
	readonly assetsByHours: Readonly<Record<number, string>>;
	/** Step of quantity, or contract, in coins, where it is not the usual one for the price. */
	readonly lots?: Readonly<Record<string, string>>;
	/** Funding interval in hours of the asset that some exchanges count in thousands; undefined: it is not listed. */
	readonly thousandsHours?: number;
	/** Contracts whose ticker means another asset at another exchange. */
	readonly namesakes?: readonly Namesake[];
	/** Hour of the day of one of the settlements of its 8-hour coins, 0 to 7; 0 by default. */
	readonly eightHourPhase?: number;
	/**
	 * True for exactly two exchanges: a slow spread runs from one to the other, and every further exchange stands between them.
	 * A restless coin makes its excursions at the one of the two where it settles more often.
	 */
	readonly isEndOfSlowSpreads?: true;
};

/** A contract of the seeded world whose ticker is not the asset's alone. */
export type Namesake = {
	readonly ticker: string;
	readonly underlying: string;
	/** USD per coin. */
	readonly price: number;
	readonly hours: number;
};

/** The series that an exchange plays where the world replays recorded history. */
export type PlayedHistory = {
	/** Name of the exchange whose recorded funding it plays: its own where there is a file of it. */
	readonly plays: string;
	/** How its own recorded series are found; undefined where there are none. */
	readonly recorded?: RecordedSeries;
	/**
	 * Its mark: its own recorded candles where there are some, the common price, or the index with a small premium of its own. The
	 * index is the common price without the premium of the exchange whose mark that price is.
	 */
	readonly mark: 'recorded' | 'common price' | 'near index';
};

/** How the rows of one exchange are told from others in the files of a history. */
export type RecordedSeries = {
	/** The exchange's own name for this market, for the sentence about the source. */
	readonly title: string;
	readonly quote: 'USDT' | 'USDC';
	/** The ending of its symbols, behind the base. */
	readonly ending: string;
	/** True: only coins that it has are played at all. Otherwise it plays those of them for which it has enough rows. */
	readonly isShared: boolean;
	/** True for exactly one exchange: its marks and candles are the price that all others follow. */
	readonly hasCommonPrice?: true;
};
