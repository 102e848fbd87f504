/**
 * The settlement just before the coming one, while its venue may still count a trade of now for it. What is stored of it is
 * looked up once, and again when the instrument's history has grown.
 */
import type { Decimal } from '../domain/decimal.ts';
import { type InstrumentKey, instrumentKey, type VenueName } from '../domain/instrument.ts';
import { ENTRY_TIME_MS } from '../domain/opportunity.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { settlementTermsOf } from '../venues/facts.ts';

/** Stamps of one settlement differ between a venue's ticker and its history by less than this. */
const STAMP_TOLERANCE_MS = 60_000;

/** `at`: the instant by the ticker's clock, milliseconds. */
export type PassedSettlement = { readonly at: number; readonly rate: Decimal };

/** Finds the last settlement of a leg while its exchange may still count a position that opens now. */
export type PassedLookup = {
	/** Undefined once it is too long ago, and while its rate is not stored. */
	readonly of: (leg: InstrumentInputs, now: number) => PassedSettlement | undefined;
	/** More is stored of an instrument. */
	readonly forget: (venue: VenueName, symbol: string) => void;
};

/** Instruments whose lookup is kept at a time. */
const KEPT_MAX = 10_000;

type Kept = { readonly at: number; readonly found: PassedSettlement | undefined };

/** Creates the lookup over stored settled rates, with a cache that `forget` clears for one instrument. */
export function createPassedLookup(history: Pick<FundingHistory, 'settled'>): PassedLookup {
	const kept = new Map<InstrumentKey, Kept>();

	function lookUp(venue: VenueName, symbol: string, at: number): PassedSettlement | undefined {
		const print = history.settled(venue, symbol, at - STAMP_TOLERANCE_MS, at + STAMP_TOLERANCE_MS).at(-1);
		return print === undefined ? undefined : { at, rate: print.rate };
	}

	return {
		of({ instrument, ticker }, now) {
			const funding = ticker?.funding ?? null;
			if (funding === null) return undefined;
			const at = funding.nextSettlementAt - funding.intervalMs;
			const { venue, symbol } = instrument;
			// An interval that is none has no settlement before the coming one.
			if (!(at < funding.nextSettlementAt)) return undefined;
			const sinceMs = now + ENTRY_TIME_MS - at;
			if (!(Math.abs(sinceMs) <= settlementTermsOf(venue).uncertaintyMs)) return undefined;
			const key = instrumentKey(instrument);
			const known = kept.get(key);
			if (known !== undefined && known.at === at) return known.found;
			const found = lookUp(venue, symbol, at);
			if (kept.size >= KEPT_MAX) kept.clear();
			kept.set(key, { at, found });
			return found;
		},
		forget: (venue, symbol) => kept.delete(instrumentKey({ venue, symbol })),
	};
}
