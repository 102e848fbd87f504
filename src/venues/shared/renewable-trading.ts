/**
 * A trading session whose key can be replaced while executions run on it. Whoever holds the session and listens to its stream
 * notices nothing: the old key's stream is heard until the new one's has surely come up, and requests that are under way on
 * the old key end there.
 */
import type { Clock } from '../../ports/clock.ts';
import type { DeadManSwitch } from '../../ports/dead-man-switch.ts';
import type { AccountHint, VenueTrading } from '../../ports/venue.ts';

export type RenewableTrading = {
	readonly trading: VenueTrading;
	/** From now on every request goes out with the new key. */
	readonly renew: (next: VenueTrading) => void;
};

type Watcher = { readonly listener: (hint: AccountHint) => void; stop: () => void };

/** Longer than a stream takes to connect, and than any request that is under way. */
const OVERLAP_MS = 30_000;

export function renewableTrading(first: VenueTrading, clock: Clock): RenewableTrading {
	let present = first;
	const watchers = new Set<Watcher>();
	/** Sessions of earlier keys, each with what ends it at once. */
	const retired = new Map<VenueTrading, () => Promise<void>>();

	function watch(watcher: Watcher): () => void {
		return present.watchAccount((hint) => {
			if (watchers.has(watcher)) watcher.listener(hint);
		});
	}

	function renew(next: VenueTrading): void {
		const before = present;
		present = next;
		const stops = [...watchers].map((watcher) => {
			const { stop } = watcher;
			watcher.stop = watch(watcher);
			return stop;
		});
		const end = async (): Promise<void> => {
			cancel();
			retired.delete(before);
			for (const stop of stops) stop();
			await before.close();
		};
		const cancel = clock.after(OVERLAP_MS, () => void end().catch(() => undefined));
		retired.set(before, end);
		// What the old stream may no longer have told is looked at now.
		for (const { listener } of watchers) listener({ kind: 'balance' });
	}

	/** An earlier key's connection may have armed it, and would fire it when it ends (Bybit): it is disarmed there too. */
	function deadMan(): DeadManSwitch | undefined {
		const { deadMan: own } = present;
		if (own === undefined || retired.size === 0) return own;
		const all = [own, ...[...retired.keys()].flatMap(({ deadMan: earlier }) => earlier ?? [])];
		return {
			...own,
			disarm: async (symbol) => (await Promise.all(all.map((one) => one.disarm(symbol)))).every(Boolean),
		};
	}

	const trading: VenueTrading = {
		get venue() {
			return present.venue;
		},
		get requestWindowMs() {
			return present.requestWindowMs;
		},
		get deadMan() {
			return deadMan();
		},
		describeKey: () => present.describeKey(),
		warmUp: () => present.warmUp(),
		prepare: (symbol, leverage, marginMode) => present.prepare(symbol, leverage, marginMode),
		keepOrdersWarm: (forMs) => present.keepOrdersWarm?.(forMs),
		orderInMs: (symbol, urgency) => present.orderInMs?.(symbol, urgency) ?? 0,
		keepOrderPlace: (symbol, urgency, clientOrderId) =>
			present.keepOrderPlace?.(symbol, urgency, clientOrderId),
		readInMs: () => present.readInMs?.() ?? 0,
		placeOrder: (order) => present.placeOrder(order),
		findOrder: (symbol, clientOrderId) => present.findOrder(symbol, clientOrderId),
		cancelOrder: (symbol, clientOrderId) => present.cancelOrder(symbol, clientOrderId),
		accountFills: (symbol, from, to) => present.accountFills(symbol, from, to),
		tradedSymbols: (from, to) => present.tradedSymbols(from, to),
		watchAccount(listener) {
			const watcher: Watcher = { listener, stop: () => {} };
			watchers.add(watcher);
			watcher.stop = watch(watcher);
			return () => {
				watchers.delete(watcher);
				watcher.stop();
			};
		},
		renewStream: () => present.renewStream(),
		streamFault: () => present.streamFault(),
		positions: () => present.positions(),
		balance: () => present.balance(),
		fees: (symbol) => present.fees(symbol),
		fundingPayments: (symbol, from, to) => present.fundingPayments(symbol, from, to),
		externalFlows: (from, to) => present.externalFlows(from, to),
		async close() {
			await Promise.allSettled([...[...retired.values()].map((end) => end()), present.close()]);
		},
	};
	return { trading, renew };
}
