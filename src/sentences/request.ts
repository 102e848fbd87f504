/** Refusals of requests: of the caller's token, of too many calls, of calls that took too long, and of subscriptions. */
import type { Words, Writer } from './sentence.ts';

/** Class of a call, which has its own rate limit. */
export type RequestClass = 'public' | 'read' | 'trade' | 'stop';

/** Callers who share a limit of subscriptions. */
export type SubscriptionKind = 'private' | 'public' | 'stranger';

const KINDS: Readonly<Record<SubscriptionKind, string>> = {
	private: 'private subscriptions',
	public: 'public subscriptions',
	stranger: 'public subscriptions without a token',
};

type Limit = { readonly limit: number };
type Rate = { readonly callClass: RequestClass; readonly perSecond: number; readonly burst: number };

/** Refused tokens, missing scopes, and calls above a rate limit. Times are milliseconds. */
export const access = {
	absent: () => 'This method needs the header Authorization: Bearer <token>; it was absent.',
	otherHeader: () => 'The Authorization header must be the word Bearer and one token; was something else.',
	invalid: () => 'The bearer token is unknown, expired or revoked.',
	scope: ({ scope, own }: { scope: string; own: readonly string[] }) =>
		`This method needs a token with scope ${scope}; yours has ${own.join(' ') || 'none'}.`,
	unbound: () => 'This token is not bound to a key; send it as Bearer.',
	bound: () =>
		'This token is bound to a key. Send Authorization: DPoP <token>, and a proof in the DPoP header.',
	proof: ({ fault }: { fault: Words }, write: Writer) =>
		`The DPoP proof is not valid: ${write.words(fault)}.`,
	rateLimit: ({ callClass, perSecond, burst, waitMs }: Rate & { waitMs: number }, write: Writer) =>
		`Too many ${callClass} calls: the limit is ${perSecond} per second with a burst of ${burst}. Call again in ${write.duration(waitMs)}.`,
	attempts: ({ seconds }: { seconds: number }) =>
		`Too many failed attempts to authenticate. Try again in ${seconds} s.`,
	otherUser: () => 'authenticate changed the user of this connection.',
	scopeLost: ({ scope }: { scope: string }) =>
		`This subscription needs a token with scope ${scope}; the token no longer has it.`,
};

/** Requests that the service does not serve. */
export const request = {
	stopping: () => 'The service is stopping.',
	notListening: () => 'The service is not listening yet. Try again in a moment.',
	authorizationStarting: () => 'The authorization server is starting.',
	noDocumentation: () =>
		'The documentation has not been built in this checkout. Run npm run docs and start the service again.',
	timeout: ({ method, limitMs }: { method: string; limitMs: number }, write: Writer) =>
		`${method} did not answer within ${write.duration(limitMs)}. It continues in the background.`,
	downloads: ({ limit }: Limit) =>
		`You have reached your limit of ${limit} simultaneous downloads. Wait until one finishes.`,
	connections: ({ limit }: Limit) =>
		`The service has reached its limit of ${limit} open WebSockets. Try again later.`,
	groupsFull: ({ limit, kind }: Limit & { kind: SubscriptionKind }) =>
		`The service has reached its limit of ${limit} different ${KINDS[kind]} for all callers together. Try again later.`,
	connectionFull: ({ limit }: Limit) =>
		`This connection has reached its limit of ${limit} subscriptions. Unsubscribe from one first.`,
};
