import { expect, test } from 'vitest';
import { createVirtualClock } from '../../test/support/virtual-clock.ts';
import type { AccountHint } from '../ports/venue.ts';
import { heardInTime, listenForOrders, STREAM_EVENT_MS_MAX } from './order-ear.ts';

function open() {
	const clock = createVirtualClock(1_760_000_000_000);
	let tell: ((hint: AccountHint) => void) | undefined;
	const ear = listenForOrders(
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
		ear,
		order,
		orderEnd,
		isHeard: () => tell !== undefined,
		tell: (hint: AccountHint) => tell?.(hint),
	};
}

test('who waits for an order hears its first event, and no other order, balance or nameless event', async () => {
	const { clock, ear, order, tell } = open();
	const seen: string[] = [];
	void ear.wait('mine', 'any', clock.monotonic() + 5_000).then(() => seen.push('mine'));
	order('other');
	order(null);
	tell({ kind: 'balance' });
	await Promise.resolve();
	expect([seen, ear.heardAt('mine', 'any')]).toEqual([[], undefined]);
	order('mine');
	const at = clock.monotonic();
	await Promise.resolve();
	order('mine');
	expect([seen, ear.heardAt('mine', 'any')]).toEqual([['mine'], at]);
	expect(clock.waiting()).toBe(0);
});

test('a wait ends by its time, and at once where the event has come or the time is over', async () => {
	const { clock, ear, order, isHeard } = open();
	const seen: string[] = [];
	const until = clock.monotonic() + 5_000;
	void ear.wait('late', 'any', until).then(() => seen.push('late'));
	expect(await clock.advance(until - 1)).toBe(false);
	expect(seen).toEqual([]);
	await clock.advance(until);
	expect([seen, ear.heardAt('late', 'any')]).toEqual([['late'], undefined]);
	order('late');
	await ear.wait('late', 'any', clock.monotonic() + 5_000);
	await ear.wait('never', 'any', clock.monotonic());
	expect(clock.waiting()).toBe(0);
	ear.close();
	expect(isHeard()).toBe(false);
});

test('who waits for the end of an order does not take another event of it for one', async () => {
	const { clock, ear, order, orderEnd } = open();
	const seen: string[] = [];
	void ear.wait('mine', 'end', clock.monotonic() + 5_000).then(() => seen.push('end'));
	order('mine');
	await Promise.resolve();
	expect([seen, ear.heardAt('mine', 'end')]).toEqual([[], undefined]);
	orderEnd('mine');
	await Promise.resolve();
	expect([seen, ear.heardAt('mine', 'end')]).toEqual([['end'], clock.monotonic()]);
});

test('an event counts within five seconds of what it tells of: a stream that lags is no stream that was opened late', () => {
	const times = { sentAt: 1_000, endedAt: 6_300 };
	const heard = (any: number | undefined, end: number | undefined): number | undefined =>
		heardInTime({ heardAt: (_id, news) => (news === 'any' ? any : end) }, 'mine', times);
	expect(heard(undefined, undefined)).toBeUndefined();
	expect(heard(1_000 + STREAM_EVENT_MS_MAX, undefined)).toBe(6_000);
	// Opened when the order rested already: only its end is told.
	expect(heard(6_400, 6_400)).toBe(6_400);
	// Seven seconds late with all of it.
	expect(heard(8_000, undefined)).toBeUndefined();
	expect(heard(8_000, 13_300)).toBeUndefined();
});
