import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forecastCarry } from '../../test/support/forecast-carry.ts';
import { HOUR_MS, instrumentOf } from '../../test/support/hand-driven-market.ts';
import { createHeldHistory, type HeldHistory } from '../../test/support/held-history.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { parseDecimal, toNumber } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import type { Clock } from '../ports/clock.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createExpectations, type ForecastPair } from './expectations.ts';

const T0 = Date.UTC(2026, 10, 21, 8);
const MODEL = neutralCarryModel();
const DAY_MS = 24 * HOUR_MS;

function pairOf(coin: string): ForecastPair {
	return { key: coin, first: instrumentOf('bybit', coin), second: instrumentOf('kucoin', coin) };
}

function fixture(clock: Clock = createVirtualClock(T0), everyMs?: number) {
	const history = createHeldHistory();
	const changes: string[] = [];
	const expectations = createExpectations({
		history,
		clock,
		model: MODEL,
		everyMs,
		onChange: (key) => changes.push(key),
	});
	return { history, expectations, changes };
}

function settled(hoursAfterT0: number, rate: string): SettledRate {
	return { settledAt: T0 + hoursAfterT0 * HOUR_MS, rate: parseDecimal(rate) };
}

/** Builds settlements every eight hours up to T0. */
function monthOf(rate: string): SettledRate[] {
	return Array.from({ length: 90 }, (_, index) => settled(-8 * index, rate));
}

function fill(history: HeldHistory, coin: string, first = '0.0001', second = '0.0003'): void {
	history.put('bybit', `${coin}USDT`, monthOf(first));
	history.put('kucoin', `${coin}USDT`, monthOf(second));
}

/** Reference implementation: computes the forecast from all stored rates. */
function fromScratch(history: HeldHistory, pair: ForecastPair, atHour: number) {
	const [first, second] = [pair.first, pair.second].map(({ venue, symbol }) => {
		const rates = history.rates(venue, symbol);
		return {
			hours: Int32Array.from(rates, ({ settledAt }) => Math.round(settledAt / HOUR_MS)),
			rates: Float64Array.from(rates, ({ rate }) => toNumber(rate)),
		};
	}) as [Parameters<typeof forecastCarry>[1], Parameters<typeof forecastCarry>[2]];
	return forecastCarry(MODEL, first, second, atHour);
}

