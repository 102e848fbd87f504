/**
 * Identifies the caller of one request: verifies its token, charges its rate limits, and provides the resulting
 * headers.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { DpopVerifier } from '../../identity/dpop-proof.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Caller, TokenAuthority, VerifiedToken } from '../../identity/tokens.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { CallClass, CallSession } from '../methods/dispatch.ts';
import {
	addressKey,
	createRateLimiter,
	policyHeader,
	type RateLimit,
	type RateLimiter,
	type RateLimitState,
	stateHeader,
} from './rate-limit.ts';
import { ACCESS_TEXT } from './text.ts';

/** Rate limit per class of calls. */
export type RateLimits = Readonly<Record<CallClass, RateLimit>>;

/** The caller and the rate limits of one request. */
export interface HttpSession extends CallSession {
	/** Returns the `RateLimit` and `RateLimit-Policy` headers for the limits that were charged. */
	rateLimitHeaders(): Record<string, string>;
	/**
	 * Returns the caller without checking scopes; undefined without a token. @throws CarrywireError as `authorize`,
	 * except FORBIDDEN.
	 */
	caller(): Promise<Caller | undefined>;
	/** Challenge for a refused token, as RFC 6750 and RFC 9449 define it. */
	readonly challenge: Challenge;
}

/** Why the credentials are insufficient; `none`: no token was sent. */
export type Challenge = 'none' | 'invalid_token' | 'invalid_dpop_proof';

/** Opens a session for a request. The token is verified when it is first needed. */
export type OpenSession = (request: {
	readonly authorization: string | undefined;
	/** The `DPoP` header, if there is one; `PROVEN`: the proof was verified when the connection was opened. */
	readonly proof: Proof;
	readonly address: string;
	/** The `traceparent` header, if there is one. */
	readonly traceparent?: string | undefined;
	/** HTTP method and address for which the DPoP proof must be valid; default: POST to the JSON-RPC endpoint. */
	readonly target?: ProofTarget;
	/** Called with the id of the agent or user once the token is verified. */
	readonly onHolder?: (holder: string) => void;
	/** A caller that the service has identified itself, such as the agent of a linked chat; it needs no token. */
	readonly known?: Caller;
}) => HttpSession;

type ProofTarget = { readonly method: string; readonly url: string };

/** Marks a proof that was verified when the connection was opened. */
export const PROVEN = Symbol('proven');
type Proof = string | undefined | typeof PROVEN;

/**
 * Returns the rate-limit key for a call with a valid token. Trading is limited per user, across all tokens and
 * agents. An agent can obtain new tokens at any time, so an agent's limit is per agent, not per token.
 */
const PAYERS: Readonly<Record<CallClass, (caller: Caller) => string>> = {
	public: holderOf,
	read: ({ agent, tokenId }) => agent?.agentId ?? tokenId,
	trade: ({ userId }) => userId,
	stop: ({ agent, tokenId }) => agent?.agentId ?? tokenId,
};

const CREDENTIALS = /^(bearer|dpop) +([A-Za-z0-9._~+/-]+=*) *$/i;
const TOKEN_LENGTH_MAX = 512;

/** Returns the id of the agent that holds the credentials, or of the user if there is no agent. */
export function holderOf({ agent, userId }: Caller): string {
	return agent?.agentId ?? userId;
}

type SessionParts = {
	readonly tokens: Pick<TokenAuthority, 'verify'>;
	readonly dpop: DpopVerifier;
	/** The protected resource's public address. */
	readonly resource: () => string;
	readonly clock: Clock;
	readonly rateLimits: RateLimits;
};

/** A session's state. */
type State = Parameters<OpenSession>[0] & {
	readonly parts: SessionParts;
	readonly limiters: Readonly<Record<CallClass, RateLimiter>>;
	/** State of each rate limit that was charged. */
	readonly drawn: Map<CallClass, RateLimitState>;
	/** Verification of the token; all entries of a batch share it. */
	identifying: Promise<Caller | Unproven> | undefined;
	challenge: Challenge;
};

/** Why a token was refused. */
type Unproven = { readonly fault: Words; readonly challenge: Challenge };

/** Creates the sessions for a server; all of them share the rate limits. */
export function createSessions(parts: SessionParts): OpenSession {
	const { rateLimits } = parts;
	const limiters: Record<CallClass, RateLimiter> = {
		public: createRateLimiter(rateLimits.public),
		read: createRateLimiter(rateLimits.read),
		trade: createRateLimiter(rateLimits.trade),
		stop: createRateLimiter(rateLimits.stop),
	};
	return (request) =>
		sessionOf({
			...request,
			parts,
			limiters,
			drawn: new Map(),
			identifying: request.known === undefined ? undefined : Promise.resolve(request.known),
			challenge: 'none',
		});
}

