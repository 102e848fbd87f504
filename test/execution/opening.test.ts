/** Tests how executions open, repair, shrink and close. The test steps the pure engine. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, parseDecimal, sub, sum } from '../../src/domain/decimal.ts';
import type { ExecutionPlan } from '../../src/domain/event.ts';
import { leastOrder } from '../../src/engine/decide/order-terms.ts';
import { levelGoal } from '../../src/engine/decide/reducing.ts';
import { VISIBLE_WITHIN_MS } from '../../src/ports/venue.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { type EngineBench, engineBench, quoteAt } from '../support/engine-bench.ts';
import { testPlan } from '../support/execution-plans.ts';
import { START_AT } from '../support/trading-fixture.ts';

const d = parseDecimal;

function planOf(
	change: Partial<ExecutionPlan>,
	lots: readonly [string, string] = ['0.1', '0.1'],
): ExecutionPlan {
	const plan = testPlan({
		seedHex: 'ab'.repeat(12),
		longLot: lots[0],
		shortLot: lots[1],
		quantity: '12',
	});
	return { ...plan, ...change };
}

const delayed = (change: Partial<ExecutionPlan> = {}): ExecutionPlan =>
	planOf({ mode: 'single-delay', firstLeg: 'short', makerMs: 30_000, openWithinMs: 90_000, ...change });

const grid = (change: Partial<ExecutionPlan> = {}): ExecutionPlan =>
	planOf({
		mode: 'grid',
		openWithinMs: 14_400_000,
		children: ['4', '4', '4'].map((quantity) => ({ quantity: d(quantity), basisMin: null })),
		...change,
	});

function started(plan: ExecutionPlan): EngineBench {
	const bench = engineBench(plan);
	bench.apply({ kind: 'start' });
	return bench;
}

function running(plan: ExecutionPlan = planOf({})): EngineBench {
	const bench = started(plan);
	bench.fillAll();
	bench.apply({ kind: 'tick' });
	expect(bench.state().phase).toBe('running');
	return bench;
}

/** Returns the only order sent in response to the last input. */
function only(bench: EngineBench) {
	const [order, ...others] = bench.sent();
	if (order === undefined || others.length > 0)
		throw new Error(`One order was expected, were ${others.length + 1}.`);
	return order;
}

const ALONE = { long: true, short: true };

