/**
 * Plays a recording of grade A as public market data of its exchanges. Only what the recorder had received by the
 * replay's time is visible. If the recorder was silent or the exchange's data were stale then, they are stale now, too.
 */

import type { RecordedNotice, RecordedObservation, RecordedState } from '../../domain/recording.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { FeeRates, VenueMarketData } from '../../ports/venue-market.ts';
import type { Track } from '../data/dataset.ts';
import {
	addRates,
	feesOf,
	forgetPrices,
	instrumentOf,
	type ObservedContract,
	observedContract,
	ratesBetween,
	tickerOf,
} from './observed-contract.ts';
import { readAhead } from './read-ahead.ts';
import type { RecordedMarkets } from './recorded-markets.ts';
import { RISK_TIERS } from './risk-tiers.ts';
import { RECORDING_TEXTS } from './text.ts';

/** Everything that markets of a recording need. */
export type ObservedParts = {
	readonly events: AsyncIterable<RecordedObservation>;
	/** Contracts to show. */
	readonly tracks: readonly Pick<Track, 'venue' | 'symbol'>[];
	/** Fees that replace the recorded ones; undefined for an exchange without. */
	readonly feesOf: (venue: string) => FeeRates | undefined;
	/** Age from which the service counts an exchange's data as stale, ms. */
	readonly staleMs: number;
	/** Round trip of a request to an exchange, ms, which recordings do not have. */
	readonly roundTripMs: number;
	/** Time on the replay's clock, ms. It moves between two observations, too. */
	readonly now: () => number;
};

/** Markets of a recording, which holds a file open until it is closed. */
export type ObservedMarkets = RecordedMarkets &
	Required<Pick<RecordedMarkets, 'readAhead'>> & {
		/** Makes everything visible that is known at `at`, before the service reads anything. */
		readonly begin: (at: number) => Promise<void>;
		readonly close: () => Promise<void>;
	};

type Listener = Parameters<VenueMarketData['streamBooks']>[1] & { readonly symbols: ReadonlySet<string> };

type ObservedVenue = {
	readonly name: string;
	readonly wanted: ReadonlySet<string>;
	readonly contracts: Map<string, ObservedContract>;
	readonly listeners: Set<Listener>;
	notice: RecordedNotice | undefined;
	state: RecordedState;
	/** Time since which the state holds, ms. */
	stateAt: number;
};

type Playing = ObservedParts & {
	readonly venues: ReadonlyMap<string, ObservedVenue>;
	/** Start of the recorder that wrote the present data, ms. */
	run: number;
	/** Time of the last observation at any exchange, ms. */
	lastAt: number;
};

/**
 * Time without any observation from which the recorder counts as silent, ms. While it runs, it samples every ticker and
 * every book each 10 s, and writes what changed.
 */
const SILENCE_MS = 30_000;
/** Time in which a restarted recorder lists every contract again, ms. It reads the contracts at once, and each 5 min. */
const RELISTED_MS = 6 * 60_000;
/** An exchange counts as down when its data are this many times as old as the stale limit. */
const DOWN_FACTOR = 3;

/** Prepares the markets. Nothing is visible before `begin`. */
export function observedMarkets(parts: ObservedParts): ObservedMarkets {
	const playing: Playing = {
		...parts,
		venues: venuesOf(parts.tracks),
		run: Number.NEGATIVE_INFINITY,
		lastAt: Number.NEGATIVE_INFINITY,
	};
	const ahead = readAhead(parts.events);
	function playTo(at: number): void {
		for (let next = ahead.peek(); next !== undefined && next.at <= at; next = ahead.peek()) {
			ahead.take();
			receive(playing, next);
		}
	}
	return {
		isContinuous: true,
		sources: () => [...playing.venues.values()].map((venue) => sourceOf(playing, venue)),
		nextAfter: () => ahead.peek()?.at,
		playTo,
		readAhead: ahead.refill,
		async begin(at) {
			do {
				await ahead.refill();
				playTo(at);
			} while (ahead.peek() === undefined && !ahead.isOver());
		},
		close: ahead.close,
	};
}

function venuesOf(tracks: ObservedParts['tracks']): ReadonlyMap<string, ObservedVenue> {
	return new Map(
		[...Map.groupBy(tracks, ({ venue }) => venue)].map(([name, own]) => [
			name,
			{
				...{ name, contracts: new Map(), listeners: new Set(), notice: undefined },
				...{ state: 'down', stateAt: Number.NEGATIVE_INFINITY },
				wanted: new Set(own.map(({ symbol }) => symbol)),
			},
		]),
	);
}

function receive(playing: Playing, observation: RecordedObservation): void {
	const silentMs = observation.at - playing.lastAt;
	playing.lastAt = observation.at;
	if (observation.kind === 'run') {
		const isRestart = observation.startedAt !== playing.run;
		playing.run = observation.startedAt;
		if (isRestart || silentMs > SILENCE_MS) reset(playing);
		return;
	}
	const venue = playing.venues.get(observation.venue);
	if (venue === undefined) return;
	if (observation.kind === 'notice') venue.notice = observation;
	else if (observation.kind === 'venue') {
		venue.state = observation.state;
		venue.stateAt = observation.at;
	} else if (venue.wanted.has(observation.symbol)) receiveOf(playing, venue, observation);
}

