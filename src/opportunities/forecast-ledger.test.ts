/** The ledger over a real database, a clock moved by hand and settled history held in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endedExecution } from '../../test/support/ended-execution.ts';
import { createStoredHistory, type StoredHistory } from '../../test/support/stored-history.ts';
import { createVirtualClock, type VirtualClock } from '../../test/support/virtual-clock.ts';
import { parseDecimal as d, fromInteger } from '../domain/decimal.ts';
import { forecastScores } from '../domain/forecast-scores.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { ForecastLedger, PairForecast } from '../ports/forecasts.ts';
import { openDatabase } from '../store/database.ts';
import { createSqliteForecastStore, readScoreTallies } from '../store/sqlite-forecasts.ts';
import {
	createForecastLedger,
	type FindEnded,
	HISTORY_WAIT_MS,
	SHOWN_PER_PAIR_AND_HOUR_MAX,
} from './forecast-ledger.ts';

/** 2026-11-21T10:00:00Z, so that hours below are hours of the day. */
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
		store: createSqliteForecastStore(database, options.bounds ?? BOUNDS),
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

/** Long KuCoin, short Bybit, for eight hours. */
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

/** Hours after ten → rate. */
function settle(venue: string, symbol: string, rates: Readonly<Record<number, string>>): void {
	history.put(
		venue,
		symbol,
		Object.fromEntries(Object.entries(rates).map(([hour, rate]) => [TEN + Number(hour) * HOUR_MS, rate])),
	);
}

/** Both legs settle every eight hours; short less long is 0.0003 each time. */
function settleBoth(hours: readonly number[]): void {
	for (const hour of hours) {
		settle('kucoin', 'XBTUSDTM', { [hour]: '0.0001' });
		settle('bybit', 'BTCUSDT', { [hour]: '0.0004' });
	}
}

const rows = () => database.prepare('SELECT * FROM promise ORDER BY promise_id').all();
const record = async (pairKey = PAIR) => {
	const found = await ledger.trackRecord(pairKey);
	if ('reason' in found) throw new Error(found.reason);
	return found;
};

