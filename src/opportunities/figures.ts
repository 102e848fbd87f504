/** Defines the estimates for a pair: the terms and the resulting figures, as doubles. */
import { approximately } from '../domain/estimate.ts';
import { type CostTerms, horizonMsOf } from '../domain/opportunity.ts';
import type { PairRow } from './pair-table.ts';

/** Row numbers of a pair and of its legs. */
export type RowNumbers = Pick<PairRow, 'index' | 'first' | 'second'>;

/** Terms as doubles. `amount` is in USD across both legs. */
export type FigureTerms = {
	readonly amount: number;
	readonly leverage: number;
	/** Requested horizon, hours; undefined: each pair's best horizon. */
	readonly horizonHours: number | undefined;
	/** The horizon in whole milliseconds, as `horizonMsOf` computes it; undefined if `horizonHours` is. */
	readonly horizonMs: number | undefined;
};

/** Converts exact terms to doubles. An undefined horizon, which stands for each pair's best one, stays undefined. */
export function figureTerms({ amount, leverage, horizonHours }: CostTerms): FigureTerms {
	return {
		amount: approximately(amount),
		leverage: approximately(leverage),
		horizonHours: horizonHours === undefined ? undefined : approximately(horizonHours),
		horizonMs: horizonHours === undefined ? undefined : horizonMsOf({ horizonHours }),
	};
}

/**
 * A pair's figures: fractions of one leg's notional unless stated otherwise, NaN while unknown. One object is reused
 * for many pairs.
 */
export type PairFigures = {
	epochHours: number;
	/** Hourly rate of the short leg minus the long leg's, times `epochHours`. */
	spread: number;
	/** The spread as a fraction per year. */
	apr: number;
	/** Coins per leg. */
	quantity: number;
	/** Taker fees of one fill on each leg. They are paid at entry and again at exit. */
	fees: number;
	entrySlippage: number;
	exitSlippage: number;
	/** Short mid price / long mid price − 1, both in one currency. */
	basisNow: number;
	/** Mean of the price basis, which is expected at exit, minus the current basis. A positive value is a cost. */
	basisCost: number;
	totalCost: number;
	/** True if the prices are too far apart for one coin. */
	areTwoCoins: boolean;
	/**
	 * Horizon of the figures: the requested one, otherwise the pair's best one, or DIRECTION_HOURS without a
	 * forecast.
	 */
	horizonHours: number;
	expectedCarry: number;
	/** Carry expected over DIRECTION_HOURS; NaN if the terms have a horizon. */
	directionCarry: number;
	expectedNet: number;
	netApr: number;
	/** False while a blocking guard applies at these terms. */
	isTradable: boolean;
};

/** Creates figures in which all numbers are NaN, to be filled in by `Figures`. */
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
