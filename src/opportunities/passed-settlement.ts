/** The settlement just before the coming one, while its venue may still count a trade of now for it. */
import type { Decimal } from '../domain/decimal.ts';
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
};

/** Creates the lookup over the recent rates that are held in memory. */
export function createPassedLookup(history: Pick<FundingHistory, 'recent'>): PassedLookup {
	return {
		of({ instrument: { venue, symbol }, ticker }, now) {
			const funding = ticker?.funding ?? null;
			if (funding === null) return undefined;
			const at = funding.nextSettlementAt - funding.intervalMs;
			// An interval that is none has no settlement before the coming one.
			if (!(at < funding.nextSettlementAt)) return undefined;
			const sinceMs = now + ENTRY_TIME_MS - at;
			if (!(Math.abs(sinceMs) <= settlementTermsOf(venue).uncertaintyMs)) return undefined;
			const print = history
				.recent(venue, symbol)
				.findLast(({ settledAt }) => Math.abs(settledAt - at) <= STAMP_TOLERANCE_MS);
			return print === undefined ? undefined : { at, rate: print.rate };
		},
	};
}
