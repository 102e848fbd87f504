/** Plays a dataset of grade B or C as public market data of its exchanges. */

import type { BookUpdate, VenueMarketData } from '../../ports/venue-market.ts';
import { countUpTo } from '../data/columns.ts';
import type { Dataset } from '../data/dataset.ts';
import {
	type MarketAssumptions,
	type RecordedContract,
	recordedContract,
	settledBetween,
} from './recorded-contract.ts';
import { RISK_TIERS } from './risk-tiers.ts';

/** Recorded markets that play on a clock. */
export type RecordedMarkets = {
	readonly sources: () => readonly VenueMarketData[];
	/** Returns the next instant after the given one at which something becomes known; undefined at the end. */
	readonly nextAfter: (at: number) => number | undefined;
	/** Makes everything visible that is known at `at`, and pushes the books that changed. */
	readonly playTo: (at: number) => void;
	/**
	 * Reads so far that `nextAfter` and `playTo` know what comes next. Returns undefined if they do already. Absent if
	 * everything is in memory.
	 */
	readonly readAhead?: () => Promise<void> | undefined;
	/** True if the data are dense, so that every timer of the service fires at its own time. */
	readonly isContinuous?: boolean;
};

type Listener = { readonly symbols: ReadonlySet<string>; readonly onBook: (update: BookUpdate) => void };

/** One exchange's contracts by symbol, and the listeners to its books. */
type RecordedVenue = {
	readonly contracts: ReadonlyMap<string, RecordedContract>;
	readonly listeners: Set<Listener>;
};

/** Prepares the dataset's markets. Nothing is visible before the first `playTo`. */
export function recordedMarkets(dataset: Dataset, assumed: MarketAssumptions): RecordedMarkets {
	const venues = new Map<string, RecordedVenue>();
	for (const [venue, tracks] of Map.groupBy(dataset.tracks, (track) => track.venue))
		venues.set(venue, {
			contracts: new Map(tracks.map((track) => [track.symbol, recordedContract(track, assumed)])),
			listeners: new Set(),
		});
	const instants = instantsOf(dataset, assumed.publicationLagMs);
	let now = Number.NEGATIVE_INFINITY;
	return {
		sources: () => [...venues].map(([venue, recorded]) => sourceOf(venue, recorded, assumed, () => now)),
		nextAfter: (at) => instants[countUpTo(instants, at)],
		playTo(at) {
			now = at;
			for (const recorded of venues.values()) playVenue(recorded, at);
		},
	};
}

/** Returns all instants at which something becomes known, ascending, each once. */
function instantsOf({ tracks }: Dataset, lagMs: number): Float64Array {
	const all = new Set<number>();
	for (const { settled, prices } of tracks) {
		for (const at of settled.at) all.add(at + lagMs);
		for (const at of prices?.at ?? []) all.add(at + lagMs);
	}
	return Float64Array.from(all).sort();
}

function playVenue({ contracts, listeners }: RecordedVenue, now: number): void {
	for (const [symbol, contract] of contracts) {
		if (!contract.playTo(now)) continue;
		for (const { symbols, onBook } of listeners)
			if (symbols.has(symbol)) onBook({ symbol, book: contract.book(), venueAt: undefined });
	}
}

function sourceOf(
	venue: string,
	{ contracts, listeners }: RecordedVenue,
	assumed: MarketAssumptions,
	now: () => number,
): VenueMarketData {
	const listed = () => [...contracts.values()].filter((contract) => contract.isListed(now()));
	const contractOf = (symbol: string): RecordedContract => {
		const contract = contracts.get(symbol);
		if (contract === undefined)
			throw new Error(`Invariant broken: ${venue} ${symbol} is not in the recording.`);
		return contract;
	};
	const fees = assumed.feesOf(venue);
	return {
		venue,
		loadInstruments: async () => listed().map(({ instrument }) => instrument),
		fetchTickers: async () => listed().map((contract) => contract.ticker(now())),
		// A paper order fills at the next book after its arrival, which it recognizes by the object.
		fetchBook: async (symbol) => ({ ...contractOf(symbol).book() }),
		fetchSettledRates: async (symbol, from, to) => ({
			rates: settledBetween(contractOf(symbol), from, to),
			unusable: [],
		}),
		streamBooks(symbols, { onBook }) {
			const listener: Listener = { symbols: new Set(symbols), onBook };
			listeners.add(listener);
			for (const symbol of symbols) onBook({ symbol, book: contractOf(symbol).book(), venueAt: undefined });
			return {
				async close() {
					listeners.delete(listener);
				},
			};
		},
		fetchTrades: async () => [],
		fetchRiskTiers: async () => RISK_TIERS,
		fetchNotices: async () => ({
			maintenance: [],
			transfers: new Map(),
			coinNames: new Map(),
			unknown: [],
		}),
		baseFees: () => fees,
		measureClockOffset: async () => 0,
		roundTripMs: () => 0,
		async close() {},
	};
}
