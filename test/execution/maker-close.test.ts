/** Tests closes as maker: first the pure engine step by step, then the whole service with fake exchanges. */
import { describe, expect, test } from 'vitest';
import { add, fromInteger, neg, parseDecimal, sum, ZERO } from '../../src/domain/decimal.ts';
import type { CloseTerms, ExecutionPlan, OrderIntent } from '../../src/domain/event.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { NOT_TRADABLE } from '../../src/ports/venue.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { type EngineBench, engineBench, quoteAt } from '../support/engine-bench.ts';
import { testPlan } from '../support/execution-plans.ts';
import {
	ANN,
	expectFlat,
	fixtureWith,
	opened,
	passFed,
	refusalOf,
	settledFed,
	stateOf,
} from '../support/fixture-steps.ts';
import { brokenLedgerSums } from '../support/ledger-sums.ts';
import type { TradingFixture } from '../support/trading-fixture.ts';

const d = parseDecimal;
const MAKER_MS = 60_000;

const plan = (change: Partial<ExecutionPlan> = {}): ExecutionPlan => ({
	...testPlan({ seedHex: 'ef'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' }),
	...change,
});

const asMaker = (change: Partial<CloseTerms> = {}) => ({
	kind: 'closeRequested' as const,
	reason: 'closed by close_execution',
	remaining: ZERO,
	maxSlippageBps: d('10'),
	firm: false,
	maker: { leg: 'long' as const, ms: MAKER_MS, basis: ZERO, moveBpsMax: d('20') },
	...change,
});

function running(change: Partial<ExecutionPlan> = {}): EngineBench {
	const bench = engineBench(plan(change));
	bench.apply({ kind: 'start' });
	bench.fillAll();
	bench.apply({ kind: 'tick' });
	expect(bench.state().phase).toBe('running');
	return bench;
}

function only(bench: EngineBench): OrderIntent {
	const [order, ...others] = bench.sent();
	if (order === undefined || others.length > 0)
		throw new Error(`One order was expected, were ${bench.sent().length}.`);
	return order;
}

/** Starts a close as maker and returns its resting order. */
function resting(bench: EngineBench, terms: Partial<CloseTerms> = {}): OrderIntent {
	bench.apply(asMaker(terms));
	const order = only(bench);
	bench.report(order, '0', 'open');
	return order;
}

const cancels = (bench: EngineBench): readonly string[] =>
	bench.events().flatMap((event) => (event.type === 'OrderCancelAsked' ? [textOf(event.reason)] : []));

describe('the resting leg', () => {
	test('rests reduce-only at the best price of its own side, and the other leg sends nothing', () => {
		const bench = running();
		bench.apply(asMaker());
		expect(only(bench)).toMatchObject({
			leg: 'long',
			side: 'sell',
			purpose: 'close',
			timeInForce: 'postOnly',
			reduceOnly: true,
			quantity: d('12'),
			limitPrice: quoteAt('150').ask,
		});
	});

	test('rests no more than the unhedged cap at once', () => {
		const bench = running({ unhedgedMax: fromInteger(600) });
		bench.apply(asMaker());
		expect(only(bench).quantity).toBe(d('4'));
	});

	test('waits until its dead-man switch is armed', () => {
		const bench = running();
		bench.around.mayRest = (leg) => leg !== 'long';
		bench.apply(asMaker());
		expect([bench.sent(), bench.wakeMs()]).toEqual([[], 50]);
		bench.around.mayRest = () => true;
		bench.apply({ kind: 'tick' });
		expect(only(bench).timeInForce).toBe('postOnly');
	});

	test('follows the best price after three seconds', () => {
		const bench = running();
		const order = resting(bench);
		bench.around.quotes = { long: quoteAt('149.9'), short: quoteAt('149.9') };
		bench.now += 2_999;
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual([]);
		bench.now += 1;
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual(['the best price has moved away']);
		bench.report(order, '0', 'canceled');
		expect(only(bench)).toMatchObject({ timeInForce: 'postOnly', limitPrice: quoteAt('149.9').ask });
	});

	test('rests again after a pause when the exchange refuses an order that would take', () => {
		const bench = running();
		bench.apply(asMaker());
		for (const pause of [300, 600, 1_200, 2_400, 3_000, 3_000]) {
			bench.refuse(only(bench), true);
			expect([bench.sent(), bench.wakeMs()]).toEqual([[], pause]);
			bench.now += pause;
			bench.apply({ kind: 'tick' });
		}
		expect(only(bench).timeInForce).toBe('postOnly');
	});

	test('leaves the book near a settlement, and comes back afterwards', () => {
		const bench = running();
		const order = resting(bench);
		bench.around.nextSettlement = { long: bench.now + 15_000, short: undefined };
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual(['a settlement is near']);
		bench.report(order, '0', 'canceled');
		expect(bench.sent()).toEqual([]);
		bench.around.nextSettlement = { long: bench.now + 8 * 3_600_000, short: undefined };
		bench.apply({ kind: 'tick' });
		expect(only(bench).timeInForce).toBe('postOnly');
	});
});

describe('the other leg', () => {
	test('follows every fill at once and exactly once, and both end flat', () => {
		const bench = running();
		const order = resting(bench);
		const hedges: bigint[] = [];
		for (const filled of ['1', '3.5', '12']) {
			bench.report(order, filled, filled === '12' ? 'filled' : 'open');
			const hedge = only(bench);
			expect(hedge).toMatchObject({ leg: 'short', side: 'buy', reduceOnly: true, timeInForce: 'IOC' });
			hedges.push(hedge.quantity);
			bench.report(hedge, `${hedge.quantity}e-18`, 'filled');
		}
		expect(hedges).toEqual([d('1'), d('2.5'), d('8.5')]);
		expect(bench.state().held).toEqual({ long: ZERO, short: ZERO });
		bench.apply({
			kind: 'flatRead',
			long: ZERO,
			short: ZERO,
			wasAlone: { long: true, short: true },
			reads: 1,
			differing: 0,
		});
		expect(bench.state().phase).toBe('closed');
	});

	test('stops at the part to keep, and the execution runs on', () => {
		const bench = running();
		const order = resting(bench, { remaining: d('9') });
		expect(order.quantity).toBe(d('3'));
		bench.report(order, '3', 'filled');
		bench.fillAll();
		expect([bench.state().phase, bench.state().held]).toEqual(['running', { long: d('9'), short: d('9') }]);
		expect(bench.state().close).toBeUndefined();
	});

	test('hedges the proven fills while the outcome of the resting order is unknown', () => {
		const bench = running();
		const order = resting(bench);
		bench.apply({ kind: 'recovered' });
		bench.report(order, '2', 'open');
		expect(only(bench)).toMatchObject({ leg: 'short', quantity: d('2'), reduceOnly: true });
	});

	test('that does not fill takes the resting order off the book, and is reduced at a wider price', () => {
		const bench = running();
		const order = resting(bench);
		bench.report(order, '2', 'open');
		const first = only(bench);
		bench.report(first, '0', 'canceled');
		expect(cancels(bench)).toEqual(['the other leg is not filling']);
		bench.report(order, '2', 'canceled');
		bench.now += 250;
		bench.apply({ kind: 'tick' });
		const second = only(bench);
		expect(second).toMatchObject({ leg: 'short', quantity: d('2') });
		expect(second.limitPrice > first.limitPrice).toBe(true);
		bench.report(second, '2', 'filled');
		expect(only(bench)).toMatchObject({ leg: 'long', timeInForce: 'postOnly', quantity: d('10') });
	});

	test('waits for more fills when a fill is below its minimum, and both legs are levelled at the end', () => {
		const least = plan();
		const legs = {
			...least.legs,
			short: { ...least.legs.short, instrument: { ...least.legs.short.instrument, quantityMin: d('1') } },
		};
		const bench = running({ legs });
		const order = resting(bench);
		bench.report(order, '0.4', 'open');
		expect([bench.sent(), cancels(bench)]).toEqual([[], []]);
		bench.now += MAKER_MS;
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual(['its time limit as a maker order has passed']);
		bench.report(order, '0.4', 'canceled');
		bench.fillAll();
		const { long, short } = bench.state().held;
		expect(long).toBe(short);
	});
});

describe('the rest is closed as taker', () => {
	const takesBoth = (bench: EngineBench): void => {
		const orders = bench.sent();
		expect(orders.map(({ leg, timeInForce, reduceOnly }) => [leg, timeInForce, reduceOnly])).toEqual([
			['long', 'IOC', true],
			['short', 'IOC', true],
		]);
	};

	test('once the time is over', () => {
		const bench = running();
		const order = resting(bench);
		bench.now += MAKER_MS - 1;
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual([]);
		bench.now += 1;
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual(['its time limit as a maker order has passed']);
		bench.report(order, '0', 'canceled');
		takesBoth(bench);
	});

	test('once the price basis has risen by more than the limit, and stays so', () => {
		const bench = running();
		const order = resting(bench);
		bench.around.quotes = { long: quoteAt('150'), short: quoteAt('150.3') };
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual([]);
		bench.around.quotes = { long: quoteAt('150'), short: quoteAt('150.31') };
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual([expect.stringContaining('the price basis has moved')]);
		bench.report(order, '0', 'canceled');
		takesBoth(bench);
		const [long, short] = bench.sent();
		bench.around.quotes = { long: quoteAt('150'), short: quoteAt('150') };
		if (long === undefined || short === undefined) throw new Error('Both legs are closed.');
		bench.report(long, '5', 'canceled');
		bench.report(short, '5', 'canceled');
		takesBoth(bench);
	});

	test('never because the price of both legs moves', () => {
		const bench = running();
		resting(bench);
		bench.around.quotes = { long: quoteAt('180'), short: quoteAt('180') };
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toEqual([]);
	});

	test.each([
		[
			'a close as taker, as by a kill switch or a forced exit rule',
			(bench: EngineBench) => bench.apply(asMaker({ maker: undefined, reason: 'closed by a halt' })),
		],
		[
			'attention',
			(bench: EngineBench) =>
				bench.apply({ kind: 'attention', of: 'unexplained', reason: 'a position shrank' }),
		],
	])('after %s', (_why, happen) => {
		const bench = running();
		const order = resting(bench);
		happen(bench);
		expect(cancels(bench)).toHaveLength(1);
		bench.report(order, '0', 'canceled');
		takesBoth(bench);
	});

	test('but not while the other contract does not trade: then both legs stay equal', () => {
		const bench = running();
		const order = resting(bench);
		bench.around.trades = (leg) => (leg === 'short' ? { is: 'no', why: 'It is paused.' } : { is: 'yes' });
		bench.apply({ kind: 'tick' });
		expect(cancels(bench)).toHaveLength(1);
		bench.report(order, '0', 'canceled');
		expect([bench.sent(), bench.state().attentionKind]).toEqual([[], 'untradable']);
	});

	test.each(['NOT_ALLOWED', NOT_TRADABLE])('with a trial on only the refused leg after %s', (code) => {
		const bench = running();
		bench.apply(asMaker());
		bench.refuse(only(bench), false, code);
		expect(bench.sent().map(({ leg, timeInForce }) => [leg, timeInForce])).toEqual([['long', 'IOC']]);
	});
});

describe('requests during a close as maker', () => {
	test('a close as maker never replaces one as taker', () => {
		const bench = running();
		bench.apply(asMaker({ maker: undefined }));
		bench.apply(asMaker());
		expect(bench.state().close?.maker).toBeUndefined();
	});

	test('a close of everything replaces one of a part and may rest too', () => {
		const bench = running();
		resting(bench, { remaining: d('9') });
		bench.apply(asMaker());
		expect(bench.state().close).toMatchObject({ remaining: ZERO, maker: { leg: 'long' } });
	});

	test('a close of an opening does not rest', () => {
		const bench = engineBench(plan());
		bench.apply({ kind: 'start' });
		bench.apply(asMaker());
		expect([bench.state().phase, bench.state().close?.maker]).toEqual(['closing', undefined]);
	});
});

// The whole service -------------------------------------------------------------------------------------------------

const asked = (executionId: string, change = {}) => ({
	...ANN,
	executionId,
	share: fromInteger(1),
	maxSlippageBps: undefined,
	style: 'maker' as const,
	makerMs: MAKER_MS,
	...change,
});

function restsAt(fixture: TradingFixture): TradingFixture['bybit'] {
	const venue = [fixture.bybit, fixture.kucoin].find(({ restingCount }) => restingCount() > 0);
	if (venue === undefined) throw new Error('No order rests.');
	return venue;
}

async function restingFixture(change = {}): Promise<{
	readonly fixture: TradingFixture;
	readonly id: string;
	readonly closing: ReturnType<TradingFixture['orderService']['close']>;
}> {
	const fixture = fixtureWith();
	const id = await opened(fixture);
	for (const venue of [fixture.bybit, fixture.kucoin]) venue.restMakers(true);
	const closing = fixture.orderService.close(asked(id, change));
	closing.catch(() => {});
	await passFed(fixture, 2_000);
	return { fixture, id, closing };
}

const atVenues = ({ bybit, kucoin }: TradingFixture) => [
	bybit.positionOf('SOLUSDT'),
	kucoin.positionOf('SOLUSDTM'),
];

describe('in the service', () => {
	test('a part closes in pieces and then the rest, and every cent is in the ledger', async () => {
		const { fixture, id, closing } = await restingFixture({ share: d('0.4') });
		const venue = restsAt(fixture);
		for (const piece of ['0.3', '0.7', '1']) {
			venue.fillResting(d(piece));
			await passFed(fixture, 2_000);
			expect(stateOf(fixture, id).held.long).toBe(stateOf(fixture, id).held.short);
		}
		const part = await settledFed(fixture, closing);
		expect([part.success, part.status, part.finalPnl]).toEqual([true, 'running', null]);
		expect(atVenues(fixture)).toEqual([d('3'), d('-3')]);
		const middle = executionLedger(stateOf(fixture, id), { long: null, short: null });
		const whole = fixture.orderService.close(asked(id));
		await passFed(fixture, 2_000);
		restsAt(fixture).fillResting(d('3'));
		const end = await settledFed(fixture, whole);
		expect([end.success, end.status]).toEqual([true, 'closed']);
		expectFlat(fixture);
		const rows = await fixture.journal.readExecution(id);
		expect(brokenLedgerSums(rows)).toEqual([]);
		const { long, short, deployedPeak } = executionLedger(stateOf(fixture, id), { long: null, short: null });
		expect([add(long.realized, short.realized), deployedPeak]).toEqual([end.finalPnl, middle.deployedPeak]);
		expect([long.fees > middle.long.fees, short.fees > middle.short.fees]).toEqual([true, true]);
	});

	test('closes the rest as taker at the end of its time, with all fills in the books', async () => {
		const { fixture, id, closing } = await restingFixture();
		restsAt(fixture).fillResting(d('1.2'));
		const first = await settledFed(fixture, closing);
		expect([first.success, first.status, textOf(first.message)]).toEqual([
			false,
			'closing',
			expect.stringMatching(/rests as maker on \w+ for up to 60 s/),
		]);
		await passFed(fixture, MAKER_MS);
		expect(stateOf(fixture, id).phase).toBe('closed');
		expectFlat(fixture);
		const closed = stateOf(fixture, id).orders.filter(({ reduceOnly, leg }) => reduceOnly && leg === 'long');
		expect(sum(closed.map(({ filledQuantity }) => filledQuantity))).toBe(d('5'));
	});

	test('survives a crash after each step with equal legs, and still closes', async () => {
		for (let steps = 0; steps < 40; steps += 1) {
			const { fixture, id } = await restingFixture();
			restsAt(fixture).fillResting(d('1.2'));
			await fixture.pass(1_000);
			for (let at = 0; at < steps; at += 1) await Promise.resolve();
			restsAt(fixture).fillResting(d('0.6'));
			fixture.restart();
			for (const venue of [fixture.bybit, fixture.kucoin]) venue.restMakers(true);
			await passFed(fixture, 20_000);
			const { held } = stateOf(fixture, id);
			expect([held.long, held.short], `after ${steps} steps`).toEqual([d('3.2'), d('3.2')]);
			expect(atVenues(fixture)).toEqual([held.long, neg(held.short)]);
			await passFed(fixture, MAKER_MS);
			expect(stateOf(fixture, id).phase).toBe('closed');
			expectFlat(fixture);
		}
	});

	test('a kill switch that closes all does not wait for the resting order', async () => {
		const { fixture, id } = await restingFixture();
		await fixture.switches.halt({
			target: { scope: 'service' },
			reason: null,
			by: 'operator',
			closeAll: true,
		});
		await passFed(fixture, 5_000);
		expect(stateOf(fixture, id).phase).toBe('closed');
		expectFlat(fixture);
	});

	test('a second close as taker replaces it, and both calls get the result', async () => {
		const { fixture, id, closing } = await restingFixture();
		const taker = fixture.orderService.close(asked(id, { style: 'taker', makerMs: undefined }));
		const answers = await settledFed(fixture, Promise.all([closing, taker]));
		expect(answers.map(({ status }) => status)).toEqual(['closed', 'closed']);
	});

	test('a part as taker is refused while a close as maker of everything runs', async () => {
		const { fixture, id } = await restingFixture();
		const second = fixture.orderService.close(asked(id, { style: 'taker', share: d('0.5') }));
		expect((await refusalOf(fixture, second)).code).toBe('ALREADY_CLOSING');
	});

	test('is refused for an execution that does not run yet, and without an order book', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		await fixture.pass(60_000);
		const stale = await refusalOf(fixture, fixture.orderService.close(asked(id)));
		expect([stale.code, stale.field]).toEqual(['QUOTE_STALE', 'style']);
	});

	test('a preview shows the resting leg with its maker fee, and warns without a dead-man switch', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		fixture.feed('SOL');
		const maker = await fixture.settled(fixture.orderService.previewClose(asked(id)));
		const taker = await fixture.settled(
			fixture.orderService.previewClose(asked(id, { style: 'taker', makerMs: undefined })),
		);
		expect([taker.maker, maker.maker]).toMatchObject([
			null,
			{ ms: MAKER_MS, moveBpsMax: d('20'), hasDeadManSwitch: false },
		]);
		expect(maker.warnings.map(({ code }) => code)).toEqual(['NO_DEAD_MAN_SWITCH']);
		const role = maker.maker?.leg;
		for (const [at, leg] of maker.legs.entries()) {
			const other = taker.legs[at];
			if (other === undefined) throw new Error('Both previews show both legs.');
			if (leg.role !== role) expect(leg.result).toEqual(other.result);
			else {
				expect((leg.result.exitFees ?? ZERO) < (other.result.exitFees ?? ZERO)).toBe(true);
				// It sells at the ask or buys at the bid, so its slippage is a gain.
				expect((leg.result.exitSlippage ?? ZERO) < 0n).toBe(true);
			}
		}
	});
});
