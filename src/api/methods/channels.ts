/**
 * Defines the WebSocket channels. The service validates subscriptions against this table; the documentation, the
 * client and the tests also use it.
 */
import * as z from 'zod';
import type { ErrorCode } from '../../domain/codes.ts';
import type { Scope } from '../../identity/scopes.ts';
import { ALERT_EXAMPLE, alertSchema } from '../rpc/alert-record.ts';
import { costTermParams } from '../rpc/cost-terms.ts';
import { EVENT_EXAMPLE, eventSchema } from '../rpc/history-record.ts';
import { OPPORTUNITY_EXAMPLE } from '../rpc/opportunity-example.ts';
import { opportunityListParams } from '../rpc/opportunity-list.ts';
import { opportunityPageSchema, opportunitySchema } from '../rpc/opportunity-record.ts';
import { integerOr } from '../rpc/params.ts';
import { PORTFOLIO_EXAMPLE } from '../rpc/portfolio-example.ts';
import { executionSchema, portfolioSchema } from '../rpc/portfolio-record.ts';
import { instant, PAGINATION_EXAMPLE } from '../rpc/record-fields.ts';
import { checkPairStatus, pairStatusSchema } from './check-pair-status.ts';

/** Names of all channels. In a request, the name is the part of `channel` before the first dot. */
export const CHANNEL_NAMES = [
	'opportunities',
	'opportunity',
	'portfolio',
	'executions',
	'pair_status',
	'alerts',
	'heartbeat',
] as const;

/** Name of a WebSocket channel. */
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/** The result's field that contains the list of rows, and the dotted path of the key within a row. */
export type Rows = { readonly member: string; readonly key: string };

/** Definition of a channel: its name, argument, scope, params, messages and timing. */
export type Channel = {
	readonly name: ChannelName;
	/**
	 * Format of `channel` in `subscribe`. The subscriber replaces text in angle brackets; text in square brackets is
	 * optional.
	 */
	readonly pattern: string;
	/** Whether `channel` must, may or must not have a part after the dot. */
	readonly argument: 'required' | 'optional' | 'none';
	/** One or two sentences that describe the channel. */
	readonly meaning: string;
	readonly scope: Scope | 'public';
	/** Params of `subscribe` in addition to `channel` and `resume`. */
	readonly params: z.ZodRawShape;
	/** Schema of a snapshot notification's result. */
	readonly snapshot: z.ZodType;
	/** Schema of a change notification's result. */
	readonly change: z.ZodType;
	/**
	 * How a client applies a change. With rows: replace rows with the same key, add others, drop those in `removed`,
	 * and sort by `order` if the change has one. Every other field replaces the state's field of the same name. Null:
	 * the change replaces the whole result.
	 */
	readonly rows: Rows | null;
	/** When the service sends changes. */
	readonly timing: string;
	readonly example: {
		readonly channel: string;
		readonly params: Readonly<Record<string, unknown>>;
		readonly snapshot: unknown;
		readonly change: unknown;
	};
	/** Error codes for a subscription in addition to those of `subscribe`. */
	readonly errors: readonly ErrorCode[];
};

const removed = z.array(z.string()).describe('Keys of removed rows.');
const order = z
	.array(z.string())
	.optional()
	.describe('Keys of all rows, sorted; absent while neither the rows nor their sorting change.');

const executionRowSchema = z.strictObject({
	execution: executionSchema,
	agent_id: z.string().nullable().describe('Agent that opened it; null: its owner opened it.'),
	events: z.array(eventSchema).describe('Last events of its journal, at most 10, newest last.'),
	events_total: z.int().describe('Number of events in the journal of the execution.'),
});

const { pagination: _closed, ...portfolioShape } = portfolioSchema.shape;
/**
 * Result of the portfolio channel. It has no pagination, because the channel sends only open executions; the method
 * portfolio_live also returns ended ones.
 */
const openPortfolioSchema = z.strictObject(portfolioShape);
const { executions: _executions, ...portfolioFigures } = openPortfolioSchema.shape;
const executionsSchema = z.strictObject({
	executions: z.array(executionRowSchema).describe('Open executions, and up to 20 recently ended ones.'),
});
const alertsSchema = z.strictObject({
	alerts: z.array(alertSchema).describe('The last 50 alerts, newest first.'),
});
const heartbeatSchema = z.strictObject({ time: instant('Clock of the service.') });

/** Param of the heartbeat channel: seconds between messages, 1 to 60, default 15. */
export const heartbeatParams = {
	interval_seconds: integerOr(15, { description: 'Seconds between two heartbeats.', atLeast: 1, atMost: 60 }),
};

const EXECUTION_ROW = {
	execution: PORTFOLIO_EXAMPLE.executions[0].execution,
	agent_id: null,
	events: [EVENT_EXAMPLE],
	events_total: 10,
};
const PAGE_REST = {
	pagination: PAGINATION_EXAMPLE,
	as_of: '2026-11-20T08:00:00.000Z',
};

