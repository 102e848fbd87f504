/**
 * Stores that keep nothing longer than a replay needs it. They replace the database where a replay would write the same
 * data that it reads. A replay that is kept uses the database for everything.
 */

import { withChange } from '../../accounts/paper/account-draft.ts';
import type { SettledRate } from '../../domain/funding.ts';
import { type InstrumentKey, instrumentKey, type VenueName } from '../../domain/instrument.ts';
import { settlementInstant } from '../../domain/paid-rates.ts';
import type { LifeStore } from '../../ports/lives.ts';
import type { PaperFill, PaperOrder, PaperPayment, PaperState, PaperStore } from '../../ports/paper-store.ts';
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

type PaperRecords = {
	state: PaperState;
	readonly orders: Map<string, PaperOrder>;
	readonly fills: PaperFill[];
	readonly payments: Map<string, PaperPayment[]>;
};

/** Creates an empty store of paper accounts in memory. */
export function paperInMemory(): PaperStore {
	const all = new Map<string, PaperRecords>();
	const fillsOf = (accountId: string): readonly PaperFill[] => all.get(accountId)?.fills ?? [];
	return {
		async open(account) {
			if (all.has(account.accountId)) return;
			const empty = { holdings: new Map(), open: new Map(), taken: new Map() };
			const state: PaperState = { account, wallet: account.deposit, ...empty };
			all.set(account.accountId, { state, orders: new Map(), fills: [], payments: new Map() });
		},
		async load(accountId, venue) {
			const state = all.get(accountId)?.state;
			return state?.account.venue === venue ? state : undefined;
		},
		// The service asks once, when it starts. Nothing has been traded then.
		active: async () => [],
		async write(accountId, change) {
			const records = all.get(accountId);
			if (records === undefined) throw new Error(`Invariant broken: there is no paper account ${accountId}.`);
			records.state = withChange(records.state, change);
			for (const order of change.orders ?? []) records.orders.set(order.clientOrderId, order);
			records.fills.push(...(change.fills ?? []));
			for (const payment of change.payments ?? []) {
				const { symbol } = payment;
				const own = records.payments.get(symbol) ?? [];
				own.splice(own.findLastIndex(({ settledAt }) => settledAt <= payment.settledAt) + 1, 0, payment);
				records.payments.set(symbol, own);
			}
		},
		order: async (accountId, clientOrderId) => all.get(accountId)?.orders.get(clientOrderId),
		fillsOfOrder: async (accountId, id) =>
			fillsOf(accountId).filter(({ venueOrderId }) => venueOrderId === id),
		fills: async (accountId, from, to, symbol) =>
			fillsOf(accountId).filter(
				(fill) => fill.filledAt >= from && fill.filledAt <= to && (symbol ?? fill.symbol) === fill.symbol,
			),
		async payments(accountId, symbol, from, to) {
			const own = all.get(accountId)?.payments.get(symbol) ?? [];
			const before = own.findLastIndex(({ settledAt }) => settledAt < from);
			return own.slice(before + 1).filter(({ settledAt }) => settledAt <= to);
		},
	};
}

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
