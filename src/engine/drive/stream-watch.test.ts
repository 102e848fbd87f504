import { expect, test } from 'vitest';
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import type { VenueTrading } from '../../ports/venue.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { createStreamWatch, UNHEARD_ORDERS_MAX } from './stream-watch.ts';

const USER = 'user_a';
const VENUE = 'bybit';
function open() {
	const clock = createVirtualClock(1_760_000_000_000);
	let notify: ((state: ExecutionState, events: readonly ExecutionEvent[]) => void) | undefined;
	const done = { renewals: 0, questions: [] as string[] };
	const watch = createStreamWatch({
		executions: {
			onChange(listener) {
				notify = listener;
				return () => {
					notify = undefined;
				};
			},
		},
		accounts: {
			trading: () =>
				({
					renewStream() {
						done.renewals += 1;
					},
				}) as unknown as VenueTrading,
		},
		onSilent: (userId, venue) => done.questions.push(`${userId} ${venue}`),
		clock,
		log: SILENT_LOGGER,
	});
	const happen = (clientOrderId: string, type: ExecutionEvent['type']): void => {
		const state = {
			plan: { userId: USER, legs: { long: { venue: VENUE }, short: { venue: 'kucoin' } } },
			orders: [{ clientOrderId, leg: 'long' }],
		} as unknown as ExecutionState;
		notify?.(state, [{ type, clientOrderId } as ExecutionEvent]);
	};
	/** Sends an order and has the exchange confirm or refuse it. */
	const arrive = (clientOrderId: string, type: 'OrderAccepted' | 'OrderRejected' = 'OrderAccepted'): void => {
		happen(clientOrderId, 'OrderIntended');
		happen(clientOrderId, type);
	};
	return { clock, watch, done, arrive, happen, isListening: () => notify !== undefined };
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (await clock.advance(until));
}

const ids = (count: number, from = 0): readonly string[] =>
	Array.from({ length: count }, (_, index) => `order${from + index}`);

test('treats a stream as silent after five orders without an event for five seconds, and not before', async () => {
	const { clock, watch, arrive } = open();
	for (const id of ids(UNHEARD_ORDERS_MAX - 1)) arrive(id);
	await pass(clock, 60_000);
	expect(watch.allSilent()).toEqual([]);
	arrive('order4');
	await pass(clock, 4_900);
	expect(watch.silent(USER, VENUE)).toBeUndefined();
	await pass(clock, 1_200);
	expect(watch.silent(USER, VENUE)).toEqual({ userId: USER, venue: VENUE, since: expect.any(Number) });
	expect(watch.allSilent()).toHaveLength(1);
	expect(watch.silent(USER, 'kucoin')).toBeUndefined();
});

test('needs one event of the last five orders, also one before the answer to its order', async () => {
	const { clock, watch, arrive } = open();
	watch.heard(USER, VENUE, 'order0');
	for (const id of ids(UNHEARD_ORDERS_MAX)) arrive(id);
	await pass(clock, 10_000);
	expect(watch.silent(USER, VENUE)).toBeUndefined();
	arrive('order5');
	await pass(clock, 10_000);
	expect(watch.silent(USER, VENUE)).toBeDefined();
});

test('ignores refused orders and events without an order id', async () => {
	const { clock, watch, arrive } = open();
	for (const id of ids(UNHEARD_ORDERS_MAX)) arrive(id, 'OrderRejected');
	await pass(clock, 10_000);
	expect(watch.allSilent()).toEqual([]);
	for (const id of ids(UNHEARD_ORDERS_MAX)) arrive(id);
	watch.heard(USER, VENUE, null);
	await pass(clock, 10_000);
	expect(watch.allSilent()).toHaveLength(1);
});

test('ignores orders of an earlier process and later events of an old order', async () => {
	const { clock, watch, arrive, happen } = open();
	for (const id of ids(UNHEARD_ORDERS_MAX)) {
		happen(id, 'FillsRecorded');
		happen(id, 'OrderEnded');
	}
	await pass(clock, 10_000);
	expect(watch.allSilent()).toEqual([]);
	watch.heard(USER, VENUE, 'order10');
	for (const id of ids(UNHEARD_ORDERS_MAX, 10)) arrive(id);
	for (const id of ids(UNHEARD_ORDERS_MAX - 1, 20)) arrive(id);
	happen('order10', 'OrderEnded');
	watch.heard(USER, VENUE, 'order14');
	await pass(clock, 10_000);
	expect(watch.allSilent()).toEqual([]);
	arrive('order24');
	await pass(clock, 10_000);
	expect(watch.allSilent()).toHaveLength(1);
});

test('reconnects a silent stream every minute and requests a test order five seconds later', async () => {
	const { clock, watch, done, arrive } = open();
	for (const id of ids(UNHEARD_ORDERS_MAX)) arrive(id);
	await pass(clock, 6_000);
	expect(done).toEqual({ renewals: 1, questions: [] });
	await pass(clock, 5_000);
	expect(done).toEqual({ renewals: 1, questions: [`${USER} ${VENUE}`] });
	await pass(clock, 57_000);
	expect(done.renewals).toBe(2);
	watch.heard(USER, VENUE, 'c0ffee');
	await pass(clock, 120_000);
	expect([done.renewals, done.questions.length]).toEqual([2, 1]);
});

test('ends the silence with any order event and does not count earlier orders again', async () => {
	const { clock, watch, arrive } = open();
	for (const id of ids(UNHEARD_ORDERS_MAX)) arrive(id);
	await pass(clock, 10_000);
	watch.heard(USER, VENUE, 'somebody-elses');
	expect(watch.allSilent()).toEqual([]);
	await pass(clock, 120_000);
	expect(watch.allSilent()).toEqual([]);
	for (const id of ids(UNHEARD_ORDERS_MAX, 10)) arrive(id);
	await pass(clock, 10_000);
	expect(watch.allSilent()).toHaveLength(1);
});

test('knows nothing of a new account and leaves no timer after close', async () => {
	const { clock, watch, arrive, isListening } = open();
	for (const id of ids(UNHEARD_ORDERS_MAX)) arrive(id);
	await pass(clock, 6_000);
	watch.forget(USER, VENUE);
	expect(watch.allSilent()).toEqual([]);
	for (const id of ids(UNHEARD_ORDERS_MAX, 10)) arrive(id);
	await pass(clock, 6_000);
	watch.close();
	expect([clock.waiting(), isListening()]).toEqual([0, false]);
});
