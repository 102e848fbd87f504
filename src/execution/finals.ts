/** What a close answers once both legs are flat. */
import { add, type Decimal, divDown, divTrunc, fromInteger, mulTrunc, sub } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { executionLedger } from '../domain/ledger.ts';
import { statusOf } from '../domain/status.ts';
import type { CloseAnswer } from '../ports/desk.ts';

/** `fundingKnown`: both venues have answered what they paid; else the sums that hang on it are unknown. */
export function closeFinals(state: ExecutionState, fundingKnown: boolean): CloseAnswer {
	const ledger = executionLedger(state, { long: null, short: null });
	const pnl = add(ledger.long.realized, ledger.short.realized);
	const funding = add(
		sub(ledger.long.fundingReceived, ledger.long.fundingPaid),
		sub(ledger.short.fundingReceived, ledger.short.fundingPaid),
	);
	return {
		success: state.phase === 'closed',
		execution_id: state.plan.executionId,
		status: statusOf(state),
		message: messageOf(state, fundingKnown),
		final_pnl: fundingKnown ? pnl : null,
		final_roi_pct: fundingKnown ? roiPct(pnl, ledger.deployedPeak) : null,
		total_funding: fundingKnown ? funding : null,
		duration_hours: divDown(
			fromInteger((state.closedAt ?? state.updatedAt) - state.createdAt),
			fromInteger(HOUR_MS),
		),
	};
}

/** Percent of the peak of deployed capital; null when nothing was ever deployed. */
export function roiPct(pnl: Decimal, deployedPeak: Decimal): Decimal | null {
	return deployedPeak === 0n ? null : divTrunc(mulTrunc(pnl, fromInteger(100)), deployedPeak);
}

function messageOf(state: ExecutionState, fundingKnown: boolean): string {
	if (state.phase !== 'closed') return state.reason ?? 'Nothing was opened.';
	const flat = "Both legs are flat by both exchanges' own word.";
	return fundingKnown
		? flat
		: `${flat} Their settlement records could not be read at this moment, so the final figures are not known yet: ask again.`;
}
