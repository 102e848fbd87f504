/** Decides a pair's direction, by the rule in `pair-table.ts`. */
import { approximately } from '../domain/estimate.ts';
import { DIRECTION_DEAD_BAND, ENTRY_TIME_MS } from '../domain/opportunity.ts';
import type { PairFigures, RowNumbers } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import type { Figures } from './pair-figures.ts';
import type { PairTable } from './pair-table.ts';

const DEAD_BAND = approximately(DIRECTION_DEAD_BAND);
/** Maximum rounding error of a spread. */
const ROUNDING = 1e-13;

type DirectionParts = {
	readonly legs: LegTable;
	readonly table: PairTable;
	readonly computing: Pick<Figures, 'atDefault'>;
	/** Working memory for the figures in the other direction. */
	readonly otherDirection: PairFigures;
};

/**
 * True if the pair must reverse its direction. Marks the direction as judged if the carry or the spread decides it.
 * @param figures the pair's current figures at default terms
 */
export function shouldTurn(
	parts: DirectionParts,
	pairRow: RowNumbers,
	figures: PairFigures,
	now: number,
): boolean {
	const kept = parts.table.columns;
	const { directionCarry, spread } = figures;
	const row = kept.row(pairRow.index);
	const isJudged = kept.isJudged[row] === 1;
	// If the carry in this direction reaches the dead band, the other direction is expected to lose at least as much
	// and need not be computed.
	const directional =
		directionCarry >= DEAD_BAND ? directionCarry : directionalCarry(parts, pairRow, now, directionCarry);
	if (Math.abs(directional) >= DEAD_BAND) {
		kept.isJudged[row] = 1;
		return directional < 0;
	}
	if (Number.isNaN(spread)) return false;
	kept.isJudged[row] = 1;
	return spread < (isJudged ? -DEAD_BAND - ROUNDING : 0);
}

/**
 * Returns half of the advantage over the other direction, which is the part of the expected carry that depends on the
 * direction. Near a settlement, a payment may count against both directions. Both may then be expected to lose, and
 * each on its own would suggest that the other is better.
 */
function directionalCarry(
	parts: DirectionParts,
	pairRow: RowNumbers,
	now: number,
	expectedThisWay: number,
): number {
	const { legs, table, otherDirection } = parts;
	const entryAt = now + ENTRY_TIME_MS;
	if (!legs.isNearSettlement(pairRow.first, entryAt) && !legs.isNearSettlement(pairRow.second, entryAt))
		return expectedThisWay;
	table.turn(pairRow);
	parts.computing.atDefault(pairRow, now, otherDirection);
	table.turn(pairRow);
	return (expectedThisWay - otherDirection.directionCarry) / 2;
}
