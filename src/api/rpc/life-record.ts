/** The life of an opportunity as it is answered. */
import * as z from 'zod';
import { END_REASONS, type LifeRecord } from '../../ports/lives.ts';
import { amountOrNull, type Encoded, instant, instantOrNull, reasonsSchema } from './record-fields.ts';

export const lifeSchema = z.strictObject({
	opportunity_id: z.string().describe('Whose life it is.'),
	symbol: z.string().describe('Coin and quote, such as BTCUSDT.'),
	exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
	state: z.enum(['open', 'ended']).describe('open: it is there now.'),
	first_seen: instant('When it began.'),
	last_seen: instant('When it was seen last.'),
	peak_spread: amountOrNull('Largest spread.'),
	peak_spread_at: instantOrNull('Of it.'),
	peak_expected_net: amountOrNull('Largest expected_net at default terms.'),
	peak_expected_net_at: instantOrNull('Of it.'),
	ended_at: instantOrNull('When it ended; null while it is open.'),
	end_reason: z
		.enum(END_REASONS)
		.nullable()
		.describe(
			'turned: the other direction pays. delisted: an exchange no longer lists an instrument. venue_gone: an exchange is no longer configured. service_stopped: it was not seen again after a pause of the service.',
		),
	reasons: reasonsSchema,
}) satisfies z.ZodType<Encoded<LifeRecord>>;
