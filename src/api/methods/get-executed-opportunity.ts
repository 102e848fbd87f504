import * as z from 'zod';
import { requireCoinOnPair, requireExchangePair } from '../rpc/known-things.ts';
import { scopedMethod } from '../rpc/method.ts';
import { integerOr, text } from '../rpc/params.ts';
import { PORTFOLIO_EXAMPLE } from '../rpc/portfolio-example.ts';
import { executionRecord, executionRecordSchema } from '../rpc/portfolio-record.ts';
import {
	PAGINATION_EXAMPLE,
	paginationRecord,
	paginationSchema,
	reasonsSchema,
} from '../rpc/record-fields.ts';
import { tradingModeSchema } from '../rpc/trading-mode.ts';

/** Method that reads executions of a symbol on a pair. It fails with UNKNOWN_EXCHANGE_PAIR or UNKNOWN_SYMBOL. */
export const getExecutedOpportunity = scopedMethod({
	name: 'get_executed_opportunity',
	summary:
		"Reads the caller's executions of one symbol on one exchange pair, open and ended, newest first. The answer is an object: its array is executions, one page of them.",
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		pair: text(64, 'The symbol as executions have it, such as BTCUSDT, in any case.'),
		exchange: text(64, 'The exchange pair, in either order.'),
		page: integerOr(1, { description: 'From 1.', atLeast: 1, atMost: 1_000_000 }),
		limit: integerOr(20, { description: 'Executions per page.', atLeast: 1, atMost: 100 }),
	}),
	result: z.strictObject({
		pair: z.string().describe('The symbol.'),
		exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
		executions: z
			.array(executionRecordSchema)
			.describe('One page, as portfolio_live shows them; empty where there are none.'),
		pagination: paginationSchema,
		reasons: reasonsSchema,
		trading_mode: tradingModeSchema,
	}),
	example: {
		params: { pair: 'BTCUSDT', exchange: 'kucoin-bybit' },
		result: {
			pair: 'BTCUSDT',
			exchangepair: 'bybit-kucoin',
			executions: PORTFOLIO_EXAMPLE.executions,
			pagination: PAGINATION_EXAMPLE,
			reasons: [],
			trading_mode: 'live',
		},
	},
	errors: ['UNKNOWN_EXCHANGE_PAIR', 'UNKNOWN_SYMBOL'],
	async handle({ pair: asked, exchange, page, limit }, { services, caller: { userId } }) {
		const { name: exchangepair, venues } = requireExchangePair(services, exchange, 'exchange');
		const symbol = asked.toUpperCase();
		const executed = await services.portfolio.executed({ userId, symbol, exchangepair, page, limit });
		// What was executed may be listed no more: only a symbol of which there is nothing must be known.
		if (executed.pagination.totalCount === 0) requireCoinOnPair(services, venues, symbol, 'pair');
		const { tradingMode } = services.info;
		return {
			pair: symbol,
			exchangepair,
			executions: executed.executions.map((one) => executionRecord(one, tradingMode)),
			pagination: paginationRecord(executed.pagination),
			reasons: executed.reasons,
			trading_mode: tradingMode,
		};
	},
});
