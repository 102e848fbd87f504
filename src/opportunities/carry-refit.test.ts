import { expect, test } from 'vitest';
import { type CarryPair, fitCarryModel } from '../domain/carry-fit.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { createLegHistory } from '../domain/leg-history.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createCarryRefit } from './carry-refit.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const DAY_MS = 24 * HOUR_MS;

/**
 * Builds two legs whose rates vary around different means, with settlements every 8 h for the given number of days
 * before now.
 */
function pair(days: number, key = 'a|b'): CarryPair {
	const count = days * 3;
	const leg = (mean: number, swing: number) =>
		createLegHistory({
			hours: Int32Array.from({ length: count }, (_, index) => NOW / HOUR_MS - (count - 1 - index) * 8),
			rates: Float64Array.from({ length: count }, (_, index) => mean + swing * Math.sin(index)),
		});
	return { key, first: leg(0.0003, 0.0001), second: leg(0.0001, 0.00005) };
}

function fixture(pairs: CarryPair[], onSave: (model: CarryModel) => void = () => {}) {
	const clock = createVirtualClock(NOW);
	const models: CarryModel[] = [];
	const logged: string[] = [];
	const note = (_facts: unknown, message: string) => {
		logged.push(message);
	};
	const refit = createCarryRefit({
		pairs: () => pairs,
		prior: neutralCarryModel(),
		store: { load: async () => undefined, save: async (model) => onSave(model) },
		clock,
		log: { debug: note, info: note, warn: note, error: note },
		onModel: (model) => models.push(model),
	});
	async function pass(ms: number): Promise<void> {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	}
	return { clock, models, logged, refit, pass };
}

test('fits the current histories in slices, stores the model, and equals a fit in one step', async () => {
	const saved: CarryModel[] = [];
	const pairs = Array.from({ length: 8 }, (_, index) => pair(120, `pair ${index}`));
	const { models, pass } = fixture(pairs, (model) => saved.push(model));
	await pass(5 * 60_000 - 1);
	expect(models).toEqual([]);
	await pass(1_000);
	expect(models).toEqual([fitCarryModel(pairs, NOW / HOUR_MS, neutralCarryModel())]);
	expect(models[0]?.rows).toBeGreaterThan(1_000);
	expect(saved).toEqual(models);
});

test('refits after a week or when the history has grown by half, not before', async () => {
	const pairs = Array.from({ length: 8 }, (_, index) => pair(120, `pair ${index}`));
	const { models, pass } = fixture(pairs);
	await pass(6 * 60_000);
	await pass(3 * DAY_MS);
	expect(models).toHaveLength(1);
	for (let index = 8; index < 12; index += 1) pairs.push(pair(120, `pair ${index}`));
	await pass(2 * HOUR_MS);
	expect(models).toHaveLength(2);
	await pass(6 * DAY_MS);
	expect(models).toHaveLength(2);
	await pass(2 * DAY_MS);
	expect(models).toHaveLength(3);
});

test('waits for enough past decisions, and survives a full disk', async () => {
	const few = fixture([pair(40)]);
	await few.pass(6 * 60_000);
	expect([few.models.length, few.logged[0]]).toEqual([0, expect.stringContaining('too few past decisions')]);
	const full = fixture(
		Array.from({ length: 8 }, (_, index) => pair(120, `pair ${index}`)),
		() => {
			throw new Error('disk full');
		},
	);
	await full.pass(6 * 60_000);
	expect(full.models).toHaveLength(1);
	expect(full.logged.at(-1)).toContain('cannot store');
});

test('stops on close, also between two slices', async () => {
	const pairs = Array.from({ length: 8 }, (_, index) => pair(120, `pair ${index}`));
	const { clock, models, refit } = fixture(pairs);
	await clock.advance(NOW + 5 * 60_000);
	refit.close();
	while (await clock.advance(NOW + DAY_MS));
	expect([models, clock.waiting()]).toEqual([[], 0]);
});
