/** Tests that the tables store everything that scores need about a forecast, and the limits of the tables. */
import { describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { parseDecimal as d, fromInteger } from '../domain/decimal.ts';
import { type ScoreTally, talliesOf } from '../domain/forecast-scores.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { NO_NETS, NO_SUMS } from '../domain/track-record.ts';
import type { DueForecast, ForecastOutcome, PairForecast } from '../ports/forecasts.ts';
import { createForecastStore, readScoreTallies } from './forecasts.ts';

const BEGAN = Date.UTC(2026, 10, 1);
const LATER = BEGAN + 1_000 * HOUR_MS;

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
		expectedCarry: d('0.002'),
		carrySd: d('0.0001'),
		reversalProbability: d('0.1'),
		totalCost: d('0.001'),
		expectedNet: d('0.001'),
		probabilityPositive: d('0.75'),
		verdict: 'trade',
		modelBasis: 'own_history',
		headlineScales: 3.5,
		isSameClock: true,
		kind: 'shown',
		executionId: null,
		...change,
	};
}

/** Returns the outcome of a due forecast whose pair received this carry. */
function scored(due: DueForecast, received: number): ForecastOutcome {
	const tallies = talliesOf({
		expected: 0.002,
		received,
		sd: 0.0001,
		reversalStated: 0.1,
		forecastAt: due.forecastAt,
		horizonHours: due.horizonHours,
		verdict: due.verdict,
		totalCost: 0.001,
		probabilityPositive: 0.75,
		headlineScales: due.headlineScales,
		isSameClock: due.isSameClock,
		hasDex: false,
	});
	return { forecast: due, state: 'scored', received: fromInteger(0), sums: NO_SUMS, tallies };
}

const database = storePerTest();

describe('facts for scores', () => {
	test.each([
		{ headlineScales: 3.5, isSameClock: true },
		{ headlineScales: 0, isSameClock: false },
		{ headlineScales: null, isSameClock: null },
	])('%j come back over a restart', async (facts) => {
		await createForecastStore(database.now()).add([forecast(0, facts)]);
		const [due] = await createForecastStore(database.reopen()).due(LATER, 10);
		expect(due).toMatchObject(facts);
	});

	test('tallies add up per part, with the time of the oldest forecast', async () => {
		const store = createForecastStore(database.now());
		await store.add([forecast(5), forecast(3)]);
		const outcomes = (await store.due(LATER, 10)).map((due, index) => scored(due, 0.0005 + index / 1_000));
		await store.settle(outcomes, [], LATER);
		// Storing the same outcomes again counts nothing, because both rows are already scored.
		await store.settle(outcomes, [], LATER);
		const tallies = await readScoreTallies(database.reopen());
		expect(tallies.map(({ part }) => part).sort()).toEqual(['same_clock', 'squeeze', 'trade']);
		const trade = tallies.find(({ part }) => part === 'trade') as ScoreTally;
		expect(trade).toMatchObject({
			horizonBucket: 8,
			bin: 7,
			since: BEGAN + 3 * HOUR_MS,
			sums: { count: 2, hours: 16, stated: 1.5, happened: 1 },
		});
		expect(trade.sums.received).toBeCloseTo(0, 12);
	});
});

describe('matured forecasts', () => {
	test('are means per 8 hours and step, of one pair in one direction', async () => {
		const store = createForecastStore(database.now());
		const turned = {
			longVenue: 'bybit',
			longSymbol: 'BTCUSDT',
			shortVenue: 'kucoin',
			shortSymbol: 'XBTUSDTM',
		};
		await store.add([
			forecast(0),
			forecast(1, { horizonHours: 16, expectedCarry: d('0.008') }),
			forecast(30),
			forecast(0, turned),
			forecast(2, { kind: 'executed', executionId: 'exec_1' }),
			forecast(0, { pairKey: 'bybit:ETHUSDT|kucoin:ETHUSDTM' }),
		]);
		const due = await store.due(LATER, 10);
		const outcome = (found: DueForecast): ForecastOutcome =>
			found.forecastAt >= BEGAN + 30 * HOUR_MS
				? { forecast: found, state: 'unscorable', reason: 'No rates.' }
				: { ...scored(found, 0.001), state: 'scored', received: d('0.001'), sums: NO_SUMS, tallies: [] };
		await store.settle(due.map(outcome), [], LATER);
		const long = { venue: 'kucoin', symbol: 'XBTUSDTM' };
		const query = {
			pairKey: 'bybit:BTCUSDT|kucoin:XBTUSDTM',
			long,
			from: BEGAN,
			to: LATER,
			stepMs: 12 * HOUR_MS,
		};
		const steps = await store.matured(query);
		expect(steps.map(({ timestamp, count }) => [timestamp * 1_000 - BEGAN, count])).toEqual([
			[24 * HOUR_MS, 1],
			[12 * HOUR_MS, 1],
		]);
		expect(
			steps.map(({ forecast: stated, received }) => [stated, received].map((rate) => rate.toFixed(6))),
		).toEqual([
			['0.004000', '0.000500'],
			['0.002000', '0.001000'],
		]);
		expect((await store.matured({ ...query, stepMs: 24 * HOUR_MS }))[0]).toMatchObject({ count: 2 });
		expect(await store.matured({ ...query, from: BEGAN + 17 * HOUR_MS })).toEqual([]);
	});
});

