/**
 * Moves one leg of a running execution to another exchange for callers: previews the move, checks it on live data, and
 * journals the pair after as a new execution. The engine then carries out the roll (`decide/rolling.ts`).
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { sub } from '../../domain/decimal.ts';
import type { ExecutionPlan } from '../../domain/event.ts';
import { exchangePair } from '../../domain/exchange-pair.ts';
import { legPlan } from '../../domain/execution.ts';
import { executionId, jobId } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { encodePayload } from '../../domain/journal-codec.ts';
import type { Asker, ExecuteAnswer, RollPreview, RollRequest } from '../../ports/order-service.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { otherLeg } from '../decide/order-terms.ts';
import { plannedAmount } from '../decide/plan.ts';
import { mayBeTakenSince } from '../decide/reconcile.ts';
import { OPENING_TEXT } from '../decide/text.ts';
import { onAccountsInUse } from '../drive/leg-accounts.ts';
import type { Opening } from '../drive/openings.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';
import { refusalOf } from '../risk/check-row.ts';
import { largestSlice } from '../risk/unhedged.ts';
import { answerTime, type InTime } from './answer-time.ts';
import { entryTime } from './entry-time.ts';
import { claimOf, keyOf } from './idempotency.ts';
import type { CallOnce } from './idempotent-calls.ts';
import { heldFrom, inheritedExit } from './inherited-exit.ts';
import type { OrderServiceOptions } from './order-service-options.ts';
import { dependsOnAccounts, type PreflightOptions } from './preflight.ts';
import { prepareLeg } from './prepared-leg.ts';
import type { BoundPreview, createPreviews } from './previews.ts';
import { judgeRoll, type RollPreflight, readRoll, requireHeld, requireRollable } from './roll-checks.ts';

/** Dependencies of rolls. */
export type RollServiceOptions = OrderServiceOptions & {
	readonly callOnce: CallOnce;
	readonly preflight: PreflightOptions;
	readonly keptPreviews: ReturnType<typeof createPreviews>;
	/** Must be called before any read, and again immediately before the plan goes to the journal. */
	readonly requireTrading: (asker: Asker, venues: readonly VenueName[]) => void;
};

type RollService = RollServiceOptions & {
	/** Executions that a call is about to roll, so that of two simultaneous calls only one does. */
	readonly underway: Set<string>;
};

/** Creates the service that moves legs. */
export function createRollService(options: RollServiceOptions): {
	readonly roll: (request: RollRequest) => Promise<ExecuteAnswer | RollPreview>;
} {
	const service: RollService = { ...options, underway: new Set() };
	return {
		roll(request) {
			if (request.preview) return preview(service, request);
			const key = keyOf(request);
			const paramsText = termsTextOf(request);
			return key === undefined
				? open(service, request, paramsText)
				: service.callOnce(key, paramsText, () => open(service, request, paramsText));
		},
	};
}

/** Returns the canonical text of the caller's terms. No opening has the same text. */
function termsTextOf({
	executionId: rolls,
	leg,
	exchange,
	symbol,
	share,
	maxSlippageBps,
	onlyIfPays,
}: RollRequest) {
	return encodePayload({ rolls, leg, exchange, symbol, share, maxSlippageBps, onlyIfPays });
}

