/**
 * A `FundingHistory` that holds only the rates that a test sets. It notifies listeners at once and requests nothing.
 */
import type { SettledRate } from '../../src/domain/funding.ts';
import { instrumentKey, type VenueName } from '../../src/domain/instrument.ts';
import { historyGaps } from '../../src/domain/paid-rates.ts';
import type { FundingHistory, SettledListener } from '../../src/ports/funding-history.ts';

export type HeldHistory = FundingHistory & {
	/** Returns all rates of an instrument, oldest first. */
	readonly rates: (venue: VenueName, symbol: string) => readonly SettledRate[];
	/** Adds an instrument's settled rates, in any order. */
	readonly put: (venue: VenueName, symbol: string, rates: readonly SettledRate[]) => void;
	/** Sets the reason why reading this instrument's history failed; null if it succeeded. */
	readonly fail: (venue: VenueName, symbol: string, failure: string | null) => void;
	/** Sets work that `ensure` waits for; by default there is none. */
	readonly onEnsure: (wait: (venue: VenueName, symbol: string) => Promise<void>) => void;
};

export function createHeldHistory(): HeldHistory {
	const ratesOf = new Map<string, readonly SettledRate[]>();
	const failureOf = new Map<string, string | null>();
	const listeners = new Set<SettledListener>();
	const rates = (venue: VenueName, symbol: string) => ratesOf.get(instrumentKey({ venue, symbol })) ?? [];
	const failure = (venue: VenueName, symbol: string) =>
		failureOf.get(instrumentKey({ venue, symbol })) ?? null;
	let ensure = (_venue: VenueName, _symbol: string): Promise<void> => Promise.resolve();
	return {
		rates,
		settled: async (venue, symbol, from, to) =>
			rates(venue, symbol).filter(({ settledAt }) => settledAt >= from && settledAt <= to),
		async coverage(venue, symbol) {
			const held = rates(venue, symbol);
			return {
				from: held[0]?.settledAt ?? null,
				to: held.at(-1)?.settledAt ?? null,
				count: held.length,
				gaps: historyGaps(held.map(({ settledAt }) => settledAt)),
				failure: failure(venue, symbol),
			};
		},
		failure,
		recent: rates,
		onSettled(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		ensure: (venue, symbol) => ensure(venue, symbol),
		put(venue, symbol, given) {
			const key = instrumentKey({ venue, symbol });
			const known = new Map((ratesOf.get(key) ?? []).map((rate) => [rate.settledAt, rate]));
			const added = given.filter(({ settledAt }) => !known.has(settledAt));
			for (const rate of given) known.set(rate.settledAt, rate);
			ratesOf.set(
				key,
				[...known.values()].sort((a, b) => a.settledAt - b.settledAt),
			);
			added.sort((a, b) => a.settledAt - b.settledAt);
			for (const listener of listeners) listener(venue, symbol, added);
		},
		fail: (venue, symbol, failure) => failureOf.set(instrumentKey({ venue, symbol }), failure),
		onEnsure(wait) {
			ensure = wait;
		},
	};
}
