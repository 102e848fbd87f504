/**
 * Tests the settled-funding history on a real store. The tests control the market, the clock and the venues'
 * histories.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import type { Instrument } from '../domain/instrument.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import type { SettledRateStore } from '../ports/settled-rate-store.ts';
import { VenueError } from '../ports/venue-error.ts';
import type { ReadPace, SettledRatesAnswer } from '../ports/venue-market.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { createSettledRateStore } from '../store/settled-rates.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createFundingHistory } from './funding-history.ts';
import { HISTORY_TEXT } from './text.ts';

const DAY_MS = 24 * HOUR_MS;
const T0 = Date.UTC(2026, 10, 21, 8, 30);
const SECOND_MS = 1_000;
const bybit = instrumentOf('bybit', 'SOL');
const kucoin = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });

let dir: string;
let database: DatabaseSync;
let store: SettledRateStore;

beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'carrywire-keeper-'));
	database = openDatabase(dir);
	store = createSettledRateStore(createSqliteDatabase(database));
});
afterEach(() => {
	database.close();
	rmSync(dir, { recursive: true, force: true });
});

/**
 * Generates a venue's settlements every `hours`, from `days` before T0 to 240 days after it, except those at
 * `missing`.
 */
function settlements(hours: number, days: number, missing: readonly number[] = []): SettledRate[] {
	const interval = hours * HOUR_MS;
	const first = Math.ceil((T0 - days * DAY_MS) / interval) * interval;
	return Array.from({ length: Math.floor((T0 + 240 * DAY_MS - first) / interval) }, (_, index) => ({
		settledAt: first + index * interval,
		rate: parseDecimal(((index % 100) / 100_000).toFixed(5)),
	})).filter(({ settledAt }) => !missing.includes(settledAt));
}

type Request = {
	readonly venue: string;
	readonly days: number;
	readonly backTo: number;
	readonly pace: ReadPace;
};

/** Creates two venues that list SOL. Bybit settles hourly, KuCoin every eight hours. */
function fixture(options: { readonly truth?: Partial<Record<string, readonly SettledRate[]>> } = {}) {
	const clock = createVirtualClock(T0);
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	const truth: Record<string, readonly SettledRate[]> = {
		bybit: settlements(1, 100),
		kucoin: settlements(8, 100),
		...options.truth,
	};
	const requests: Request[] = [];
	const warnings: string[] = [];
	const state = {
		/** Delay between a settlement and the publication of its rate, ms. */
		publishMs: 20 * SECOND_MS,
		answer: (
			_venue: string,
			rates: readonly SettledRate[],
		): SettledRatesAnswer | Promise<SettledRatesAnswer> => ({
			rates,
			unusable: [],
		}),
	};
	const log = { ...SILENT_LOGGER, warn: (_facts: unknown, message: string) => warnings.push(message) };
	const start = () =>
		createFundingHistory({
			market,
			store,
			clock,
			log,
			async fetchSettledRates(venue, _symbol, from, to, pace) {
				const now = clock.now();
				requests.push({ venue, days: (to - from) / DAY_MS, backTo: Math.round((now - from) / DAY_MS), pace });
				const out = (truth[venue] ?? []).filter(
					({ settledAt }) => settledAt >= from && settledAt <= to && settledAt <= now - state.publishMs,
				);
				return state.answer(venue, out);
			},
		});
	/** Publishes the current tickers of both venues. */
	const feed = (): void => {
		for (const [instrument, hours] of [
			[bybit, 1],
			[kucoin, 8],
		] as const) {
			const next = (Math.floor(clock.now() / (hours * HOUR_MS)) + 1) * hours * HOUR_MS;
			if (market.get(instrument.venue, instrument.symbol) !== undefined)
				market.put(instrument, {
					ticker: tickerOf(instrument.symbol, '100', fundingOf('0.0001', hours, next)),
				});
		}
	};
	market.list(bybit);
	market.list(kucoin);
	feed();
	return { clock, market, truth, requests, warnings, state, start, feed };
}

type Fixture = ReturnType<typeof fixture>;

/** Advances the clock, with new tickers every minute. */
async function pass({ clock, feed }: Pick<Fixture, 'clock' | 'feed'>, ms: number): Promise<void> {
	const until = clock.now() + ms;
	while (clock.now() < until) {
		const minute = Math.min(until, clock.now() + 60 * SECOND_MS);
		await passQuietly(clock, minute);
		feed();
	}
}

async function passQuietly(clock: VirtualClock, until: number): Promise<void> {
	clock.after(until - clock.now(), () => {});
	while (await clock.advance(until));
}

