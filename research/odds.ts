/**
 * Scores stated probabilities of a reversal: calibration error, and Brier skill against a base rate and against the
 * pair's own past. The functions are pure.
 */
import { ODDS_BINS, oddsBin } from '../src/domain/forecast-scores.ts';
import { createBlockSums, type Estimate, estimate } from './block-sums.ts';

/** A stated probability and its outcome. */
export type Odds = {
	readonly hour: number;
	readonly series: string;
	readonly probability: number;
	/** 1 if the event happened, otherwise 0. */
	readonly event: 0 | 1;
};

/**
 * Odds with their climatology: how often the event had happened in the pair's own past, as known at the time of the
 * decision.
 */
export type RatedOdds = Odds & { readonly climatology: number };

/**
 * Weight of the pooled rate, as a number of decisions. The pooled rate is the fraction of decisions, across all
 * series, in which the event happened.
 */
const POOLED_EVENTS = 30;
/** Pooled rate while fewer than `POOLED_EVENTS` outcomes are known across all series. */
const POOL_FIRST = 0.3;

/**
 * Adds the climatology: (events + 30 · pool) / (n + 30), over the n decisions in the series whose outcome was known
 * at the time. The pool is the fraction of events across all series, again among the outcomes known at the time.
 * @param odds sorted by hour, ascending
 */
export function withClimatology(odds: readonly Odds[], horizonHours: number): readonly RatedOdds[] {
	const counts = new Map<string, { count: number; events: number }>();
	const pool = { count: 0, events: 0 };
	let known = 0;
	return odds.map((current) => {
		for (; known < odds.length; known += 1) {
			const past = odds[known] as Odds;
			if (past.hour + horizonHours > current.hour) break;
			const own = counts.get(past.series) ?? { count: 0, events: 0 };
			counts.set(past.series, { count: own.count + 1, events: own.events + past.event });
			pool.count += 1;
			pool.events += past.event;
		}
		const pooled = pool.count < POOLED_EVENTS ? POOL_FIRST : pool.events / pool.count;
		const own = counts.get(current.series) ?? { count: 0, events: 0 };
		const climatology = (own.events + POOLED_EVENTS * pooled) / (own.count + POOLED_EVENTS);
		return { ...current, climatology };
	});
}

/** Computes the Brier skill 1 − Brier score / Brier score of the climatology. */
export function skillAgainstClimatology(odds: readonly RatedOdds[], firstHour: number): Estimate {
	const sums = createBlockSums(firstHour);
	for (const { hour, probability, event, climatology } of odds) {
		sums.add(hour, [(probability - event) ** 2, (climatology - event) ** 2]);
	}
	return estimate(sums, ([brier, reference]) => 1 - (brier as number) / (reference as number));
}

/** Computes the Brier skill 1 − Brier score / (e (1 − e)), where e is the fraction of events in the scored sample. */
export function skillAgainstBaseRate(odds: readonly Odds[], firstHour: number): Estimate {
	const sums = createBlockSums(firstHour);
	for (const { hour, probability, event } of odds) sums.add(hour, [(probability - event) ** 2, event, 1]);
	return estimate(sums, (all) => {
		const [brier, events, count] = all as unknown as [number, number, number];
		const share = events / count;
		return 1 - brier / count / (share * (1 - share));
	});
}

/**
 * Computes the calibration error. Odds are grouped into ten bins of stated probability, equally wide. In each bin,
 * the error is the distance between the mean stated probability and the fraction of events. The result is the mean
 * over the bins, weighted by their counts.
 */
export function calibrationError(odds: readonly Odds[], firstHour: number): Estimate {
	const sums = createBlockSums(firstHour);
	for (const { hour, probability, event } of odds) {
		const terms = new Array<number>(3 * ODDS_BINS).fill(0);
		const bin = 3 * oddsBin(probability);
		terms[bin] = 1;
		terms[bin + 1] = probability;
		terms[bin + 2] = event;
		sums.add(hour, terms);
	}
	return estimate(sums, (all) => {
		let count = 0;
		let distance = 0;
		for (let bin = 0; bin < 3 * ODDS_BINS; bin += 3) {
			count += all[bin] as number;
			distance += Math.abs((all[bin + 1] as number) - (all[bin + 2] as number));
		}
		return distance / count;
	});
}