describe('additions', () => {
	const ETH = 'bybit:ETHUSDT|kucoin:ETHUSDTM';
	const executed = (index: number, executionId: string) => forecast(index, { kind: 'executed', executionId });

	test('store the first shown forecast of an hour, and one per execution', async () => {
		const store = createForecastStore(database.now());
		const half = { forecastAt: BEGAN + HOUR_MS / 2 };
		await store.add([
			forecast(0),
			forecast(0, half),
			forecast(0, { horizonHours: 8.4 }),
			forecast(0, { horizonHours: 8.5 }),
			forecast(0, { longVenue: 'bybit', longSymbol: 'BTCUSDT' }),
			forecast(0, { pairKey: ETH }),
			executed(0, 'exec_1'),
			executed(1, 'exec_1'),
			executed(0, 'exec_2'),
		]);
		await createForecastStore(database.beside()).add([forecast(0, half), executed(2, 'exec_2')]);
		const due = await store.due(LATER, 20);
		expect(
			due.map(({ kind, horizonHours, longVenue, executionId }) => [
				kind,
				horizonHours,
				longVenue,
				executionId,
			]),
		).toEqual([
			['shown', 8, 'kucoin', null],
			['shown', 8, 'bybit', null],
			['shown', 8, 'kucoin', null],
			['executed', 8, 'kucoin', 'exec_1'],
			['executed', 8, 'kucoin', 'exec_2'],
			['shown', 8.5, 'kucoin', null],
		]);
	});

	test('store a forecast once, though two processes add it', async () => {
		const stores = [database.now(), database.beside()].map((one) => createForecastStore(one));
		// Both have counted their rows, so each begins with its transaction.
		for (const store of stores) await store.add([]);
		resultsOf(
			await database.atOnce(
				'promise',
				...stores.map((store) => () => store.add([forecast(0), executed(0, 'exec_1')])),
			),
		);
		expect(await stores[0]?.due(LATER, 9)).toHaveLength(2);
	});

	test('at the limit remove the oldest counted forecasts, then refuse shown ones', async () => {
		const store = createForecastStore(database.now(), { forecastsMax: 3, pairSumsMax: 9 });
		expect(await store.add([forecast(0), executed(1, 'exec_1'), forecast(2)])).toBe(0);
		expect(await store.add([forecast(3), executed(4, 'exec_2')])).toBe(1);
		const first = await store.due(LATER, 2);
		await store.settle(
			first.map((due) => ({ forecast: due, state: 'unscorable', reason: 'No rates.' })),
			[],
			LATER,
		);
		// The forecast of the execution waits for its net, so it is not counted yet.
		expect(await store.add([forecast(5)])).toBe(1);
		expect((await store.due(LATER, 9)).map(({ forecastAt }) => (forecastAt - BEGAN) / HOUR_MS)).toEqual([
			2, 4,
		]);
		expect([...(await store.ofExecutions(['exec_1', 'exec_2', 'exec_3'])).keys()].toSorted()).toEqual([
			'exec_1',
			'exec_2',
		]);
		expect(await store.ofExecutions([])).toEqual(new Map());
	});
});

