/** The HTTP side of one JSON-RPC body: its bearer token, its credits, and the headers that follow from them. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { DpopVerifier } from '../../identity/dpop-proof.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Caller, TokenAuthority, VerifiedToken } from '../../identity/tokens.ts';
import type { Clock } from '../../ports/clock.ts';
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

/** Credits of each class of calls. */
export type RateLimits = Readonly<Record<CallClass, RateLimit>>;

/** One request's caller and credits. */
export interface HttpSession extends CallSession {
	/** `RateLimit` and `RateLimit-Policy` of the buckets that were drawn on. */
	rateLimitHeaders(): Record<string, string>;
	/** Who calls, whatever they may do; undefined without a token. @throws CarrywireError as `authorize`, but FORBIDDEN. */
	caller(): Promise<Caller | undefined>;
	/** What to answer a caller whose token was not taken, after the scheme's parameters of RFC 6750 and RFC 9449. */
	readonly challenge: Challenge;
}

/** `none`: no token was sent. */
export type Challenge = 'none' | 'invalid_token' | 'invalid_dpop_proof';

/** Begins a session for a request; its token is looked up when it is first needed. */
export type OpenSession = (request: {
	readonly authorization: string | undefined;
	/** The header `DPoP`, where there is one; `PROVEN`: for this token it held when the connection was opened. */
	readonly proof: Proof;
	readonly address: string;
	/** The header `traceparent`, where there is one. */
	readonly traceparent?: string | undefined;
	/** What a proof must be of, where it is not a POST to the JSON-RPC endpoint. */
	readonly target?: ProofTarget;
	/** Runs once the token is known to be valid, with the agent or user who holds it. */
	readonly onHolder?: (holder: string) => void;
}) => HttpSession;

type ProofTarget = { readonly method: string; readonly url: string };

/** Stands for a proof that held when the connection was opened. */
export const PROVEN = Symbol('proven');
type Proof = string | undefined | typeof PROVEN;

/**
 * Whose bucket a call with a valid token draws on. Trading is bounded for a user, over all tokens and agents. An agent takes
 * new tokens as it likes: its credits are its own, not its token's.
 */
const PAYERS: Readonly<Record<CallClass, (caller: Caller) => string>> = {
	public: holderOf,
	read: ({ agent, tokenId }) => agent?.agentId ?? tokenId,
	trade: ({ userId }) => userId,
	stop: ({ agent, tokenId }) => agent?.agentId ?? tokenId,
};

const CREDENTIALS = /^(bearer|dpop) +([A-Za-z0-9._~+/-]+=*) *$/i;
const TOKEN_LENGTH_MAX = 512;

/** Id of the agent or user to whom the credentials belong. */
export function holderOf({ agent, userId }: Caller): string {
	return agent?.agentId ?? userId;
}

type SessionParts = {
	readonly tokens: Pick<TokenAuthority, 'verify'>;
	readonly dpop: DpopVerifier;
	/** Address of the protected resource, as clients write it. */
	readonly resource: () => string;
	readonly clock: Clock;
	readonly rateLimits: RateLimits;
};

/** The state of one session: what it knows and has done so far. */
type State = Parameters<OpenSession>[0] & {
	readonly parts: SessionParts;
	readonly limiters: Readonly<Record<CallClass, RateLimiter>>;
	/** Buckets that were drawn on, with what is left in them. */
	readonly drawn: Map<CallClass, RateLimitState>;
	/** One for all entries of a batch. */
	identifying: Promise<Caller | Unproven> | undefined;
	challenge: Challenge;
};

/** Why a token was not taken, as a sentence. */
type Unproven = { readonly fault: string; readonly challenge: Challenge };

/** The buckets of credits are shared by all sessions that the answer opens. */
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
			identifying: undefined,
			challenge: 'none',
		});
}

function sessionOf(state: State): HttpSession {
	const { authorization, address, traceparent, drawn, parts } = state;
	return {
		get challenge() {
			return state.challenge;
		},
		charge: (callClass, caller) => charge(state, callClass, caller),
		address,
		caller: async () => (authorization === undefined ? undefined : callerBy(state, authorization)),
		traceparent,
		// A token that is not valid pays nothing: the address does, as without one.
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

async function authorize(state: State, scope: Scope): Promise<Caller> {
	const { authorization } = state;
	if (authorization === undefined)
		throw unauthorized(state, 'This method needs the header Authorization: Bearer <token>; it was absent.');
	const caller = await callerBy(state, authorization);
	if (caller.scopes.has(scope)) return caller;
	// A forbidden call costs as much as a read, so that it cannot be made without limit.
	charge(state, 'read', caller);
	throw new CarrywireError(
		'FORBIDDEN',
		`This method needs a token of scope ${scope}; this one has ${[...caller.scopes].join(' ') || 'none'}.`,
		{ facts: { scope } },
	);
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
		`Too many ${callClass} calls: the limit is ${perSecond} per second with a burst of ${burst}; call again in ${left.retryAfterMs} ms.`,
		{ retryAfterMs: left.retryAfterMs, facts: { limit: callClass, perSecond, burst } },
	);
}

async function callerBy(state: State, header: string): Promise<Caller> {
	const found = await identified(state, header);
	if (!('fault' in found)) return found;
	state.challenge = found.challenge;
	throw unauthorized(state, found.fault);
}

/** A failed attempt costs the address a public credit, so that tokens cannot be guessed at speed. */
function unauthorized(state: State, message: string): CarrywireError {
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

/** The holder of the token; a sentence when nobody holds it. */
async function identify(state: State, authorization: string): Promise<Caller | Unproven> {
	const [, scheme = '', token] =
		(authorization.length <= TOKEN_LENGTH_MAX ? CREDENTIALS.exec(authorization) : null) ?? [];
	if (token === undefined)
		return {
			fault: 'The Authorization header must be Bearer and one token; it was something else.',
			challenge: 'invalid_token',
		};
	const verified = await state.parts.tokens.verify(token);
	if (verified === undefined)
		return { fault: 'The bearer token is unknown, expired or revoked.', challenge: 'invalid_token' };
	const fault = await bindingFault(state, verified, token, scheme.toLowerCase() === 'dpop');
	return fault === undefined ? verified.caller : { fault, challenge: 'invalid_dpop_proof' };
}

/** A bound token counts with its proof only; another counts as Bearer only. */
async function bindingFault(
	{ proof, target, parts: { dpop, resource } }: State,
	{ boundTo, caller }: VerifiedToken,
	token: string,
	isDpop: boolean,
): Promise<string | undefined> {
	if (boundTo === undefined)
		return isDpop ? 'This token is not bound to a key; send it as Bearer.' : undefined;
	if (!isDpop || proof === undefined)
		return 'This token is bound to a key: send Authorization: DPoP <token> and the header DPoP with a proof.';
	if (proof === PROVEN) return undefined;
	const { method, url } = target ?? { method: 'POST', url: resource() };
	const fault = await dpop.fault(proof, { method, url, token, boundTo, holder: holderOf(caller) });
	return fault === undefined ? undefined : `The DPoP proof does not hold: ${fault}.`;
}
