/** Builds and changes an execution's exit rules, and builds the responses. Pure functions. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { add, type Decimal, divDown, fromInteger, mulDown } from '../../domain/decimal.ts';
import type { ExitPlan } from '../../domain/event.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { exitRuleFaults } from '../../domain/exit-faults.ts';
import { executionLedger } from '../../domain/ledger.ts';
import { statusOf } from '../../domain/status.ts';
import { openingOf } from '../../domain/unhedged.ts';
import type { ExitAnswer, ExitChange, ExitRules } from '../../ports/order-service.ts';
import type { Words } from '../../sentences/sentence.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';

/** Builds the exit rules of an execution from the caller's request. */
export function exitPlan(exit: ExitRules | undefined): ExitPlan {
	return {
		maxHours: exit?.maxHours ?? null,
		maxEpochs: exit?.maxEpochs ?? null,
		takeProfitPct: exit?.takeProfitPct ?? null,
		stopLossPct: exit?.stopLossPct ?? null,
		closeOnReversal: exit?.closeOnReversal ?? true,
		minLiquidationDistancePct: exit?.minLiquidationDistancePct ?? null,
		minSpreadAprPct: exit?.minSpreadAprPct ?? null,
		minNetAprPct: exit?.minNetAprPct ?? null,
	};
}

/** @throws CarrywireError EXIT_NOT_CHANGEABLE, INVALID_PARAMS for invalid rules */
export function changedExit(state: ExecutionState, change: ExitChange): ExitPlan {
	requireExitChangeable(state);
	const { exit } = state;
	const wanted: ExitPlan = {
		maxHours: given(change.maxHours, exit.maxHours),
		maxEpochs: given(change.maxEpochs, exit.maxEpochs),
		takeProfitPct: given(change.takeProfitPct, exit.takeProfitPct),
		stopLossPct: given(change.stopLossPct, exit.stopLossPct),
		closeOnReversal: change.closeOnReversal ?? exit.closeOnReversal,
		minLiquidationDistancePct: given(change.minLiquidationDistancePct, exit.minLiquidationDistancePct),
		minSpreadAprPct: given(change.minSpreadAprPct, exit.minSpreadAprPct ?? null),
		minNetAprPct: given(change.minNetAprPct, exit.minNetAprPct ?? null),
	};
	requirePossible(state, wanted);
	return wanted;
}

/**
 * Extends the execution by one funding interval. @throws CarrywireError NOT_CONTINUABLE, INVALID_PARAMS at the limit
 * of max_epochs
 */
export function continuedExit(state: ExecutionState): ExitPlan {
	const { executionId } = state.plan;
	const refuse = (message: Words) =>
		new CarrywireError('NOT_CONTINUABLE', message, {
			facts: { executionId: executionId, status: statusOf(state) },
		});
	if (state.phase !== 'running') throw refuse(REFUSAL_TEXT.notRunning({ status: statusOf(state) }));
	const { maxEpochs } = state.exit;
	if (maxEpochs === null) throw refuse(REFUSAL_TEXT.noMaxEpochs());
	const wanted = { ...state.exit, maxEpochs: maxEpochs + 1 };
	requirePossible(state, wanted);
	return wanted;
}

/** @throws CarrywireError EXIT_NOT_CHANGEABLE once the execution is being closed or has ended */
export function requireExitChangeable(state: ExecutionState): void {
	const closesWhole = state.close !== undefined && state.close.remaining === 0n;
	if (!isEnded(state) && !closesWhole) return;
	throw new CarrywireError('EXIT_NOT_CHANGEABLE', REFUSAL_TEXT.exitFixed({ hasEnded: isEnded(state) }), {
		facts: { executionId: state.plan.executionId, status: statusOf(state) },
	});
}

/** Builds the response with an execution's exit rules. */
export function exitAnswer(state: ExecutionState): ExitAnswer {
	return {
		success: true,
		executionId: state.plan.executionId,
		status: statusOf(state),
		exit: state.exit,
	};
}

function requirePossible(state: ExecutionState, exit: ExitPlan): void {
	const { long, short } = state.plan.legs;
	const [fault] = exitRuleFaults(
		exit,
		{
			epochHours: Math.max(long.intervalHours, short.intervalHours),
			leverage: state.plan.leverage,
			roundTripPct: roundTripPct(state),
		},
		'exit.',
	);
	if (fault === undefined) return;
	throw new CarrywireError('INVALID_PARAMS', fault.message, { field: `exit.${fault.field}` });
}

/** Returns twice the cost of the opening, as a percentage of the deployed capital; null before the execution ran. */
function roundTripPct(state: ExecutionState): Decimal | null {
	if (state.openedAt === undefined) return null;
	const { long, short, deployedPeak } = executionLedger(openingOf(state), { long: null, short: null });
	if (deployedPeak === 0n) return null;
	const opening = add(add(long.fees, short.fees), add(long.slippage, short.slippage));
	return divDown(mulDown(opening, fromInteger(200)), deployedPeak);
}

function given<T>(wanted: T | null | undefined, present: T | null): T | null {
	return wanted === undefined ? present : wanted;
}
