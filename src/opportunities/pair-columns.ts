/**
 * Defines the numbers of every pair. All numbers of one pair are adjacent, whichever module uses them, because a
 * refresh reads and writes most of them.
 */
import { VERDICT_HORIZONS_HOURS } from '../domain/verdict.ts';
import { createColumns } from './columns.ts';

/** Columns of doubles with one row per pair. All computations on pairs share them. */
export type PairColumns = ReturnType<typeof createPairColumns>;

/** Creates empty columns. @param capacityMin initial capacity, in pairs */
export function createPairColumns(capacityMin?: number) {
	return createColumns(NAMES, capacityMin, { laterUnits: VERDICT_HORIZONS_HOURS.length });
}

const NAMES = [
	// 1 while the first leg is the long leg (`pair-table.ts`).
	'firstIsLong',
	// 1 once a direction has been decided by both predicted rates or by a forecast.
	'isJudged',
	// Common lot, in coins.
	'lot',
	// `quotesDiffer`: 1 if the legs' quote currencies differ. `quotesApart`: 1 while the two currencies are not known
	// to be at par.
	'quotesDiffer',
	'quotesApart',
	// Units of the long leg's quote currency per unit of the short leg's; NaN while unknown.
	'quoteRate',
	// Number for sorting pairs by the beginning of their current symbol (see `leadingText`).
	'symbolOrder',
	// Cached slippage and quantity at default terms, with the versions of both books from which they were computed
	// (`pair-cost.ts`). The slippages are those of buying the first leg and selling the second, and of the reverse.
	// The quantity is in coins.
	'boughtSlippage',
	'soldSlippage',
	'quantity',
	'firstBook',
	'secondBook',
	// Total cost without slippage, which is the same at all terms.
	'leastCost',
	// Units of the later settlements, one sum per verdict horizon (`pair-carry.ts`). Also the time until which the
	// sums are valid, ms, and the `clockVersion` of each leg for which they are valid.
	'laterUnits',
	'laterHoldsUntil',
	'firstClock',
	'secondClock',
	// Figures at default terms, as of the pair's last update (`current-pairs.ts`).
	'spread',
	'apr',
	'netApr',
	'expectedNet',
	'isTradable',
	'version',
	// The observed price basis (`basis-table.ts`). The first column is the mean of second mid / first mid − 1, the
	// basis while the first instrument is the long leg.
	'basisFirstLong',
	// Mean of first mid / second mid − 1.
	'basisSecondLong',
	'basisCount',
	// Weighted mean square deviation from the mean `basisFirstLong`.
	'basisVariance',
	'basisFirstAt',
	'basisLastAt',
	// Sum of all samples' weights; the latest sample has weight 1.
	'basisWeight',
] as const;
