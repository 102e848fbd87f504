/**
 * What can be subscribed to over a WebSocket, as data: the documentation, the client and the tests read this table, and a
 * subscription is checked by it.
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

/** Names of all channels, as the part of `channel` before the first dot. */
export const CHANNEL_NAMES = [
	'opportunities',
	'opportunity',
	'portfolio',
	'executions',
	'pair_status',
	'alerts',
	'heartbeat',
] as const;

/** Name of a channel of the WebSocket. */
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/** Which member of a result is the list of rows, and which member of a row (dots lead inward) is its key. */
export type Rows = { readonly member: string; readonly key: string };

/** Definition of a channel: its name, argument, scope, params, messages and timing. */
export type Channel = {
	readonly name: ChannelName;
	/** As it is subscribed to; what stands in angle brackets is named by the subscriber, in brackets it may be left out. */
	readonly pattern: string;
	/** Whether the part after the dot must be there, may be, or must not. */
	readonly argument: 'required' | 'optional' | 'none';
	/** One or two sentences. */
	readonly meaning: string;
	readonly scope: Scope | 'public';
	/** Members of `subscribe` beside `channel` and `resume`. */
	readonly params: z.ZodRawShape;
	/** Of the first notification, and of every one that is no change. */
	readonly snapshot: z.ZodType;
	/** Of those that follow. */
	readonly change: z.ZodType;
	/**
	 * How a change is folded. With rows: rows of the same key are replaced, others added, those in `removed` dropped, and where
	 * `order` is there the rows stand in that order; every other member replaces the one of its name. Null: the change is the
	 * whole, and replaces it.
	 */
	readonly rows: Rows | null;
	/** When news are sent. */
	readonly timing: string;
	readonly example: {
		readonly channel: string;
		readonly params: Readonly<Record<string, unknown>>;
		readonly snapshot: unknown;
		readonly change: unknown;
	};
	/** Codes that subscribing answers beside those of `subscribe`. */
	readonly errors: readonly ErrorCode[];
};

const removed = z.array(z.string()).describe('Keys of rows that are gone.');
const order = z
	.array(z.string())
	.optional()
	.describe('Keys of all rows in their order; absent while the rows and their order are the same.');

const executionRowSchema = z.strictObject({
	execution: executionSchema,
	agent_id: z.string().nullable().describe('The agent that opened it; null: its owner did.'),
	events: z.array(eventSchema).describe('The last events of its journal, at most 10, newest last.'),
	events_total: z.int().describe('Events in the whole journal of the execution.'),
});

const { pagination: _closed, ...portfolioShape } = portfolioSchema.shape;
/** What is open: ended executions are asked for by portfolio_live. */
const openPortfolioSchema = z.strictObject(portfolioShape);
const { executions: _executions, ...portfolioFigures } = openPortfolioSchema.shape;
const executionsSchema = z.strictObject({
	executions: z.array(executionRowSchema).describe('Open ones, and up to 20 that have ended lately.'),
});
const alertsSchema = z.strictObject({ alerts: z.array(alertSchema).describe('The last 50, newest first.') });
const heartbeatSchema = z.strictObject({ time: instant("The service's clock.") });

/** Param of the channel heartbeat: seconds between two messages, 1 to 60, 15 by default. */
export const heartbeatParams = {
	interval_seconds: integerOr(15, { description: 'Between two signs of life.', atLeast: 1, atMost: 60 }),
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
			'One page of get_opportunities at your terms, of one exchange pair or of all. The pair may also be named by the param exchangepair.',
		scope: 'public',
		params: opportunityListParams,
		snapshot: opportunityPageSchema,
		change: opportunityPageSchema.partial({ pagination: true }).extend({ removed, order }),
		rows: { member: 'data', key: 'opportunity_id' },
		timing:
			'When a record, or the order, has changed, at most every stream.opportunitiesMs. A record whose age alone has grown has not changed.',
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
		meaning: 'One opportunity at your terms, as get_opportunities shows it, until it is gone.',
		scope: 'public',
		params: costTermParams,
		snapshot: opportunitySchema,
		change: opportunitySchema,
		rows: null,
		timing: 'When it has changed, at most every stream.opportunitiesMs.',
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
		meaning: 'What portfolio_live answers: open executions, summary, accounts, kill switches.',
		scope: 'arb:read',
		params: {},
		snapshot: openPortfolioSchema,
		change: z
			.strictObject(portfolioFigures)
			.partial()
			.extend({ executions: openPortfolioSchema.shape.executions, removed, order }),
		rows: { member: 'executions', key: 'execution.id' },
		timing:
			'When an execution or a kill switch has changed, and otherwise what a look every stream.portfolioMs finds changed.',
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
			'The state of each execution and the last events of its journal, as they happen. An ended one stays with its end, until 20 others have ended.',
		scope: 'arb:read',
		params: {},
		snapshot: executionsSchema,
		change: executionsSchema.extend({ removed, order }),
		rows: { member: 'executions', key: 'execution.id' },
		timing: 'With every commit to the journal of one of your executions.',
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
		meaning: 'What check_pair_status answers for the pair.',
		scope: 'arb:read',
		params: {},
		snapshot: pairStatusSchema,
		change: pairStatusSchema,
		rows: null,
		timing:
			'When something besides its times and ages has changed: at once with an exchange, else within stream.pairStatusMs.',
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
		meaning: 'What you are told without having asked.',
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
		meaning: 'A sign of life for those who cannot see pings, such as browsers.',
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

/** The channel that a text such as `opportunities.bybit-kucoin` names, and what stands after its first dot. */
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
