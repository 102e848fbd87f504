/**
 * Delays the visibility of changes. Orders, fills and positions appear in responses some time after they happened,
 * each with its own lag. Matching, cancels and the admin port see the true state immediately.
 *
 * Each lag follows from the seed and the record's own number, so a record that has become visible stays visible.
 */
import { streamOf, uniformBetween } from './seeded.ts';
import type { Exchange, Fill, Order, Position } from './types.ts';

/**
 * Maximum time until a record of each type becomes visible, milliseconds. Each record has its own lag between 0 and
 * this maximum.
 */
export type ReadLag = {
	readonly orders: number;
	readonly fills: number;
	readonly positions: number;
	/** Maximum lag of private streams after an account event, milliseconds. */
	readonly streams: number;
	readonly seed: number;
};

/** Returns the delay of one record in milliseconds. `number` identifies the record among records of the same type. */
export function drawnLag(
	lag: ReadLag,
	of: 'orders' | 'fills' | 'positions' | 'streams',
	number: number,
): number {
	const most = lag[of];
	return most === 0 ? 0 : uniformBetween(streamOf(lag.seed, `lag ${of}`), number, 0, most);
}

/** An earlier or current state of an account's position in a symbol. */
type Held = { readonly at: number; readonly number: number; readonly position: Position | undefined };

/** Maximum lag, milliseconds. Position states that were replaced longer ago are dropped, because no lag needs them. */
export const LAG_MS_MAX = 60_000;

/** Wraps the exchange for a front end. `under` runs an action with the lag in force. */
export function createLaggedReads(exchange: Exchange): {
	readonly exchange: Exchange;
	readonly under: <T>(lag: ReadLag, act: () => T) => T;
} {
	let lag: ReadLag | undefined;
	const seenPositions = createSeenPositions(exchange);
	const isSeen = (of: 'orders' | 'fills', id: string, at: number): boolean =>
		lag === undefined || at + drawnLag(lag, of, Number(id)) <= exchange.now();
	const seenOrder = (order: Order): boolean => isSeen('orders', order.id, order.createdAt);
	const seenFill = (fill: Fill): boolean => isSeen('fills', fill.id, fill.at);
	const reads: Partial<Exchange> = {
		order(accountId, key) {
			const order = exchange.order(accountId, key);
			return order !== undefined && seenOrder(order) ? order : undefined;
		},
		openOrders: (accountId, symbol) => exchange.openOrders(accountId, symbol).filter(seenOrder),
		orderHistory: (accountId, query) => exchange.orderHistory(accountId, query).filter(seenOrder),
		fills: (accountId, query) => exchange.fills(accountId, query).filter(seenFill),
		positions: (accountId) =>
			lag === undefined ? exchange.positions(accountId) : seenPositions(accountId, lag),
	};
	return {
		exchange: new Proxy(exchange, {
			get(target, name) {
				const read = lag === undefined ? undefined : reads[name as keyof Exchange];
				if (read !== undefined) return read;
				const member: unknown = Reflect.get(target, name, target);
				return typeof member === 'function' ? member.bind(target) : member;
			},
		}),
		under(given, act) {
			lag = given;
			try {
				return act();
			} finally {
				lag = undefined;
			}
		},
	};
}

/**
 * Returns a function that lists an account's positions, each as it was before its first change that is not visible
 * yet.
 */
function createSeenPositions(exchange: Exchange) {
	const accounts = new Map<string, Map<string, Held[]>>();
	let changes = 0;

	/** Starts recording an account's position changes at its first request under a lag. */
	function statesOf(accountId: string): Map<string, Held[]> {
		const known = accounts.get(accountId);
		if (known !== undefined) return known;
		const states = new Map<string, Held[]>();
		accounts.set(accountId, states);
		for (const position of exchange.positions(accountId))
			states.set(position.symbol, [{ at: 0, number: 0, position }]);
		exchange.onAccount(accountId, (event) => {
			if (event.kind !== 'position' || event.isBeingClosed) return;
			changes += 1;
			const { symbol, position } = event;
			const held = states.get(symbol) ?? [{ at: 0, number: 0, position: undefined }];
			held.push({ at: exchange.now(), number: changes, position });
			states.set(symbol, held);
		});
		return states;
	}

	return (accountId: string, lag: ReadLag): readonly Position[] => {
		const states = statesOf(accountId);
		const now = exchange.now();
		const present = new Map(exchange.positions(accountId).map((position) => [position.symbol, position]));
		const seen: Position[] = [];
		for (const [symbol, held] of states) {
			const isHidden = ({ at, number }: Held): boolean => at + drawnLag(lag, 'positions', number) > now;
			const hidden = held.findIndex(isHidden);
			const shown = hidden === -1 ? present.get(symbol) : held[hidden - 1]?.position;
			if (shown !== undefined) seen.push(shown);
			// Drop states older than the latest one that is visible even under the maximum lag.
			const settled = held.findLastIndex(({ at }) => at + LAG_MS_MAX <= now);
			if (settled > 0) held.splice(0, settled);
		}
		for (const [symbol, position] of present) if (!states.has(symbol)) seen.push(position);
		return seen;
	};
}
