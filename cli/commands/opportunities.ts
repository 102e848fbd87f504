import type { GetOpportunitiesParams } from '../../client/methods.ts';
import { opportunitiesLines } from '../opportunity-lines.ts';
import { serviceCommand } from '../service-command.ts';

/** Lists pairs with their funding, costs and verdicts. */
export const opportunities = serviceCommand({
	name: 'opportunities',
	needs: 'public',
	read: ({ params }) => params as GetOpportunitiesParams,
	async run(params, session) {
		const found = await session.call('get_opportunities', params);
		session.show(found, () => opportunitiesLines(found, session));
	},
});
