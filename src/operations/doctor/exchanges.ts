/**
 * Checks whether the configured exchanges respond, whether their clocks agree with this machine's, and whether public
 * data arrives. It uses no key.
 */
import { type ConnectionParts, connectionOf, openVenueSource } from '../../app/venue-access.ts';
import type { Config } from '../../config/config.ts';
import { siteOf } from '../../config/hosts.ts';
import { ZERO } from '../../domain/decimal.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { VenueSite } from '../../domain/venue-sites.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { InstrumentTicker, VenueMarketData } from '../../ports/venue-market.ts';
import type { VenueNeed } from '../../ports/venue-need.ts';
import { textOf } from '../../sentences/sentence.ts';
import { type RunFile, readRunFile } from '../../store/run-file.ts';
import { isTradedAt, shownNameOf } from '../../venues/facts.ts';
import { clockLimits } from '../../venues/modules.ts';
import { redirectPorts } from '../../venues/shared/redirect-ports.ts';
import { createSharedAddress } from '../../venues/shared/shared-address.ts';
import { hostsOf } from './exchange-hosts.ts';
import { type Area, type Finding, type Findings, fail, ok, reasonOf, warn } from './finding.ts';
import { type Reach, reach, reachPort } from './reach.ts';
import { EXCHANGE_TEXTS, REMEDIES } from './text.ts';

/**
 * Clock offset above which the doctor warns, milliseconds. A larger offset makes settlement times and deadlines
 * inaccurate, even though the service corrects the times in requests.
 */
const CLOCK_WARN_MS = 500;
/** Time limit for a stream's first order book, milliseconds. */
const BOOK_MS_MAX = 15_000;

/** Addresses of the exchanges, and the dependencies of a connection. */
export type Places = {
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Returns the inputs for a connection to the exchange. */
	readonly connectionOf: (venue: string) => ReturnType<typeof connectionOf>;
	/** Returns the local port that replaces the exchange; undefined if the real exchange is used. */
	readonly portOf: (venue: string) => number | undefined;
	/** Returns the exchange's site; undefined for a read-only exchange. */
	readonly siteOf: (venue: string) => VenueSite | undefined;
};

/** Market data of one reachable exchange. */
export type Source = { readonly venue: string; readonly data: VenueMarketData };

/**
 * Builds the connection inputs for the configuration. Returns undefined in simulated mode unless all simulators are
 * running, because there is then nothing to check.
 */
export function placesOf(
	config: Config,
	parts: { readonly clock: Clock; readonly random: Random; readonly log: Logger },
): Places | undefined {
	const simulators = config.mode === 'simulated' ? simulatorsOf(config.dataDir) : {};
	if (config.mode === 'simulated' && config.venues.some((venue) => simulators[venue] === undefined))
		return undefined;
	const ports = redirectPorts(config.transport.redirect);
	const sharedAddress = createSharedAddress(parts.clock);
	const connected: ConnectionParts = { ...parts, config, simulators, sharedAddress };
	return {
		...parts,
		siteOf: (venue) => siteOf(config, venue),
		portOf: (venue) => simulators[venue]?.port ?? ports[venue],
		connectionOf: (venue) => connectionOf(venue, connected),
	};
}

/**
 * Returns the running simulators, or none if the run file is unreadable. The service checks report an unreadable run
 * file.
 */
function simulatorsOf(dataDir: string): NonNullable<RunFile['simulators']> {
	try {
		return readRunFile(dataDir).simulators ?? {};
	} catch {
		return {};
	}
}

/** Opens each exchange's market data without sending a request. */
export function openSources(venues: readonly string[], places: Places): readonly Source[] {
	return venues.map((venue) => ({ venue, data: openVenueSource(venue, places.connectionOf(venue)) }));
}

/** Checks whether each exchange can be reached, and adds the unreachable ones to `lost`. */
export async function* networkFindings(
	venues: readonly string[],
	places: Places,
	lost: Set<string>,
): Findings {
	for (const venue of venues) {
		const port = places.portOf(venue);
		const hosts = hostsOf(venue, places.siteOf(venue));
		if (port !== undefined) {
			const replaced = hosts.map(({ name }) => name).join(', ');
			yield reachFinding(
				venue,
				EXCHANGE_TEXTS.redirected(port, replaced),
				await reachPort(port, places.clock),
				lost,
			);
			continue;
		}
		for (const host of hosts)
			yield reachFinding(venue, `${host.name}:${host.port}`, await reach(host, places.clock), lost);
	}
}

function reachFinding(venue: string, where: string, reached: Reach, lost: Set<string>): Finding {
	if ('tookMs' in reached) return ok('network', EXCHANGE_TEXTS.reached(venue, where, reached.tookMs));
	lost.add(venue);
	return missing(
		venue,
		'network',
		`${unreachable(shownNameOf(venue), reached.lost)}: ${where}: ${reached.reason}`,
		reached.lost === 'dns' ? REMEDIES.checkDns : REMEDIES.checkNetwork,
	);
}

function withName(venue: string, said: string): string {
	return `${shownNameOf(venue)}: ${said}`;
}

