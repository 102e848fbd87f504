/** Computes a fill's fee in USD, whatever asset it was paid in. */
import { type Decimal, mulTrunc } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { FillReport } from '../../ports/venue.ts';
import { required } from './fields.ts';

/**
 * Returns a fill's fee. The exchanges report the rate with each fill and charge value × rate. For a fee in another
 * asset this product is the fee's value, because no response has the asset's price. The product ignores a discount
 * for paying in that asset; the discount appears as a smaller loss of the asset. @throws BodyError if the fee is in
 * another asset and the rate is unknown
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
