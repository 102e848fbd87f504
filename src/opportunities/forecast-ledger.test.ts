/** Tests the ledger with a real database, a test-controlled clock and settled history in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endedExecution } from '../../test/support/ended-execution.ts';
import { createStoredHistory, type StoredHistory } from '../../test/support/stored-history.ts';
import { parseDecimal as d, fromInteger } from '../domain/decimal.ts';
import { forecastScores } from '../domain/forecast-scores.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { ForecastLedger, PairForecast } from '../ports/forecasts.ts';
import { createVirtualClock, type VirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { createForecastStore, readScoreTallies } from '../store/forecasts.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import {
	createForecastLedger,
	type FindEnded,
	HISTORY_WAIT_MS,
	SHOWN_PER_PAIR_AND_HOUR_MAX,
} from './forecast-ledger.ts';
import { FORECAST_TEXT } from './text.ts';

/** 2026-11-21T10:00:00Z, so that hours in the tests are hours of the day. */
const TEN = Date.UTC(2026, 10, 21, 10);
const PAIR = 'bybit:BTCUSDT|kucoin:XBTUSDTM';
const BOUNDS = { forecastsMax: 1_000, pairSumsMax: 1_000 };

let dir: string;
let database: DatabaseSync;
let clock: VirtualClock;
let history: StoredHistory;
let ledger: ForecastLedger;
let logged: string[];

beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'carrywire-promises-'));
	database = openDatabase(dir);
	clock = createVirtualClock(TEN);
	history = createStoredHistory();
	logged = [];
	ledger = openLedger();
});
afterEach(async () => {
	await ledger.close();
	if (database.isOpen) database.close();
	rmSync(dir, { recursive: true, force: true });
});

function openLedger(
	options: {
		readonly bounds?: typeof BOUNDS;
		readonly endedExecution?: FindEnded;
		readonly listed?: boolean;
	} = {},
): ForecastLedger {
	const note = (_facts: unknown, message: string) => {
		logged.push(message);
	};
	return createForecastLedger({
		store: createForecastStore(createSqliteDatabase(database), options.bounds ?? BOUNDS),
		history,
		endedExecution: options.endedExecution ?? (async () => 'open'),
		isListed: () => options.listed ?? true,
		clock,
		log: { debug: note, info: note, warn: note, error: note },
	});
}

async function reopen(options: Parameters<typeof openLedger>[0] = {}): Promise<void> {
	await ledger.close();
	ledger = openLedger(options);
}

/** Builds a forecast for long KuCoin, short Bybit over eight hours. */
function forecast(change: Partial<PairForecast> = {}): PairForecast {
	const forecastAt = change.forecastAt ?? clock.now();
	return {
		pairKey: PAIR,
		longVenue: 'kucoin',
		longSymbol: 'XBTUSDTM',
		shortVenue: 'bybit',
		shortSymbol: 'BTCUSDT',
		forecastAt,
		entryAt: forecastAt + 500,
		horizonHours: 8,
		expectedCarry: d('0.0002'),
		carrySd: d('0.0001'),
		reversalProbability: d('0.1'),
		totalCost: d('0.002'),
		expectedNet: d('-0.0018'),
		probabilityPositive: d('0.01'),
		verdict: 'no_trade',
		modelBasis: 'own_history',
		headlineScales: 1,
		isSameClock: true,
		kind: 'shown',
		executionId: null,
		...change,
	};
}

const executed = (executionId: string, change: Partial<PairForecast> = {}) =>
	forecast({ kind: 'executed', executionId, ...change });

async function passTo(at: number): Promise<void> {
	while (await clock.advance(at));
}

/** Adds settlements; the keys are hours after ten o'clock. */
function settle(venue: string, symbol: string, rates: Readonly<Record<number, string>>): void {
	history.put(
		venue,
		symbol,
		Object.fromEntries(Object.entries(rates).map(([hour, rate]) => [TEN + Number(hour) * HOUR_MS, rate])),
	);
}

/** Settles both legs at the given hours. The short leg's rate minus the long leg's is 0.0003 each time. */
function settleBoth(hours: readonly number[]): void {
	for (const hour of hours) {
		settle('kucoin', 'XBTUSDTM', { [hour]: '0.0001' });
		settle('bybit', 'BTCUSDT', { [hour]: '0.0004' });
	}
}

