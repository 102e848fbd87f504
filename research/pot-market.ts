/**
 * Prepares a set of recorded series for the score of one pot: the legs and pairs that the pot may hold, and the hours
 * over which it is scored. The functions are pure.
 */
import { createLegHistory, type LegHistory } from '../src/domain/leg-history.ts';
import type { SettledLeg } from './received.ts';
import { fillCostBp } from './round-trip-cost.ts';
import type { HourlySignals } from './walk-forward.ts';

const BP = 1e4;
/** A leg has been delisted if its data ends more than this many hours before the file does. */
const DELISTED_HOURS = 7 * 24;

/** One contract that the pot may hold. */
export type PotLeg = {
	readonly venue: string;
	readonly coin: string;
	/** Cost of a fill, a fraction of its notional. */
	readonly fillCost: number;
	/** Settled rate at each hour from the market's `from` on; 0 at an hour without a settlement. */
	readonly paid: Float64Array;
	readonly history: LegHistory;
	/** Hour after which the leg no longer pays; Infinity if it was not delisted. */
	readonly endsAt: number;
};

/** Two legs of one coin, by their indices, with the signals of the walk-forward run. */
export type PotPair = {
	readonly key: string;
	/** The leg that is short if the signals are positive. */
	readonly first: number;
	/** The leg that is long if the signals are positive. */
	readonly second: number;
	readonly signals: HourlySignals;
};

/** Everything that a rule may know, with the hours over which the pot is scored. */
export type PotMarket = {
	readonly legs: readonly PotLeg[];
	readonly pairs: readonly PotPair[];
	/** All venues, sorted. */
	readonly venues: readonly string[];
	/** First hour of the data. */
	readonly firstHour: number;
	/** First scored hour: 90 days after the data of the first series begins. */
	readonly from: number;
	/** Last scored hour: the last hour at which every leg that was not delisted is known. */
	readonly to: number;
};

/** The service's signals for a pair at one hour, for a short first leg. Figures are NaN if there is no forecast. */
export type PairSignals = {
	/** Expected carry of the next 720 h, a fraction. */
	readonly expectedMonth: number;
	/** Mean carry of the last 720 h, a fraction per year. */
	readonly monthMean: number;
	/** Side of the verdict if it is `trade`, otherwise 0. */
	readonly entry: number;
};

/** Builds the market of a walk-forward run. */
export function potMarket(hourly: readonly HourlySignals[]): PotMarket {
	const settled = [...new Set(hourly.flatMap(({ series }) => [series.first, series.second]))];
	const firstHour = Math.min(...settled.map(({ hours }) => hours[0] as number));
	const lastHour = Math.max(...settled.map(lastHourOf));
	const from = Math.min(...hourly.map((signals) => signals.from));
	const staying = settled.filter((leg) => lastHourOf(leg) >= lastHour - DELISTED_HOURS);
	const to = Math.min(...staying.map(lastHourOf));
	return {
		legs: settled.map((leg) => potLeg(leg, from, to, staying.includes(leg))),
		pairs: hourly.map((signals) => ({
			key: signals.series.key,
			first: settled.indexOf(signals.series.first),
			second: settled.indexOf(signals.series.second),
			signals,
		})),
		venues: [...new Set(settled.map(({ venue }) => venue))].sort(),
		firstHour,
		from,
		to,
	};
}

function lastHourOf({ hours }: SettledLeg): number {
	return hours.at(-1) as number;
}

function potLeg(leg: SettledLeg, from: number, to: number, isStaying: boolean): PotLeg {
	const paid = new Float64Array(to - from + 1);
	leg.hours.forEach((hour, index) => {
		if (hour >= from && hour <= to) paid[hour - from] = leg.rates[index] as number;
	});
	return {
		venue: leg.venue,
		coin: leg.base,
		fillCost: fillCostBp(leg.venue) / BP,
		paid,
		history: createLegHistory(leg),
		endsAt: isStaying ? Number.POSITIVE_INFINITY : lastHourOf(leg),
	};
}

/**
 * Decides whether a leg must be left at the hour because it stops paying before the next daily decision. An exchange
 * announces a delisting days before, so a rule may know it.
 */
export function isEnding({ endsAt }: PotLeg, hour: number): boolean {
	return endsAt < hour + 24;
}

/** Returns a pair's signals at an hour. They are unknown before the pair's first scored hour and after its end. */
export function signalsAt({ signals }: PotPair, hour: number): PairSignals {
	const index = hour - signals.from;
	return {
		expectedMonth: (signals.expectedMonth[index] ?? Number.NaN) / BP,
		monthMean: signals.monthMean[index] ?? Number.NaN,
		entry: signals.entries[index] ?? 0,
	};
}
