/**
 * Defines the methods and notifications that exist only over a WebSocket. `src/api/streams/stream-calls.ts`
 * implements them.
 */
import * as z from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';
import { SCOPES } from '../../identity/scopes.ts';
import { METHOD_TIME_LIMIT_MS, type Method } from '../rpc/method.ts';
import { secretText, text } from '../rpc/params.ts';
import { CHANNELS } from './channels.ts';

/** Name of a method that exists only over a WebSocket. */
export type StreamMethodName = 'authenticate' | 'subscribe' | 'unsubscribe';

/**
 * Definition of a method that exists only over a WebSocket. It has no `run`, because the connection executes the
 * method.
 */
export type StreamMethod = Omit<Method, 'run'> & { readonly name: StreamMethodName };

const TOKEN_LENGTH_MAX = 512;
const PROOF_LENGTH_MAX = 4_096;
const CHANNEL_LENGTH_MAX = 128;
const CURSOR_LENGTH_MAX = 64;

const subscriptionId = text(64, 'Id from subscribe.');

/** Params of every `subscribe`; each channel may have further ones. */
export const SUBSCRIBE_PARAMS = {
	channel: text(CHANNEL_LENGTH_MAX, `Channel: one of ${CHANNELS.map(({ pattern }) => pattern).join(', ')}.`),
	resume: text(
		CURSOR_LENGTH_MAX,
		'Cursor of the last notification of the same channel and params. If the service still has the changes since then, it sends them instead of a snapshot.',
	).optional(),
};

/** Params of `authenticate`: a token and, if the token is key-bound, its DPoP proof (RFC 9449). */
export const authenticateParams = z.strictObject({
	token: secretText(TOKEN_LENGTH_MAX, 'Token, as in the Authorization header.'),
	dpop_proof: secretText(
		PROOF_LENGTH_MAX,
		'DPoP proof for a key-bound token (RFC 9449), with method GET and the address of the endpoint, with http or https.',
	).optional(),
});

/** Params of `unsubscribe`: the id from `subscribe`. */
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
			'Authenticates the connection from now on: for clients that cannot set the Authorization header, and to renew the token.',
		params: authenticateParams,
		result: z.strictObject({
			user_id: z.string().describe('User of the connection.'),
			agent_id: z.string().nullable().describe('Agent of the token; null: the token belongs to the user.'),
			scopes: z.array(z.enum(SCOPES)).describe('Scopes of the token.'),
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
		summary: 'Subscribes to a channel: sends a snapshot, then changes, as notifications.',
		// The params of all channels are listed, but a subscription accepts only those of its own channel.
		params: z.strictObject({
			...SUBSCRIBE_PARAMS,
			...Object.assign({}, ...CHANNELS.map(({ params }) => params)),
		}) as z.ZodType,
		result: z.strictObject({
			subscription: z.string().describe('Id of the subscription on this connection.'),
			channel: z.string().describe('Channel as named in notifications.'),
			resumed: z
				.boolean()
				.describe('True: notifications continue from the cursor. False: a snapshot comes first.'),
		}),
		example: {
			params: { channel: 'opportunities.bybit-kucoin', amount: 5000, sortby: 'net_apr', limit: 10 },
			result: { subscription: 'sub_1', channel: 'opportunities.bybit-kucoin', resumed: false },
		},
		errors: [
			'UNKNOWN_CHANNEL',
			'SUBSCRIPTION_LIMIT',
			// Error codes for channels that require a scope.
			'UNAUTHORIZED',
			'FORBIDDEN',
			...new Set(CHANNELS.flatMap(({ errors }) => errors)),
		] satisfies ErrorCode[],
	},
	{
		...method,
		name: 'unsubscribe',
		summary: 'Ends a subscription. The service sends no notification for it after the answer.',
		params: unsubscribeParams,
		result: z.strictObject({
			subscription: z.string().describe('Id of the ended subscription.'),
			ended: z.literal(true),
		}),
		example: { params: { subscription: 'sub_1' }, result: { subscription: 'sub_1', ended: true } },
		errors: ['UNKNOWN_SUBSCRIPTION'],
	},
];

/** Result of the notification that ends a subscription: the `data` of the error for which the service ended it. */
export const endSchema = z.looseObject({
	code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).describe('Error code.'),
	message: z.string().describe('Sentence for people, with the value and its limit.'),
	retryable: z.boolean().describe('True when subscribing again later may succeed.'),
});

/** The `params` of a `subscription` notification. */
export const notificationSchema = z.strictObject({
	subscription: z.string().describe('Id from subscribe.'),
	seq: z.int().describe('Number of the notification in this subscription, from 1, without gaps.'),
	channel: z.string().describe('Channel of the subscription.'),
	type: z
		.enum(['snapshot', 'change', 'end'])
		.describe('Type of notification. end: the last one; result has the reason.'),
	cursor: z
		.string()
		.optional()
		.describe('Cursor to pass to a later subscribe, which then continues from here; absent for type end.'),
	result: z.unknown().describe('Result; its schema depends on channel and type.'),
});
