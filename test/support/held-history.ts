/** A `FundingHistory` that holds what a test puts in, tells its listeners at once, and asks nobody. */
import type { SettledRate } from '../../src/domain/funding.ts';
import { instrumentKey, type VenueName } from '../../src/domain/instrument.ts';
import { historyGaps } from '../../src/domain/paid-rates.ts';
import type { FundingHistory } from '../../src/ports/funding-history.ts';

export type HeldHistory = FundingHistory & {
	/** Adds settled rates of an instrument, in any order. */
	readonly put: (venue: VenueName, symbol: string, rates: readonly SettledRate[]) => void;
	/** Says why the venue could not be asked; null when it was. */
	readonly fail: (venue: VenueName, symbol: string, failure: string | null) => void;
	/** What `ensure` waits for; nothing by default. */
	readonly onEnsure: (wait: (venue: VenueName, symbol: string) => Promise<void>) => void;
};

export function createHeldHistory(): HeldHistory {
	const ratesOf = new Map<string, readonly SettledRate[]>();
	const failureOf = new Map<string, string | null>();
	const listeners = new Set<(venue: VenueName, symbol: string) => void>();
	let ensure = (_venue: VenueName, _symbol: string): Promise<void> => Promise.resolve();
	return {
		settled: (venue, symbol, from, to) =>
			(ratesOf.get(instrumentKey({ venue, symbol })) ?? []).filter(
				({ settledAt }) => settledAt >= from && settledAt <= to,
			),
		coverage(venue, symbol) {
			const key = instrumentKey({ venue, symbol });
			const rates = ratesOf.get(key) ?? [];
			return {
				from: rates[0]?.settledAt ?? null,
				to: rates.at(-1)?.settledAt ?? null,
				count: rates.length,
				gaps: historyGaps(rates.map(({ settledAt }) => settledAt)),
				failure: failureOf.get(key) ?? null,
			};
		},
		onSettled(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		ensure: (venue, symbol) => ensure(venue, symbol),
		put(venue, symbol, rates) {
			const key = instrumentKey({ venue, symbol });
			const known = new Map((ratesOf.get(key) ?? []).map((rate) => [rate.settledAt, rate]));
			for (const rate of rates) known.set(rate.settledAt, rate);
			ratesOf.set(
				key,
				[...known.values()].sort((a, b) => a.settledAt - b.settledAt),
			);
			for (const listener of listeners) listener(venue, symbol);
		},
		fail: (venue, symbol, failure) => failureOf.set(instrumentKey({ venue, symbol }), failure),
		onEnsure(wait) {
			ensure = wait;
		},
	};
}
