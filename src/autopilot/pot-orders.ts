/** Carries out the changes of pots with the order service, as any other caller would. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { add, type Decimal, divDown, divUp, floorPlaces, mulUp, ONE, sub, ZERO } from '../domain/decimal.ts';
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
		async find(trader, _change, key) {
			const known = await parts.journal.findIdempotency({
				userId: trader.userId,
				agentId: trader.agent?.agentId ?? null,
				key,
			});
			const executionId = known === undefined ? undefined : executionIn(known.answer);
			return executionId === undefined ? undefined : opened(parts, executionId);
		},
		async open(trader, change, leverage, key, onSent) {
			const answer = await parts.orders.execute({
				...requestOf(trader, change, leverage, key),
				preview: false,
			});
			if ('preview' in answer) throw new Error('The order service answered an opening with a preview.');
			await onSent(answer.executionId);
			return opened(parts, answer.executionId);
		},
		reduceTo: (trader, executionId, remaining) => reduceTo(parts, trader, executionId, remaining),
		async roll(trader, change, key, onSent) {
			const answer = await parts.orders.roll(rollRequest(trader, change, key));
			if ('preview' in answer) throw new Error('The order service answered a roll with a preview.');
			await onSent(answer.executionId);
			return opened(parts, answer.executionId);
		},
	};
}

function requestOf(
	{ userId, agent }: PotTrader,
	{ long, short, notional }: PlannedChange,
	leverage: Decimal,
	key: string,
): Omit<ExecuteRequest, 'preview'> {
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

function rollRequest({ userId, agent }: PotTrader, change: PlannedChange, key: string): RollRequest {
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
		preview: false,
		previewId: undefined,
	};
}

/** Compares the cost of opening now, fees and slippage of one way, with what the plan pays. */
async function recheck(
	{ orders }: Parts,
	trader: PotTrader,
	change: PlannedChange,
	leverage: Decimal,
	key: string,
): Promise<void> {
	if (change.costMax === null) return;
	const answer = await orders.execute({ ...requestOf(trader, change, leverage, key), preview: true });
	if (!('preview' in answer)) throw new Error('The order service answered a preview with an opening.');
	const { entryFees, entrySlippage } = answer.costs.cost;
	if (entryFees === null || entrySlippage === null)
		throw new CarrywireError('QUOTE_STALE', AUTOPILOT_TEXT.costUnknown());
	const cost = mulUp(add(entryFees, entrySlippage), change.notional);
	if (cost > change.costMax)
		throw new CarrywireError('NO_LONGER_PAYS', AUTOPILOT_TEXT.costsTooMuch({ cost, limit: change.costMax }));
}

/** Waits until an opening is over. @throws CarrywireError POT_OPENING_FAILED if it opened nothing */
async function opened(parts: Parts, executionId: string): Promise<ChangeResult> {
	const state = await until(
		parts,
		executionId,
		(one) => isEnded(one) || (one.phase === 'running' && one.close === undefined),
	);
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
	const after = await until(
		parts,
		executionId,
		(one) => isEnded(one) || (one.phase === 'running' && one.close === undefined),
		REDUCE_WAIT_MS,
	);
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
