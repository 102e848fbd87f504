/** Tests lifetimes with a real database and a test-controlled clock. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDecimal as d } from '../domain/decimal.ts';
import type { LifeQuery } from '../ports/lives.ts';
import { createVirtualClock, type VirtualClock } from '../runtime/virtual-clock.ts';
import { createLifeStore } from '../store/lives.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createLives, type Lives, RESUME_MS, type SeenFigures } from './lives.ts';

const START = Date.UTC(2026, 10, 21, 10);
const MINUTE_MS = 60_000;
const ALL: LifeQuery = {
	exchangepair: undefined,
	q: undefined,
	opportunityId: undefined,
	state: 'all',
	limit: 100,
	page: 1,
};

let dir: string;
let database: DatabaseSync;
let clock: VirtualClock;
let lives: Lives;
let logged: string[];

beforeEach(async () => {
	dir = mkdtempSync(join(tmpdir(), 'carrywire-lives-'));
	database = openDatabase(dir);
	clock = createVirtualClock(START);
	logged = [];
	lives = await openLives();
});
afterEach(async () => {
	await lives.close();
	database.close();
	rmSync(dir, { recursive: true, force: true });
});

async function openLives(endedMax = 1_000): Promise<Lives> {
	const note = (_facts: unknown, message: string) => {
		logged.push(message);
	};
	const store = createLifeStore(createSqliteDatabase(database), endedMax);
	return createLives({
		open: await store.open(),
		store,
		clock,
		log: { debug: note, info: note, warn: note, error: note },
	});
}

/** Restarts the tracker as after a kill, so that unwritten state is lost. */
async function crash(): Promise<void> {
	database.exec('BEGIN; PRAGMA query_only = ON');
	await lives.close();
	database.exec('PRAGMA query_only = OFF; ROLLBACK');
	lives = await openLives();
}

async function passTo(at: number): Promise<void> {
	while (await clock.advance(at));
}

const figures = (spread: number | null = null, expectedNet: number | null = null): SeenFigures => ({
	symbol: 'BTCUSDT',
	pair: 'bybit-kucoin',
	spread,
	expectedNet,
});
const iso = (at: number) => new Date(at).toISOString();
const rows = async (query: Partial<LifeQuery> = {}) => (await lives.list({ ...ALL, ...query })).data;

test('a lifetime has its first sighting, its peaks and its end', async () => {
	lives.seen('opp_1', figures(0.0002), START);
	lives.seen('opp_1', figures(0.0007, -0.001), START + 1_000);
	lives.seen('opp_1', figures(0.0003, 0.0004), START + 2_000);
	lives.seen('opp_1', figures(), START + 3_000);
	lives.ended('opp_1', 'turned', START + 4_000);
	await passTo(START + 10_000);
	expect(await rows()).toEqual([
		{
			opportunityId: 'opp_1',
			symbol: 'BTCUSDT',
			exchangepair: 'bybit-kucoin',
			state: 'ended',
			firstSeen: iso(START),
			lastSeen: iso(START + 3_000),
			peakSpread: d('0.0007'),
			peakSpreadAt: iso(START + 1_000),
			peakExpectedNet: d('0.0004'),
			peakExpectedNetAt: iso(START + 2_000),
			endedAt: iso(START + 4_000),
			endReason: 'turned',
			reasons: [],
		},
	]);
	expect(lives.current('opp_1')).toBeUndefined();
});

test('a figure that was never known is null with a reason, and an invalid fraction is not a peak', async () => {
	lives.seen('opp_1', figures(Number.NaN, Number.POSITIVE_INFINITY), START);
	await passTo(START + 10_000);
	const [life] = await rows();
	expect(life).toMatchObject({
		peakSpread: null,
		peakSpreadAt: null,
		peakExpectedNet: null,
		state: 'open',
	});
	expect(life?.reasons.map(({ field, code }) => [field, code])).toEqual([
		['peak_spread', 'NEVER_KNOWN'],
		['peak_spread_at', 'NEVER_KNOWN'],
		['peak_expected_net', 'NEVER_KNOWN'],
		['peak_expected_net_at', 'NEVER_KNOWN'],
	]);
});

