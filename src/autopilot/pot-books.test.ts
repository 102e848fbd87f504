import { expect, test } from 'vitest';
import { runningExecution } from '../../test/support/running-execution.ts';
import { fromInteger } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { createPotBooks } from './pot-books.ts';

test('the books name the execution from which a leg was taken over', () => {
	const own = runningExecution({ openedAt: 0 });
	const withPlan = (number: number, plan: Partial<ExecutionState['plan']>): ExecutionState => {
		const state = runningExecution({ openedAt: 0, number });
		return { ...state, plan: { ...state.plan, ...plan } };
	};
	const from = own.plan.executionId;
	const rolled = withPlan(1, { rolls: { from, stays: 'long', since: 0, heldFrom: 0 } });
	const [fill] = own.orders[0]?.fills ?? [];
	if (fill === undefined) throw new Error('The execution has a fill.');
	const hedge = withPlan(2, { takenOver: { from, leg: 'long', fill, since: 0 } });
	const states = [own, rolled, hedge];
	const books = createPotBooks({
		executions: {
			state: (id) => states.find(({ plan }) => plan.executionId === id),
			states: () => states,
			onChange: () => () => {},
		},
		journal: { readExecution: async () => [] },
		markOf: () => null,
	});
	expect(books.present().map(books.originOf)).toEqual([undefined, from, from]);
	expect(books.originOf('exec_unknown')).toBeUndefined();
});

test('the books add up the parts that rolls moved to one execution', () => {
	const own = runningExecution({ openedAt: 0 });
	const from = own.plan.executionId;
	const [fill] = own.orders[0]?.fills ?? [];
	if (fill === undefined) throw new Error('The execution has a fill.');
	const part = (coins: number) => ({ ...fill, quantity: fromInteger(coins) });
	const gave = (to: string, ...coins: readonly number[]) =>
		({ leg: 'long', cause: 'handover', fills: coins.map(part), to }) as const;
	const lost = { leg: 'long', cause: 'adl', fills: [part(16)] } as const;
	const state: ExecutionState = {
		...own,
		reductions: [gave('exec_a', 1, 2), gave('exec_b', 8), gave('exec_a', 4), lost],
	};
	const books = createPotBooks({
		executions: {
			state: (id) => (id === from ? state : undefined),
			states: () => [state],
			onChange: () => () => {},
		},
		journal: { readExecution: async () => [] },
		markOf: () => null,
	});
	expect(books.handedOver(from, 'exec_a')).toBe(fromInteger(7));
	expect(books.handedOver(from, 'exec_c')).toBe(fromInteger(0));
	expect(books.handedOver('exec_unknown', 'exec_a')).toBeUndefined();
});
