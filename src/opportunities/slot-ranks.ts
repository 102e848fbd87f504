/** Ranks of slots by their inputs of this instant: each key computes the figures that it hangs on, and no others. */
import type { Clock } from '../ports/clock.ts';
import type { SortKey } from '../ports/opportunities.ts';
import { type FigureTerms, noFigures } from './figures.ts';
import { boundFiguresOf, figuresOf, hangsOnLegs, type Ranks } from './rank.ts';
import type { OnceRanks } from './ranking.ts';
import type { Figures } from './slot-figures.ts';
import type { Slot } from './slot-table.ts';

/** Ranks of slots: the smallest comes first, infinity stands for an unknown figure. */
export type SlotRanks = {
	readonly rank: (slot: Slot, key: SortKey, terms: FigureTerms) => number;
	/** All ranks by one key at some terms. */
	readonly at: (key: SortKey, terms: FigureTerms) => OnceRanks;
};

type Parts = {
	readonly ranks: Ranks;
	readonly computing: Figures;
	readonly clock: Clock;
	/** At these, in this object, no book is asked again that has not changed. */
	readonly defaultTerms: FigureTerms;
};

/** Creates the ranks over the figures of all slots. */
export function createSlotRanks({ ranks, computing, clock, defaultTerms }: Parts): SlotRanks {
	const figures = noFigures();

	function fill(
		slot: Slot,
		which: ReturnType<typeof figuresOf> | ReturnType<typeof boundFiguresOf>,
		terms: FigureTerms,
		now: number,
	): void {
		if (which === 'headline') computing.headline(slot, figures);
		else if (which === 'leastCost') computing.leastCost(slot, terms, figures);
		else if (which !== 'at') computing[which](slot, terms, now, figures);
		else if (terms === defaultTerms) computing.atDefault(slot, now, figures);
		else computing.at(slot, terms, now, figures);
	}

	function rank(slot: Slot, key: SortKey, terms: FigureTerms): number {
		if (hangsOnLegs(key)) return ranks.byLegs(slot, key, terms);
		const now = clock.now();
		fill(slot, figuresOf(key), terms, now);
		return ranks.byFigures(slot, key, figures, terms, now);
	}

	return {
		rank,
		at(key, terms) {
			const now = clock.now();
			const rankOf = (slot: Slot): number => rank(slot, key, terms);
			if (hangsOnLegs(key)) return { rankOf, atLeast: rankOf };
			// Most slots come to no page even if the best levels were endless, and with the best odds that they can have.
			const which = boundFiguresOf(key);
			const atLeast = (slot: Slot): number => {
				fill(slot, which, terms, now);
				return ranks.atLeast(slot, key, figures, terms, now);
			};
			if (key !== 'break_even_hours') return { rankOf, atLeast };
			const nearer = (slot: Slot): number => {
				fill(slot, 'withoutSlippage', terms, now);
				return ranks.byFigures(slot, key, figures, terms, now);
			};
			return { rankOf, atLeast, nearer };
		},
	};
}
