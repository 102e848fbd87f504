import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { flag, integerOr, text } from '../rpc/params.ts';
import { PORTFOLIO_EXAMPLE } from '../rpc/portfolio-example.ts';
import { portfolioRecord, portfolioSchema } from '../rpc/portfolio-record.ts';

/**
 * Returns executions, summary, accounts and kill switches. Fails with UNKNOWN_EXECUTION for an id that is not the
 * caller's.
 */
export const portfolioLive = scopedMethod({
	name: 'portfolio_live',
	summary:
		'Reads your executions with positions, profit, funding and risk, your exchange accounts, and the active kill switches.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		execution_id: text(64, 'Only this execution.').optional(),
		include_closed: flag(false, 'True: include ended executions, paged, newest first.'),
		page: integerOr(1, { description: 'Page of ended executions, from 1.', atLeast: 1, atMost: 1_000_000 }),
		limit: integerOr(20, { description: 'Ended executions per page.', atLeast: 1, atMost: 100 }),
	}),
	result: portfolioSchema,
	example: { params: {}, result: PORTFOLIO_EXAMPLE },
	errors: ['UNKNOWN_EXECUTION'],
	async handle(
		{ execution_id: executionId, include_closed: includeClosed, page, limit },
		{ services, caller },
	) {
		const { userId } = caller;
		const found = await services.portfolio.live({ userId, executionId, includeClosed, page, limit });
		const halts = services.switches.covering(userId, services.market.venues);
		return portfolioRecord(found, halts, services.info.tradingMode);
	},
});
