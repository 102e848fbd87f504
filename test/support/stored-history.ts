/** Settled funding held in memory, with coverage as a store would state it. */
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { SettledRate } from '../../src/domain/funding.ts';
import type { FundingHistory, HistoryCoverage } from '../../src/ports/funding-history.ts';

export type StoredHistory = FundingHistory & {
	/** Stores a rate per instant. */
	readonly put: (venue: string, symbol: string, rates: Readonly<Record<number, string>>) => void;
	readonly setGaps: (venue: string, symbol: string, gaps: HistoryCoverage['gaps']) => void;
};

export function createStoredHistory(): StoredHistory {
	const rates = new Map<string, SettledRate[]>();
	const gaps = new Map<string, HistoryCoverage['gaps']>();
	const of = (venue: string, symbol: string) => rates.get(`${venue}:${symbol}`) ?? [];
	return {
		settled: (venue, symbol, from, to) =>
			of(venue, symbol).filter(({ settledAt }) => settledAt >= from && settledAt <= to),
		coverage(venue, symbol) {
			const known = of(venue, symbol);
			return {
				from: known[0]?.settledAt ?? null,
				to: known.at(-1)?.settledAt ?? null,
				count: known.length,
				gaps: gaps.get(`${venue}:${symbol}`) ?? [],
				failure: null,
			};
		},
		onSettled: () => () => undefined,
		ensure: async () => undefined,
		put(venue, symbol, given) {
			const added = Object.entries(given).map(([at, rate]) => ({
				settledAt: Number(at),
				rate: parseDecimal(rate),
			}));
			rates.set(
				`${venue}:${symbol}`,
				[...of(venue, symbol), ...added].sort((a, b) => a.settledAt - b.settledAt),
			);
		},
		setGaps: (venue, symbol, given) => gaps.set(`${venue}:${symbol}`, given),
	};
}
