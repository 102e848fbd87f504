/**
 * Measures what the price basis adds to trades or takes from them. If the legs' prices move against the position, the
 * loss can exceed the funding earned. The functions are pure.
 */
import type { ScoredSeries } from './received.ts';
import type { Trade } from './trading.ts';

/** Price of one coin on one venue at the start of each hour, by UTC hours since the epoch. */
export type HourlyPrices = {
	readonly venue: string;
	readonly base: string;
	readonly opens: ReadonlyMap<number, number>;
};

/** Sums over the trades whose legs have recorded prices at entry and exit. */
export type BasisResult = {
	/** Keys of the series with recorded prices for both legs. */
	readonly covered: readonly string[];
	/** Number of trades with recorded prices for both legs at entry and exit: the counted trades. */
	readonly trades: number;
	/** Keys of the series to which the counted trades belong. */
	readonly series: readonly string[];
	/** Sum of the carry less the cost of the counted trades, bp of one leg's notional. */
	readonly netBp: number;
	/** Sum of what the counted trades gained from the price basis, bp of one leg's notional. */
	readonly basisBp: number;
};

/**
 * Computes the gain from the basis for every trade with recorded prices for both legs at entry and exit. The gain is
 * the basis (short price / long price − 1) at entry less the basis at exit.
 */
export function basisOf(
	all: readonly ScoredSeries[],
	trades: readonly Trade[],
	prices: readonly HourlyPrices[],
): BasisResult {
	const opens = new Map(prices.map((each) => [`${each.venue} ${each.base}`, each.opens]));
	const seen = new Set<string>();
	let count = 0;
	let netBp = 0;
	let basisBp = 0;
	for (const trade of trades) {
		const { first, second, key } = trade.series;
		const [short, long] = trade.side === 1 ? [first, second] : [second, first];
		const basisAt = (hour: number): number => {
			const shortPrice = opens.get(`${short.venue} ${short.base}`)?.get(hour) ?? Number.NaN;
			return shortPrice / (opens.get(`${long.venue} ${long.base}`)?.get(hour) ?? Number.NaN) - 1;
		};
		const gained = 1e4 * (basisAt(trade.entry) - basisAt(trade.exit));
		if (!Number.isFinite(gained)) continue;
		seen.add(key);
		count += 1;
		netBp += trade.carryBp - trade.costBp;
		basisBp += gained;
	}
	const covered = all
		.filter(({ first, second }) => [first, second].every((leg) => opens.has(`${leg.venue} ${leg.base}`)))
		.map(({ key }) => key);
	return { covered, trades: count, series: [...seen].sort(), netBp, basisBp };
}
