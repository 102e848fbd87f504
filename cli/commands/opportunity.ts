import type { OpportunityDetailParams } from '../../client/methods.ts';
import { requiredWord } from '../given.ts';
import { opportunityLines } from '../opportunity-lines.ts';
import { serviceCommand } from '../service-command.ts';

/** Shows one pair and direction in detail. */
export const opportunity = serviceCommand({
	name: 'opportunity',
	needs: 'public',
	read: ({ params, words }) =>
		({
			...params,
			opportunity_id: requiredWord('opportunity', 'the ID of an opportunity', words[0]),
		}) as OpportunityDetailParams,
	async run(params, session) {
		const detail = await session.call('opportunity_detail', params);
		session.show(detail, () => opportunityLines(detail, session));
	},
});
