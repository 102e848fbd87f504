/** Defines the record of an opportunity's lifetime. */
import * as z from 'zod';
import { END_REASONS, type LifeRecord } from '../../ports/lives.ts';
import {
	amountOrNull,
	instant,
	instantOrNull,
	reasonRecords,
	reasonsSchema,
	type Wire,
} from './record-fields.ts';

/** Lifetime of an opportunity: when it was seen, and its best figures. */
export const lifeSchema = z.strictObject({
	opportunity_id: z.string().describe('Opportunity of this lifetime.'),
	symbol: z.string().describe('Coin and quote, such as BTCUSDT.'),
	exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
	state: z.enum(['open', 'ended']).describe('open: the opportunity exists now.'),
	first_seen: instant('Time of the first sighting.'),
	last_seen: instant('Time of the last sighting.'),
	peak_spread: amountOrNull('Largest spread.'),
	peak_spread_at: instantOrNull('Time of peak_spread.'),
	peak_expected_net: amountOrNull('Largest expected_net at default terms.'),
	peak_expected_net_at: instantOrNull('Time of peak_expected_net.'),
	ended_at: instantOrNull('Time of its end; null while it is open.'),
	end_reason: z
		.enum(END_REASONS)
		.nullable()
		.describe(
			'turned: the opposite direction pays now. delisted: an exchange no longer lists an instrument. venue_gone: an exchange is no longer configured. service_stopped: not seen again after the service was down.',
		),
	reasons: reasonsSchema,
});

/** Converts an opportunity's lifetime to its record on the wire. */
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
		reasons: reasonRecords(life.reasons),
	};
}
