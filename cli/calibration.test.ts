/** Runs `carrywire calibration` on real data directories, with and without a writer that has the database open. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDecimal as d } from '../src/domain/decimal.ts';
import { talliesOf } from '../src/domain/forecast-scores.ts';
import { HOUR_MS } from '../src/domain/funding.ts';
import type { Verdict } from '../src/domain/opportunity.ts';
import { NO_NETS, sumsOf } from '../src/domain/track-record.ts';
import type { ForecastStore, PairForecast } from '../src/ports/forecasts.ts';
import { createForecastStore } from '../src/store/forecasts.ts';
import { createPlanForecastStore } from '../src/store/plan-forecasts.ts';
import { DATABASE_FILE, openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteDatabase } from '../src/store/sqlite/sqlite-database.ts';
import { writeSchemaBefore } from '../test/support/memory-database.ts';
import { printCalibration } from './commands/calibration.ts';
import { time } from './figures.ts';

const BEGAN = Date.UTC(2026, 10, 1);
let dataDir: string;

beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'carrywire-calibration-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function printed(json = false): Promise<string> {
	const lines: string[] = [];
	const output = { print: (line: string) => lines.push(line), remark: () => undefined };
	await printCalibration(dataDir, json, output);
	return lines.join('\n');
}

/** Opens a forecast store. Its database stays open until `close`. */
function openLedger() {
	const database = openDatabase(dataDir);
	const store = createForecastStore(createSqliteDatabase(database), {
		forecastsMax: 10_000,
		pairSumsMax: 10_000,
	});
	return { store, close: () => database.close() };
}

function forecast(index: number, change: Partial<PairForecast> = {}): PairForecast {
	return {
		pairKey: 'bybit:BTCUSDT|kucoin:XBTUSDTM',
		longVenue: 'kucoin',
		longSymbol: 'XBTUSDTM',
		shortVenue: 'bybit',
		shortSymbol: 'BTCUSDT',
		forecastAt: BEGAN + index * HOUR_MS,
		entryAt: BEGAN + index * HOUR_MS,
		horizonHours: 8,
		expectedCarry: d('0.0002'),
		carrySd: d('0.0001'),
		reversalProbability: d('0.1'),
		totalCost: null,
		expectedNet: null,
		probabilityPositive: null,
		verdict: 'no_trade',
		modelBasis: 'own_history',
		headlineScales: 1,
		isSameClock: true,
		kind: 'shown',
		executionId: null,
		...change,
	};
}

/**
 * Adds forty forecasts of 0 to 39 bp, as they were stored before scores existed. Three in four received half of the
 * forecast; every fourth lost 1 bp. Also adds one execution of +7 bp.
 */
async function fill(store: ForecastStore): Promise<void> {
	await store.add(Array.from({ length: 40 }, (_, index) => forecast(index)));
	await store.add([forecast(0, { kind: 'executed', executionId: 'exec_1', expectedNet: d('0.001') })]);
	const due = (await store.due(BEGAN + 100 * HOUR_MS, 100)).filter(({ kind }) => kind === 'shown');
	const outcomes = due.map((each, index) => {
		const received = index % 4 === 0 ? -0.0001 : index / 20_000;
		const sums = sumsOf({ expected: index / 10_000, sd: 0.001, received, reversalStated: 0.25 });
		return { forecast: each, state: 'scored', received: d('0'), sums, tallies: [] } as const;
	});
	const realized = {
		net: d('0.0007'),
		price: d('0.0005'),
		funding: d('0.0006'),
		fees: d('0.0002'),
		slippage: d('0.0002'),
	};
	const nets = {
		...NO_NETS,
		count: 1,
		net: 0.0007,
		price: 0.0005,
		funding: 0.0006,
		fees: 0.0002,
		slippage: 0.0002,
		expectedCount: 1,
		expected: 0.001,
		netOfForecast: 0.0007,
	};
	await store.settle(
		outcomes,
		(await store.awaitingNet(0, 10)).map((each) => ({ forecast: each, realized, nets })),
		BEGAN,
	);
}

