/** A minimal front end for tests of the server: it records its input. */
import type { OrderFault } from './order-entry.ts';
import type { ReadLag } from './read-lag.ts';
import type { FrontEnd, FrontEndRequest, FrontEndSocket } from './types.ts';

export type FrontEndFixture = {
	readonly frontEnd: FrontEnd;
	/** Requests that took effect. */
	readonly handled: FrontEndRequest[];
	readonly sockets: FrontEndSocket[];
	/** Faults under which orders were placed; `undefined` for one without. */
	readonly orderFaults: (OrderFault | undefined)[];
	readonly withOrderFault: <T>(fault: OrderFault, act: () => T) => T;
	/** Lags in force for handled requests. */
	readonly lags: ReadLag[];
	readonly withLag: <T>(lag: ReadLag, act: () => T) => T;
};

/**
 * `POST /order` is an order of the symbol in its body, `/orders` reads orders, everything else is `market`. The
 * stream `/private` is
 * private; a frame `delta <symbol>` is an increment of a book. Messages to a socket are echoed.
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
