import { expect, test } from 'vitest';
import { runningExecution } from '../../test/support/running-execution.ts';
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