/** Forgets what may have changed while nobody recorded. */
function reset({ venues, lastAt }: Playing): void {
	for (const venue of venues.values()) {
		venue.state = 'down';
		venue.stateAt = lastAt;
		for (const contract of venue.contracts.values()) forgetPrices(contract);
		lose(venue, [...venue.contracts.keys()]);
	}
}

function lose({ listeners }: ObservedVenue, symbols: readonly string[]): void {
	for (const { symbols: own, onDown } of listeners) {
		const lost = symbols.filter((symbol) => own.has(symbol));
		if (lost.length > 0) onDown(lost, RECORDING_TEXTS.bookUnknown);
	}
}

type OfContract = Extract<RecordedObservation, { readonly symbol: string }>;

function receiveOf({ run }: Playing, venue: ObservedVenue, observation: OfContract): void {
	const { symbol } = observation;
	const contract = venue.contracts.get(symbol);
	if (observation.kind === 'instrument') {
		if (contract === undefined) venue.contracts.set(symbol, observedContract(observation, run));
		else Object.assign(contract, { terms: observation, run, shown: undefined });
	}
	if (contract === undefined) return;
	if (observation.kind === 'gone') {
		forgetPrices(contract);
		lose(venue, [symbol]);
		venue.contracts.delete(symbol);
	} else if (observation.kind === 'estimate') {
		contract.estimate = observation;
		contract.shown = undefined;
	} else if (observation.kind === 'volume') {
		contract.volume = observation;
		contract.shown = undefined;
	} else if (observation.kind === 'settled') addRates(contract, observation.rates);
	else if (observation.kind === 'book') {
		contract.book = observation.book ?? undefined;
		if (observation.book === null) lose(venue, [symbol]);
		else push(venue, symbol, observation.book);
	}
}

function push(
	{ listeners }: ObservedVenue,
	symbol: string,
	book: NonNullable<ObservedContract['book']>,
): void {
	for (const { symbols, onBook } of listeners)
		if (symbols.has(symbol)) onBook({ symbol, book, venueAt: undefined });
}

/** Returns the time at which the exchange answered last, ms; undefined if it answers now. */
function answeredAt(
	{ now, lastAt, staleMs }: Playing,
	{ state, stateAt }: ObservedVenue,
): number | undefined {
	const silentSince = now() - lastAt > SILENCE_MS ? lastAt : undefined;
	if (state === 'fresh') return silentSince;
	const staleSince = stateAt - 1 - staleMs * (state === 'down' ? DOWN_FACTOR : 1);
	return Math.min(silentSince ?? Number.POSITIVE_INFINITY, staleSince);
}

/** Returns the contracts that are listed: those that the present recorder repeated, or may still repeat. */
function listed({ now, run }: Playing, { contracts }: ObservedVenue): readonly ObservedContract[] {
	const all = [...contracts.values()];
	return now() < run + RELISTED_MS ? all : all.filter((contract) => contract.run === run);
}

function sourceOf(playing: Playing, venue: ObservedVenue): VenueMarketData {
	const { contracts, listeners } = venue;
	return {
		venue: venue.name,
		loadInstruments: async () => listed(playing, venue).map(instrumentOf),
		async fetchTickers() {
			const receivedAt = answeredAt(playing, venue);
			const tickers = listed(playing, venue).flatMap((contract) => tickerOf(contract) ?? []);
			if (receivedAt === undefined && tickers.length > 0) return tickers;
			if (tickers.length === 0)
				throw new VenueError(venue.name, 'unavailable', RECORDING_TEXTS.nothingRecorded);
			return tickers.map((ticker) => ({ ...ticker, receivedAt }));
		},
		async fetchBook(symbol) {
			const book = contracts.get(symbol)?.book;
			if (book === undefined || answeredAt(playing, venue) !== undefined)
				throw new VenueError(venue.name, 'unavailable', RECORDING_TEXTS.bookUnknown);
			// A paper order fills at the next book after its arrival, which it recognizes by the object.
			return { ...book };
		},
		async fetchSettledRates(symbol, from, to) {
			const contract = contracts.get(symbol);
			return { rates: contract === undefined ? [] : ratesBetween(contract, from, to), unusable: [] };
		},
		streamBooks(symbols, listener) {
			const own: Listener = { ...listener, symbols: new Set(symbols) };
			listeners.add(own);
			for (const symbol of symbols) {
				const book = contracts.get(symbol)?.book;
				if (book !== undefined) own.onBook({ symbol, book, venueAt: undefined });
			}
			return {
				async close() {
					listeners.delete(own);
				},
			};
		},
		fetchTrades: async () => [],
		fetchRiskTiers: async () => RISK_TIERS,
		fetchNotices: async () => ({
			maintenance: venue.notice?.maintenance ?? [],
			transfers: venue.notice?.transfers ?? new Map(),
			coinNames: venue.notice?.coinNames ?? new Map(),
			unknown: venue.notice?.unknown ?? [],
		}),
		baseFees(symbol) {
			const given = playing.feesOf(venue.name);
			if (given !== undefined) return given;
			const contract = contracts.get(symbol);
			if (contract === undefined)
				throw new Error(`Invariant broken: ${venue.name} ${symbol} is not in the recording.`);
			return feesOf(contract);
		},
		measureClockOffset: async () => 0,
		roundTripMs: () => playing.roundTripMs,
		async close() {},
	};
}
