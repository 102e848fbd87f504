/** Tests how often the portfolio is sampled. */
import { expect, test } from 'vitest';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { MINUTE_MS, type SampleBatch } from '../ports/money-samples.ts';
import { createVirtualClock, passTime } from '../runtime/virtual-clock.ts';
import { createSampler } from './sampler.ts';

const START = Date.UTC(2026, 10, 21, 8, 10, 20);
const HOUR_MS = 60 * MINUTE_MS;

/** Samples one user without accounts for three hours. Returns the minutes after the full hour of each sample. */
async function sampledFor(periodMs: number, ms = 3 * HOUR_MS) {
	const clock = createVirtualClock(START);
	const batches: SampleBatch[] = [];
	const sampler = createSampler({
		users: () => ['user_1'],
		figuresNow: async () => ({ accounts: [], open: [] }) as never,
		store: { add: async (batch) => void batches.push(batch) },
		periodMs,
		clock,
		log: SILENT_LOGGER,
	});
	sampler.start();
	await passTime(clock, ms);
	await sampler.close();
	expect(clock.waiting()).toBe(0);
	return batches.map(({ at }) => (at - Date.UTC(2026, 10, 21, 8)) / MINUTE_MS);
}

test('takes a sample at the start of each minute by default', async () => {
	expect(await sampledFor(MINUTE_MS, 4 * MINUTE_MS)).toEqual([11, 12, 13, 14]);
});

test('takes a sample at each full hour if the period is an hour', async () => {
	expect(await sampledFor(HOUR_MS)).toEqual([60, 120, 180]);
});
