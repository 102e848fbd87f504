import { expect, test } from 'vitest';
import { runningEvents, runningExecution } from '../../test/support/running-execution.ts';
import { fromInteger, ZERO } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
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

test('the books count an opening in motion with all that it will hold', () => {
	const running = runningExecution({ openedAt: 0 });
	const events = runningEvents({ openedAt: 0, number: 1 });
	const opening = foldExecution(events.slice(0, 1).map((event) => ({ event, recordedAt: 0 })));
	const states = [running, opening];
	const books = (mark: number | null) =>
		createPotBooks({
			executions: {
				state: (id) => states.find(({ plan }) => plan.executionId === id),
				states: () => states,
				onChange: () => () => {},
			},
			journal: { readExecution: async () => [] },
			markOf: () => (mark === null ? null : fromInteger(mark)),
		});
	const ids = states.map(({ plan }) => plan.executionId);
	expect(
		books(100)
			.holdings(ids)
			.map(({ notional }) => notional),
	).toEqual([fromInteger(1_000), ZERO]);
	expect(books(100).committed(ids)).toBe(fromInteger(2_000));
	// The plan has 1,000 USD of margin for both legs, at leverage 1.
	expect(books(null).committed(ids)).toBe(fromInteger(1_000));
	expect(books(100).committed(['exec_unknown'])).toBe(ZERO);
});