async function open(service: RollService, request: RollRequest, paramsText: string): Promise<ExecuteAnswer> {
	const { executionId: from } = request;
	service.requireTrading(request, [request.exchange]);
	if (service.underway.has(from))
		throw new CarrywireError('NOT_ROLLABLE', REFUSAL_TEXT.rollsAlready({ id: from, by: request.exchange }), {
			facts: { executionId: from },
		});
	const previewed =
		request.previewId === undefined
			? undefined
			: service.keptPreviews.take(request, request.previewId, paramsText);
	service.underway.add(from);
	const opening = service.openings.begin(request.userId, request.agent?.agentId);
	let admitted: string | undefined;
	try {
		const inTime = inTimeFor(service, request);
		const found = await service.tracer.span('risk.gate', 'internal', {}, () =>
			claimed(service, request, opening, previewed, inTime),
		);
		const { plan, answer } = await planned(service, request, found, inTime);
		service.openings.writing(opening, plan.executionId);
		const state = await service.driver.admit(plan, claimOf(request, paramsText, answer));
		admitted = plan.executionId;
		service.onAdmitted(plan, found.checked.record);
		// Someone may have stopped the agent while the plan was being written.
		service.agentStops.endOpening(state);
		service.tracer.keep(plan.executionId);
		service.driver.start(plan.executionId);
		return answer;
	} finally {
		service.underway.delete(from);
		service.openings.end(opening, admitted);
		if (previewed !== undefined && admitted === undefined) service.keptPreviews.putBack(previewed);
	}
}

/** Reads venue data, then checks the roll and claims its resources synchronously. @throws CarrywireError */
function claimed(
	service: RollService,
	request: RollRequest,
	opening: Opening,
	previewed: BoundPreview | undefined,
	inTime: InTime,
): Promise<RollPreflight> {
	return judged(service, request, opening, inTime, (found) => {
		const { checked, figures } = found;
		const failed = checked.rows.find((row) => !row.passed);
		if (failed !== undefined) throw refusalOf(failed);
		if (previewed !== undefined) service.keptPreviews.requireWithin(previewed, figures, checked.opening);
		const { leverage } = found.start.before.plan;
		service.openings.claim(opening, {
			amount: plannedAmount(checked.draft, leverage),
			leverage,
			trade: checked.draft,
			slice: largestSlice(checked.draft, checked.opening, service.limits),
		});
		return found;
	});
}

/**
 * Checks the roll against the cached accounts. If a check of account figures fails, reads the accounts and checks
 * again. `use` is called synchronously with the check, because nothing may come between a check and its claim.
 */
async function judged<T>(
	service: RollService,
	request: RollRequest,
	opening: Opening,
	inTime: InTime,
	use: (found: RollPreflight) => T,
): Promise<T> {
	const judgement = async (age: 'kept' | 'now'): Promise<() => RollPreflight> => {
		const readings = await inTime(readRoll(service, request, age));
		return () => judgeRoll(service, request, readings, service.openings.others(opening));
	};
	const first = (await judgement('kept'))();
	return use(dependsOnAccounts(first.checked) ? (await judgement('now'))() : first);
}

/** Prepares the contract at the new exchange, and builds the plan with its answer. @throws CarrywireError */
async function planned(
	service: RollService,
	request: RollRequest,
	found: RollPreflight,
	inTime: InTime,
): Promise<{ readonly plan: ExecutionPlan; readonly answer: ExecuteAnswer }> {
	const { checked, start } = found;
	const { leg } = request;
	const { executionId: from, leverage } = start.before.plan;
	await inTime(prepareLeg(checked.trading[leg], checked.legs[leg].symbol, leverage));
	service.requireTrading(request, [checked.legs.long.venue, checked.legs.short.venue]);
	const present = service.driver.state(from) ?? start.before;
	requireRollable(service, present);
	requireHeld(present, start.stays, checked.draft.quantity);
	const plan = onAccountsInUse(planOf(service, request, found), service.accounts);
	const kept = legPlan(start.before, start.stays);
	if (plan.legs[start.stays].account !== kept.account)
		throw new CarrywireError(
			'NOT_ROLLABLE',
			REFUSAL_TEXT.rollAccount({ exchange: shownNameOf(kept.venue) }),
			{ facts: { executionId: from } },
		);
	return { plan, answer: answerOf(service, plan, found) };
}