test.each(['beside an open database', 'alone'])('prints the table %s and writes nothing', async (how) => {
	const ledger = openLedger();
	await fill(ledger.store);
	if (how === 'alone') ledger.close();
	const written = () => readFileSync(join(dataDir, DATABASE_FILE));
	const before = written();
	const text = await printed();
	expect(text).toContain(`40 forecasts scored, the oldest from ${time('2026-11-01T00:00:00.000Z')}.`);
	const row = (name: string) =>
		text
			.split('\n')
			.find((line) => line.startsWith(`${name} `))
			?.split(/ {2,}/);
	// Mean forecast: 19.5 bp. Mean received: (sum of i/2 over the i that are not divisible by 4, minus 10) / 40 =
	// (300 − 10) / 40 bp.
	expect(row('all')?.slice(0, 7)).toEqual(['all', '41', '1', '0', '40', '19.50', '7.25']);
	// Forecasts within 10 bp of the outcome: 15 that received half (i/2 ≤ 10) and 3 that reversed (i + 1 ≤ 10).
	// Within 20 bp: 30 and 5.
	expect(row('no_trade')?.slice(9)).toEqual(['0.250', '0.250', '0.188', '0.00', '0.45', '0.88']);
	expect(row('trade')).toEqual(['trade', '0', '0', '0', '0', ...Array.from({ length: 10 }, () => '-')]);
	expect(row('executed')?.slice(0, 5)).toEqual(['executed', '1', '1', '0', '0']);
	expect(text).toContain(
		'1 execution ended: 7.00 bp net = price 5.00 + funding 6.00 - fees 2.00 - slippage 2.00',
	);
	expect(text).toContain('10.00 bp forecast, 7.00 bp received.');
	expect(written().equals(before)).toBe(true);
	if (how !== 'alone') ledger.close();
});

test('prints fractions as JSON', async () => {
	const ledger = openLedger();
	await fill(ledger.store);
	ledger.close();
	expect(JSON.parse(await printed(true))).toMatchObject({
		since: '2026-11-01T00:00:00.000Z',
		all: { promises: 41, pending: 1, scored: 40, promised_mean: 0.00195, received_mean: 0.000725 },
		by_horizon: [{ hours_max: 8, scored: 40 }],
		by_verdict: [
			{ verdict: 'trade', slope: null },
			{ verdict: 'no_trade', scored: 40 },
			{ verdict: 'unknown' },
		],
		by_kind: [{ kind: 'shown' }, { kind: 'executed', pending: 1 }],
		executions: { ended: 1, net_mean: 0.0007 },
	});
});

/**
 * Adds scored 720 h forecasts with costs of 30 bp, for a squeezed pair with a DEX. Each lot is `[count, forecast
 * P(net > 0), received]`; `received` is the carry as a fraction of notional.
 */
async function fillScores(
	store: ForecastStore,
	verdict: Verdict,
	lots: readonly (readonly [number, number, number])[],
) {
	const all = lots.flatMap(([count, stated, received]) =>
		Array.from({ length: count }, () => ({ stated, received })),
	);
	await store.add(
		all.map((_, index) => forecast(index, { pairKey: `${verdict}${index}`, horizonHours: 720, verdict })),
	);
	const outcomes = (await store.due(BEGAN + 10_000 * HOUR_MS, 10_000)).map((due, index) => {
		const { stated, received } = all[index] ?? { stated: 0, received: 0 };
		const scored = { expected: 0.004 + index * 1e-7, sd: 0.001, received, reversalStated: 0.02 };
		const tallies = talliesOf({
			...scored,
			forecastAt: due.forecastAt,
			horizonHours: 720,
			verdict,
			totalCost: 0.003,
			probabilityPositive: stated,
			headlineScales: 4,
			isSameClock: false,
			hasDex: true,
		});
		return { forecast: due, state: 'scored', received: d('0'), sums: sumsOf(scored), tallies } as const;
	});
	await store.settle(outcomes, [], BEGAN);
}

