/** What a fill's fee is in USD, whatever it was paid in. */
import { type Decimal, mulTrunc } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { FillReport } from '../../ports/venue.ts';
import { required } from './fields.ts';

/**
 * Both venues give the rate with each fill, and charge value × rate. Of a fee in another asset that is its worth at the fill
 * without a price of the asset, which no answer has; a discount for paying so is not in it, and shows as what the asset lost
 * less in worth.
 * @throws BodyError where the rate is not known and the fee is in another asset
 */
export function feeOf(
	instrument: Instrument,
	fill: { readonly price: Decimal; readonly quantity: Decimal; readonly rate: Decimal | undefined },
	paid: { readonly asset: string | undefined; readonly quantity: Decimal },
): Pick<FillReport, 'fee' | 'feeAsset' | 'feeQuantity'> {
	const feeAsset = paid.asset ?? instrument.quote;
	const fee =
		feeAsset === instrument.quote
			? paid.quantity
			: mulTrunc(mulTrunc(fill.price, fill.quantity), required(fill.rate, 'fee rate'));
	return { fee, feeAsset, feeQuantity: paid.quantity };
}
