/**
 * Composes the autopilot of one run of the process as the service does: the real pots and planner over the service's
 * own orders, with the simulation's market, margins and disk.
 */
import { type AutopilotServiceParts, composeAutopilot } from '../../src/app/compose-autopilot.ts';
import type { RunningAutopilot } from '../../src/autopilot/autopilot.ts';
import { createPortfolioPlanner } from '../../src/planner/service/plan-service.ts';
import { loadInThreadSolver } from '../../src/planner/solver/in-thread-solver.ts';
import type { PotStore } from '../../src/ports/autopilot-store.ts';
import type { Random } from '../../src/ports/clock.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Logger } from '../../src/ports/logger.ts';
import type { Market } from '../../src/ports/market.ts';
import type { OpportunityBook } from '../../src/ports/opportunities.ts';
import type { OrderService } from '../../src/ports/order-service.ts';
import type { PlanSolver } from '../../src/ports/plan-solver.ts';
import type { PlannedTransfers } from '../../src/ports/planned-transfers.ts';
import type { Squeezes } from '../../src/ports/squeezes.ts';
import type { MarginReading } from './pot-carries.ts';
import { POT_CONFIG, type Service } from './service.ts';

export type PotServiceParts = {
	readonly service: Service;
	readonly store: PotStore;
	readonly journal: Journal;
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly squeezes: Squeezes;
	readonly readings: (userId: string) => ReadonlyMap<string, MarginReading>;
	readonly solver: PlanSolver;
	readonly random: Random;
	readonly log: Logger;
	readonly venues: readonly string[];
	/** Called with each call that a pot makes, before the order service gets it. */
	readonly onCall: PotCalls;
};

/** Receives the calls of pots. */
export type PotCalls = {
	readonly execute: (request: Parameters<OrderService['execute']>[0]) => void;
	readonly roll: (request: Parameters<OrderService['roll']>[0]) => void;
	readonly close: (request: Parameters<OrderService['close']>[0]) => void;
};

let solver: Promise<PlanSolver> | undefined;

/** Loads the solver of plans once per thread. */
export function potSolver(): Promise<PlanSolver> {
	solver ??= loadInThreadSolver();
	return solver;
}

export function openPots(parts: PotServiceParts): Promise<RunningAutopilot> {
	const { service, market, opportunities, log, random } = parts;
	const { life, execution } = service;
	const executionService = {
		...service.executionService,
		orderService: watched(service.executionService.orderService, parts.onCall),
	};
	const planner = createPortfolioPlanner({
		market,
		opportunities,
		portfolio: execution.portfolio,
		squeezes: parts.squeezes,
		feesOf: executionService.feesOf,
		adlRankOf: () => null,
		transfers: NO_TRANSFERS,
		orders: executionService.orderService,
		rulesOff: new Set(),
		pause: () => undefined,
		bookStaleMs: POT_CONFIG.marketData.bookStaleMs,
		solver: parts.solver,
		clock: life.clock,
	});
	return composeAutopilot({
		config: POT_CONFIG,
		store: parts.store,
		...NO_SHADOWS,
		journal: parts.journal,
		market,
		opportunities,
		execution: { ...execution, executionService },
		alerts: { raise: () => {}, readings: parts.readings },
		agents: { findActive: async () => undefined },
		isTraded: (exchange) => parts.venues.includes(exchange),
		planner,
		squeezes: parts.squeezes,
		adlRankOf: () => null,
		transfers: NO_TRANSFERS,
		planForecasts: { note: () => {} },
		onSuggested: () => {},
		clock: life.clock,
		random,
		log,
	});
}

/** Deposits and transfers of the simulation are not planned. */
const NO_TRANSFERS: PlannedTransfers = {
	ask: async () => [],
	of: () => [],
	underWay: () => new Map(),
	advance: async () => {},
};

/** No seed starts a shadow pot: its accounts would be those of paper mode, which the simulation does not have. */
const NO_SHADOWS: Pick<AutopilotServiceParts, 'users' | 'accounts' | 'sessions'> = {
	users: {
		ensureUser: () => Promise.reject(new Error('The simulation has no shadow pots.')),
		findUserByName: async () => undefined,
	},
	accounts: { provideShadow: async () => {}, book: { usedAt: () => undefined } },
	sessions: { depositPaper: async () => {} },
};

function watched<Orders extends OrderService>(orders: Orders, on: PotCalls): Orders {
	return {
		...orders,
		execute(request) {
			if (!request.preview) on.execute(request);
			return orders.execute(request);
		},
		roll(request) {
			if (!request.preview) on.roll(request);
			return orders.roll(request);
		},
		close(request) {
			on.close(request);
			return orders.close(request);
		},
	};
}
