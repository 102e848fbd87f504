/**
 * When a call is made again. Only where the service says that the same call may succeed later; and after a lost answer
 * only where carrying it out twice is carrying it out once.
 */
import { RpcError, TransportError } from './errors.ts';
import type { Machine } from './machine.ts';
import type { MethodFacts } from './method-facts.ts';

/** First wait before a call is made again; it doubles with every further one. */
const BACKOFF_MS = 250;
const BACKOFF_MS_MAX = 10_000;
/** Longer than this is not waited for: the caller is told instead, and knows `retryAfterMs`. */
const RETRY_AFTER_MS_MAX = 30_000;

/**
 * True when the call may be made again although nobody knows whether it was carried out: it changes nothing, it carries
 * a key by which the service knows it again, it is a preview, it cancels, or it closes the whole of an execution (what is
 * closed answers its finals again; a share would be closed twice).
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

/** Milliseconds to wait before the call is made again; undefined when it is not. `retry` counts from 0. */
export function waitBeforeRetry(
	failure: unknown,
	retry: number,
	isRepeatable: boolean,
	machine: Machine,
): number | undefined {
	const backoff = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** retry);
	// Between half of it and all of it, so that many clients do not come back at the same instant.
	const jittered = backoff * (0.5 + machine.unit() / 2);
	if (failure instanceof TransportError)
		return isRepeatable && (failure.kind !== 'not_json_rpc' || isGatewayStatus(failure.httpStatus))
			? jittered
			: undefined;
	if (!(failure instanceof RpcError) || !failure.retryable) return undefined;
	// TIMEOUT says that the answer is lost and what was begun goes on.
	if (failure.code === 'TIMEOUT' && !isRepeatable) return undefined;
	const retryAfter = failure.retryAfterMs ?? 0;
	return retryAfter > RETRY_AFTER_MS_MAX ? undefined : Math.max(retryAfter, jittered);
}

/** A proxy before the service that could not reach it just now. */
function isGatewayStatus(status: number | undefined): boolean {
	return status === 502 || status === 503 || status === 504;
}
