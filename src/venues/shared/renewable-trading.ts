/**
 * Wraps a trading session so that its key can be replaced while executions run on it. It also reports every response,
 * for the exchange's stability record. Neither users of the session nor listeners on its stream notice a new key. The
 * old key's stream stays open until the new one has had time to connect, and requests in flight with the old key
 * complete.
 */
import type { Clock } from '../../ports/clock.ts';
import type { DeadManSwitch } from '../../ports/dead-man-switch.ts';
import type { AccountHint, VenueTrading } from '../../ports/venue.ts';
import { VenueError, VenueRateLimitError } from '../../ports/venue-error.ts';
import type { VenueOutcomes } from '../../ports/venue-outcomes.ts';

/** A session, and the function that replaces its key. */
export type RenewableTrading = {
	readonly trading: VenueTrading;
	/** Sends every further request with the new key. */
	readonly renew: (next: VenueTrading) => void;
};

type Watcher = { readonly listener: (hint: AccountHint) => void; stop: () => void };

type Renewed = {
	present: VenueTrading;
	readonly watchers: Set<Watcher>;
	/** Sessions with earlier keys, each with the function that closes it at once. */
	readonly retired: Map<VenueTrading, () => Promise<void>>;
	readonly clock: Clock;
	readonly outcomes: VenueOutcomes;
};

/**
 * How long the old session stays open, milliseconds: longer than any stream needs to connect and any request needs to
 * complete.
 */
const OVERLAP_MS = 30_000;

/** Wraps a session so that its key can be replaced. An order is sent synchronously, as without the wrapper. */
export function renewableTrading(
	first: VenueTrading,
	clock: Clock,
	outcomes: VenueOutcomes,
): RenewableTrading {
	const renewed: Renewed = { present: first, watchers: new Set(), retired: new Map(), clock, outcomes };
	const trading: VenueTrading = {
		get venue() {
			return renewed.present.venue;
		},
		get requestWindowMs() {
			return renewed.present.requestWindowMs;
		},
		get deadMan() {
			return deadMan(renewed);
		},
		get wallets() {
			return offered(renewed, renewed.present.wallets, () => true);
		},
		get transferOwn() {
			return offered(renewed, renewed.present.transferOwn, isNotOpen);
		},
		get findOwnTransfer() {
			return offered(renewed, renewed.present.findOwnTransfer, isAvailable);
		},
		get outsideMoves() {
			return offered(renewed, renewed.present.outsideMoves, () => true);
		},
		describeKey: () => renewed.present.describeKey(),
		keepOrdersWarm: (forMs) => renewed.present.keepOrdersWarm?.(forMs),
		orderInMs: (symbol, urgency) => renewed.present.orderInMs?.(symbol, urgency) ?? 0,
		keepOrderPlace: (symbol, urgency, id) => renewed.present.keepOrderPlace?.(symbol, urgency, id),
		readInMs: () => renewed.present.readInMs?.() ?? 0,
		watchAccount: (listener) => watchAccount(renewed, listener),
		renewStream: () => renewed.present.renewStream(),
		streamFault: () => renewed.present.streamFault(),
		...countedRequests(renewed),
		async close() {
			await Promise.allSettled([
				...[...renewed.retired.values()].map((end) => end()),
				renewed.present.close(),
			]);
		},
	};
	return { trading, renew: (next) => renew(renewed, next) };
}

