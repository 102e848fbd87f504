/** The smallest face there can be, for tests of the shell: it remembers what it was given. */
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
	/** Lags under which requests were handled. */
	readonly lags: ReadLag[];
	readonly withLag: <T>(lag: ReadLag, act: () => T) => T;
};

/**
 * `POST /order` is an order of the symbol that its body names, `/orders` asks about orders, everything else is `market`. The stream `/private` is
 * private; a frame `delta <symbol>` is an increment of a book. What a socket is sent comes back as an echo.
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
					if (text === 'fail') throw new Error('The face failed.');
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
