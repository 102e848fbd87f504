/**
 * Finds faults in exit rules: values out of bounds, and rules that contradict each other or the position. Pure
 * functions.
 */
import { exitRule } from '../sentences/exit-rule.ts';
import type { Words } from '../sentences/sentence.ts';
import { type Decimal, divDown, fromInteger, neg, ZERO } from './decimal.ts';
import { spoken } from './english.ts';
import type { ExitPlan } from './event.ts';

/**
 * A fault in the exit rules. `field` is the faulty field of the API's `exit` parameter. `message` is one sentence
 * with the fault, the value and the limit.
 */
export type ExitFault = { readonly field: string; readonly message: Words };

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

const FAULT_TEXT = spoken('exit_rule', exitRule);

/**
 * Lists every fault in the rules: first values out of bounds, then contradictions. Empty if the rules are valid.
 * @param parent prefix of the rules' names in messages
 */
export function exitRuleFaults(
	exit: ExitPlan,
	context: ExitContext,
	parent: '' | 'exit.' = '',
): readonly ExitFault[] {
	return [...boundFaults(exit, parent), ...contradictions(exit, context, parent)];
}

function boundFaults(exit: ExitPlan, parent: string): readonly ExitFault[] {
	const { maxEpochs } = exit;
	return [
		...outside(parent, 'max_hours', exit.maxHours, MAX_HOURS_MAX, true),
		...outside(parent, 'take_profit_pct', exit.takeProfitPct, TAKE_PROFIT_PCT_MAX, true),
		...outside(parent, 'stop_loss_pct', exit.stopLossPct, HUNDRED, false),
		...outside(parent, 'min_liquidation_distance_pct', exit.minLiquidationDistancePct, HUNDRED, false),
		...beyondApr(parent, 'min_spread_apr_pct', exit.minSpreadAprPct ?? null),
		...beyondApr(parent, 'min_net_apr_pct', exit.minNetAprPct ?? null),
		...(maxEpochs === null || (Number.isInteger(maxEpochs) && maxEpochs >= 1 && maxEpochs <= MAX_EPOCHS_MAX)
			? []
			: [
					{
						field: 'max_epochs',
						message: FAULT_TEXT.epochs({
							rule: `${parent}max_epochs`,
							value: maxEpochs,
							limit: MAX_EPOCHS_MAX,
						}),
					},
				]),
	];
}

/** Returns a fault unless the value is above 0 and below the limit. `isLimitIn` allows the limit itself too. */
function outside(
	parent: string,
	field: string,
	value: Decimal | null,
	limit: Decimal,
	isLimitIn: boolean,
): readonly ExitFault[] {
	if (value === null || (value > ZERO && (value < limit || (isLimitIn && value === limit)))) return [];
	return [{ field, message: FAULT_TEXT.outside({ rule: `${parent}${field}`, value, limit, isLimitIn }) }];
}

/** Returns a fault for a yearly percentage outside ±1,000. It may be negative, because a pair may be kept at a loss. */
function beyondApr(parent: string, field: string, value: Decimal | null): readonly ExitFault[] {
	if (value === null || (value >= neg(APR_PCT_MAX) && value <= APR_PCT_MAX)) return [];
	const message = FAULT_TEXT.beyondApr({ rule: `${parent}${field}`, value, limit: APR_PCT_MAX });
	return [{ field, message }];
}

function contradictions(exit: ExitPlan, context: ExitContext, parent: string): readonly ExitFault[] {
	const faults: ExitFault[] = [];
	const { maxHours, maxEpochs, stopLossPct, minLiquidationDistancePct } = exit;
	if (maxHours !== null && maxEpochs !== null && maxHours < fromInteger(context.epochHours))
		faults.push({
			field: 'max_hours',
			message: FAULT_TEXT.beforeSettlement({
				rule: `${parent}max_hours`,
				value: maxHours,
				hours: context.epochHours,
			}),
		});
	const { roundTripPct } = context;
	if (stopLossPct !== null && roundTripPct !== null && stopLossPct <= roundTripPct)
		faults.push({
			field: 'stop_loss_pct',
			message: FAULT_TEXT.withinCost({
				rule: `${parent}stop_loss_pct`,
				value: stopLossPct,
				cost: roundTripPct,
			}),
		});
	const atEntry = divDown(HUNDRED, context.leverage);
	if (minLiquidationDistancePct !== null && minLiquidationDistancePct >= atEntry)
		faults.push({
			field: 'min_liquidation_distance_pct',
			message: FAULT_TEXT.beyondEntry({
				rule: `${parent}min_liquidation_distance_pct`,
				value: minLiquidationDistancePct,
				distance: atEntry,
				leverage: context.leverage,
			}),
		});
	return faults;
}
