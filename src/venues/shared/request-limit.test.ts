/** Rules that hold for a limit of requests, whoever asks for what and when. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import { VENUE_NAMES } from '../facts.ts';
import { dialectOf } from '../modules.ts';
import {
	type ClassShares,
	createRequestLimit,
	LIMIT_CLASSES,
	type LimitClass,
	type Meter,
	poolMeter,
	windowMeter,
} from './request-limit.ts';

const MINUTE_MS = 60_000;
/** The limit by the venue's page; it is kept to for a little longer, as requests may arrive closer together than they left. */
const WINDOW = { max: 20, perMs: 2_000 };
const POOL = { perSecond: 10, burst: 120 };

const SHARES: ClassShares = {
	order: { leaves: 0, waitMsMax: 0 },
	closing: { leaves: 2, waitMsMax: 0 },
	probe: { leaves: 4, waitMsMax: 4_000 },
	opening: { leaves: 6, waitMsMax: 0 },
	market: { leaves: 8, waitMsMax: 20_000 },
	account: { leaves: 10, waitMsMax: 20_000 },
	history: { leaves: 14, waitMsMax: 60_000 },
};
const ORDERS: ReadonlySet<LimitClass> = new Set(['order', 'closing', 'opening']);

type Ask = { readonly pauseMs: number; readonly kind: LimitClass; readonly weight: number };
type Went = {
	readonly kind: LimitClass;
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
		kind: fc.constantFrom(...LIMIT_CLASSES),
		weight: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: HEAVIEST })),
	}),
	{ maxLength: 200, size: 'max' },
);

