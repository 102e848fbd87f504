import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { drawnCoin, planLeg, planLimits } from '../../test/support/plan-problems.ts';
import { systemClock } from '../runtime/clock.ts';
import { findContradiction } from './contradictions.ts';
import { planProgram } from './linear-program.ts';
import type { LimitName, PlanLeg, PlanProblem } from './plan-problem.ts';
import { createHighsSolver } from './solver/highs-solver.ts';

const solver = createHighsSolver({ clock: systemClock });
afterAll(() => solver.close());

/** Keeps only the named limits of a problem. */
function only({ legs, limits, gainShare }: PlanProblem, names: readonly LimitName[]): PlanProblem {
	const has = (limit: LimitName) => names.some((name) => JSON.stringify(name) === JSON.stringify(limit));
	const kept = (record: Readonly<Record<string, number>> = {}, kind: 'exchange' | 'exchangeNet') =>
		Object.fromEntries(Object.entries(record).filter(([exchange]) => has({ kind, exchange })));
	return {
		gainShare,
		legs: legs.map((leg): PlanLeg => {
			const { coin, exchange } = leg;
			return has({ kind: 'leg', coin, exchange }) ? leg : { ...leg, low: -1e5, high: 1e5 };
		}),
		limits: {
			grossMax: has({ kind: 'gross' }) ? limits.grossMax : 1e6,
			coinMax: names.some(({ kind }) => kind === 'coin') ? limits.coinMax : Infinity,
			exchangeMax: kept(limits.exchangeMax, 'exchange'),
			exchangeNetMax: kept(limits.exchangeNetMax, 'exchangeNet'),
		},
	};
}

/** Fixes a leg with a position at what is held. */
function fixed(leg: PlanLeg): PlanLeg {
	return leg.held === 0 ? leg : { ...leg, low: leg.held, high: leg.held };
}

async function hasPlan(problem: PlanProblem): Promise<boolean> {
	return (await solver.solve(planProgram(problem).program)).status === 'optimal';
}

test('finds limits of which each one is needed for the contradiction', async () => {
	let found = 0;
	const shape = { held: true, bounds: true, legsMax: 3 };
	await fc.assert(
		fc.asyncProperty(
			fc.tuple(drawnCoin('A', shape), drawnCoin('B', shape)),
			fc.double({ min: 100, max: 900, noNaN: true }),
			async ([first, second], max) => {
				const problem: PlanProblem = {
					legs: [...first.map(fixed), ...second],
					limits: planLimits({
						grossMax: max,
						coinMax: 600,
						exchangeMax: { binance: max / 3 },
						exchangeNetMax: { bybit: max / 4 },
					}),
					gainShare: 0.5,
				};
				const names = await findContradiction(problem, solver);
				expect(names.length === 0).toBe(await hasPlan(problem));
				if (names.length === 0) return;
				found += 1;
				expect(await hasPlan(only(problem, names))).toBe(false);
				if (names.filter(({ kind }) => kind === 'coin').length > 1) return;
				for (const name of names) {
					const others = names.filter((other) => other !== name);
					expect(await hasPlan(only(problem, others))).toBe(true);
				}
			},
		),
		{ numRuns: 250 },
	);
	expect(found).toBeGreaterThan(10);
});

test('names both legs of a coin that are fixed at amounts that do not balance', async () => {
	const problem: PlanProblem = {
		legs: [
			planLeg('A', 'binance', { held: 300, low: 300, high: 300 }),
			planLeg('A', 'bybit', { held: -200, low: -200, high: -200 }),
		],
		limits: planLimits({ coinMax: 1_000, grossMax: 1_000 }),
		gainShare: 0.5,
	};
	expect(await findContradiction(problem, solver)).toEqual([
		{ kind: 'leg', coin: 'A', exchange: 'binance' },
		{ kind: 'leg', coin: 'A', exchange: 'bybit' },
	]);
});