const stored = ({ venue, symbol }: Instrument = bybit) =>
	store.read(venue, symbol, 0, Number.MAX_SAFE_INTEGER);
const upTo = (rates: readonly SettledRate[] | undefined, at: number) =>
	(rates ?? []).filter(({ settledAt }) => settledAt <= at && settledAt >= at - 400 * DAY_MS);

describe('the history of an instrument', () => {
	test('knows the mean of the last 30 days in memory, also after a restart', async () => {
		const here = fixture();
		const exact = (now: number) =>
			(upTo(here.truth.bybit, now)
				.filter(({ settledAt }) => settledAt > now - 30 * DAY_MS)
				.reduce((total, { rate }) => total + rate, 0n) *
				365n) /
			30n;
		const history = here.start();
		expect(history.monthMean('bybit', bybit.symbol)).toEqual({ apr: null, why: 'short', days: 0 });
		expect(history.monthMean('okx', 'SOL')).toBeUndefined();
		await pass(here, 60 * SECOND_MS);
		expect(history.monthMean('bybit', bybit.symbol)).toEqual({ apr: exact(here.clock.now()) });
		await pass(here, 5 * HOUR_MS);
		expect(history.monthMean('bybit', bybit.symbol)).toEqual({ apr: exact(here.clock.now()) });
		history.close();
		const again = here.start();
		await passQuietly(here.clock, here.clock.now());
		expect(again.monthMean('bybit', bybit.symbol)).toEqual({ apr: exact(here.clock.now()) });
	});

	test('reads the last month of every instrument first, then the rest, in the background', async () => {
		const here = fixture();
		const history = here.start();
		await passQuietly(here.clock, T0 + 2 * SECOND_MS);
		expect(here.requests.slice(0, 2)).toEqual([
			{ venue: 'bybit', days: 31, backTo: 31, pace: 'background' },
			{ venue: 'kucoin', days: 31, backTo: 31, pace: 'background' },
		]);
		await pass(here, 60 * SECOND_MS);
		expect(await stored()).toEqual(upTo(here.truth.bybit, T0));
		expect(await stored(kucoin)).toEqual(upTo(here.truth.kucoin, T0));
		// The history first requests 31 days from each venue, then further periods of 30 days, back to 400 days.
		expect(here.requests).toHaveLength(28);
		expect(await history.coverage('bybit', bybit.symbol)).toEqual({
			from: here.truth.bybit?.[0]?.settledAt,
			to: T0 - 30 * 60 * SECOND_MS,
			count: (await stored()).length,
			gaps: [],
			failure: null,
		});
		expect(await history.settled('bybit', bybit.symbol, T0 - 2 * HOUR_MS, T0)).toHaveLength(2);
		history.close();
		expect(here.clock.waiting()).toBe(0);
	});

	test('reads the rate of each new settlement once it is published, and notifies listeners', async () => {
		const here = fixture();
		const history = here.start();
		await pass(here, 60 * SECOND_MS);
		const notified: string[] = [];
		history.onSettled((venue, symbol) => notified.push(`${venue} ${symbol}`));
		here.requests.length = 0;
		await pass(here, 29 * 60 * SECOND_MS + 4 * SECOND_MS);
		expect(here.requests).toEqual([]);
		await pass(here, 2 * SECOND_MS);
		// The rate is not published yet, so the next checks come five and ten seconds later.
		expect([here.requests.length, notified]).toEqual([1, []]);
		await pass(here, 30 * SECOND_MS);
		expect(notified).toEqual([`bybit ${bybit.symbol}`]);
		expect(here.requests.length).toBeLessThanOrEqual(3);
		expect((await stored()).at(-1)?.settledAt).toBe(T0 + 30 * 60 * SECOND_MS);
		await pass(here, 24 * HOUR_MS);
		expect(await stored()).toEqual(upTo(here.truth.bybit, here.clock.now()));
		expect(await stored(kucoin)).toEqual(upTo(here.truth.kucoin, here.clock.now()));
	});

	test('is read only while another venue lists the coin', async () => {
		const here = fixture();
		here.market.delist(kucoin);
		const history = here.start();
		await pass(here, 10 * SECOND_MS);
		expect(here.requests).toEqual([]);
		expect(await history.coverage('bybit', bybit.symbol)).toMatchObject({ count: 0, from: null, gaps: [] });
		await history.ensure('bybit', bybit.symbol);
		here.market.list(kucoin);
		await pass(here, 10 * SECOND_MS);
		expect(here.requests.length).toBeGreaterThan(2);
		here.market.delist(kucoin);
		expect((await history.coverage('bybit', bybit.symbol)).failure).toEqual(HISTORY_TEXT.notShared());
		expect((await stored()).length).toBeGreaterThan(0);
	});

	test('reads only the missing rates after a restart', async () => {
		const here = fixture();
		const first = here.start();
		await pass(here, 60 * SECOND_MS);
		first.close();
		here.requests.length = 0;
		const second = here.start();
		await pass(here, 60 * SECOND_MS);
		expect(here.requests).toEqual([]);
		second.close();
		await passQuietly(here.clock, here.clock.now() + 200 * DAY_MS);
		here.feed();
		const third = here.start();
		await pass(here, 60 * SECOND_MS);
		// The history reads 200 days in consecutive parts of 30 days.
		expect(here.requests.map(({ venue }) => venue).sort()).toEqual([
			...Array.from({ length: 7 }, () => 'bybit'),
			...Array.from({ length: 7 }, () => 'kucoin'),
		]);
		expect(await stored()).toEqual(upTo(here.truth.bybit, here.clock.now()));
		third.close();
	});

	test('reports holes and refetches them once a day', async () => {
		const hole = [T0 - 10.5 * HOUR_MS, T0 - 11.5 * HOUR_MS];
		const whole = settlements(1, 100);
		const here = fixture({ truth: { bybit: settlements(1, 100, hole) } });
		const history = here.start();
		await pass(here, 2 * 60 * SECOND_MS);
		const gap = { from: T0 - 12.5 * HOUR_MS, to: T0 - 9.5 * HOUR_MS };
		expect((await history.coverage('bybit', bybit.symbol)).gaps).toEqual([gap]);
		const tries = () => here.requests.filter(({ days }) => days > 0.05 && days < 0.2).length;
		expect(tries()).toBe(1);
		await pass(here, 6 * HOUR_MS);
		expect(tries()).toBe(1);
		here.truth.bybit = whole;
		await pass(here, 18.5 * HOUR_MS);
		expect((await history.coverage('bybit', bybit.symbol)).gaps).toEqual([]);
		expect(await stored()).toEqual(upTo(whole, here.clock.now()));
	});

	test('neither requests nor keeps rates older than 400 days', async () => {
		const here = fixture({ truth: { kucoin: settlements(8, 500) } });
		here.start();
		await pass(here, 60 * SECOND_MS);
		expect((await stored(kucoin))[0]?.settledAt).toBeGreaterThanOrEqual(T0 - 400 * DAY_MS);
		expect(await stored(kucoin)).toHaveLength(1_200);
		await pass(here, 25 * HOUR_MS);
		expect((await stored(kucoin))[0]?.settledAt).toBeGreaterThanOrEqual(here.clock.now() - 401 * DAY_MS);
	});
});

