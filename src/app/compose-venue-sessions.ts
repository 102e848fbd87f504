/** Composes sessions at exchanges: with users' keys at the exchanges themselves, or on paper accounts that are kept here. */

import { createPaperExchanges } from '../accounts/paper/paper-exchanges.ts';
import type { Config } from '../config/config.ts';
import type { ExecutionState } from '../domain/execution.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { ExecutionStates } from '../engine/drive/execution-states.ts';
import { createVenueStability, type VenueStability } from '../engine/risk/venue-stability.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { OpenVenueKey } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { PaperStore } from '../ports/paper-store.ts';
import type { VenueCredentials, VenueTrading } from '../ports/venue.ts';
import type { WatchedMarket } from './compose-market.ts';
import type { VenueAccess } from './venue-access.ts';

/** Sessions at exchanges, on paper or with keys. */
export type VenueSessions = {
	/** A session with a key that is being judged: connected, or about to be. */
	readonly openKey: OpenVenueKey;
	/** The session of an account that is traded on; it knows contracts that are held and listed no more. */
	readonly openAccount: (venue: VenueName, keys: VenueCredentials) => VenueTrading;
	readonly stability: VenueStability;
	/** Exchange's time minus ours, milliseconds, measured now. @throws VenueError */
	readonly measureClock: (venue: VenueName) => Promise<number>;
	/** Wakes the paper accounts that hold something. */
	readonly start: () => void;
	/** Resolves when what paper accounts have begun is stored. */
	readonly close: () => Promise<void>;
};

/** Composes sessions over the market; `executions` tells of contracts that an exchange lists no more. */
export function composeVenueSessions(parts: {
	readonly config: Pick<Config, 'mode' | 'paper' | 'risk'>;
	readonly watched: WatchedMarket;
	readonly venues: VenueAccess;
	readonly executions: Pick<ExecutionStates, 'states'>;
	readonly paperStore: PaperStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
}): VenueSessions {
	const { config, venues, executions, clock, log } = parts;
	const { market, sourceOf } = parts.watched;
	const stability = createVenueStability({ clock, windowMs: config.risk.venueErrorWindowMs });
	const paper = config.mode === 'paper' ? openPaper(parts) : undefined;
	const clockOffsetMs = (venue: VenueName) => () => market.status(venue).clockOffsetMs;

	function openAccount(venue: VenueName, credentials: VenueCredentials): VenueTrading {
		return (
			paper?.open(venue, credentials) ??
			venues.openTrading({
				venue,
				credentials,
				// A venue that pauses an instrument takes it off its list, yet what is held of it must still be seen and closed.
				instrumentOf: (symbol) =>
					market.get(venue, symbol)?.instrument ?? plannedInstrument(executions.states(), venue, symbol),
				clockOffsetMs: clockOffsetMs(venue),
				onClockRefused: () => market.checkAgain(venue),
			})
		);
	}

	return {
		openKey: (venue, credentials) =>
			paper?.open(venue, credentials) ??
			venues.openTrading({
				venue,
				credentials,
				instrumentOf: (symbol) => market.get(venue, symbol)?.instrument,
				clockOffsetMs: clockOffsetMs(venue),
			}),
		openAccount,
		stability,
		measureClock: async (venue) => sourceOf(venue).measureClockOffset(),
		start() {
			paper
				?.start()
				.catch((error: unknown) =>
					log.error({ error }, 'paper accounts that hold something could not be read'),
				);
		},
		close: async () => paper?.close(),
	};
}

function openPaper({
	config,
	watched,
	paperStore,
	clock,
	random,
	log,
}: Parameters<typeof composeVenueSessions>[0]) {
	return createPaperExchanges({
		market: watched.market,
		readsOf: watched.sourceOf,
		store: paperStore,
		clock,
		random,
		log,
		latencyMs: config.paper.latencyMs,
	});
}

/** The instrument as an execution in memory has it. */
function plannedInstrument(
	states: readonly ExecutionState[],
	venue: VenueName,
	symbol: string,
): Instrument | undefined {
	return states
		.flatMap(({ plan }) => [plan.legs.long, plan.legs.short])
		.find((leg) => leg.venue === venue && leg.instrument.symbol === symbol)?.instrument;
}
