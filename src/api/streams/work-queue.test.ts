import { expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createWorkQueue } from './work-queue.ts';

const WORK_MS = 10;

/** Creates a queue whose jobs take 10 ms each and record when they start. */
function openQueue() {
	const clock = createVirtualClock(0);
	const queue = createWorkQueue(clock);
	const began: string[] = [];
	const run = (name: string, isUrgent: boolean) =>
		queue.run(isUrgent, async () => {
			began.push(`${name} at ${clock.now()}`);
			clock.leap(clock.now() + WORK_MS);
		});
	return { clock, began, run };
}

test('starts normal work after a rest of four times the last working time', async () => {
	const { clock, began, run } = openQueue();
	await run('first', false);
	const second = run('second', false);
	expect(await clock.advance(1_000)).toBe(true);
	await second;
	expect(began).toEqual(['first at 0', 'second at 50']);
});

test('starts urgent work at once, before earlier normal work', async () => {
	const { clock, began, run } = openQueue();
	await run('first', false);
	const later = run('later', false);
	await run('urgent', true);
	await run('urgent too', true);
	while (await clock.advance(1_000));
	await later;
	expect(began).toEqual(['first at 0', 'urgent at 10', 'urgent too at 20', 'later at 70']);
});
