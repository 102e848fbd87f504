/** The exit rules of an execution as callers are told them. Pure. */
import type { Decimal } from './decimal.ts';
import type { ExitPlan } from './event.ts';

/** Null: no such rule. Hours, epochs, percent of the capital, percent of the mark. */
export type ExitRecord = {
	readonly max_hours: Decimal | null;
	readonly max_epochs: number | null;
	readonly take_profit_pct: Decimal | null;
	readonly stop_loss_pct: Decimal | null;
	readonly close_on_reversal: boolean;
	readonly min_liquidation_distance_pct: Decimal | null;
};

export function exitRecord(exit: ExitPlan): ExitRecord {
	return {
		max_hours: exit.maxHours,
		max_epochs: exit.maxEpochs,
		take_profit_pct: exit.takeProfitPct,
		stop_loss_pct: exit.stopLossPct,
		close_on_reversal: exit.closeOnReversal,
		min_liquidation_distance_pct: exit.minLiquidationDistancePct,
	};
}
