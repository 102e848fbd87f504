/** Checks the daily limits of a pot. Reductions are never limited. Pure functions. */
import { add, type Decimal, fromInteger, mulDown, ZERO } from '../domain/decimal.ts';
import type { PlannedChange, PotLimits } from '../ports/autopilot.ts';
import type { Words } from '../sentences/sentence.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Each change has one order per leg at least; a roll has one at each of two exchanges. */
const ORDERS_OF_CHANGE = 2;
const BOTH_LEGS = fromInteger(2);

/** Returns why a change would exceed a limit of the day; undefined if it does not. @param made changes made today */
export function dayLimitReason(
	change: Pick<PlannedChange, 'notional'>,
	made: readonly Pick<PlannedChange, 'notional'>[],
	{ ordersPerDay, turnoverPerDay }: PotLimits,
): Words | undefined {
	const orders = made.length * ORDERS_OF_CHANGE;
	if (orders + ORDERS_OF_CHANGE > ordersPerDay)
		return AUTOPILOT_TEXT.ordersPerDay({ made: orders, limit: ordersPerDay });
	if (turnoverPerDay === null) return undefined;
	const turnover = made.reduce((total, one) => add(total, traded(one)), ZERO);
	const wanted = traded(change);
	return add(turnover, wanted) > turnoverPerDay
		? AUTOPILOT_TEXT.turnoverPerDay({ made: turnover, wanted, limit: turnoverPerDay })
		: undefined;
}

function traded({ notional }: Pick<PlannedChange, 'notional'>): Decimal {
	return mulDown(notional, BOTH_LEGS);
}
