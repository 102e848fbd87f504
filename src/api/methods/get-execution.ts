import * as z from 'zod';
import { EVENT_EXAMPLE, eventRecord, eventSchema } from '../rpc/history-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag, integerOr, text } from '../rpc/params.ts';
import { PORTFOLIO_EXAMPLE } from '../rpc/portfolio-example.ts';
import { executionRecord, executionRecordSchema, FUNDING_EVENTS } from '../rpc/portfolio-record.ts';

/** Returns one execution with its events. Fails with UNKNOWN_EXECUTION for an id that is not the caller's. */
export const getExecution = scopedMethod({
	name: 'get_execution',
	summary: 'Reads one execution, as in portfolio_live, with the last events of its journal.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		execution_id: text(64, 'Id from portfolio_live.'),
		events: integerOr(200, {
			description: 'Maximum number of events.',
			atLeast: 1,
			atMost: 1_000,
		}),
		funding_events: flag(true, FUNDING_EVENTS),
	}),
	result: executionRecordSchema.extend({
		agent_id: z.string().nullable().describe('Agent that opened it; null: its owner opened it.'),
		events: z.array(eventSchema).describe('Last events, newest last.'),
		events_total: z.int().describe('Number of events in the journal of the execution.'),
	}),
	example: {
		params: { execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b', events: 1 },
		result: {
			...PORTFOLIO_EXAMPLE.executions[0],
			agent_id: null,
			events: [EVENT_EXAMPLE],
			events_total: 10,
		},
	},
	errors: ['UNKNOWN_EXECUTION'],
	async handle(
		{ execution_id: executionId, events: limit, funding_events: hasPayments },
		{ services, caller },
	) {
		const { userId } = caller;
		const { events, total, agentId } = await services.controls.history(userId, executionId, limit);
		const { executions } = await services.portfolio.live({
			userId,
			executionId,
			includeClosed: true,
			page: 1,
			limit: 1,
			withoutPayments: !hasPayments,
		});
		const [execution] = executions;
		return {
			...(execution === undefined ? {} : executionRecord(execution, services.info.tradingMode)),
			agent_id: agentId,
			events: events.map(eventRecord),
			events_total: total,
		};
	},
});
