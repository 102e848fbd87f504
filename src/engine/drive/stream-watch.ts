/**
 * Checks whether each account's own stream reports the account's orders. Trading does not need the stream, because
 * queries determine every order's outcome. With the stream, however, the service notices a liquidation seconds
 * sooner. A stream counts as silent if it stays open but reported none of the last orders. The service reconnects a
 * silent stream, and requests a test order to see whether the stream reports again.
 */
import type { ExecutionEvent } from '../../domain/event.ts';
import { legPlan } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SilentStream } from '../../ports/silent-stream.ts';
import type { ExecutionStates } from './execution-states.ts';

/** Watches for account streams that report no orders although the exchange has received orders. */
export type StreamWatch = {
	/** Returns the silent stream; undefined while the stream reports, or while too few orders were sent to tell. */
	readonly silent: (userId: string, venue: VenueName) => SilentStream | undefined;
	readonly allSilent: () => readonly SilentStream[];
	/** Notes that the stream has reported an order. */
	readonly heard: (userId: string, venue: VenueName, clientOrderId: string | null) => void;
	/** Forgets the stream after the user switched accounts at the venue. */
	readonly forget: (userId: string, venue: VenueName) => void;
	readonly close: () => void;
};

/** Number of consecutive orders without a report after which a stream counts as silent. */
export const UNHEARD_ORDERS_MAX = 5;
/** Maximum time between the exchange's response to an order and the stream's report on that order, milliseconds. */
const EVENT_MS_MAX = 5_000;
const CHECK_PERIOD_MS = 1_000;
/** Interval between reconnections of a silent stream. The self-check that sends the test order has its own pauses. */
const RENEW_PERIOD_MS = 60_000;
/** Time allowed for a new stream to open. The test order is requested only after that. */
const OPENS_WITHIN_MS = 5_000;
/**
 * Maximum number of remembered early reports per account. An early report arrives before the response to its order.
 */
const EARLY_MAX = 100;

/** Events that show that the exchange has, or had, the order. */
const HAS_ARRIVED: ReadonlySet<ExecutionEvent['type']> = new Set([
	'OrderAccepted',
	'FillsRecorded',
	'OrderEnded',
]);

const NEVER_ARRIVED: ReadonlySet<ExecutionEvent['type']> = new Set(['OrderRejected', 'OrderProvenAbsent']);

type Sent = { readonly clientOrderId: string; readonly arrivedAt: number; isHeard: boolean };

type Watched = {
	readonly userId: string;
	readonly venue: VenueName;
	/** The last orders, oldest first; times on the monotonic clock. */
	readonly orders: Sent[];
	/** Client order ids of reported orders that are not in `orders` yet. */
	readonly early: Set<string>;
	silent: SilentStream | undefined;
	renewedAt: number;
};

type StreamWatchOptions = {
	readonly executions: Pick<ExecutionStates, 'onChange'>;
	readonly accounts: Pick<TradingAccounts, 'trading'>;
	/** Requests a test order on the account in use at the venue, to see whether its stream reports. */
	readonly onSilent: (userId: string, venue: VenueName) => void;
	readonly clock: Clock;
	readonly log: Logger;
};

type Watch = StreamWatchOptions & {
	readonly watched: Map<string, Watched>;
	readonly questions: Set<() => void>;
};