const rows = () => database.prepare('SELECT * FROM promise ORDER BY promise_id').all();
const record = async (pairKey = PAIR) => {
	const found = await ledger.trackRecord(pairKey);
	if ('reason' in found) throw new Error(textOf(found.reason));
	return found;
};

describe('stored forecasts', () => {
	test('keep the first shown one per clock hour, direction and horizon, and are not written during the call', async () => {
		ledger.note(forecast({ expectedCarry: d('0.0007') }));
		ledger.note(forecast());
		ledger.note(forecast({ horizonHours: 8.4 }));
		ledger.note(forecast({ horizonHours: 24.5 }));
		ledger.note(
			forecast({ longVenue: 'bybit', longSymbol: 'BTCUSDT', shortVenue: 'kucoin', shortSymbol: 'XBTUSDTM' }),
		);
		expect(rows()).toEqual([]);
		await passTo(TEN + 5_000);
		expect(rows().map((row) => [row.horizon_hours, row.expected_carry, row.long_venue])).toEqual([
			[8, '0.0007', 'kucoin'],
			[24.5, '0.0002', 'kucoin'],
			[8, '0.0002', 'bybit'],
		]);
		await passTo(TEN + HOUR_MS);
		ledger.note(forecast({ forecastAt: TEN + HOUR_MS }));
		await passTo(TEN + HOUR_MS + 5_000);
		expect(rows()).toHaveLength(4);
	});

	test('keep the first shown one over a restart', async () => {
		ledger.note(forecast({ expectedCarry: d('0.0007') }));
		await reopen();
		ledger.note(forecast());
		await passTo(TEN + 5_000);
		expect(rows().map((row) => row.expected_carry)).toEqual(['0.0007']);
	});

	test('are limited by pair and hour', async () => {
		for (let hours = 1; hours <= 20; hours += 1) ledger.note(forecast({ horizonHours: hours }));
		await passTo(TEN + 5_000);
		expect(rows()).toHaveLength(SHOWN_PER_PAIR_AND_HOUR_MAX);
	});

	test('include every execution once', async () => {
		for (const id of ['exec_1', 'exec_2', 'exec_1']) ledger.note(executed(id));
		await passTo(TEN);
		expect(rows().map((row) => row.execution_id)).toEqual(['exec_1', 'exec_2']);
	});

	test.each([{ horizonHours: Number.NaN }, { horizonHours: 0 }, { horizonHours: 2_161 }, { entryAt: 0.5 }])(
		'exclude %j, which is logged and does not block others',
		async (change) => {
			ledger.note(forecast(change));
			ledger.note(forecast({ horizonHours: 9 }));
			await passTo(TEN + 5_000);
			expect(rows()).toHaveLength(1);
			expect(logged).toEqual(['a forecast without a valid horizon or times was not stored']);
		},
	);

	test('survive a failed write without an error', async () => {
		database.exec(
			'CREATE TRIGGER full BEFORE INSERT ON promise BEGIN SELECT RAISE(ABORT, "disk is full"); END',
		);
		ledger.note(executed('exec_1'));
		ledger.note(forecast());
		await passTo(TEN + 10_000);
		expect(logged).toContain('cannot write forecasts; they are kept for the next attempt');
		database.exec('DROP TRIGGER full');
		await passTo(TEN + 20_000);
		expect(rows().map((row) => row.kind)).toEqual(['executed', 'shown']);
	});

	test('keep executed and drop shown ones when the ledger is full of pending ones', async () => {
		await reopen({ bounds: { forecastsMax: 2, pairSumsMax: 10 } });
		for (const horizonHours of [1, 2, 3]) ledger.note(forecast({ horizonHours }));
		await passTo(TEN + 5_000);
		ledger.note(executed('exec_1'));
		await passTo(TEN + 10_000);
		expect(rows().map((row) => row.kind)).toEqual(['shown', 'shown', 'executed']);
		expect(logged).toContain('the forecast ledger is full of pending forecasts; some are not stored');
	});

	test('drop counted ones when full, but keep them in the sums', async () => {
		await reopen({ bounds: { forecastsMax: 2, pairSumsMax: 10 } });
		settleBoth([-8, 0, 8, 16, 24]);
		ledger.note(forecast({ horizonHours: 1 }));
		ledger.note(forecast({ horizonHours: 8 }));
		await passTo(TEN + 10 * HOUR_MS);
		ledger.note(forecast({ horizonHours: 3 }));
		await passTo(TEN + 11 * HOUR_MS);
		expect(rows().map((row) => row.horizon_hours)).toEqual([3]);
		expect(await record()).toMatchObject({ forecasts: 3, scored: 2 });
	});
});

