/** Carries out the changes of pots with the order service, as any other caller would. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import {
	add,
	ceilToStep,
	type Decimal,
	divDown,
	divUp,
	floorPlaces,
	fromInteger,
	mulUp,
	ONE,
	sub,
	ZERO,
} from '../domain/decimal.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { opportunityId } from '../domain/ids.ts';
import { decodePayload } from '../domain/journal-codec.ts';
import { camelNamed } from '../domain/snake-case.ts';
import { storedReason } from '../domain/stored-reason.ts';
import type { ChangeResult, PlannedChange, PotOrders, PotTrader } from '../ports/autopilot.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { ExecuteRequest, OrderService, RollRequest } from '../ports/order-service.ts';
import type { PotExecutions } from './pot-books.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Longest time for which a reduction is waited for before it is requested again, milliseconds. */
const REDUCE_WAIT_MS = 10 * 60_000;
const WHOLE = fromInteger(1);
const CENT_PLACES = 2;

type Parts = {
	readonly orders: Pick<OrderService, 'execute' | 'roll' | 'close'>;
	readonly executions: PotExecutions;
	readonly journal: Pick<Journal, 'findIdempotency' | 'readExecution'>;
	readonly clock: Clock;
};

/** Creates the orders of pots over the order service. */
export function createPotOrders(parts: Parts): PotOrders {
	return {
		recheck: (trader, change, leverage, key) => recheck(parts, trader, change, leverage, key),
		async find(userId, agentId, key) {
			const known = await parts.journal.findIdempotency({ userId, agentId, key });
			return known === undefined ? undefined : executionIn(known.answer);
		},
		async open(trader, change, leverage, key) {
			const answer = await parts.orders.execute({
				...requestOf(trader, change, leverage, key),
				preview: false,
			});
			if ('preview' in answer) throw new Error('The order service answered an opening with a preview.');
			return answer.executionId;
		},
		async roll(trader, change, key) {
			const answer = await parts.orders.roll({ ...rollRequest(trader, change, key), preview: false });
			if ('preview' in answer) throw new Error('The order service answered a roll with a preview.');
			return answer.executionId;
		},
		outcome: (executionId) => outcome(parts, executionId),
		reduceTo: (trader, executionId, remaining) => reduceTo(parts, trader, executionId, remaining),
	};
}

/**
 * Returns the leverage that a pot's orders set at an exchange: the next whole number, because Binance takes no other
 * (Change Initial Leverage, `leverage` INT, 2026-11). The notional stays that of the plan.
 */
export function orderLeverage(leverage: Decimal): Decimal {
	return ceilToStep(leverage, WHOLE);
}

function requestOf(
	{ userId, agent }: PotTrader,
	{ long, short, notional }: PlannedChange,
	potLeverage: Decimal,
	key: string,
): Omit<ExecuteRequest, 'preview'> {
	const leverage = orderLeverage(potLeverage);
	return {
		userId,
		agent,
		opportunityId: opportunityId(long, short),
		amount: floorPlaces(divDown(add(notional, notional), leverage), CENT_PLACES),
		mode: 'auto',
		leverage,
		maxSlippageBps: undefined,
		minNetApr: undefined,
		onlyIfTrade: false,
		isAnyDirection: true,
		// The plan decides when to leave, not the exit rule.
		exit: { closeOnReversal: false },
		idempotencyKey: key,
		previewId: undefined,
	};
}

function rollRequest(
	{ userId, agent }: PotTrader,
	change: PlannedChange,
	key: string,
): Omit<RollRequest, 'preview'> {
	const { executionId, leg, share } = change;
	if (executionId === null || leg === null || share === null)
		throw new Error('Invariant broken: a roll names its execution, its leg and its share.');
	const { venue, symbol } = change[leg];
	return {
		userId,
		agent,
		executionId,
		leg,
		exchange: venue,
		symbol,
		share,
		maxSlippageBps: undefined,
		onlyIfPays: false,
		idempotencyKey: key,
		previewId: undefined,
	};
}

/** Compares the cost of an opening or a roll now, fees and slippage of its trades, with what the plan pays. */
async function recheck(
	parts: Parts,
	trader: PotTrader,
	change: PlannedChange,
	leverage: Decimal,
	key: string,
): Promise<void> {
	const { costMax } = change;
	if (costMax === null) return;
	const cost =
		change.kind === 'roll'
			? await costOfRoll(parts, trader, change, key)
			: await costOfOpening(parts, trader, change, leverage, key);
	if (cost === null) throw new CarrywireError('QUOTE_STALE', AUTOPILOT_TEXT.costUnknown());
	if (cost > costMax)
		throw new CarrywireError('NO_LONGER_PAYS', AUTOPILOT_TEXT.costsTooMuch({ cost, limit: costMax }));
}

