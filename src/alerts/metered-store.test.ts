import { expect, test } from 'vitest';
import type { AlertStore, DeliveryOutcome } from '../ports/alert-store.ts';
import type { Alert } from '../ports/alerts.ts';
import { meteredAlerts } from './metered-store.ts';

test('counts new alerts and the outcome of each attempt', async () => {
	const counted: string[] = [];
	const settled: DeliveryOutcome[] = [];
	const store = {
		// This store accepts only the second of the two alerts, as if the first had been stored before.
		record: async ({ alerts }) => alerts.slice(1).map(({ alert }) => alert),
		settle: async (outcome) => void settled.push(outcome),
		drop: async () => 3,
	} as Partial<AlertStore> as AlertStore;
	const metered = meteredAlerts(store, {
		raised: (kind) => counted.push(kind),
		delivery: (outcome, count) => counted.push(`${outcome} ${count}`),
	});
	const alerts = (['venue_down', 'unhedged'] as const).map((kind) => ({
		alert: { kind } as Alert,
		targetIds: [],
	}));
	expect(await metered.record({ alerts })).toHaveLength(1);
	for (const state of ['delivered', 'waiting', 'refused'] as const)
		await metered.settle({ targetId: 't', seq: 1, state, failure: null, at: 0, change: {} });
	expect(await metered.drop('t', { beyond: 0 }, 'It was paused.', 0)).toBe(3);
	expect(settled).toHaveLength(3);
	expect(counted).toEqual(['unhedged', 'delivered 1', 'failed 1', 'refused 1', 'dropped 3']);
});
