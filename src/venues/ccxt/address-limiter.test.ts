/** What holds of a budget that all sessions share, whoever asks for what and when. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import { type AddressBudget, createAddressLimiter } from './address-limiter.ts';
import { dialectOf } from './dialects.ts';
import type { RequestClass } from './limiter.ts';

const CLASSES: readonly RequestClass[] = ['order', 'probe', 'market', 'account', 'history'];
const MINUTE_MS = 60_000;

const BUDGET: AddressBudget = {
	perSecond: 10,
	burst: 120,
	classes: {
		order: { leaves: 0, waitMsMax: 0 },
		probe: { leaves: 10, waitMsMax: 4_000 },
		market: { leaves: 30, waitMsMax: 20_000 },
		account: { leaves: 50, waitMsMax: 20_000 },
		history: { leaves: 80, waitMsMax: 60_000 },
	},
};

type Ask = { readonly pauseMs: number; readonly kind: RequestClass; readonly weight: number };
type Went = {
	readonly kind: RequestClass;
	readonly weight: number;
	readonly askedAt: number;
	/** Its place among all that asked. */
	readonly asked: number;
	readonly end: 'at once' | 'later' | 'refused';
	readonly endedAt: number;
};

const HEAVIEST = 40;
const BUSY_MS = 250;
const IDLE_MS = { min: 20_000, max: 60_000 };

/** Times at which more is wanted than there is, and rests between them. */
const asks = fc.array(
	fc.record<Ask>({
		pauseMs: fc.oneof(
			{ weight: 20, arbitrary: fc.integer({ min: 0, max: BUSY_MS }) },
			{ weight: 5, arbitrary: fc.integer({ min: 0, max: 20 * BUSY_MS }) },
			{ weight: 1, arbitrary: fc.integer(IDLE_MS) },
		),
		kind: fc.constantFrom(...CLASSES),
		weight: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: HEAVIEST })),
	}),
	{ maxLength: 200, size: 'max' },
);

/** What became of each, in the order in which they ended. */
async function play(sequence: readonly Ask[], budget = BUDGET): Promise<readonly Went[]> {
	const clock = createVirtualClock(0);
	const limiter = createAddressLimiter('hyperliquid', budget, clock);
	const ended: Went[] = [];
	let askAt = 0;
	for (const [asked, { pauseMs, kind, weight }] of sequence.entries()) {
		askAt += pauseMs;
		const askedAt = askAt;
		const note = (end: Went['end']) => {
			ended.push({ kind, weight, askedAt, asked, end, endedAt: clock.now() });
		};
		clock.after(askAt, () => {
			try {
				const place = limiter.take(kind, weight);
				if (place === undefined) note('at once');
				else
					void place.then(
						() => note('later'),
						() => note('refused'),
					);
			} catch {
				note('refused');
			}
		});
	}
	while (await clock.advance(Number.MAX_SAFE_INTEGER));
	return ended;
}

const wentOf = (all: readonly Went[]) => all.filter(({ end }) => end !== 'refused');
const rankOf = (kind: RequestClass) => CLASSES.indexOf(kind);

function always(holds: (all: readonly Went[], sequence: readonly Ask[]) => void): Promise<void> {
	return fc.assert(
		fc.asyncProperty(asks, async (sequence) => {
			const all = await play(sequence);
			expect(all).toHaveLength(sequence.length);
			holds(all, sequence);
		}),
		{ numRuns: 150 },
	);
}

