/**
 * Opens and previews executions for callers: idempotency, live re-check, journal, response. The engine then carries
 * out the opening.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Decimal, divUp, fromInteger, sub, ZERO } from '../../domain/decimal.ts';
import type { ExecutionPlan } from '../../domain/event.ts';
import { exchangePair } from '../../domain/exchange-pair.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { executionId, jobId } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { isUnsettled } from '../../domain/status.ts';
import { stayAdvice } from '../../domain/stay-advice.ts';
import type {
	Asker,
	ExecuteAnswer,
	ExecuteRequest,
	OrderService,
	PreviewAnswer,
	Warning,
} from '../../ports/order-service.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { lessThanAsked, plannedAmount } from '../decide/plan.ts';
import { OPENING_TEXT } from '../decide/text.ts';
import { requireNotStopped } from '../drive/agent-stops.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import { haltSentence } from '../drive/halts.ts';
import { onAccountsInUse } from '../drive/leg-accounts.ts';
import type { Opening } from '../drive/openings.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';
import { refusalOf } from '../risk/check-row.ts';
import { largestSlice } from '../risk/unhedged.ts';
import { instability } from '../risk/unstable-venue.ts';
import { answerTime, type InTime } from './answer-time.ts';
import { entryTime } from './entry-time.ts';
import { exitPlan } from './exit-changes.ts';
import { claimOf, keyOf } from './idempotency.ts';
import { type CallOnce, createIdempotentCalls } from './idempotent-calls.ts';
import { termsText } from './kept-answer.ts';
import type { OrderServiceOptions } from './order-service-options.ts';
import {
	dependsOnAccounts,
	judge,
	type Preflight,
	type PreflightOptions,
	type Readings,
	readVenues,
} from './preflight.ts';
import { prepareLeg } from './prepared-leg.ts';
import { type BoundPreview, boundFigures, createPreviews } from './previews.ts';
import { directionOf } from './requested-opportunity.ts';
import { requireJournal } from './require-journal.ts';
import { createRollService } from './roll-service.ts';

/** Opens and previews executions for callers until the service is halted. */
export type RunningOrderService = OrderService & {
	readonly drain: () => Promise<void>;
	readonly halt: (reason: string) => void;
};

type OrderServiceState = OrderServiceOptions & {
	readonly callOnce: CallOnce;
	readonly previews: ReturnType<typeof createPreviews>;
	readonly preflight: PreflightOptions;
	halted: string | undefined;
};

/** Creates the service that opens and previews executions. */
export function createOrderService(options: OrderServiceOptions): RunningOrderService {
	const { driver, halts, clock } = options;
	const callOnce = createIdempotentCalls(options.journal);
	const service: OrderServiceState = {
		...options,
		callOnce,
		previews: createPreviews({
			clock,
			random: options.random,
			ttlMs: options.previewTtlMs,
			limits: options.limits,
		}),
		preflight: { ...options, refusal: (asker, venues) => refusal(service, asker, venues) },
		halted: undefined,
	};
	const rolls = createRollService({
		...options,
		callOnce,
		preflight: service.preflight,
		requireTrading: (asker, venues) => requireTrading(service, asker, venues),
		keptPreviews: service.previews,
	});
	return {
		execute: (request) => execute(service, request),
		roll: rolls.roll,
		close: options.closes.close,
		previewClose: options.closes.preview,
		openExecutions: (userId, pair, coin) =>
			openOn(service, userId, pair, coin).map((state) => state.plan.executionId),
		advice: (userId, pair, coin) =>
			openOn(service, userId, pair, coin)
				.filter(({ phase }) => phase === 'running')
				.map((state) => ({
					executionId: state.plan.executionId,
					...stayAdvice(options.stayOutlook(state, clock.now())),
				})),
		tradingState(userId, venue) {
			const [halt] = halts.covering(userId, [venue]);
			const reason =
				service.halted ??
				(halt === undefined ? undefined : haltSentence(halt)) ??
				(driver.journalFailure() === undefined
					? instability(venue, options.stability.counts(venue), options.limits)
					: REFUSAL_TEXT.journalFails());
			return { trading: reason === null ? 'enabled' : 'halted', reason };
		},
		isConnected: (userId, venue) => options.accounts.connected(userId).includes(venue),
		halt(reason) {
			service.halted = reason;
		},
		/** Resolves once no execution has an order in flight. */
		drain: () => drained(driver),
	};
}

async function execute(
	service: OrderServiceState,
	request: ExecuteRequest,
): Promise<ExecuteAnswer | PreviewAnswer> {
	if (request.preview) return preview(service, request);
	const key = keyOf(request);
	if (key === undefined) return open(service, request, '');
	const paramsText = termsText(request);
	return service.callOnce(key, paramsText, () => open(service, request, paramsText));
}