describe('single-delay', () => {
	test('rests the first leg at its best price and sends no order on the other', () => {
		const order = only(started(delayed()));
		expect(order).toMatchObject({ leg: 'short', timeInForce: 'postOnly', side: 'sell', reduceOnly: false });
		expect(order.limitPrice).toBe(quoteAt('150').ask);
		expect(order.quantity).toBe(d('12'));
	});

	test('hedges every fill at once and exactly once, also three in a row', () => {
		const bench = started(delayed());
		const maker = only(bench);
		const hedges: Decimal[] = [];
		for (const filled of ['1', '3.5', '4']) {
			bench.report(maker, filled, 'open');
			const hedge = only(bench);
			expect(hedge).toMatchObject({ leg: 'long', purpose: 'complete', timeInForce: 'IOC' });
			hedges.push(hedge.quantity);
			bench.report(hedge, `${hedge.quantity}e-18`, 'filled');
		}
		expect(hedges).toEqual([d('1'), d('2.5'), d('0.5')]);
		expect(bench.state().held).toEqual({ long: d('4'), short: d('4') });
	});

	test('hedges fills that arrive during a hedge once that hedge has ended', () => {
		const bench = started(delayed());
		const maker = only(bench);
		bench.report(maker, '1', 'open');
		const first = only(bench);
		bench.report(maker, '3', 'open');
		expect(bench.sent()).toEqual([]);
		bench.report(maker, '6', 'open');
		expect(bench.sent()).toEqual([]);
		bench.report(first, '1', 'filled');
		expect(only(bench).quantity).toBe(d('5'));
	});

	test('waits for more fills when a fill is too small to hedge, and unwinds it once the first leg no longer rests', () => {
		const plan = delayed({});
		const legs = {
			...plan.legs,
			long: { ...plan.legs.long, instrument: { ...plan.legs.long.instrument, quantityMin: d('1') } },
		};
		const bench = started({ ...plan, legs });
		const maker = only(bench);
		bench.report(maker, '0.6', 'open');
		expect(bench.sent()).toEqual([]);
		bench.report(maker, '1.3', 'open');
		expect(only(bench).quantity).toBe(d('1.3'));
	});

	test('hedges slowly accumulated fills as soon as they are large enough, and does not unwind them for their age', () => {
		const plan = delayed({});
		const instrument = { ...plan.legs.long.instrument, quantityMin: d('1') };
		const bench = started({ ...plan, legs: { ...plan.legs, long: { ...plan.legs.long, instrument } } });
		const maker = only(bench);
		bench.report(maker, '0.6', 'open');
		bench.now += 8_000;
		bench.apply({ kind: 'tick' });
		expect([bench.sent(), bench.state().phase]).toEqual([[], 'opening']);
		bench.report(maker, '1.3', 'open');
		expect(only(bench)).toMatchObject({ leg: 'long', purpose: 'complete', quantity: d('1.3') });
		bench.report(only(bench), '0', 'canceled');
		bench.now += 5_000;
		const effects = bench.apply({ kind: 'tick' });
		expect(effects.map(({ kind }) => kind)).toContain('cancel');
	});

	test('switches to a taker order when its time as maker is over and the resting order has left the book', () => {
		const bench = started(delayed());
		const maker = only(bench);
		bench.report(maker, '0', 'open');
		bench.now = START_AT + 30_000;
		const effects = bench.apply({ kind: 'tick' });
		expect(effects.map((effect) => effect.kind)).toContain('cancel');
		expect(bench.events()).toContainEqual(expect.objectContaining({ type: 'OrderCancelAsked' }));
		expect(bench.sent()).toEqual([]);
		bench.report(maker, '0', 'canceled');
		expect(only(bench)).toMatchObject({ leg: 'short', timeInForce: 'IOC', quantity: d('12') });
	});

	test('follows the best price when the market moves away', () => {
		const bench = started(delayed());
		const maker = only(bench);
		bench.report(maker, '0', 'open');
		bench.around.quotes = { long: quoteAt('149'), short: quoteAt('149') };
		bench.now += 3_000;
		bench.apply({ kind: 'tick' });
		expect(bench.events()).toContainEqual(expect.objectContaining({ type: 'OrderCancelAsked' }));
		bench.report(maker, '0', 'canceled');
		expect(only(bench).limitPrice).toBe(quoteAt('149').ask);
	});

	test('rests no more than the unhedged limit', () => {
		expect(only(started(delayed({ unhedgedMax: d('600') }))).quantity).toBe(d('4'));
	});

	test('ends with nothing opened after a permanent refusal', () => {
		const bench = started(delayed());
		bench.refuse(only(bench), false);
		bench.apply({ kind: 'tick' });
		bench.apply({ kind: 'flatRead', long: d('0'), short: d('0'), wasAlone: ALONE, reads: 1, differing: 0 });
		expect(bench.state()).toMatchObject({ phase: 'failed' });
		expect(textOf(bench.state().reason ?? '')).toContain('refused by the test');
	});
});

