/** The shares of a detail's `net` in USD at the terms asked for, and why there are none. Pure. */
import { cashParts } from '../domain/cash-ledger.ts';
import type { FieldReason, Net, OpportunityDetail } from '../domain/opportunity.ts';
import { midPrice } from '../domain/order-book.ts';
import type { PairFigures } from './figures.ts';
import type { PairInputs, PairReading } from './pair-reading.ts';
import { coinsOfQuantity } from './trade-cost.ts';

/** Splits the net into USD parts at the long leg's mid price; null with a reason when a book is unknown or no lot fits. */
export function cashPart(
	{ long }: Pick<PairInputs, 'long'>,
	pair: PairReading,
	figures: PairFigures,
	net: Pick<Net, 'expectedCarry' | 'cost'>,
): { readonly cash: OpportunityDetail['cash']; readonly reasons: readonly FieldReason[] } {
	const longMid = long.book === undefined ? undefined : midPrice(long.book);
	if (longMid === undefined || Number.isNaN(figures.quantity))
		return unknown('The book of a leg is not known, so neither is how many coins the amount buys.');
	const cash = cashParts(coinsOfQuantity(pair, figures), longMid, net);
	return cash === null ? unknown('The amount buys less than one lot of coins.') : { cash, reasons: [] };
}

function unknown(message: string) {
	return { cash: null, reasons: [{ field: 'cash', code: 'NOTIONAL_UNKNOWN', message }] };
}
