import * as z from 'zod';
import { type HistoryQuery, type HistorySort, OUTCOMES } from '../../ports/portfolio.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag, integerOr, oneOf, text } from '../rpc/params.ts';
import { PORTFOLIO_EXAMPLE } from '../rpc/portfolio-example.ts';
import { FUNDING_EVENTS, portfolioRecord, portfolioSchema } from '../rpc/portfolio-record.ts';
import { ledgerSpan } from '../rpc/span.ts';
import { plannedTransferRecords } from '../rpc/transfer-record.ts';

/** The sort key for each value of `sort`. */
const SORTS = {
	created_at: 'createdAt',
	closed_at: 'closedAt',
	symbol: 'symbol',
	status: 'status',
	held: 'held',
	filled_amount: 'filledAmount',
	price_pnl: 'pricePnl',
	funding_pnl: 'fundingPnl',
	fee_cost: 'feeCost',
	slippage_cost: 'slippageCost',
	total_pnl: 'totalPnl',
	total_pnl_pct: 'totalPnlPct',
} as const satisfies Record<string, HistorySort>;
const SORT_NAMES = Object.keys(SORTS) as [keyof typeof SORTS, ...(keyof typeof SORTS)[]];

const paramsSchema = z.strictObject({
	execution_id: text(64, 'Only this execution.').optional(),
	include_closed: flag(
		false,
		'True: include ended executions, paged. The params below sort and filter only these.',
	),
	page: integerOr(1, { description: 'Page of ended executions, from 1.', atLeast: 1, atMost: 1_000_000 }),
	limit: integerOr(20, { description: 'Ended executions per page.', atLeast: 1, atMost: 100 }),
	sort: oneOf(
		SORT_NAMES,
		'created_at',
		'Order of ended executions. held: time from acceptance to the end. An execution without the value comes last.',
	),
	order: oneOf(['asc', 'desc'], 'desc', 'Direction of the order.'),
	symbol: text(32, 'Only symbols that begin with this, such as BTC.').optional(),
	long_exchange: text(32, 'Only executions with the long leg on this exchange.').optional(),
	short_exchange: text(32, 'Only executions with the short leg on this exchange.').optional(),
	outcome: z
		.enum(OUTCOMES)
		.describe('Only executions with this result. loss: no profit. failed: not opened.')
		.optional(),
	from: text(
		40,
		'Only executions that ended at or after this: an ISO 8601 instant with a time zone, or a UTC date.',
	).optional(),
	funding_events: flag(true, FUNDING_EVENTS),
	until: text(40, 'Only executions that ended before this, in the format of from.').optional(),
});

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
	params: paramsSchema,
	result: portfolioSchema,
	example: { params: {}, result: PORTFOLIO_EXAMPLE },
	errors: ['UNKNOWN_EXECUTION'],
	async handle(params, { services, caller }) {
		const { userId } = caller;
		const { execution_id: executionId, include_closed: includeClosed, page, limit } = params;
		const history = historyOf(params);
		const found = await services.portfolio.live({
			userId,
			executionId,
			includeClosed,
			page,
			limit,
			withoutPayments: !params.funding_events,
			...(history === undefined ? {} : { history }),
		});
		const halts = services.switches.covering(userId, services.market.venues);
		const transfers = plannedTransferRecords(services.transfers.of(userId));
		return portfolioRecord(found, halts, services.info.tradingMode, transfers);
	},
});

/** Returns the order and the filters; undefined if all ended executions are requested newest first. */
function historyOf(params: z.output<typeof paramsSchema>): HistoryQuery | undefined {
	const { sort, order, symbol, long_exchange: longExchange, short_exchange: shortExchange, outcome } = params;
	const { from, until } = ledgerSpan(params);
	const filters = { symbol, longExchange, shortExchange, outcome, from, until };
	const isPlain = sort === 'created_at' && order === 'desc';
	if (isPlain && Object.values(filters).every((filter) => filter === undefined)) return undefined;
	return { sort: SORTS[sort], order, ...filters };
}
