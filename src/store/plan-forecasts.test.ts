/** Tests the store of plan forecasts: one per day, sums that outlive the rows, and the limit of rows. */
import { beforeEach, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import type { DuePlanForecast, PlanForecast, PlanForecastStore } from '../ports/plan-forecasts.ts';
import { createPlanForecastStore } from './plan-forecasts.ts';

const MIDNIGHT = Date.UTC(2026, 10, 21);
const LATER = MIDNIGHT + 1_000 * DAY_MS;
const databases = storePerTest();
let store: PlanForecastStore;

beforeEach(() => {
	store = createPlanForecastStore(databases.now());
});

const forecast = (change: Partial<PlanForecast> = {}): PlanForecast => ({
	kind: 'shown',
	ownerId: 'user_ann',
	at: MIDNIGHT,
	horizonHours: 24,
	capital: 10_000.5,
	net: 0.1 + 0.2,
	low: -0.25,
	high: 0.75,
	costPerYear: 12.25,
	legs: [{ exchange: 'bybit', symbol: 'BTCUSDT', notional: -0.1 }],
	...change,
});
async function dueOne(): Promise<DuePlanForecast> {
	const [due] = await store.due(LATER, 1);
	if (due === undefined) throw new Error('No forecast is due.');
	return due;
}

test('reads a due forecast back exactly', async () => {
	const bare = forecast({ ownerId: 'user_bob', low: null, high: null, horizonHours: 0.1, legs: [] });
	await store.add(forecast());
	await store.add(bare);
	expect(await createPlanForecastStore(databases.reopen()).due(LATER, 10)).toEqual([
		{ ...bare, forecastId: 2, endsAt: MIDNIGHT + HOUR_MS / 10 },
		{ ...forecast(), forecastId: 1, endsAt: MIDNIGHT + DAY_MS },
	]);
});

test('adds one forecast per owner, kind, horizon and UTC day', async () => {
	expect(await store.add(forecast())).toBe(true);
	expect(await store.add(forecast({ at: MIDNIGHT + DAY_MS - 1 }))).toBe(false);
	expect(await store.add(forecast({ at: MIDNIGHT + DAY_MS }))).toBe(true);
	expect(await store.add(forecast({ at: MIDNIGHT - 1 }))).toBe(true);
	expect(await store.add(forecast({ kind: 'pot' }))).toBe(true);
	expect(await store.add(forecast({ ownerId: 'user_bob' }))).toBe(true);
	expect(await store.add(forecast({ horizonHours: 24.5 }))).toBe(true);
	expect(await store.due(LATER, 10)).toHaveLength(6);
});

test('adds one of two forecasts that two processes add at once', async () => {
	const added = await databases.atOnce(
		'plan_forecast',
		() => store.add(forecast()),
		() => createPlanForecastStore(databases.beside()).add(forecast()),
	);
	expect(resultsOf(added).toSorted()).toEqual([false, true]);
});

test('returns due forecasts only, the longest overdue first, up to the limit', async () => {
	for (const [ownerId, horizonHours] of [
		['c', 48],
		['b', 24],
		['a', 24],
	] as const)
		await store.add(forecast({ ownerId, horizonHours }));
	const owners = async (now: number, limit: number) =>
		(await store.due(now, limit)).map(({ ownerId }) => ownerId);
	expect(await owners(LATER, 10)).toEqual(['b', 'a', 'c']);
	expect(await owners(LATER, 2)).toEqual(['b', 'a']);
	expect(await owners(MIDNIGHT + DAY_MS, 10)).toEqual(['b', 'a']);
	expect(await owners(MIDNIGHT + DAY_MS - 1, 10)).toEqual([]);
});

test('counts each outcome once, and shifts a check that is pending', async () => {
	await store.add(forecast());
	const due = await dueOne();
	await store.settle(due, { state: 'pending', checkAt: LATER + 1 }, LATER);
	expect(await store.due(LATER, 1)).toEqual([]);
	await store.settle(due, { state: 'scored', received: 0.5 }, LATER);
	await store.settle(due, { state: 'unscorable' }, LATER);
	await store.settle(due, { state: 'pending', checkAt: 0 }, LATER);
	expect(await store.due(LATER, 1)).toEqual([]);
	expect(await store.sums()).toEqual([
		{
			kind: 'shown',
			since: MIDNIGHT,
			pending: 0,
			unscorable: 0,
			scored: 1,
			expected: due.net,
			received: 0.5,
			withInterval: 1,
			inside: 1,
		},
	]);
});

test('adds up the outcomes of each kind, also of a kind with rows or sums alone', async () => {
	await store.add(forecast({ at: MIDNIGHT + DAY_MS, net: 0.5 }));
	await store.settle(await dueOne(), { state: 'scored', received: 2 }, LATER);
	await store.add(forecast({ net: 0.25, low: null }));
	await store.settle(await dueOne(), { state: 'scored', received: -1 }, LATER);
	await store.add(forecast({ at: MIDNIGHT + 2 * DAY_MS }));
	await store.settle(await dueOne(), { state: 'unscorable' }, LATER);
	await store.add(forecast({ at: MIDNIGHT + 3 * DAY_MS }));
	await store.add(forecast({ kind: 'pot', ownerId: 'pot_1' }));
	const shown = {
		kind: 'shown',
		since: MIDNIGHT,
		pending: 1,
		unscorable: 1,
		scored: 2,
		expected: 0.75,
		received: 1,
		withInterval: 1,
		inside: 0,
	};
	const pot = { since: null, unscorable: 0, scored: 0, expected: 0, received: 0, withInterval: 0, inside: 0 };
	expect(await store.sums()).toEqual([shown, { ...pot, kind: 'pot', pending: 1 }]);
	await databases.now().changes('DELETE FROM plan_forecast');
	expect(await store.sums()).toEqual([{ ...shown, pending: 0 }]);
});

test('makes space by removing scored forecasts, and adds nothing while all are pending', async () => {
	const bounded = createPlanForecastStore(databases.now(), 2);
	expect(await bounded.add(forecast({ ownerId: 'a' }))).toBe(true);
	expect(await bounded.add(forecast({ ownerId: 'b' }))).toBe(true);
	expect(await bounded.add(forecast({ ownerId: 'c' }))).toBe(false);
	await bounded.settle(await dueOne(), { state: 'unscorable' }, LATER);
	expect(await bounded.add(forecast({ ownerId: 'c' }))).toBe(true);
	expect((await bounded.due(LATER, 10)).map(({ ownerId }) => ownerId)).toEqual(['b', 'c']);
	expect(await bounded.sums()).toMatchObject([{ pending: 2, unscorable: 1 }]);
});
