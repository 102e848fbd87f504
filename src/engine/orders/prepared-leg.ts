/** Sets leverage and margin mode of a contract before an opening. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { VenueTrading } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';

/** @throws CarrywireError LEVERAGE_REFUSED if the exchange refuses; VenueError if it does not respond */
export async function prepareLeg(trading: VenueTrading, symbol: string, leverage: Decimal): Promise<void> {
	try {
		await trading.prepare(symbol, leverage, 'isolated');
	} catch (error) {
		if (!(error instanceof VenueError) || error.kind !== 'rejected') throw error;
		throw new CarrywireError(
			'LEVERAGE_REFUSED',
			REFUSAL_TEXT.leverage({
				exchange: shownNameOf(error.venue),
				symbol,
				leverage,
				why: error.words,
			}),
			{
				field: 'leverage',
				facts: { exchange: error.venue },
				cause: error,
			},
		);
	}
}
