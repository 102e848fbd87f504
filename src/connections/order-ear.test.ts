import { expect, test } from 'vitest';
import { createVirtualClock } from '../../test/support/virtual-clock.ts';
import type { AccountHint } from '../ports/venue.ts';
import { listenForOrders } from './order-ear.ts';

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
	return { clock, ear, order, isHeard: () => tell !== undefined, tell: (hint: AccountHint) => tell?.(hint) };
}

test('who waits for an order hears its first event, and no other order, balance or nameless event', async () => {
	const { clock, ear, order, tell } = open();
	const seen: string[] = [];
	void ear.wait('mine', clock.monotonic() + 5_000).then(() => seen.push('mine'));
	order('other');
	order(null);
	tell({ kind: 'balance' });
	await Promise.resolve();
	expect([seen, ear.heardAt('mine')]).toEqual([[], undefined]);
	order('mine');
	const at = clock.monotonic();
	await Promise.resolve();
	order('mine');
	expect([seen, ear.heardAt('mine')]).toEqual([['mine'], at]);
	expect(clock.waiting()).toBe(0);
});

test('a wait ends by its time, and at once where the event has come or the time is over', async () => {
	const { clock, ear, order, isHeard } = open();
	const seen: string[] = [];
	const until = clock.monotonic() + 5_000;
	void ear.wait('late', until).then(() => seen.push('late'));
	expect(await clock.advance(until - 1)).toBe(false);
	expect(seen).toEqual([]);
	await clock.advance(until);
	expect([seen, ear.heardAt('late')]).toEqual([['late'], undefined]);
	order('late');
	await ear.wait('late', clock.monotonic() + 5_000);
	await ear.wait('never', clock.monotonic());
	expect(clock.waiting()).toBe(0);
	ear.close();
	expect(isHeard()).toBe(false);
});
