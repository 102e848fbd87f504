import * as z from 'zod';
import { publicMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import { amount, instant } from '../rpc/record-fields.ts';

/** Maximum number of opportunities per call, as many as on one page of get_opportunities. */
const IDS_MAX = 100;
const DAYS = 30;
const MISSING = { unknown: 'UNKNOWN_OPPORTUNITY', expired: 'OPPORTUNITY_EXPIRED' } as const;

/**
 * Returns the daily mean spreads of several opportunities. Needs no token. An id without an opportunity gets a code
 * instead of an error, because a list may change between two calls.
 */
export const getDailySpreads = publicMethod({
	name: 'get_daily_spreads',
	summary:
		'Returns the mean spread of settled funding on each of the last 30 days, for up to 100 opportunities.',
	params: z.strictObject({
		opportunity_ids: z
			.array(text(64, 'Id from get_opportunities.'))
			.min(1)
			.max(IDS_MAX)
			.describe('Ids from get_opportunities.'),
	}),
	result: z.strictObject({
		data: z
			.array(
				z.strictObject({
					opportunity_id: z.string().describe('The requested id.'),
					daily_spreads: z
						.array(amount('Short minus long, per 8 hours, as a fraction.').nullable())
						.length(DAYS)
						.nullable()
						.describe(
							'Mean settled spread of each day, oldest first. A day is null if the rates of a leg cover less than half of it. The whole is null without an opportunity.',
						),
					code: z
						.enum([MISSING.unknown, MISSING.expired])
						.nullable()
						.describe('Why daily_spreads is null: the id was never issued, or its opportunity has ended.'),
				}),
			)
			.describe('One entry for each requested id, in the same order.'),
		first_day_ends_at: instant('End of the oldest day. Every day has 24 hours.'),
		last_day_ends_at: instant('End of the newest day: the last full hour.'),
	}),
	example: {
		params: { opportunity_ids: ['opp_3f9a1c5b7d2e4f6081a3c5e7'] },
		result: {
			data: [
				{
					opportunity_id: 'opp_3f9a1c5b7d2e4f6081a3c5e7',
					daily_spreads: [null, ...Array.from({ length: DAYS - 1 }, (_, day) => 0.0002 + (day % 7) / 1e5)],
					code: null,
				},
			],
			first_day_ends_at: '2026-10-22T08:00:00.000Z',
			last_day_ends_at: '2026-11-20T08:00:00.000Z',
		},
	},
	errors: [],
	async handle({ opportunity_ids: ids }, { services }) {
		const { from, to, rows } = await services.opportunities.dailySpreads(ids);
		return {
			data: rows.map((row) => ({
				opportunity_id: row.opportunityId,
				daily_spreads: 'missing' in row ? null : row.spreads,
				code: 'missing' in row ? MISSING[row.missing] : null,
			})),
			first_day_ends_at: new Date(from).toISOString(),
			last_day_ends_at: new Date(to).toISOString(),
		};
	},
});