/** Returns the cost of opening now, USD; null if it is unknown. */
async function costOfOpening(
	{ orders }: Parts,
	trader: PotTrader,
	change: PlannedChange,
	leverage: Decimal,
	key: string,
): Promise<Decimal | null> {
	const answer = await orders.execute({ ...requestOf(trader, change, leverage, key), preview: true });
	if (!('preview' in answer)) throw new Error('The order service answered a preview with an opening.');
	const { entryFees, entrySlippage } = answer.costs.cost;
	if (entryFees === null || entrySlippage === null) return null;
	return mulUp(add(entryFees, entrySlippage), change.notional);
}

/** Returns the cost of both trades of a roll now, USD; null if it is unknown. */
async function costOfRoll(
	{ orders }: Parts,
	trader: PotTrader,
	change: PlannedChange,
	key: string,
): Promise<Decimal | null> {
	const answer = await orders.roll({ ...rollRequest(trader, change, key), preview: true });
	if (!('preview' in answer)) throw new Error('The order service answered a preview with a roll.');
	const { cost } = answer.figures;
	return cost === null ? null : mulUp(cost, answer.plan.notional);
}

/** True once an execution opens and closes nothing. */
function isSettled(state: ExecutionState): boolean {
	return isEnded(state) || (state.phase === 'running' && state.close === undefined);
}

/** Waits until an opening or a roll is over. @throws CarrywireError POT_OPENING_FAILED if it opened nothing */
async function outcome(parts: Parts, executionId: string): Promise<ChangeResult> {
	const state = await until(parts, executionId, isSettled);
	// After a roll, the pair before still has to reduce the leg that moved.
	const { rolls } = state.plan;
	if (rolls !== undefined) await until(parts, rolls.from, isSettled);
	if (state.phase === 'failed')
		throw new CarrywireError(
			'POT_OPENING_FAILED',
			AUTOPILOT_TEXT.openingFailed({ why: state.reason === null ? '' : storedReason(state.reason) }),
		);
	return { executionId, message: openedMessage(state) };
}

function openedMessage(state: ExecutionState) {
	if (isEnded(state)) return AUTOPILOT_TEXT.closed();
	const { plan, held } = state;
	return AUTOPILOT_TEXT.opened({ notional: mulUp(held.long, plan.legs.long.decisionMid) });
}

async function reduceTo(
	parts: Parts,
	{ userId }: PotTrader,
	executionId: string,
	remaining: Decimal,
): Promise<ChangeResult> {
	const before = parts.executions.state(executionId);
	if (before === undefined || isEnded(before))
		return { executionId, message: AUTOPILOT_TEXT.alreadyClosed() };
	const excess = sub(before.held.long, remaining);
	if (
		remaining > 0n &&
		before.phase === 'running' &&
		before.close === undefined &&
		excess < before.plan.commonLot
	)
		return { executionId, message: AUTOPILOT_TEXT.alreadyClosed() };
	if (before.phase !== 'closing' || remaining === ZERO)
		await parts.orders.close({
			// The owner reduces: an agent that was stopped must not keep a pot from getting smaller.
			userId,
			agent: undefined,
			executionId,
			maxSlippageBps: undefined,
			share: remaining === ZERO ? ONE : divUp(excess, before.held.long),
		});
	const after = await until(parts, executionId, isSettled, REDUCE_WAIT_MS);
	return {
		executionId,
		message: isEnded(after)
			? AUTOPILOT_TEXT.closed()
			: AUTOPILOT_TEXT.reduced({ quantity: after.held.long, coin: after.plan.coin }),
	};
}

/**
 * Waits until the execution is as wanted. @throws CarrywireError TIMEOUT after `withinMs`
 */
async function until(
	{ executions, journal, clock }: Parts,
	executionId: string,
	isWanted: (state: ExecutionState) => boolean,
	withinMs?: number,
): Promise<ExecutionState> {
	const present = executions.state(executionId) ?? foldExecution(await journal.readExecution(executionId));
	if (isWanted(present)) return present;
	return new Promise((resolve, reject) => {
		let cancel = (): void => {};
		const stop = executions.onChange((state) => {
			if (state.plan.executionId !== executionId || !isWanted(state)) return;
			stop();
			cancel();
			resolve(state);
		});
		if (withinMs === undefined) return;
		cancel = clock.after(withinMs, () => {
			stop();
			reject(new CarrywireError('TIMEOUT', AUTOPILOT_TEXT.moving()));
		});
	});
}

/** Returns the execution of a stored answer (`kept-answer.ts` of the engine writes it). */
function executionIn(answer: string): string | undefined {
	const { executionId } = camelNamed(decodePayload(answer)) as { readonly executionId?: unknown };
	return typeof executionId === 'string' ? executionId : undefined;
}
