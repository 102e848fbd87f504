/** What a venue pays settlements of one instrument on, as last seen before each. */
import type { Decimal } from '../../domain/decimal.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import { settlementTermsOf } from '../../venues/facts.ts';
import { STAMP_JITTER_MS } from '../decide/payment-shares.ts';

type SeenPrice = { readonly at: number; readonly instant: number; readonly price: Decimal };

/** Before the coming instant, and before the one that came last. */
export type SeenPrices = { coming: SeenPrice | undefined; settled: SeenPrice | undefined };

/** A price that is older at the instant computes no payment. */
const PRICE_AGE_MS_MAX = 5_000;

/** `instant`: the coming settlement. */
export function notePrice(
	seen: SeenPrices,
	venue: VenueName,
	inputs: InstrumentInputs | undefined,
	instant: number,
): void {
	const price = settlementTermsOf(venue).paidOn === 'oracle' ? inputs?.ticker?.index : inputs?.ticker?.mark;
	const at = inputs?.tickerReceivedAt;
	if (price === undefined || price === null || at === undefined || at > instant) return;
	if (seen.coming !== undefined && seen.coming.instant < instant) seen.settled = seen.coming;
	seen.coming = { at, instant, price };
}

/** Undefined where none was seen shortly before the settlement. */
export function priceAt({ coming, settled }: SeenPrices, settledAt: number): Decimal | undefined {
	const seen = [coming, settled].find(
		(one) => one !== undefined && Math.abs(one.instant - settledAt) <= STAMP_JITTER_MS,
	);
	return seen === undefined || seen.instant - seen.at > PRICE_AGE_MS_MAX ? undefined : seen.price;
}
