/**
 * Decides when to retry. A call is retried if the service reports that it may succeed later. A call whose response
 * was lost is retried only if a second execution would have no further effect.
 */
import { RpcError, TransportError } from './errors.ts';
import type { Machine } from './machine.ts';
import type { MethodFacts } from './method-facts.ts';

/** Wait before the first retry; it doubles with each further retry. */
const BACKOFF_MS = 250;
const BACKOFF_MS_MAX = 10_000;
/**
 * Longest wait that the client accepts. If the service requires a longer one, the call fails and the error carries
 * `retryAfterMs`.
 */
const RETRY_AFTER_MS_MAX = 30_000;

/**
 * True if a call may be retried when it is unknown whether the service executed it. That holds for reads, previews,
 * calls with an idempotency key, cancellations, and full closes. A second full close only returns the final result,
 * but a second partial close would close more.
 */
export function mayBeRepeated(
	method: string,
	facts: MethodFacts,
	params: { readonly [name: string]: unknown },
): boolean {
	if (facts.reads || params.preview === true) return true;
	if (facts.takesKey) return typeof params.idempotency_key === 'string';
	if (method === 'cancel_execution') return true;
	return method === 'close_execution' && (params.share === undefined || params.share === 1);
}

/**
 * Returns the milliseconds to wait before a retry; undefined if the call must not be retried. `retry` counts from 0.
 */
export function waitBeforeRetry(
	failure: unknown,
	retry: number,
	isRepeatable: boolean,
	machine: Machine,
): number | undefined {
	const backoff = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** retry);
	// Wait between half the backoff and the full backoff, so that many clients do not retry at the same instant.
	const jittered = backoff * (0.5 + machine.unit() / 2);
	if (failure instanceof TransportError)
		return isRepeatable && (failure.kind !== 'not_json_rpc' || isGatewayStatus(failure.httpStatus))
			? jittered
			: undefined;
	if (!(failure instanceof RpcError) || !failure.retryable) return undefined;
	// After TIMEOUT the service continues the work that it started, so a retry could execute the call twice.
	if (failure.code === 'TIMEOUT' && !isRepeatable) return undefined;
	const retryAfter = failure.retryAfterMs ?? 0;
	return retryAfter > RETRY_AFTER_MS_MAX ? undefined : Math.max(retryAfter, jittered);
}

/** True for the HTTP statuses that a proxy sends if it cannot reach the service. */
function isGatewayStatus(status: number | undefined): boolean {
	return status === 502 || status === 503 || status === 504;
}
