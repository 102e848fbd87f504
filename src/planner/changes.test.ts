import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { planLeg } from '../../test/support/plan-problems.ts';
import { systemClock } from '../runtime/clock.ts';
import { planChanges, type TradableLeg } from './changes.ts';
import {
	contractKey,
	type HeldPair,
	heldKey,
	heldPerLeg,
	type PlanChange,
	pairsAfter,
	tradesOf,
} from './plan-change.ts';
import { createProgramBuilder, type Entry } from './program-builder.ts';
import { createHighsSolver } from './solver/highs-solver.ts';

const EXCHANGES = ['binance', 'bybit', 'hyperliquid', 'kucoin', 'okx'];
const solver = createHighsSolver({ clock: systemClock });
afterAll(() => solver.close());

function tradableLeg(exchange: string, cost = 5e-4, orderMin = 0): TradableLeg {
	return { ...planLeg('A', exchange, { cost }), orderMin };
}

function contract(exchange: string) {
	return { exchange, symbol: 'AUSDT' };
}

function heldPair(id: string, long: string, short: string, notional: number): HeldPair {
	return { id, coin: 'A', long: contract(long), short: contract(short), notional };
}

const LEGS = EXCHANGES.map((exchange) => tradableLeg(exchange));

/** Plans changes to targets given by exchange; others are 0. */
function changesTo(targets: Readonly<Record<string, number>>, pairs: readonly HeldPair[], changeMin = 0) {
	return planChanges(
		LEGS,
		LEGS.map(({ exchange }) => targets[exchange] ?? 0),
		pairs,
		changeMin,
	);
}

/** Describes a change in a few words. */
function brief(change: PlanChange): string {
	const { kind, long, short, notional } = change;
	const rolled = change.kind === 'roll' ? ` ${change.leg} from ${change.from.exchange}` : '';
	const of = change.executionId === null ? '' : ` of ${change.executionId}`;
	return `${kind} ${Math.round(notional)}${of}: ${long.exchange}/${short.exchange}${rolled}`;
}

const drawnPairs = fc
	.array(
		fc.record({
			long: fc.nat(4),
			step: fc.integer({ min: 1, max: 4 }),
			notional: fc.integer({ min: 10, max: 1_000 }),
		}),
		{ maxLength: 5 },
	)
	.map((drawn) =>
		drawn.map(({ long, step, notional }, index) =>
			heldPair(`exec_${index}`, EXCHANGES[long] as string, EXCHANGES[(long + step) % 5] as string, notional),
		),
	);

const drawnCosts = fc.array(fc.double({ min: 1e-4, max: 1e-3, noNaN: true }), { minLength: 5, maxLength: 5 });

/** Targets that add up to 0; about half of the legs have none. */
const drawnTargets = fc
	.array(fc.oneof(fc.constant(0), fc.integer({ min: -1_000, max: 1_000 })), {
		minLength: 5,
		maxLength: 5,
	})
	.map((drawn) => {
		const others = drawn.slice(1).reduce((sum, target) => sum + target, 0);
		return [-others, ...drawn.slice(1)];
	});

/** Keeps the targets of some legs as they are held, so that some legs stay. */
const drawnCase = fc
	.record({ pairs: drawnPairs, targets: drawnTargets, costs: drawnCosts, stays: fc.nat(31) })
	.map(({ pairs, targets, costs, stays }) => {
		const held = heldPerLeg(pairs);
		const legs = EXCHANGES.map((exchange, index) => tradableLeg(exchange, costs[index]));
		const own = legs.map((leg) => held.get(heldKey('A', leg)) ?? 0);
		const mixed = own.map((amount, index) => (stays & (1 << index) ? amount : (targets[index] as number)));
		const free = [...mixed.keys()].filter((index) => !(stays & (1 << index)));
		const sum = mixed.reduce((total, amount) => total + amount, 0);
		const [first] = free;
		if (first !== undefined) mixed[first] = (mixed[first] as number) - sum;
		return { pairs, legs, own, targets: first === undefined ? own : mixed };
	});

function tradedPerLeg(changes: readonly PlanChange[]): ReadonlyMap<string, number> {
	const traded = new Map<string, number>();
	for (const { contract: leg, amount } of changes.flatMap(tradesOf))
		traded.set(contractKey(leg), (traded.get(contractKey(leg)) ?? 0) + amount);
	return traded;
}

function costOf(legs: readonly TradableLeg[], changes: readonly PlanChange[]): number {
	const costs = new Map(legs.map((leg) => [contractKey(leg), leg.cost]));
	return changes
		.flatMap(tradesOf)
		.reduce(
			(sum, trade) => sum + (costs.get(contractKey(trade.contract)) as number) * Math.abs(trade.amount),
			0,
		);
}

/**
 * Computes the least cost of reaching the targets by closes, rolls of one leg and openings, by linear program. A leg
 * holds only the side of its target afterwards: pairs in opposite directions would need margin for nothing.
 */