describe('expectations', () => {
	test('equal forecasts from all stored rates up to the hour, in any order of events', async () => {
		const event = fc.record({
			venue: fc.constantFrom('bybit', 'kucoin'),
			/** How many hours ago the new settlement was: on time, late, or filled in much later. */
			hoursBack: fc.oneof(fc.constantFrom(0, 0, 0, 1, 8), fc.integer({ min: 2, max: 900 })),
			jitterMs: fc.constantFrom(0, 0, 3_000),
			rate: fc.integer({ min: -5_000, max: 5_000 }).map((units) => (units / 1e7).toFixed(7)),
			passMs: fc.oneof(
				fc.constantFrom(0, 30_000, 46_000, HOUR_MS, 8 * HOUR_MS),
				fc.integer({ min: 0, max: 30 * HOUR_MS }),
			),
		});
		let known = 0;
		await fc.assert(
			fc.asyncProperty(fc.boolean(), fc.array(event, { maxLength: 40 }), async (isFull, events) => {
				const clock = createVirtualClock(T0);
				const { history, expectations } = fixture(clock);
				const pair = pairOf('SOL');
				if (isFull) fill(history, 'SOL');
				expectations.add(pair);
				for (const { venue, hoursBack, jitterMs, rate, passMs } of events) {
					const hour = Math.floor(clock.now() / HOUR_MS) - hoursBack;
					const settledAt = hour * HOUR_MS + jitterMs;
					if (history.rates(venue, 'SOLUSDT').every((known) => known.settledAt !== settledAt))
						history.put(venue, 'SOLUSDT', [{ settledAt, rate: parseDecimal(rate) }]);
					clock.after(passMs, () => {});
					for (const until = clock.now() + passMs; await clock.advance(until); );
					const made = expectations.known('SOL');
					// In the first 45 s of an hour, the forecast may still be the previous hour's.
					const hours = [0, clock.now() % HOUR_MS <= 45_000 ? HOUR_MS : 0].map((beforeMs) =>
						Math.floor((clock.now() - beforeMs) / HOUR_MS),
					);
					const expected = hours.map((atHour) => fromScratch(history, pair, atHour));
					expect(expected).toContainEqual(made?.forecast);
					if (made !== undefined) known += 1;
				}
				expectations.close();
				expect(clock.waiting()).toBe(0);
			}),
			{ numRuns: 60 },
		);
		expect(known).toBeGreaterThan(100);
	});

	test('are made again at most once in the time that the caller wants', async () => {
		const clock = createVirtualClock(T0);
		const { history, expectations, changes } = fixture(clock, DAY_MS);
		const pass = async (ms: number) => {
			clock.after(ms, () => {});
			for (const until = clock.now() + ms; await clock.advance(until); );
		};
		fill(history, 'SOL');
		expectations.add(pairOf('SOL'));
		await pass(HOUR_MS);
		const first = expectations.known('SOL')?.forecast;
		expect(first).toBeDefined();
		changes.length = 0;
		for (let hour = 0; hour < 20; hour += 1) {
			history.put('bybit', 'SOLUSDT', [settled(1 + hour / 10, '0.0002')]);
			await pass(HOUR_MS);
		}
		expect([changes, expectations.known('SOL')?.forecast]).toEqual([[], first]);
		await pass(4 * HOUR_MS);
		expect(changes).toEqual(['SOL']);
		expect(expectations.known('SOL')?.forecast).not.toEqual(first);
		// A pair without a forecast does not wait.
		expectations.add(pairOf('LATE'));
		await pass(HOUR_MS);
		fill(history, 'LATE');
		await pass(HOUR_MS);
		expect(expectations.known('LATE')).toBeDefined();
		expectations.close();
	});

	test('state why there is no forecast', async () => {
		const clock = createVirtualClock(T0);
		const { history, expectations } = fixture(clock);
		expectations.add(pairOf('SOL'));
		const notYet = {
			unknown: expect.objectContaining({
				text: 'The settled history of this pair has not been read yet.',
			}),
		};
		expect([expectations.of('SOL'), expectations.of('NEVER')]).toEqual([notYet, notYet]);
		await clock.advance(T0);
		history.fail('kucoin', 'SOLUSDT', 'No answer.');
		expect(expectations.of('SOL')).toEqual({
			unknown: expect.objectContaining({
				text: 'The legs have no settled hours in common yet. Known settlements: 0 of Bybit SOLUSDT, 0 of KuCoin SOLUSDT (No answer.).',
			}),
		});
		fill(history, 'SOL');
		await clock.advance(T0);
		expect(expectations.of('SOL')).toHaveProperty('forecast');
	});

	test('change with a new settlement, a new model and a new hour only', async () => {
		const clock = createVirtualClock(T0);
		const { history, expectations, changes } = fixture(clock);
		fill(history, 'SOL');
		fill(history, 'ETH');
		for (const coin of ['SOL', 'ETH']) expectations.add(pairOf(coin));
		const settle = async () => {
			while (await clock.advance(clock.now()));
			return changes.splice(0);
		};
		expect(await settle()).toEqual(['SOL', 'ETH']);
		const before = expectations.known('SOL');
		history.put('kucoin', 'SOLUSDT', [settled(-4, '0.002')]);
		expect(await settle()).toEqual(['SOL']);
		expect(expectations.known('SOL')?.forecast).not.toEqual(before?.forecast);
		history.put('okx', 'SOLUSDT', [settled(-4, '0.002')]);
		expect(await settle()).toEqual([]);
		const halved = {
			...MODEL,
			horizons: MODEL.horizons.map((horizon) => ({ ...horizon, recalibration: 0.5 })),
		};
		const whole = expectations.known('ETH')?.forecast.expected[3] ?? 0;
		expectations.takeModel(halved);
		expect(await settle()).toEqual(['SOL', 'ETH']);
		expect(whole).toBeLessThan(-0.001);
		expect(expectations.known('ETH')?.forecast.expected[3]).toBe(whole / 2);
		while (await clock.advance(T0 + 44_999));
		expect(changes).toEqual([]);
		while (await clock.advance(T0 + 45_000));
		expect(changes.splice(0)).toEqual(['SOL', 'ETH']);
		while (await clock.advance(T0 + HOUR_MS + 45_000));
		expect(changes).toEqual(['SOL', 'ETH']);
		expect(expectations.known('SOL')?.forecastAt).toBe(T0 + HOUR_MS);
		expectations.close();
		expect(clock.waiting()).toBe(0);
	});

	test('skip a pair that is removed while queued, and start over when it returns', async () => {
		const clock = createVirtualClock(T0);
		const { history, expectations, changes } = fixture(clock);
		fill(history, 'SOL');
		expectations.add(pairOf('SOL'));
		expectations.remove('SOL');
		expectations.remove('NEVER');
		while (await clock.advance(T0));
		expect([changes, expectations.known('SOL')]).toEqual([[], undefined]);
		expectations.add(pairOf('SOL'));
		while (await clock.advance(T0));
		const known = expectations.known('SOL');
		expect(known?.forecast.observations).toBe(712);
		expectations.remove('SOL');
		history.put('bybit', 'SOLUSDT', [settled(-4, '0.01')]);
		while (await clock.advance(T0));
		expect([changes, expectations.known('SOL')]).toEqual([['SOL'], undefined]);
		expectations.add(pairOf('SOL'));
		while (await clock.advance(T0));
		expect(expectations.known('SOL')?.forecast).toEqual(
			fromScratch(history, pairOf('SOL'), Math.floor(T0 / HOUR_MS)),
		);
	});

	test('are all computed, in slices, even if one pair changes constantly', async () => {
		const virtual = createVirtualClock(T0);
		let checks = 0;
		// Each read of the clock advances it by one millisecond.
		const monotonic = (): number => {
			checks += 1;
			return checks;
		};
		const clock = { ...virtual, monotonic };
		const { history, expectations, changes } = fixture(clock);
		const coins = Array.from({ length: 40 }, (_, index) => `C${index}`);
		for (const coin of coins) {
			fill(history, coin);
			expectations.add(pairOf(coin));
		}
		let slices = 0;
		for (let minute = 0; new Set(changes).size < coins.length && slices < 200; minute += 1) {
			await virtual.advance(T0);
			slices += 1;
			history.put('bybit', 'C0USDT', [
				{ settledAt: T0 - DAY_MS - minute * 60_000, rate: parseDecimal('0.0001') },
			]);
		}
		expect(new Set(changes).size).toBe(coins.length);
		expect(slices).toBeGreaterThan(10);
		expect(changes.filter((key) => key === 'C0').length).toBeLessThan(slices / 2);
	});
});

