/** Which way a slot stands, by the rule of `slot-table.ts`. */
import { approximately } from '../domain/estimate.ts';
import { DIRECTION_DEAD_BAND, ENTRY_TIME_MS } from '../domain/opportunity.ts';
import type { PairFigures, RowNumbers } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import type { Figures } from './pair-figures.ts';
import type { PairTable } from './pair-table.ts';

const DEAD_BAND = approximately(DIRECTION_DEAD_BAND);
/** Differences of doubles that are none. */
const ROUNDING = 1e-13;

type DirectionParts = {
	readonly legs: LegTable;
	readonly table: PairTable;
	readonly computing: Pick<Figures, 'atDefault'>;
	/** Written with the figures of the other direction, where they are asked for. */
	readonly otherWay: PairFigures;
};

/**
 * True where the slot is to be shown the other way; from then on its direction counts as judged.
 * @param figures of this slot at this instant, at default terms
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
	// Beyond the band this way, the other way is expected to lose at least as much: nothing more has to be known.
	const lean = directionCarry >= DEAD_BAND ? directionCarry : leaning(parts, pairRow, now, directionCarry);
	if (Math.abs(lean) >= DEAD_BAND) {
		kept.isJudged[row] = 1;
		return lean < 0;
	}
	if (Number.isNaN(spread)) return false;
	kept.isJudged[row] = 1;
	return spread < (isJudged ? -DEAD_BAND - ROUNDING : 0);
}

/**
 * The expected carry that is all of the direction's: half of what it is ahead of the other. Near a settlement what is paid
 * counts in both directions, so that both may be expected to lose, and each alone would say that the other is better.
 */
function leaning(parts: DirectionParts, pairRow: RowNumbers, now: number, expectedThisWay: number): number {
	const { legs, table, otherWay } = parts;
	const entryAt = now + ENTRY_TIME_MS;
	if (!legs.isNearSettlement(pairRow.first, entryAt) && !legs.isNearSettlement(pairRow.second, entryAt))
		return expectedThisWay;
	table.turn(pairRow);
	parts.computing.atDefault(pairRow, now, otherWay);
	table.turn(pairRow);
	return (expectedThisWay - otherWay.directionCarry) / 2;
}
