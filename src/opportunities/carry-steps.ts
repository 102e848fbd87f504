/** Sums a pair's accrued carry in steps of whole hours, so that a year fits into a chart. Pure functions. */
import {
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	mulTrunc,
	sub,
	toNumber,
	ZERO,
} from '../domain/decimal.ts';
import { atPlaces, published } from '../domain/estimate.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { PaidRate } from '../domain/paid-rates.ts';
import type { FundingStep, SeriesStatistics } from '../ports/opportunity-history.ts';
import { accruedHours } from './accrued-carry.ts';

const MS_PER_S = 1_000;
/** Hours for which rates are given, whatever the exchanges' intervals. */
const RATE_HOURS = fromInteger(8);
const STATISTIC_PLACES = 12;
/** Minimum number of values for a mean and a standard deviation. */
const SERIES_STATISTIC_MIN = 7;

type Sum = { accrued: Decimal; hours: number };
type Step = {
	endedAt: number;
	readonly long: Sum;
	readonly short: Sum;
	readonly both: Sum;
	cumulative: Decimal;
};

/** The steps of a range, newest first, with the number of hours known for both legs and their total carry. */
export type CarrySteps = {
	readonly steps: readonly FundingStep[];
	readonly knownHours: number;
	readonly cumulativeCarry: Decimal | null;
};

/**
 * Sums the hours that end in (from, to], ms. Steps begin at multiples of `stepHours` since 1970 UTC. An hour counts for
 * a leg if the leg's settled rates cover it completely, and for the carry if both legs' do.
 */
export function carrySteps(
	long: readonly PaidRate[],
	short: readonly PaidRate[],
	{ from, to, stepHours }: { readonly from: number; readonly to: number; readonly stepHours: number },
): CarrySteps {
	const [longHours, shortHours] = [accruedHours(long), accruedHours(short)];
	const steps = new Map<number, Step>();
	let cumulative: Decimal = ZERO;
	let knownHours = 0;
	for (let end = (Math.floor(from / HOUR_MS) + 1) * HOUR_MS; end <= to; end += HOUR_MS) {
		const [paid, received] = [longHours.get(end), shortHours.get(end)];
		if (paid === undefined && received === undefined) continue;
		const number = Math.ceil(end / (stepHours * HOUR_MS));
		const step = steps.get(number) ?? newStep();
		steps.set(number, step);
		step.endedAt = end;
		count(step.long, paid);
		count(step.short, received);
		if (paid !== undefined && received !== undefined) {
			const carry = sub(received, paid);
			count(step.both, carry);
			cumulative = add(cumulative, carry);
			knownHours += 1;
		}
		step.cumulative = cumulative;
	}
	return {
		steps: [...steps.values()].reverse().map((step) => ({
			timestamp: step.endedAt / MS_PER_S,
			longRate: rateOf(step.long),
			shortRate: rateOf(step.short),
			spread: rateOf(step.both),
			cumulativeCarry: step.cumulative,
		})),
		knownHours,
		cumulativeCarry: knownHours === 0 ? null : cumulative,
	};
}

/** Computes the mean and the sample standard deviation (n − 1) of estimates. */
export function statisticsOf(values: readonly number[]): SeriesStatistics {
	if (values.length < SERIES_STATISTIC_MIN) return { mean: null, sd: null };
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
	const rounded = (value: number) => published(atPlaces(value, STATISTIC_PLACES));
	return { mean: rounded(mean), sd: rounded(Math.sqrt(variance)) };
}

/** Returns the known spreads of the steps as estimates. */
export function spreadsOf(steps: readonly FundingStep[]): readonly number[] {
	return steps.flatMap(({ spread }) => (spread === null ? [] : [toNumber(spread)]));
}

function newStep(): Step {
	const none = (): Sum => ({ accrued: ZERO, hours: 0 });
	return { endedAt: 0, long: none(), short: none(), both: none(), cumulative: ZERO };
}

function count(sum: Sum, accrued: Decimal | undefined): void {
	if (accrued === undefined) return;
	sum.accrued = add(sum.accrued, accrued);
	sum.hours += 1;
}

function rateOf({ accrued, hours }: Sum): Decimal | null {
	return hours === 0 ? null : divTrunc(mulTrunc(accrued, RATE_HOURS), fromInteger(hours));
}
