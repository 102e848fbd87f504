/** The shares of `net` in USD at the terms asked for, so that nobody who shows a detail has to multiply. Pure. */
import { legQuantity } from '../domain/cost.ts';
import { type Decimal, floorPlaces, mulDown, mulUp, neg, sub } from '../domain/decimal.ts';
import type { CostTerms, FieldReason, Net, OpportunityDetail } from '../domain/opportunity.ts';
import type { RecordInputs } from './record.ts';
import { twoBooks } from './trade-cost.ts';

const PLACES = 8;

/** What is received is rounded down, and what is paid up, at the eighth decimal place. */
export function cashPart(
	inputs: Pick<RecordInputs, 'long' | 'short'>,
	terms: CostTerms,
	{ expected_carry, cost }: Pick<Net, 'expected_carry' | 'cost'>,
): { readonly cash: OpportunityDetail['cash']; readonly reasons: readonly FieldReason[] } {
	const books = twoBooks(inputs.long, inputs.short);
	const quantity =
		books === undefined ? undefined : legQuantity(terms, books.longMid, books.shortMid, books.lot);
	if (books === undefined || quantity === undefined || quantity <= 0n) {
		const message =
			books === undefined
				? 'The book of a leg is not known, so neither is how many coins the amount buys.'
				: 'The amount buys less than one lot of coins.';
		return { cash: null, reasons: [{ field: 'cash', code: 'NOTIONAL_UNKNOWN', message }] };
	}
	const notional = floorPlaces(mulDown(quantity, books.longMid), PLACES);
	const paid = (share: Decimal | null) =>
		share === null ? null : neg(floorPlaces(neg(mulUp(share, notional)), PLACES));
	const carry = expected_carry === null ? null : floorPlaces(mulDown(expected_carry, notional), PLACES);
	const total = paid(cost.total);
	return {
		cash: {
			quantity,
			leg_notional: notional,
			expected_carry: carry,
			entry_fees: paid(cost.entry_fees),
			exit_fees: paid(cost.exit_fees),
			entry_slippage: paid(cost.entry_slippage),
			exit_slippage: paid(cost.exit_slippage),
			basis: paid(cost.basis),
			total,
			expected_net: carry === null || total === null ? null : sub(carry, total),
		},
		reasons: [],
	};
}