describe('scoring', () => {
	test('sums whole settlements in (entry, entry + horizon], once both legs reach the end', async () => {
		settleBoth([-8, 0]);
		ledger.note(forecast({ horizonHours: 9 }));
		await passTo(TEN + 12 * HOUR_MS);
		expect(rows()[0]?.state).toBe('pending');
		settleBoth([8, 16]);
		await passTo(TEN + 12.5 * HOUR_MS);
		expect(rows()[0]).toMatchObject({ state: 'scored', received_carry: '0.0003' });
		expect(await record()).toMatchObject({
			forecasts: 1,
			scored: 1,
			expectedMean: d('0.0002'),
			receivedMean: d('0.0003'),
			reversalStated: d('0.1'),
			reversalHappened: d('0'),
			insideOneSd: fromInteger(1),
			since: TEN / 1_000,
			byVerdict: { no_trade: { scored: 1 }, trade: { scored: 0 } },
		});
	});

	test('in the direction of the forecast', async () => {
		settleBoth([-8, 0, 8, 16]);
		ledger.note(
			forecast({ longVenue: 'bybit', longSymbol: 'BTCUSDT', shortVenue: 'kucoin', shortSymbol: 'XBTUSDTM' }),
		);
		await passTo(TEN + 17 * HOUR_MS);
		expect(await record()).toMatchObject({ receivedMean: d('-0.0003'), reversalHappened: fromInteger(1) });
	});

	test.each<[string, () => void, RegExp]>([
		[
			'nothing is stored',
			() => settle('bybit', 'BTCUSDT', { '-8': '0.1', 0: '0.1', 8: '0.1', 16: '0.1' }),
			/No settled rates of KuCoin XBTUSDTM/,
		],
		[
			'a leg ends before the horizon',
			() => settleBoth([-8, 0, 8]),
			/KuCoin XBTUSDTM end on 21 Nov, 18:00 UTC, before the end of the forecast, 21 Nov, 19/,
		],
		[
			'a leg begins after the entry',
			() => settleBoth([8, 16]),
			/begin on 21 Nov, 18:00 UTC, after the entry, 21 Nov, 10/,
		],
		[
			'there is a gap inside',
			() => {
				settleBoth([-8, 0, 8, 16]);
				history.setGaps('bybit', 'BTCUSDT', [{ from: TEN, to: TEN + 8 * HOUR_MS }]);
			},
			/Bybit BTCUSDT are missing: 21 Nov, 10:00 UTC – 21 Nov, 18/,
		],
	])('when %s it waits, then states why it cannot be scored', async (_why, store, reason) => {
		store();
		ledger.note(forecast({ horizonHours: 9 }));
		const end = TEN + 500 + 9 * HOUR_MS;
		await passTo(end + HISTORY_WAIT_MS - 1);
		expect(rows()[0]?.state).toBe('pending');
		expect(await ledger.trackRecord(PAIR)).toEqual({
			reason: FORECAST_TEXT.notMatured({ firstAt: end }),
		});
		await passTo(end + HISTORY_WAIT_MS + HOUR_MS);
		expect(rows()[0]).toMatchObject({
			state: 'unscorable',
			received_carry: null,
			reason: expect.stringMatching(reason),
		});
		expect(await ledger.trackRecord(PAIR)).toEqual({
			reason: expect.objectContaining({
				text: expect.stringContaining('No forecast for this pair could be scored'),
			}),
		});
		expect((await ledger.summary()).all).toMatchObject({ forecasts: 1, unscorable: 1, scored: 0 });
	});

	test('states that a leg is no longer listed', async () => {
		await reopen({ listed: false });
		settleBoth([-8, 0]);
		ledger.note(forecast());
		await passTo(TEN + 8 * HOUR_MS + HISTORY_WAIT_MS + HOUR_MS);
		expect(rows()[0]?.reason).toContain('KuCoin no longer lists it.');
	});

	test('ignores a gap outside the horizon', async () => {
		settleBoth([-16, -8, 0, 8, 16, 24]);
		history.setGaps('bybit', 'BTCUSDT', [
			{ from: TEN - 16 * HOUR_MS, to: TEN - 8 * HOUR_MS },
			{ from: TEN + 16 * HOUR_MS, to: TEN + 24 * HOUR_MS },
		]);
		ledger.note(forecast());
		await passTo(TEN + 9 * HOUR_MS);
		expect((await record()).scored).toBe(1);
	});

	test('scores more than a slice without waiting for the next minute', async () => {
		settleBoth([-8, 0, 8, 16]);
		for (let pair = 0; pair < 120; pair += 1) ledger.note(forecast({ pairKey: `${PAIR}${pair}` }));
		await passTo(TEN + 8 * HOUR_MS + 70_000);
		expect((await ledger.summary()).all).toMatchObject({ scored: 120, pending: 0 });
	});

	test('counts each forecast once although a write fails while scoring', async () => {
		settleBoth([-8, 0, 8, 16]);
		ledger.note(forecast());
		ledger.note(forecast({ horizonHours: 5 }));
		await passTo(TEN + 5_000);
		database.exec(
			'CREATE TRIGGER full BEFORE UPDATE ON promise WHEN old.promise_id = 2 BEGIN SELECT RAISE(ABORT, "disk is full"); END',
		);
		await passTo(TEN + 9 * HOUR_MS);
		database.exec('DROP TRIGGER full');
		expect(logged).toContain('cannot score forecasts; retrying');
		await passTo(TEN + 10 * HOUR_MS);
		expect(await record()).toMatchObject({ forecasts: 2, scored: 2 });
	});

	test('scores pending forecasts after a restart', async () => {
		settleBoth([-8, 0, 8, 16]);
		ledger.note(forecast());
		await reopen();
		await passTo(TEN + 9 * HOUR_MS);
		expect((await record()).scored).toBe(1);
	});

	test('reports an unreadable database without an error', async () => {
		database.close();
		expect(await ledger.trackRecord(PAIR)).toEqual({ reason: FORECAST_TEXT.unreadable() });
		ledger.note(forecast());
		await ledger.scoreDue(clock.now());
	});

	test('reports a pair without forecasts', async () => {
		expect(await ledger.trackRecord('x:A|y:B')).toEqual({
			reason: FORECAST_TEXT.none(),
		});
	});
});