async function leastCost(
	legs: readonly TradableLeg[],
	own: readonly number[],
	targets: readonly number[],
	pairs: readonly HeldPair[],
): Promise<number> {
	const builder = createProgramBuilder();
	const moves = targets.map((target, index) => target - (own[index] as number));
	const opens = (exchange: number, side: 1 | -1) => side * (targets[exchange] as number) > 1e-6;
	const rows = moves.map((move) => builder.addRow(move - 1e-5, move + 1e-5));
	const at = (exchange: string) => EXCHANGES.indexOf(exchange);
	const add = (bought: number, sold: number, extra: readonly Entry[] = []) => {
		const cost = (legs[bought]?.cost as number) + (legs[sold]?.cost as number);
		builder.addColumn(1e4 * cost, 0, Infinity, [
			[rows[bought] as number, 1],
			[rows[sold] as number, -1],
			...extra,
		]);
	};
	const exits = (side: 'long' | 'short') =>
		EXCHANGES.map((exchange, index) => {
			const held = pairs.reduce(
				(sum, pair) => sum + (pair[side].exchange === exchange ? pair.notional : 0),
				0,
			);
			return builder.addRow(opens(index, side === 'long' ? 1 : -1) ? 0 : held, Infinity);
		});
	const [longExits, shortExits] = [exits('long'), exits('short')];
	const parts = pairs.map((pair) => ({ pair, row: builder.addRow(-Infinity, pair.notional) }));
	for (const { pair, row } of parts) {
		const [long, short] = [at(pair.long.exchange), at(pair.short.exchange)];
		const [leavesLong, leavesShort]: readonly Entry[] = [
			[longExits[long] as number, 1],
			[shortExits[short] as number, 1],
		];
		if (leavesLong === undefined || leavesShort === undefined) throw new Error('A pair has two legs.');
		add(short, long, [[row, 1], leavesLong, leavesShort]);
		for (const to of EXCHANGES.keys())
			if (to !== long && to !== short) {
				if (opens(to, 1)) add(to, long, [[row, 1], leavesLong]);
				if (opens(to, -1)) add(short, to, [[row, 1], leavesShort]);
			}
	}
	for (const long of EXCHANGES.keys())
		for (const short of EXCHANGES.keys())
			if (long !== short && opens(long, 1) && opens(short, -1)) add(long, short);
	const program = builder.build();
	const solution = await solver.solve(program);
	if (solution.status === 'infeasible') throw new Error('Closes, rolls and openings reach no such target.');
	return (
		program.costs.reduce((sum, cost, column) => sum + cost * (solution.columns[column] as number), 0) / 1e4
	);
}

test('reaches the targets, and never closes more than is held', () => {
	fc.assert(
		fc.property(drawnCase, ({ pairs, legs, own, targets }) => {
			const changes = planChanges(legs, targets, pairs, 0);
			const traded = tradedPerLeg(changes);
			legs.forEach((leg, index) => {
				const reached = (own[index] as number) + (traded.get(contractKey(leg)) ?? 0);
				expect(Math.abs(reached - (targets[index] as number))).toBeLessThan(1e-4);
			});
			const after = pairsAfter(pairs, changes);
			for (const { long, short, notional } of after) {
				expect(contractKey(long)).not.toBe(contractKey(short));
				expect(notional).toBeGreaterThan(0);
			}
			const held = heldPerLeg(after);
			legs.forEach((leg, index) => {
				const amount = held.get(heldKey('A', leg)) ?? 0;
				expect(Math.abs(amount - (targets[index] as number))).toBeLessThan(1e-4);
			});
			for (const pair of pairs) {
				const used = changes
					.filter(({ executionId, kind }) => executionId === pair.id && kind !== 'enlarge')
					.reduce((sum, { notional }) => sum + notional, 0);
				expect(used).toBeLessThanOrEqual(pair.notional + 1e-4);
			}
		}),
		{ numRuns: 3_000 },
	);
});

test('trades no more than any other way by closes, rolls and openings', async () => {
	await fc.assert(
		fc.asyncProperty(drawnCase, async ({ pairs, legs: drawn, own, targets }) => {
			const legs = drawn.map((leg) => ({ ...leg, cost: 5e-4 }));
			const sides = new Set(
				pairs.flatMap(({ long, short }) => [`l ${long.exchange}`, `s ${short.exchange}`]),
			);
			fc.pre(EXCHANGES.every((exchange) => !sides.has(`l ${exchange}`) || !sides.has(`s ${exchange}`)));
			const changes = planChanges(legs, targets, pairs, 0);
			const least = await leastCost(legs, own, targets, pairs);
			expect(costOf(legs, changes)).toBeLessThan(least + 1e-4);
		}),
		{ numRuns: 300 },
	);
});

test('trades each leg only by the difference, if the coin holds one pair', () => {
	fc.assert(
		fc.property(drawnCase, ({ pairs, legs, targets }) => {
			const [only] = pairs;
			const single = only === undefined ? [] : [only];
			const held = heldPerLeg(single);
			const changes = planChanges(legs, targets, single, 0);
			const volume = changes.flatMap(tradesOf).reduce((sum, { amount }) => sum + Math.abs(amount), 0);
			const least = legs.reduce((sum, leg, index) => {
				return sum + Math.abs((targets[index] as number) - (held.get(heldKey('A', leg)) ?? 0));
			}, 0);
			const sum = targets.reduce((total, target) => total + target, 0);
			if (Math.abs(sum) < 1e-6) expect(volume).toBeCloseTo(least, 3);
		}),
		{ numRuns: 1_000 },
	);
});

