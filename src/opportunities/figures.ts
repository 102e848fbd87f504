/** Estimates of a pair: the terms and the resulting figures, as doubles. */
import { approximately } from '../domain/estimate.ts';
import { type CostTerms, horizonMsOf } from '../domain/opportunity.ts';
import type { PairRow } from './pair-table.ts';

/** Row numbers of a pair and of its legs. */
export type RowNumbers = Pick<PairRow, 'index' | 'first' | 'second'>;

/** Terms as doubles. `amount`: USD over both legs. */
export type FigureTerms = {
	readonly amount: number;
	readonly leverage: number;
	/** Undefined: the best horizon of each pair. */
	readonly horizonHours: number | undefined;
	/** The horizon in whole milliseconds, from `horizonMsOf`. */
	readonly horizonMs: number | undefined;
};

/** Converts exact terms to doubles. The horizon stays undefined to use each pair's best one. */
export function figureTerms({ amount, leverage, horizonHours }: CostTerms): FigureTerms {
	return {
		amount: approximately(amount),
		leverage: approximately(leverage),
		horizonHours: horizonHours === undefined ? undefined : approximately(horizonHours),
		horizonMs: horizonHours === undefined ? undefined : horizonMsOf({ horizonHours }),
	};
}

/**
 * Figures of a pair: shares of one leg's notional unless stated otherwise, NaN while unknown. One object serves many
 * pairs.
 */
export type PairFigures = {
	epochHours: number;
	/** Hourly rate of the short leg minus that of the long leg, times `epochHours`. */
	spread: number;
	/** The spread as a share per year. */
	apr: number;
	/** Coins of each leg. */
	quantity: number;
	/** Taker fees of both legs, charged at the entry and again at the exit. */
	fees: number;
	entrySlippage: number;
	exitSlippage: number;
	/** Short mid / long mid − 1, in one currency. */
	basisNow: number;
	/** Mean of the price basis, which is expected at the exit, minus the current one. Positive is a cost. */
	basisCost: number;
	totalCost: number;
	/** True if the prices are too far apart for one coin. */
	areTwoCoins: boolean;
	/** Horizon of the figures: the requested one, else the pair's best; DIRECTION_HOURS without a forecast. */
	horizonHours: number;
	expectedCarry: number;
	/** Carry expected over DIRECTION_HOURS; NaN at terms with a horizon. */
	directionCarry: number;
	expectedNet: number;
	netApr: number;
	/** False while a blocking guard applies at these terms. */
	isTradable: boolean;
};

/** Creates figures with all numbers NaN, to be filled by `Figures`. */
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