describe('scores', () => {
	const tallies = () => readScoreTallies(createSqliteDatabase(database));
	const scores = async () => forecastScores(await tallies());
	const countOf = async (kind: string) =>
		(await scores()).kinds.find((each) => each.kind === kind)?.all.scored;

	test('a trade verdict was right if more was received than its stated cost', async () => {
		settleBoth([-8, 0, 8, 16]);
		for (const [pair, totalCost] of ['0.0002', '0.0003', '0.0004'].entries())
			ledger.note(
				forecast({
					pairKey: `${PAIR}${pair}`,
					verdict: 'trade',
					totalCost: d(totalCost),
					probabilityPositive: d('0.55'),
				}),
			);
		await passTo(TEN + 9 * HOUR_MS);
		const [tally] = (await tallies()).filter(({ part }) => part === 'trade');
		expect(tally).toMatchObject({ horizonBucket: 8, bin: 5, since: TEN, sums: { count: 3, happened: 1 } });
		expect(tally?.sums.received).toBeCloseTo(0, 12);
	});

	test('count each forecast once by its stored facts, over restarts', async () => {
		settleBoth([-8, 0, 8, 16]);
		const facts = { headlineScales: 3.2, isSameClock: false };
		ledger.note(forecast());
		ledger.note(forecast({ horizonHours: 5, ...facts }));
		ledger.note(forecast({ horizonHours: 6, headlineScales: null, isSameClock: null }));
		await reopen();
		await passTo(TEN + 9 * HOUR_MS);
		await reopen();
		await passTo(TEN + 11 * HOUR_MS);
		expect((await ledger.summary()).all.scored).toBe(3);
		expect([
			(await scores()).scored,
			await countOf('same_clock'),
			await countOf('different_clock'),
			await countOf('dex'),
		]).toEqual([2, 1, 1, 0]);
		expect((await scores()).squeezes.all.scored).toBe(1);
	});

	test('recognize a pair with a DEX by its exchange', async () => {
		for (const hour of [-8, 0, 8, 16]) {
			settle('hyperliquid', 'BTC', { [hour]: '0.0001' });
			settle('bybit', 'BTCUSDT', { [hour]: '0.0004' });
		}
		ledger.note(forecast({ longVenue: 'hyperliquid', longSymbol: 'BTC' }));
		await passTo(TEN + 9 * HOUR_MS);
		expect([await countOf('dex'), await countOf('same_clock')]).toEqual([1, 1]);
	});

	test('exclude a forecast that cannot be scored', async () => {
		ledger.note(forecast());
		await passTo(TEN + 8 * HOUR_MS + HISTORY_WAIT_MS + HOUR_MS);
		expect(rows()[0]?.state).toBe('unscorable');
		expect((await scores()).scored).toBe(0);
	});
});

