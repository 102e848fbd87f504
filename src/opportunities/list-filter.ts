/** Which slots a list shows. What hangs on figures is found in slices; the rest is asked of each slot as it is walked by. */
import { floorPlaces } from '../domain/decimal.ts';
import { approximately } from '../domain/estimate.ts';
import type { CostTerms, Verdict } from '../domain/opportunity.ts';
import type { OpportunityQuery } from '../ports/opportunities.ts';
import type { PairExpectation } from './expectation.ts';
import { figureTerms, noFigures, type SlotFigures } from './figures.ts';
import type { Slot } from './slot-table.ts';
import { verdictOfSlot } from './slot-verdict.ts';
import type { Slots } from './slots.ts';

const CENT_PLACES = 2;
const CENTS_PER_USD = 100;
/** A double of whole cents is that many. */
const CENT_NOISE = 1e-3;

/** Which slots fit a query. */
export type ListFilter = {
	/** As it was found at some instant while the filter was made. */
	readonly fits: (slot: Slot) => boolean;
	/** As it is at this instant; a slot that does not fit any more does not from then on. */
	readonly judgeAgain: (slot: Slot) => boolean;
};

/** Turns the filters of a query into a test of slots. */
export type ListFilters = {
	/** Undefined when all slots fit. @param isOwn whether the terms are others than the default ones */
	readonly of: (query: OpportunityQuery, isOwn: boolean) => Promise<ListFilter | undefined>;
};

/** Creates the filters over all slots; filters on figures run in slices and select slots in advance. */
export function createListFilters(parts: {
	readonly slots: Pick<
		Slots,
		'size' | 'kept' | 'ranking' | 'basis' | 'compute' | 'bound' | 'isTradable' | 'table'
	>;
	readonly expectationOf: (slot: Slot) => PairExpectation | undefined;
}): ListFilters {
	const { slots } = parts;
	const { kept, ranking } = slots;
	const figures = noFigures();

	/** The part of the filter that needs figures: found once for all slots. */
	async function foundBy(judge: (slot: Slot) => boolean): Promise<ListFilter> {
		const found = await ranking.select(judge);
		return {
			fits: (slot) => found.has(slot),
			judgeAgain(slot) {
				if (judge(slot)) return true;
				found.delete(slot);
				return false;
			},
		};
	}

	async function tradableAt(terms: CostTerms, isOwn: boolean): Promise<ListFilter> {
		if (!isOwn) return always((slot) => kept.isTradable[kept.row(slot.index)] === 1);
		const figured = figureTerms(terms);
		return foundBy((slot) => slots.isTradable(slot, figured));
	}

	async function judgedAt(verdict: Verdict, terms: CostTerms, isOwn: boolean): Promise<ListFilter> {
		const figured = figureTerms(terms);
		return foundBy((slot) => {
			// Most slots leave nothing, which is known at default terms, and at others without asking a book.
			if (isOwn) {
				slots.bound(slot, figured, figures);
				const known = verdictOfBound(figures);
				if (known !== undefined) return known === verdict;
			} else if (verdict === 'trade' && !((kept.expectedNet[kept.row(slot.index)] as number) > 0))
				return false;
			slots.compute(slot, figured, figures);
			const expectation = parts.expectationOf(slot);
			const firstIsLong = slots.table.firstIsLong(slot);
			return verdictOfSlot(figures, expectation, firstIsLong, slots.basis.sd(slot.index)) === verdict;
		});
	}

	return {
		async of({ exchangepair, q, tradableOnly, maxMinAmount, verdict, terms }, isOwn) {
			const filters: ListFilter[] = [];
			if (exchangepair !== undefined) filters.push(always((slot) => slot.pair === exchangepair));
			if (q !== undefined) {
				const wanted = q.toUpperCase();
				filters.push(always((slot) => slot.searched.some((name) => name.includes(wanted))));
			}
			if (maxMinAmount !== undefined) {
				const maxCents = approximately(floorPlaces(maxMinAmount, CENT_PLACES)) * CENTS_PER_USD + CENT_NOISE;
				const leverage = approximately(terms.leverage);
				filters.push(always((slot) => slots.size.minCents(slot, leverage) <= maxCents));
			}
			if (tradableOnly) filters.push(await tradableAt(terms, isOwn));
			if (verdict !== undefined) filters.push(await judgedAt(verdict, terms, isOwn));
			if (filters.length === 0) return undefined;
			return {
				fits: (slot) => filters.every(({ fits }) => fits(slot)),
				judgeAgain: (slot) => filters.every(({ judgeAgain }) => judgeAgain(slot)),
			};
		},
	};
}

/** The verdict, where it follows from figures of which the net is at least as large as the whole one's; undefined where it does not. */
function verdictOfBound({ isTradable, areTwoCoins, expectedNet }: SlotFigures): Verdict | undefined {
	if (areTwoCoins) return 'no_trade';
	if (Number.isNaN(expectedNet)) return 'unknown';
	return expectedNet > 0 && isTradable ? undefined : 'no_trade';
}

/** The part of the filter that needs no figures: asked of a slot whenever the walk comes by it. */
function always(fits: (slot: Slot) => boolean): ListFilter {
	return { fits, judgeAgain: fits };
}
