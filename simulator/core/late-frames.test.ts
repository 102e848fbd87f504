import { expect, test } from 'vitest';
import { createLateFrames } from './late-frames.ts';

const LAG = { orders: 0, fills: 0, positions: 0, streams: 60, seed: 4 };

/** Waits until the next millisecond without leaving the current turn of the event loop. */
function nextMillisecond(): void {
	const until = Math.floor(performance.now()) + 1;
	while (performance.now() < until);
}

test('frames created in one long turn of the event loop keep their order', async () => {
	const frames = createLateFrames(() => LAG);
	const told: number[] = [];
	const all = Promise.withResolvers<void>();
	for (let frame = 0; frame < 20; frame += 1) {
		frames.send(() => {
			told.push(frame);
			if (told.length === 20) all.resolve();
		});
		nextMillisecond();
	}
	await all.promise;
	expect(told).toEqual(Array.from({ length: 20 }, (_, frame) => frame));
});

test('a frame without a lag waits for earlier frames, and a closed stream sends nothing', async () => {
	let isLate = true;
	const frames = createLateFrames(() => (isLate ? LAG : undefined));
	const told: string[] = [];
	const both = Promise.withResolvers<void>();
	frames.send(() => told.push('late'));
	isLate = false;
	frames.send(() => {
		told.push('prompt');
		both.resolve();
	});
	expect(told).toEqual([]);
	await both.promise;
	expect(told).toEqual(['late', 'prompt']);
	isLate = true;
	frames.send(() => told.push('lost'));
	const other = createLateFrames(() => LAG);
	other.send(() => undefined);
	other.send(() => undefined);
	frames.drop();
	// This instance has the same seed, so it sends its last frame when the dropped frame was due.
	await new Promise<void>((resolve) => other.send(resolve));
	expect(told).toEqual(['late', 'prompt']);
});

test('a stream that ends while it sends a frame drops the others due with it', async () => {
	const told: string[] = [];
	const frames = createLateFrames(() => LAG);
	const last = Promise.withResolvers<void>();
	frames.send(() => {
		told.push('first');
		frames.drop();
		last.resolve();
	});
	for (let frame = 0; frame < 20; frame += 1) frames.send(() => told.push('after the end'));
	await last.promise;
	const other = createLateFrames(() => LAG);
	for (let frame = 0; frame < 20; frame += 1) other.send(() => undefined);
	await new Promise<void>((resolve) => other.send(resolve));
	expect(told).toEqual(['first']);
});
