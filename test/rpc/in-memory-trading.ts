/**
 * Provides the order service, controls, kill switches and portfolio of the in-memory services, derived from the
 * requests received.
 */

import type { Services } from '../../src/api/rpc/method.ts';
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { add, parseDecimal as d, formatDecimal, ONE, ZERO } from '../../src/domain/decimal.ts';
import { eventSentence } from '../../src/domain/event-sentence.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { paginationOf } from '../../src/domain/pagination.ts';
import { canceledBecause } from '../../src/engine/decide/canceling.ts';
import { EXIT_TEXT } from '../../src/engine/decide/text.ts';
import { createHalts, type Halts, haltSentence } from '../../src/engine/drive/halts.ts';
import { closePreview } from '../../src/engine/orders/close-preview.ts';
import { changedExit } from '../../src/engine/orders/exit-changes.ts';
import { portfolioExecution } from '../../src/portfolio/execution-record.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Halt, HaltStore, HaltTarget } from '../../src/ports/halts.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type {
	Asker,
	CloseAnswer,
	CloseRequest,
	ExecuteAnswer,
	ExecuteRequest,
	ExecutionControls,
	ExitAnswer,
	OrderService,
} from '../../src/ports/order-service.ts';
import type { PortfolioReader } from '../../src/ports/portfolio.ts';
import { shownNameOf } from '../../src/venues/facts.ts';
import { asker } from '../support/agents.ts';
import { testPlan } from '../support/execution-plans.ts';
import { inMemoryPreview } from './in-memory-preview.ts';
import { inMemoryRollPreview } from './in-memory-roll.ts';

/** 2026-11-20T08:00:00.000Z */
export const NOW_MS = 1_795_161_600_000;
export const NOW = '2026-11-20T08:00:00.000Z';

/**
 * Creates the order service, controls, kill switches and portfolio. `opened` collects every request to open, oldest
 * first.
 */
export function inMemoryTrading(
	clock: Clock,
	opened: ExecuteRequest[],
): Pick<Services, 'orderService' | 'controls' | 'switches' | 'portfolio'> {
	const halts = createHalts({ standing: [], store: inMemoryHalts(), clock, log: SILENT_LOGGER });
	return {
		orderService: inMemoryOrderService(opened, halts),
		controls: inMemoryControls(opened),
		switches: {
			...halts,
			halt: async (wanted) => ({
				halt: await halts.set(wanted),
				closing: wanted.closeAll ? idsOf(opened, wanted.target) : [],
				canceling: [],
			}),
		},
		portfolio: inMemoryPortfolio(opened),
	};
}

const idOf = (index: number) => `exec_${String(index).padStart(24, '0')}`;
const jobOf = (index: number) => `job_${String(index).padStart(24, '0')}`;

/** Returns the ids of the executions opened so far: the target user's, or all if the target has another scope. */
function idsOf(opened: readonly ExecuteRequest[], target: HaltTarget): readonly string[] {
	return opened.flatMap(({ userId }, at) =>
		target.scope === 'user' && target.userId !== userId ? [] : [idOf(at + 1)],
	);
}

/**
 * Returns the request that opened an execution, if the caller may control that execution. @throws CarrywireError
 * UNKNOWN_EXECUTION
 */
function requestOf(
	opened: readonly ExecuteRequest[],
	executionId: string,
	{ agent }: Pick<Asker, 'agent'> = asker(),
): ExecuteRequest {
	const request = opened.find((_, at) => idOf(at + 1) === executionId);
	const isOwn = agent === undefined || request?.agent?.agentId === agent.agentId;
	if (request !== undefined && isOwn) return request;
	throw new CarrywireError(
		'UNKNOWN_EXECUTION',
		`No execution of yours has the id ${JSON.stringify(executionId)}.`,
		{ field: 'execution_id' },
	);
}

function inMemoryHalts(): HaltStore {
	const rows = new Map<string, Halt>();
	return {
		load: async () => [...rows.values()],
		async put(halt) {
			rows.set(JSON.stringify(halt.target), halt);
		},
		remove: async (target) => rows.delete(JSON.stringify(target)),
	};
}

/**
 * Creates the controls. An execution in `grid` mode is opening, every other one is running. Only the first job counts
 * as failed and can be run again.
 */
