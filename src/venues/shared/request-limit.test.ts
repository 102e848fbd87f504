/** Checks the rules that a rate limit must keep for any sequence of requests. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
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
/**
 * The documented limit. Our meter uses a slightly longer span, because requests may arrive closer together than they
 * were sent.
 */
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
	/** Position of the request in the sequence of all requests. */
	readonly asked: number;
	readonly end: 'at once' | 'later' | 'refused';
	readonly endedAt: number;
};

const HEAVIEST = 40;
const BUSY_MS = 250;
const IDLE_MS = { min: 20_000, max: 60_000 };

/** Generates bursts that exceed the limit, with pauses between them. */
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

/** Returns each request's outcome, in order of completion. */
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
				const permit = limit.take(kind, weight);
				if (permit === undefined) note('at once');
				else
					void permit.then(
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

/** A window counts requests, while a pool counts their weight. */
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

	test('an order leaves at once or not at all', () =>
		always((all) => {
			for (const one of all) if (ORDERS.has(one.kind)) expect(one.end).not.toBe('later');
		}));

	test('no request overtakes a higher class, or an earlier request of its own class', () =>
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

	test('no request waits longer than its class allows', () =>
		always((all) => {
			for (const { kind, askedAt, endedAt } of all)
				expect(endedAt - askedAt).toBeLessThanOrEqual(SHARES[kind].waitMsMax);
		}));

	test('a refused request leaves if it is repeated at the stated time', async () => {
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

	test('a pause of the exchange stops reads and opening orders, but not closing orders and order queries', async () => {
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

	test('no minute has more weight than the burst and its refill', () =>
		always((all) => {
			const went = wentOf(all);
			for (const { endedAt: from } of went) {
				const inMinute = went.filter(({ endedAt }) => endedAt >= from && endedAt <= from + MINUTE_MS);
				const weight = inMinute.reduce((sum, one) => sum + one.weight, 0);
				expect(weight).toBeLessThanOrEqual(POOL.burst + 60 * POOL.perSecond);
			}
		}));

	test('repairing orders always leave within their own share', () =>
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

	test('the lowest class may use the whole rate if it is alone', async () => {
		const hour = Array.from({ length: 100 }, (): Ask => ({ pauseMs: 500, kind: 'history', weight: 5 }));
		const all = await play(hour, poolMeter(POOL));
		expect(wentOf(all)).toHaveLength(100);
		expect(Math.max(...all.map(({ askedAt, endedAt }) => endedAt - askedAt))).toBe(0);
	});

	test('throws for a request that can never leave', () => {
		const limit = createRequestLimit(
			{ venue: 'hyperliquid', name: 'weight' },
			poolMeter(POOL),
			SHARES,
			createVirtualClock(0),
		);
		expect(() => limit.take('history', 107)).toThrow(/weight 107 .* is 106/);
	});
});

describe('a window', () => {
	test('no span exceeds the limit, and opening orders leave their share to repairing ones', () =>
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

	test('waiting requests leave as fast as the limit allows', async () => {
		const many = Array.from({ length: 45 }, (): Ask => ({ pauseMs: 0, kind: 'account', weight: 1 }));
		const all = await play(many, windowMeter(WINDOW));
		expect(all.map(({ endedAt }) => endedAt)).toEqual(
			Array.from({ length: 45 }, (_, index) => Math.floor(index / 10) * 2_200),
		);
	});
});

/** Weight or requests per time span, from the page that each exchange's `limits.ts` names. */
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

test.each(VENUE_NAMES)(
	'%s: each pool stays within the documented limit, and its shares rise from class to class',
	(venue) => {
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
	},
);
