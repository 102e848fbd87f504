/**
 * Implements the trading port with a venue that responds from memory, so that a bench measures the service and not a
 * network.
 */
import { fromInteger, ZERO } from '../src/domain/decimal.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { PositionReport, VenueOrder, VenueTrading } from '../src/ports/venue.ts';

const BALANCE = {
	walletBalance: fromInteger(1_000_000),
	equity: fromInteger(1_000_000),
	available: fromInteger(900_000),
	marginUsed: fromInteger(100_000),
	otherAssets: [],
};

/**
 * @param answerMs response time of each read
 * @param onOrder called with every order when it is placed. The venue never responds to an order.
 */
export function createQuietVenue(options: {
	readonly venue: string;
	readonly clock: Clock;
	readonly answerMs: number;
	readonly positions: () => readonly PositionReport[];
	readonly onOrder?: (order: VenueOrder) => void;
}): VenueTrading {
	const answered = <T>(value: T): Promise<T> =>
		new Promise((resolve) => {
			options.clock.after(options.answerMs, () => resolve(value));
		});
	const { positions } = options;
	return {
		venue: options.venue,
		requestWindowMs: 6_000,
		describeKey: () =>
			answered({
				uid: null,
				permissions: [],
				canTrade: true,
				canWithdraw: false,
				canTransfer: false,
				readOnly: false,
				expiresAt: null,
				ipBound: null,
			}),
		warmUp: async () => {},
		prepare: async () => {},
		placeOrder(order) {
			options.onOrder?.(order);
			return new Promise(() => {});
		},
		findOrder: () => answered({ kind: 'absent' }),
		cancelOrder: async () => ({ kind: 'refused', message: 'it has ended' }),
		accountFills: () => answered([]),
		tradedSymbols: () => answered([]),
		watchAccount: () => () => {},
		renewStream() {},
		streamFault: () => null,
		positions: () => answered(positions()),
		balance: () => answered(BALANCE),
		fees: () => answered({ taker: ZERO, maker: ZERO }),
		fundingPayments: () => answered([]),
		externalFlows: () => answered([]),
		close: async () => {},
	};
}
