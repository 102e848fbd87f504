/** Ranks pairs by their current inputs. Only the figures that the sort key needs are computed. */
import type { Clock } from '../ports/clock.ts';
import type { SortKey } from '../ports/opportunities.ts';
import { type FigureTerms, noFigures } from './figures.ts';
import type { Figures } from './pair-figures.ts';
import type { PairRow } from './pair-table.ts';
import { boundFiguresOf, figuresOf, needsLegsOnly, type Ranks } from './rank.ts';
import type { OnceRanks } from './ranking.ts';

/** Ranks pairs: the smallest rank comes first, infinity means unknown. */
export type PairRanks = {
	readonly rank: (pairRow: PairRow, key: SortKey, terms: FigureTerms) => number;
	/** Returns the ranks by one key at given terms. */
	readonly at: (key: SortKey, terms: FigureTerms) => OnceRanks;
};

type Parts = {
	readonly ranks: Ranks;
	readonly computing: Figures;
	readonly clock: Clock;
	/** If this object itself is passed as terms, the cached slippage is used. */
	readonly defaultTerms: FigureTerms;
};

/** Creates the ranking functions, which use the figures of all pairs. */
export function createPairRanks({ ranks, computing, clock, defaultTerms }: Parts): PairRanks {
	const figures = noFigures();

	function fill(
		pairRow: PairRow,
		which: ReturnType<typeof figuresOf> | ReturnType<typeof boundFiguresOf>,
		terms: FigureTerms,
		now: number,
	): void {
		if (which === 'headline') computing.headline(pairRow, figures);
		else if (which === 'leastCost') computing.leastCost(pairRow, terms, figures);
		else if (which !== 'at') computing[which](pairRow, terms, now, figures);
		else if (terms === defaultTerms) computing.atDefault(pairRow, now, figures);
		else computing.at(pairRow, terms, now, figures);
	}

	function rank(pairRow: PairRow, key: SortKey, terms: FigureTerms): number {
		if (needsLegsOnly(key)) return ranks.byLegs(pairRow, key, terms);
		const now = clock.now();
		fill(pairRow, figuresOf(key), terms, now);
		return ranks.byFigures(pairRow, key, figures, terms, now);
	}

	return {
		rank,
		at(key, terms) {
			const now = clock.now();
			const rankOf = (pairRow: PairRow): number => rank(pairRow, key, terms);
			if (needsLegsOnly(key)) return { rankOf, atLeast: rankOf };
			// A bound assumes the best prices and the best possible odds. Most pairs do not reach a page even by
			// their bound, so they need no exact rank.
			const which = boundFiguresOf(key);
			const atLeast = (pairRow: PairRow): number => {
				fill(pairRow, which, terms, now);
				return ranks.atLeast(pairRow, key, figures, terms, now);
			};
			if (key !== 'break_even_hours') return { rankOf, atLeast };
			const nearer = (pairRow: PairRow): number => {
				fill(pairRow, 'withoutSlippage', terms, now);
				return ranks.byFigures(pairRow, key, figures, terms, now);
			};
			return { rankOf, atLeast, nearer };
		},
	};
}
