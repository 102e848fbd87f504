/** Checks the order of the records in an opportunity list, using the values in the records. */
import { expect } from 'vitest';
import type { Opportunity } from '../../src/domain/opportunity.ts';
import type { ListOrder, SortKey } from '../../src/ports/opportunities.ts';

/** For each sort key, the value to sort by, smallest first. Null means unknown and comes last. */
const ORDER_VALUES: Readonly<Record<SortKey, (record: Opportunity) => bigint | number | string | null>> = {
	spread: (record) => negated(record.spread),
	apr: (record) => negated(record.apr),
	net_apr: (record) => negated(record.net.netApr),
	funding_delta: (record) => negated(record.fundingDelta),
	epoch_hours: (record) => record.epochHours,
	break_even_hours: (record) => record.net.breakEvenHours,
	reversal_probability: (record) => record.net.reversalProbability,
	risk_score: (record) => record.riskScore,
	liquidity_score: (record) => negated(record.liquidityScore),
	max_amount: (record) => negated(record.maxAmount),
	min_amount: (record) => record.minAmount,
	volume: (record) => negated(record.volume24h),
	next_funding_time: (record) => record.nextFundingTimestamp,
	symbol: (record) => record.symbol,
};

function negated(value: bigint | null): bigint | null {
	return value === null ? null : -value;
}

/**
 * Two expected nets that differ by no more than this count as equal: 2e-14 of a leg's notional, in units of 1e-18.
 * Lists are ranked in doubles, which cannot tell smaller differences apart.
 */
const NET_ALIKE = 20_000n;

function isNearlyAlike(
	{ net: { expectedNet: a } }: Opportunity,
	{ net: { expectedNet: b } }: Opportunity,
): boolean {
	if (a === null || b === null || a === b) return false;
	return (a > b ? a - b : b - a) <= NET_ALIKE;
}

/**
 * Checks the order of the records: best value first, or last if `order` is `worst_first`. Equal values are ordered by
 * symbol, then by id, and in reverse if `order` is `worst_first`. Unknown values come last in both.
 */
export function expectInOrder(
	records: readonly Opportunity[],
	key: SortKey,
	order: ListOrder = 'best_first',
): void {
	records.slice(1).forEach((second, index) => {
		const first = records[index] as Opportunity;
		const areKnown = [first, second].every((record) => ORDER_VALUES[key](record) !== null);
		const isReversed = order === 'worst_first' && areKnown;
		const [before, after] = isReversed ? [second, first] : [first, second];
		const [left, right] = [ORDER_VALUES[key](before), ORDER_VALUES[key](after)];
		const place = `${key}: ${left} of ${before.symbol} ${before.venues} before ${right} of ${after.symbol} ${after.venues}`;
		if (key === 'net_apr' && isNearlyAlike(before, after)) return;
		if (left === right) {
			expect(before.symbol <= after.symbol, place).toBe(true);
			if (before.symbol === after.symbol)
				expect(before.opportunityId < after.opportunityId, place).toBe(true);
		} else expect(right === null || (left !== null && left < right), place).toBe(true);
	});
}