describe('what is kept', () => {
	test('the first shown in a clock hour, per direction and horizon; nothing is written at the call', async () => {
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

	test('the first shown stays the first over a restart', async () => {
		ledger.note(forecast({ expectedCarry: d('0.0007') }));
		await reopen();
		ledger.note(forecast());
		await passTo(TEN + 5_000);
		expect(rows().map((row) => row.expected_carry)).toEqual(['0.0007']);
	});

	test('at most so many directions and horizons of a pair in an hour', async () => {
		for (let hours = 1; hours <= 20; hours += 1) ledger.note(forecast({ horizonHours: hours }));
		await passTo(TEN + 5_000);
		expect(rows()).toHaveLength(SHOWN_PER_PAIR_AND_HOUR_MAX);
	});

	test('every execution, each once', async () => {
		for (const id of ['exec_1', 'exec_2', 'exec_1']) ledger.note(executed(id));
		await passTo(TEN);
		expect(rows().map((row) => row.execution_id)).toEqual(['exec_1', 'exec_2']);
	});

	test.each([{ horizonHours: Number.NaN }, { horizonHours: 0 }, { horizonHours: 2_161 }, { entryAt: 0.5 }])(
		'not %j, which is logged and keeps no other from its place',
		async (change) => {
			ledger.note(forecast(change));
			ledger.note(forecast({ horizonHours: 9 }));
			await passTo(TEN + 5_000);
			expect(rows()).toHaveLength(1);
			expect(logged).toEqual(['a promise without a horizon or times was not kept']);
		},
	);

	test('a write that fails loses nothing and throws nowhere', async () => {
		database.exec(
			'CREATE TRIGGER full BEFORE INSERT ON promise BEGIN SELECT RAISE(ABORT, "disk is full"); END',
		);
		ledger.note(executed('exec_1'));
		ledger.note(forecast());
		await passTo(TEN + 10_000);
		expect(logged).toContain('promises could not be written; they are kept for the next try');
		database.exec('DROP TRIGGER full');
		await passTo(TEN + 20_000);
		expect(rows().map((row) => row.kind)).toEqual(['executed', 'shown']);
	});

	test('when full of pending ones, what is executed is kept and what is shown is not', async () => {
		await reopen({ bounds: { forecastsMax: 2, pairSumsMax: 10 } });
		for (const horizonHours of [1, 2, 3]) ledger.note(forecast({ horizonHours }));
		await passTo(TEN + 5_000);
		ledger.note(executed('exec_1'));
		await passTo(TEN + 10_000);
		expect(rows().map((row) => row.kind)).toEqual(['shown', 'shown', 'executed']);
		expect(logged).toContain('the ledger of promises is full of pending ones: some are not kept');
	});

	test('when full, what is counted makes room and stays in the sums', async () => {
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

	test('in the direction promised', async () => {
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
			/No settled rates of kucoin XBTUSDTM/,
		],
		[
			'a leg ends before the horizon',
			() => settleBoth([-8, 0, 8]),
			/kucoin XBTUSDTM end at 2026-11-21T18:00:00.000Z, before 2026-11-21T19/,
		],
		[
			'a leg begins after the entry',
			() => settleBoth([8, 16]),
			/begin at 2026-11-21T18:00:00.000Z, after 2026-11-21T10/,
		],
		[
			'there is a gap inside',
			() => {
				settleBoth([-8, 0, 8, 16]);
				history.setGaps('bybit', 'BTCUSDT', [{ from: TEN, to: TEN + 8 * HOUR_MS }]);
			},
			/bybit BTCUSDT are missing between 2026-11-21T10:00:00.000Z and 2026-11-21T18/,
		],
	])('when %s it waits, and then says why it cannot', async (_why, store, reason) => {
		store();
		ledger.note(forecast({ horizonHours: 9 }));
		const end = TEN + 500 + 9 * HOUR_MS;
		await passTo(end + HISTORY_WAIT_MS - 1);
		expect(rows()[0]?.state).toBe('pending');
		expect(await ledger.trackRecord(PAIR)).toEqual({
			reason: expect.stringContaining('2026-11-21T19:00:00.500Z'),
		});
		await passTo(end + HISTORY_WAIT_MS + HOUR_MS);
		expect(rows()[0]).toMatchObject({
			state: 'unscorable',
			received_carry: null,
			reason: expect.stringMatching(reason),
		});
		expect(await ledger.trackRecord(PAIR)).toEqual({
			reason: expect.stringContaining('None of the 1 promises'),
		});
		expect((await ledger.summary()).all).toMatchObject({ forecasts: 1, unscorable: 1, scored: 0 });
	});

	test('a leg that is no longer listed is said', async () => {
		await reopen({ listed: false });
		settleBoth([-8, 0]);
		ledger.note(forecast());
		await passTo(TEN + 8 * HOUR_MS + HISTORY_WAIT_MS + HOUR_MS);
		expect(rows()[0]?.reason).toContain('kucoin no longer lists it.');
	});

	test('a gap outside the horizon does not matter', async () => {
		settleBoth([-16, -8, 0, 8, 16, 24]);
		history.setGaps('bybit', 'BTCUSDT', [
			{ from: TEN - 16 * HOUR_MS, to: TEN - 8 * HOUR_MS },
			{ from: TEN + 16 * HOUR_MS, to: TEN + 24 * HOUR_MS },
		]);
		ledger.note(forecast());
		await passTo(TEN + 9 * HOUR_MS);
		expect((await record()).scored).toBe(1);
	});

	test('more than a slice is scored without waiting for the next minute', async () => {
		settleBoth([-8, 0, 8, 16]);
		for (let pair = 0; pair < 120; pair += 1) ledger.note(forecast({ pairKey: `${PAIR}${pair}` }));
		await passTo(TEN + 8 * HOUR_MS + 70_000);
		expect((await ledger.summary()).all).toMatchObject({ scored: 120, pending: 0 });
	});

	test('a write that fails while scoring counts nothing, and nothing twice', async () => {
		settleBoth([-8, 0, 8, 16]);
		ledger.note(forecast());
		ledger.note(forecast({ horizonHours: 5 }));
		await passTo(TEN + 5_000);
		database.exec(
			'CREATE TRIGGER full BEFORE UPDATE ON promise WHEN old.promise_id = 2 BEGIN SELECT RAISE(ABORT, "disk is full"); END',
		);
		await passTo(TEN + 9 * HOUR_MS);
		database.exec('DROP TRIGGER full');
		expect(logged).toContain('promises could not be scored; they are tried again');
		await passTo(TEN + 10 * HOUR_MS);
		expect(await record()).toMatchObject({ forecasts: 2, scored: 2 });
	});

	test('what is pending stays so over a restart, and is scored then', async () => {
		settleBoth([-8, 0, 8, 16]);
		ledger.note(forecast());
		await reopen();
		await passTo(TEN + 9 * HOUR_MS);
		expect((await record()).scored).toBe(1);
	});

	test('without a database it says so, and does not throw', async () => {
		database.close();
		expect(await ledger.trackRecord(PAIR)).toEqual({ reason: 'The ledger of promises could not be read.' });
		ledger.note(forecast());
		await ledger.scoreDue(clock.now());
	});

	test('a pair that nothing was promised of', async () => {
		expect(await ledger.trackRecord('x:A|y:B')).toEqual({
			reason: 'Nothing was promised of this pair before.',
		});
	});
});

describe('scores', () => {
	const scores = () => forecastScores(readScoreTallies(database));
	const countOf = (kind: string) => scores().kinds.find((each) => each.kind === kind)?.all.scored;

	test('a trade verdict came true where more arrived than it stated as its cost', async () => {
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
		const [tally] = readScoreTallies(database).filter(({ part }) => part === 'trade');
		expect(tally).toMatchObject({ horizonBucket: 8, bin: 5, since: TEN, sums: { count: 3, happened: 1 } });
		expect(tally?.sums.received).toBeCloseTo(0, 12);
	});

	test('each by the facts that it was noted with, once, over restarts', async () => {
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
		expect([scores().scored, countOf('same_clock'), countOf('different_clock'), countOf('dex')]).toEqual([
			2, 1, 1, 0,
		]);
		expect(scores().squeezes.all.scored).toBe(1);
	});

	test('a pair with a DEX is told by its exchange', async () => {
		for (const hour of [-8, 0, 8, 16]) {
			settle('hyperliquid', 'BTC', { [hour]: '0.0001' });
			settle('bybit', 'BTCUSDT', { [hour]: '0.0004' });
		}
		ledger.note(forecast({ longVenue: 'hyperliquid', longSymbol: 'BTC' }));
		await passTo(TEN + 9 * HOUR_MS);
		expect([countOf('dex'), countOf('same_clock')]).toEqual([1, 1]);
	});

	test('a forecast that cannot be scored counts in none', async () => {
		ledger.note(forecast());
		await passTo(TEN + 8 * HOUR_MS + HISTORY_WAIT_MS + HOUR_MS);
		expect(rows()[0]?.state).toBe('unscorable');
		expect(scores().scored).toBe(0);
	});
});

describe('executions', () => {
	test('what each brought is counted once it has ended, whatever its horizon', async () => {
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
	])('one that %s brought nothing that could be counted', async (_why, state) => {
		await reopen({ endedExecution: async () => state });
		ledger.note(executed('exec_1'));
		await passTo(TEN + HOUR_MS);
		expect(rows()[0]).toMatchObject({ net_state: 'none', received_net: null });
		expect((await ledger.summary()).executions.ended).toBe(0);
	});

	test('one whose journal cannot be read keeps no other waiting', async () => {
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

test('sums over all pairs outlast those of a pair that is forgotten', async () => {
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

test('whatever is noted, in whatever order and over restarts, each is counted once', async () => {
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
