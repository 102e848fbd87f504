/** The present state of one contract of a recording of grade A: its latest terms, prices, volume, book and rates. */

import type { SettledRate } from '../../domain/funding.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { RecordedEstimate, RecordedInstrument, RecordedVolume } from '../../domain/recording.ts';
import type { FeeRates, InstrumentTicker } from '../../ports/venue-market.ts';

/** A contract as far as it was received. */
export type ObservedContract = {
	terms: RecordedInstrument;
	estimate: RecordedEstimate | undefined;
	volume: RecordedVolume | undefined;
	/** Undefined while it is unknown. */
	book: OrderBook | undefined;
	/** Settled rates, ascending, each once. */
	readonly settled: SettledRate[];
	/** Start of the recorder that repeated the terms last, ms. */
	run: number;
	/** The ticker of the present data; undefined before the first prices, and after a change. */
	shown: InstrumentTicker | undefined;
};

/** Creates a contract from its first observation. */
export function observedContract(terms: RecordedInstrument, run: number): ObservedContract {
	return {
		...{ terms, run, settled: [] },
		...{ estimate: undefined, volume: undefined, book: undefined, shown: undefined },
	};
}

/** Returns the ticker; undefined before the first prices. */
export function tickerOf(contract: ObservedContract): InstrumentTicker | undefined {
	if (contract.shown === undefined && contract.estimate !== undefined)
		contract.shown = newTicker(contract, contract.estimate);
	return contract.shown;
}

function newTicker(
	{ terms, volume }: ObservedContract,
	{ symbol, mark, index, funding, fundingCap, fundingFloor, otherIndex }: RecordedEstimate,
): InstrumentTicker {
	return {
		...{ symbol, mark, index, funding, fundingCap, fundingFloor },
		last: null,
		volume24h: volume?.volume24h ?? null,
		openInterest: volume?.openInterest ?? null,
		tradable: terms.trading ?? true,
		delistingAt: terms.delistingAt,
		problems: [],
		...(otherIndex === null ? {} : { otherIndex }),
	};
}

/** Forgets everything that may have changed unseen. Terms and settled rates stay true. */
export function forgetPrices(contract: ObservedContract): void {
	contract.estimate = undefined;
	contract.volume = undefined;
	contract.book = undefined;
	contract.shown = undefined;
}

/** Adds rates in order of time. A rate that is known already is not added again. */
export function addRates(contract: ObservedContract, rates: readonly SettledRate[]): void {
	const { settled } = contract;
	const added = rates.toSorted((a, b) => a.settledAt - b.settledAt);
	const merged: SettledRate[] = [];
	let known = settled.length;
	const first = added[0]?.settledAt ?? Number.POSITIVE_INFINITY;
	while (known > 0 && (settled[known - 1] as SettledRate).settledAt >= first) known -= 1;
	const later = settled.splice(known);
	for (let a = 0, b = 0; a < later.length || b < added.length; ) {
		const old = later[a];
		const fresh = added[b];
		const isOld = fresh === undefined || (old !== undefined && old.settledAt <= fresh.settledAt);
		const next = (isOld ? old : fresh) as SettledRate;
		if (isOld) a += 1;
		else b += 1;
		if (merged.at(-1)?.settledAt !== next.settledAt) merged.push(next);
	}
	settled.push(...merged);
}

/** Returns the known rates with from ≤ settledAt ≤ to, newest first. */
export function ratesBetween(
	{ settled }: ObservedContract,
	from: number,
	to: number,
): readonly SettledRate[] {
	return settled.filter(({ settledAt }) => settledAt >= from && settledAt <= to).reverse();
}

/** Returns the contract's terms. */
export function instrumentOf({ terms }: ObservedContract): Instrument {
	return terms.instrument;
}

/** Returns the recorded fees. */
export function feesOf({ terms }: ObservedContract): FeeRates {
	return terms.fees;
}
