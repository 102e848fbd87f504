/** Computes a pot's equity and whether its drawdown stop is reached. Pure functions. */
import { add, type Decimal, divDown, fromInteger, max, mulDown, sub, ZERO } from '../domain/decimal.ts';
import type { Pot } from '../ports/autopilot.ts';
import type { Words } from '../sentences/sentence.ts';
import { AUTOPILOT_TEXT } from './text.ts';

const PERCENT = fromInteger(100);

/** Capital plus the profit of all of the pot's executions; null while a mark is unknown. */
export function equityOf({ settings }: Pot, profit: Decimal | null): Decimal | null {
	return profit === null ? null : add(settings.capital, profit);
}

/**
 * Returns the loss from the highest profit since the pot last began to run, USD.
 * @param highest highest profit since then; undefined without samples
 */
export function drawdownOf(pot: Pot, profit: Decimal, highest: Decimal | undefined): Decimal {
	return sub(topOf(pot, profit, highest), profit);
}

/**
 * Returns why the drawdown stop is reached; undefined if it is not.
 * @param highest highest profit since the pot began to run; undefined without samples
 */
export function drawdownReason(pot: Pot, profit: Decimal, highest: Decimal | undefined): Words | undefined {
	const { capital, limits, onDrawdown } = pot.settings;
	if (limits.drawdownPct === null) return undefined;
	const top = topOf(pot, profit, highest);
	const loss = drawdownOf(pot, profit, highest);
	if (loss < divDown(mulDown(capital, limits.drawdownPct), PERCENT)) return undefined;
	return AUTOPILOT_TEXT.drawdown({
		loss,
		highest: add(capital, top),
		limit: limits.drawdownPct,
		closes: onDrawdown === 'close',
	});
}

/** A pot that was resumed measures from its present profit, a new one from its capital. */
function topOf({ stateAt, createdAt }: Pot, profit: Decimal, highest: Decimal | undefined): Decimal {
	return max(highest ?? (stateAt > createdAt ? profit : ZERO), profit);
}
