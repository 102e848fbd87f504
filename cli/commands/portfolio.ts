import { portfolioLines } from '../execution-lines.ts';
import { serviceCommand } from '../service-command.ts';

/** Shows the executions that have not ended, and their totals in USD. */
export const portfolio = serviceCommand({
	name: 'portfolio',
	needs: 'arb:read',
	read: () => ({}),
	async run(params, session) {
		const found = await session.call('portfolio_live', params);
		session.show(found, () => portfolioLines(found, session));
	},
});
