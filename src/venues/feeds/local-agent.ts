/** Creates an agent for `https://` and `wss://` that uses plain TCP connections to a simulator on this machine. */
import { Agent } from 'node:https';
import { connect, type Socket } from 'node:net';

/** Agent that connects every request to the given port on 127.0.0.1, without TLS. */
export class LocalAgent extends Agent {
	readonly #port: number;

	constructor(port: number) {
		super();
		this.#port = port;
	}

	override createConnection(): Socket {
		return connect(this.#port, '127.0.0.1');
	}
}