describe('a budget that all sessions share', () => {
	test('in no minute does more go than was at hand and came back', () =>
		always((all) => {
			const went = wentOf(all);
			for (const { endedAt: from } of went) {
				const inMinute = went.filter(({ endedAt }) => endedAt >= from && endedAt <= from + MINUTE_MS);
				const weight = inMinute.reduce((sum, one) => sum + one.weight, 0);
				expect(weight).toBeLessThanOrEqual(BUDGET.burst + 60 * BUDGET.perSecond);
			}
		}));

	test('an order goes at once or not at all, and goes as long as orders keep to what is theirs', () =>
		always((all) => {
			const reserve = BUDGET.classes.probe.leaves;
			let left = reserve;
			let at = 0;
			for (const one of all.filter(({ kind }) => kind === 'order').sort((a, b) => a.asked - b.asked)) {
				left = Math.min(reserve, left + ((one.askedAt - at) / 1_000) * BUDGET.perSecond);
				at = one.askedAt;
				expect(one.end).not.toBe('later');
				// A bucket of orders alone: what fits into it goes, whatever else was asked.
				if (one.weight <= left) expect(one.end).toBe('at once');
				if (one.end === 'at once') left = Math.max(0, left - one.weight);
			}
		}));

	test('nothing goes while something of a higher class waits, or something earlier of its own', () =>
		always((all) => {
			for (const one of wentOf(all)) {
				const passed = all.filter(
					(other) =>
						other !== one &&
						other.asked < one.asked &&
						other.endedAt > one.endedAt &&
						rankOf(other.kind) <= rankOf(one.kind),
				);
				expect(passed).toEqual([]);
			}
		}));

	test('nobody waits longer than its class allows', () =>
		always((all) => {
			for (const { kind, askedAt, endedAt } of all)
				expect(endedAt - askedAt).toBeLessThanOrEqual(BUDGET.classes[kind].waitMsMax);
		}));

	test('until a class and those above it have used what those below leave them, it never waits', () =>
		always((all) => {
			for (const kind of ['probe', 'market', 'account'] as const) {
				const below = CLASSES[rankOf(kind) + 1] ?? 'history';
				const sure = BUDGET.classes[below].leaves - BUDGET.classes[kind].leaves;
				let left = sure;
				let at = 0;
				for (const one of [...all].sort((a, b) => a.asked - b.asked)) {
					if (rankOf(one.kind) > rankOf(kind)) continue;
					left = Math.min(sure, left + ((one.askedAt - at) / 1_000) * BUDGET.perSecond);
					at = one.askedAt;
					if (one.kind === kind && one.weight <= left) expect(one.end).toBe('at once');
					left = Math.max(one.weight > left ? Number.NEGATIVE_INFINITY : 0, left - one.weight);
				}
			}
		}));

	test('what nobody needs is lent: the lowest class alone has the whole rate', async () => {
		const hour = Array.from({ length: 100 }, (): Ask => ({ pauseMs: 500, kind: 'history', weight: 5 }));
		const all = await play(hour);
		expect(wentOf(all)).toHaveLength(100);
		expect(Math.max(...all.map(({ askedAt, endedAt }) => endedAt - askedAt))).toBe(0);
	});

	test('a request that never fits is a mistake of ours, and says so', () => {
		const limiter = createAddressLimiter('hyperliquid', BUDGET, createVirtualClock(0));
		expect(() => limiter.take('history', 41)).toThrow(/weighed 41, limit 40/);
	});
});

/** Weight and span by each venue's page, as named in its dialect. */
const LIMITS = [
	['hyperliquid', 1_200, 60],
	['binance', 2_400, 60],
	['bybit', 600, 5],
] as const;

test.each(LIMITS)(
	'%s: the budget stays inside %i in %i s, and rises from class to class',
	(venue, limit, seconds) => {
		const budget = dialectOf(venue).addressBudget;
		if (budget === undefined) throw new Error(`${venue} limits addresses.`);
		expect(budget.burst + seconds * budget.perSecond).toBeLessThanOrEqual(limit);
		const leaves = CLASSES.map((kind) => budget.classes[kind].leaves);
		expect(leaves).toEqual([...leaves].sort((a, b) => a - b));
		expect(leaves[0]).toBe(0);
		expect(budget.classes.order.waitMsMax).toBe(0);
	},
);
