/** One life of the service: the room of everything that trades, opened over what this process can reach. */

import { readConfig } from '../../src/config.ts';
import { NO_SELF_CHECKS } from '../../src/connections/self-checks.ts';
import { fromInteger } from '../../src/domain/decimal.ts';
import { type ExecutionRoom, openExecutionRoom } from '../../src/execution/room.ts';
import { FIXED_LIMITS } from '../../src/execution/surroundings.ts';
import { createAccountSnapshots } from '../../src/portfolio/account-snapshot.ts';
import { createProfitToday } from '../../src/portfolio/profit-today.ts';
import { createPortfolioReader } from '../../src/portfolio/reader.ts';
import { createEndedFigures } from '../../src/portfolio/totals.ts';
import type { Random } from '../../src/ports/clock.ts';
import type { PortfolioReader } from '../../src/ports/desk.ts';
import type { Halt, HaltStore } from '../../src/ports/halts.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Logger } from '../../src/ports/logger.ts';
import type { Market } from '../../src/ports/market.ts';
import type { OpportunityBook } from '../../src/ports/opportunities.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { createVenueStability } from '../../src/risk/venue-stability.ts';
import { blockingGuards } from '../../src/scanner/guards.ts';
import { countedTrading } from '../../src/venues/counted-trading.ts';
import { onlyAccounts } from '../support/only-accounts.ts';
import type { Incarnation } from './incarnation.ts';

const { config } = defaults();

export const LIMITS = {
	...config.execution,
	...config.risk,
	...FIXED_LIMITS,
	amountMaxUsd: fromInteger(20_000),
	openAmountMaxUsd: fromInteger(40_000),
	executionsOpenMax: 3,
	leverageMax: fromInteger(3),
	maxSlippageBpsDefault: fromInteger(10),
	widenAfterMs: 2_000,
	reduceAfterMs: 5_000,
	settlementGuardMs: 20_000,
	unhedgedMaxUsd: fromInteger(2_000),
	unhedgedUserMaxUsd: fromInteger(5_000),
	unhedgedServiceMaxUsd: fromInteger(8_000),
	makerMs: 10_000,
	gridMs: 90_000,
	unwindSlippageBpsMax: fromInteger(150),
	unknownAttentionMs: 60_000,
	accountPollMs: 3_000,
	accountIdlePollMs: 30_000,
	accountAgeMsMax: 5_000,
	emergencyHedgeAfterMs: 9_000,
	closeWaitMs: 20_000,
	previewTtlMs: 30_000,
	bookStaleMs: 5_000,
	tickerStaleMs: 10_000,
};

export type Limits = typeof LIMITS;

export type ServiceParts = {
	readonly limits: Limits;
	readonly life: Incarnation;
	readonly journal: Journal;
	readonly standingHalts: readonly Halt[];
	readonly haltStore: HaltStore;
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly isAgentStopped: (agentId: string) => boolean;
	readonly random: Random;
	readonly log: Logger;
	readonly sessions: ReadonlyMap<string, VenueTrading>;
	readonly users: readonly string[];
	readonly venues: readonly string[];
	readonly emergencyHedge: boolean;
};

export type Service = {
	readonly life: Incarnation;
	readonly room: ExecutionRoom;
	readonly portfolio: PortfolioReader;
};

export function sessionKey(userId: string, venue: string): string {
	return `${userId} ${venue}`;
}

/** Opens the room; `recover` is the caller's to call, once it listens. */
export function openService(parts: ServiceParts): Service {
	const { life, journal } = parts;
	const stability = createVenueStability({ clock: life.clock, windowMs: config.risk.venueErrorWindowMs });
	const counted = new Map(
		[...parts.sessions].map(([key, session]) => [key, countedTrading(session, stability)]),
	);
	const trading = (userId: string, venue: string) => counted.get(sessionKey(userId, venue));
	const accounts = onlyAccounts({
		connected: () => parts.venues,
		trading,
		async ensure(userId: string) {
			const baselines = parts.venues.map((venue) => {
				const session = trading(userId, venue);
				return session === undefined ? undefined : snapshots.ensureBaseline(userId, venue, session);
			});
			await Promise.all(baselines);
		},
		users: () => parts.users,
	});
	const ended = createEndedFigures(journal);
	const room = openExecutionRoom({
		...parts,
		clock: life.clock,
		accounts,
		selfChecks: NO_SELF_CHECKS,
		blockingGuards,
		remainingNetOf: () => undefined,
		stability,
		profitToday: createProfitToday({
			journal,
			ended,
			states: () => room.driver.states(),
			market: parts.market,
			clock: life.clock,
			markAgeMsMax: LIMITS.tickerStaleMs,
		}),
		onAdmitted: () => {},
		limits: { ...parts.limits, emergencyHedge: parts.emergencyHedge },
		settlements: { readDelaysMs: [400, 2_000, 16_000], sweepPeriodMs: 30_000, lateRecordMs: 600_000 },
	});
	room.driver.onChange((state) => ended.update(state));
	const snapshots = createAccountSnapshots({
		journal,
		clock: life.clock,
		ended,
		journalIdOf: accounts.journalId,
		statesOf: room.driver.statesOf,
		onInstrument: room.driver.onInstrument,
		sweepFunding: room.sweepFunding,
		market: parts.market,
	});
	const portfolio = createPortfolioReader({
		journal,
		market: parts.market,
		expectedCarry: parts.opportunities.expectedCarry,
		stayOutlook: room.stayOutlook,
		settledRates: () => [],
		volatility: { hourlySigmaOf: () => null },
		accounts,
		progressOf: room.progressOf,
		snapshots,
		ended,
		clock: life.clock,
		log: parts.log,
		states: room.driver.states,
		snapshotAgeMsMax: 1_000,
		venueWaitMs: 6_000,
		markAgeMsMax: LIMITS.tickerStaleMs,
	});
	return { life, room, portfolio };
}

function defaults() {
	const read = readConfig({});
	if (!('config' in read)) throw new Error('The default settings are not whole.');
	return read;
}