async function open(
	service: OrderServiceState,
	request: ExecuteRequest,
	paramsText: string,
): Promise<ExecuteAnswer> {
	requireTrading(service, request, venuesOf(service, request));
	const previewed =
		request.previewId === undefined
			? undefined
			: service.previews.take(request, request.previewId, termsText(request));
	const opening = service.openings.begin(request.userId, request.agent?.agentId);
	const inTime = inTimeFor(service, request);
	let admitted: string | undefined;
	try {
		const checked = await service.tracer.span('risk.gate', 'internal', {}, () =>
			claimed(service, request, opening, previewed, inTime),
		);
		const { trading, legs } = checked;
		const prepared = (['long', 'short'] as const).map((role) =>
			prepareLeg(trading[role], legs[role].symbol, request.leverage),
		);
		await inTime(Promise.all(prepared));
		requireTrading(service, request, [checked.legs.long.venue, checked.legs.short.venue]);
		const plan = onAccountsInUse(planOf(service, request, checked), service.accounts);
		const answer = answerOf(service, plan, checked);
		service.openings.writing(opening, plan.executionId);
		const state = await service.driver.admit(plan, claimOf(request, paramsText, answer));
		admitted = plan.executionId;
		service.onAdmitted(plan, checked.record);
		// Someone may have stopped the agent while the plan was being written.
		service.agentStops.endOpening(state);
		service.tracer.keep(plan.executionId);
		service.driver.start(plan.executionId);
		return answer;
	} finally {
		service.openings.end(opening, admitted);
		if (previewed !== undefined && admitted === undefined) service.previews.putBack(previewed);
	}
}

/** Reads venue data, then checks the request and claims its resources synchronously. @throws CarrywireError */
function claimed(
	service: OrderServiceState,
	request: ExecuteRequest,
	opening: Opening,
	previewed: BoundPreview | undefined,
	inTime: InTime,
): Promise<Preflight> {
	return judged(service, request, opening, previewed, inTime, (checked) => {
		const failed = checked.rows.find((row) => !row.passed);
		if (failed !== undefined) throw refusalOf(failed);
		if (previewed !== undefined)
			service.previews.requireWithin(previewed, boundFigures(checked), checked.opening);
		service.openings.claim(opening, {
			amount: request.amount,
			leverage: request.leverage,
			trade: checked.draft,
			slice: largestSlice(checked.draft, checked.opening, service.limits),
		});
		return checked;
	});
}

/**
 * Checks the request against the cached accounts. If a check of account figures fails, reads the accounts and checks
 * again. `use` is called synchronously with the check, because nothing may come between a check and its claim.
 */
async function judged<T>(
	service: OrderServiceState,
	request: ExecuteRequest,
	opening: Opening,
	previewed: BoundPreview | undefined,
	inTime: InTime,
	use: (checked: Preflight) => T,
): Promise<T> {
	const judgement = (readings: Readings): Preflight =>
		judge(service.preflight, request, readings, service.openings.others(opening), previewed);
	const first = judgement(await inTime(readVenues(service.preflight, request, 'kept')));
	if (!dependsOnAccounts(first)) return use(first);
	return use(judgement(await inTime(readVenues(service.preflight, request, 'now'))));
}

function planOf(service: OrderServiceState, request: ExecuteRequest, checked: Preflight): ExecutionPlan {
	const { draft, legs, maxSlippageBps, opening, record } = checked;
	const expected = record.net.expectedNet;
	return {
		executionId: executionId(service.random.hex(12)),
		jobId: jobId(service.random.hex(12)),
		userId: request.userId,
		...(request.agent === undefined ? {} : { agentId: request.agent.agentId }),
		opportunityId: request.opportunityId,
		symbol: record.symbol,
		coin: legs.long.coin,
		exchangepair: exchangePair(legs.long.venue, legs.short.venue).name,
		mode: opening.mode,
		amount: request.amount,
		leverage: request.leverage,
		marginMode: 'isolated',
		quantity: draft.quantity,
		commonLot: draft.commonLot,
		maxSlippageBps,
		children: opening.children,
		firstLeg: opening.firstLeg,
		makerMs: opening.makerMs,
		openWithinMs: opening.openWithinMs,
		unhedgedMax: service.limits.unhedgedMaxUsd,
		netFloor: expected === null ? null : minNetOf(expected, maxSlippageBps),
		exit: exitPlan(request.exit),
		guards: {
			minNetApr: request.minNetApr ?? null,
			onlyIfTrade: request.onlyIfTrade,
			...(request.isAnyDirection === true ? { isAnyDirection: true } : {}),
		},
		idempotencyKey: request.idempotencyKey ?? null,
		legs: { long: draft.long.plan, short: draft.short.plan },
	};
}