describe('grid', () => {
	test('opens one slice after the other, each only once both legs of the last are equal', () => {
		const bench = started(grid());
		for (const open of ['4', '8', '12']) {
			const [long, short] = bench.sent();
			if (long === undefined || short === undefined) throw new Error('Orders on both legs were expected.');
			expect([long.quantity, short.quantity]).toEqual([d('4'), d('4')]);
			bench.report(long, '4', 'filled');
			expect(bench.sent()).toEqual([]);
			bench.report(short, '4', 'filled');
			expect(bench.state().held.long).toBe(d(open));
		}
		expect(bench.state().phase).toBe('running');
	});

	test('waits for the level of the price basis', () => {
		const bench = started(grid({ children: [{ quantity: d('12'), basisMin: d('0.001') }] }));
		expect(bench.sent()).toEqual([]);
		expect(bench.wakeMs()).toBeGreaterThan(0);
		bench.around.quotes = { long: quoteAt('150'), short: quoteAt('150.2') };
		bench.now += 500;
		bench.apply({ kind: 'tick' });
		expect(bench.sent()).toHaveLength(2);
	});

	test('stops when the rest no longer earns its cost, and runs with the filled part', () => {
		const bench = started(grid({ netFloor: d('0') }));
		bench.around.remainingNet = () => d('-0.0001');
		bench.fillAll();
		bench.apply({ kind: 'tick' });
		expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('4'), short: d('4') } });
		expect(bench.state().openingEnded).toContain('no longer worth');
	});

	test('drops the rest after its time limit', () => {
		const bench = started(grid());
		bench.now = START_AT + 14_400_000;
		bench.fillAll();
		bench.apply({ kind: 'tick' });
		expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('4'), short: d('4') } });
	});

	test('waits while the user or the service has no allowance left for an unhedged leg', () => {
		const bench = engineBench(grid());
		bench.around.unhedgedAllowance = () => d('10');
		bench.apply({ kind: 'start' });
		expect(bench.sent()).toEqual([]);
		bench.around.unhedgedAllowance = () => d('10000');
		bench.apply({ kind: 'tick' });
		expect(bench.sent()).toHaveLength(2);
	});

	test('ends the opening on a kill switch; the filled part keeps running', () => {
		const bench = started(grid());
		bench.around.openingHalted = () => 'halted by the operator';
		bench.fillAll();
		bench.apply({ kind: 'tick' });
		expect(bench.state()).toMatchObject({ phase: 'running', openingEnded: 'halted by the operator' });
	});
});

test('requests attention for a final difference that outlasts the lag of an exchange, if no other execution shares the account', () => {
	const bench = running();
	const close = { reason: 'x', remaining: d('0'), maxSlippageBps: d('10'), firm: false };
	bench.apply({ kind: 'closeRequested', ...close });
	bench.fillAll();
	const pauses: number[] = [];
	let row = { reads: 1, differing: 0 };
	const read = (short: Decimal | undefined, wasAlone = ALONE): string | null => {
		const effects = bench.apply({ kind: 'flatRead', long: d('0'), short, wasAlone, ...row });
		for (const effect of effects)
			if (effect.kind === 'readFlat') {
				row = { reads: effect.reads, differing: effect.differing };
				pauses.push(effect.delayMs);
			}
		return bench.state().attentionKind;
	};
	const beside = { long: true, short: false };
	for (let count = 0; count < 9; count += 1) expect(read(d('3'), beside)).toBeNull();
	// One read while no other execution is on the instrument is not enough. A further read beside another execution
	// restarts the count.
	expect(read(d('3'))).toBeNull();
	expect(read(d('3'), beside)).toBeNull();
	pauses.length = 0;
	for (const short of [d('3'), d('3'), undefined, d('3'), d('3'), d('3')]) expect(read(short)).toBeNull();
	expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 5_000]);
	// The pauses between the first and the last of the consecutive differing reads add up to more than the time that
	// an exchange may lag.
	expect(pauses.reduce((total, pause) => total + pause, 0)).toBeGreaterThan(VISIBLE_WITHIN_MS);
	expect(read(d('3'))).toBe('flat');
});

