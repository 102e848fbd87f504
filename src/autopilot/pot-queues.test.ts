/** Watches one pair of SOL, long at Bybit and short at KuCoin, with ranks and squeezes that the tests set. */
import { expect, test } from 'vitest';
import { inputsOf, instrumentOf } from '../../test/support/hand-driven-market.ts';
import { fromInteger, parseDecimal, ZERO } from '../domain/decimal.ts';
import type { PotHolding } from '../ports/autopilot.ts';
import type { Squeeze } from '../ports/squeezes.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { createPotQueues } from './pot-queues.ts';

const NOW = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;
const LONG = instrumentOf('bybit', 'SOL');
const SHORT = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });
const PAIR = {
	coin: 'SOL',
	long: { venue: 'bybit', symbol: LONG.symbol },
	short: { venue: 'kucoin', symbol: SHORT.symbol },
} as const;

const HELD: PotHolding = {
	...PAIR,
	executionId: 'exec_1',
	quantity: fromInteger(10),
	notional: fromInteger(1_000),
	profit: ZERO,
	isMoving: false,
	lostLegs: 0,
};

function watch(
	ranks: { readonly bybit?: number; readonly kucoin?: number },
	...squeezes: readonly Squeeze[]
) {
	return createPotQueues({
		adlRankOf: (_userId, venue) => ranks[venue as keyof typeof ranks] ?? null,
		squeezes: {
			recent: async (instruments) => instruments.map(({ venue }) => (venue === 'kucoin' ? squeezes : [])),
		},
		market: { get: (venue) => inputsOf(venue === 'bybit' ? LONG : SHORT) },
		clock: createVirtualClock(NOW),
	});
}

const move = (hours: number): Squeeze => ({ kind: 'move', at: NOW - hours * HOUR_MS, move: 0.2 });
const limit = (hours: number): Squeeze => ({ kind: 'limit', at: NOW - hours * HOUR_MS, rate: 0.02 });

test('half of a pair is reduced while its coin is squeezed and one leg is near the front', async () => {
	expect(await watch({ bybit: 0.4, kucoin: 0.9 }, move(0.5)).alarms('user_1', [HELD])).toEqual([
		{ executionId: 'exec_1', exchange: 'kucoin', coin: 'SOL', reduceShare: parseDecimal('0.5') },
	]);
});

test.each([
	['no squeeze', { kucoin: 1 }, []],
	['a move that is over', { kucoin: 1 }, [move(1.5)]],
	['a settlement at the limit long ago', { kucoin: 1 }, [limit(9)]],
	['a leg in the middle of the queue', { bybit: 0.6, kucoin: 0.6 }, [move(0.5)]],
	['unknown ranks', {}, [move(0.5)]],
] as const)('nothing is reduced with %s', async (_name, ranks, squeezes) => {
	expect(await watch(ranks, ...squeezes).alarms('user_1', [HELD])).toEqual([]);
});

test('a settlement at the limit counts until the next one, and a pair without a mark counts too', async () => {
	const held = { ...HELD, notional: null };
	expect(await watch({ bybit: 0.8 }, limit(7)).alarms('user_1', [held])).toMatchObject([
		{ exchange: 'bybit', reduceShare: parseDecimal('0.5') },
	]);
	expect(await watch({ bybit: 0.8 }, limit(7)).alarms('user_1', [{ ...held, isMoving: true }])).toEqual([]);
	const afterMove = watch({ bybit: 0.8 }, move(2), limit(3));
	expect(await afterMove.alarms('user_1', [held])).toHaveLength(1);
});

test('no change grows a leg near the front; a roll away from it is free', () => {
	const queues = watch({ kucoin: 0.8 });
	expect(textOf(queues.guard('user_1', { ...PAIR, leg: null }) ?? '')).toBe(
		'KuCoin may soon close SOL there by auto-deleveraging, so the pot does not enlarge it.',
	);
	expect(queues.guard('user_1', { ...PAIR, leg: 'short' })).toBeDefined();
	expect(queues.guard('user_1', { ...PAIR, leg: 'long' })).toBeUndefined();
	expect(watch({ kucoin: 0.6 }).guard('user_1', { ...PAIR, leg: null })).toBeUndefined();
});
