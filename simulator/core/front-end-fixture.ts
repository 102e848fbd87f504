/** Provides a minimal front end that records its input, for tests of the server. */
import type { OrderFault } from './order-entry.ts';
import type { ReadLag } from './read-lag.ts';
import type { FrontEnd, FrontEndRequest, FrontEndSocket } from './types.ts';

export type FrontEndFixture = {
	readonly frontEnd: FrontEnd;
	/** Requests that took effect. */
	readonly handled: FrontEndRequest[];
	readonly sockets: FrontEndSocket[];
	/** Fault applied to each order; `undefined` for an order without one. */
	readonly orderFaults: (OrderFault | undefined)[];
	readonly withOrderFault: <T>(fault: OrderFault, act: () => T) => T;
	/** Lags that were in force for the handled requests. */
	readonly lags: ReadLag[];
	readonly withLag: <T>(lag: ReadLag, act: () => T) => T;
};

/**
 * Creates the front end. `POST /order` is an order on the symbol in its body, `/orders` reads orders, and any other
 * request is `market`. The stream `/private` is private, and a frame `delta <symbol>` is an incremental book update.
 * Messages to a socket are echoed.
 */
export function frontEndFixture(): FrontEndFixture {
	const handled: FrontEndRequest[] = [];
	const sockets: FrontEndSocket[] = [];
	const orderFaults: (OrderFault | undefined)[] = [];
	const lags: ReadLag[] = [];
	let fault: OrderFault | undefined;
	return {
		lags,
		withLag(lag, act) {
			lags.push(lag);
			return act();
		},
		handled,
		sockets,
		orderFaults,
		withOrderFault: (given, act) => {
			fault = given;
			try {
				return act();
			} finally {
				fault = undefined;
			}
		},
		frontEnd: {
			name: 'bybit',
			hosts: ['api.example.test'],
			handle(request) {
				handled.push(request);
				orderFaults.push(fault);
				return { status: 200, headers: { 'x-test': 'yes' }, body: `done ${handled.length}` };
			},
			connect(socket) {
				sockets.push(socket);
				socket.onMessage((text) => {
					if (text === 'fail') throw new Error('The front end failed.');
					socket.send(text);
				});
			},
			operation: (request) =>
				request.method === 'POST' && request.path === '/order'
					? { operation: 'order.create', symbol: request.body }
					: { operation: request.path === '/orders' ? 'order.query' : 'market' },
			rateLimitResponse: () => ({ status: 429, body: 'too many' }),
			isPrivateStream: (path) => path === '/private',
			bookDeltaSymbol: (frame) => (frame.startsWith('delta ') ? frame.slice(6) : undefined),
		},
	};
}
