/** Composes trading sessions: with users' keys at the exchanges, or on this service's paper accounts. */

import { createPaperExchanges } from '../accounts/paper/paper-exchanges.ts';
import type { Config } from '../config/config.ts';
import type { Decimal } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { ExecutionStates } from '../engine/drive/execution-states.ts';
import { createVenueStability, type VenueStability } from '../engine/risk/venue-stability.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { OpenVenueKey } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import { isPaperAccount, type PaperStore } from '../ports/paper-store.ts';
import type { VenueCredentials, VenueTrading } from '../ports/venue.ts';
import type { WatchedMarket } from './compose-market.ts';
import type { ServicePace } from './service-pace.ts';
import type { VenueAccess } from './venue-access.ts';

/** Opens trading sessions, on paper accounts or with keys at the exchanges. */
export type VenueSessions = {
	/** Opens a session with a key to check it, before or after the account is connected. */
	readonly openKey: OpenVenueKey;
	/**
	 * Opens an account's trading session: at its exchange, or on a paper account in paper mode and for the id of a
	 * paper account. The session also knows the contracts of open positions that are no longer
	 * listed.
	 */
	readonly openAccount: (venue: VenueName, keys: VenueCredentials) => VenueTrading;
	/** Raises the sum of a paper account's deposits to `total`, USD. */
	readonly depositPaper: (venue: VenueName, accountId: string, total: Decimal) => Promise<void>;
	readonly stability: VenueStability;
	/** Measures the exchange's time minus ours, milliseconds. @throws VenueError */
	readonly measureClock: (venue: VenueName) => Promise<number>;
	/** Starts the paper accounts with positions, open orders or recent fills. */
	readonly start: () => void;
	/** Stops the paper accounts. Resolves when their work in progress is stored. */
	readonly close: () => Promise<void>;
};

/** Composes sessions over the market. `executions` supplies the contracts that an exchange no longer lists. */
export function composeVenueSessions(parts: {
	readonly config: Pick<Config, 'mode' | 'paper' | 'risk'>;
	readonly watched: WatchedMarket;
	readonly venues: VenueAccess;
	readonly executions: Pick<ExecutionStates, 'states'>;
	readonly paperStore: PaperStore;
	readonly pace: Pick<ServicePace, 'paperSweepMs'>;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
}): VenueSessions {
	const { config, venues, executions, clock, log } = parts;
	const { market, sourceOf } = parts.watched;
	const stability = createVenueStability({ clock, windowMs: config.risk.venueErrorWindowMs });
	const paper = openPaper(parts);
	const isPaperMode = config.mode === 'paper';
	const clockOffsetMs = (venue: VenueName) => () => market.status(venue).clockOffsetMs;

	function openAccount(venue: VenueName, credentials: VenueCredentials): VenueTrading {
		// A shadow pot has paper accounts in every mode.
		if (isPaperMode || isPaperAccount(credentials.apiKey)) return paper.open(venue, credentials);
		return venues.openTrading({
			venue,
			credentials,
			// A venue drops a paused instrument from its list, but a position in that instrument must still be visible
			// and closable.
			instrumentOf: (symbol) =>
				market.get(venue, symbol)?.instrument ?? plannedInstrument(executions.states(), venue, symbol),
			clockOffsetMs: clockOffsetMs(venue),
			onClockRefused: () => market.checkAgain(venue),
		});
	}

	return {
		// A key that a user enters belongs to an exchange, whatever it looks like.
		openKey: (venue, credentials) =>
			isPaperMode
				? paper.open(venue, credentials)
				: venues.openTrading({
						venue,
						credentials,
						instrumentOf: (symbol) => market.get(venue, symbol)?.instrument,
						clockOffsetMs: clockOffsetMs(venue),
					}),
		openAccount,
		depositPaper: paper.deposit,
		stability,
		measureClock: async (venue) => sourceOf(venue).measureClockOffset(),
		start() {
			paper
				.start()
				.catch((error: unknown) =>
					log.error(
						{ error },
						'paper accounts with positions could not be read; the service reads each again when its next session starts',
					),
				);
		},
		close: () => paper.close(),
	};
}

function openPaper({
	config,
	watched,
	paperStore,
	clock,
	random,
	log,
	pace,
}: Parameters<typeof composeVenueSessions>[0]) {
	return createPaperExchanges({
		market: watched.market,
		readsOf: watched.sourceOf,
		store: paperStore,
		clock,
		random,
		log,
		latencyMs: config.paper.latencyMs,
		sweepMs: pace.paperSweepMs,
	});
}

/** Returns the instrument from the plan of an execution in memory. */
function plannedInstrument(
	states: readonly ExecutionState[],
	venue: VenueName,
	symbol: string,
): Instrument | undefined {
	return states
		.flatMap(({ plan }) => [plan.legs.long, plan.legs.short])
		.find((leg) => leg.venue === venue && leg.instrument.symbol === symbol)?.instrument;
}