/** The outcome of each, in the order in which they ended. */
async function play(sequence: readonly Ask[], meter: Meter): Promise<readonly Went[]> {
	const clock = createVirtualClock(0);
	const limit = createRequestLimit({ venue: 'hyperliquid', name: 'weight' }, meter, SHARES, clock);
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
				const place = limit.take(kind, weight);
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
const rankOf = (kind: LimitClass) => LIMIT_CLASSES.indexOf(kind);

/** A window counts requests, a pool their weight. */
const METERS = [
	['a pool', () => poolMeter(POOL), (ask: Ask) => ask],
	['a window', () => windowMeter(WINDOW), (ask: Ask) => ({ ...ask, weight: 1 })],
] as const;

describe.each(METERS)('%s', (_what, open, counted) => {
	function always(holds: (all: readonly Went[]) => void): Promise<void> {
		return fc.assert(
			fc.asyncProperty(asks, async (sequence) => {
				const all = await play(sequence.map(counted), open());
				expect(all).toHaveLength(sequence.length);
				holds(all);
			}),
			{ numRuns: 100 },
		);
	}

	test('an order goes at once or not at all', () =>
		always((all) => {
			for (const one of all) if (ORDERS.has(one.kind)) expect(one.end).not.toBe('later');
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
				expect(endedAt - askedAt).toBeLessThanOrEqual(SHARES[kind].waitMsMax);
		}));

	test('whoever is refused goes when it comes again at the time that it was told', async () => {
		const clock = createVirtualClock(0);
		const limit = createRequestLimit({ venue: 'bybit', name: 'orders' }, open(), SHARES, clock);
		const refusals: number[] = [];
		let left = 300;
		const ask = (): void => {
			try {
				expect(limit.take('opening')).toBeUndefined();
				left -= 1;
			} catch (error) {
				const { retryAfterMs } = error as { readonly retryAfterMs: number };
				refusals.push(retryAfterMs);
				clock.after(retryAfterMs, () => expect(limit.inMs('opening')).toBe(0));
				clock.after(retryAfterMs, ask);
				return;
			}
			if (left > 0) ask();
		};
		ask();
		while (await clock.advance(Number.MAX_SAFE_INTEGER));
		expect(left).toBe(0);
		expect(refusals.length).toBeGreaterThan(5);
	});

	test('what the venue refuses is not asked again before the time that it said, but orders that close and questions of orders go on', async () => {
		const clock = createVirtualClock(0);
		const limit = createRequestLimit({ venue: 'okx', name: 'positions' }, open(), SHARES, clock);
		limit.pause(3_000);
		for (const kind of LIMIT_CLASSES)
			expect(limit.inMs(kind), kind).toBe(
				['opening', 'market', 'account', 'history'].includes(kind) ? 3_000 : 0,
			);
		let wentAt = Number.NaN;
		void limit.take('account')?.then(() => {
			wentAt = clock.now();
		});
		while (await clock.advance(Number.MAX_SAFE_INTEGER));
		expect(wentAt).toBe(3_000);
	});
});

describe('a pool', () => {
	const always = (holds: (all: readonly Went[]) => void) =>
		fc.assert(
			fc.asyncProperty(asks, async (sequence) => holds(await play(sequence, poolMeter(POOL)))),
			{ numRuns: 100 },
		);

	test('in no minute does more go than was at hand and came back', () =>
		always((all) => {
			const went = wentOf(all);
			for (const { endedAt: from } of went) {
				const inMinute = went.filter(({ endedAt }) => endedAt >= from && endedAt <= from + MINUTE_MS);
				const weight = inMinute.reduce((sum, one) => sum + one.weight, 0);
				expect(weight).toBeLessThanOrEqual(POOL.burst + 60 * POOL.perSecond);
			}
		}));

	test('orders that repair go as long as they keep to what is theirs, whatever else is asked', () =>
		always((all) => {
			const reserve = SHARES.closing.leaves;
			let left = reserve;
			let at = 0;
			for (const one of all.filter(({ kind }) => kind === 'order').sort((a, b) => a.asked - b.asked)) {
				left = Math.min(reserve, left + ((one.askedAt - at) / 1_000) * POOL.perSecond);
				at = one.askedAt;
				if (one.weight <= left) expect(one.end).toBe('at once');
				if (one.end === 'at once') left = Math.max(0, left - one.weight);
			}
		}));

	test('what nobody needs is lent: the lowest class alone has the whole rate', async () => {
		const hour = Array.from({ length: 100 }, (): Ask => ({ pauseMs: 500, kind: 'history', weight: 5 }));
		const all = await play(hour, poolMeter(POOL));
		expect(wentOf(all)).toHaveLength(100);
		expect(Math.max(...all.map(({ askedAt, endedAt }) => endedAt - askedAt))).toBe(0);
	});

	test('a request that never fits is a mistake of ours, and says so', () => {
		const limit = createRequestLimit(
			{ venue: 'hyperliquid', name: 'weight' },
			poolMeter(POOL),
			SHARES,
			createVirtualClock(0),
		);
		expect(() => limit.take('history', 107)).toThrow(/weighed 107, limit 106/);
	});
});

describe('a window', () => {
	test('in no span of it do more go than the venue takes, and what opens leaves its share to what repairs', () =>
		fc.assert(
			fc.asyncProperty(asks, async (sequence) => {
				const all = await play(
					sequence.map((ask) => ({ ...ask, weight: 1 })),
					windowMeter(WINDOW),
				);
				const went = wentOf(all);
				for (const { endedAt: from } of went) {
					const inSpan = went.filter(({ endedAt }) => endedAt >= from && endedAt < from + WINDOW.perMs);
					expect(inSpan.length).toBeLessThanOrEqual(WINDOW.max);
					const opening = inSpan.filter(({ kind }) => rankOf(kind) >= rankOf('opening'));
					expect(opening.length).toBeLessThanOrEqual(WINDOW.max - SHARES.opening.leaves);
				}
			}),
			{ numRuns: 100 },
		));

	test('those who wait go as fast as it allows', async () => {
		const many = Array.from({ length: 45 }, (): Ask => ({ pauseMs: 0, kind: 'account', weight: 1 }));
		const all = await play(many, windowMeter(WINDOW));
		expect(all.map(({ endedAt }) => endedAt)).toEqual(
			Array.from({ length: 45 }, (_, index) => Math.floor(index / 10) * 2_200),
		);
	});
});

/** Weight or requests and the span of time, by each venue's page as named in its budgets. */
const LIMITS: Readonly<Record<string, readonly (readonly [name: string, limit: number, seconds: number])[]>> =
	{
		bybit: [['requests of this address', 600, 5]],
		kucoin: [
			['weight of futures of the account', 2_000, 30],
			['public weight of this address', 2_000, 30],
			['requests of this address', 500, 10],
		],
		binance: [['weight of this address', 2_400, 60]],
		okx: [],
		hyperliquid: [['weight of this address', 1_200, 60]],
	};

test.each(VENUE_NAMES)('%s: each pool stays inside the limit, and rises from class to class', (venue) => {
	const { pools } = dialectOf(venue).limits;
	const limits = LIMITS[venue] ?? [];
	expect(pools.map(({ name }) => name)).toEqual(limits.map(([name]) => name));
	for (const [index, { burst, perSecond, shares }] of pools.entries()) {
		const [, limit = 0, seconds = 0] = limits[index] ?? [];
		expect(burst + seconds * perSecond).toBeLessThanOrEqual(limit);
		const leaves = LIMIT_CLASSES.map((kind) => shares[kind].leaves);
		expect(leaves).toEqual([...leaves].sort((a, b) => a - b));
		expect(leaves[0]).toBe(0);
		for (const kind of ORDERS) expect(shares[kind].waitMsMax).toBe(0);
	}
});
