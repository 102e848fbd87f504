/** What paper accounts at one venue see of it: its market as this service watches it, a few reads more, its clock, the way to it. */
import type { Instrument, VenueName } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { InstrumentInputs, Market } from '../../ports/market.ts';
import type { PaperState, PaperStore } from '../../ports/paper-store.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { FeeRates, VenueMarketData } from '../../ports/venue-market.ts';
import { markedPosition } from './listing.ts';
import type { MarginView } from './margin.ts';
import { orderMargin } from './order-rules.ts';
import { createTradeWatch, type TradeWatch } from './trade-watch.ts';

/** Public reads of a venue that its market does not keep. */
export type PublicReads = Pick<
	VenueMarketData,
	'fetchTrades' | 'fetchRiskTiers' | 'fetchSettledRates' | 'baseFees' | 'roundTripMs'
>;

/** The parts that mode paper needs. */
export type PaperParts = {
	readonly market: Market;
	readonly readsOf: (venue: VenueName) => PublicReads;
	readonly store: PaperStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Milliseconds; null: measured. */
	readonly latencyMs: number | null;
};

/** All that paper accounts at one venue see of it. */
export type VenueSurroundings = Pick<PaperParts, 'store' | 'clock' | 'random' | 'log'> & {
	readonly venue: VenueName;
	readonly reads: PublicReads;
	/** How long an order is on its way: as configured, or as long as a request usually is; undefined before the first. */
	readonly latency: () => number | undefined;
	readonly trades: TradeWatch;
	/** The venue's time, by the offset of its clock as last measured. */
	readonly now: () => number;
	/** False before its data first came. */
	readonly wasUp: () => boolean;
	/** Why the venue cannot be reached; undefined while it answers. */
	readonly whyDown: () => string | undefined;
	readonly inputs: (symbol: string) => InstrumentInputs | undefined;
	readonly feesOf: (symbol: string) => FeeRates;
	/** @throws VenueError */
	readonly freshBook: (symbol: string) => Promise<OrderBook>;
	/** Any instrument of it; undefined before they are known. */
	readonly anySymbol: () => string | undefined;
	/** Calls back after every change of the instrument's inputs. */
	readonly follow: (symbol: string, listener: (inputs: InstrumentInputs) => void) => () => void;
	readonly onVenue: (listener: () => void) => () => void;
	readonly close: () => void;
	/** The account at present marks; undefined while the mark of a position is not known. */
	readonly viewOf: (state: PaperState) => MarginView | undefined;
};

/** Makes what paper accounts at a venue see of it. */
export function surroundVenue(venue: VenueName, parts: PaperParts): VenueSurroundings {
	const { market, clock, log } = parts;
	const reads = parts.readsOf(venue);
	const trades = createTradeWatch({ venue, read: (symbol) => reads.fetchTrades(symbol), clock, log });
	/** By symbol: the market changes thousands of times a second, and most of it concerns nobody here. */
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
			return state === 'down' ? (reason ?? 'It does not answer.') : undefined;
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

/** @throws VenueError unavailable where the venue does not list it now */
export function listedInstrument({ venue, inputs }: VenueSurroundings, symbol: string): Instrument {
	const instrument = inputs(symbol)?.instrument;
	if (instrument !== undefined) return instrument;
	throw new VenueError(venue, 'rejected', `${venue} ${symbol} is not an instrument that is traded here.`);
}
