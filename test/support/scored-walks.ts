/** Builds artificial walk-forward runs and decisions, for tests of their scores. */
import { HISTORY_HOURS, type ScoredSeries, scoredSeries } from '../../research/received.ts';
import type { ShippedVerdict } from '../../research/verdicts.ts';
import type { Decision, HourlySignals, WalkForward } from '../../research/walk-forward.ts';
import { recordedLeg } from './recorded-legs.ts';

const HORIZONS = 6;
const LAST_HOUR = 6_000;

/** Returns a series of 6,000 hours. In each hour it pays the given carry, in bp, to a pair with a short first leg. */
export function payingSeries(
	bpPerHour: (hour: number) => number,
	venues: readonly [string, string] = ['binance', 'hyperliquid'],
): ScoredSeries {
	const [series] = scoredSeries([
		recordedLeg(venues[0], 1, 0, LAST_HOUR, (hour) => 1e-4 * bpPerHour(hour)),
		recordedLeg(venues[1], 1, 0, LAST_HOUR, () => 0),
	]);
	if (series === undefined) throw new Error('A series was expected.');
	return series;
}

/**
 * The service's signals at one hour. `entry`: side of its verdict, 0 for no trade. `expectedMonth`: expected carry of
 * the next 720 h, bp. `monthMean`: mean carry of the last 30 days, as a fraction per year.
 */
export type Signal = {
	readonly entry: 1 | -1 | 0;
	readonly expectedMonth: number;
	readonly monthMean: number;
};

export function hourlySignals(series: ScoredSeries, at: (hour: number) => Signal): HourlySignals {
	const from = series.firstAlive + HISTORY_HOURS;
	const signals = Array.from({ length: series.lastAlive - from + 1 }, (_, index) => at(from + index));
	return {
		series,
		from,
		entries: Int8Array.from(signals, ({ entry }) => entry),
		expectedMonth: Float64Array.from(signals, ({ expectedMonth }) => expectedMonth),
		monthMean: Float64Array.from(signals, ({ monthMean }) => monthMean),
	};
}

/** Returns a walk-forward run without decisions, for tests of trading by hourly signals. */
export function walkOf(...hourly: readonly HourlySignals[]): WalkForward {
	const finalModel = () => {
		throw new Error('Nothing is fitted here.');
	};
	return { decisions: [], hourly, refits: 0, finalModel };
}

/**
 * Returns a `trade` verdict for a short first leg over 720 h. `stated` is its probability of a profit; `changes`
 * replace single fields.
 */
export function verdictOf(stated: number, changes: Partial<ShippedVerdict> = {}): ShippedVerdict {
	const facts = { expectedNet: 0.01, probabilityPositive: stated, monthMean: 0.1, hasOwnHistory: true };
	return { side: 1, horizon: HORIZONS - 1, facts, isTrade: true, ...changes };
}

/**
 * Returns a decision that forecasts 1 bp with a standard deviation of 1 bp, and receives 1 bp, at every horizon.
 * `changes` replace single fields.
 */
export function decisionOf(
	series: ScoredSeries,
	hour: number,
	changes: Partial<Omit<Decision, 'series' | 'hour'>> = {},
): Decision {
	const everywhere = (figure: number): readonly number[] => new Array<number>(HORIZONS).fill(figure);
	return {
		series,
		hour,
		headline: 1,
		headlineScales: 1,
		hasLikeClocks: true,
		verdict: verdictOf(0.5),
		stated: everywhere(1),
		sd: everywhere(1),
		negative: everywhere(0.25),
		positive: everywhere(0.75),
		received: everywhere(1),
		...changes,
	};
}
