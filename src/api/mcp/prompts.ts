/** Defines prompts for common user requests. The prompts only read and preview. */
import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** Registers the prompts `find_trade` and `check_positions`. Neither opens or closes a position. */
export function addPrompts(server: McpServer): void {
	server.registerPrompt(
		'find_trade',
		{
			title: 'Find a trade',
			description: 'Finds the best opportunity for your amount, explains it and previews it. Opens nothing.',
			argsSchema: z.object({
				amount: z.string().describe('USD over both legs. Default: 1000.').optional(),
				horizon_hours: z
					.string()
					.describe('Hours to hold the position. Default: the best for each opportunity.')
					.optional(),
			}),
		},
		({ amount = '1000', horizon_hours: horizonHours }) =>
			userMessage(
				`Find the best opportunity for ${amount} USD over both legs, held for ${horizonHours === undefined ? 'the best horizon of each opportunity' : `${horizonHours} hours`}. Call get_opportunities with that amount, ${horizonHours === undefined ? 'without horizon_hours' : 'with that horizon_hours'}, sortby net_apr, tradable_only true, limit 5. Ignore opportunities whose verdict is not trade. If none remains, say so: that is a good answer. Explain the best one with opportunity_detail: expected_net after all costs with its net.horizon_hours, probability_positive, break_even_hours, the next settlements. Then preview it with execute_opportunity and preview true, and show the plan, the costs and every check. Open nothing: ask me first.`,
			),
	);
	server.registerPrompt(
		'check_positions',
		{
			title: 'Check my positions',
			description:
				'Reports your open executions and which ones need your attention. Does not close anything.',
		},
		() =>
			userMessage(
				'Read portfolio_live. For each open execution report status, total_pnl split into price, funding, fees and slippage, net_funding so far, liquidation_distance_pct, and advice with its reason. Report first what needs my attention: status needs_attention, unhedged_notional above zero, a liquidation distance below 10 percent, an account that is stale, advice.action close. Report null values as unknown. Close nothing: ask me first.',
			),
	);
}

function userMessage(text: string) {
	return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