describe('an exit rule while it opens', () => {
	test('ends the opening: the filled part runs and no further order is sent', () => {
		const bench = started(grid());
		bench.fillAll();
		const second = bench.sent();
		bench.apply({ kind: 'endOpening', reason: 'a delisting is near' });
		for (const order of second) bench.report(order, '4', 'filled');
		expect(bench.state()).toMatchObject({
			phase: 'running',
			openingEnded: 'a delisting is near',
			held: { long: d('8'), short: d('8') },
		});
		const sent = bench.state().orders.length;
		bench.now += 60_000;
		bench.apply({ kind: 'tick' });
		expect(bench.state().orders).toHaveLength(sent);
	});

	test('cancels a resting first leg and hedges its fills so far', () => {
		const bench = started(delayed());
		const maker = only(bench);
		bench.report(maker, '5', 'open');
		bench.report(only(bench), '5', 'filled');
		const effects = bench.apply({ kind: 'endOpening', reason: 'stop_loss_pct reached' });
		expect(effects).toContainEqual({ kind: 'cancel', clientOrderId: maker.clientOrderId, leg: 'short' });
		bench.report(maker, '6', 'canceled');
		bench.report(only(bench), '1', 'filled');
		expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('6'), short: d('6') } });
	});

	test('does not affect executions that run or have ended', () => {
		const bench = running();
		const before = bench.state();
		bench.apply({ kind: 'endOpening', reason: 'late' });
		expect(bench.state()).toEqual(before);
	});
});

describe('one leg ahead', () => {
	function oneLegged(): EngineBench {
		const bench = started(planOf({}));
		const [long, short] = bench.sent();
		if (long === undefined || short === undefined) throw new Error('Orders on both legs were expected.');
		bench.report(long, '12', 'filled');
		bench.report(short, '0', 'canceled');
		return bench;
	}

	test('is completed inside the guard, after two seconds at up to the widest price, and unwound after five', () => {
		const bench = oneLegged();
		expect(only(bench)).toMatchObject({ leg: 'short', purpose: 'complete', quantity: d('12') });
		expect(only(bench).limitPrice).toBe(d('149.85'));
		bench.report(only(bench), '0', 'canceled');
		bench.now += 2_000;
		bench.apply({ kind: 'tick' });
		expect(only(bench).limitPrice).toBe(d('147.75'));
		bench.report(only(bench), '0', 'canceled');
		bench.now += 3_000;
		bench.apply({ kind: 'tick' });
		expect(only(bench)).toMatchObject({ leg: 'long', purpose: 'reduce', reduceOnly: true, side: 'sell' });
	});

	test('is unwound at once when the other is refused permanently, and never while an order is unknown', () => {
		const bench = started(planOf({}));
		const [long, short] = bench.sent();
		if (long === undefined || short === undefined) throw new Error('Orders on both legs were expected.');
		bench.apply({
			kind: 'sendOutcome',
			clientOrderId: short.clientOrderId,
			outcome: { kind: 'unknown', message: 'lost' },
		});
		bench.report(long, '12', 'filled');
		bench.now += 30_000;
		bench.apply({ kind: 'tick' });
		expect(bench.sent()).toEqual([]);
		bench.apply({
			kind: 'finding',
			clientOrderId: short.clientOrderId,
			finding: { kind: 'absent' },
			absenceProven: true,
		});
		expect(only(bench)).toMatchObject({ leg: 'long', reduceOnly: true });
	});

	test('is not completed while attention is needed', () => {
		const bench = started(planOf({}));
		const [long, short] = bench.sent();
		if (long === undefined || short === undefined) throw new Error('Orders on both legs were expected.');
		bench.apply({ kind: 'attention', of: 'hand', reason: 'somebody trades' });
		bench.report(long, '12', 'filled');
		bench.report(short, '5', 'canceled');
		expect(only(bench)).toMatchObject({ leg: 'long', purpose: 'reduce', reduceOnly: true, quantity: d('7') });
	});

	test('reduces both legs to an equal size with orders that each venue accepts', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(['0.1', '0.1'], ['0.1', '1'], ['0.4', '0.6']),
				fc.integer({ min: 0, max: 60 }),
				fc.integer({ min: 0, max: 40 }),
				(lots, longLots, shortLots) => {
					const bench = started(planOf({}, lots as [string, string]));
					const [long, short] = bench.sent();
					if (long === undefined || short === undefined)
						throw new Error('Orders on both legs were expected.');
					const part = (lot: string | undefined, count: number): Decimal => {
						const filled = (d(lot ?? '1') * BigInt(count)) as Decimal;
						return filled > d('12') ? d('12') : filled;
					};
					bench.report(long, `${part(lots[0], longLots)}e-18`, 'canceled');
					bench.report(short, `${part(lots[1], shortLots)}e-18`, 'canceled');
					const state = bench.state();
					const goal = levelGoal(state);
					expect(goal % state.plan.commonLot).toBe(0n);
					for (const leg of ['long', 'short'] as const) {
						const cut = sub(state.held[leg], goal);
						expect(cut).toBeGreaterThanOrEqual(0n);
						if (goal > 0n && cut > 0n) expect(cut).toBeGreaterThanOrEqual(leastOrder(state, leg));
					}
				},
			),
		);
	});
});

