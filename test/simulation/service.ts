/** Composes one run of the service: everything that trades, on top of this process's access to the world. */

import { NO_SELF_CHECKS } from '../../src/accounts/self-checks.ts';
import { composeExecution, type Execution } from '../../src/app/compose-execution.ts';
import type { RunningAutopilot } from '../../src/autopilot/autopilot.ts';
import { readConfig } from '../../src/config/config.ts';
import { fromInteger } from '../../src/domain/decimal.ts';
import { FIXED_LIMITS } from '../../src/engine/decide/surroundings.ts';
import type { ExecutionService } from '../../src/engine/orders/execution-service.ts';
import { createVenueStability } from '../../src/engine/risk/venue-stability.ts';
import type { Random } from '../../src/ports/clock.ts';
import type { Halt, HaltStore } from '../../src/ports/halts.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Logger } from '../../src/ports/logger.ts';
import type { Market } from '../../src/ports/market.ts';
import type { OpportunityBook } from '../../src/ports/opportunities.ts';
import type { PortfolioReader } from '../../src/ports/portfolio.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { renewableTrading } from '../../src/venues/shared/renewable-trading.ts';
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

/** Settings of the service that pots use. */
export const POT_CONFIG = {
	execution: { ...config.execution, settlementGuardMs: LIMITS.settlementGuardMs },
	marketData: {
		...config.marketData,
		bookStaleMs: LIMITS.bookStaleMs,
		tickerStaleMs: LIMITS.tickerStaleMs,
	},
};

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
	readonly executionService: ExecutionService;
	readonly portfolio: PortfolioReader;
	/** The same with the parts that pots use. */
	readonly execution: Execution;
	/** The autopilot of seeds with pots, once it has read its store. */
	autopilot?: RunningAutopilot;
};

export function sessionKey(userId: string, venue: string): string {
	return `${userId} ${venue}`;
}

/** Composes the service. The caller calls `executionService.recover` once the caller's listeners are in place. */
export function openService(parts: ServiceParts): Service {
	const { life } = parts;
	const stability = createVenueStability({ clock: life.clock, windowMs: config.risk.venueErrorWindowMs });
	const counted = new Map(
		[...parts.sessions].map(([key, session]) => [
			key,
			renewableTrading(session, life.clock, stability).trading,
		]),
	);
	const execution = composeExecution({
		...parts,
		clock: life.clock,
		accounts: onlyAccounts({
			connected: () => parts.venues,
			trading: (userId, venue) => counted.get(sessionKey(userId, venue)),
			users: () => parts.users,
		}),
		selfChecks: NO_SELF_CHECKS,
		stability,
		settledRates: async () => [],
		limits: { ...parts.limits, emergencyHedge: parts.emergencyHedge },
		settlements: { readDelaysMs: [400, 2_000, 16_000], sweepPeriodMs: 30_000, lateRecordMs: 600_000 },
	});
	return { life, executionService: execution.executionService, portfolio: execution.portfolio, execution };
}

function defaults() {
	const read = readConfig({});
	if (!('config' in read)) throw new Error('The default settings are incomplete.');
	return read;
}