function inMemoryControls(opened: readonly ExecuteRequest[]): ExecutionControls {
	const exits = new Map<string, ExitAnswer['exit']>();
	const exitOf = (id: string): ExitAnswer['exit'] =>
		exits.get(id) ?? {
			maxHours: null,
			maxEpochs: requestOf(opened, id).exit?.maxEpochs ?? null,
			takeProfitPct: null,
			stopLossPct: null,
			closeOnReversal: true,
			minLiquidationDistancePct: null,
		};
	const changed = (id: string, exit: ExitAnswer['exit']): ExitAnswer => {
		exits.set(id, exit);
		return { success: true, executionId: id, status: 'running', exit };
	};
	return {
		async cancel(by, id, keeps) {
			const { mode } = requestOf(opened, id, by);
			if (keeps) return kept(id);
			if (mode !== 'grid')
				throw new CarrywireError('NOT_CANCELABLE', 'The execution runs. Close it with close_execution.', {
					facts: { executionId: id, status: 'running' },
				});
			return {
				success: true,
				executionId: id,
				status: 'failed',
				message: 'CANCELED: by cancel_execution',
				finalPnl: ZERO,
				finalRoiPct: ZERO,
				totalFunding: ZERO,
				durationHours: ZERO,
			};
		},
		async updateExit(by, id, change) {
			requestOf(opened, id, by);
			return changed(id, changedExit({ ...PLANNED, exit: exitOf(id) }, change));
		},
		async continueEpoch(by, id) {
			requestOf(opened, id, by);
			const exit = exitOf(id);
			if (exit.maxEpochs === null)
				throw new CarrywireError('NOT_CONTINUABLE', 'The execution has no max_epochs.');
			return changed(id, { ...exit, maxEpochs: exit.maxEpochs + 1 });
		},
		async resubmit({ agent }, jobId) {
			const request = opened.find((_, at) => jobOf(at + 1) === jobId);
			if (request === undefined || (agent !== undefined && request.agent?.agentId !== agent.agentId))
				throw new CarrywireError('UNKNOWN_JOB', `job_id names no job of yours, was ${jobId}.`, {
					field: 'job_id',
				});
			if (jobId !== jobOf(1))
				throw new CarrywireError('NOT_RESUBMITTABLE', 'Only a failed execution is run again.');
			return accepted(900);
		},
		async history(_userId, id, limit) {
			const { agent } = requestOf(opened, id);
			const events = [
				{
					event: { type: 'ExecutionPlanned', plan: PLAN },
					recordedAt: NOW_MS,
					streamSeq: 0,
					text: 'Planned: 10 SOL.',
				},
				{
					event: FAILED,
					recordedAt: NOW_MS,
					streamSeq: 1,
					text: eventSentence(FAILED, { plan: PLAN, orders: [] }, shownNameOf),
				},
			] as const;
			return { events: events.slice(-limit), total: events.length, agentId: agent?.agentId ?? null };
		},
		stopAgent: async () => ({ canceled: [], openingEnded: [] }),
	};
}

function kept(id: string): CloseAnswer {
	return {
		success: true,
		executionId: id,
		status: 'running',
		message: 'Nothing more is opened. 4 of 12 SOL on each leg run on; close them with close_execution.',
		finalPnl: null,
		finalRoiPct: null,
		totalFunding: ZERO,
		durationHours: d('0.25'),
	};
}

const FAILED = {
	type: 'ExecutionFailed',
	reason: canceledBecause(EXIT_TEXT.maxEpochs({ epochs: 3 })),
} as const;

const PLAN = testPlan({
	seedHex: '0123456789abcdef01234567',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '12',
});

const PLANNED = foldExecution([{ event: { type: 'ExecutionPlanned', plan: PLAN }, recordedAt: NOW_MS }]);

function accepted(index: number): ExecuteAnswer {
	return {
		success: true,
		jobId: jobOf(index),
		executionId: idOf(index),
		status: 'queued',
		mode: 'single-direct',
		message: 'Queued.',
		plannedAmount: d('998.41'),
		estimatedEntryTime: NOW,
		warnings: [],
	};
}

