/**
 * Observes this process's requests to exchanges, and the responses, through the diagnostic events that Node's HTTP
 * client and undici publish.
 */
import { channel } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * One step of a request: `sent`, `answered` (its response began) or `ended` (its response is complete). `at` is in
 * nanoseconds on the monotonic clock.
 */
export type WireEvent = {
	readonly kind: 'sent' | 'answered' | 'ended';
	readonly method: string;
	/** Path without the query. */
	readonly path: string;
	readonly at: bigint;
};

type Heard = { readonly request: { readonly method: string; readonly path: string } };
type HeardOfNode = { readonly request: ClientRequest; readonly response: IncomingMessage };

/** Calls `note` with every event when it happens. */
export function watchWire(note: (event: WireEvent) => void): void {
	const told = (kind: WireEvent['kind'], { method, path }: Heard['request']): void =>
		note({ kind, method, path: path.split('?', 1)[0] ?? path, at: process.hrtime.bigint() });
	channel('undici:client:sendHeaders').subscribe((heard) => told('sent', (heard as Heard).request));
	channel('undici:request:headers').subscribe((heard) => told('answered', (heard as Heard).request));
	channel('undici:request:trailers').subscribe((heard) => told('ended', (heard as Heard).request));
	channel('http.client.request.start').subscribe((heard) => {
		const { request } = heard as HeardOfNode;
		// If the request still waits for a socket from the agent, Node publishes this event before the request is
		// sent.
		if (request.socket === null) request.once('socket', () => told('sent', request));
		else told('sent', request);
	});
	channel('http.client.response.finish').subscribe((heard) => {
		const { request, response } = heard as HeardOfNode;
		told('answered', request);
		response.once('end', () => told('ended', request));
	});
}