test('keeps every change balanced, and the targets within the sizes that it leaves out', () => {
	fc.assert(
		fc.property(drawnCase, fc.double({ min: 1, max: 200, noNaN: true }), (drawn, changeMin) => {
			const { pairs, legs, own, targets } = drawn;
			const all = planChanges(legs, targets, pairs, 0);
			const kept = planChanges(legs, targets, pairs, changeMin);
			for (const change of kept) {
				const [first, second] = tradesOf(change);
				expect(first.amount + second.amount).toBe(0);
				if (change.kind !== 'close') expect(change.notional).toBeGreaterThanOrEqual(changeMin);
			}
			const dropped = all.length - kept.length;
			const traded = tradedPerLeg(kept);
			legs.forEach((leg, index) => {
				const reached = (own[index] as number) + (traded.get(contractKey(leg)) ?? 0);
				expect(Math.abs(reached - (targets[index] as number))).toBeLessThanOrEqual(
					2 * dropped * changeMin + 1e-3,
				);
			});
		}),
		{ numRuns: 500 },
	);
});

test('opens, enlarges, reduces and closes pairs', () => {
	const held = [heldPair('p', 'bybit', 'okx', 500)];
	expect(changesTo({ bybit: 300, okx: -300 }, []).map(brief)).toEqual(['open 300: bybit/okx']);
	expect(changesTo({ bybit: 800, okx: -800 }, held).map(brief)).toEqual(['enlarge 300 of p: bybit/okx']);
	expect(changesTo({ bybit: 200, okx: -200 }, held).map(brief)).toEqual(['reduce 300 of p: bybit/okx']);
	expect(changesTo({}, held).map(brief)).toEqual(['close 500 of p: bybit/okx']);
	expect(changesTo({ bybit: 500, okx: -500 }, held)).toEqual([]);
});

test('rolls one leg while the other stays', () => {
	const held = [heldPair('p', 'bybit', 'okx', 500)];
	expect(changesTo({ bybit: 500, binance: -500 }, held).map(brief)).toEqual([
		'roll 500 of p: bybit/binance short from okx',
	]);
	expect(changesTo({ kucoin: 500, okx: -500 }, held).map(brief)).toEqual([
		'roll 500 of p: kucoin/okx long from bybit',
	]);
	expect(changesTo({ bybit: 500, binance: -200, okx: -300 }, held).map(brief)).toEqual([
		'roll 200 of p: bybit/binance short from okx',
	]);
});

test('closes and opens if both legs leave, and reverses a pair the same way', () => {
	const held = [heldPair('p', 'bybit', 'okx', 500)];
	expect(changesTo({ binance: 500, kucoin: -500 }, held).map(brief)).toEqual([
		'close 500 of p: bybit/okx',
		'open 500: binance/kucoin',
	]);
	expect(changesTo({ okx: 500, bybit: -500 }, held).map(brief)).toEqual([
		'close 500 of p: bybit/okx',
		'open 500: okx/bybit',
	]);
});

test('rolls one pair onto the other, if two pairs keep one leg each', () => {
	const held = [heldPair('p', 'bybit', 'okx', 500), heldPair('q', 'kucoin', 'binance', 500)];
	const legs = EXCHANGES.map((exchange) => tradableLeg(exchange, exchange === 'kucoin' ? 1e-4 : 5e-4));
	const targets = EXCHANGES.map((exchange) => ({ kucoin: 500, okx: -500 })[exchange] ?? 0);
	expect(planChanges(legs, targets, held, 0).map(brief)).toEqual([
		'close 500 of q: kucoin/binance',
		'roll 500 of p: kucoin/okx long from bybit',
	]);
});

test('leaves out orders that are too small, and closes a pair rather than leave less than an order', () => {
	const held = [heldPair('p', 'bybit', 'okx', 500)];
	expect(changesTo({ bybit: 520, okx: -520 }, held, 25)).toEqual([]);
	const legs = EXCHANGES.map((exchange) => tradableLeg(exchange, 5e-4, exchange === 'okx' ? 10 : 5));
	const to = (amount: number, pairs: readonly HeldPair[]) =>
		planChanges(
			legs,
			EXCHANGES.map((exchange) => ({ bybit: amount, okx: -amount })[exchange] ?? 0),
			pairs,
			25,
		).map(brief);
	expect(to(8, held)).toEqual(['close 500 of p: bybit/okx']);
	expect(to(12, held)).toEqual(['reduce 488 of p: bybit/okx']);
	expect(to(0, [heldPair('p', 'bybit', 'okx', 15)])).toEqual(['close 15 of p: bybit/okx']);
	expect(to(0, [heldPair('p', 'bybit', 'okx', 9)])).toEqual([]);
});
