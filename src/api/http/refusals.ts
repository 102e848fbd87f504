/** Derives the HTTP status and headers of a refused call from its error code (API specification, section 1). */

import type { CarrywireError } from '../../domain/carrywire-error.ts';
import { DPOP_ALGORITHMS } from '../../identity/dpop-proof.ts';
import type { Failure } from '../methods/dispatch.ts';
import { failure, type HttpFailure } from './failures.ts';
import type { Challenge, HttpSession } from './session.ts';

/** Returns `WWW-Authenticate` or `Retry-After` (seconds) for the codes that need them; otherwise no header. */
export function refusalHeaders(
	{ code, retryAfterMs, scope }: Failure,
	challenge: Challenge,
	metadataUrl: string,
): Record<string, string> {
	const bearer = `Bearer resource_metadata="${metadataUrl}"`;
	switch (code) {
		case 'UNAUTHORIZED':
			return { 'www-authenticate': challengeText(challenge, metadataUrl) };
		case 'FORBIDDEN':
			return { 'www-authenticate': `${bearer}, error="insufficient_scope", scope="${scope ?? ''}"` };
		case 'RATE_LIMITED':
			return { 'retry-after': String(Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1_000))) };
		default:
			return {};
	}
}

/**
 * Formats a challenge as RFC 6750, section 3 defines it, with the metadata address (RFC 9728, section 5.1).
 * Challenges for DPoP proofs follow RFC 9449, section 7.1.
 */
function challengeText(challenge: Challenge, metadataUrl: string): string {
	const metadata = `resource_metadata="${metadataUrl}"`;
	switch (challenge) {
		case 'none':
			return `Bearer ${metadata}`;
		case 'invalid_token':
			return `Bearer ${metadata}, error="invalid_token"`;
		case 'invalid_dpop_proof':
			return `DPoP ${metadata}, error="invalid_dpop_proof", algs="${DPOP_ALGORITHMS.join(' ')}"`;
	}
}

/** Returns the HTTP status for a refused JSON-RPC call; 200 for codes without an HTTP equivalent. */
export function refusalStatus(code: Failure['code']): number {
	switch (code) {
		case 'UNAUTHORIZED':
			return 401;
		case 'FORBIDDEN':
		case 'AGENT_NOT_ALLOWED':
		case 'LOGIN_REQUIRED':
			return 403;
		case 'RATE_LIMITED':
			return 429;
		case 'NOT_READY':
			return 503;
		default:
			return 200;
	}
}

/** Builds the response to a refused GET, with status 400 for codes without an HTTP equivalent. */
export function refusedGet(error: CarrywireError, session: HttpSession, metadataUrl: string): HttpFailure {
	const { code, retryAfterMs, facts } = error;
	const scope = typeof facts.scope === 'string' ? facts.scope : undefined;
	const status = refusalStatus(code);
	return failure(status === 200 ? 400 : status, error, {
		...session.rateLimitHeaders(),
		...refusalHeaders({ code, retryAfterMs, scope }, session.challenge, metadataUrl),
	});
}
