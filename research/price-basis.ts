/** Effect of the price basis on trades: converging prices can cost more than the funding spread earned. Pure. */
import type { ScoredSeries } from './received.ts';
import type { Trade } from './trading.ts';

/** Opening prices of one coin on one venue, by UTC hour since the epoch. */
export type HourlyPrices = {
	readonly venue: string;
	readonly base: string;
	readonly opens: ReadonlyMap<number, number>;
};

/** Trades whose legs have recorded prices, with their sums. */
export type BasisResult = {
	/** Series whose two legs both have candles. */
	readonly covered: readonly string[];
	/** Trades with candles of both legs at entry and exit. */
	readonly trades: number;
	/** Series of these trades. */
	readonly series: readonly string[];
	/** Their carry less cost, and the gain from the basis, summed in bp of one leg's notional. */
	readonly netBp: number;
	readonly basisBp: number;
};

/**
 * Gain from the basis: short price / long price − 1 at entry less the same at exit, for every trade with candles of
 * both legs.
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