function answerOf(service: OrderServiceState, plan: ExecutionPlan, checked: Preflight): ExecuteAnswer {
	return {
		success: true,
		jobId: plan.jobId,
		executionId: plan.executionId,
		status: 'queued',
		mode: plan.mode,
		message: OPENING_TEXT.accepted({
			long: shownNameOf(plan.legs.long.venue),
			short: shownNameOf(plan.legs.short.venue),
			symbol: plan.symbol,
			plan: checked.opening.message,
		}),
		plannedAmount: plannedAmount(checked.draft, plan.leverage),
		estimatedEntryTime: new Date(entryTimeOf(service, checked)).toISOString(),
		warnings: [...warningsOf(checked), ...lessThanAsked(checked.draft, plan.amount, plan.leverage)],
	};
}

function entryTimeOf(service: OrderServiceState, { legs, opening }: Preflight): number {
	const clocks = [legs.long, legs.short].flatMap(
		({ venue, symbol }) => service.market.get(venue, symbol)?.ticker?.funding ?? [],
	);
	return entryTime(opening, clocks, service.limits.settlementGuardMs, service.clock.now());
}

async function preview(service: OrderServiceState, request: ExecuteRequest): Promise<PreviewAnswer> {
	const inTime = inTimeFor(service, request);
	const opening = service.openings.begin(request.userId, request.agent?.agentId);
	try {
		return await judged(service, request, opening, undefined, inTime, (checked) =>
			service.previews.make(request, termsText(request), checked),
		);
	} finally {
		service.openings.end(opening, undefined);
	}
}

function inTimeFor(service: OrderServiceState, request: ExecuteRequest): InTime {
	return answerTime(
		{ clock: service.clock, tradingFor: service.accounts.trading },
		request.userId,
		venuesOf(service, request),
	);
}

/** Returns an opportunity's venues; none if it is unknown, because the read that follows reports the error. */
function venuesOf(service: OrderServiceState, request: ExecuteRequest): readonly VenueName[] {
	const legs = service.opportunities.find(request.opportunityId, directionOf(request));
	return typeof legs === 'string' ? [] : [legs.long.venue, legs.short.venue];
}

/**
 * Must be called before any read, and again immediately before the plan goes to the journal. @throws CarrywireError
 */
function requireTrading(
	service: OrderServiceState,
	{ userId, agent }: Asker,
	venues: readonly VenueName[],
): void {
	if (service.halted !== undefined) throw new CarrywireError('TRADING_HALTED', service.halted);
	requireNotStopped(agent, service.isAgentStopped);
	service.halts.requireOpen(userId, venues);
	requireJournal(service.driver, 'opened');
}

function refusal(
	service: OrderServiceState,
	asker: Asker,
	venues: readonly VenueName[],
): CarrywireError | undefined {
	try {
		requireTrading(service, asker, venues);
		return undefined;
	} catch (error) {
		if (error instanceof CarrywireError) return error;
		throw error;
	}
}

function openOn(
	service: OrderServiceState,
	userId: string,
	pair: string,
	coin: string | undefined,
): readonly ExecutionState[] {
	return service
		.openStates(userId)
		.filter(({ plan }) => plan.exchangepair === pair && (coin === undefined || plan.coin === coin));
}

function drained(driver: ExecutionDriver): Promise<void> {
	const quiet = (): boolean => driver.states().every((state) => !isUnsettled(state));
	if (quiet()) return Promise.resolve();
	return new Promise((resolve) => {
		const unsubscribe = driver.onChange(() => {
			if (!quiet()) return;
			unsubscribe();
			resolve();
		});
	});
}

function warningsOf(checked: Preflight): readonly Warning[] {
	const warnings: Warning[] = [];
	const { verdict, reasons } = checked.record.net;
	if (verdict !== 'trade')
		warnings.push({
			code: verdict === 'unknown' ? 'VERDICT_UNKNOWN' : 'VERDICT_NO_TRADE',
			message: OPENING_TEXT.verdictWarning({ verdict, reasons }),
		});
	return warnings;
}

/** Slippage on each leg, basis points, at which both legs together lose one leg's full notional. */
const BPS_OVER_BOTH_LEGS = fromInteger(5_000);

/**
 * Returns the minimum net at which an opening continues. A profitable trade continues until its unopened rest is no
 * longer profitable. A caller who opens below zero has accepted a loss. That opening ends once the rest is worse than
 * the accepted loss by more than the slippage limit on both legs.
 */
function minNetOf(expected: Decimal, maxSlippageBps: Decimal): Decimal {
	if (expected >= 0n) return ZERO;
	return sub(expected, divUp(maxSlippageBps, BPS_OVER_BOTH_LEGS));
}