/** Every channel, in the order of the reference. */
export const CHANNELS: readonly Channel[] = [
	{
		name: 'opportunities',
		pattern: 'opportunities[.<exchange pair>]',
		argument: 'optional',
		meaning:
			'One page of get_opportunities for your amount, horizon and leverage, for one exchange pair or all. Alternatively, pass the pair in the param exchangepair.',
		scope: 'public',
		params: opportunityListParams,
		snapshot: opportunityPageSchema,
		change: opportunityPageSchema.partial({ pagination: true }).extend({ removed, order }),
		rows: { member: 'data', key: 'opportunity_id' },
		timing:
			'When a record or the sorting changes, at most every stream.opportunitiesMs. A new age alone is not a change.',
		example: {
			channel: 'opportunities.bybit-kucoin',
			params: { amount: 5000, horizon_hours: 72, sortby: 'net_apr', page: 1 },
			snapshot: { data: [OPPORTUNITY_EXAMPLE], ...PAGE_REST },
			change: { data: [OPPORTUNITY_EXAMPLE], removed: [], ...PAGE_REST },
		},
		errors: ['UNKNOWN_EXCHANGE_PAIR'],
	},
	{
		name: 'opportunity',
		pattern: 'opportunity.<opportunity id>',
		argument: 'required',
		meaning: 'One opportunity for your amount, horizon and leverage, as in get_opportunities, until it ends.',
		scope: 'public',
		params: costTermParams,
		snapshot: opportunitySchema,
		change: opportunitySchema,
		rows: null,
		timing: 'When the opportunity changes, at most every stream.opportunitiesMs.',
		example: {
			channel: `opportunity.${OPPORTUNITY_EXAMPLE.opportunity_id}`,
			params: { amount: 5000 },
			snapshot: OPPORTUNITY_EXAMPLE,
			change: OPPORTUNITY_EXAMPLE,
		},
		errors: ['UNKNOWN_OPPORTUNITY', 'OPPORTUNITY_EXPIRED'],
	},
	{
		name: 'portfolio',
		pattern: 'portfolio',
		argument: 'none',
		meaning: 'The result of portfolio_live: open executions, summary, accounts, kill switches.',
		scope: 'arb:read',
		params: {},
		snapshot: openPortfolioSchema,
		change: z
			.strictObject(portfolioFigures)
			.partial()
			.extend({ executions: openPortfolioSchema.shape.executions, removed, order }),
		rows: { member: 'executions', key: 'execution.id' },
		timing:
			'When an execution or a kill switch changes. The service checks for other changes every stream.portfolioMs.',
		example: {
			channel: 'portfolio',
			params: {},
			snapshot: PORTFOLIO_EXAMPLE,
			change: {
				executions: PORTFOLIO_EXAMPLE.executions,
				removed: [],
				summary: PORTFOLIO_EXAMPLE.summary,
			},
		},
		errors: [],
	},
	{
		name: 'executions',
		pattern: 'executions',
		argument: 'none',
		meaning:
			'The state of each execution and the last events of its journal. An ended execution remains until 20 others have ended.',
		scope: 'arb:read',
		params: {},
		snapshot: executionsSchema,
		change: executionsSchema.extend({ removed, order }),
		rows: { member: 'executions', key: 'execution.id' },
		timing: 'After each commit to the journal of one of your executions.',
		example: {
			channel: 'executions',
			params: {},
			snapshot: { executions: [EXECUTION_ROW] },
			change: { executions: [EXECUTION_ROW], removed: [] },
		},
		errors: [],
	},
	{
		name: 'pair_status',
		pattern: 'pair_status.<exchange pair>',
		argument: 'required',
		meaning: 'The result of check_pair_status for the pair.',
		scope: 'arb:read',
		params: {},
		snapshot: pairStatusSchema,
		change: pairStatusSchema,
		rows: null,
		timing:
			'When anything except times and ages changes: immediately if an exchange changes, otherwise within stream.pairStatusMs.',
		example: {
			channel: 'pair_status.bybit-kucoin',
			params: {},
			snapshot: checkPairStatus.example.result,
			change: checkPairStatus.example.result,
		},
		errors: ['UNKNOWN_EXCHANGE_PAIR'],
	},
	{
		name: 'alerts',
		pattern: 'alerts',
		argument: 'none',
		meaning: 'Your alerts.',
		scope: 'arb:read',
		params: {},
		snapshot: alertsSchema,
		change: alertsSchema.extend({ removed, order }),
		rows: { member: 'alerts', key: 'alert_id' },
		timing: 'When an alert is raised.',
		example: {
			channel: 'alerts',
			params: {},
			snapshot: { alerts: [] },
			change: { alerts: [ALERT_EXAMPLE], removed: [], order: [ALERT_EXAMPLE.alert_id] },
		},
		errors: [],
	},
	{
		name: 'heartbeat',
		pattern: 'heartbeat',
		argument: 'none',
		meaning: 'Heartbeats for clients that cannot see pings, such as browsers.',
		scope: 'public',
		params: heartbeatParams,
		snapshot: heartbeatSchema,
		change: heartbeatSchema,
		rows: null,
		timing: 'Every interval_seconds.',
		example: {
			channel: 'heartbeat',
			params: { interval_seconds: 5 },
			snapshot: { time: '2026-11-20T08:00:00.000Z' },
			change: { time: '2026-11-20T08:00:05.000Z' },
		},
		errors: [],
	},
];

const BY_NAME: ReadonlyMap<string, Channel> = new Map(CHANNELS.map((channel) => [channel.name, channel]));

/** Finds the channel for a string such as `opportunities.bybit-kucoin`, and its argument after the first dot. */
export function findChannel(
	text: string,
): { readonly channel: Channel; readonly argument: string | undefined } | undefined {
	const dot = text.indexOf('.');
	const channel = BY_NAME.get(dot === -1 ? text : text.slice(0, dot));
	if (channel === undefined) return undefined;
	const argument = dot === -1 ? undefined : text.slice(dot + 1);
	const fits =
		argument === undefined ? channel.argument !== 'required' : argument !== '' && channel.argument !== 'none';
	return fits ? { channel, argument } : undefined;
}