function sessionOf(state: State): HttpSession {
	const { known, address, traceparent, drawn, parts } = state;
	const authorization = authorizationOf(state);
	return {
		get challenge() {
			return state.challenge;
		},
		charge: (callClass, caller) => charge(state, callClass, caller),
		address: known === undefined ? address : null,
		caller: async () => (authorization === undefined ? undefined : callerBy(state, authorization)),
		traceparent,
		// A call with an invalid token is charged to its address, like a call without a token.
		holder: () =>
			authorization === undefined
				? undefined
				: identified(state, authorization).then((found) => ('fault' in found ? undefined : found)),
		authorize: (scope) => authorize(state, scope),
		rateLimitHeaders() {
			if (drawn.size === 0) return {};
			return {
				ratelimit: [...drawn].map(([name, left]) => stateHeader(name, left)).join(', '),
				'ratelimit-policy': [...drawn.keys()]
					.map((name) => policyHeader(name, parts.rateLimits[name]))
					.join(', '),
			};
		},
	};
}

/** Returns the credentials; undefined if there are none. A known caller counts as one that sent some. */
function authorizationOf({ known, authorization }: State): string | undefined {
	return known === undefined ? authorization : '';
}

async function authorize(state: State, scope: Scope): Promise<Caller> {
	const authorization = authorizationOf(state);
	if (authorization === undefined) throw unauthorized(state, ACCESS_TEXT.absent());
	const caller = await callerBy(state, authorization);
	if (caller.scopes.has(scope)) return caller;
	// A forbidden call is charged as a read, so that forbidden calls are rate limited too.
	charge(state, 'read', caller);
	throw new CarrywireError('FORBIDDEN', ACCESS_TEXT.scope({ scope, own: [...caller.scopes] }), {
		facts: { scope },
	});
}

function charge(
	{ address, parts: { clock, rateLimits }, limiters, drawn }: State,
	callClass: CallClass,
	caller: Caller | undefined,
): void {
	const key = caller === undefined ? addressKey(address) : PAYERS[callClass](caller);
	const left = limiters[callClass].take(key, clock.monotonic());
	drawn.set(callClass, left);
	if (left.allowed) return;
	const { perSecond, burst } = rateLimits[callClass];
	throw new CarrywireError(
		'RATE_LIMITED',
		ACCESS_TEXT.rateLimit({ callClass, perSecond, burst, waitMs: left.retryAfterMs }),
		{ retryAfterMs: left.retryAfterMs, facts: { limit: callClass, perSecond, burst } },
	);
}

async function callerBy(state: State, header: string): Promise<Caller> {
	const found = await identified(state, header);
	if (!('fault' in found)) return found;
	state.challenge = found.challenge;
	throw unauthorized(state, found.fault);
}

/** A failed attempt is charged to the address, so that nobody can guess tokens quickly. */
function unauthorized(state: State, message: Words): CarrywireError {
	charge(state, 'public', undefined);
	return new CarrywireError('UNAUTHORIZED', message);
}

function identified(state: State, header: string): Promise<Caller | Unproven> {
	state.identifying ??= identify(state, header).then((found) => {
		if (!('fault' in found)) state.onHolder?.(holderOf(found));
		return found;
	});
	return state.identifying;
}

/** Verifies the token. Returns the caller, or the reason for the refusal. */
async function identify(state: State, authorization: string): Promise<Caller | Unproven> {
	const [, scheme = '', token] =
		(authorization.length <= TOKEN_LENGTH_MAX ? CREDENTIALS.exec(authorization) : null) ?? [];
	if (token === undefined)
		return {
			fault: ACCESS_TEXT.otherHeader(),
			challenge: 'invalid_token',
		};
	const verified = await state.parts.tokens.verify(token);
	if (verified === undefined) return { fault: ACCESS_TEXT.invalid(), challenge: 'invalid_token' };
	const fault = await bindingFault(state, verified, token, scheme.toLowerCase() === 'dpop');
	return fault === undefined ? verified.caller : { fault, challenge: 'invalid_dpop_proof' };
}

/**
 * Returns what is wrong with the scheme or the proof; undefined if nothing is. A key-bound token needs DPoP with a
 * proof; any other token needs Bearer.
 */
async function bindingFault(
	{ proof, target, parts: { dpop, resource } }: State,
	{ boundTo, caller }: VerifiedToken,
	token: string,
	isDpop: boolean,
): Promise<Words | undefined> {
	if (boundTo === undefined) return isDpop ? ACCESS_TEXT.unbound() : undefined;
	if (!isDpop || proof === undefined) return ACCESS_TEXT.bound();
	if (proof === PROVEN) return undefined;
	const { method, url } = target ?? { method: 'POST', url: resource() };
	const fault = await dpop.fault(proof, { method, url, token, boundTo, holder: holderOf(caller) });
	return fault === undefined ? undefined : ACCESS_TEXT.proof({ fault });
}