/** Starts to compare the streams with the orders sent. */
export function createStreamWatch(options: StreamWatchOptions): StreamWatch {
	const { clock } = options;
	const watch: Watch = { ...options, watched: new Map(), questions: new Set() };
	/**
	 * Orders that were sent while the stream was watched, and that the exchange has not confirmed yet. Orders from an
	 * earlier process were not watched.
	 */
	const underWay = new Set<string>();
	const stopListening = options.executions.onChange((state, events) => {
		for (const event of events) {
			if (!('clientOrderId' in event)) continue;
			if (event.type === 'OrderIntended') underWay.add(event.clientOrderId);
			if (NEVER_ARRIVED.has(event.type)) underWay.delete(event.clientOrderId);
			if (!HAS_ARRIVED.has(event.type) || !underWay.delete(event.clientOrderId)) continue;
			const order = state.orders.find(({ clientOrderId }) => clientOrderId === event.clientOrderId);
			if (order === undefined) continue;
			arrived(watch, of(watch, state.plan.userId, legPlan(state, order.leg).venue), order.clientOrderId);
		}
	});
	const cancelChecks = clock.every(CHECK_PERIOD_MS, () => check(watch));
	return {
		silent: (userId, venue) => watch.watched.get(`${userId} ${venue}`)?.silent,
		allSilent: () => [...watch.watched.values()].flatMap(({ silent }) => silent ?? []),
		heard: (userId, venue, clientOrderId) => heard(watch, userId, venue, clientOrderId),
		forget: (userId, venue) => void watch.watched.delete(`${userId} ${venue}`),
		close() {
			stopListening();
			cancelChecks();
			for (const cancel of watch.questions) cancel();
		},
	};
}

function of(watch: Watch, userId: string, venue: VenueName): Watched {
	const key = `${userId} ${venue}`;
	const known = watch.watched.get(key);
	if (known !== undefined) return known;
	const one: Watched = {
		userId,
		venue,
		orders: [],
		early: new Set(),
		silent: undefined,
		renewedAt: Number.NEGATIVE_INFINITY,
	};
	watch.watched.set(key, one);
	return one;
}

function arrived(watch: Watch, { orders, early }: Watched, clientOrderId: string): void {
	orders.push({ clientOrderId, arrivedAt: watch.clock.monotonic(), isHeard: early.delete(clientOrderId) });
	if (orders.length > UNHEARD_ORDERS_MAX) orders.shift();
}

function heard(watch: Watch, userId: string, venue: VenueName, clientOrderId: string | null): void {
	const one = of(watch, userId, venue);
	const order = one.orders.find((sent) => sent.clientOrderId === clientOrderId);
	if (order !== undefined) order.isHeard = true;
	else if (clientOrderId !== null) noteEarly(one.early, clientOrderId);
	if (one.silent === undefined) return;
	one.silent = undefined;
	// Earlier unreported orders no longer count against the stream.
	one.orders.length = 0;
	watch.log.info({ userId, venue }, 'the account stream is reporting orders again');
}

function check(watch: Watch): void {
	const now = watch.clock.monotonic();
	for (const one of watch.watched.values()) {
		if (one.silent === undefined && isSilent(one, now)) {
			const { userId, venue } = one;
			one.silent = { userId, venue, since: watch.clock.now() };
			watch.log.warn(
				{ userId, venue, orders: UNHEARD_ORDERS_MAX },
				'the account stream reported none of the last orders; until it does, the service opens no positions on the account',
			);
		}
		if (one.silent !== undefined && now - one.renewedAt >= RENEW_PERIOD_MS) renew(watch, one, now);
	}
}

function renew(watch: Watch, one: Watched, now: number): void {
	one.renewedAt = now;
	watch.accounts.trading(one.userId, one.venue)?.renewStream();
	const cancel = watch.clock.after(OPENS_WITHIN_MS, () => {
		watch.questions.delete(cancel);
		if (one.silent !== undefined) watch.onSilent(one.userId, one.venue);
	});
	watch.questions.add(cancel);
}

function isSilent({ orders }: Watched, now: number): boolean {
	return (
		orders.length === UNHEARD_ORDERS_MAX &&
		orders.every(({ isHeard, arrivedAt }) => !isHeard && now - arrivedAt >= EVENT_MS_MAX)
	);
}

function noteEarly(early: Set<string>, clientOrderId: string): void {
	early.delete(clientOrderId);
	early.add(clientOrderId);
	const [oldest] = early;
	if (early.size > EARLY_MAX && oldest !== undefined) early.delete(oldest);
}
