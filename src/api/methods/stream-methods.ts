/** The methods that exist over a WebSocket only, and the notification that it sends, as data. What they do is in `src/api/streams/stream-calls.ts`. */
import * as z from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';
import { SCOPES } from '../../identity/scopes.ts';
import { METHOD_TIME_LIMIT_MS, type Method } from '../rpc/method.ts';
import { secretText, text } from '../rpc/params.ts';
import { CHANNELS } from './channels.ts';

/** Name of a method that only a WebSocket answers. */
export type StreamMethodName = 'authenticate' | 'subscribe' | 'unsubscribe';

/** Definition of such a method; the connection carries it out, so it has no `run`. */
export type StreamMethod = Omit<Method, 'run'> & { readonly name: StreamMethodName };

const TOKEN_LENGTH_MAX = 512;
const PROOF_LENGTH_MAX = 4_096;
const CHANNEL_LENGTH_MAX = 128;
const CURSOR_LENGTH_MAX = 64;

const subscriptionId = text(64, 'From subscribe.');

/** What every `subscribe` takes; the rest depends on the channel. */
export const SUBSCRIBE_PARAMS = {
	channel: text(CHANNEL_LENGTH_MAX, `One of ${CHANNELS.map(({ pattern }) => pattern).join(', ')}.`),
	resume: text(
		CURSOR_LENGTH_MAX,
		'The cursor of the last notification of the same channel and params: what has changed since is sent, where it is still held, instead of a snapshot.',
	).optional(),
};

/** Params of `authenticate`: a token and, for a token bound to a key, its proof (RFC 9449). */
export const authenticateParams = z.strictObject({
	token: secretText(TOKEN_LENGTH_MAX, 'A token, as it would stand in the header Authorization.'),
	dpop_proof: secretText(
		PROOF_LENGTH_MAX,
		'For a token that is bound to a key (RFC 9449): a proof for GET and the address of the endpoint, with http or https.',
	).optional(),
});

/** Params of `unsubscribe`: the id that `subscribe` answered. */
export const unsubscribeParams = z.strictObject({ subscription: subscriptionId });

const method = {
	scope: 'public',
	tradesMoney: false,
	timeLimitMs: METHOD_TIME_LIMIT_MS,
} as const;

/** Definitions of `authenticate`, `subscribe` and `unsubscribe`, for the documentation and the connection. */
export const STREAM_METHODS: readonly StreamMethod[] = [
	{
		...method,
		name: 'authenticate',
		chargesItself: true,
		summary:
			'Says whose this connection is, from here on: for clients that cannot set the header Authorization, and to go on with a new token.',
		params: authenticateParams,
		result: z.strictObject({
			user_id: z.string().describe('Whose the connection is now.'),
			agent_id: z.string().nullable().describe('The agent whose token it is; null: the user.'),
			scopes: z.array(z.enum(SCOPES)).describe('What it may do.'),
		}),
		example: {
			params: { token: 'cw_shown-once' },
			result: { user_id: 'user_3f9a1c5b7d2e', agent_id: null, scopes: ['arb:read', 'arb:trade'] },
		},
		errors: ['UNAUTHORIZED'],
	},
	{
		...method,
		name: 'subscribe',
		summary: 'Sends a snapshot of a channel, then what changes, as notifications.',
		// Of all channels; each takes those of its own alone.
		params: z.strictObject({
			...SUBSCRIBE_PARAMS,
			...Object.assign({}, ...CHANNELS.map(({ params }) => params)),
		}) as z.ZodType,
		result: z.strictObject({
			subscription: z.string().describe('Of this connection.'),
			channel: z.string().describe('As it is named in the notifications.'),
			resumed: z
				.boolean()
				.describe('True: what follows goes on from the cursor. False: a snapshot comes first.'),
		}),
		example: {
			params: { channel: 'opportunities.bybit-kucoin', amount: 5000, sortby: 'net_apr', limit: 10 },
			result: { subscription: 'sub_1', channel: 'opportunities.bybit-kucoin', resumed: false },
		},
		errors: [
			'UNKNOWN_CHANNEL',
			'SUBSCRIPTION_LIMIT',
			// Of channels that need a scope.
			'UNAUTHORIZED',
			'FORBIDDEN',
			...new Set(CHANNELS.flatMap(({ errors }) => errors)),
		] satisfies ErrorCode[],
	},
	{
		...method,
		name: 'unsubscribe',
		summary: 'Ends a subscription: nothing of it is sent after the answer.',
		params: unsubscribeParams,
		result: z.strictObject({
			subscription: z.string().describe('The one that ended.'),
			ended: z.literal(true),
		}),
		example: { params: { subscription: 'sub_1' }, result: { subscription: 'sub_1', ended: true } },
		errors: ['UNKNOWN_SUBSCRIPTION'],
	},
];

/** Why a subscription ended without `unsubscribe`: `data` of the error that the same call would be answered with. */
export const endSchema = z.looseObject({
	code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).describe('One of the closed codes.'),
	message: z.string().describe('What, was, limit.'),
	retryable: z.boolean().describe('The same subscription may be taken later.'),
});

/** `params` of the notification `subscription`. */
export const notificationSchema = z.strictObject({
	subscription: z.string().describe('As subscribe answered it.'),
	seq: z.int().describe('Of this subscription, from 1, without holes.'),
	channel: z.string().describe('As it was subscribed to.'),
	type: z.enum(['snapshot', 'change', 'end']).describe('end: nothing more comes, and result says why.'),
	cursor: z
		.string()
		.optional()
		.describe('For resume of a later subscribe: how far the subscriber is with this. Not of an end.'),
	result: z.unknown().describe('Of the channel and type.'),
});