describe('executions', () => {
	test('count the result of each once it has ended, at any horizon', async () => {
		let state: Awaited<ReturnType<FindEnded>> = 'open';
		await reopen({ endedExecution: async () => state });
		ledger.note(executed('exec_1', { horizonHours: 720, expectedNet: d('0.002') }));
		await passTo(TEN + HOUR_MS);
		expect((await ledger.summary()).executions.ended).toBe(0);
		state = endedExecution();
		await passTo(TEN + 3 * HOUR_MS);
		expect((await ledger.summary()).executions).toEqual({
			ended: 1,
			expectedNetMean: d('0.002'),
			receivedNetMean: d('0.007'),
			netMean: d('0.007'),
			priceMean: d('0.005'),
			fundingMean: d('0.006'),
			feesMean: d('0.002'),
			slippageMean: d('0.002'),
		});
		expect(rows()[0]).toMatchObject({ state: 'pending', net_state: 'known', received_net: '0.007' });
	});

	test.each<[string, Awaited<ReturnType<FindEnded>>]>([
		['was never filled', endedExecution(0)],
		['is in no journal', 'unknown'],
	])('exclude an execution that %s', async (_why, state) => {
		await reopen({ endedExecution: async () => state });
		ledger.note(executed('exec_1'));
		await passTo(TEN + HOUR_MS);
		expect(rows()[0]).toMatchObject({ net_state: 'none', received_net: null });
		expect((await ledger.summary()).executions.ended).toBe(0);
	});

	test('are not delayed by one with an unreadable journal', async () => {
		await reopen({
			async endedExecution(id) {
				if (id === 'exec_broken') throw new Error('The journal is broken.');
				return endedExecution();
			},
		});
		ledger.note(executed('exec_broken'));
		ledger.note(executed('exec_1'));
		await passTo(TEN + HOUR_MS);
		expect((await ledger.summary()).executions.ended).toBe(1);
	});
});

test('sums over all pairs remain after a pair is forgotten', async () => {
	await reopen({ bounds: { forecastsMax: 10, pairSumsMax: 3 } });
	settleBoth([-8, 0, 8, 16, 24, 32, 40]);
	for (let hour = 0; hour < 6; hour += 1) {
		ledger.note(forecast({ pairKey: `${PAIR}${hour}` }));
		await passTo(TEN + (hour + 1) * HOUR_MS);
	}
	await passTo(TEN + 20 * HOUR_MS);
	expect((await ledger.summary()).all.scored).toBe(6);
	expect(await ledger.trackRecord(`${PAIR}0`)).toHaveProperty('reason');
	expect((await record(`${PAIR}5`)).scored).toBe(1);
});

test('each forecast is counted once, in any order and over restarts', async () => {
	settleBoth([-8, 0, 8, 16, 24, 32, 40, 48, 56]);
	const steps = fc.array(
		fc.record({
			pair: fc.nat(3),
			horizonHours: fc.integer({ min: 1, max: 12 }),
			minutes: fc.nat(90),
			restart: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 12 },
	);
	await fc.assert(
		fc.asyncProperty(steps, async (drawn) => {
			database.exec('DELETE FROM promise; DELETE FROM promise_sum');
			clock = createVirtualClock(TEN);
			await reopen();
			const expected = new Set<string>();
			for (const { pair, horizonHours, minutes, restart } of drawn) {
				ledger.note(forecast({ pairKey: `${PAIR}${pair}`, horizonHours }));
				expected.add(`${pair} ${horizonHours} ${Math.floor(clock.now() / HOUR_MS)}`);
				if (restart) await reopen();
				await passTo(clock.now() + minutes * 60_000);
			}
			await passTo(TEN + 50 * HOUR_MS);
			expect((await ledger.summary()).all).toMatchObject({
				scored: expected.size,
				pending: 0,
				unscorable: 0,
			});
			await ledger.close();
		}),
		{ numRuns: 4 },
	);
});