describe('a position change by others', () => {
	const taken = (bench: EngineBench, quantity: string, cause: 'liquidation' | 'adl' | 'hand') =>
		bench.apply({
			kind: 'legReduced',
			leg: 'long',
			cause,
			heldBefore: bench.state().held.long,
			attention: cause === 'hand' ? { of: 'hand', reason: 'manual trade' } : undefined,
			fills: [
				{
					tradeId: 'foreign',
					quantity: d(quantity),
					price: d('100'),
					fee: d('1'),
					feeAsset: 'USDT',
					feeQuantity: d('1'),
					filledAt: bench.now,
				},
			],
		});

	test.each(['liquidation', 'adl'] as const)(
		'a reduction by %s is matched on the other leg at once, and not reopened',
		(cause) => {
			const bench = running();
			taken(bench, '5', cause);
			expect(only(bench)).toMatchObject({ leg: 'short', reduceOnly: true, side: 'buy', quantity: d('5') });
			bench.fillAll();
			bench.apply({ kind: 'tick' });
			expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('7'), short: d('7') } });
			bench.now += 600_000;
			bench.apply({ kind: 'tick' });
			expect(bench.sent()).toEqual([]);
		},
	);

	test('a leg taken entirely ends the execution with the reason', () => {
		const bench = running();
		taken(bench, '12', 'liquidation');
		bench.fillAll();
		bench.apply({ kind: 'flatRead', long: d('0'), short: d('0'), wasAlone: ALONE, reads: 1, differing: 0 });
		expect(bench.state()).toMatchObject({ phase: 'closed', reason: 'liquidation on the long leg' });
	});

	test('a manual reduction requests attention, and is matched once the other venue confirms that it still holds its leg', () => {
		const bench = running();
		// Position reads before the manual trade do not count, because a user who closes manually usually closes both
		// legs.
		bench.around.agreedAt = { long: undefined, short: bench.now - 1 };
		taken(bench, '5', 'hand');
		expect(bench.state().attention).toBe('manual trade');
		expect(bench.sent()).toEqual([]);
		bench.around.agreedAt = { long: undefined, short: bench.now };
		bench.now += 250;
		bench.apply({ kind: 'tick' });
		expect(only(bench)).toMatchObject({ leg: 'short', reduceOnly: true, quantity: d('5') });
	});

	test('a manual reduction is matched without a check when the other venue shows no position within five seconds', () => {
		const bench = running();
		taken(bench, '5', 'hand');
		bench.now += 4_999;
		bench.apply({ kind: 'tick' });
		expect(bench.sent()).toEqual([]);
		bench.now += 1;
		bench.apply({ kind: 'tick' });
		expect(only(bench)).toMatchObject({ leg: 'short', reduceOnly: true, quantity: d('5') });
	});

	test('a manual reduction before this process started gives the venue the same time to show it', () => {
		const bench = running();
		taken(bench, '5', 'hand');
		bench.now += 60_000;
		bench.around.beganAt = bench.now - 4_000;
		bench.apply({ kind: 'tick' });
		expect(bench.sent()).toEqual([]);
		bench.now += 1_000;
		bench.apply({ kind: 'tick' });
		expect(only(bench)).toMatchObject({ leg: 'short', quantity: d('5') });
	});

	test('a manual reduction while a leg already lags is matched at once', () => {
		const bench = running();
		taken(bench, '3', 'adl');
		const cut = only(bench);
		taken(bench, '2', 'hand');
		bench.report(cut, '3', 'filled');
		expect(only(bench)).toMatchObject({ leg: 'short', quantity: d('2') });
	});

	test('a reduction reported twice while the first report waits for the disk counts once', () => {
		const bench = running();
		const heldBefore = bench.state().held.long;
		taken(bench, '5', 'adl');
		bench.apply({
			kind: 'legReduced',
			leg: 'long',
			cause: 'adl',
			heldBefore,
			attention: undefined,
			fills: bench.state().reductions[0]?.fills ?? [],
		});
		expect(bench.state().held.long).toBe(d('7'));
		expect(bench.state().reductions).toHaveLength(1);
	});

	test('ignores a reduction larger than the held position', () => {
		const bench = running();
		taken(bench, '13', 'adl');
		expect(bench.state().held.long).toBe(d('12'));
	});
});

