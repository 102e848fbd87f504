/** The life of an opportunity as it is answered. */
import * as z from 'zod';
import { END_REASONS, type LifeRecord } from '../../ports/lives.ts';
import { amountOrNull, instant, instantOrNull, reasonsSchema, type Wire } from './record-fields.ts';

/** When an opportunity was seen, and the best that it showed. */
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
});

/** The record of the wire from the life of an opportunity. */
export function lifeRecord(life: LifeRecord): Wire<typeof lifeSchema> {
	return {
		opportunity_id: life.opportunityId,
		symbol: life.symbol,
		exchangepair: life.exchangepair,
		state: life.state,
		first_seen: life.firstSeen,
		last_seen: life.lastSeen,
		peak_spread: life.peakSpread,
		peak_spread_at: life.peakSpreadAt,
		peak_expected_net: life.peakExpectedNet,
		peak_expected_net_at: life.peakExpectedNetAt,
		ended_at: life.endedAt,
		end_reason: life.endReason,
		reasons: life.reasons,
	};
}
