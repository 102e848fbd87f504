/** The HTTP side of one JSON-RPC body: its bearer token, its credits, and the headers that follow from them. */
import type { Scope } from '../auth/scopes.ts';
import type { Caller, TokenAuthority } from '../auth/tokens.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallClass, CallSession } from '../rpc/dispatch.ts';
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
	/** True when a token was sent, whether or not it is valid. */
	readonly hasToken: boolean;
}

export type OpenSession = (request: {
	readonly authorization: string | undefined;
	readonly address: string;
}) => HttpSession;

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
const TOKEN_LENGTH_MAX = 512;

export function createSessions(parts: {
	readonly tokens: TokenAuthority;
	readonly clock: Clock;
	readonly rateLimits: RateLimits;
}): OpenSession {
	const { tokens, clock, rateLimits } = parts;
	const limiters: Record<CallClass, RateLimiter> = {
		public: createRateLimiter(rateLimits.public),
		read: createRateLimiter(rateLimits.read),
		trade: createRateLimiter(rateLimits.trade),
	};
	const policies: Record<CallClass, string> = {
		public: policyHeader('public', rateLimits.public),
		read: policyHeader('read', rateLimits.read),
		trade: policyHeader('trade', rateLimits.trade),
	};

	return ({ authorization, address }) => {
		const states = new Map<CallClass, RateLimitState>();
		let verification: Promise<Caller | undefined> | undefined;

		function charge(callClass: CallClass, caller: Caller | undefined): void {
			const key = caller === undefined ? addressKey(address) : caller.tokenId;
			const state = limiters[callClass].take(key, clock.monotonic());
			states.set(callClass, state);
			if (state.allowed) return;
			const { perSecond, burst } = rateLimits[callClass];
			throw new CarrywireError(
				'RATE_LIMITED',
				`Too many ${callClass} calls: the limit is ${perSecond} per second with a burst of ${burst}; call again in ${state.retryAfterMs} ms.`,
				{ retryAfterMs: state.retryAfterMs, facts: { limit: callClass, per_second: perSecond, burst } },
			);
		}

		/** A failed attempt costs the address a public credit, so that tokens cannot be guessed at speed. */
		function unauthorized(message: string): CarrywireError {
			charge('public', undefined);
			return new CarrywireError('UNAUTHORIZED', message);
		}

		return {
			hasToken: authorization !== undefined,
			charge,
			async authorize(scope: Scope) {
				if (authorization === undefined)
					throw unauthorized('This method needs the header Authorization: Bearer <token>; it was absent.');
				const token = authorization.length <= TOKEN_LENGTH_MAX ? BEARER.exec(authorization)?.[1] : undefined;
				if (token === undefined)
					throw unauthorized('The Authorization header must be Bearer and one token; it was something else.');
				verification ??= tokens.verify(token);
				const caller = await verification;
				if (caller === undefined) throw unauthorized('The bearer token is unknown, expired or revoked.');
				if (caller.scopes.has(scope)) return caller;
				// What is forbidden costs as much as a read, so that it cannot be asked without limit.
				charge('read', caller);
				throw new CarrywireError(
					'FORBIDDEN',
					`This method needs a token of scope ${scope}; this one has ${[...caller.scopes].join(' ')}.`,
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
