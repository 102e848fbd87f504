import type { PlanPortfolioParams } from '../../client/methods.ts';
import { planLines } from '../plan-lines.ts';
import { serviceCommand } from '../service-command.ts';

/** Plans the whole portfolio. Sends nothing to an exchange. */
export const plan = serviceCommand({
	name: 'plan',
	needs: 'arb:read',
	read: ({ params }) => params as PlanPortfolioParams,
	async run(params, session) {
		const found = await session.call('plan_portfolio', params);
		session.show(found, () => planLines(found, session));
	},
});
