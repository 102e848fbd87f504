/** Tests the track record of plans: what is stored, how it is scored, and which sums stay. */
import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../../test/support/memory-database.ts';
import { forecastOfDecision } from '../../autopilot/decision-forecast.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import { HOUR_MS, type SettledRate } from '../../domain/funding.ts';
import { planFigures } from '../../domain/plan-track-record.ts';
import type { DecisionRecord } from '../../ports/autopilot-store.ts';
import type { HistoryCoverage } from '../../ports/funding-history.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import type { PlanForecast } from '../../ports/plan-forecasts.ts';
import { createVirtualClock, promisesSettle } from '../../runtime/virtual-clock.ts';
import { createPlanForecastStore } from '../../store/plan-forecasts.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createPlanForecasts, PLAN_HISTORY_WAIT_MS } from './plan-forecasts.ts';

const NOW = Date.UTC(2026, 10, 1, 0, 5);
const HOURS = 730;
const END = NOW + HOURS * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** 1,000 USD of capital, 500 USD per leg. A rate of 1 bp at each settlement of the short pays 0.05 USD. */
const PLAN: PlanForecast = {
	kind: 'shown',
	ownerId: 'user_1',
	at: NOW,
	horizonHours: HOURS,
	capital: 1_000,
	net: 0.03,
	low: 0,
	high: 0.06,
	costPerYear: 10,
	legs: [
		{ exchange: 'bybit', symbol: 'SOLUSDT', notional: 500 },
		{ exchange: 'kucoin', symbol: 'SOLUSDTM', notional: -500 },
	],
};

function openRecord(options: { readonly knownUntil?: number; readonly plansMax?: number } = {}) {
	const { knownUntil = END + DAY_MS, plansMax } = options;
	const clock = createVirtualClock(NOW);
	const store = createPlanForecastStore(createSqliteDatabase(openMemoryDatabase()), plansMax);
	const rate = parseDecimal('0.0001');
	const record = createPlanForecasts({
		store,
		history: {
			coverage: async (): Promise<HistoryCoverage> => ({
				from: NOW - DAY_MS,
				to: knownUntil,
				count: 1,
				gaps: [],
				failure: null,
			}),
			// The short leg receives every eight hours, also at the time of the plan; the long leg pays nothing.
			settled: async (venue, _symbol, from, to): Promise<readonly SettledRate[]> => {
				if (venue === 'bybit') return [];
				const count = Math.floor((to - from) / (8 * HOUR_MS));
				return Array.from({ length: count + 1 }, (_, n) => ({ settledAt: from + n * 8 * HOUR_MS, rate }));
			},
		},
		potProfit: async (potId) => (potId === 'pot_1' ? 5 : undefined),
		clock,
		log: SILENT_LOGGER,
	});
	return { record, store, clock };
}

test('scores a shown plan by the funding of its legs, less the cost that it counted', async () => {
	const { record, store } = openRecord();
	record.note(PLAN);
	await promisesSettle();
	await record.scoreDue(END - 1);
	expect(planFigures(await store.sums())).toMatchObject([{ kind: 'shown', plans: 1, pending: 1, scored: 0 }]);
	await record.scoreDue(END);
	const [figures] = planFigures(await store.sums());
	// 91 settlements of 0.05 USD in 730 h are 12 times as much a year; 10 USD of cost remain 44.6 USD.
	expect(figures).toMatchObject({ plans: 1, pending: 0, scored: 1, since: NOW, insideInterval: 1 });
	expect(figures?.expectedNetMean).toBeCloseTo(0.03, 12);
	expect(figures?.receivedNetMean).toBeCloseTo((91 * 0.05 * 12 - 10) / 1_000, 9);
	await record.close();
});

test('scores a pot by its own profit', async () => {
	const { record, store } = openRecord();
	record.note({ ...PLAN, kind: 'pot', ownerId: 'pot_1' });
	await promisesSettle();
	await record.scoreDue(END);
	expect(planFigures(await store.sums())).toMatchObject([
		{ kind: 'pot', scored: 1, receivedNetMean: expect.closeTo(0.06, 12), insideInterval: 1 },
	]);
	await record.close();
});

test('waits for missing rates and samples, and then counts the plan as unscorable', async () => {
	const { record, store } = openRecord({ knownUntil: END - 1 });
	record.note(PLAN);
	record.note({ ...PLAN, kind: 'pot', ownerId: 'pot_unknown' });
	await promisesSettle();
	await record.scoreDue(END);
	expect((await store.sums()).map(({ pending }) => pending)).toEqual([1, 1]);
	await record.scoreDue(END + PLAN_HISTORY_WAIT_MS);
	expect(await store.sums()).toMatchObject([
		{ kind: 'shown', pending: 0, unscorable: 1, scored: 0 },
		{ kind: 'pot', pending: 0, unscorable: 1, scored: 0 },
	]);
	await record.close();
});

test('stores the first plan of an owner and horizon per UTC day, and none without legs', async () => {
	const { record, store } = openRecord();
	for (const plan of [
		PLAN,
		{ ...PLAN, at: NOW + HOUR_MS, net: 0.5 },
		{ ...PLAN, horizonHours: 168 },
		{ ...PLAN, ownerId: 'user_2' },
		{ ...PLAN, at: NOW + DAY_MS },
		{ ...PLAN, ownerId: 'user_3', legs: [] },
	])
		record.note(plan);
	await promisesSettle();
	expect((await store.sums()).map(({ pending }) => pending)).toEqual([4]);
	const due = await store.due(END, 10);
	expect(due.map(({ net }) => net)).toEqual([0.03, 0.03, 0.03]);
	await record.close();
});

test('keeps the sums of plans that were removed at the limit, and never removes a pending one', async () => {
	const { record, store } = openRecord({ plansMax: 2 });
	record.note(PLAN);
	record.note({ ...PLAN, ownerId: 'user_2' });
	await promisesSettle();
	expect(await store.add({ ...PLAN, ownerId: 'user_3' })).toBe(false);
	await record.scoreDue(END);
	expect(await store.add({ ...PLAN, ownerId: 'user_3' })).toBe(true);
	expect(await store.sums()).toMatchObject([{ pending: 1, scored: 2 }]);
	await record.close();
});

test('a pot that follows its plan is scored by its profit, one that only suggests by the funding of its legs', () => {
	const decision = {
		potId: 'pot_1',
		at: NOW,
		plan: {
			targets: [{ coin: 'SOL', venue: 'bybit', symbol: 'SOLUSDT', notional: parseDecimal('500') }],
			netOnCapital: parseDecimal('0.03'),
			knew: {
				inputs: {
					terms: { capital: 1_000, horizonHours: 720 },
					outcome: { costPerYear: 10, netOnCapitalLow: 0, netOnCapitalHigh: null },
				},
			},
		},
	} as unknown as DecisionRecord;
	const expected = {
		ownerId: 'pot_1',
		at: NOW,
		horizonHours: 720,
		capital: 1_000,
		net: 0.03,
		low: 0,
		high: null,
		costPerYear: 10,
		legs: [{ exchange: 'bybit', symbol: 'SOLUSDT', notional: 500 }],
	};
	expect(forecastOfDecision(decision, [])).toEqual({ ...expected, kind: 'pot' });
	expect(forecastOfDecision(decision, [{ event: { kind: 'suggested', at: NOW } }])).toEqual({
		...expected,
		kind: 'shown',
	});
	expect(forecastOfDecision({ ...decision, plan: null }, [])).toBeUndefined();
});
