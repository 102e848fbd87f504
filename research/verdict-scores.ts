/**
 * Checks whether `trade` verdicts came true, by comparing the stated probability of a profit with the carry received.
 * The functions are pure.
 */
import { toNumber } from '../src/domain/decimal.ts';
import { JUDGED_COUNT_MIN, ODDS_BINS, oddsBin, SCORE_GOALS } from '../src/domain/forecast-scores.ts';
import { meanEstimate } from './block-sums.ts';
import { between, type Score } from './goals.ts';
import { SCORED_HORIZONS_HOURS } from './received.ts';
import { roundTripCostBp } from './round-trip-cost.ts';
import type { Decision } from './walk-forward.ts';

/**
 * Scores for a bin of stated probabilities, or for all verdicts. `ours` is the mean stated probability minus the
 * fraction of verdicts that came true.
 */
export type VerdictScore = Score & {
	/** Mean stated probability. */
	readonly stated: number;
	/** Fraction of verdicts whose carry over the stated horizon exceeded the cost. */
	readonly cameTrue: number;
	/** Number of verdicts whose outcome is known. */
	readonly count: number;
};

/** Scores of the `trade` verdicts, by their outcomes. */
export type VerdictScores = {
	/** All verdicts first, then the non-empty bins in ascending order. */
	readonly rows: readonly VerdictScore[];
	/** Number of `trade` verdicts by stated horizon, including those with an unknown outcome. */
	readonly byHorizon: readonly { readonly hours: number; readonly count: number }[];
};

const APART_MOST = toNumber(SCORE_GOALS.tradeOdds.most);
const GOAL = between(-APART_MOST, APART_MOST);

/** A `trade` verdict whose outcome is known. */
type KnownVerdict = { readonly hour: number; readonly stated: number; readonly event: 0 | 1 };

/** Scores the decisions whose verdict is `trade`. */
export function verdictScores(decisions: readonly Decision[], firstHour: number): VerdictScores {
	const trades = decisions.filter(({ verdict }) => verdict.isTrade);
	const known = trades.flatMap(knownOf);
	const bins = Array.from({ length: ODDS_BINS }, (_, bin): VerdictScore => {
		const inBin = known.filter(({ stated }) => oddsBin(stated) === bin);
		const measure = `verdicts, stated ${bin / ODDS_BINS} to ${(bin + 1) / ODDS_BINS}`;
		return verdictScore(measure, inBin, firstHour, JUDGED_COUNT_MIN);
	});
	return {
		rows: [verdictScore('verdicts, all', known, firstHour, 0), ...bins.filter(({ count }) => count > 0)],
		byHorizon: SCORED_HORIZONS_HOURS.map((hours, index) => ({
			hours,
			count: trades.filter(({ verdict }) => verdict.horizon === index).length,
		})),
	};
}

/** Returns a list with the verdict and its outcome; empty if the outcome is unknown. */
function knownOf({ series, hour, received, verdict }: Decision): readonly KnownVerdict[] {
	const carry = received[verdict.horizon];
	if (carry === undefined) return [];
	const event = verdict.side * carry > roundTripCostBp(series) ? 1 : 0;
	return [{ hour, stated: verdict.facts.probabilityPositive, event }];
}

function verdictScore(
	measure: string,
	known: readonly KnownVerdict[],
	firstHour: number,
	goalCountMin: number,
): VerdictScore {
	const stated = known.reduce((sum, each) => sum + each.stated, 0) / known.length;
	const cameTrue = known.reduce((sum, each) => sum + each.event, 0) / known.length;
	const goal = known.length >= goalCountMin ? GOAL : null;
	return {
		measure,
		horizonHours: null,
		goal,
		ours: meanEstimate(known, (each) => each.stated - each.event, firstHour),
		stated,
		cameTrue,
		count: known.length,
	};
}
