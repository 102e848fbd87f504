/**
 * Computes ranks for lists: one double per sort key, smallest first. Unknown values are infinity and come last. Equal
 * decimals must have equal doubles, so fractions are rounded to 1e-12 before they are compared.
 */
import { ENTRY_TIME_MS } from '../domain/opportunity.ts';
import { liquidityScore, riskScore } from '../domain/scores.ts';
import type { SortKey } from '../ports/opportunities.ts';
import { type ExpectationColumns, OBSERVATIONS_AT, ODDS_STRIDE } from './expectation.ts';
import type { FigureTerms, PairFigures } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import { createOddsBounds } from './odds-bounds.ts';
import type { PairCarries } from './pair-carry.ts';
import type { PairSize } from './pair-size.ts';
import type { PairRow, PairTable } from './pair-table.ts';
import { oddsOf, type PairOdds } from './pair-verdict.ts';
import type { createScoreInputs } from './score-inputs.ts';

const UNKNOWN = Number.POSITIVE_INFINITY;
const SHARES_PER_ONE = 1e12;
/**
 * Nets are rounded to this many steps per 1 before they are compared. The steps are finer than for other fractions,
 * because a small net over a short horizon is large per year. They are still coarser than the rounding noise of
 * doubles.
 */
const NET_SHARES_PER_ONE = 1e14;

/** Keys whose value depends on amount, horizon or leverage. */
const OF_TERMS: ReadonlySet<SortKey> = new Set([
	'net_apr',
	'break_even_hours',
	'reversal_probability',
	'risk_score',
	'liquidity_score',
	'max_amount',
	'min_amount',
]);

/** Keys whose value follows from the legs, without the pair's figures. */
const LEG_KEYS = [
	'liquidity_score',
	'max_amount',
	'min_amount',
	'volume',
	'next_funding_time',
	'symbol',
] as const satisfies readonly SortKey[];
type LegKey = (typeof LEG_KEYS)[number];
/** Keys whose value is one of the pair's figures. */
export type FigureKey = Exclude<SortKey, LegKey>;
const OF_LEGS: ReadonlySet<SortKey> = new Set(LEG_KEYS);

/** True if a rank by this key needs none of the pair's figures. */
export function needsLegsOnly(key: SortKey): key is LegKey {
	return OF_LEGS.has(key);
}

/** True if the terms can change how pairs are sorted by this key. */
export function dependsOnTerms(key: SortKey): boolean {
	return OF_TERMS.has(key);
}

/** Returns the name of the function in `pair-figures.ts` that computes the figures for a rank by this key. */
export function figuresOf(key: FigureKey) {
	switch (key) {
		case 'reversal_probability':
			return 'carryAt';
		case 'risk_score':
			return 'carryAndGuards';
		case 'net_apr':
		case 'break_even_hours':
			return 'at';
		default:
			return 'headline';
	}
}

/** Returns the name of the function in `pair-figures.ts` for a bound of the rank, without prices from book depth. */
export function boundFiguresOf(key: FigureKey) {
	if (key === 'break_even_hours') return 'leastCost';
	const all = figuresOf(key);
	return all === 'at' ? 'withoutSlippage' : all;
}

/** A pair's ranks by sort key: the smallest rank comes first, infinity means unknown. */
export type Ranks = {
	readonly byLegs: (pairRow: PairRow, key: LegKey, terms: FigureTerms) => number;
	readonly byFigures: (
		pairRow: PairRow,
		key: FigureKey,
		figures: PairFigures,
		terms: FigureTerms,
		now: number,
	) => number;
	/** Returns a lower bound of `byFigures`, from figures that use no prices from book depth. */
	readonly atLeast: (
		pairRow: PairRow,
		key: FigureKey,
		figures: PairFigures,
		terms: FigureTerms,
		now: number,
	) => number;
};

type RankParts = {
	readonly legs: LegTable;
	readonly table: PairTable;
	readonly size: PairSize;
	readonly carries: Pick<PairCarries, 'breakEvenAt' | 'unpaidAt'>;
	readonly scoreInputs: ReturnType<typeof createScoreInputs>;
	/** Returns the warnings for both legs together, as bits. */
	readonly pairWarnings: (pairRow: PairRow) => number;
	readonly expectations: ExpectationColumns;
};

