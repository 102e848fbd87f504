/** `VenueMarketData` on ccxt: instruments, tickers, books and settled rates of one venue. */
import type { Instrument } from '../../domain/instrument.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { VenueError, type VenueMarketData } from '../../ports/venue.ts';
import { feedCounts, noneCounted } from '../feeds/book-feed.ts';
import { openOwnFeed } from '../feeds/own-feed.ts';
import { openTickerStream } from '../feeds/ticker-stream.ts';
import { wireOpener } from '../feeds/ws-wire.ts';
import { openAtSite, publicStreamOf, type Reaching } from './at-site.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { clockOffset } from './clock-compared.ts';
import type { Find } from './dialect.ts';
import { unifiedTrades } from './public-trades.ts';
import { createSession } from './session.ts';
import type { SharedAddress } from './shared-address.ts';
import { usable } from './trading.ts';
import { openDialect, type VenueModule } from './venue-module.ts';
import type { RequestWatch } from './watched-request.ts';

export type MarketDataOptions = Reaching & {
	readonly module: VenueModule;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** One for all sessions of the process. */
	readonly sharedAddress: SharedAddress;
	readonly requests?: RequestWatch;
};

/** Sentences of one line of the log. */
const UNREADABLE_LOGGED_MAX = 20;

export function openVenueMarketData(options: MarketDataOptions): VenueMarketData {
	const { module, clock, log } = options;
	const { name: venue, sites } = module.facts;
	const dialect = openDialect(module, options.site?.isTest);
	let instruments = new Map<string, Instrument>();
	let ready: CcxtExchange | undefined;
	const session = createSession({
		...options,
		dialect,
		stamp: noStamp,
		async open() {
			ready = await openAtSite(dialect, options);
			return ready;
		},
	});
	const { call, timed } = session;
	/** Of all feeds of books, one after the other. */
	const counters = noneCounted();

	const tickerStream =
		dialect.tickerStream === undefined
			? undefined
			: openTickerStream({
					...options,
					protocol: dialect.tickerStream,
					publicStream: publicStreamOf(sites, options),
					openWire: wireOpener(options.redirect?.port),
				});

	function known(symbol: string): Instrument {
		const instrument = instruments.get(symbol);
		if (instrument === undefined)
			throw new VenueError(venue, 'unavailable', `${venue} ${symbol} is not a known instrument.`);
		return instrument;
	}

	return {
		venue,
		async loadInstruments() {
			const read = await usable(venue, () => dialect.readInstruments(call, clock.now()));
			// A venue without a contract has not delisted them all: its answer is not usable.
			if (read.instruments.length === 0)
				throw new VenueError(venue, 'unavailable', `${venue} listed no contract that can be read.`);
			if (read.unreadable.length > 0)
				log.warn(
					{ venue, unreadable: read.unreadable.slice(0, UNREADABLE_LOGGED_MAX) },
					'contracts left out',
				);
			instruments = new Map(read.instruments.map((instrument) => [instrument.symbol, instrument]));
			return read.instruments;
		},
		fetchTickers() {
			tickerStream?.watch([...instruments.keys()]);
			const find: Find = (symbol) => instruments.get(symbol);
			return usable(venue, () => dialect.readTickers(call, find, clock.now(), tickerStream));
		},
		fetchBook: (symbol, depth) => usable(venue, async () => dialect.readBook(timed, known(symbol), depth)),
		fetchSettledRates: (symbol, from, to, pace) =>
			usable(venue, () =>
				dialect.readSettledRates(call, symbol, from, to, pace === 'prompt' ? 'market' : 'history'),
			),
		fetchTrades: (symbol) =>
			usable(venue, async () => {
				const instrument = known(symbol);
				return (
					dialect.readTrades?.(call, instrument) ??
					session.unified((exchange) => unifiedTrades(exchange, instrument))
				);
			}),
		async fetchRiskTiers(symbol) {
			const { readRiskTiers } = dialect;
			return readRiskTiers === undefined
				? null
				: usable(venue, async () => readRiskTiers(call, known(symbol)));
		},
		fetchNotices: () => dialect.readNotices(call, clock.now()),
		streamBooks(symbols, listener) {
			const wanted = symbols.flatMap((symbol) => instruments.get(symbol) ?? []);
			return openOwnFeed({
				...options,
				protocol: module.books,
				publicStream: publicStreamOf(sites, options),
				instruments: wanted,
				listener,
				counters,
				request: (method, params, weight) => call('market', method, params, weight),
				openWire: wireOpener(options.redirect?.port),
			});
		},
		baseFees: () => dialect.baseFees,
		async measureClockOffset() {
			const { answer: venueTime, ms } = await usable(venue, () => session.onItsWay(dialect.readTime));
			return clockOffset(venue, { venueTime, answeredAt: clock.now(), onItsWayMs: ms });
		},
		feed: () => feedCounts(counters, tickerStream?.counts()),
		roundTripMs: session.roundTrips.usualMs,
		async close() {
			tickerStream?.close();
			if (ready !== undefined) await ready.close();
		},
	};
}

/** Public requests carry no time. */
function noStamp(): void {}
