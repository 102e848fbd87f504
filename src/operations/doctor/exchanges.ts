/** Do the configured exchanges answer, do our clocks agree, and do their public data arrive? Nothing is sent that needs a key. */
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
import { type RunFile, readRunFile } from '../../store/run-file.ts';
import { isTradedAt, shownNameOf } from '../../venues/facts.ts';
import { clockLimits } from '../../venues/modules.ts';
import { redirectPorts } from '../../venues/shared/redirect-ports.ts';
import { createSharedAddress } from '../../venues/shared/shared-address.ts';
import { hostsOf } from './exchange-hosts.ts';
import { type Area, type Finding, type Findings, fail, ok, reasonOf, warn } from './finding.ts';
import { type Reach, reach, reachPort } from './reach.ts';

/** Beyond this settlements and deadlines are off by more than they should be, although every request is stamped right. */
const CLOCK_WARN_MS = 500;
/** For the first book of a stream. */
const BOOK_MS_MAX = 15_000;

/** The places at which the exchanges are reached, and the parts that a connection is opened with. */
export type Places = {
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Parts that a connection to the exchange is opened with. */
	readonly connectionOf: (venue: string) => ReturnType<typeof connectionOf>;
	/** Port of this machine that stands for the exchange; undefined: the exchange itself. */
	readonly portOf: (venue: string) => number | undefined;
	/** Undefined of an exchange that is only read. */
	readonly siteOf: (venue: string) => VenueSite | undefined;
};

/** Market data of one exchange that is reached. */
export type Source = { readonly venue: string; readonly data: VenueMarketData };

/** Undefined where mode simulated has no simulator running: there is nothing to look at then. */
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

/** A run file that cannot be read is told of with the service. */
function simulatorsOf(dataDir: string): NonNullable<RunFile['simulators']> {
	try {
		return readRunFile(dataDir).simulators ?? {};
	} catch {
		return {};
	}
}

/** Opens the market data of each exchange. Nothing is asked yet. */
export function openSources(venues: readonly string[], places: Places): readonly Source[] {
	return venues.map((venue) => ({ venue, data: openVenueSource(venue, places.connectionOf(venue)) }));
}

/** Whether anything answers there; venues at which nothing does are added to `lost`. */
export async function* networkFindings(
	venues: readonly string[],
	places: Places,
	lost: Set<string>,
): Findings {
	for (const venue of venues) {
		const port = places.portOf(venue);
		const hosts = hostsOf(venue, places.siteOf(venue));
		if (port !== undefined) {
			const standsFor = hosts.map(({ name }) => name).join(', ');
			yield reachFinding(
				venue,
				`port ${port} of this machine (redirected${standsFor === '' ? '' : `: it stands for ${standsFor}`})`,
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
	if ('tookMs' in reached) return ok('network', `${venue}: ${where} is reached in ${reached.tookMs} ms`);
	lost.add(venue);
	return missing(
		venue,
		'network',
		`${unreachable(shownNameOf(venue), reached.lost)}: ${where}: ${reached.reason}`,
		reached.lost === 'dns'
			? 'check the DNS settings of this machine'
			: 'check the network, the firewall, and whether the exchange serves this country',
	);
}

/** Nothing that is traded waits for an exchange that is only read. */
function missing(venue: string, area: Area, said: string, todo: string): Finding {
	return isTradedAt(venue)
		? fail(area, `${venue}: ${said}`, todo)
		: warn(area, `${venue}: ${said}`, `${todo}; nothing that is traded waits for it`);
}

/** Finds how far each exchange’s clock is from this machine’s. */
export async function* clockFindings(sources: readonly Source[]): Findings {
	for (const { venue, data } of sources)
		try {
			// The first request opens the connection, and its round trip says nothing.
			await data.measureClockOffset();
			yield clockFinding(venue, await data.measureClockOffset());
		} catch (error) {
			yield isTradedAt(venue)
				? warn('clocks', `${venue}: ${reasonOf(error)}`, 'run the doctor again when the line is quiet')
				: ok('clocks', `${venue}: its clock is not known, and no order hangs on it (${reasonOf(error)})`);
		}
}

function clockFinding(venue: string, offsetMs: number): Finding {
	const side = offsetMs < 0 ? 'ahead of' : 'behind';
	const said = `${venue}: our clock is ${Math.abs(offsetMs)} ms ${side} that of the exchange`;
	const setIt = 'set the clock of this machine by NTP';
	if (isTradedAt(venue)) {
		const { aheadMs, behindMs } = clockLimits(venue);
		const limitMs = offsetMs < 0 ? aheadMs : behindMs;
		if (Math.abs(offsetMs) > limitMs) return fail('clocks', `${said}, limit ${limitMs} ms`, setIt);
	}
	return Math.abs(offsetMs) > CLOCK_WARN_MS ? warn('clocks', said, setIt) : ok('clocks', said);
}

/** Finds whether each exchange gives contracts, tickers, a book and settled rates. */
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
				`its instruments could not be read: ${reasonOf(error)}`,
				'see the lines on network; the exchange may be down',
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
	const said = `${count} instruments, ${priced} with a price`;
	return priced > 0
		? ok('exchanges', `${venue}: ${said}`)
		: missing(venue, 'exchanges', said, 'the exchange gives no prices: wait, or look at its status page');
}

/** Of an exchange that is only read: that it is, and what it was found not to give. */
function needsFinding(venue: string, needs: readonly VenueNeed[]): Finding {
	const named = (wanted: VenueNeed['met']): readonly string[] =>
		needs.filter(({ met }) => met === wanted).map(({ need }) => need);
	const [no, partly] = [named('no'), named('partly')];
	const lacks = [
		...(no.length === 0 ? [] : [`it does not give ${no.join(', ')}`]),
		...(partly.length === 0 ? [] : [`it gives in part ${partly.join(', ')}`]),
	];
	return ok(
		'exchanges',
		`${venue}: read for data only, nothing is traded there${lacks.map((lack) => `; ${lack}`).join('')}`,
	);
}

/** The most traded instrument has a book that moves. */
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
		return missing(venue, 'exchanges', 'it has no instrument to stream', 'look at its status page');
	const { symbol } = busiest;
	const begun = clock.monotonic();
	let stream: { readonly close: () => Promise<void> } | undefined;
	let reason = `no book of ${symbol} within ${BOOK_MS_MAX} ms`;
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
		? ok(
				'exchanges',
				`${venue}: its stream brings the book of ${symbol}, the first after ${Math.round(clock.monotonic() - begun)} ms`,
			)
		: missing(
				venue,
				'exchanges',
				`its stream brings nothing: ${reason}`,
				'look whether a firewall or proxy lets WebSockets through',
			);
}

async function* noticeFindings(venue: string, data: VenueMarketData, now: number): Findings {
	const { maintenance, unknown } = await data.fetchNotices();
	for (const { title, from, until } of maintenance) {
		const when = `from ${new Date(from).toISOString()}${until === null ? '' : ` to ${new Date(until).toISOString()}`}`;
		yield warn(
			'exchanges',
			`${venue}: maintenance ${from <= now ? 'is running' : 'is announced'}: ${reasonOf(title)}, ${when}`,
			'nothing is opened there meanwhile',
		);
	}
	if (maintenance.length === 0)
		yield ok(
			'exchanges',
			`${venue}: no maintenance is told${unknown.length === 0 ? '' : ` (${reasonOf(unknown.join(' '))})`}`,
		);
}
