/** Checks which legs a reduction of an unequal pair sends, compared with the unhedged cap. */
import { expect, test } from 'vitest';
import { type EngineBench, engineBench } from '../../../test/support/engine-bench.ts';
import { testPlan } from '../../../test/support/execution-plans.ts';
import { parseDecimal as d } from '../../domain/decimal.ts';

/**
 * Opens two of four coins per leg at a price of 150, then six more on the long leg only, because the short leg's order is
 * refused. Two coins are too few for the long leg's exchange, so both legs must close.
 */
function unequal(unhedgedMax: string): EngineBench {
	const plan = testPlan({ seedHex: 'ef'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '10' });
	const { long, short } = plan.legs;
	const bench = engineBench({
		...plan,
		mode: 'grid',
		children: ['4', '6'].map((quantity) => ({ quantity: d(quantity), basisMin: null })),
		unhedgedMax: d(unhedgedMax),
		legs: { long: { ...long, instrument: { ...long.instrument, quantityMin: d('3') } }, short },
	});
	bench.apply({ kind: 'start' });
	for (const order of bench.sent()) bench.report(order, '2', 'canceled');
	for (let waited = 0; bench.sent().length === 0 && waited < 60; waited += 1) {
		bench.now += 250;
		bench.apply({ kind: 'tick' });
	}
	const [first, second] = bench.sent();
	if (first === undefined || second === undefined) throw new Error('The second slice has two orders.');
	bench.report(first, '6', 'filled');
	bench.refuse(second, false);
	expect(bench.state()).toMatchObject({ phase: 'unwinding', held: { long: d('8'), short: d('2') } });
	return bench;
}

const sent = (bench: EngineBench) => bench.sent().map(({ leg, quantity }) => [leg, quantity]);

test('the smaller leg waits for the larger one if its order alone could exceed the cap', () => {
	const bench = unequal('1100');
	expect(sent(bench)).toEqual([['long', d('8')]]);
	const [order] = bench.sent();
	if (order !== undefined) bench.report(order, '8', 'filled');
	expect(sent(bench)).toEqual([['short', d('2')]]);
});

test('a part that is filled brings the larger leg within the cap, and then both are reduced', () => {
	const bench = unequal('1100');
	const [order] = bench.sent();
	if (order !== undefined) bench.report(order, '4', 'canceled');
	expect(sent(bench)).toEqual([
		['long', d('4')],
		['short', d('2')],
	]);
});

test('both legs are reduced together within the cap', () => {
	expect(sent(unequal('1300'))).toEqual([
		['long', d('8')],
		['short', d('2')],
	]);
});
