import { portfolioLines } from '../execution-lines.ts';
import { noWords } from '../given.ts';
import { serviceCommand } from '../service-command.ts';

export const portfolio = serviceCommand({
	name: 'portfolio',
	needs: 'arb:read',
	summary: 'What is open, what it has earned and from what, and your accounts.',
	about:
		'Lists your open executions with their result split into price, funding, fees and slippage, the sums, and your exchange accounts. Ended ones: carrywire executions. Prints portfolio_live.',
	forms: ['[flags]'],
	flags: {},
	examples: ['carrywire portfolio', 'carrywire portfolio --json | jq .summary'],
	read({ words }) {
		noWords('portfolio', words);
		return {};
	},
	async run(params, session) {
		const found = await session.call('portfolio_live', params);
		session.show(found, () => portfolioLines(found, session));
	},
});
