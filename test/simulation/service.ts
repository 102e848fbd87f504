/** One life of the service: the real desk, engine, driver, recovery and ledgers, put together over what it can reach. */
import { fromInteger } from '../../src/domain/decimal.ts';
import { executionsAt, foldExecution, openExecutionsOf } from '../../src/domain/execution.ts';
import { midPrice } from '../../src/domain/order-book.ts';
import { createDesk, type Desk } from '../../src/execution/desk.ts';
import { createExecutionDriver, type ExecutionDriver } from '../../src/execution/driver.ts';
import { createSettlementCollector } from '../../src/execution/settlements.ts';
import { createAccountSnapshots } from '../../src/portfolio/account-snapshot.ts';
import { createEndedFigures, realizedAt } from '../../src/portfolio/totals.ts';
import type { Random } from '../../src/ports/clock.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Logger } from '../../src/ports/logger.ts';
import type { Market } from '../../src/ports/market.ts';
import type { OpportunityBook } from '../../src/ports/opportunities.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { blockingGuards } from '../../src/scanner/guards.ts';
import { ENGINE_LIMITS } from '../support/trading-stage.ts';
import type { Incarnation } from './incarnation.ts';

const BOOK_STALE_MS = 5_000;

export const RISK_LIMITS = {
	amountMaxUsd: fromInteger(20_000),
	openAmountMaxUsd: fromInteger(40_000),
	executionsOpenMax: 3,
	leverageMax: fromInteger(3),
	maxSlippageBpsDefault: fromInteger(10),
};

export type ServiceParts = {
	readonly life: Incarnation;
	readonly journal: Journal;
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly random: Random;
	readonly log: Logger;
	readonly sessions: ReadonlyMap<string, VenueTrading>;
	readonly users: readonly string[];
	readonly venues: readonly string[];
};

export type Service = {
	readonly life: Incarnation;
	readonly desk: Desk;
	readonly driver: ExecutionDriver;
};

export function sessionKey(userId: string, venue: string): string {
	return `${userId} ${venue}`;
}

/** Starts it: what the journal holds is taken over. */
export function startService(parts: ServiceParts): Service {
	const { life, journal, market, random, log } = parts;
	const { clock } = life;
	const trading = (userId: string, venue: string) => parts.sessions.get(sessionKey(userId, venue));
	const accounts = {
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
	};
	const driver = createExecutionDriver({
		journal,
		clock,
		log,
		limits: ENGINE_LIMITS,
		tradingFor: trading,
		midOf(venue, symbol) {
			const inputs = market.get(venue, symbol);
			if (inputs?.book === undefined || inputs.bookReceivedAt === undefined) return undefined;
			return clock.now() - inputs.bookReceivedAt > BOOK_STALE_MS ? undefined : midPrice(inputs.book);
		},
		refreshPrice: () => {},
	});
	const settlements = createSettlementCollector({
		driver,
		market,
		accounts,
		clock,
		log,
		readDelaysMs: [400, 2_000, 16_000],
		sweepPeriodMs: 30_000,
		lateRecordMs: 600_000,
		journal,
	});
	const ended = createEndedFigures(journal);
	driver.onChange((state) => ended.update(state));
	const snapshots = createAccountSnapshots({
		journal,
		clock,
		statesOn: (userId, venue) => executionsAt(driver.states(), userId, venue),
		sweepFunding: settlements.sweep,
		realizedAt: (userId, venue) => realizedAt(ended, driver.states(), userId, venue),
	});
	const desk = createDesk({
		driver,
		journal,
		random,
		log,
		clock,
		market,
		opportunities: parts.opportunities,
		accounts,
		limits: RISK_LIMITS,
		blockingGuards,
		openStates: (userId) => openExecutionsOf(driver.states(), userId),
		closeWaitMs: 20_000,
		onAdmitted: () => {},
		previewTtlMs: 30_000,
		sweepFunding: settlements.sweep,
		foldEnded: (id) =>
			journal.findExecution(id)?.ended === true ? foldExecution(journal.readExecution(id)) : undefined,
	});
	for (const row of journal.openExecutions())
		driver.adopt(foldExecution(journal.readExecution(row.executionId)));
	for (const row of journal.unsettledExecutions())
		driver.keepEnded(foldExecution(journal.readExecution(row.executionId)));
	return { life, desk, driver };
}
