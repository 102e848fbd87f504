/** Finds a leg's last settlement while its exchange may still count a trade made now for that settlement. */
import type { Decimal } from '../domain/decimal.ts';
import { ENTRY_TIME_MS } from '../domain/opportunity.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { settlementTermsOf } from '../venues/facts.ts';

/**
 * Maximum difference, ms, between the times that an exchange's ticker and its history give for the same settlement.
 */
const STAMP_TOLERANCE_MS = 60_000;

/** A settlement that has just passed. `at`: its time according to the ticker, ms. */
export type PassedSettlement = { readonly at: number; readonly rate: Decimal };

/** Finds a leg's last settlement while its exchange may still count a position opened now for that settlement. */
export type PassedLookup = {
	/** Returns undefined once the settlement is too long ago, or while its rate is not stored. */
	readonly of: (leg: InstrumentInputs, now: number) => PassedSettlement | undefined;
};

/** Creates the lookup over the recent rates in memory. */
export function createPassedLookup(history: Pick<FundingHistory, 'recent'>): PassedLookup {
	return {
		of({ instrument: { venue, symbol }, ticker }, now) {
			const funding = ticker?.funding ?? null;
			if (funding === null) return undefined;
			const at = funding.nextSettlementAt - funding.intervalMs;
			// If the interval is not positive, there is no previous settlement.
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