describe('a read for a waiting caller', () => {
	test('starts at once and resolves when the last month is stored', async () => {
		const here = fixture();
		const history = here.start();
		await Promise.all([history.ensure('kucoin', kucoin.symbol), history.ensure('kucoin', kucoin.symbol)]);
		expect(here.requests).toEqual([{ venue: 'kucoin', days: 31, backTo: 31, pace: 'prompt' }]);
		expect(await stored(kucoin)).toHaveLength(93);
		await history.ensure('kucoin', kucoin.symbol);
		await history.ensure('kucoin', 'NEVERUSDTM');
		expect(here.requests).toHaveLength(1);
	});

	test('ends the wait after five seconds and stores rates that arrive later', async () => {
		const here = fixture();
		let arrive = (): void => {};
		here.state.answer = (_venue, rates) =>
			new Promise((resolve) => {
				arrive = () => resolve({ rates, unusable: [] });
			});
		const history = here.start();
		let isDone = false;
		const waiting = history.ensure('kucoin', kucoin.symbol).then(() => {
			isDone = true;
		});
		await passQuietly(here.clock, T0 + 900);
		expect(isDone).toBe(false);
		const late = arrive;
		await passQuietly(here.clock, T0 + 5_000);
		await waiting;
		expect(textOf((await history.coverage('kucoin', kucoin.symbol)).failure ?? '')).toBe(
			'The exchange did not send the settled rates within 5.0 s.',
		);
		late();
		await passQuietly(here.clock, T0 + 5_100);
		expect(await history.coverage('kucoin', kucoin.symbol)).toMatchObject({ count: 93, failure: null });
	});
});

