/**
 * Hold or close a running pair? The expected result of staying, and the advice that follows from it by the rule of
 * `exit-reversal.ts`, in words. Pure.
 */
import { type Decimal, neg, parseDecimal, ZERO } from './decimal.ts';
import type { ExecutionState } from './execution.ts';
import { percentOfShare } from './exit-liquidation.ts';
import { isReversed, type StayOutlook } from './exit-reversal.ts';
import { percentTexts } from './figure-text.ts';

/** Finite figures, `roundTrip` above 0: shares of one leg's notional, `monthMean` a year. */
export type Outlook = Omit<StayOutlook, 'exitPremium'> & {
	/** Price that buys the short leg back over the price that the long leg is sold at, less 1: slippage and price basis of an exit now. */
	readonly exitGap: number;
};

/** Says why the outlook is not known. */
export type UnknownOutlook = { readonly unknown: string };

/** The outlook of a running pair, or a sentence why it is not known. */
export type OutlookAnswer = Outlook | UnknownOutlook;

/** Reads the outlook of an execution that holds both legs, by what is known at `now`, milliseconds. */
export type ReadOutlook = (state: ExecutionState, now: number) => OutlookAnswer;

/** Advice on a running pair: `unknown` where its outlook is not known. */
export const ADVICE_ACTIONS = ['hold', 'close', 'unknown'] as const;

/** Whether to hold or to close a pair, and why. */
export type StayAdvice = {
	readonly action: (typeof ADVICE_ACTIONS)[number];
	/** For a person. */
	readonly reason: string;
};

/** An estimate is a statistic: twelve places of it are plenty. */
const PLACES = 12;

/** The advice uses present figures alone: an exit that costs more than usual at this moment does not change it. */
export function stayAdvice(outlook: OutlookAnswer): StayAdvice {
	if ('unknown' in outlook) return { action: 'unknown', reason: outlook.unknown };
	const { monthMean, expectedMonth, roundTrip } = outlook;
	const month = percentText(monthMean);
	const [expected, limit] = percentTexts(percentOf(Math.abs(expectedMonth)), percentOf(roundTrip / 2));
	if (isReversed({ ...outlook, exitPremium: 0 }))
		return {
			action: 'close',
			reason: `The mean of the last 30 days has turned to ${month} a year. The next 30 days are expected to lose ${expected} of a leg, more than half a round trip (${limit}).`,
		};
	return {
		action: 'hold',
		reason: `The mean of the last 30 days is ${month} a year, and the next 30 days are expected to ${expectedMonth < 0 ? 'lose' : 'bring'} ${expected} of a leg. Close once the mean is below 0 and the next 30 days are expected to lose more than ${limit}.`,
	};
}

/** The figures that the advice follows from, as shares of one leg's notional, the mean a year; null where not known. */
export function adviceFigures(outlook: OutlookAnswer): {
	readonly monthMean: Decimal | null;
	readonly expectedMonth: Decimal | null;
	/** Minus half a round trip. */
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

/** Two places, or as many as tell it apart from nothing. */
function percentText(share: number): string {
	return percentTexts(percentOf(share), ZERO)[0];
}

function estimate(value: number): Decimal {
	return parseDecimal(value.toFixed(PLACES));
}
