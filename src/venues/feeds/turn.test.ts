import { expect, test } from 'vitest';
import type { Clock } from '../../ports/clock.ts';
import { Pace, Turn } from './turn.ts';

const PERIOD_MS = 200;
const BOOKS = 160;
const WORK_MS = 0.1;
/**
 * Maximum duration of a turn of the event loop, milliseconds: a time slice, and the delivery that runs when the slice
 * ends.
 */
const TURN_MS_MAX = 0.25 + WORK_MS;

/** Creates a clock that only `work` and `fire` advance. `fire` runs the due tasks in one turn of the event loop. */
function workClock() {
	let now = 0;
	let timers: { readonly at: number; readonly task: () => void }[] = [];
	const clock: Clock = {
		now: () => now,
		monotonic: () => now,
		after(delayMs, task) {
			const timer = { at: now + delayMs, task };
			timers.push(timer);
			return () => {
				timers = timers.filter((other) => other !== timer);
			};
		},
		every: () => () => {},
	};
	return {
		clock,
		work: (ms: number) => {
			now += ms;
		},
		/** Runs the due tasks, and returns the duration of that turn of the event loop, milliseconds. */
		fire(at: number): number {
			now = Math.max(now, at);
			const begunAt = now;
			const due = timers.filter((timer) => timer.at <= begunAt);
			timers = timers.filter((timer) => timer.at > begunAt);
			for (const { task } of due) task();
			return now - begunAt;
		},
		waiting: () => timers.length,
		now: () => now,
	};
}

function fixture() {
	const time = workClock();
	const pace = new Pace(time.clock);
	const delivered: number[] = [];
	const turns = Array.from(
		{ length: BOOKS },
		(_, book) =>
			new Turn(time.clock, pace, PERIOD_MS, () => {
				time.work(WORK_MS);
				delivered.push(book);
			}),
	);
	const offerAll = () => {
		for (const turn of turns) turn.offer();
	};
	/** Deliver every book once, then leave each with a pending change. */
	offerAll();
	offerAll();
	delivered.length = 0;
	return { ...time, turns, delivered };
}

test('delivers a book at once, then again when its period ends, however often it changes', () => {
	const { clock, fire, now } = workClock();
	const times: number[] = [];
	const turn = new Turn(clock, new Pace(clock), PERIOD_MS, () => times.push(now()));
	turn.offer();
	turn.offer();
	turn.offer();
	expect(times).toEqual([0]);
	fire(PERIOD_MS);
	expect(times).toEqual([0, PERIOD_MS]);
	fire(3 * PERIOD_MS);
	turn.offer();
	expect(times).toEqual([0, PERIOD_MS, 3 * PERIOD_MS]);
});

test('spreads due books over turns of the event loop, each once', () => {
	const { fire, delivered, now, waiting } = fixture();
	const turns: number[] = [fire(now() + PERIOD_MS)];
	while (waiting() > 0 && turns.length < BOOKS) turns.push(fire(now() + 1));
	expect(Math.max(...turns)).toBeLessThanOrEqual(TURN_MS_MAX);
	expect(delivered).toEqual(Array.from({ length: BOOKS }, (_, book) => book));
});

test('does not deliver a book that was dropped while it waited', () => {
	const { fire, delivered, now, turns, waiting } = fixture();
	fire(now() + PERIOD_MS);
	const before = delivered.length;
	expect(before).toBeLessThan(BOOKS);
	turns.at(-1)?.drop();
	while (waiting() > 0) fire(now() + 1);
	expect(delivered).toEqual(Array.from({ length: BOOKS - 1 }, (_, book) => book));
});