test('an unreadable store removes the forecast with a reason, and is retried', async () => {
	const clock = createVirtualClock(Date.UTC(2026, 10, 21, 8, 10));
	const held = createHeldHistory();
	for (const venue of ['bybit', 'kucoin'])
		held.put(
			venue,
			'SOLUSDT',
			Array.from({ length: 200 }, (_, index) => ({
				settledAt: Date.UTC(2026, 10, 21, 8) - index * 8 * HOUR_MS,
				rate: parseDecimal('0.0001'),
			})),
		);
	let broken = true;
	const history = {
		...held,
		async settled(...question: Parameters<typeof held.settled>) {
			if (broken) throw new Error('database disk image is malformed');
			return held.settled(...question);
		},
	};
	const expectations = createExpectations({
		history,
		clock,
		model: neutralCarryModel(),
		onChange() {},
	});
	const pair = { key: 'p', first: instrumentOf('bybit', 'SOL'), second: instrumentOf('kucoin', 'SOL') };
	expectations.add(pair);
	await clock.advance(clock.now());
	expect(expectations.of('p')).toEqual({
		unknown: expect.objectContaining({
			text: 'Cannot read the settled history: database disk image is malformed',
		}),
	});
	broken = false;
	held.put('bybit', 'SOLUSDT', []);
	const nextHour = Date.UTC(2026, 10, 21, 9, 1);
	while (await clock.advance(nextHour));
	expect(expectations.known('p')?.forecast.basis).toBe('own_history');
	broken = true;
	const before = expectations.known('p');
	held.put('bybit', 'SOLUSDT', [{ settledAt: Date.UTC(2026, 10, 21, 9), rate: parseDecimal('0.0003') }]);
	while (await clock.advance(nextHour + 1_000));
	// The service appends a newer rate in memory, but must read the leg again when an older rate arrives.
	expect(expectations.known('p')?.forecast.expected).not.toEqual(before?.forecast.expected);
	held.put('bybit', 'SOLUSDT', [{ settledAt: Date.UTC(2026, 10, 21, 4), rate: parseDecimal('0.0001') }]);
	while (await clock.advance(nextHour + 1_000));
	expect(expectations.known('p')).toBeUndefined();
	expect(expectations.of('p')).toHaveProperty('unknown');
	expectations.close();
});
