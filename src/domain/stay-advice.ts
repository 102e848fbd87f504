/**
 * Advises whether to hold or close a running pair. The advice gives the expected result of staying, and explains the
 * decision of the rule in `exit-reversal.ts`. Pure functions.
 */
import { advice } from '../sentences/advice.ts';
import type { Words } from '../sentences/sentence.ts';
import { abs, type Decimal, neg, parseDecimal } from './decimal.ts';
import { spoken } from './english.ts';
import type { ExecutionState } from './execution.ts';
import { percentOfShare } from './exit-liquidation.ts';
import { isReversed, type StayOutlook } from './exit-reversal.ts';

/**
 * Expected result of keeping a running pair open. All figures are finite and `roundTrip` is above 0. Figures are
 * fractions of one leg's notional; `monthMean` is per year.
 */
export type Outlook = Omit<StayOutlook, 'exitPremium'> & {
	/**
	 * Slippage and price basis of an exit now: (price to buy back the short leg) / (price to sell the long leg) − 1.
	 */
	readonly exitGap: number;
};

/** The reason why the outlook is unknown, in one sentence. */
export type UnknownOutlook = { readonly unknown: Words };

/** The outlook of a running pair, or a sentence that explains why it is unknown. */
export type OutlookAnswer = Outlook | UnknownOutlook;

/** Returns the outlook of an execution that holds both legs, from the data known at `now`, milliseconds. */
export type ReadOutlook = (state: ExecutionState, now: number) => OutlookAnswer;

/** Possible advice on a running pair. `unknown` means that its outlook is unknown. */
export const ADVICE_ACTIONS = ['hold', 'close', 'unknown'] as const;

/** Advice to hold or to close a pair, and the reason. */
export type StayAdvice = {
	readonly action: (typeof ADVICE_ACTIONS)[number];
	/** Reason, in one sentence for the user. */
	readonly reason: Words;
};

/** Reasons for advice, and why there is none. */
export const ADVICE_TEXT = spoken('advice', advice);

/** Estimates are statistics, so twelve decimal places are enough. */
const PLACES = 12;

/** Gives advice from current figures. It does not consider whether an exit is unusually expensive right now. */
export function stayAdvice(outlook: OutlookAnswer): StayAdvice {
	if ('unknown' in outlook) return { action: 'unknown', reason: outlook.unknown };
	const { monthMean, expectedMonth, roundTrip } = outlook;
	const figures = {
		meanPct: percentOf(monthMean),
		expectedPct: abs(percentOf(expectedMonth)),
		limitPct: percentOf(roundTrip / 2),
	};
	if (isReversed({ ...outlook, exitPremium: 0 }))
		return { action: 'close', reason: ADVICE_TEXT.close(figures) };
	return { action: 'hold', reason: ADVICE_TEXT.hold({ ...figures, loses: expectedMonth < 0 }) };
}

/**
 * Returns the figures behind the advice as fractions of one leg's notional, with the mean per year; null if unknown.
 */
export function adviceFigures(outlook: OutlookAnswer): {
	readonly monthMean: Decimal | null;
	readonly expectedMonth: Decimal | null;
	/** Threshold of `expectedMonth` for a close: minus half the cost of a round trip. */
	readonly closeBelow: Decimal | null;
} {
	if ('unknown' in outlook) return { monthMean: null, expectedMonth: null, closeBelow: null };
	return {
		monthMean: estimate(outlook.monthMean),
		expectedMonth: estimate(outlook.expectedMonth),
		closeBelow: neg(estimate(outlook.roundTrip / 2)),
	};
}

function percentOf(share: number): Decimal {
	return percentOfShare(estimate(share));
}

/** Converts an estimate to a published figure. */
export function estimate(value: number): Decimal {
	return parseDecimal(value.toFixed(PLACES));
}