describe('failures', () => {
	test('reports a failing venue, retries it with growing pauses, and does not delay the other venue', async () => {
		const here = fixture();
		here.state.answer = (venue, rates) => {
			if (venue === 'kucoin') throw new VenueError('kucoin', 'unavailable', 'kucoin answered 503.');
			return { rates, unusable: [] };
		};
		const history = here.start();
		await history.ensure('kucoin', kucoin.symbol);
		await history.ensure('kucoin', kucoin.symbol);
		await pass(here, HOUR_MS);
		expect(await history.coverage('kucoin', kucoin.symbol)).toEqual({
			from: null,
			to: null,
			count: 0,
			gaps: [],
			failure: 'kucoin answered 503.',
		});
		expect((await history.coverage('bybit', bybit.symbol)).count).toBe(100 * 24 + 1);
		const tries = here.requests.filter(({ venue }) => venue === 'kucoin').length;
		expect(tries).toBeGreaterThan(5);
		expect(tries).toBeLessThan(16);
		here.state.answer = (_venue, rates) => ({ rates, unusable: [] });
		await pass(here, 15 * 60 * SECOND_MS);
		expect((await history.coverage('kucoin', kucoin.symbol)).failure).toBeNull();
		expect(await stored(kucoin)).toEqual(upTo(here.truth.kucoin, here.clock.now()));
	});

	test('gives up a read that gets no answer, and retries', async () => {
		const here = fixture();
		const usual = here.state.answer;
		here.state.answer = () => new Promise(() => {});
		const history = here.start();
		await pass(here, 5 * 60 * SECOND_MS + 2 * SECOND_MS);
		expect(textOf((await history.coverage('bybit', bybit.symbol)).failure ?? '')).toContain(
			'took longer than',
		);
		here.state.answer = usual;
		await pass(here, 60 * SECOND_MS);
		expect(await stored()).toEqual(upTo(here.truth.bybit, here.clock.now()));
	});

	test('ignores impossible rows with a reason, and refetches them', async () => {
		const here = fixture();
		const usual = here.state.answer;
		here.state.answer = (_venue, rates) => ({
			rates: [
				...rates.slice(5),
				{ settledAt: T0 + 2 * HOUR_MS, rate: parseDecimal('0.0001') },
				{ settledAt: Number.NaN, rate: parseDecimal('0.0001') },
				{ settledAt: Number.MAX_SAFE_INTEGER, rate: parseDecimal('0.0001') },
				...rates.slice(0, 1).map(({ settledAt }) => ({ settledAt, rate: parseDecimal('1.5') })),
			],
			unusable: ['A row was null.'],
		});
		const history = here.start();
		await history.ensure('kucoin', kucoin.symbol);
		expect(await history.coverage('kucoin', kucoin.symbol)).toMatchObject({
			count: 88,
			failure: { text: '5 settled rates were unusable. A row was null.' },
		});
		here.state.answer = usual;
		await pass(here, 60 * SECOND_MS);
		expect((await history.coverage('kucoin', kucoin.symbol)).failure).toBeNull();
		expect(await stored(kucoin)).toEqual(upTo(here.truth.kucoin, T0));
	});

	test('reads the rest of the history although some rows stay unusable', async () => {
		const here = fixture();
		here.state.answer = (_venue, rates) => ({ rates: rates.slice(1), unusable: ['A row was null.'] });
		const history = here.start();
		await pass(here, HOUR_MS);
		expect((await stored(kucoin)).length).toBeGreaterThan(280);
		expect(textOf((await history.coverage('kucoin', kucoin.symbol)).failure ?? '')).toContain(
			'A row was null.',
		);
	});

	test('keeps the first rate and warns when a venue changes it later', async () => {
		const hole = T0 - 24.5 * HOUR_MS;
		const here = fixture({ truth: { bybit: settlements(1, 100, [hole]) } });
		const history = here.start();
		await store.add(bybit, [{ settledAt: T0 - HOUR_MS / 2, rate: parseDecimal('0.5') }], undefined);
		await pass(here, 60 * SECOND_MS);
		expect(here.warnings).toContain('a venue changed settled rates; the rates stored first are kept');
		expect((await history.settled('bybit', bybit.symbol, T0 - HOUR_MS, T0)).map(({ rate }) => rate)).toEqual([
			parseDecimal('0.5'),
		]);
	});

	test('reports a full disk, retries, and loses nothing', async () => {
		const here = fixture();
		database.exec(`PRAGMA max_page_count = ${database.prepare('PRAGMA page_count').get()?.page_count}`);
		const history = here.start();
		await history.ensure('bybit', bybit.symbol);
		expect((await history.coverage('bybit', bybit.symbol)).failure).toMatch(/full/);
		database.exec('PRAGMA max_page_count = 100000');
		await pass(here, 60 * SECOND_MS);
		expect((await history.coverage('bybit', bybit.symbol)).failure).toBeNull();
		expect(await stored()).toEqual(upTo(here.truth.bybit, T0));
	});
});

