/**
 * Measures a replay's outcome and judges a sweep, so that the engine only has to count money. The same columns and
 * seed give the same figures.
 */
import { overfittingOf } from '../../domain/backtest-overfitting.ts';
import { INTERVAL_DAYS_MIN, yearlyInterval } from '../../domain/bootstrap-interval.ts';
import { largestFall } from '../../domain/drawdown.ts';
import { DAY_MS } from '../../domain/funding.ts';
import { DAYS_PER_YEAR, deflatedSharpe, returnShape, yearlySharpe } from '../../domain/sharpe-ratio.ts';
import type { Honesty, Outcome, PortfolioColumns, ProfitParts, SweepResult, SweepTrial } from './result.ts';

/** Figures that a replay counted. */
export type Counted = {
	readonly parts: ProfitParts;
	readonly trades: number;
	readonly columns: Pick<PortfolioColumns, 'at' | 'equity'>;
	/** Capital of all users together, USD. */
	readonly capitalUsd: number;
	/** Span that was played, [from, until), ms. */
	readonly from: number;
	readonly until: number;
	/** Returns uniform numbers in [0, 1) from the replay's seed. */
	readonly unit: () => number;
};

/**
 * Measures one outcome. `netPerYear` is the net over the capital times 365 days over the span, without compounding.
 * The interval and the Sharpe ratio need 30 complete days.
 */
export function outcomeOf({ parts, trades, columns, capitalUsd, from, until, unit }: Counted): Outcome {
	const returns = dailyReturns(columns, capitalUsd, from);
	const days = (until - from) / DAY_MS;
	return {
		parts,
		netPerYear: days > 0 ? (parts.net / capitalUsd) * (DAYS_PER_YEAR / days) : 0,
		interval: yearlyInterval(returns, unit),
		trades,
		drawdown: largestFall([capitalUsd, ...columns.equity]),
		sharpe: returns.length < INTERVAL_DAYS_MIN ? null : yearlySharpe(returnShape(returns).sharpe),
	};
}

/** A result that keeps less than this share of its net one step later is fragile. */
const FRAGILE_SHARE = 0.5;

/**
 * Judges an outcome by the same policy acting one step later; null if that was not run. A net of zero or less is never
 * fragile, because nobody would trade for it.
 */
export function honestyOf(outcome: Outcome, oneStepLate: Honesty['oneStepLate']): Honesty {
	return { verdict: verdictOf(outcome, oneStepLate), oneStepLate };
}

function verdictOf({ trades, parts }: Outcome, late: Honesty['oneStepLate']): Honesty['verdict'] {
	if (trades === 0) return 'none';
	if (late === null) return 'untested';
	const isFragile = parts.net > 0 && late.outcome.parts.net < FRAGILE_SHARE * parts.net;
	return isFragile ? 'fragile' : 'steady';
}

/**
 * Returns the change of equity per complete UTC day as fractions of the capital. A day ends with its last equity; a day
 * without one changes nothing. The last day counts if equity is known within an hour of its end.
 */
export function dailyReturns(
	{ at, equity }: Pick<PortfolioColumns, 'at' | 'equity'>,
	capitalUsd: number,
	from: number,
): readonly number[] {
	const first = Math.floor(from / DAY_MS);
	const last = at.at(-1);
	if (last === undefined) return [];
	const days = Math.floor((last + HOUR_OF_GRACE) / DAY_MS) - first;
	const returns: number[] = [];
	let before = capitalUsd;
	let index = 0;
	for (let day = 0; day < days; day += 1) {
		let close = before;
		for (; index < at.length && (at[index] ?? 0) < (first + day + 1) * DAY_MS; index += 1)
			close = equity[index] ?? close;
		returns.push((close - before) / capitalUsd);
		before = close;
	}
	return returns;
}

/** An hourly column's last entry of a day is at 23:00. */
const HOUR_OF_GRACE = DAY_MS / 24;

/**
 * Chooses the trial with the best training outcome, the first of equals, and judges the choice over the whole span.
 * @throws RangeError without a trial, or if trials have returns of different days
 */
export function judgeTrials(
	trials: readonly SweepTrial[],
): Pick<SweepResult, 'chosen' | 'deflatedSharpe' | 'overfitting'> {
	const best = trials.reduce(
		(most, { training }) => Math.max(most, training.netPerYear),
		Number.NEGATIVE_INFINITY,
	);
	const chosen = trials.findIndex(({ training }) => training.netPerYear === best);
	const returns = trials[chosen]?.dailyReturns;
	if (returns === undefined)
		throw new RangeError('A sweep needs at least one trial with a training outcome.');
	const sharpes = trials.map((trial) => returnShape(trial.dailyReturns).sharpe);
	return {
		chosen,
		deflatedSharpe: returns.length < INTERVAL_DAYS_MIN ? null : deflatedSharpe(returnShape(returns), sharpes),
		overfitting: overfittingOf(trials.map(({ dailyReturns: days }) => days))?.probability ?? null,
	};
}
