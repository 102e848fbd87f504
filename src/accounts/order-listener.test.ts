import { expect, test } from 'vitest';
import type { AccountHint } from '../ports/venue.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { heardInTime, listenForOrders, STREAM_EVENT_MS_MAX } from './order-listener.ts';

function open() {
	const clock = createVirtualClock(1_760_000_000_000);
	let tell: ((hint: AccountHint) => void) | undefined;
	const listener = listenForOrders(
		{
			watchAccount(listener) {
				tell = listener;
				return () => {
					tell = undefined;
				};
			},
		},
		clock,
	);
	const order = (clientOrderId: string | null): void => tell?.({ kind: 'order', symbol: 'X', clientOrderId });
	const orderEnd = (clientOrderId: string): void =>
		tell?.({ kind: 'order', symbol: 'X', clientOrderId, hasEnded: true });
	return {
		clock,
		listener,
		order,
		orderEnd,
		isHeard: () => tell !== undefined,
		tell: (hint: AccountHint) => tell?.(hint),
	};
}

test('a wait ends with the first event of its order, not with another order, a balance or an event without an id', async () => {
	const { clock, listener, order, tell } = open();
	const seen: string[] = [];
	void listener.wait('mine', 'any', clock.monotonic() + 5_000).then(() => seen.push('mine'));
	order('other');
	order(null);
	tell({ kind: 'balance' });
	await Promise.resolve();
	expect([seen, listener.heardAt('mine', 'any')]).toEqual([[], undefined]);
	order('mine');
	const at = clock.monotonic();
	await Promise.resolve();
	order('mine');
	expect([seen, listener.heardAt('mine', 'any')]).toEqual([['mine'], at]);
	expect(clock.waiting()).toBe(0);
});

test('a wait ends at its time limit, and at once if the event has come or the time is over', async () => {
	const { clock, listener, order, isHeard } = open();
	const seen: string[] = [];
	const until = clock.monotonic() + 5_000;
	void listener.wait('late', 'any', until).then(() => seen.push('late'));
	expect(await clock.advance(until - 1)).toBe(false);
	expect(seen).toEqual([]);
	await clock.advance(until);
	expect([seen, listener.heardAt('late', 'any')]).toEqual([['late'], undefined]);
	order('late');
	await listener.wait('late', 'any', clock.monotonic() + 5_000);
	await listener.wait('never', 'any', clock.monotonic());
	expect(clock.waiting()).toBe(0);
	listener.close();
	expect(isHeard()).toBe(false);
});

test('a wait for the end of an order ignores its other events', async () => {
	const { clock, listener, order, orderEnd } = open();
	const seen: string[] = [];
	void listener.wait('mine', 'end', clock.monotonic() + 5_000).then(() => seen.push('end'));
	order('mine');
	await Promise.resolve();
	expect([seen, listener.heardAt('mine', 'end')]).toEqual([[], undefined]);
	orderEnd('mine');
	await Promise.resolve();
	expect([seen, listener.heardAt('mine', 'end')]).toEqual([['end'], clock.monotonic()]);
});

test('an event counts within five seconds of the change: a slow stream is not excused as opened late', () => {
	const times = { sentAt: 1_000, endedAt: 6_300 };
	const heard = (any: number | undefined, end: number | undefined): number | undefined =>
		heardInTime({ heardAt: (_id, news) => (news === 'any' ? any : end) }, 'mine', times);
	expect(heard(undefined, undefined)).toBeUndefined();
	expect(heard(1_000 + STREAM_EVENT_MS_MAX, undefined)).toBe(6_000);
	// The stream opened when the order was already resting, so it reports only the end of the order.
	expect(heard(6_400, 6_400)).toBe(6_400);
	// Every event is seven seconds late.
	expect(heard(8_000, undefined)).toBeUndefined();
	expect(heard(8_000, 13_300)).toBeUndefined();
});