/** Returns a failure, or only a warning for a read-only exchange, because trading does not depend on it. */
function missing(venue: string, area: Area, said: string, todo: string): Finding {
	return isTradedAt(venue) ? fail(area, said, todo) : warn(area, said, REMEDIES.optional(todo));
}

/** Measures the difference between each exchange's clock and this machine's. */
export async function* clockFindings(sources: readonly Source[]): Findings {
	for (const { venue, data } of sources)
		try {
			// The first request also opens the connection, so its round trip does not count.
			await data.measureClockOffset();
			yield clockFinding(venue, await data.measureClockOffset());
		} catch (error) {
			yield isTradedAt(venue)
				? warn('clocks', withName(venue, reasonOf(error)), REMEDIES.whenQuiet)
				: ok('clocks', EXCHANGE_TEXTS.unknownClock(venue, reasonOf(error)));
		}
}

function clockFinding(venue: string, offsetMs: number): Finding {
	const said = EXCHANGE_TEXTS.clock(venue, offsetMs);
	if (isTradedAt(venue)) {
		const { aheadMs, behindMs } = clockLimits(venue);
		const limitMs = offsetMs < 0 ? aheadMs : behindMs;
		if (Math.abs(offsetMs) > limitMs)
			return fail('clocks', EXCHANGE_TEXTS.limit(said, limitMs), REMEDIES.setClock);
	}
	return Math.abs(offsetMs) > CLOCK_WARN_MS ? warn('clocks', said, REMEDIES.setClock) : ok('clocks', said);
}

/** Checks whether each exchange delivers contracts, tickers, an order book and maintenance notices. */
export async function* exchangeFindings(sources: readonly Source[], clock: Clock): Findings {
	for (const { venue, data } of sources) {
		let tickers: readonly InstrumentTicker[];
		try {
			const instruments = await data.loadInstruments();
			tickers = await data.fetchTickers();
			yield tickersFinding(venue, instruments.length, tickers);
		} catch (error) {
			yield missing(
				venue,
				'exchanges',
				withName(venue, EXCHANGE_TEXTS.noInstruments(reasonOf(error))),
				REMEDIES.exchangeDown,
			);
			continue;
		}
		if (data.needs !== undefined) yield needsFinding(venue, data.needs());
		yield await bookFinding(venue, data, tickers, clock);
		yield* noticeFindings(venue, data, clock.now());
	}
}

function tickersFinding(venue: string, count: number, tickers: readonly InstrumentTicker[]): Finding {
	const priced = tickers.filter(({ mark }) => mark !== null).length;
	const said = withName(venue, EXCHANGE_TEXTS.tickers(count, priced));
	return priced > 0 ? ok('exchanges', said) : missing(venue, 'exchanges', said, REMEDIES.noPrices);
}

/** Reports a read-only exchange and the data that it does not deliver. */
function needsFinding(venue: string, needs: readonly VenueNeed[]): Finding {
	const named = (wanted: VenueNeed['met']): readonly string[] =>
		needs.filter(({ met }) => met === wanted).map(({ need }) => need);
	return ok('exchanges', EXCHANGE_TEXTS.readOnly(venue, named('no'), named('partly')));
}

/** Checks whether the stream delivers the order book for the most traded instrument. */
async function bookFinding(
	venue: string,
	data: VenueMarketData,
	tickers: readonly InstrumentTicker[],
	clock: Clock,
): Promise<Finding> {
	const busiest = tickers.reduce<InstrumentTicker | undefined>(
		(most, one) => (most === undefined || (one.volume24h ?? ZERO) > (most.volume24h ?? ZERO) ? one : most),
		undefined,
	);
	if (busiest === undefined)
		return missing(
			venue,
			'exchanges',
			withName(venue, EXCHANGE_TEXTS.nothingToStream),
			REMEDIES.checkStatusPage,
		);
	const { symbol } = busiest;
	const begun = clock.monotonic();
	let stream: { readonly close: () => Promise<void> } | undefined;
	let reason: string = EXCHANGE_TEXTS.noBook(symbol, BOOK_MS_MAX);
	const came = await new Promise<boolean>((resolve) => {
		const cancel = clock.after(BOOK_MS_MAX, () => resolve(false));
		stream = data.streamBooks([symbol], {
			onBook: () => {
				cancel();
				resolve(true);
			},
			onDown: (_symbols, said) => {
				reason = reasonOf(said);
			},
		});
	});
	await stream?.close();
	return came
		? ok('exchanges', EXCHANGE_TEXTS.book(venue, symbol, Math.round(clock.monotonic() - begun)))
		: missing(venue, 'exchanges', withName(venue, EXCHANGE_TEXTS.silentStream(reason)), REMEDIES.checkProxy);
}

async function* noticeFindings(venue: string, data: VenueMarketData, now: number): Findings {
	const { maintenance, unknown } = await data.fetchNotices();
	for (const { title, from, until } of maintenance) {
		yield warn(
			'exchanges',
			EXCHANGE_TEXTS.maintenance(venue, from <= now, reasonOf(textOf(title)), from, until),
			REMEDIES.maintenance,
		);
	}
	if (maintenance.length === 0)
		yield ok(
			'exchanges',
			EXCHANGE_TEXTS.noMaintenance(
				venue,
				unknown.length === 0 ? null : reasonOf(unknown.map(textOf).join(' ')),
			),
		);
}