test('the store ends with exactly the rows of the venue after any failures and restarts', async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
			database.exec('DELETE FROM settled_rate; DELETE FROM instrument;');
			store = createSettledRateStore(createSqliteDatabase(database));
			const random = seededRandom(seed);
			const here = fixture({
				truth: {
					bybit: settlements(1, 20 + random.below(80)),
					kucoin: settlements(8, 20 + random.below(500)),
				},
			});
			here.state.publishMs = random.below(30_000);
			let faulty = true;
			here.state.answer = async (venue, rates) => {
				if (faulty && random.chance(0.25)) throw new VenueError(venue, 'unavailable', '500');
				if (faulty && random.chance(0.1)) {
					const kept = rates.filter(() => random.chance(0.9));
					return { rates: kept, unusable: rates.length === kept.length ? [] : ['A row was null.'] };
				}
				return {
					rates: rates.map((rate) => ({ ...rate, settledAt: rate.settledAt + random.below(9) - 4 })),
					unusable: [],
				};
			};
			const whole = store;
			/** Some additions fail after half of the rates have been stored. */
			store = {
				...whole,
				async add(instrument, rates, asked) {
					if (!faulty || random.chance(0.9)) return whole.add(instrument, rates, asked);
					await whole.add(instrument, rates.slice(0, rates.length / 2), undefined);
					throw new Error('database or disk is full');
				},
			};
			for (let run = 0; run < 4; run += 1) {
				const history = here.start();
				await here.clock.advance(here.clock.now());
				const copies = await copiesOf(history);
				if (random.chance(0.3)) void history.ensure('bybit', bybit.symbol);
				for (let part = random.below(4); part >= 0; part -= 1) {
					await pass(here, (1 + random.below(6)) * 30 * SECOND_MS);
					await copies.compare(here.clock.now());
				}
				history.close();
				const awayMs = random.chance(0.2) ? random.below(40) * DAY_MS * 0.5 : random.below(5) * HOUR_MS;
				await passQuietly(here.clock, here.clock.now() + awayMs);
				here.feed();
			}
			faulty = false;
			const last = here.start();
			await here.clock.advance(here.clock.now());
			const copies = await copiesOf(last);
			await pass(here, 45 * 60 * SECOND_MS);
			await copies.compare(here.clock.now());
			last.close();
			const now = here.clock.now();
			for (const instrument of [bybit, kucoin]) {
				const oldest = (await stored(instrument))[0]?.settledAt ?? 0;
				expect(oldest).toBeLessThanOrEqual(
					Math.max(upTo(here.truth[instrument.venue], now)[0]?.settledAt ?? 0, now - 399 * DAY_MS),
				);
				expect(await stored(instrument)).toEqual(
					// Expired rates are dropped only once a day, so a few may still be stored.
					(here.truth[instrument.venue] ?? []).filter(
						({ settledAt }) => settledAt >= oldest && settledAt <= now - here.state.publishMs,
					),
				);
			}
		}),
		{ numRuns: 15 },
	);
});

/**
 * Keeps copies of both instruments' rates, updated from notifications. `compare` checks the copies and the history's
 * recent rates against the store.
 */
async function copiesOf(history: ReturnType<ReturnType<typeof fixture>['start']>) {
	const copies = new Map<string, SettledRate[] | undefined>();
	for (const instrument of [bybit, kucoin]) copies.set(instrument.venue, [...(await stored(instrument))]);
	history.onSettled((venue, _symbol, added) => {
		if (added.length === 0) copies.set(venue, undefined);
		else copies.get(venue)?.push(...added);
	});
	return {
		async compare(now: number): Promise<void> {
			for (const instrument of [bybit, kucoin]) {
				const all = await stored(instrument);
				const copy = copies.get(instrument.venue);
				if (copy === undefined) copies.set(instrument.venue, [...all]);
				else expect(linesOf(copy.sort((a, b) => a.settledAt - b.settledAt))).toBe(linesOf(all));
				const isRecent = ({ settledAt }: SettledRate) => settledAt >= now - HOUR_MS;
				const { venue, symbol } = instrument;
				expect(history.recent(venue, symbol).filter(isRecent)).toEqual(all.filter(isRecent));
			}
		},
	};
}

/** Joins the rates into one string, because comparing thousands of objects is slow. */
const linesOf = (rates: readonly SettledRate[]) =>
	rates.map(({ settledAt, rate }) => `${settledAt} ${rate}`).join('\n');
