/** Checks when a roll opens its next slice, and when it ends instead of waiting. */
import { describe, expect, test } from 'vitest';
import { type EngineBench, engineBench, quoteAt } from '../../../test/support/engine-bench.ts';
import { testPlan } from '../../../test/support/execution-plans.ts';
import { runningEvents } from '../../../test/support/running-execution.ts';
import { START_AT } from '../../../test/support/trading-fixture.ts';
import { type Decimal, parseDecimal as d, fromInteger, ZERO } from '../../domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { textOf } from '../../sentences/sentence.ts';
import { CHECK_AGAIN_MS } from './opening.ts';
import { mayAskMore } from './rolling.ts';
import type { RollSource, Surroundings, Trades } from './surroundings.ts';

const HOUR_MS = 3_600_000;

/** Smallest orders of the contracts that a test changes. */
type Least = { readonly stays?: string; readonly leaves?: string };

/** The pair before: ten coins per leg, long on Bybit and short on KuCoin, planned at a price of 150. */
function before({ stays, leaves }: Least = {}): ExecutionState {
	const events = runningEvents({ openedAt: START_AT }).map((event): ExecutionEvent => {
		if (event.type !== 'ExecutionPlanned') return event;
		const { long, short } = event.plan.legs;
		const legs = {
			long: {
				...long,
				instrument: { ...long.instrument, quantityMin: d(stays ?? '0.1') },
			},
			short: { ...short, instrument: { ...short.instrument, notionalMin: d(leaves ?? '5') } },
		};
		return { ...event, plan: { ...event.plan, legs } };
	});
	return foldExecution(events.map((event) => ({ event, recordedAt: START_AT })));
}

type Rolling = {
	readonly bench: EngineBench;
	source: { -readonly [Key in keyof RollSource]: RollSource[Key] };
};

/** A roll of the short leg in children of these sizes, and the pair before it. */
function rolling(
	children: readonly string[],
	{ unhedgedMax = '1000000', ...least }: Least & { unhedgedMax?: string } = {},
): Rolling {
	const state = before(least);
	const planned = testPlan({ seedHex: 'ab'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '10' });
	const plan: ExecutionPlan = {
		...planned,
		mode: 'grid',
		children: children.map((quantity) => ({ quantity: d(quantity), basisMin: null })),
		openWithinMs: 4 * HOUR_MS,
		unhedgedMax: d(unhedgedMax),
		rolls: { from: state.plan.executionId, stays: 'long', since: 0, heldFrom: 0 },
	};
	const bench = engineBench(plan);
	const around: Surroundings = {
		...bench.around,
		nextSettlement: { long: START_AT + HOUR_MS, short: START_AT + HOUR_MS },
		intervalMs: { long: 8 * HOUR_MS, short: 8 * HOUR_MS },
	};
	const rolled: Rolling = { bench, source: { state, around, isContested: false } };
	bench.around.rollSource = () => rolled.source;
	return rolled;
}

function leave(rolled: Rolling, change: Partial<Surroundings>): void {
	rolled.source.around = { ...rolled.source.around, ...change };
}

const sent = ({ bench }: Rolling): readonly Decimal[] => {
	bench.apply({ kind: 'start' });
	return bench.sent().map(({ quantity }) => quantity);
};

const endOf = ({ bench }: Rolling): string | undefined => {
	const { openingEnded } = bench.state();
	return openingEnded === null ? undefined : textOf(openingEnded);
};

const REST = 'no further part of the position before it can move';

describe('a slice', () => {
	test('opens the first child at the new exchange', () => {
		const rolled = rolling(['4', '3', '3']);
		expect(sent(rolled)).toEqual([d('4')]);
		expect(rolled.bench.sent()[0]).toMatchObject({ leg: 'short', side: 'sell', reduceOnly: false });
	});

	test.each([
		[
			'the account at the exchange that is left has not passed its self-check or is silent',
			{ unhedgedAllowance: () => ZERO },
		],
		[
			'the settlement clock of the staying leg is unknown',
			{ nextSettlement: { long: undefined, short: undefined } },
		],
		['its interval is unknown', { intervalMs: { long: undefined, short: undefined } }],
		[
			'a contract of the pair before may not trade',
			{ trades: (): Trades => ({ is: 'doubtful', why: 'stopped' }) },
		],
	] as const)('waits while %s', (_what, change) => {
		const rolled = rolling(['4', '3', '3']);
		leave(rolled, change);
		expect(sent(rolled)).toEqual([]);
		expect(rolled.bench.wakeMs()).toBe(CHECK_AGAIN_MS);
		expect(endOf(rolled)).toBeUndefined();
	});

	test('waits while another roll may still ask the pair before for a part', () => {
		const rolled = rolling(['4', '3', '3']);
		rolled.source.isContested = true;
		expect(sent(rolled)).toEqual([]);
		rolled.source.isContested = false;
		expect(sent(rolled)).toEqual([d('4')]);
	});

	test('does not follow once the user must act at the exchange that is left', () => {
		const rolled = rolling(['4', '3', '3']);
		leave(rolled, { accountHalted: () => 'The key has expired.' });
		expect(sent(rolled)).toEqual([]);
		expect(endOf(rolled)).toBe('The key has expired.');
	});
});

describe('a slice of a contract that two executions cannot share', () => {
	test('moves everything at once', () => {
		expect(sent(rolling(['4', '3', '3'], { stays: '2' }))).toEqual([d('10')]);
	});

	test('does not begin if the cap of one slice is smaller, and the roll ends at once', () => {
		const rolled = rolling(['4', '3', '3'], { stays: '2', unhedgedMax: '600' });
		expect(sent(rolled)).toEqual([]);
		expect(endOf(rolled)).toBe(REST);
	});

	test('waits while other executions use up the allowance for unhedged legs', () => {
		const rolled = rolling(['4', '3', '3'], { stays: '2' });
		rolled.bench.around.unhedgedAllowance = () => fromInteger(600);
		expect(sent(rolled)).toEqual([]);
		expect(endOf(rolled)).toBeUndefined();
	});
});

describe('the smallest order at the exchange that is left', () => {
	const fallen = { quotes: { long: quoteAt('75'), short: quoteAt('75') } };

	test('makes a slice larger than its child once the price has fallen', () => {
		const rolled = rolling(['4', '3', '3'], { leaves: '300' });
		expect(sent(rolled)).toEqual([d('4')]);
		const later = rolling(['4', '3', '3'], { leaves: '300' });
		leave(later, fallen);
		expect(sent(later)).toEqual([d('4.1')]);
	});

	test('ends the roll if one slice may not be that large', () => {
		const rolled = rolling(['4', '3', '3'], { leaves: '300', unhedgedMax: '600' });
		leave(rolled, fallen);
		expect(sent(rolled)).toEqual([]);
		expect(endOf(rolled)).toBe(REST);
	});
});

describe('a roll whose opening was cancelled', () => {
	test('may ask for a part until its last slice is proven and hedged', () => {
		const { bench } = rolling(['4', '3', '3']);
		expect(mayAskMore(bench.state())).toBe(false);
		bench.apply({ kind: 'start' });
		const [slice] = bench.sent();
		bench.apply({ kind: 'endOpening', reason: 'cancelled' });
		expect(mayAskMore(bench.state())).toBe(true);
		if (slice === undefined) throw new Error('The roll sent no slice.');
		bench.report(slice, '4', 'filled');
		expect(mayAskMore(bench.state())).toBe(true);
		bench.apply({ kind: 'rollRefused' });
		for (const order of bench.sent()) bench.report(order, '4', 'filled');
		expect(mayAskMore(bench.state())).toBe(false);
	});
});
