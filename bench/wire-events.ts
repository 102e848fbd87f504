/** Requests of this process to exchanges and their answers, by the instants that Node's HTTP client and undici publish of themselves. */
import { channel } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** A request, the beginning of its answer, or the answer's end, by the monotonic clock in nanoseconds. */
export type WireEvent = {
	readonly kind: 'sent' | 'answered' | 'ended';
	readonly method: string;
	/** Without its query. */
	readonly path: string;
	readonly at: bigint;
};

type Heard = { readonly request: { readonly method: string; readonly path: string } };
type HeardOfNode = { readonly request: ClientRequest; readonly response: IncomingMessage };

/** From now on calls back with every event, in its instant. */
export function watchWire(note: (event: WireEvent) => void): void {
	const told = (kind: WireEvent['kind'], { method, path }: Heard['request']): void =>
		note({ kind, method, path: path.split('?', 1)[0] ?? path, at: process.hrtime.bigint() });
	channel('undici:client:sendHeaders').subscribe((heard) => told('sent', (heard as Heard).request));
	channel('undici:request:headers').subscribe((heard) => told('answered', (heard as Heard).request));
	channel('undici:request:trailers').subscribe((heard) => told('ended', (heard as Heard).request));
	channel('http.client.request.start').subscribe((heard) => {
		const { request } = heard as HeardOfNode;
		// It is written when the agent hands it a socket, in which case this is told first.
		if (request.socket === null) request.once('socket', () => told('sent', request));
		else told('sent', request);
	});
	channel('http.client.response.finish').subscribe((heard) => {
		const { request, response } = heard as HeardOfNode;
		told('answered', request);
		response.once('end', () => told('ended', request));
	});
}
