/** Requests to a simulator's admin port. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';

/** Where a simulator's admin port listens (loopback), with its bearer token. */
export type SimulatorAdmin = { readonly adminPort: number; readonly adminToken: string };

/** A simulator on a busy machine may take seconds, and a start would end for it: the limit is for one that hangs. */
const ADMIN_TIMEOUT_MS = 60_000;

/** @param what for the message: `the account ann`. @throws Error when the port refuses or does not answer */
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
			// A kept connection may have been closed by the other end when it is used again, and a start would end for it.
			connection: 'close',
		},
		body: JSON.stringify(request.body),
		signal: abort.signal,
	})
		.catch((error: unknown) => {
			throw new Error(`The simulated ${request.venue} did not answer ${request.what}: ${causeOf(error)}.`, {
				cause: error,
			});
		})
		.finally(cancel);
	if (!response.ok)
		throw new Error(
			`The simulated ${request.venue} refused ${request.what}: HTTP ${response.status} ${(await response.text()).slice(0, 200)}`,
		);
}

/** `fetch failed` says nothing; what it was is beneath. */
function causeOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === 'AbortError') return `no answer within ${ADMIN_TIMEOUT_MS} ms`;
	return error.cause instanceof Error ? error.cause.message : error.message;
}
