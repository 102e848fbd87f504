/** The figures that a close answers: final ones once both legs are flat, those that are known before. Pure. */
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
import type { CloseAnswer } from '../../ports/order-service.ts';

/**
 * Answers for an execution that has ended: both exchanges have confirmed that nothing is held. `fundingKnown`: both have answered what
 * they paid; else the sums that hang on it are unknown.
 */
export function closeFinals(state: ExecutionState, fundingKnown: boolean): CloseAnswer {
	if (state.phase === 'failed') return nothingOpened(state);
	const ledger = executionLedger(state, { long: null, short: null });
	const pnl = add(ledger.long.realized, ledger.short.realized);
	return {
		success: true,
		executionId: state.plan.executionId,
		status: statusOf(state),
		message: messageOf(state, fundingKnown),
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
		message: state.reason ?? 'Nothing was opened.',
		finalPnl: ZERO,
		finalRoiPct: ZERO,
		totalFunding: ZERO,
		durationHours: ZERO,
	};
}

/** The figures that are known before the end: how long it has been held, and the funding that is booked. */
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

/** Percent of the peak of deployed capital; null when nothing was ever deployed. */
function roiPct(pnl: Decimal, deployedPeak: Decimal): Decimal | null {
	return deployedPeak === 0n ? null : divTrunc(mulTrunc(pnl, fromInteger(100)), deployedPeak);
}

function netFunding({ long, short }: ExecutionLedger): Decimal {
	return add(sub(long.fundingReceived, long.fundingPaid), sub(short.fundingReceived, short.fundingPaid));
}

/** 0 where the clock was set back meanwhile. */
function hoursBetween(from: number, to: number): Decimal {
	return divDown(fromInteger(Math.max(0, to - from)), fromInteger(HOUR_MS));
}

function messageOf({ reason }: ExecutionState, fundingKnown: boolean): string {
	const flat = 'Both exchanges confirm that nothing is held.';
	const why = reason === null ? '' : ` Reason: ${reason.replace(/\.$/, '')}.`;
	const unknown = fundingKnown
		? ''
		: ' Their settlement records could not be read at this moment, so the final figures are not known yet: ask again.';
	return `${flat}${why}${unknown}`;
}