test('prints the expected nets of plans and of pots beside what was received', async () => {
	const database = openDatabase(dataDir);
	const store = createPlanForecastStore(createSqliteDatabase(database));
	const plan = {
		kind: 'shown',
		ownerId: 'user_1',
		at: BEGAN,
		horizonHours: 720,
		capital: 1_000,
		net: 0.05,
		low: 0.01,
		high: 0.09,
		costPerYear: 10,
		legs: [{ exchange: 'bybit', symbol: 'SOLUSDT', notional: 500 }],
	} as const;
	await store.add(plan);
	await store.add({ ...plan, kind: 'pot', ownerId: 'pot_1' });
	for (const due of await store.due(BEGAN + 720 * HOUR_MS, 10))
		if (due.kind === 'shown') await store.settle(due, { state: 'scored', received: 0.02 }, BEGAN);
	database.close();
	const text = await printed();
	expect(text).toMatch(/PLANS +PENDING +UNSCORABLE +SCORED +EXPECTED +RECEIVED +IN 90 % INTERVAL/);
	expect(text).toMatch(/^shown +1 +0 +0 +1 +5\.00 +2\.00 +100$/m);
	expect(text).toMatch(/^pot +1 +1 +0 +0 +– +– +–$/m);
	expect(JSON.parse(await printed(true)).plans).toMatchObject([
		{ kind: 'shown', since: new Date(BEGAN).toISOString(), expected_net_mean: 0.05, received_net_mean: 0.02 },
		{ kind: 'pot', since: null, pending: 1, inside_interval: null },
	]);
});

describe('the scores that npm run calibrate also computes', () => {
	/**
	 * Adds 500 forecasts with the verdict `trade`. The forecast probability of a profit is 0.62 for 400 of them, and
	 * half of these end with a profit. It is 0.83 for the other 100, which all do. Also adds 600 forecasts with
	 * another verdict, which end with a loss.
	 */
	async function fillAll(): Promise<void> {
		const { store, close } = openLedger();
		await fillScores(store, 'trade', [
			[200, 0.62, 0.0045],
			[200, 0.62, 0.0025],
			[100, 0.83, 0.0052],
		]);
		await fillScores(store, 'no_trade', [[600, 0.2, 0.001]]);
		close();
	}

	test('lists figures outside their goals first, then each table', async () => {
		await fillAll();
		const text = await printed();
		const lines = text.split('\n');
		expect(lines.slice(0, 10)).toEqual([
			expect.stringContaining('1100 forecasts scored'),
			'',
			'GOALS MISSED: 6 of 10 figures.',
			'  Trade verdicts, P(net > 0): 0.662 forecast, 0.600 came true; goal: at most 0.05 apart.',
			'  Trade verdicts, P(net > 0) of 0.6 to 0.7: 0.620 forecast, 0.500 came true; goal: at most 0.05 apart.',
			'  Squeezes, all horizons: 0.18 within 1 sd; goal: at least 0.60.',
			'  Squeezes, all horizons: 0.45 within 2 sd; goal: at least 0.88.',
			'  Squeezes, horizons up to 720 h: 0.18 within 1 sd; goal: at least 0.60.',
			'  Squeezes, horizons up to 720 h: 0.45 within 2 sd; goal: at least 0.88.',
			'',
		]);
		const below = (heading: string) => {
			const at = lines.findIndex((line) => line.startsWith(heading));
			return lines.slice(at + 2, at + 5).map((line) => line.split(/ {2,}/));
		};
		expect(below('VERDICT:')).toEqual([
			['all', '500', '0.662', '0.600'],
			['0.6 to 0.7', '400', '0.620', '0.500'],
			['0.8 to 0.9', '100', '0.830', '1.000'],
		]);
		expect(below('SQUEEZES')[0]).toEqual(['all', '1100', '0.18', '0.45', '0.020', '0.000']);
		expect(below('PAIR TYPES').map((row) => row.slice(0, 3))).toEqual([
			['same clock', '0', '-'],
			['different clock', '1100', '0.020'],
			['with a DEX', '1100', '0.020'],
		]);
		expect(below('P(REVERSAL)')[0]).toEqual(['all', '1100', '0.020']);
		// Mean net of the forecasts with the verdict `trade`: (200 · 15 − 200 · 5 + 100 · 22) / 500 bp.
		expect(below('NET').slice(0, 2)).toEqual([
			['trade', '500', '720', '8.40', '8.40'],
			['all others', '600', '720', '-20.00', '-20.00'],
		]);
		expect(text).toContain('a running service does not simulate trading');
	});

	test('prints the scores as JSON, in fractions', async () => {
		await fillAll();
		const { scores } = JSON.parse(await printed(true));
		expect(scores).toMatchObject({
			since: '2026-11-01T00:00:00.000Z',
			scored: 1100,
			judged: 10,
			trade_odds: { all: { scored: 500, stated: 0.662, happened: 0.6 } },
			squeezes: { all: { scored: 1100, reversal_happened: 0 }, by_horizon: [{ hours_max: 720 }] },
			reversal_odds: { all: { calibration_error: 0.02 } },
			net_by_verdict: { trade: { net_per_30_days: 0.00084 }, other: { scored: 600 } },
		});
		expect(scores.trade_odds.bins[6]).toEqual({
			from: 0.6,
			to: 0.7,
			scored: 400,
			stated: 0.62,
			happened: 0.5,
		});
		expect(scores.by_kind.map(({ kind }: { kind: string }) => kind)).toEqual([
			'same_clock',
			'different_clock',
			'dex',
		]);
		expect(scores.outside_goals[1]).toEqual({
			measure: 'trade_odds',
			hours_max: null,
			kind: null,
			bin_from: 0.6,
			value: 0.12,
			goal_least: null,
			goal_most: 0.05,
		});
	});

	test('says so when every figure meets its goal', async () => {
		const { store, close } = openLedger();
		await fillScores(store, 'trade', [
			[130, 0.65, 0.0045],
			[70, 0.65, 0.0029],
		]);
		close();
		expect(await printed()).toContain('All 6 figures with a goal meet that goal.');
	});

	test('prints how many forecasts are needed when there are too few', async () => {
		const { store, close } = openLedger();
		await fillScores(store, 'trade', [[12, 0.7, 0.004]]);
		close();
		const text = await printed();
		expect(text).toContain('Too few scored forecasts to check the goals. A share needs at least 200');
		expect(text).toContain('12 scored trade verdicts, 30 needed.');
		expect(text).toContain('12 scored squeezes, 30 needed.');
		expect(text).toContain('12 scored forecasts, 1000 needed.');
		expect(text).not.toContain('CAME TRUE');
	});

	test('says that only forecasts of this version get these scores', async () => {
		const ledger = openLedger();
		await fill(ledger.store);
		ledger.close();
		const text = await printed();
		expect(text).toContain(
			'need forecasts made by this version. None of those has reached the end of its horizon.',
		);
		expect(text).not.toContain('VERDICT:');
		expect(JSON.parse(await printed(true)).scores).toMatchObject({
			since: null,
			scored: 0,
			outside_goals: [],
		});
	});
});

