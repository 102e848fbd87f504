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

export type RateLimits = Readonly<Record<CallClass, RateLimit>>;

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

export function createSessions(parts: {
	readonly tokens: Pick<TokenAuthority, 'verify'>;
	readonly dpop: DpopVerifier;
	/** Address of the protected resource, as clients write it. */
	readonly resource: () => string;
	readonly clock: Clock;
	readonly rateLimits: RateLimits;
}): OpenSession {
	const { tokens, dpop, resource, clock, rateLimits } = parts;
	const limiters: Record<CallClass, RateLimiter> = {
		public: createRateLimiter(rateLimits.public),
		read: createRateLimiter(rateLimits.read),
		trade: createRateLimiter(rateLimits.trade),
		stop: createRateLimiter(rateLimits.stop),
	};
	const policies: Record<CallClass, string> = {
		public: policyHeader('public', rateLimits.public),
		read: policyHeader('read', rateLimits.read),
		trade: policyHeader('trade', rateLimits.trade),
		stop: policyHeader('stop', rateLimits.stop),
	};

	/** Who holds the token; a sentence when nobody does. */
	async function identify(
		authorization: string,
		proof: Proof,
		target: ProofTarget,
	): Promise<Caller | { readonly fault: string; readonly challenge: Challenge }> {
		const [, scheme = '', token] =
			(authorization.length <= TOKEN_LENGTH_MAX ? CREDENTIALS.exec(authorization) : null) ?? [];
		if (token === undefined)
			return {
				fault: 'The Authorization header must be Bearer and one token; it was something else.',
				challenge: 'invalid_token',
			};
		const verified = await tokens.verify(token);
		if (verified === undefined)
			return { fault: 'The bearer token is unknown, expired or revoked.', challenge: 'invalid_token' };
		const fault = await bindingFault(verified, {
			isDpop: scheme.toLowerCase() === 'dpop',
			token,
			proof,
			target,
		});
		return fault === undefined ? verified.caller : { fault, challenge: 'invalid_dpop_proof' };
	}

	/** A bound token counts with its proof only; another counts as Bearer only. */
	async function bindingFault(
		{ boundTo, caller }: VerifiedToken,
		sent: {
			readonly isDpop: boolean;
			readonly token: string;
			readonly proof: Proof;
			readonly target: ProofTarget;
		},
	): Promise<string | undefined> {
		if (boundTo === undefined)
			return sent.isDpop ? 'This token is not bound to a key; send it as Bearer.' : undefined;
		if (!sent.isDpop || sent.proof === undefined)
			return 'This token is bound to a key: send Authorization: DPoP <token> and the header DPoP with a proof.';
		const { token, proof, target } = sent;
		if (proof === PROVEN) return undefined;
		const fault = await dpop.fault(proof, { ...target, token, boundTo, holder: holderOf(caller) });
		return fault === undefined ? undefined : `The DPoP proof does not hold: ${fault}.`;
	}

	return ({ authorization, proof, address, target, traceparent, onHolder }) => {
		const states = new Map<CallClass, RateLimitState>();
		/** One for all entries of a batch. */
		let identifying: ReturnType<typeof identify> | undefined;
		let challenge: Challenge = 'none';

		function charge(callClass: CallClass, caller: Caller | undefined): void {
			const key = caller === undefined ? addressKey(address) : PAYERS[callClass](caller);
			const state = limiters[callClass].take(key, clock.monotonic());
			states.set(callClass, state);
			if (state.allowed) return;
			const { perSecond, burst } = rateLimits[callClass];
			throw new CarrywireError(
				'RATE_LIMITED',
				`Too many ${callClass} calls: the limit is ${perSecond} per second with a burst of ${burst}; call again in ${state.retryAfterMs} ms.`,
				{ retryAfterMs: state.retryAfterMs, facts: { limit: callClass, perSecond, burst } },
			);
		}

		/** A failed attempt costs the address a public credit, so that tokens cannot be guessed at speed. */
		function unauthorized(message: string): CarrywireError {
			charge('public', undefined);
			return new CarrywireError('UNAUTHORIZED', message);
		}

		function identified(header: string): ReturnType<typeof identify> {
			identifying ??= identify(header, proof, target ?? { method: 'POST', url: resource() }).then((found) => {
				if (!('fault' in found)) onHolder?.(holderOf(found));
				return found;
			});
			return identifying;
		}

		async function callerBy(header: string): Promise<Caller> {
			const caller = await identified(header);
			if (!('fault' in caller)) return caller;
			challenge = caller.challenge;
			throw unauthorized(caller.fault);
		}

		return {
			get challenge() {
				return challenge;
			},
			charge,
			address,
			caller: async () => (authorization === undefined ? undefined : callerBy(authorization)),
			traceparent,
			// A token that is not valid pays nothing: the address does, as without one.
			holder: () =>
				authorization === undefined
					? undefined
					: identified(authorization).then((found) => ('fault' in found ? undefined : found)),
			async authorize(scope: Scope) {
				if (authorization === undefined)
					throw unauthorized('This method needs the header Authorization: Bearer <token>; it was absent.');
				const caller = await callerBy(authorization);
				if (caller.scopes.has(scope)) return caller;
				// What is forbidden costs as much as a read, so that it cannot be asked without limit.
				charge('read', caller);
				throw new CarrywireError(
					'FORBIDDEN',
					`This method needs a token of scope ${scope}; this one has ${[...caller.scopes].join(' ') || 'none'}.`,
					{ facts: { scope } },
				);
			},
			rateLimitHeaders() {
				if (states.size === 0) return {};
				const names = [...states.keys()];
				return {
					ratelimit: [...states].map(([name, state]) => stateHeader(name, state)).join(', '),
					'ratelimit-policy': names.map((name) => policies[name]).join(', '),
				};
			},
		};
	};
}
