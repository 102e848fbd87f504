/**
 * Stores that keep nothing longer than a replay needs it. They replace the database where a replay would write the same
 * data that it reads. A replay that is kept uses the database for everything.
 */

import type { SettledRate } from '../../domain/funding.ts';
import { type InstrumentKey, instrumentKey, type VenueName } from '../../domain/instrument.ts';
import { settlementInstant } from '../../domain/paid-rates.ts';
import type { LifeStore } from '../../ports/lives.ts';
import {
	type AskedSpan,
	type InstrumentName,
	ROWS_PER_COMMIT,
	type SettledRateStore,
} from '../../ports/settled-rate-store.ts';

/** Keeps no lifetimes. */
export const NO_LIVES: LifeStore = {
	open: async () => [],
	async put() {},
	find: async () => ({ lives: [], count: 0 }),
};

/** One instrument's rates, oldest first, and the span that was read. */
type Kept = {
	readonly instrument: InstrumentName;
	readonly rates: SettledRate[];
	readonly instants: number[];
	asked: AskedSpan | undefined;
};

/** Creates an empty store of settled rates in memory. */
export function settledRatesInMemory(): SettledRateStore {
	const all = new Map<InstrumentKey, Kept>();
	const keptOf = (venue: VenueName, symbol: string) => all.get(instrumentKey({ venue, symbol }));
	return {
		async read(venue, symbol, from, to) {
			const kept = keptOf(venue, symbol);
			if (kept === undefined) return [];
			return kept.rates.slice(countBefore(kept.instants, from), countBefore(kept.instants, to + 1));
		},
		instants: async (venue, symbol) => [...(keptOf(venue, symbol)?.instants ?? [])],
		asked: async (venue, symbol) => keptOf(venue, symbol)?.asked,
		async add(instrument, rates, asked) {
			const key = instrumentKey(instrument);
			const kept = all.get(key) ?? { instrument, rates: [], instants: [], asked: undefined };
			all.set(key, kept);
			const rows = rates
				.map(({ settledAt, rate }) => ({ settledAt: settlementInstant(settledAt), rate }))
				.sort((a, b) => a.settledAt - b.settledAt);
			const added: SettledRate[] = [];
			const contradicted: SettledRate[] = [];
			for (const row of rows) {
				const known = insert(kept, row);
				if (known === undefined) added.push(row);
				else if (known.rate !== row.rate) contradicted.push(known);
			}
			kept.asked = asked ?? kept.asked;
			return { added, contradicted };
		},
		instruments: async () =>
			[...all.values()]
				.map(({ instrument }) => instrument)
				.sort((a, b) => (instrumentKey(a) < instrumentKey(b) ? -1 : 1)),
		async dropBefore(venue, symbol, before) {
			const kept = keptOf(venue, symbol);
			if (kept === undefined) return 0;
			const count = Math.min(ROWS_PER_COMMIT, countBefore(kept.instants, before));
			kept.rates.splice(0, count);
			kept.instants.splice(0, count);
			return count;
		},
	};
}

/** Inserts a rate in order of time. Returns the known rate of the settlement instead if there is one. */
function insert({ rates, instants }: Kept, rate: SettledRate): SettledRate | undefined {
	const index = countBefore(instants, rate.settledAt);
	if (instants[index] === rate.settledAt) return rates[index];
	rates.splice(index, 0, rate);
	instants.splice(index, 0, rate.settledAt);
	return undefined;
}

/** Returns the number of instants before a time. */
function countBefore(instants: readonly number[], at: number): number {
	let low = 0;
	let high = instants.length;
	// New settlements are nearly always the latest.
	if (high > 0 && (instants[high - 1] as number) < at) return high;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((instants[middle] as number) < at) low = middle + 1;
		else high = middle;
	}
	return low;
}
