/** Tests that the window in memory equals the store after any additions, drops, failures and restarts. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../test/support/hand-driven-market.ts';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { parseDecimal } from '../domain/decimal.ts';
import { DAY_MS, type SettledRate } from '../domain/funding.ts';
import type { LegHistory } from '../domain/leg-history.ts';
import type { InstrumentName } from '../ports/settled-rate-store.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createSettledRateStore } from '../store/settled-rates.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createLegWindows, legHistoryOf, WINDOW_MS } from './leg-windows.ts';

const T0 = Date.UTC(2026, 10, 21, 8);
const KEPT_MS = 400 * DAY_MS;
const LEGS: readonly InstrumentName[] = ['bybit', 'kucoin'].map((venue) => ({
	...{ venue, symbol: 'SOLUSDT', coin: 'SOL', quote: 'USDT' },
}));

/**
 * A random step. `hours`: settlement times, in hours before the current one; `which` modulo the number of legs
 * selects the leg.
 */
type Step = {
	readonly what:
		| 'settle'
		| 'fill in'
		| 'half an addition'
		| 'drop'
		| 'pass'
		| 'restart'
		| 'raced read'
		| 'failed read';
	readonly which: number;
	readonly hours: readonly number[];
};

const STEPS = fc.array(
	fc.record<Step>({
		what: fc.constantFrom(
			...(['settle', 'settle', 'settle', 'fill in', 'half an addition', 'drop'] as const),
			...(['drop', 'pass', 'pass', 'restart', 'raced read', 'failed read'] as const),
		),
		which: fc.nat(1_000),
		hours: fc.array(fc.oneof(fc.nat(30), fc.nat(405 * 24)), { minLength: 1, maxLength: 20 }),
	}),
	{ minLength: 10, maxLength: 60 },
);

/** Returns the used part of each array in a window, for comparison. */
const packed = ({ count, hours, ratesBefore, hoursBefore }: LegHistory) => ({
	hours: [...hours.subarray(0, count)],
	ratesBefore: [...ratesBefore.subarray(0, count + 1)],
	hoursBefore: [...hoursBefore.subarray(0, count)],
});

async function openWindows() {
	const store = createSettledRateStore(createSqliteDatabase(openMemoryDatabase()));
	const clock = createVirtualClock(T0);
	/** Runs before the store returns its result, like a change that happens during the read. */
	let beforeAnswer = async (): Promise<void> => {};
	const start = () =>
		createLegWindows(
			{
				async settled(venue, symbol, from, to) {
					const answer = await store.read(venue, symbol, from, to);
					const happens = beforeAnswer;
					beforeAnswer = async () => {};
					await happens();
					return answer;
				},
			},
			clock,
		);
	let windows = start();
	/** The window of each leg as last read from the store, and the start of its time range, ms. */
	const readAt = new Map<InstrumentName, { readonly history: LegHistory; readonly from: number }>();
	const legOf = ({ which }: Step): InstrumentName => LEGS[which % LEGS.length] as InstrumentName;
	const ratesOf = ({ hours, which }: Step): SettledRate[] =>
		hours.map((hour, index) => ({
			settledAt: (Math.floor(clock.now() / HOUR_MS) - hour) * HOUR_MS + (which % 3) * 1_000,
			rate: parseDecimal(((which + index) / 1e7).toFixed(7)),
		}));

	async function add(leg: InstrumentName, rates: readonly SettledRate[]): Promise<void> {
		const { added } = await store.add(leg, rates, undefined);
		if (added.length > 0) windows.note(leg.venue, leg.symbol, added);
	}

	const takes: Record<Step['what'], (step: Step) => Promise<void>> = {
		settle: (step) => add(legOf(step), ratesOf({ ...step, hours: [0] })),
		'fill in': (step) => add(legOf(step), ratesOf(step)),
		async 'half an addition'(step) {
			await store.add(legOf(step), ratesOf(step), undefined);
			windows.note(legOf(step).venue, legOf(step).symbol, []);
		},
		async drop(step) {
			const { venue, symbol } = legOf(step);
			if ((await store.dropBefore(venue, symbol, clock.now() - KEPT_MS)) > 0) windows.note(venue, symbol, []);
		},
		async pass({ which, hours }) {
			clock.leap(clock.now() + (which % 5 === 0 ? 50 * DAY_MS : hours.length * HOUR_MS));
		},
		async restart() {
			windows = start();
		},
		/** Adds rates while a read is in progress, to check that they count once. */
		async 'raced read'(step) {
			const leg = legOf(step);
			windows.note(leg.venue, leg.symbol, []);
			beforeAnswer = async () => {
				await takes[step.which % 2 === 0 ? 'settle' : 'fill in'](step);
			};
			await held(leg);
		},
		async 'failed read'(step) {
			const leg = legOf(step);
			windows.note(leg.venue, leg.symbol, []);
			beforeAnswer = async () => {
				throw new Error('database disk image is malformed');
			};
			if (windows.held(leg) === undefined) beforeAnswer = async () => {};
			else await expect(windows.current(leg)).rejects.toThrow(/malformed/);
		},
	};

	async function held(leg: InstrumentName): Promise<LegHistory> {
		const at = clock.now();
		const history = await windows.current(leg);
		if (readAt.get(leg)?.history !== history) readAt.set(leg, { history, from: at - WINDOW_MS });
		return history;
	}

	async function compare(): Promise<void> {
		for (const leg of LEGS) {
			const history = await held(leg);
			const from = readAt.get(leg)?.from ?? Number.NaN;
			const stored = await store.read(leg.venue, leg.symbol, from, Number.MAX_SAFE_INTEGER);
			expect(packed(history)).toEqual(packed(legHistoryOf(stored)));
			expect(windows.held(leg)).toBe(history);
		}
	}

	return { take: (step: Step) => takes[step.what](step), compare };
}

test('the window of each leg in memory equals the store after any changes and restarts', async () => {
	await fc.assert(
		fc.asyncProperty(STEPS, async (steps) => {
			const service = await openWindows();
			for (const step of steps) {
				await service.take(step);
				await service.compare();
			}
		}),
		{ numRuns: 60 },
	);
});