describe('when there is nothing to score', () => {
	test('no forecast at all', async () => {
		openLedger().close();
		expect(await printed()).toBe(
			'The service has not shown or traded on a forecast yet, so there is nothing to score.',
		);
		expect(JSON.parse(await printed(true))).toMatchObject({
			since: null,
			all: { promises: 0, slope: null },
		});
	});

	test('forecasts whose horizon has not ended', async () => {
		const ledger = openLedger();
		await ledger.store.add([forecast(0), forecast(1)]);
		ledger.close();
		const text = await printed();
		expect(text).toContain('Nothing is scored yet: 2 forecasts made, 2 still waiting');
		expect(text).toContain('No execution has ended');
		expect(text).not.toContain('Good forecasts');
		expect(text).not.toContain('VERDICT:');
	});

	test.each<[string, () => void, RegExp]>([
		['no database', () => undefined, /There is no carrywire\.db in .*Run carrywire serve/],
		[
			'an older schema',
			writeFirstSchema,
			/is version 1; this program needs version \d+\. Run carrywire serve once/,
		],
		['a newer schema', raiseSchema, /is version 999, .*newer version/],
	])('refuses %s', async (_why, prepare, sentence) => {
		prepare();
		await expect(printed()).rejects.toThrow(sentence);
	});
});

function writeFirstSchema(): void {
	const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
	writeSchemaBefore(database, 'settlements');
	database.close();
}

function raiseSchema(): void {
	const database = openDatabase(dataDir);
	database.exec('PRAGMA user_version = 999');
	database.close();
}
