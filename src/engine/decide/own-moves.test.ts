import { expect, test } from 'vitest';
import { fromInteger } from '../../domain/decimal.ts';
import { VISIBLE_WITHIN_MS } from '../../ports/venue.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createOwnMoves } from './own-moves.ts';

const coins = fromInteger;

function fixture() {
	const clock = createVirtualClock(Date.UTC(2026, 10, 22, 12));
	const moves = createOwnMoves(clock);
	return { moves, clock, pass: (ms: number) => clock.leap(clock.now() + ms) };
}

test('treats every position as late while fills of the previous process may not be visible', () => {
	const { moves, clock, pass } = fixture();
	expect(moves.mayBeLate('a', coins(7), clock.monotonic())).toBe(true);
	pass(VISIBLE_WITHIN_MS + 1);
	expect(moves.mayBeLate('a', coins(7), clock.monotonic())).toBe(false);
});

test('treats a read as lagging while our fills or those of the previous process may not be visible', () => {
	const { moves, clock, pass } = fixture();
	const lags = (place: string) => moves.mayLag(place, clock.monotonic());
	expect([lags('a'), lags('b')]).toEqual([true, true]);
	pass(VISIBLE_WITHIN_MS + 1);
	moves.note('a', coins(14), coins(13));
	expect([lags('a'), lags('b')]).toEqual([true, false]);
	pass(VISIBLE_WITHIN_MS + 1);
	expect(lags('a')).toBe(false);
});

test('treats only positions between the states before and after our fills as late, for a limited time', () => {
	const { moves, clock, pass } = fixture();
	pass(VISIBLE_WITHIN_MS + 1);
	moves.note('a', coins(0), coins(3));
	pass(4_000);
	moves.note('a', coins(5), coins(3));
	const late = (quantity: number, place = 'a') => moves.mayBeLate(place, coins(quantity), clock.monotonic());
	expect([0, 1, 3, 5].map((quantity) => late(quantity))).toEqual([true, true, true, true]);
	expect([late(-1), late(6), late(1, 'b')]).toEqual([false, false, false]);
	pass(VISIBLE_WITHIN_MS - 3_999);
	expect([late(0), late(4)]).toEqual([false, true]);
	moves.delete('a');
	expect(late(4)).toBe(false);
});
