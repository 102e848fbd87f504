/** A funding history for tests. A test adds its rates by time and sets its gaps. */
import { parseDecimal } from '../../src/domain/decimal.ts';
import { instrumentKey } from '../../src/domain/instrument.ts';
import type { FundingHistory, HistoryCoverage } from '../../src/ports/funding-history.ts';
import { createHeldHistory } from './held-history.ts';

export type StoredHistory = FundingHistory & {
	/** Stores the rates of an instrument, by time of settlement (unix ms). */
	readonly put: (venue: string, symbol: string, rates: Readonly<Record<number, string>>) => void;
	readonly setGaps: (venue: string, symbol: string, gaps: HistoryCoverage['gaps']) => void;
};

export function createStoredHistory(): StoredHistory {
	const held = createHeldHistory();
	const gaps = new Map<string, HistoryCoverage['gaps']>();
	return {
		...held,
		coverage: async (venue, symbol) => ({
			...(await held.coverage(venue, symbol)),
			gaps: gaps.get(instrumentKey({ venue, symbol })) ?? [],
		}),
		put: (venue, symbol, rates) =>
			held.put(
				venue,
				symbol,
				Object.entries(rates).map(([at, rate]) => ({ settledAt: Number(at), rate: parseDecimal(rate) })),
			),
		setGaps: (venue, symbol, stated) => gaps.set(instrumentKey({ venue, symbol }), stated),
	};
}
