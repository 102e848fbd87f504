/** `carrywire calibration` over real data directories, with a writer beside it and without. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDecimal as d } from '../domain/decimal.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { NO_NETS, sumsOf } from '../domain/track-record.ts';
import type { CarryPromise, PromiseStore } from '../ports/promises.ts';
import { DATABASE_FILE, openDatabase } from '../store/database.ts';
import { createSqlitePromiseStore } from '../store/sqlite-promises.ts';
import { runCalibrationCommand } from './calibration.ts';
import { readPromises } from './read-promises.ts';

const BEGAN = Date.UTC(2026, 10, 1);
let dataDir: string;

beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'carrywire-calibration-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function printed(json = false): Promise<string> {
	const lines: string[] = [];
	const output = { print: (line: string) => lines.push(line), remark: () => undefined };
	await runCalibrationCommand({ dataDir, json }, { readPromises, output });
	return lines.join('\n');
}

/** A ledger of which `scored` promises are scored; the database stays open until `close`. */
function openLedger() {
	const database = openDatabase(dataDir);
	const store = createSqlitePromiseStore(database, { promisesMax: 1_000, pairSumsMax: 1_000 });
	return { store, close: () => database.close() };
}

function promise(index: number, change: Partial<CarryPromise> = {}): CarryPromise {
	return {
		slotKey: 'bybit:BTCUSDT|kucoin:XBTUSDTM',
		longVenue: 'kucoin',
		longSymbol: 'XBTUSDTM',
		shortVenue: 'bybit',
		shortSymbol: 'BTCUSDT',
		promisedAt: BEGAN + index * HOUR_MS,
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
		kind: 'shown',
		executionId: null,
		...change,
	};
}

/** Forty promises from 0 to 39 bp, of which half arrived and every fourth turned; one execution of +7 bp. */
function fill(store: PromiseStore): void {
	store.add(Array.from({ length: 40 }, (_, index) => promise(index)));
	store.add([promise(0, { kind: 'executed', executionId: 'exec_1', expectedNet: d('0.001') })]);
	const due = store.due(BEGAN + 100 * HOUR_MS, 100).filter(({ kind }) => kind === 'shown');
	const outcomes = due.map((each, index) => {
		const received = index % 4 === 0 ? -0.0001 : index / 20_000;
		const sums = sumsOf({ promised: index / 10_000, sd: 0.001, received, reversalStated: 0.25 });
		return { promise: each, state: 'scored', received: d('0'), sums } as const;
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
		promisedCount: 1,
		promised: 0.001,
		netOfPromised: 0.0007,
	};
	store.settle(
		outcomes,
		store.awaitingNet(0, 10).map((each) => ({ promise: each, realized, nets })),
		BEGAN,
	);
}

test.each(['beside an open database', 'alone'])('prints the table %s, and writes nothing', async (how) => {
	const ledger = openLedger();
	fill(ledger.store);
	if (how === 'alone') ledger.close();
	const written = () => readFileSync(join(dataDir, DATABASE_FILE));
	const before = written();
	const text = await printed();
	expect(text).toContain('40 promises scored, the oldest of 2026-11-01T00:00:00.000Z.');
	const row = (name: string) =>
		text
			.split('\n')
			.find((line) => line.startsWith(`${name} `))
			?.split(/ {2,}/);
	// Mean promised 19.5 bp; received (Σ i/2 over i not ≡ 0 mod 4, less 10) / 40 = (300 − 10) / 40 bp.
	expect(row('all')?.slice(0, 7)).toEqual(['all', '41', '1', '0', '40', '19.50', '7.25']);
	// Within 10 bp: 15 of those that arrived by half (i/2 ≤ 10) and 3 that turned (i + 1 ≤ 10); within 20 bp 30 and 5.
	expect(row('no_trade')?.slice(9)).toEqual(['0.250', '0.250', '0.188', '0.00', '0.45', '0.88']);
	expect(row('trade')).toEqual(['trade', '0', '0', '0', '0', ...Array.from({ length: 10 }, () => '-')]);
	expect(row('executed')?.slice(0, 5)).toEqual(['executed', '1', '1', '0', '0']);
	expect(text).toContain(
		'1 execution ended: 7.00 bp net = price 5.00 + funding 6.00 - fees 2.00 - slippage 2.00',
	);
	expect(text).toContain('10.00 bp promised, 7.00 bp received.');
	expect(written().equals(before)).toBe(true);
	if (how !== 'alone') ledger.close();
});

test('as JSON, in fractions', async () => {
	const ledger = openLedger();
	fill(ledger.store);
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

describe('when there is nothing to score', () => {
	test('no promise at all', async () => {
		openLedger().close();
		expect(await printed()).toBe('Nothing was promised yet, so there is nothing to score.');
		expect(JSON.parse(await printed(true))).toMatchObject({ since: null, all: { promises: 0, slope: null } });
	});

	test('promises that wait', async () => {
		const ledger = openLedger();
		ledger.store.add([promise(0), promise(1)]);
		ledger.close();
		const text = await printed();
		expect(text).toContain('Nothing is scored yet: of 2 promises 2 wait');
		expect(text).toContain('No execution has ended');
		expect(text).not.toContain('Honest is');
	});

	test.each<[string, () => void, RegExp]>([
		['no database', () => undefined, /There is no carrywire\.db in .*Run carrywire serve/],
		['an older schema', () => setSchema(1), /is 1, this program reads \d+: run carrywire serve once/],
		['a newer schema', () => setSchema(999), /is 999, .*newer version/],
	])('%s', async (_why, prepare, sentence) => {
		prepare();
		await expect(printed()).rejects.toThrow(sentence);
	});
});

function setSchema(version: number): void {
	const database = openDatabase(dataDir);
	database.exec(`PRAGMA user_version = ${version}`);
	database.close();
}
