/** Computes the inputs of the liquidity and risk scores from a pair's rows. */
import type { LiquidityInputs, RiskInputs } from '../domain/scores.ts';
import type { BasisTable } from './basis-table.ts';
import type { FigureTerms, PairFigures, RowNumbers } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import type { PairColumns } from './pair-columns.ts';
import type { PairSize } from './pair-size.ts';
import type { PairOdds } from './pair-verdict.ts';

const BPS_PER_ONE = 10_000;
const HOURS_PER_DAY = 24;

/** Creates the computation of score inputs. Unknown inputs are NaN. */
export function createScoreInputs(parts: {
	readonly legs: LegTable;
	readonly columns: PairColumns;
	readonly basis: Pick<BasisTable, 'mean' | 'sd'>;
	readonly size: Pick<PairSize, 'leastReach'>;
}) {
	const { legs, columns: kept, basis, size } = parts;
	const { columns } = legs;

	return {
		/** Returns the smaller of the legs' 24 h volumes, USD. */
		lesserVolume: (pairRow: RowNumbers): number => lesserVolume(columns, pairRow),
		liquidity: (pairRow: RowNumbers, terms: FigureTerms): LiquidityInputs => ({
			depthUsd: depthUsd(columns, pairRow, size.leastReach(pairRow)),
			bidAskBps: Math.max(bidAskBps(columns, pairRow.first), bidAskBps(columns, pairRow.second)),
			volume24hUsd: lesserVolume(columns, pairRow),
			openInterestUsd: Math.min(
				columns.openInterest[columns.row(pairRow.first)] as number,
				columns.openInterest[columns.row(pairRow.second)] as number,
			),
			legNotionalUsd: legNotional(terms),
		}),
		risk(
			pairRow: RowNumbers,
			figures: PairFigures,
			{ carrySd, reversalProbability }: PairOdds,
			/** Hours of settled history that both legs share; NaN without a forecast. */
			observations: number,
			/** Warnings for both legs together, as bits. */
			pairWarnings: number,
			terms: FigureTerms,
		): RiskInputs {
			const firstRow = columns.row(pairRow.first);
			const secondRow = columns.row(pairRow.second);
			const ownRow = kept.row(pairRow.index);
			const firstIsLong = kept.firstIsLong[ownRow] === 1;
			const [long, short] = firstIsLong ? [pairRow.first, pairRow.second] : [pairRow.second, pairRow.first];
			const isBasisKnown = !Number.isNaN(basis.mean(pairRow.index, firstIsLong));
			return {
				expectedCarry: figures.expectedCarry,
				carrySd,
				reversalProbability,
				leverage: terms.leverage,
				maintenanceMargin: Math.max(
					columns.maintenanceMargin[firstRow] as number,
					columns.maintenanceMargin[secondRow] as number,
				),
				rateCapped: Math.max(columns.isCapped[firstRow] as number, columns.isCapped[secondRow] as number),
				basisSd: isBasisKnown ? basis.sd(pairRow.index) : Number.NaN,
				basisDeviation: Math.abs(figures.basisCost),
				quotesDiffer: kept.quotesDiffer[ownRow] as number,
				historyDays: observations / HOURS_PER_DAY,
				legNotionalUsd: legNotional(terms),
				exitDepthUsd: depthUsd(
					columns,
					pairRow,
					Math.min(legs.reach(long, 'sell'), legs.reach(short, 'buy')),
				),
				blockingGuards: figures.isTradable ? 0 : 1,
				warningGuards: warningCount(columns, pairRow, pairWarnings),
				intervalsDiffer: columns.intervalHours[firstRow] === columns.intervalHours[secondRow] ? 0 : 1,
			};
		},
	};
}

function lesserVolume({ volume24h, row }: LegTable['columns'], { first, second }: RowNumbers): number {
	return Math.min(volume24h[row(first)] as number, volume24h[row(second)] as number);
}

function depthUsd({ mid, row }: LegTable['columns'], { first, second }: RowNumbers, coins: number): number {
	return coins * Math.min(mid[row(first)] as number, mid[row(second)] as number);
}

function bidAskBps(columns: LegTable['columns'], leg: number): number {
	const row = columns.row(leg);
	const apart = (columns.ask[row] as number) - (columns.bid[row] as number);
	return (apart / (columns.mid[row] as number)) * BPS_PER_ONE;
}

function legNotional({ amount, leverage }: FigureTerms): number {
	return (amount / 2) * leverage;
}

/** Returns the number of the pair's warnings. */
function warningCount(
	{ warnings, delistingAt, row }: LegTable['columns'],
	{ first, second }: RowNumbers,
	pairWarnings: number,
): number {
	const bits = (warnings[row(first)] as number) | (warnings[row(second)] as number) | pairWarnings;
	const closesAt = Math.min(delistingAt[row(first)] as number, delistingAt[row(second)] as number);
	return countBits(bits) + (closesAt < Number.POSITIVE_INFINITY ? 1 : 0);
}

function countBits(bits: number): number {
	let count = 0;
	for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
	return count;
}
