/**
 * Builds the figures in the response to a close: final ones once both legs are flat, preliminary ones before that.
 * Pure functions.
 */
import {
	add,
	type Decimal,
	divDown,
	divTrunc,
	fromInteger,
	mulTrunc,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { type ExecutionLedger, executionLedger } from '../../domain/ledger.ts';
import { statusOf } from '../../domain/status.ts';
import { storedReason } from '../../domain/stored-reason.ts';
import type { CloseAnswer } from '../../ports/order-service.ts';
import { CLOSE_TEXT, REASONS } from './text.ts';

/**
 * Builds the response for an ended execution whose zero positions both exchanges have confirmed. `fundingKnown`: both
 * exchanges have delivered their settlement records. Otherwise the figures that depend on these records are null.
 */
export function closeFinals(state: ExecutionState, fundingKnown: boolean): CloseAnswer {
	if (state.phase === 'failed') return nothingOpened(state);
	const ledger = executionLedger(state, { long: null, short: null });
	const pnl = add(ledger.long.realized, ledger.short.realized);
	return {
		success: true,
		executionId: state.plan.executionId,
		status: statusOf(state),
		message: CLOSE_TEXT.closed({
			reason: state.reason === null ? null : storedReason(state.reason),
			isFundingKnown: fundingKnown,
		}),
		finalPnl: fundingKnown ? pnl : null,
		finalRoiPct: fundingKnown ? roiPct(pnl, ledger.deployedPeak) : null,
		totalFunding: fundingKnown ? netFunding(ledger) : null,
		durationHours: hoursBetween(state.createdAt, state.closedAt ?? state.updatedAt),
	};
}

function nothingOpened(state: ExecutionState): CloseAnswer {
	return {
		success: true,
		executionId: state.plan.executionId,
		status: statusOf(state),
		message: storedReason(state.reason ?? REASONS.nothingOpened),
		finalPnl: ZERO,
		finalRoiPct: ZERO,
		totalFunding: ZERO,
		durationHours: ZERO,
	};
}

/** Builds the preliminary figures of an execution that has not ended: duration and booked funding. */
export function figuresSoFar(
	state: ExecutionState,
	now: number,
): Omit<CloseAnswer, 'success' | 'status' | 'message'> {
	return {
		executionId: state.plan.executionId,
		finalPnl: null,
		finalRoiPct: null,
		totalFunding: netFunding(executionLedger(state, { long: null, short: null })),
		durationHours: hoursBetween(state.createdAt, now),
	};
}

/** Returns the profit in percent of the peak of deployed capital; null if nothing was ever deployed. */
function roiPct(pnl: Decimal, deployedPeak: Decimal): Decimal | null {
	return deployedPeak === 0n ? null : divTrunc(mulTrunc(pnl, fromInteger(100)), deployedPeak);
}

function netFunding({ long, short }: ExecutionLedger): Decimal {
	return add(sub(long.fundingReceived, long.fundingPaid), sub(short.fundingReceived, short.fundingPaid));
}

/** Returns the hours between two times; 0 if the clock was set back in between. */
function hoursBetween(from: number, to: number): Decimal {
	return divDown(fromInteger(Math.max(0, to - from)), fromInteger(HOUR_MS));
}
