import * as z from 'zod';
import { requireOpportunity } from '../rpc/known-things.ts';
import { publicMethod } from '../rpc/method.ts';
import { opportunityHistoryRecord, opportunityHistorySchema } from '../rpc/opportunity-history-record.ts';
import { integerOr, text } from '../rpc/params.ts';

/** Returns past series of one opportunity. Fails with OPPORTUNITY_EXPIRED if the opportunity no longer exists. */
export const opportunityHistory = publicMethod({
	name: 'opportunity_history',
	summary:
		'Returns past series of one opportunity: settled funding, cumulative carry, price basis, and forecasts compared with received funding.',
	params: z.strictObject({
		opportunity_id: text(64, 'Id from get_opportunities.'),
		days: integerOr(30, {
			description:
				'Range in days up to now. Rows are hourly up to 40 days, every 3 hours up to 120, and every 12 hours beyond.',
			atLeast: 1,
			atMost: 365,
		}),
	}),
	result: opportunityHistorySchema,
	example: {
		params: { opportunity_id: 'opp_3f9a1c5b7d2e4f6081a3c5e7', days: 365 },
		result: {
			opportunity_id: 'opp_3f9a1c5b7d2e4f6081a3c5e7',
			days: 365,
			from: 1732088400,
			to: 1763624400,
			funding: {
				step_hours: 12,
				known_hours: 24,
				cumulative_carry: 0.0009,
				spread_mean: null,
				spread_sd: null,
				rows: [
					{
						timestamp: 1763596800,
						long_rate: 0.0001,
						short_rate: 0.0005,
						spread: 0.0004,
						cumulative_carry: 0.0009,
					},
					{
						timestamp: 1763553600,
						long_rate: 0.0001,
						short_rate: 0.0003,
						spread: 0.0002,
						cumulative_carry: 0.0003,
					},
				],
			},
			basis: {
				step_seconds: 43200,
				mean: null,
				sd: null,
				rows: [{ timestamp: 1763622000, basis: 0.0001342 }],
			},
			forecasts: {
				step_hours: 12,
				rows: [{ timestamp: 1763596800, count: 12, forecast: 0.00031, received: 0.00029 }],
			},
		},
	},
	errors: ['UNKNOWN_OPPORTUNITY', 'OPPORTUNITY_EXPIRED'],
	async handle({ opportunity_id: id, days }, { services }) {
		const legs = requireOpportunity(services, id);
		return opportunityHistoryRecord(id, await services.histories.read(legs, days));
	},
});
