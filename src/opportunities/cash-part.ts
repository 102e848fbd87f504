/** The shares of a detail's `net` in USD at the terms asked for, and why there are none. Pure. */
import { cashParts } from '../domain/cash-ledger.ts';
import { legQuantity } from '../domain/cost.ts';
import type { CostTerms, FieldReason, Net, OpportunityDetail } from '../domain/opportunity.ts';
import type { RecordInputs } from './record.ts';
import { twoBooks } from './trade-cost.ts';

export function cashPart(
	inputs: Pick<RecordInputs, 'long' | 'short'>,
	terms: CostTerms,
	net: Pick<Net, 'expected_carry' | 'cost'>,
): { readonly cash: OpportunityDetail['cash']; readonly reasons: readonly FieldReason[] } {
	const books = twoBooks(inputs.long, inputs.short);
	if (books === undefined)
		return unknown('The book of a leg is not known, so neither is how many coins the amount buys.');
	const quantity = legQuantity(terms, books.longMid, books.shortMid, books.lot);
	const cash = cashParts(quantity, books.longMid, net);
	return cash === null ? unknown('The amount buys less than one lot of coins.') : { cash, reasons: [] };
}

function unknown(message: string) {
	return { cash: null, reasons: [{ field: 'cash', code: 'NOTIONAL_UNKNOWN', message }] };
}