test('an answer has current figures before they are written', async () => {
	lives.seen('opp_1', figures(0.0002), START);
	await passTo(START + 10_000);
	lives.seen('opp_1', figures(0.0009), START + 10_000);
	expect((await rows())[0]).toMatchObject({ peakSpread: d('0.0009'), lastSeen: iso(START + 10_000) });
	expect(lives.current('opp_1')).toEqual({
		firstSeen: iso(START),
		peakSpread: d('0.0009'),
		peakSpreadAt: iso(START + 10_000),
		peakExpectedNet: null,
		peakExpectedNetAt: null,
	});
	lives.ended('opp_1', 'delisted', START + 11_000);
	expect((await rows())[0]).toMatchObject({ state: 'ended', endReason: 'delisted' });
});

test('an id that returns starts a second lifetime', async () => {
	lives.seen('opp_1', figures(0.0002), START);
	lives.ended('opp_1', 'turned', START + 1_000);
	lives.seen('opp_1', figures(0.0001), START + 2_000);
	await passTo(START + 10_000);
	expect((await rows()).map(({ firstSeen, state }) => [firstSeen, state])).toEqual([
		[iso(START + 2_000), 'open'],
		[iso(START), 'ended'],
	]);
});

test('ending an unknown opportunity has no effect', async () => {
	lives.ended('opp_1', 'turned', START);
	await passTo(START + 10_000);
	expect(await rows()).toEqual([]);
});

describe('over a restart', () => {
	test('an opportunity seen again soon continues its lifetime', async () => {
		lives.seen('opp_1', figures(0.0009), START);
		await lives.close();
		await passTo(START + 10 * MINUTE_MS);
		lives = await openLives();
		lives.seen('opp_1', figures(0.0001), START + 10 * MINUTE_MS);
		expect(await rows()).toMatchObject([{ firstSeen: iso(START), peakSpread: d('0.0009'), state: 'open' }]);
	});

	test('an opportunity seen again late starts a new lifetime', async () => {
		lives.seen('opp_1', figures(0.0009), START);
		await lives.close();
		lives = await openLives();
		lives.seen('opp_1', figures(0.0001), START + RESUME_MS + 1);
		await passTo(START + 10_000);
		expect(await rows()).toMatchObject([
			{ firstSeen: iso(START + RESUME_MS + 1), peakSpread: d('0.0001'), state: 'open' },
			{ firstSeen: iso(START), endedAt: iso(START), endReason: 'service_stopped' },
		]);
	});

	test('an opportunity not seen again has ended', async () => {
		lives.seen('opp_1', figures(), START);
		lives.seen('opp_2', figures(), START);
		await lives.close();
		lives = await openLives();
		await passTo(START + RESUME_MS);
		expect(await rows({ state: 'open' })).toHaveLength(2);
		lives.seen('opp_2', figures(), START + RESUME_MS);
		await passTo(START + RESUME_MS + 10_000);
		expect((await rows({ state: 'open' })).map((life) => life.opportunityId)).toEqual(['opp_2']);
		expect(await rows({ state: 'ended' })).toMatchObject([
			{ opportunityId: 'opp_1', endReason: 'service_stopped' },
		]);
	});

	test('a kill loses seconds of figures, but no lifetime', async () => {
		lives.seen('opp_1', figures(0.0002), START);
		await passTo(START + 10_000);
		lives.seen('opp_1', figures(0.0009), START + 10_000);
		await crash();
		expect(await rows()).toMatchObject([{ peakSpread: d('0.0002'), state: 'open' }]);
	});

	test('a long lifetime is written periodically, so that a kill does not end it', async () => {
		for (let minute = 0; minute <= 60; minute += 1) {
			lives.seen('opp_1', figures(0.0002), START + minute * MINUTE_MS);
			await passTo(START + (minute + 1) * MINUTE_MS);
		}
		await crash();
		lives.seen('opp_1', figures(0.0001), START + 61 * MINUTE_MS);
		expect(await rows()).toMatchObject([{ firstSeen: iso(START), state: 'open' }]);
	});
});

test('a failed write throws nothing and is retried', async () => {
	database.exec('CREATE TRIGGER full BEFORE INSERT ON life BEGIN SELECT RAISE(ABORT, "disk is full"); END');
	lives.seen('opp_1', figures(0.0002), START);
	lives.seen('opp_2', figures(0.0002), START);
	lives.ended('opp_2', 'venue_gone', START + 1);
	await passTo(START + 10_000);
	expect(logged).toContain('cannot write lifetimes of opportunities; they are kept for the next attempt');
	database.exec('DROP TRIGGER full');
	await passTo(START + 20_000);
	expect((await rows()).map(({ opportunityId, state }) => [opportunityId, state]).sort()).toEqual([
		['opp_1', 'open'],
		['opp_2', 'ended'],
	]);
});

