/**
 * Finds faults in exit rules: values out of bounds, and rules that contradict each other or the position. Pure
 * functions.
 */
import { type Decimal, divDown, formatDecimal, formatFixed, fromInteger, neg, ZERO } from './decimal.ts';
import type { ExitPlan } from './event.ts';

/**
 * A fault in the exit rules. `field` is the faulty field of the API's `exit` parameter. `message` is one sentence
 * with the fault, the value and the limit.
 */
export type ExitFault = { readonly field: string; readonly message: string };

/** The position to which the rules apply. */
export type ExitContext = {
	/** The longer of both legs' funding intervals, hours. */
	readonly epochHours: number;
	readonly leverage: Decimal;
	/** Cost of opening and closing, percent of the deployed capital; null if unknown. */
	readonly roundTripPct: Decimal | null;
};

const HUNDRED = fromInteger(100);
/** Maximum of `max_hours`: ten years. */
const MAX_HOURS_MAX = fromInteger(87_600);
const MAX_EPOCHS_MAX = 100_000;
const TAKE_PROFIT_PCT_MAX = fromInteger(10_000);
const APR_PCT_MAX = fromInteger(1_000);
const SHOWN_PLACES = 4;

/** Lists every fault in the rules: first values out of bounds, then contradictions. Empty if the rules are valid. */
export function exitRuleFaults(exit: ExitPlan, context: ExitContext): readonly ExitFault[] {
	return [...boundFaults(exit), ...contradictions(exit, context)];
}

function boundFaults(exit: ExitPlan): readonly ExitFault[] {
	const { maxEpochs } = exit;
	return [
		...outside('max_hours', exit.maxHours, MAX_HOURS_MAX, true),
		...outside('take_profit_pct', exit.takeProfitPct, TAKE_PROFIT_PCT_MAX, true),
		...outside('stop_loss_pct', exit.stopLossPct, HUNDRED, false),
		...outside('min_liquidation_distance_pct', exit.minLiquidationDistancePct, HUNDRED, false),
		...beyondApr('min_spread_apr_pct', exit.minSpreadAprPct ?? null),
		...beyondApr('min_net_apr_pct', exit.minNetAprPct ?? null),
		...(maxEpochs === null || (Number.isInteger(maxEpochs) && maxEpochs >= 1 && maxEpochs <= MAX_EPOCHS_MAX)
			? []
			: [
					{
						field: 'max_epochs',
						message: `max_epochs must be a whole number from 1 to ${MAX_EPOCHS_MAX}; was ${maxEpochs}.`,
					},
				]),
	];
}

/** Returns a fault unless the value is above 0 and below the limit. `isLimitIn` allows the limit itself too. */
function outside(
	field: string,
	value: Decimal | null,
	limit: Decimal,
	isLimitIn: boolean,
): readonly ExitFault[] {
	if (value === null || (value > ZERO && (value < limit || (isLimitIn && value === limit)))) return [];
	const bound = `${isLimitIn ? 'at most' : 'below'} ${formatDecimal(limit)}`;
	return [{ field, message: `${field} must be above 0 and ${bound}; was ${formatDecimal(value)}.` }];
}

/** Returns a fault for a yearly percentage outside ±1,000. It may be negative, because a pair may be kept at a loss. */
function beyondApr(field: string, value: Decimal | null): readonly ExitFault[] {
	if (value === null || (value >= neg(APR_PCT_MAX) && value <= APR_PCT_MAX)) return [];
	const most = formatDecimal(APR_PCT_MAX);
	return [{ field, message: `${field} must be from -${most} to ${most}; was ${formatDecimal(value)}.` }];
}

function contradictions(exit: ExitPlan, context: ExitContext): readonly ExitFault[] {
	const faults: ExitFault[] = [];
	const { maxHours, maxEpochs, stopLossPct, minLiquidationDistancePct } = exit;
	if (maxHours !== null && maxEpochs !== null && maxHours < fromInteger(context.epochHours))
		faults.push({
			field: 'max_hours',
			message: `max_hours must be at least the first funding interval of this pair (${context.epochHours} h) when max_epochs is set; was ${formatDecimal(maxHours)}. Raise max_hours or omit max_epochs.`,
		});
	const { roundTripPct } = context;
	if (stopLossPct !== null && roundTripPct !== null && stopLossPct <= roundTripPct)
		faults.push({
			field: 'stop_loss_pct',
			message: `stop_loss_pct must be above the cost of opening and closing (${formatFixed(roundTripPct, SHOWN_PLACES)} % of the capital), or the execution would close immediately; was ${formatDecimal(stopLossPct)}.`,
		});
	const atEntry = divDown(HUNDRED, context.leverage);
	if (minLiquidationDistancePct !== null && minLiquidationDistancePct >= atEntry)
		faults.push({
			field: 'min_liquidation_distance_pct',
			message: `min_liquidation_distance_pct must be below the distance at entry (at most ${formatFixed(atEntry, SHOWN_PLACES)} % at leverage ${formatDecimal(context.leverage)}), or the execution would close immediately; was ${formatDecimal(minLiquidationDistancePct)}.`,
		});
	return faults;
}
