/**
 * Filters lists. Filters that must compute figures are evaluated in advance, in slices; all others are evaluated when
 * a list visits a pair.
 */
import { floorPlaces } from '../domain/decimal.ts';
import { approximately } from '../domain/estimate.ts';
import type { CostTerms, Verdict } from '../domain/opportunity.ts';
import type { OpportunityQuery } from '../ports/opportunities.ts';
import type { CurrentPairs } from './current-pairs.ts';
import type { PairExpectation } from './expectation.ts';
import { figureTerms, noFigures, type PairFigures } from './figures.ts';
import type { PairRow } from './pair-table.ts';
import { verdictOfPair } from './pair-verdict.ts';

const CENT_PLACES = 2;
const CENTS_PER_USD = 100;
/** Rounding tolerance, in cents, for a double that represents a whole number of cents. */
const CENT_NOISE = 1e-3;

/** Checks whether pairs match a query. */
export type ListFilter = {
	/** True if the pair matches: when the filter was built, or now if the filter needs no figures. */
	readonly fits: (pairRow: PairRow) => boolean;
	/**
	 * True if the pair matches now. If a pair no longer matches a filter on figures, `fits` returns false for it from
	 * then on.
	 */
	readonly judgeAgain: (pairRow: PairRow) => boolean;
};

/** Builds filters for queries. */
export type ListFilters = {
	/**
	 * Builds the filter for a query; undefined if all pairs match. @param isOwn true if the terms are not the default
	 * ones
	 */
	readonly of: (query: OpportunityQuery, isOwn: boolean) => Promise<ListFilter | undefined>;
};

/** Creates the builder of filters for all pairs. */
export function createListFilters(parts: {
	readonly pairRows: Pick<
		CurrentPairs,
		'size' | 'kept' | 'ranking' | 'basis' | 'compute' | 'bound' | 'isTradable' | 'table'
	>;
	readonly expectationOf: (pairRow: PairRow) => PairExpectation | undefined;
}): ListFilters {
	const { pairRows } = parts;
	const { kept, ranking } = pairRows;
	const figures = noFigures();

	/** Builds a filter on figures, which is evaluated once for all pairs. */
	async function foundBy(judge: (pairRow: PairRow) => boolean): Promise<ListFilter> {
		const found = await ranking.select(judge);
		return {
			fits: (pairRow) => found.has(pairRow),
			judgeAgain(pairRow) {
				if (judge(pairRow)) return true;
				found.delete(pairRow);
				return false;
			},
		};
	}

	async function tradableAt(terms: CostTerms, isOwn: boolean): Promise<ListFilter> {
		if (!isOwn) return always((pairRow) => kept.isTradable[kept.row(pairRow.index)] === 1);
		const figured = figureTerms(terms);
		return foundBy((pairRow) => pairRows.isTradable(pairRow, figured));
	}

	async function judgedAt(verdict: Verdict, terms: CostTerms, isOwn: boolean): Promise<ListFilter> {
		const figured = figureTerms(terms);
		return foundBy((pairRow) => {
			// Most pairs have no positive net. Default figures, or a bound without book depth, show this cheaply.
			if (isOwn) {
				pairRows.bound(pairRow, figured, figures);
				const known = verdictOfBound(figures);
				if (known !== undefined) return known === verdict;
			} else if (verdict === 'trade' && !((kept.expectedNet[kept.row(pairRow.index)] as number) > 0))
				return false;
			pairRows.compute(pairRow, figured, figures);
			const expectation = parts.expectationOf(pairRow);
			const firstIsLong = pairRows.table.firstIsLong(pairRow);
			return verdictOfPair(figures, expectation, firstIsLong, pairRows.basis.sd(pairRow.index)) === verdict;
		});
	}

	return {
		async of({ exchangepair, coins, q, tradableOnly, maxMinAmount, verdict, terms }, isOwn) {
			const filters: ListFilter[] = [];
			if (exchangepair !== undefined) filters.push(always((pairRow) => pairRow.pair === exchangepair));
			if (coins !== undefined) filters.push(ofCoins(coins));
			if (q !== undefined) filters.push(named(q));
			if (maxMinAmount !== undefined) {
				const maxCents = approximately(floorPlaces(maxMinAmount, CENT_PLACES)) * CENTS_PER_USD + CENT_NOISE;
				const leverage = approximately(terms.leverage);
				filters.push(always((pairRow) => pairRows.size.minCents(pairRow, leverage) <= maxCents));
			}
			if (tradableOnly) filters.push(await tradableAt(terms, isOwn));
			if (verdict !== undefined) filters.push(await judgedAt(verdict, terms, isOwn));
			if (filters.length === 0) return undefined;
			return {
				fits: (pairRow) => filters.every(({ fits }) => fits(pairRow)),
				judgeAgain: (pairRow) => filters.every(({ judgeAgain }) => judgeAgain(pairRow)),
			};
		},
	};
}

/** Returns the verdict if it follows from figures whose net is an upper bound; otherwise undefined. */
function verdictOfBound({ isTradable, areTwoCoins, expectedNet }: PairFigures): Verdict | undefined {
	if (areTwoCoins) return 'no_trade';
	if (Number.isNaN(expectedNet)) return 'unknown';
	return expectedNet > 0 && isTradable ? undefined : 'no_trade';
}

function ofCoins(coins: readonly string[]): ListFilter {
	const wanted = new Set(coins);
	return always(({ coin }) => wanted.has(coin));
}

function named(q: string): ListFilter {
	const text = q.toUpperCase();
	return always(({ searched }) => searched.some((name) => name.includes(text)));
}

/** Builds a filter that needs no figures, so that it can be evaluated when a list visits a pair. */
function always(fits: (pairRow: PairRow) => boolean): ListFilter {
	return { fits, judgeAgain: fits };
}