describe('cancel and close', () => {
	test('a queued execution fails with no order sent', () => {
		const bench = engineBench(planOf({}));
		bench.apply({ kind: 'cancelRequested', reason: 'CANCELED: by its owner' });
		expect(bench.state()).toMatchObject({ phase: 'failed', reason: 'CANCELED: by its owner' });
	});

	test('an opening execution cancels its order and unwinds its filled part', () => {
		const bench = started(grid());
		bench.fillAll();
		bench.apply({ kind: 'cancelRequested', reason: 'CANCELED: by its owner' });
		expect(bench.sent()).toEqual([]);
		for (const { clientOrderId } of bench.state().orders.slice(-2)) {
			const order = bench.state().orders.find((each) => each.clientOrderId === clientOrderId);
			if (order !== undefined) bench.report(order, '0', 'canceled');
		}
		expect(bench.sent().map(({ reduceOnly, quantity }) => [reduceOnly, quantity])).toEqual([
			[true, d('4')],
			[true, d('4')],
		]);
		bench.fillAll();
		bench.apply({ kind: 'flatRead', long: d('0'), short: d('0'), wasAlone: ALONE, reads: 1, differing: 0 });
		expect(bench.state().phase).toBe('closed');
	});

	test('a close is sent in slices within the unhedged limit, every order reduce-only', () => {
		const bench = running(planOf({ unhedgedMax: d('750') }));
		bench.apply({
			kind: 'closeRequested',
			reason: 'test',
			remaining: d('0'),
			maxSlippageBps: d('10'),
			firm: false,
		});
		const slices: Decimal[] = [];
		while (bench.sent().length > 0) {
			for (const order of bench.sent()) expect(order.reduceOnly).toBe(true);
			slices.push(bench.sent()[0]?.quantity ?? d('0'));
			bench.fillAll();
		}
		expect(sum(slices)).toBe(d('12'));
		expect(slices.length).toBe(3);
		for (const slice of slices) expect(slice).toBeLessThanOrEqual(d('5'));
	});
});

describe('settlements', () => {
	test('opens nothing from twenty seconds before either leg’s settlement to twenty seconds after', () => {
		const bench = engineBench(planOf({}));
		bench.around.nextSettlement = { long: START_AT + 3_600_000, short: START_AT + 15_000 };
		bench.apply({ kind: 'start' });
		expect(bench.sent()).toEqual([]);
		expect(bench.wakeMs()).toBe(35_000);
		bench.now += 35_000;
		bench.apply({ kind: 'tick' });
		expect(bench.sent()).toHaveLength(2);
	});
});
