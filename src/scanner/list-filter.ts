/** Which slots a list shows. What hangs on figures is found in slices; the rest is asked of each slot as it is walked by. */
import type { CostTerms, Verdict } from '../domain/opportunity.ts';
import type { OpportunityQuery } from '../ports/opportunities.ts';
import type { PairExpectation } from './expectation.ts';
import { opportunityRecord } from './record.ts';
import type { Rows } from './rows.ts';
import { figureTerms, noFigures } from './slot-figures.ts';
import type { Slot } from './slot-table.ts';
import { verdictByOdds, verdictWithoutOdds } from './slot-verdict.ts';
import type { Slots } from './slots.ts';

export type ListFilter = {
	/** Undefined when all slots fit. @param isOwn whether the terms are others than the default ones */
	readonly of: (query: OpportunityQuery, isOwn: boolean) => Promise<((slot: Slot) => boolean) | undefined>;
};

export function createListFilter(parts: {
	readonly slots: Pick<Slots, 'table' | 'kept' | 'ranking' | 'basis' | 'compute' | 'pricesDiffer'>;
	readonly rows: Pick<Rows, 'inputs'>;
	readonly expectationOf: (slot: Slot) => PairExpectation | undefined;
}): ListFilter {
	const { slots, rows } = parts;
	const { kept, ranking, table } = slots;
	const figures = noFigures();

	async function tradableAt(terms: CostTerms, isOwn: boolean): Promise<(slot: Slot) => boolean> {
		if (!isOwn) return (slot) => kept.isTradable[kept.row(slot.index)] === 1;
		const figured = figureTerms(terms);
		const tradable = await ranking.select((slot) => {
			slots.compute(slot, figured, figures);
			return figures.isTradable;
		});
		return (slot) => tradable.has(slot);
	}

	async function judgedAt(
		verdict: Verdict,
		terms: CostTerms,
		isOwn: boolean,
	): Promise<(slot: Slot) => boolean> {
		const figured = figureTerms(terms);
		const judge = (slot: Slot): Verdict | undefined => {
			const row = kept.row(slot.index);
			const areTwoCoins = slots.pricesDiffer(slot);
			const known = isOwn
				? undefined
				: verdictWithoutOdds(kept.expectedNet[row] as number, kept.isTradable[row] === 1, areTwoCoins);
			if (known !== undefined) return known;
			slots.compute(slot, figured, figures);
			const early = verdictWithoutOdds(figures.expectedNet, figures.isTradable, areTwoCoins);
			if (early !== undefined) return early;
			const expectation = parts.expectationOf(slot);
			if (expectation === undefined) return 'unknown';
			return verdictByOdds(figures, expectation, slots.basis.sd(slot.index), figured.horizonHours);
		};
		const judged = await ranking.select((slot) => (judge(slot) ?? exactVerdict(slot, terms)) === verdict);
		return (slot) => judged.has(slot);
	}

	function exactVerdict(slot: Slot, terms: CostTerms): Verdict | undefined {
		const inputs = rows.inputs(slot);
		return inputs === undefined ? undefined : opportunityRecord(inputs, terms).net.verdict;
	}

	return {
		async of({ exchangepair, q, tradableOnly, verdict, terms }, isOwn) {
			const wanted = q?.toUpperCase();
			const isAny = exchangepair === undefined && wanted === undefined && verdict === undefined;
			if (isAny && !tradableOnly) return undefined;
			const isTradable = tradableOnly ? await tradableAt(terms, isOwn) : () => true;
			const isJudged = verdict === undefined ? () => true : await judgedAt(verdict, terms, isOwn);
			return (slot) =>
				(exchangepair === undefined || slot.pair === exchangepair) &&
				(wanted === undefined || table.currentSymbol(slot).includes(wanted)) &&
				isTradable(slot) &&
				isJudged(slot);
		},
	};
}
