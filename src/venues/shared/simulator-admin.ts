/** Sends requests to a simulator's admin port. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import { simulatorRefused, simulatorSilent } from './text.ts';

/** Admin port of a simulator (loopback) and the port's bearer token. */
export type SimulatorAdmin = { readonly adminPort: number; readonly adminToken: string };

/**
 * Timeout for a simulator that hangs, milliseconds. It is long, because on a busy machine a response may take seconds
 * and a timeout would abort the start.
 */
const ADMIN_TIMEOUT_MS = 60_000;

/**
 * Sends a request to a simulator's admin port. `what` names the requested item in messages, such as `the account
 * ann`. @throws Error if the port refuses or does not respond
 */
export async function postToSimulator(
	admin: SimulatorAdmin,
	request: {
		readonly venue: VenueName;
		readonly what: string;
		readonly path: string;
		readonly body: unknown;
	},
	clock: Clock,
): Promise<void> {
	const abort = new AbortController();
	const cancel = clock.after(ADMIN_TIMEOUT_MS, () => abort.abort());
	const response = await fetch(`http://127.0.0.1:${admin.adminPort}${request.path}`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${admin.adminToken}`,
			// Otherwise a request could reuse a connection that the simulator is just closing, and its failure would
			// abort a start.
			connection: 'close',
		},
		body: JSON.stringify(request.body),
		signal: abort.signal,
	})
		.catch((error: unknown) => {
			throw new Error(simulatorSilent(request.venue, request.what, causeOf(error)), { cause: error });
		})
		.finally(cancel);
	if (!response.ok) {
		const answer = `HTTP ${response.status} ${(await response.text()).slice(0, 200)}`;
		throw new Error(simulatorRefused(request.venue, request.what, answer));
	}
}

/**
 * Returns the reason why a request failed. The message `fetch failed` has no detail, but the error's cause has one.
 */
function causeOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === 'AbortError') return `no answer within ${ADMIN_TIMEOUT_MS / 1_000} s`;
	return error.cause instanceof Error ? error.cause.message : error.message;
}
