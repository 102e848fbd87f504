/** What a close answers once both legs are flat. */
import { add, type Decimal, divDown, divTrunc, fromInteger, mulTrunc, sub } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { executionLedger } from '../domain/ledger.ts';
import { statusOf } from '../domain/status.ts';
import type { CloseAnswer } from '../ports/desk.ts';

export function closeFinals(state: ExecutionState): CloseAnswer {
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
		message:
			state.phase === 'closed'
				? "Both legs are flat by both exchanges' own word."
				: (state.reason ?? 'Nothing was opened.'),
		final_pnl: pnl,
		final_roi_pct: roiPct(pnl, ledger.deployedPeak),
		total_funding: funding,
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
