/** The estimates of a slot at some terms: the figures, and the terms as doubles. */
import { approximately } from '../domain/estimate.ts';
import { type CostTerms, horizonMsOf } from '../domain/opportunity.ts';
import type { PairRow } from './pair-table.ts';

/** The rows of a slot and of its legs. */
export type RowNumbers = Pick<PairRow, 'index' | 'first' | 'second'>;

/** `amount`: USD over both legs. */
export type FigureTerms = {
	readonly amount: number;
	readonly leverage: number;
	/** Undefined: the best of each slot. */
	readonly horizonHours: number | undefined;
	/** The same in whole milliseconds, as `horizonMsOf` has it. */
	readonly horizonMs: number | undefined;
};

/** Converts exact terms to doubles for ranking; the horizon stays undefined when each slot's best one is wanted. */
export function figureTerms({ amount, leverage, horizonHours }: CostTerms): FigureTerms {
	return {
		amount: approximately(amount),
		leverage: approximately(leverage),
		horizonHours: horizonHours === undefined ? undefined : approximately(horizonHours),
		horizonMs: horizonHours === undefined ? undefined : horizonMsOf({ horizonHours }),
	};
}

/** Shares of one leg's notional unless said; NaN is unknown. One object serves many slots. */
export type PairFigures = {
	epochHours: number;
	/** Short less long per hour, times `epochHours`. */
	spread: number;
	/** The spread as a share a year. */
	apr: number;
	/** Coins of each leg. */
	quantity: number;
	/** Taker fees of both legs, at the entry and again at the exit. */
	fees: number;
	entrySlippage: number;
	exitSlippage: number;
	/** Short mid / long mid − 1, in one currency. */
	basisNow: number;
	/** The mean of the price basis, which is expected at the exit, less the present one: positive is a cost. */
	basisCost: number;
	totalCost: number;
	/** True where the prices are too far apart for one coin. */
	areTwoCoins: boolean;
	/** The horizon that the slot is judged at: the one asked for, or its best; DIRECTION_HOURS while nothing is expected. */
	horizonHours: number;
	expectedCarry: number;
	/** Carry expected over DIRECTION_HOURS; only at terms without a horizon. */
	directionCarry: number;
	expectedNet: number;
	netApr: number;
	/** False while a guard forbids the trade at these terms. */
	isTradable: boolean;
};

/** Creates a mutable set of figures in which every number is NaN, to be filled by `Figures`. */
export function noFigures(): PairFigures {
	const unknown = Number.NaN;
	return {
		epochHours: unknown,
		spread: unknown,
		apr: unknown,
		quantity: unknown,
		fees: unknown,
		entrySlippage: unknown,
		exitSlippage: unknown,
		basisNow: unknown,
		basisCost: unknown,
		totalCost: unknown,
		areTwoCoins: false,
		horizonHours: unknown,
		expectedCarry: unknown,
		directionCarry: unknown,
		expectedNet: unknown,
		netApr: unknown,
		isTradable: false,
	};
}
