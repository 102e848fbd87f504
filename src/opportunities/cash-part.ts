/**
 * Converts an opportunity detail's `net` to USD at the requested terms, or returns the reason why that is impossible.
 * Pure functions.
 */
import { cashParts } from '../domain/cash-ledger.ts';
import type { FieldReason, Net, OpportunityDetail } from '../domain/opportunity.ts';
import { midPrice } from '../domain/order-book.ts';
import type { Words } from '../sentences/sentence.ts';
import type { PairFigures } from './figures.ts';
import type { PairInputs, PairReading } from './pair-reading.ts';
import { DETAIL_TEXT } from './text.ts';
import { coinsOfQuantity } from './trade-cost.ts';

/**
 * Splits the net into USD components at the long leg's mid price. Returns null with a reason if a book is unknown or
 * the amount is below one lot.
 */
export function cashPart(
	{ long }: Pick<PairInputs, 'long'>,
	pair: PairReading,
	figures: PairFigures,
	net: Pick<Net, 'expectedCarry' | 'cost'>,
): { readonly cash: OpportunityDetail['cash']; readonly reasons: readonly FieldReason[] } {
	const longMid = long.book === undefined ? undefined : midPrice(long.book);
	if (longMid === undefined || Number.isNaN(figures.quantity)) return unknown(DETAIL_TEXT.cashWithoutBook());
	const cash = cashParts(coinsOfQuantity(pair, figures), longMid, net);
	return cash === null ? unknown(DETAIL_TEXT.cashBelowOneLot()) : { cash, reasons: [] };
}

function unknown(message: Words) {
	return { cash: null, reasons: [{ field: 'cash', code: 'NOTIONAL_UNKNOWN', message }] };
}