/** Creates the ranking functions, one per sort key. */
export function createRanks(parts: RankParts): Ranks {
	const { table, carries, scoreInputs, expectations } = parts;
	const oddsAtLeast = createOddsBounds(expectations);

	/**
	 * Returns the rank by break-even, which is the time, ms, when the carry has permanently covered the costs. It is
	 * not the number of hours from now, because that would change constantly.
	 */
	function breakEven(pairRow: PairRow, figures: PairFigures, now: number): number {
		if (Number.isNaN(figures.expectedNet)) return UNKNOWN;
		const entryAt = now + ENTRY_TIME_MS;
		const paidAt = carries.breakEvenAt(pairRow, figures.totalCost, entryAt) ?? UNKNOWN;
		return paidAt === entryAt ? Number.NEGATIVE_INFINITY : paidAt;
	}

	function oddsWhole(pairRow: PairRow, figures: PairFigures): PairOdds {
		return oddsOf(figures, expectations.of(pairRow.index), table.firstIsLong(pairRow));
	}

	function riskOf(
		pairRow: PairRow,
		figures: PairFigures,
		odds: PairOdds,
		pairWarnings: number,
		terms: FigureTerms,
	): number {
		const observations = expectations.odds[pairRow.index * ODDS_STRIDE + OBSERVATIONS_AT] as number;
		return lowFirst(riskScore(scoreInputs.risk(pairRow, figures, odds, observations, pairWarnings, terms)));
	}

	const byFigures: Ranks['byFigures'] = (pairRow, key, figures, terms, now) => {
		switch (key) {
			case 'spread':
			case 'funding_delta':
				return rankOfSpread(figures.spread);
			case 'apr':
				return highFirst(figures.apr, SHARES_PER_ONE);
			case 'net_apr':
				// If all pairs have the same horizon, the expected net sorts them in the same way and has fewer
				// digits.
				return terms.horizonHours === undefined
					? highFirst(figures.netApr, SHARES_PER_ONE)
					: highFirst(figures.expectedNet, NET_SHARES_PER_ONE);
			case 'epoch_hours':
				return lowFirst(figures.epochHours);
			case 'break_even_hours':
				return breakEven(pairRow, figures, now);
			case 'reversal_probability':
				return lowFirst(oddsWhole(pairRow, figures).reversalProbability);
			case 'risk_score':
				return riskOf(pairRow, figures, oddsWhole(pairRow, figures), parts.pairWarnings(pairRow), terms);
		}
	};

	const atLeast: Ranks['atLeast'] = (pairRow, key, figures, terms, now) => {
		// A lower cost breaks even sooner, so the lower bound of the cost gives a lower bound of the rank.
		if (key === 'break_even_hours')
			return Number.isNaN(figures.totalCost) ? UNKNOWN : carries.unpaidAt(pairRow, figures.totalCost, now);
		if (key !== 'reversal_probability' && key !== 'risk_score')
			return byFigures(pairRow, key, figures, terms, now);
		const odds = oddsAtLeast(pairRow.index, figures, table.firstIsLong(pairRow));
		// With the lowest possible odds and no pair warnings, the risk score is a lower bound, because it never falls
		// if an input rises or another guard applies.
		return key === 'risk_score'
			? riskOf(pairRow, figures, odds, 0, terms)
			: lowFirst(odds.reversalProbability);
	};

	return { byLegs: (pairRow, key, terms) => rankByLegs(parts, pairRow, key, terms), byFigures, atLeast };
}

/**
 * Returns the rank by the default key, the headline spread (a fraction), which is the same at any terms; infinity for
 * NaN.
 */
export function rankOfSpread(spread: number): number {
	return highFirst(spread, SHARES_PER_ONE);
}

function rankByLegs(
	{ legs: { columns }, size, scoreInputs }: RankParts,
	pairRow: PairRow,
	key: LegKey,
	terms: FigureTerms,
): number {
	switch (key) {
		case 'liquidity_score':
			return highFirst(liquidityScore(scoreInputs.liquidity(pairRow, terms)), SCORES_PER_ONE);
		case 'max_amount':
			return highFirst(size.maxCents(pairRow, terms.leverage), 1);
		case 'min_amount':
			return lowFirst(size.minCents(pairRow, terms.leverage));
		case 'volume':
			return lowFirst(-scoreInputs.lesserVolume(pairRow));
		case 'next_funding_time':
			return lowFirst(
				Math.floor(
					Math.min(
						columns.nextAt[columns.row(pairRow.first)] as number,
						columns.nextAt[columns.row(pairRow.second)] as number,
					) / 1_000,
				),
			);
		case 'symbol':
			return 0;
	}
}

const SCORES_PER_ONE = 10;

function highFirst(value: number, unitsPerOne: number): number {
	return Number.isNaN(value) ? UNKNOWN : -Math.round(value * unitsPerOne);
}

function lowFirst(value: number): number {
	return Number.isNaN(value) ? UNKNOWN : value;
}
