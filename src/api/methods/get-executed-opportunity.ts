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
	reasonRecords,
	reasonsSchema,
} from '../rpc/record-fields.ts';
import { tradingModeSchema } from '../rpc/trading-mode.ts';

/** Returns the caller's executions of a symbol on a pair. Fails with UNKNOWN_EXCHANGE_PAIR or UNKNOWN_SYMBOL. */
export const getExecutedOpportunity = scopedMethod({
	name: 'get_executed_opportunity',
	summary:
		'Reads one page of your executions in one symbol on one exchange pair, open and ended, newest first. The result is an object with the array executions.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		pair: text(64, 'Symbol of the executions, such as BTCUSDT, in upper or lower case.'),
		exchange: text(64, 'Exchange pair in either order.'),
		page: integerOr(1, { description: 'Page number, from 1.', atLeast: 1, atMost: 1_000_000 }),
		limit: integerOr(20, { description: 'Executions per page.', atLeast: 1, atMost: 100 }),
	}),
	result: z.strictObject({
		pair: z.string().describe('Symbol in upper case.'),
		exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
		executions: z.array(executionRecordSchema).describe('One page of executions, as in portfolio_live.'),
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
		// An executed symbol may have been delisted since, so check the symbol only if there are no executions.
		if (executed.pagination.totalCount === 0) requireCoinOnPair(services, venues, symbol, 'pair');
		const { tradingMode } = services.info;
		return {
			pair: symbol,
			exchangepair,
			executions: executed.executions.map((one) => executionRecord(one, tradingMode)),
			pagination: paginationRecord(executed.pagination),
			reasons: reasonRecords(executed.reasons),
			trading_mode: tradingMode,
		};
	},
});