function inMemoryOrderService(opened: ExecuteRequest[], halts: Halts): OrderService {
	const openOn = (userId: string, exchangepair: string, coin = PLAN.coin): readonly string[] =>
		exchangepair === 'bybit-kucoin' && coin === PLAN.coin
			? opened.flatMap((request, at) => (request.userId === userId ? [idOf(at + 1)] : []))
			: [];
	return {
		async execute(request) {
			if (request.preview) return inMemoryPreview(request);
			halts.requireOpen(request.userId, ['bybit', 'kucoin']);
			opened.push(request);
			return accepted(opened.length);
		},
		async roll(request) {
			requestOf(opened, request.executionId, request);
			if (request.preview) return inMemoryRollPreview(request, NOW);
			halts.requireOpen(request.userId, [request.exchange]);
			return { ...accepted(9), mode: 'grid' };
		},
		async close({ agent, executionId, share, amount, style, makerMs }) {
			requestOf(opened, executionId, { agent });
			return {
				success: true,
				executionId: executionId,
				status: share === ONE && amount === undefined ? 'closed' : 'running',
				message: closeText({ share, amount, style, makerMs }),
				finalPnl: d('1.84'),
				finalRoiPct: d('0.184'),
				totalFunding: add(d('0.1'), d('0.2')),
				durationHours: d('72.5'),
			};
		},
		async previewClose({ agent, executionId }) {
			requestOf(opened, executionId, { agent });
			const planned = { type: 'ExecutionPlanned', plan: { ...PLAN, executionId } } as const;
			const market = { book: undefined, bookAgeMs: null, fees: { taker: d('0.0006'), maker: d('0.0002') } };
			return closePreview(
				foldExecution([{ event: planned, recordedAt: NOW_MS }]),
				{ remaining: ZERO, isUnderWay: false, firmGuardBps: undefined },
				{ long: market, short: market },
				5_000,
			);
		},
		openExecutions: openOn,
		advice: (userId, exchangepair, coin) =>
			openOn(userId, exchangepair, coin).map((executionId) => ({
				executionId,
				action: 'unknown' as const,
				reason: 'Nothing is expected here.',
			})),
		tradingState(userId, venue) {
			const [halt] = halts.covering(userId, [venue]);
			if (halt !== undefined) return { trading: 'halted', reason: haltSentence(halt) };
			return venue === 'hyperliquid'
				? { trading: 'halted', reason: 'Trading on Hyperliquid is halted by the operator.' }
				: { trading: 'enabled', reason: null };
		},
		isConnected: (_userId, venue) => venue !== 'hyperliquid',
	};
}

/** Names the part and the style of a close, unless it is a plain one. */
function closeText({
	share,
	amount,
	style,
	makerMs,
}: Pick<CloseRequest, 'share' | 'amount' | 'style' | 'makerMs'>): string {
	if (share === ONE && amount === undefined && style === 'taker') return 'Both legs are flat.';
	const part = amount === undefined ? `share ${formatDecimal(share)}` : `${formatDecimal(amount)} USD`;
	const resting = makerMs === undefined ? '' : `, resting for up to ${makerMs} ms`;
	return `Closed as ${style}: ${part}${resting}.`;
}

function inMemoryPortfolio(opened: readonly ExecuteRequest[]): PortfolioReader {
	const nothing = {
		mark: null,
		nextSettlementAt: null,
		position: undefined,
		readAt: undefined,
		agrees: false,
	};
	const failed = foldExecution([
		{ event: { type: 'ExecutionPlanned', plan: PLAN }, recordedAt: NOW_MS },
		{ event: { type: 'ExecutionFailed', reason: 'Nothing was opened.' }, recordedAt: NOW_MS },
	]);
	const expected = { remaining: { unknown: 'Nothing is expected here.' }, outlook: undefined };
	return {
		executed: async ({ page, limit, symbol }) => {
			const shown =
				symbol === PLAN.symbol
					? [portfolioExecution(failed, { long: nothing, short: nothing }, expected, NOW_MS, [], null)]
					: [];
			return { executions: shown, pagination: paginationOf(shown.length, { page, limit }), reasons: [] };
		},
		async live({ executionId, includeClosed, page, limit }) {
			if (executionId !== undefined) requestOf(opened, executionId);
			return {
				executions:
					executionId === undefined
						? []
						: [portfolioExecution(failed, { long: nothing, short: nothing }, expected, NOW_MS, [], null)],
				summary: {
					totalExecutions: 0,
					runningExecutions: 0,
					totalInvested: ZERO,
					totalUnrealizedPnl: ZERO,
					totalRealizedPnl: ZERO,
					totalFundingReceived: ZERO,
					totalFundingPaid: ZERO,
					weightedRoi: null,
					dailyRoi: null,
				},
				accounts: [],
				marginAdvice: [],
				pagination: includeClosed
					? {
							currentPage: page,
							perPage: limit,
							totalCount: 0,
							totalPages: 0,
							hasNext: false,
							hasPrevious: false,
						}
					: undefined,
				reasons: [],
			};
		},
	};
}
