import * as z from 'zod';
import { costTermParams } from '../rpc/cost-terms.ts';
import { opportunityExpired, requireOpportunity } from '../rpc/known-things.ts';
import { publicMethod } from '../rpc/method.ts';
import { opportunityDetailRecord, opportunityDetailSchema } from '../rpc/opportunity-detail-record.ts';
import { OPPORTUNITY_DETAIL_EXAMPLE } from '../rpc/opportunity-example.ts';
import { text } from '../rpc/params.ts';

/** Explains one opportunity. Fails with OPPORTUNITY_EXPIRED if the opportunity no longer exists. */
export const opportunityDetail = publicMethod({
	name: 'opportunity_detail',
	summary: 'Explains one opportunity: its settlements, history, order books and costs by size.',
	params: z.strictObject({
		opportunity_id: text(64, 'Id from get_opportunities.'),
		...costTermParams,
	}),
	result: opportunityDetailSchema,
	example: {
		params: { opportunity_id: OPPORTUNITY_DETAIL_EXAMPLE.opportunity_id },
		result: OPPORTUNITY_DETAIL_EXAMPLE,
	},
	errors: ['UNKNOWN_OPPORTUNITY', 'OPPORTUNITY_EXPIRED', 'VENUE_UNAVAILABLE', 'VENUE_RATE_LIMITED'],
	async handle({ opportunity_id: id, amount, horizon_hours: horizonHours, leverage, mode }, { services }) {
		requireOpportunity(services, id);
		const detail = await services.opportunities.detail(id, { amount, horizonHours, leverage, mode });
		// The opportunity may have ended while its history was being read.
		if (detail === undefined) throw opportunityExpired(id);
		return opportunityDetailRecord(detail);
	},
});
