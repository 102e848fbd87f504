/**
 * Builds the environment for paper accounts at one venue: the service's market data, additional public reads, and the
 * venue's clock and latency.
 */

import type { Instrument, VenueName } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { InstrumentInputs, Market } from '../../ports/market.ts';
import type { PaperState, PaperStore } from '../../ports/paper-store.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { FeeRates, VenueMarketData } from '../../ports/venue-market.ts';
import type { Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { markedPosition } from './listing.ts';
import type { MarginView } from './margin.ts';
import { orderMargin } from './order-rules.ts';
import { PAPER_TEXTS } from './text.ts';
import { createTradeWatch, type TradeWatch } from './trade-watch.ts';

/** A venue's public reads in addition to the market data in memory. */
export type PublicReads = Pick<
	VenueMarketData,
	'fetchTrades' | 'fetchRiskTiers' | 'fetchSettledRates' | 'baseFees' | 'roundTripMs'
>;

/** Dependencies of paper mode. */
export type PaperParts = {
	readonly market: Market;
	readonly readsOf: (venue: VenueName) => PublicReads;
	readonly store: PaperStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Configured order latency, milliseconds; null to measure it. */
	readonly latencyMs: number | null;
	/** Time between two reads of the settled rates of a held instrument, besides those after each settlement, ms. */
	readonly sweepMs: number;
};

/** Environment for paper accounts at one venue. */
export type VenueSurroundings = Pick<PaperParts, 'store' | 'clock' | 'random' | 'log' | 'sweepMs'> & {
	readonly venue: VenueName;
	readonly reads: PublicReads;
	/**
	 * Returns the order latency, milliseconds: the configured value, or the typical round-trip time. Undefined before
	 * the first measurement.
	 */
	readonly latency: () => number | undefined;
	readonly trades: TradeWatch;
	/** Returns the venue's time, using the last measured offset of its clock. */
	readonly now: () => number;
	/** False until the venue's first data has arrived. */
	readonly wasUp: () => boolean;
	/** Returns why the venue is unreachable; undefined while it responds. */
	readonly whyDown: () => Words | undefined;
	readonly inputs: (symbol: string) => InstrumentInputs | undefined;
	readonly feesOf: (symbol: string) => FeeRates;
	/** @throws VenueError */
	readonly freshBook: (symbol: string) => Promise<OrderBook>;
	/** Returns any symbol at the venue; undefined before the venue's instruments are known. */
	readonly anySymbol: () => string | undefined;
	/** Calls `listener` after every change in the instrument's inputs. */
	readonly follow: (symbol: string, listener: (inputs: InstrumentInputs) => void) => () => void;
	readonly onVenue: (listener: () => void) => () => void;
	readonly close: () => void;
	/** Returns the account at current mark prices; undefined while a position's mark is unknown. */
	readonly viewOf: (state: PaperState) => MarginView | undefined;
};

/** Creates the environment for the paper accounts at a venue. */
export function surroundVenue(venue: VenueName, parts: PaperParts): VenueSurroundings {
	const { market, clock, log } = parts;
	const reads = parts.readsOf(venue);
	const trades = createTradeWatch({ venue, read: (symbol) => reads.fetchTrades(symbol), clock, log });
	/**
	 * Listeners by symbol, so that a change costs one lookup. The market changes thousands of times a second, and few
	 * changes concern paper accounts.
	 */
	const followers = new Map<string, Set<(inputs: InstrumentInputs) => void>>();
	const stopMarket = market.onChange((changed) => {
		if (changed.instrument.venue !== venue) return;
		for (const listener of followers.get(changed.instrument.symbol) ?? []) listener(changed);
	});
	const inputs = (symbol: string): InstrumentInputs | undefined => market.get(venue, symbol);
	const feesOf = (symbol: string): FeeRates => inputs(symbol)?.fees ?? reads.baseFees(symbol);
	return {
		...parts,
		venue,
		reads,
		latency: () => parts.latencyMs ?? reads.roundTripMs() ?? undefined,
		trades,
		now: () => clock.now() + (market.status(venue).clockOffsetMs ?? 0),
		wasUp: () => market.status(venue).dataAgeMs !== null,
		whyDown() {
			const { state, reason } = market.status(venue);
			return state === 'down' ? (reason ?? PAPER_TEXTS.noAnswer()) : undefined;
		},
		inputs,
		feesOf,
		freshBook: (symbol) => market.refreshBook(venue, symbol),
		anySymbol: () => market.inputs(venue)[0]?.instrument.symbol,
		follow(symbol, listener) {
			const listeners = followers.get(symbol) ?? new Set();
			followers.set(symbol, listeners.add(listener));
			return () => listeners.delete(listener);
		},
		onVenue: (listener) =>
			market.onVenue((changed) => {
				if (changed === venue) listener();
			}),
		viewOf: (state) => viewOf(venue, state, inputs, feesOf),
		close() {
			stopMarket();
			trades.close();
		},
	};
}

function viewOf(
	venue: VenueName,
	state: PaperState,
	inputs: VenueSurroundings['inputs'],
	feesOf: VenueSurroundings['feesOf'],
): MarginView | undefined {
	const held = [...state.holdings.values()].filter(({ quantity }) => quantity !== 0n);
	const positions = held.flatMap((holding) => markedPosition(holding, venue, inputs(holding.symbol)) ?? []);
	if (positions.length < held.length) return undefined;
	return { wallet: state.wallet, positions, orderMargin: orderMargin(state, feesOf) };
}

/** Returns the listed instrument. @throws VenueError rejected if the venue does not list it now */
export function listedInstrument({ venue, inputs }: VenueSurroundings, symbol: string): Instrument {
	const instrument = inputs(symbol)?.instrument;
	if (instrument !== undefined) return instrument;
	throw new VenueError(venue, 'rejected', PAPER_TEXTS.notTraded({ exchange: shownNameOf(venue), symbol }));
}
