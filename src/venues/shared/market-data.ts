/** Implements `VenueMarketData` on ccxt: one exchange's instruments, tickers, books and settled rates. */
import type { Instrument } from '../../domain/instrument.ts';
import { VENUE_REQUEST_TEXT } from '../../domain/venue-text.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { VenueMarketData } from '../../ports/venue-market.ts';
import { type BookFeed, feedCounts, noneCounted } from '../feeds/book-feed.ts';
import type { FeedOptions } from '../feeds/feed-connection.ts';
import { openOwnFeed } from '../feeds/own-feed.ts';
import { openTickerStream } from '../feeds/ticker-stream.ts';
import { wireOpener } from '../feeds/ws-wire.ts';
import { openAtSite, publicStreamOf, type Reaching } from './at-site.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { clockOffset } from './clock-compared.ts';
import type { Call, Find, MarketsDialect, SessionDialect } from './dialect.ts';
import { unifiedTrades } from './public-trades.ts';
import { createSession } from './session.ts';
import type { SharedAddress } from './shared-address.ts';
import { noContract } from './text.ts';
import { usable } from './usable.ts';
import { openDialect, type VenueModule } from './venue-module.ts';
import type { RequestWatch } from './watched-request.ts';

/** Module, site and ports for one exchange's public market data. */
export type MarketDataOptions = Reaching & {
	readonly module: VenueModule;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Rate limits and bans of this machine's IP address, which all sessions in the process share. */
	readonly sharedAddress: SharedAddress;
	readonly requests?: RequestWatch;
};

/** Maximum number of messages about unreadable contracts in one log line. */
const UNREADABLE_LOGGED_MAX = 20;

type MarketData = {
	readonly venue: string;
	instruments: Map<string, Instrument>;
	ready: CcxtExchange | undefined;
};

/**
 * Opens an exchange's public market data without credentials; the first request loads ccxt. Reads reject with
 * VenueError.
 */
export function openVenueMarketData(options: MarketDataOptions): VenueMarketData {
	const { module, clock } = options;
	const venue = module.facts.name;
	const data: MarketData = { venue, instruments: new Map(), ready: undefined };
	const dialect = openDialect(module, options.site?.isTest);
	const session = createSession({
		...options,
		dialect,
		stamp: noStamp,
		async open() {
			data.ready = await openAtSite(dialect, options);
			return data.ready;
		},
	});
	const { call, timed } = session;
	/** Counters for all book feeds, which run one after another. */
	const counters = noneCounted();
	const tickerStream = openTickers(options, dialect.tickerStream);
	return {
		venue,
		async loadInstruments() {
			const read = await readableInstruments(options, dialect, call);
			data.instruments = new Map(read.instruments.map((instrument) => [instrument.symbol, instrument]));
			return read.instruments;
		},
		fetchTickers() {
			tickerStream?.watch([...data.instruments.keys()]);
			const find: Find = (symbol) => data.instruments.get(symbol);
			return usable(venue, () => dialect.readTickers(call, find, clock.now(), tickerStream));
		},
		fetchBook: (symbol, depth) =>
			usable(venue, async () => dialect.readBook(timed, known(data, symbol), depth)),
		fetchSettledRates: (symbol, from, to, pace) =>
			usable(venue, () =>
				dialect.readSettledRates(call, symbol, from, to, pace === 'prompt' ? 'market' : 'history'),
			),
		fetchTrades: (symbol) =>
			usable(venue, async () => {
				const instrument = known(data, symbol);
				return (
					dialect.readTrades?.(call, instrument) ??
					session.unified((exchange) => unifiedTrades(exchange, instrument))
				);
			}),
		async fetchRiskTiers(symbol) {
			const { readRiskTiers } = dialect;
			return readRiskTiers === undefined
				? null
				: usable(venue, async () => readRiskTiers(call, known(data, symbol)));
		},
		fetchNotices: () => dialect.readNotices(call, clock.now()),
		streamBooks: (symbols, listener) =>
			openBooks(options, call, {
				instruments: symbols.flatMap((symbol) => data.instruments.get(symbol) ?? []),
				listener,
				counters,
			}),
		baseFees: () => dialect.baseFees,
		async measureClockOffset() {
			const { answer: venueTime, ms } = await usable(venue, () => session.measured(dialect.readTime));
			return clockOffset(venue, { venueTime, answeredAt: clock.now(), roundTripMs: ms });
		},
		feed: () => feedCounts(counters, tickerStream?.counts()),
		roundTripMs: session.roundTrips.usualMs,
		async close() {
			tickerStream?.close();
			if (data.ready !== undefined) await data.ready.close();
		},
	};
}

/** Opens the ticker stream. Returns undefined if the exchange has none; tickers then come only from requests. */
function openTickers(options: MarketDataOptions, protocol: SessionDialect['tickerStream']) {
	if (protocol === undefined) return undefined;
	const { module, redirect } = options;
	const publicStream = publicStreamOf(module.facts.sites, options);
	return openTickerStream({ ...options, protocol, publicStream, openWire: wireOpener(redirect?.port) });
}

/**
 * Reads the contracts, and logs the unreadable ones.
 * @throws VenueError if no contract is readable, because an exchange does not delist all contracts at once
 */
async function readableInstruments(
	{ module, clock, log }: MarketDataOptions,
	markets: MarketsDialect,
	call: Call,
) {
	const venue = module.facts.name;
	const read = await usable(venue, () => markets.readInstruments(call, clock.now()));
	if (read.instruments.length === 0) throw new VenueError(venue, 'unavailable', noContract(venue));
	if (read.unreadable.length > 0)
		log.warn(
			{ venue, unreadable: read.unreadable.slice(0, UNREADABLE_LOGGED_MAX) },
			'the service leaves out unreadable contracts',
		);
	return read;
}

function openBooks(
	options: MarketDataOptions,
	call: Call,
	wanted: Pick<FeedOptions, 'instruments' | 'listener' | 'counters'>,
): BookFeed {
	const { module, redirect } = options;
	return openOwnFeed({
		...options,
		...wanted,
		protocol: module.books,
		publicStream: publicStreamOf(module.facts.sites, options),
		request: (method, params, weight) => call('market', method, params, weight),
		openWire: wireOpener(redirect?.port),
	});
}

function known(data: MarketData, symbol: string): Instrument {
	const instrument = data.instruments.get(symbol);
	if (instrument === undefined)
		throw new VenueError(
			data.venue,
			'unavailable',
			VENUE_REQUEST_TEXT.unknownInstrument({ venue: data.venue, symbol }),
		);
	return instrument;
}

/** Does nothing, because public requests carry no timestamp. */
function noStamp(): void {}
