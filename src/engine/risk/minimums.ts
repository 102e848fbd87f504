import { type Decimal, formatDecimal, min } from '../../domain/decimal.ts';
import { usdTexts } from '../../domain/figure-text.ts';
import { smallestAmount } from '../../domain/smallest-trade.ts';
import { atLeast, type CheckRow, stated, withFacts } from './check-row.ts';
import type { OpenFacts, ProposedTrade } from './facts.ts';
import { smallestTrade } from './smallest-trade.ts';

/**
 * Each leg, and each slice of it, is what both venues take as one order, also for its close at a price that has moved by the
 * stress move.
 */
export function minimums({ amount, trade, opening, leverage, limits }: OpenFacts): readonly CheckRow[] {
	const smallest = opening.children.reduce((least, child) => min(least, child.quantity), trade.quantity);
	const slice = atLeast(
		{
			check: 'minimum_child',
			code: 'BELOW_MIN_NOTIONAL',
			meaning: 'coins per leg of a slice, at least',
			field: 'amount',
		},
		smallest,
		smallestTrade(trade, limits.stressMovePct),
	);
	return [minimum(amount, leverage, trade, limits.stressMovePct), slice];
}

/** The amount against the smallest that buys what both venues take. */
export function minimum(
	amount: Decimal,
	leverage: Decimal,
	trade: ProposedTrade,
	stressMovePct: Decimal,
): CheckRow {
	const { long, short } = trade;
	const smallest = smallestTrade(trade, stressMovePct);
	const least = smallestAmount(smallest, leverage, long.plan.decisionMid, short.plan.decisionMid);
	const [asked, needed] = usdTexts(amount, least);
	const isEnough = trade.quantity >= smallest;
	const row = stated({ check: 'minimum', code: 'BELOW_MIN_NOTIONAL', field: 'amount' }, isEnough, {
		value: formatDecimal(amount),
		limit: formatDecimal(least),
		message: isEnough
			? `${asked} is enough: the smallest amount here is ${needed}.`
			: `${asked} is too small: the smallest amount here is ${needed}. Ask for at least that.`,
	});
	return withFacts(row, { minAmount: least });
}
