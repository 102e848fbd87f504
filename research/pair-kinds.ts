/**
 * Shows for which kinds of pair the forecasts hold. It scores slopes and reversal odds for pairs whose legs settle at
 * the same or at different times, and for pairs with a DEX. Slopes are also scored per venue pair. The functions are
 * pure.
 */
import { isDecentralised } from '../src/venues/facts.ts';
import { DIRECTIONS, reversalOdds } from './decision-outcomes.ts';
import { between, CALIBRATION_GOAL, type Goal } from './goals.ts';
import { calibrationError } from './odds.ts';
import { SCORED_HORIZONS_HOURS } from './received.ts';
import { type ScoreRow, slopeRow } from './score-table.ts';
import type { Decision } from './walk-forward.ts';

/** A named group of decisions. One decision may be in several groups. */
export type PairKind = { readonly name: string; readonly decisions: readonly Decision[] };

/** Groups the decisions by kind of pair. Empty groups are left out. */
export function pairKinds(decisions: readonly Decision[]): readonly PairKind[] {
	const isWithDex = ({ series }: Decision): boolean =>
		[series.first, series.second].some(({ venue }) => isDecentralised(venue));
	return [
		{ name: 'same clock', decisions: decisions.filter(({ hasLikeClocks }) => hasLikeClocks) },
		{ name: 'different clock', decisions: decisions.filter(({ hasLikeClocks }) => !hasLikeClocks) },
		{ name: 'with a DEX', decisions: decisions.filter(isWithDex) },
	].filter((kind) => kind.decisions.length > 0);
}

/**
 * Computes for each kind of pair, in both directions and at every horizon: the slope of the forecasts, and the
 * calibration error of P(reversal).
 */
export function pairKindScores(kinds: readonly PairKind[], firstHour: number): readonly ScoreRow[] {
	return kinds.flatMap((kind) => [...slopeRows(kind, firstHour, null), ...oddsRows(kind, firstHour)]);
}

/** Computes the slope of the forecasts for each venue pair, in both directions and at every horizon. */
export function venuePairScores(decisions: readonly Decision[], firstHour: number): readonly ScoreRow[] {
	const venuesOf = ({ series }: Decision): string => `${series.first.venue}-${series.second.venue}`;
	return [...new Set(decisions.map(venuesOf))].sort().flatMap((name) => {
		const own = decisions.filter((decision) => venuesOf(decision) === name);
		return slopeRows({ name, decisions: own }, firstHour, between(0.75, 1.3));
	});
}

function slopeRows({ name, decisions }: PairKind, firstHour: number, goal: Goal | null): readonly ScoreRow[] {
	return DIRECTIONS.flatMap((direction) =>
		SCORED_HORIZONS_HOURS.map((_, index) => ({
			...slopeRow(decisions, index, direction, firstHour, goal),
			measure: `${name}, slope, ${direction} direction`,
		})),
	);
}

function oddsRows({ name, decisions }: PairKind, firstHour: number): readonly ScoreRow[] {
	return DIRECTIONS.flatMap((direction) =>
		SCORED_HORIZONS_HOURS.map((horizonHours, index) => ({
			measure: `${name}, calibration error, ${direction} direction`,
			horizonHours,
			goal: CALIBRATION_GOAL,
			ours: calibrationError(reversalOdds(decisions, index, direction), firstHour),
			headline: null,
			monthMean: null,
		})),
	);
}
