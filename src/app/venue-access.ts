/**
 * Gives the service access to exchanges: their public data, and sessions with users' keys. The service takes a
 * `VenueAccess` as an argument, so that tests can replace the real exchanges with in-process ones.
 */

import type { Config } from '../config/config.ts';
import { siteOf } from '../config/hosts.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { BanReading } from '../ports/metrics.ts';
import type { VenueTrading } from '../ports/venue.ts';
import type { VenueMarketData } from '../ports/venue-market.ts';
import type { RunningSimulator } from '../store/run-file.ts';
import { isTradedAt } from '../venues/facts.ts';
import { moduleOf } from '../venues/modules.ts';
import { openAnyVenueMarketData } from '../venues/read-only/market-data.ts';
import { openVenueMarketData } from '../venues/shared/market-data.ts';
import { redirectPorts } from '../venues/shared/redirect-ports.ts';
import { createSharedAddress, type SharedAddress } from '../venues/shared/shared-address.ts';
import { openVenueTrading } from '../venues/shared/trading.ts';
import { type RequestWatch, UNWATCHED } from '../venues/shared/watched-request.ts';

type TradingOptions = Parameters<typeof openVenueTrading>[0];

/** One key at one exchange, and the market data that its session needs. */
export type SessionRequest = Pick<
	TradingOptions,
	'credentials' | 'instrumentOf' | 'clockOffsetMs' | 'onClockRefused'
> & { readonly venue: string };

/** The service's access to the exchanges. */
export type VenueAccess = {
	/** True if the service can place orders at the exchange; false if it only reads its data. */
	readonly isTraded: (venue: string) => boolean;
	/**
	 * True if one unit of each quote currency counts as one of any other. Only replays say so, because recordings have
	 * one price per contract.
	 */
	readonly quotesAtPar?: true;
	/** Opens one source of public data per exchange. The market composed over the sources closes them. */
	readonly openSources: () => readonly VenueMarketData[];
	readonly openTrading: (request: SessionRequest) => VenueTrading;
	/** Returns the exchanges' bans on this machine's IP address. */
	readonly banReadings: () => readonly BanReading[];
};

/** Dependencies of a connection to an exchange. */
export type ConnectionParts = {
	readonly config: Pick<Config, 'mode' | 'hosts' | 'transport'>;
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	/**
	 * Request limits per IP address, shared by the whole process, because an exchange counts all requests from one
	 * address together.
	 */
	readonly sharedAddress: SharedAddress;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly requests?: RequestWatch;
};

/** Gives access to the configured exchanges over the network, at their sites or at simulators on this machine. */
export function reachVenues(
	parts: Omit<ConnectionParts, 'config' | 'sharedAddress'> & {
		readonly config: ConnectionParts['config'] & Pick<Config, 'venues'>;
	},
): VenueAccess {
	const sharedAddress = createSharedAddress(parts.clock);
	const connected = { ...parts, sharedAddress };
	return {
		isTraded: isTradedAt,
		openSources: () =>
			parts.config.venues.map((venue) => openVenueSource(venue, connectionOf(venue, connected))),
		openTrading: ({ venue, ...request }) =>
			openVenueTrading({ module: moduleOf(venue), ...request, ...connectionOf(venue, connected) }),
		banReadings: sharedAddress.banReadings,
	};
}

/** Opens the venue's own adapter if it has one. Otherwise opens ccxt's unified API, which is read-only here. */
export function openVenueSource(venue: string, connection: ReturnType<typeof connectionOf>): VenueMarketData {
	return isTradedAt(venue)
		? openVenueMarketData({ module: moduleOf(venue), ...connection })
		: openAnyVenueMarketData({ venue, ...connection });
}

/** Connects to a venue at its site, or at a local port if the venue is simulated or redirected. */
export function connectionOf(
	venue: string,
	{ config, simulators, sharedAddress, clock, random, log, requests = UNWATCHED }: ConnectionParts,
) {
	const port = simulators[venue]?.port ?? redirectPorts(config.transport.redirect)[venue];
	return {
		clock,
		random,
		log,
		sharedAddress,
		requests,
		site: siteOf(config, venue),
		...(port === undefined ? {} : { redirect: { port } }),
	};
}
