/** The numbers of every slot. All of one slot lie together, whoever keeps them: a refresh reads and writes most of them. */
import { VERDICT_HORIZONS_HOURS } from '../domain/verdict.ts';
import { createColumns } from './columns.ts';

/** Columns of doubles with one row a slot, shared by every computation on slots. */
export type PairColumns = ReturnType<typeof createPairColumns>;

/** @param capacityMin slots that there is room for at first */
export function createPairColumns(capacityMin?: number) {
	return createColumns(NAMES, capacityMin, { laterUnits: VERDICT_HORIZONS_HOURS.length });
}

const NAMES = [
	// Direction and what hangs on both instruments: `slot-table.ts`.
	'firstIsLong',
	// 1 once a direction was judged by both running estimates or by an expectation.
	'isJudged',
	// Coins.
	'lot',
	// 1 where the legs are quoted in different currencies, and 1 while these are not known to be at par.
	'quotesDiffer',
	'quotesApart',
	// Units of the long leg's currency for one of the short leg's; NaN while unknown.
	'quoteRate',
	// Orders slots as their present symbols do, as far as it differs: see `leadingText`.
	'symbolOrder',
	// Values computed at default terms, and the inputs they are of: `slot-figures.ts`.
	// Slippage of buying the first leg and selling the second, and of the other way, and the quantity it is of, with the
	// books that they were read from.
	'boughtSlippage',
	'soldSlippage',
	'quantity',
	'firstBook',
	'secondBook',
	// The total cost less its slippage: the same at all terms.
	'leastCost',
	// Units of the later settlements, one per horizon of the verdict, and until when no settlement comes in or falls out of any.
	'laterUnits',
	'laterHoldsUntil',
	'firstClock',
	'secondClock',
	// Figures at default terms, as of the slot's last change: `slots.ts`.
	'spread',
	'apr',
	'netApr',
	'expectedNet',
	'isTradable',
	'version',
	// The observed price basis: `basis-table.ts`.
	// Mean of second mid / first mid − 1: the basis while the first instrument is the long leg.
	'basisFirstLong',
	// Mean of first mid / second mid − 1.
	'basisSecondLong',
	'basisCount',
	// Weighted mean square deviation of the former mean.
	'basisVariance',
	'basisFirstAt',
	'basisLastAt',
	// Σ of all samples' weights, where the latest weighs 1.
	'basisWeight',
] as const;
