/**
 * Kills the service in virtual time while its maker order rests. The service stays down, and the exchange must cancel
 * the order.
 */
import { describe, expect, test } from 'vitest';
import { isEnded } from '../../src/domain/execution.ts';
import { SWITCH_PERIOD_MS } from '../../src/ports/dead-man-switch.ts';
import { runCaller } from './callers.ts';
import { DEAD_MAN_FROM } from './dead-man.ts';
import type { TrueOrder } from './exchange-account.ts';
import type { Scenario } from './scenario.ts';
import { createWorld, type World } from './world.ts';

const SEEDS = 12;
const DOWN_MS = 3 * SWITCH_PERIOD_MS;
const RESTS_WITHIN_MS = 30_000;
const ENDS_WITHIN_MS = 15 * 60_000;

/** Reduces the scenario to one execution whose first leg rests, without other events. */
function alone(drawn: Scenario): Scenario {
	const [first] = drawn.asked;
	if (first === undefined) throw new Error('The seed has no call.');
	const request = { ...first.request, mode: 'single-delay' as const, exit: undefined };
	return {
		...drawn,
		...{
			wallet: 50_000,
			asked: [{ ...first, request, closes: [], cancelAfterMs: undefined, isDoubled: false }],
		},
		...{ crashes: [], silent: [], cut: [], diskFull: [], clockJumps: [], flows: [], seizures: [] },
		...{ handTrades: [], halts: [] },
	};
}

async function passUntil(world: World, until: number, isOver: () => boolean): Promise<boolean> {
	while (!isOver()) {
		expect(world.oracle.violations).toEqual([]);
		if (await world.time.advance(until)) continue;
		world.time.advanceTo(until);
		return isOver();
	}
	return true;
}

/** Returns the post-only orders of all users at the exchange with the switch. */
function makers(world: World): readonly TrueOrder[] {
	const switched = world.exchanges.find(({ switches }) => switches !== undefined);
	return [...(switched?.accounts.values() ?? [])].flatMap(({ orders }) =>
		[...orders.values()].filter(({ request }) => request.timeInForce === 'postOnly'),
	);
}

const resting = (world: World): readonly TrueOrder[] =>
	makers(world).filter(({ status }) => status === 'open');

/** Creates a world with a resting order; undefined if the service refuses the trade or no order comes to rest. */
async function worldAtRest(seed: number): Promise<World | undefined> {
	const world = createWorld({ seed, change: alone });
	world.faults.end();
	const [asked] = world.scenario.asked;
	if (asked === undefined) return undefined;
	void runCaller(world, asked);
	const until = world.scenario.startAt + RESTS_WITHIN_MS;
	return (await passUntil(world, until, () => resting(world).length > 0)) ? world : undefined;
}

describe('the service dies while a maker order rests', () => {
	const seeds = Array.from({ length: SEEDS }, (_, index) => DEAD_MAN_FROM + index);
	let atRest = 0;
	let canceled = 0;

	test.each(seeds)(
		'and stays down: the exchange cancels the order, and its fills are hedged (seed %i)',
		async (seed) => {
			const world = await worldAtRest(seed);
			if (world === undefined) return;
			atRest += 1;
			const [order] = resting(world);
			const { time, oracle } = world;
			const diedAt = time.now();
			world.kill(DOWN_MS);
			await passUntil(world, diedAt + SWITCH_PERIOD_MS + 1, () => false);
			expect(resting(world)).toEqual([]);
			if (order?.status === 'canceled') canceled += 1;
			await passUntil(world, diedAt + DOWN_MS + 1, () => world.service() !== undefined);
			// After the restart the service recovers on its own, and the execution ends hedged or flat.
			const settled = (): boolean =>
				[...oracle.states.values()].every((state) => isEnded(state) || state.phase === 'running');
			expect(await passUntil(world, time.now() + ENDS_WITHIN_MS, settled)).toBe(true);
			for (const { held } of oracle.states.values()) expect(held.long).toBe(held.short);
			expect(oracle.violations).toEqual([]);
			world.service()?.life.kill();
		},
	);

	test('these orders rested, and the exchange cancelled most of them', () => {
		expect(atRest).toBeGreaterThan(SEEDS / 2);
		expect(canceled).toBeGreaterThan(0);
	});
});

test('renews the switch while the service lives, so it never expires, and disarms it afterwards', async () => {
	let longest = 0;
	for (let seed = DEAD_MAN_FROM; seed < DEAD_MAN_FROM + SEEDS; seed += 1) {
		const world = await worldAtRest(seed);
		if (world === undefined) continue;
		const { time, oracle, faults } = world;
		const since = new Map(resting(world).map((order) => [order, time.now()]));
		const isOver = (): boolean => {
			for (const order of resting(world)) {
				if (!since.has(order)) since.set(order, time.now());
				longest = Math.max(longest, time.now() - (since.get(order) ?? time.now()));
			}
			return [...oracle.states.values()].every((state) => isEnded(state) || state.phase === 'running');
		};
		expect(await passUntil(world, time.now() + ENDS_WITHIN_MS, isOver)).toBe(true);
		await passUntil(world, time.now() + SWITCH_PERIOD_MS / 2, () => false);
		expect(world.exchanges.map(({ switches }) => switches?.armed() ?? 0)).toEqual([0, 0]);
		expect(faults.counts.get('switch fired') ?? 0).toBe(0);
		expect(oracle.violations).toEqual([]);
		world.service()?.life.kill();
	}
	expect(longest).toBeGreaterThan(SWITCH_PERIOD_MS / 2);
});
