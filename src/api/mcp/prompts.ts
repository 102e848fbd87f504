/** Two things that users ask for, as a client may offer them: each keeps to looking, and to previews before trades. */
import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** Registers the prompts `find_trade` and `check_positions`, neither of which opens or closes anything. */
export function addPrompts(server: McpServer): void {
	server.registerPrompt(
		'find_trade',
		{
			title: 'Find a trade',
			description:
				'Looks for what is worth opening at your amount, explains it, and previews it. Opens nothing.',
			argsSchema: z.object({
				amount: z.string().describe('USD over both legs; 1000 where it is left out.').optional(),
				horizon_hours: z
					.string()
					.describe('Hours to hold it; left out, the best for each opportunity.')
					.optional(),
			}),
		},
		({ amount = '1000', horizon_hours: horizonHours }) =>
			asked(
				`Find what is worth opening with ${amount} USD over both legs, held for ${horizonHours === undefined ? 'the best time of each opportunity' : `${horizonHours} hours`}. Call get_opportunities with that amount, ${horizonHours === undefined ? 'without horizon_hours' : 'with that horizon_hours'}, sortby net_apr, tradable_only true, limit 5. Leave out what has another verdict than trade, and say so if nothing is left: that is a good answer. Explain the best one with opportunity_detail: expected_net after all costs with its net.horizon_hours, probability_positive, break_even_hours, the coming settlements. Then preview it by execute_opportunity with preview true, and show the plan, the costs and every check. Open nothing: ask me first.`,
			),
	);
	server.registerPrompt(
		'check_positions',
		{
			title: 'Check my positions',
			description: 'Says how what is open does, and what calls for me. Closes nothing.',
		},
		() =>
			asked(
				'Read portfolio_live. For each open execution say its status, total_pnl split into price, funding, fees and slippage, net_funding so far, liquidation_distance_pct, and advice with its reason. Say first what calls for me: status needs_attention, unhedged_notional above zero, a liquidation distance below 10 percent, an account that is stale, advice.action close. What is null is unknown: say so. Close nothing: ask me first.',
			),
	);
}

function asked(text: string) {
	return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
