import * as z from 'zod';
import { MARKET_TEXT } from '../../domain/market-text.ts';
import { textOf } from '../../sentences/sentence.ts';
import { requireOwner } from '../rpc/agent-rights.ts';
import { scopedMethod } from '../rpc/method.ts';

/**
 * Ends the caller's kill switch. Fails with AGENT_NOT_ALLOWED for an agent, unless it calls for a linked chat that
 * acts for its owner.
 */
export const resumeTrading = scopedMethod({
	name: 'resume_trading',
	summary:
		'Ends your halt_trading. Operator halts stay, and the answer lists them. Agents may not call it, except for a linked chat that acts for you.',
	scope: 'arb:trade',
	tradesMoney: true,
	params: z.strictObject({}),
	result: z.strictObject({
		success: z.literal(true),
		resumed: z.boolean().describe('False when you had not halted trading.'),
		still_halted: z
			.array(
				z.strictObject({
					exchange: z.string().describe('Name of the exchange.'),
					reason: z.string().describe('Actor and reason of the halt.'),
				}),
			)
			.describe('Exchanges that are still halted for you.'),
	}),
	example: {
		params: {},
		result: {
			success: true,
			resumed: true,
			still_halted: [
				{
					exchange: 'kucoin',
					reason:
						'Trading on KuCoin was halted by the operator on 20 Nov, 08:00 UTC. Reason: maintenance announced.',
				},
			],
		},
	},
	errors: ['AGENT_NOT_ALLOWED', 'STORE_UNAVAILABLE'],
	async handle(_params, { services, caller }) {
		if (caller.actsForOwner !== true) requireOwner(caller, 'resume_trading');
		const { userId } = caller;
		const resumed = await services.switches.resume({ scope: 'user', userId });
		const stillHalted = services.market.venues.flatMap((exchange) => {
			const { trading, reason } = services.orderService.tradingState(userId, exchange);
			return trading === 'halted' ? [{ exchange, reason: textOf(reason ?? MARKET_TEXT.halted()) }] : [];
		});
		return { success: true, resumed, still_halted: stillHalted };
	},
});