function planOf(
	{ random, limits }: RollService,
	{ userId, agent, idempotencyKey }: RollRequest,
	{ start: { before, stays }, checked }: RollPreflight,
): ExecutionPlan {
	const { draft, legs, maxSlippageBps, opening, record } = checked;
	const { leverage } = before.plan;
	return {
		executionId: executionId(random.hex(12)),
		jobId: jobId(random.hex(12)),
		userId,
		...(agent === undefined ? {} : { agentId: agent.agentId }),
		opportunityId: record.opportunityId,
		symbol: record.symbol,
		coin: legs.long.coin,
		exchangepair: exchangePair(legs.long.venue, legs.short.venue).name,
		mode: opening.mode,
		amount: plannedAmount(draft, leverage),
		leverage,
		marginMode: 'isolated',
		quantity: draft.quantity,
		commonLot: draft.commonLot,
		maxSlippageBps,
		children: opening.children,
		firstLeg: null,
		makerMs: 0,
		openWithinMs: opening.openWithinMs,
		unhedgedMax: limits.unhedgedMaxUsd,
		netFloor: null,
		exit: inheritedExit(before),
		idempotencyKey: idempotencyKey ?? null,
		legs: { long: draft.long.plan, short: draft.short.plan },
		rolls: {
			from: before.plan.executionId,
			stays,
			since: mayBeTakenSince(before),
			heldFrom: heldFrom(before),
		},
	};
}

function answerOf(
	service: RollService,
	plan: ExecutionPlan,
	{ start, checked }: RollPreflight,
): ExecuteAnswer {
	const { legs, opening, draft } = checked;
	const clocks = [legs.long, legs.short].flatMap(
		({ venue, symbol }) => service.market.get(venue, symbol)?.ticker?.funding ?? [],
	);
	const entry = entryTime(opening, clocks, service.limits.settlementGuardMs, service.clock.now());
	return {
		success: true,
		jobId: plan.jobId,
		executionId: plan.executionId,
		status: 'queued',
		mode: plan.mode,
		message: messageOf({ start, checked }),
		plannedAmount: plannedAmount(draft, plan.leverage),
		estimatedEntryTime: new Date(entry).toISOString(),
		warnings: [],
	};
}

function messageOf({ start: { before, stays }, checked }: Pick<RollPreflight, 'start' | 'checked'>) {
	const leg = otherLeg(stays);
	return OPENING_TEXT.rolled({
		leg,
		exchange: shownNameOf(checked.legs[leg].venue),
		from: before.plan.executionId,
		plan: checked.opening.message,
	});
}

async function preview(service: RollService, request: RollRequest): Promise<RollPreview> {
	const inTime = inTimeFor(service, request);
	const opening = service.openings.begin(request.userId, request.agent?.agentId);
	try {
		return await judged(service, request, opening, inTime, (found) => previewOf(service, request, found));
	} finally {
		service.openings.end(opening, undefined);
	}
}

function previewOf(service: RollService, request: RollRequest, found: RollPreflight): RollPreview {
	const { start, checked, figures } = found;
	const { draft, opening } = checked;
	const { executionId: id, leverage } = start.before.plan;
	const bound = service.keptPreviews.keep(request, termsTextOf(request), figures, opening);
	return {
		success: true,
		preview: true,
		previewId: bound.previewId,
		expiresAt: new Date(bound.expiresAt).toISOString(),
		plan: {
			executionId: id,
			leg: request.leg,
			quantity: draft.quantity,
			remaining: sub(start.before.held[start.stays], draft.quantity),
			notional: draft[request.leg].notional,
			amount: plannedAmount(draft, leverage),
			leverage,
			margin: draft[request.leg].margin,
			children: opening.children.length,
			open: found.open,
			close: found.close,
			message: messageOf(found),
		},
		figures,
		checks: checked.rows.map(({ check, passed, text }) => ({ check, passed, ...text() })),
		bounds: {
			maxTotalCost: bound.maxTotalCost,
			minNet: bound.minExpectedNet,
			children: bound.children,
		},
	};
}

function inTimeFor(service: RollService, { userId, exchange, executionId: from }: RollRequest): InTime {
	const { long, short } = service.driver.state(from)?.plan.legs ?? {};
	const venues = [exchange, ...[long, short].flatMap((leg) => leg?.venue ?? [])];
	return answerTime({ clock: service.clock, tradingFor: service.accounts.trading }, userId, venues);
}