function countedRequests(renewed: Renewed) {
	const read = <T>(ask: (of: VenueTrading) => Promise<T>): Promise<T> => counted(renewed, ask, () => true);
	return {
		warmUp: () => read((of) => of.warmUp()),
		prepare: (...terms) => read((of) => of.prepare(...terms)),
		placeOrder: (order) => counted(renewed, (of) => of.placeOrder(order), isNotOpen),
		findOrder: (...order) => counted(renewed, (of) => of.findOrder(...order), isAvailable),
		cancelOrder: (...order) => counted(renewed, (of) => of.cancelOrder(...order), isNotOpen),
		accountFills: (...range) => read((of) => of.accountFills(...range)),
		tradedSymbols: (...range) => read((of) => of.tradedSymbols(...range)),
		positions: () => read((of) => of.positions()),
		balance: () => read((of) => of.balance()),
		fees: (symbol) => read((of) => of.fees(symbol)),
		fundingPayments: (...range) => read((of) => of.fundingPayments(...range)),
		externalFlows: (...range) => read((of) => of.externalFlows(...range)),
	} satisfies Partial<VenueTrading>;
}

function isAvailable({ kind }: { readonly kind: string }): boolean {
	return kind !== 'unavailable';
}

/** Returns a function that the exchange may lack, and that reports whether the exchange responded. */
function offered<Terms extends readonly unknown[], T>(
	renewed: Renewed,
	ask: ((...terms: Terms) => Promise<T>) | undefined,
	isAnswer: (value: T) => boolean,
): ((...terms: Terms) => Promise<T>) | undefined {
	return ask && ((...terms) => counted(renewed, () => ask(...terms), isAnswer));
}

function isNotOpen({ kind }: { readonly kind: string }): boolean {
	return kind !== 'unknown';
}

/**
 * Calls the current key's session synchronously and reports whether the exchange responded. A refusal is a response.
 */
function counted<T>(
	{ present, outcomes }: Renewed,
	ask: (of: VenueTrading) => Promise<T>,
	isAnswer: (value: T) => boolean,
): Promise<T> {
	const { venue } = present;
	const note = (answered: boolean): void => outcomes.note(venue, answered ? 'answered' : 'failed');
	const answer = ask(present);
	answer.then(
		(value) => note(isAnswer(value)),
		(error: unknown) => {
			// Either nothing was sent, or the exchange responded with a rate limit. Neither is a missing response.
			if (error instanceof VenueRateLimitError) return;
			note(error instanceof VenueError && error.kind === 'rejected');
		},
	);
	return answer;
}

function watchAccount(renewed: Renewed, listener: (hint: AccountHint) => void): () => void {
	const watcher: Watcher = { listener, stop: () => {} };
	renewed.watchers.add(watcher);
	watcher.stop = watch(renewed, watcher);
	return () => {
		renewed.watchers.delete(watcher);
		watcher.stop();
	};
}

function watch({ present, watchers }: Renewed, watcher: Watcher): () => void {
	return present.watchAccount((hint) => {
		if (watchers.has(watcher)) watcher.listener(hint);
	});
}

function renew(renewed: Renewed, next: VenueTrading): void {
	const { present: before, watchers, retired } = renewed;
	renewed.present = next;
	const stops = [...watchers].map((watcher) => {
		const { stop } = watcher;
		watcher.stop = watch(renewed, watcher);
		return stop;
	});
	const end = async (): Promise<void> => {
		cancel();
		retired.delete(before);
		for (const stop of stops) stop();
		await before.close();
	};
	const cancel = renewed.clock.after(OVERLAP_MS, () => void end().catch(() => undefined));
	retired.set(before, end);
	// The old stream may have missed changes, so make listeners read the account now.
	for (const { listener } of watchers) listener({ kind: 'balance' });
}

/**
 * Returns the current session's dead-man switch, which also disarms on earlier keys' connections. One of these
 * connections may have armed the switch, which would then trigger when the connection closes (Bybit).
 */
function deadMan({ present, retired }: Renewed): DeadManSwitch | undefined {
	const { deadMan: own } = present;
	if (own === undefined || retired.size === 0) return own;
	const all = [own, ...[...retired.keys()].flatMap(({ deadMan: earlier }) => earlier ?? [])];
	return {
		...own,
		disarm: async (symbol) => (await Promise.all(all.map((one) => one.disarm(symbol)))).every(Boolean),
	};
}