test('drops the oldest ended lifetimes above the limit, but no open ones', async () => {
	await lives.close();
	lives = await openLives(3);
	lives.seen('opp_old', figures(), START);
	for (let index = 0; index < 8; index += 1) {
		lives.seen(`opp_${index}`, figures(), START + index);
		lives.ended(`opp_${index}`, 'turned', START + 100 + index);
		await passTo(START + (index + 1) * 10_000);
	}
	expect((await rows()).map((life) => life.opportunityId)).toEqual(['opp_7', 'opp_6', 'opp_5', 'opp_old']);
});

describe('questions', () => {
	beforeEach(async () => {
		for (let index = 0; index < 5; index += 1)
			lives.seen(
				`opp_${index}`,
				{ ...figures(), symbol: index % 2 === 0 ? 'BTCUSDT' : 'ETHUSDC', pair: index < 2 ? 'a-b' : 'a-c' },
				START + index,
			);
		lives.ended('opp_3', 'turned', START + 10);
		await passTo(START + 10_000);
	});

	test.each<[Partial<LifeQuery>, string]>([
		[{}, '4 3 2 1 0'],
		[{ exchangepair: 'a-b' }, '1 0'],
		[{ q: 'eth' }, '3 1'],
		[{ q: '%' }, ''],
		[{ q: '_' }, ''],
		[{ opportunityId: 'opp_2' }, '2'],
		[{ state: 'open' }, '4 2 1 0'],
		[{ state: 'ended' }, '3'],
		[{ state: 'open', q: 'usdc', exchangepair: 'a-b' }, '1'],
		[{ limit: 2, page: 2 }, '2 1'],
		[{ limit: 2, page: 4 }, ''],
	])('%j', async (query, ids) => {
		expect((await rows(query)).map((life) => life.opportunityId.slice('opp_'.length)).join(' ')).toBe(ids);
	});

	test('pages', async () => {
		expect((await lives.list({ ...ALL, limit: 2, page: 2 })).pagination).toEqual({
			currentPage: 2,
			perPage: 2,
			totalCount: 5,
			totalPages: 3,
			hasNext: true,
			hasPrevious: true,
		});
	});
});

test('the peak is the maximum of a lifetime and lies between its first and last sighting', async () => {
	const steps = fc.array(
		fc.record({
			id: fc.nat(2),
			spread: fc.option(fc.double({ min: -0.01, max: 0.01, noNaN: true })),
			ends: fc.boolean(),
			afterMs: fc.integer({ min: 1, max: 20_000 }),
			restarts: fc.boolean(),
		}),
		{ maxLength: 25 },
	);
	await fc.assert(
		fc.asyncProperty(steps, async (drawn) => {
			await lives.close();
			database.exec('DELETE FROM life');
			clock = createVirtualClock(START);
			lives = await openLives();
			let at = START;
			const expected: { id: string; from: number; to: number; peak: number | null; ended: boolean }[] = [];
			for (const { id, spread, ends, afterMs, restarts } of drawn) {
				at += afterMs;
				await passTo(at);
				lives.seen(`opp_${id}`, figures(spread), at);
				let life = expected.find((one) => one.id === `opp_${id}` && !one.ended);
				if (life === undefined) {
					life = { id: `opp_${id}`, from: at, to: at, peak: null, ended: false };
					expected.push(life);
				}
				life.to = at;
				if (spread !== null) life.peak = Math.max(life.peak ?? spread, spread);
				life.ended = ends;
				if (ends) lives.ended(life.id, 'turned', at);
				if (restarts) {
					await lives.close();
					lives = await openLives();
				}
			}
			await passTo(clock.now() + 10_000);
			const stored = (await rows()).map((row) => [
				row.opportunityId,
				row.firstSeen,
				row.lastSeen,
				row.peakSpread,
				row.state,
			]);
			const expectedRows = expected.map((life) => [
				life.id,
				iso(life.from),
				iso(life.to),
				life.peak === null ? null : d(life.peak.toFixed(12)),
				life.ended ? 'ended' : 'open',
			]);
			expect(stored.sort(byText)).toEqual(expectedRows.sort(byText));
		}),
		{ numRuns: 30 },
	);
});

function byText(a: readonly unknown[], b: readonly unknown[]): number {
	return a.slice(0, 2).join() < b.slice(0, 2).join() ? -1 : 1;
}