describe('groups', () => {
	const sums = {
		...NO_SUMS,
		count: 1,
		expected: 0.1,
		received: -0.2,
		reversed: 1,
		insideTwo: 1,
		brier: 0.81,
	};
	const nets = {
		...NO_NETS,
		count: 1,
		net: 0.3,
		price: -0.125,
		expectedCount: 1,
		expected: 0.5,
		netOfForecast: 0.3,
	};

	test('join sums with waiting forecasts, per pair and over all pairs', async () => {
		const store = createForecastStore(database.now());
		const other = { pairKey: 'other' };
		await store.add([
			forecast(3),
			forecast(1),
			forecast(5, { verdict: 'no_trade', horizonHours: 24 }),
			forecast(2, { ...other, kind: 'executed', executionId: 'exec_1' }),
		]);
		expect(await store.nextEnd('other')).toBe(BEGAN + 10 * HOUR_MS);
		const due = await store.due(LATER, 9);
		const scoredOnes = due.slice(0, 3);
		await store.settle(
			scoredOnes.map((one) => ({ forecast: one, state: 'scored', received: d('-0.2'), sums, tallies: [] })),
			[],
			LATER,
		);
		const [waiting] = await store.awaitingNet(0, 9);
		expect(waiting?.executionId).toBe('exec_1');
		expect(await store.awaitingNet(waiting?.forecastId ?? 0, 9)).toEqual([]);
		const realized = { net: d('0.3'), price: d('0'), funding: d('0'), fees: d('0'), slippage: d('0') };
		const net = { forecast: waiting as DueForecast, realized, nets };
		await store.settle([], [net], LATER);
		await store.settle([], [net], LATER);
		expect(await store.awaitingNet(0, 9)).toEqual([]);
		const shown = { horizonBucket: 8, verdict: 'trade', kind: 'shown', pending: 0, unscorable: 0 };
		const twice = {
			...NO_SUMS,
			count: 2,
			expected: 0.2,
			received: -0.4,
			reversed: 2,
			insideTwo: 2,
			brier: 1.62,
		};
		const waitingGroup = {
			horizonBucket: 24,
			verdict: 'no_trade',
			kind: 'shown',
			since: null,
			pending: 1,
			unscorable: 0,
			sums: NO_SUMS,
			nets: NO_NETS,
		};
		const ofExecution = { ...shown, kind: 'executed', since: BEGAN + 2 * HOUR_MS, sums, nets };
		const ofShown = { ...shown, since: BEGAN + HOUR_MS, sums: twice, nets: NO_NETS };
		expect(await store.groups(undefined)).toEqual([ofExecution, ofShown, waitingGroup]);
		expect(await store.groups('other')).toEqual([ofExecution]);
		expect(await store.groups('bybit:BTCUSDT|kucoin:XBTUSDTM')).toEqual([ofShown, waitingGroup]);
		expect([await store.nextEnd('other'), await store.groups('none')]).toEqual([null, []]);
	});

	test('count an outcome once, though two processes store it', async () => {
		const store = createForecastStore(database.now());
		await store.add([forecast(0)]);
		const [due] = (await store.due(LATER, 1)) as [DueForecast];
		const outcome: ForecastOutcome = {
			forecast: due,
			state: 'scored',
			received: d('-0.2'),
			sums,
			tallies: [],
		};
		resultsOf(
			await database.atOnce(
				'promise',
				() => store.settle([outcome], [], LATER),
				() => createForecastStore(database.beside()).settle([outcome], [], LATER),
			),
		);
		expect(await store.groups(undefined)).toMatchObject([{ sums: { count: 1 } }]);
	});

	test('add up the outcomes that two processes store at once', async () => {
		const store = createForecastStore(database.now());
		await store.add([forecast(0), forecast(1)]);
		const outcomes = (await store.due(LATER, 2)).map(
			(one): ForecastOutcome => ({ forecast: one, state: 'scored', received: d('-0.2'), sums, tallies: [] }),
		) as [ForecastOutcome, ForecastOutcome];
		resultsOf(
			await database.atOnce(
				'promise',
				() => store.settle([outcomes[0]], [], LATER),
				() => createForecastStore(database.beside()).settle([outcomes[1]], [], LATER),
			),
		);
		expect(await store.groups(undefined)).toMatchObject([{ sums: { count: 2, expected: 0.2 } }]);
	});

	test('stay within their limit, but never lose the sums over all pairs', async () => {
		const store = createForecastStore(database.now(), { forecastsMax: 100, pairSumsMax: 3 });
		for (const [index, pairKey] of ['a', 'b', 'c'].entries()) {
			await store.add([forecast(index, { pairKey })]);
			const [due] = (await store.due(LATER, 1)) as [DueForecast];
			await store.settle([{ forecast: due, state: 'unscorable', reason: 'No rates.' }], [], LATER + index);
		}
		expect(await store.groups(undefined)).toMatchObject([{ unscorable: 3 }]);
		expect(await Promise.all(['a', 'b', 'c'].map((pairKey) => store.groups(pairKey)))).toMatchObject([
			[],
			[{ unscorable: 1 }],
			[{ unscorable: 1 }],
		]);
	});

	test('shift a check that is pending', async () => {
		const store = createForecastStore(database.now());
		await store.add([forecast(0)]);
		const [due] = (await store.due(LATER, 1)) as [DueForecast];
		await store.settle([{ forecast: due, state: 'pending', checkAt: LATER + 1 }], [], LATER);
		expect(await store.due(LATER, 1)).toEqual([]);
		expect(await store.due(LATER + 1, 1)).toEqual([due]);
	});
});
