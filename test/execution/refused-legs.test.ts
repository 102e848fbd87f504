/**
 * Tests closing both legs while a venue accepts no orders on its contract. The pair stays hedged and the close
 * continues by itself.
 */
import { describe, expect, test } from 'vitest';
import { ONE, parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecutionPlan, OrderIntent } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import type { LegRole } from '../../src/domain/ids.ts';
import { statusOf, statusReasonOf } from '../../src/domain/status.ts';
import type { Surroundings, Trades } from '../../src/engine/decide/surroundings.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { NOT_TRADABLE } from '../../src/ports/venue.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { type EngineBench, engineBench } from '../support/engine-bench.ts';
import { testPlan } from '../support/execution-plans.ts';
import { fixtureWith, gridBetweenSlices, refusalOf, stateOf } from '../support/fixture-steps.ts';
import { tickerOf } from '../support/hand-driven-market.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const d = parseDecimal;
const ASKER = { userId: 'user_a', agent: undefined };
const PAUSED: Trades = {
	is: 'no',
	why: 'kucoin does not trade SOLUSDTM now: KuCoin states the contract as Paused.',
};
const of =
	(said: Partial<Record<LegRole, Trades>>): Surroundings['trades'] =>
	(leg) =>
		said[leg] ?? { is: 'yes' };
const NO_GUARD = { maxSlippageBps: d('10'), firm: false };

const plan = (change: Partial<ExecutionPlan> = {}): ExecutionPlan => ({
	...testPlan({ seedHex: 'cd'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' }),
	...change,
});

function running(of = plan()): EngineBench {
	const bench = engineBench(of);
	bench.apply({ kind: 'start' });
	bench.fillAll();
	bench.apply({ kind: 'tick' });
	expect(bench.state().phase).toBe('running');
	return bench;
}

const close = (bench: EngineBench, remaining = '0') =>
	bench.apply({ kind: 'closeRequested', reason: 'a test', remaining: d(remaining), ...NO_GUARD });

const sentLegs = (bench: EngineBench) => bench.sent().map(({ leg, purpose }) => `${leg} ${purpose}`);

function legOf(bench: EngineBench, leg: OrderIntent['leg']): OrderIntent {
	const order = bench.sent().find((each) => each.leg === leg);
	if (order === undefined) throw new Error(`An order of the ${leg} leg was expected.`);
	return order;
}

/** Advances by a quarter of a second at a time until an order is sent. Returns the legs of the orders sent. */
function untilSent(bench: EngineBench, limitMs: number): readonly string[] {
	for (let waited = 0; waited < limitMs; waited += 250) {
		bench.now += 250;
		bench.apply({ kind: 'tick' });
		if (bench.sent().length > 0) return sentLegs(bench);
	}
	return [];
}

/** Closes the long leg. The venue refuses the order on the short leg, because its contract is not trading. */
function closedAlone(bench: EngineBench): void {
	close(bench);
	const [long, short] = [legOf(bench, 'long'), legOf(bench, 'short')];
	bench.report(long, '12', 'filled');
	bench.refuse(short, false, NOT_TRADABLE);
	expect(bench.state().held).toEqual({ long: d('0'), short: d('12') });
}

describe('a close from equal legs', () => {
	test('sends nothing while a contract is not trading, reports why at once, and continues by itself', () => {
		const bench = running();
		bench.around.trades = of({ short: PAUSED });
		close(bench);
		expect(bench.sent()).toEqual([]);
		expect(bench.state().attentionKind).toBe('untradable');
		expect(statusOf(bench.state())).toBe('needs_attention');
		expect(statusReasonOf(bench.state())).toMatch(/^NOT_TRADABLE: kucoin does not trade SOLUSDTM now/);
		expect(untilSent(bench, 60_000)).toEqual([]);
		bench.around.trades = of({});
		bench.apply({ kind: 'tick' });
		expect(sentLegs(bench)).toEqual(['long close', 'short close']);
		expect(bench.state().attention).toBeNull();
	});

	test('tries the doubtful leg first and alone; the other leg follows its fills', () => {
		const bench = running();
		bench.around.trades = of({ short: { is: 'doubtful', why: 'kucoin: upgrade.' } });
		close(bench);
		expect(sentLegs(bench)).toEqual(['short close']);
		bench.report(legOf(bench, 'short'), '7', 'canceled');
		expect(sentLegs(bench)).toEqual(['long close']);
		expect(legOf(bench, 'long').quantity).toBe(d('7'));
	});

	test('sends only the refused leg until the venue accepts its order, whatever the reason was', () => {
		const bench = running();
		close(bench);
		const [long, short] = [legOf(bench, 'long'), legOf(bench, 'short')];
		bench.refuse(long, false);
		bench.report(short, '0', 'canceled');
		expect(untilSent(bench, 1_000)).toEqual(['long close']);
		bench.refuse(legOf(bench, 'long'), true);
		expect(untilSent(bench, 2_000)).toEqual(['long close']);
		bench.report(legOf(bench, 'long'), '12', 'filled');
		expect(sentLegs(bench)).toEqual(['short close']);
	});

	test('holds back the other leg while the refused leg, below the smallest order, waits for a position read', () => {
		const small = plan();
		const short = {
			...small.legs.short,
			instrument: { ...small.legs.short.instrument, quantityMin: d('5') },
		};
		const bench = running({ ...small, legs: { ...small.legs, short } });
		const seen = (short: boolean) => {
			bench.around.isAgreed = { long: true, short };
		};
		bench.around.isAlone = { long: true, short: true };
		seen(true);
		close(bench);
		for (const order of [legOf(bench, 'long'), legOf(bench, 'short')]) bench.report(order, '8', 'canceled');
		expect(sentLegs(bench)).toEqual(['long close', 'short close']);
		const [long, refused] = [legOf(bench, 'long'), legOf(bench, 'short')];
		seen(false);
		bench.refuse(refused, false, NOT_TRADABLE);
		bench.report(long, '0', 'canceled');
		expect(bench.state().held).toEqual({ long: d('4'), short: d('4') });
		expect(untilSent(bench, 10_000)).toEqual([]);
		expect(bench.state().attentionKind).toBe('untradable');
		seen(true);
		expect(untilSent(bench, 10_000)).toEqual(['short close']);
	});

	test('waits for a price of the other leg before it sends the doubtful one', () => {
		const bench = running();
		bench.around.trades = of({ short: { is: 'doubtful', why: 'kucoin: upgrade.' } });
		bench.around.quotes = { ...bench.around.quotes, long: undefined };
		close(bench);
		expect(bench.sent()).toEqual([]);
	});

	test('a partial close stops at the current position and runs on when the close is canceled', () => {
		const bench = running();
		bench.around.trades = of({ short: PAUSED });
		close(bench, '6');
		bench.apply({ kind: 'closeTakenBack', reason: 'CANCELED: by a test' });
		expect(bench.state()).toMatchObject({ phase: 'running', attention: null, close: undefined });
		expect(bench.state().held).toEqual({ long: d('12'), short: d('12') });
		close(bench, '0');
		expect(bench.state().phase).toBe('closing');
	});
});

describe('a leg closed before the other was refused', () => {
	test('is reopened after the time limit of a lagging leg, and from then on the refused leg is tried alone', () => {
		const bench = running();
		closedAlone(bench);
		const tries: string[] = [];
		for (let waited = 0; waited < 4_750; waited += 250) {
			bench.now += 250;
			bench.apply({ kind: 'tick' });
			tries.push(...sentLegs(bench));
			for (const order of bench.sent()) bench.refuse(order, false, NOT_TRADABLE);
		}
		expect(new Set(tries)).toEqual(new Set(['short close']));
		expect(tries.length).toBeGreaterThan(2);
		expect(untilSent(bench, 500)).toEqual(['long complete']);
		const again = legOf(bench, 'long');
		expect(again).toMatchObject({ quantity: d('12'), reduceOnly: false, side: 'buy', timeInForce: 'IOC' });
		bench.report(again, '12', 'filled');
		expect(bench.state().held).toEqual({ long: d('12'), short: d('12') });
		expect(textOf(bench.state().attention ?? '')).toMatch(/^NOT_TRADABLE: .* is not accepting orders on /);
		expect(untilSent(bench, 15_000)).toEqual(['short close']);
		bench.report(legOf(bench, 'short'), '12', 'filled');
		expect(sentLegs(bench)).toEqual(['long close']);
		bench.report(legOf(bench, 'long'), '12', 'filled');
		bench.apply({
			kind: 'flatRead',
			long: d('0'),
			short: d('0'),
			wasAlone: { long: true, short: true },
			reads: 1,
			differing: 0,
		});
		expect(bench.state().phase).toBe('closed');
	});

	test('is reopened after a roll too, because only our own roll has reduced the leg', () => {
		const bench = running();
		bench.around.nextSettlement = { long: bench.now + 3_600_000, short: undefined };
		bench.around.intervalMs = { long: 28_800_000, short: undefined };
		const ask = { to: 'exec_after', exchange: 'okx', leg: 'long', least: d('1'), lot: d('1') } as const;
		const asked = { request: 1, asOf: 5, since: bench.now, price: undefined };
		bench.apply({ kind: 'rollAsked', ...ask, ...asked, quantity: d('4') });
		expect(bench.state().held).toEqual({ long: d('8'), short: d('12') });
		for (const order of bench.sent()) bench.refuse(order, false, NOT_TRADABLE);
		const tries: string[] = [];
		for (let waited = 0; waited < 10_000 && !tries.includes('long complete'); waited += 250) {
			bench.now += 250;
			bench.apply({ kind: 'tick' });
			tries.push(...sentLegs(bench));
			for (const order of bench.sent()) if (order.leg === 'short') bench.refuse(order, false, NOT_TRADABLE);
		}
		expect(tries.at(-1)).toBe('long complete');
		expect(legOf(bench, 'long')).toMatchObject({ quantity: d('4'), reduceOnly: false });
	});

	test('is reopened in parts when the book has too little depth', () => {
		const bench = running();
		closedAlone(bench);
		bench.around.trades = of({ short: PAUSED });
		expect(untilSent(bench, 600)).toEqual(['short close']);
		bench.refuse(legOf(bench, 'short'), false, NOT_TRADABLE);
		bench.now += 5_000;
		bench.apply({ kind: 'tick' });
		expect(sentLegs(bench)).toEqual(['long complete']);
		bench.report(legOf(bench, 'long'), '5', 'canceled');
		expect(legOf(bench, 'long').quantity).toBe(d('7'));
	});

	test.each<[string, (bench: EngineBench) => void]>([
		[
			'its venue no longer shows the refused position',
			(bench) => {
				bench.around.isSeen = { long: true, short: false };
			},
		],
		[
			'its own contract is not trading either',
			(bench) => {
				bench.around.trades = of({ long: { is: 'no', why: 'it is paused.' } });
			},
		],
		[
			'its venue gives no price',
			(bench) => {
				bench.around.quotes = { ...bench.around.quotes, long: undefined };
			},
		],
	])('is not reopened while %s', (_what, change) => {
		const bench = running();
		closedAlone(bench);
		change(bench);
		for (let waited = 0; waited < 30_000; waited += 250) {
			bench.now += 250;
			bench.apply({ kind: 'tick' });
			for (const order of bench.sent()) {
				expect(order).toMatchObject({ leg: 'short', reduceOnly: true });
				bench.refuse(order, false, NOT_TRADABLE);
			}
		}
		expect(bench.state().held).toEqual({ long: d('0'), short: d('12') });
	});

	test('is not reopened after a refusal of the order itself, because that position may be gone', () => {
		const bench = running();
		close(bench);
		bench.report(legOf(bench, 'long'), '12', 'filled');
		const short = bench.state().orders.at(-1) as OrderIntent;
		bench.refuse(short, false, 'REDUCE_ONLY');
		for (let waited = 0; waited < 20_000; waited += 250) {
			bench.now += 250;
			bench.apply({ kind: 'tick' });
			for (const order of bench.sent()) {
				expect(order.reduceOnly).toBe(true);
				bench.refuse(order, false, 'REDUCE_ONLY');
			}
		}
	});

	test('is not reopened when others reduced a leg', () => {
		const bench = running();
		const fill = {
			tradeId: 'taken',
			quantity: d('12'),
			price: d('150'),
			fee: d('0'),
			feeAsset: 'USDT',
			feeQuantity: d('0'),
			filledAt: bench.now,
		};
		bench.apply({
			kind: 'legReduced',
			leg: 'long',
			cause: 'delisting',
			fills: [fill],
			heldBefore: d('12'),
			attention: undefined,
		});
		for (let waited = 0; waited < 20_000; waited += 250) {
			for (const order of bench.sent()) {
				expect(order).toMatchObject({ leg: 'short', reduceOnly: true });
				bench.refuse(order, false, NOT_TRADABLE);
			}
			bench.now += 250;
			bench.apply({ kind: 'tick' });
		}
		expect(bench.state().held).toEqual({ long: d('0'), short: d('12') });
	});
});

describe('across order service, driver, venues and journal', () => {
	const POSITIONS = (fixture: TradingFixture): readonly string[] =>
		[fixture.bybit.positionOf('SOLUSDT'), fixture.kucoin.positionOf('SOLUSDTM')].map((each) =>
			String(Number(each) / 1e18),
		);

	async function opened(): Promise<{
		readonly fixture: TradingFixture;
		readonly id: string;
		readonly held: readonly string[];
	}> {
		const fixture = createTradingFixture(20_261_123);
		fixture.feed('SOL');
		const { executionId: id } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
		for (let waited = 0; fixture.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
			await fixture.pass(50);
		return { fixture, id, held: POSITIONS(fixture) };
	}

	/** Waits for up to a minute, in steps of half a second with market data from both venues. */
	async function untilState(
		fixture: TradingFixture,
		id: string,
		isSo: (state: ExecutionState) => boolean,
		listed = true,
	) {
		for (let step = 0; step < 120; step += 1) {
			const state = fixture.driver.state(id);
			if (state !== undefined && isSo(state)) return state;
			fixture.feed('SOL');
			if (!listed) unlist(fixture);
			await fixture.pass(500);
		}
		throw new Error(
			`It did not come to be so: ${JSON.stringify(statusReasonOf(fixture.driver.state(id) as ExecutionState))}`,
		);
	}

	function unlist(fixture: TradingFixture): void {
		const leg = fixture.instrument('kucoin', 'SOL');
		fixture.market.put(leg, {
			ticker: tickerOf(leg.symbol, '100', null, {
				tradable: false,
				problems: ['KuCoin states the contract as Paused.'],
			}),
		});
	}

	const closeAll = (fixture: TradingFixture, id: string) =>
		fixture.driver.submit(id, { kind: 'closeRequested', reason: 'a test', remaining: d('0'), ...NO_GUARD });

	test('sends no order while a contract is listed as paused, and closes when it trades again', async () => {
		const { fixture, id, held } = await opened();
		const before = [fixture.bybit.sentCount(), fixture.kucoin.sentCount()];
		unlist(fixture);
		closeAll(fixture, id);
		await untilState(fixture, id, ({ attentionKind }) => attentionKind === 'untradable', false);
		for (let step = 0; step < 20; step += 1) {
			fixture.feed('SOL');
			unlist(fixture);
			await fixture.pass(500);
		}
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual(before);
		expect(POSITIONS(fixture)).toEqual(held);
		const ended = await untilState(fixture, id, ({ phase }) => phase === 'closed');
		expect([POSITIONS(fixture), ended.attention]).toEqual([['0', '0'], null]);
	});

	test('holds both legs again within ten seconds of an exchange’s refusal, also across a restart', async () => {
		const { fixture, id, held } = await opened();
		fixture.kucoin.pauseTrading('SOLUSDTM', true);
		closeAll(fixture, id);
		await untilState(fixture, id, (state) => state.held.long === 0n);
		expect(POSITIONS(fixture)[0]).toBe('0');
		const alone = fixture.clock.now();
		const again = await untilState(
			fixture,
			id,
			(state) => state.held.long === state.held.short && state.held.long > 0n,
		);
		expect(fixture.clock.now() - alone).toBeLessThan(10_000);
		expect(POSITIONS(fixture)).toEqual(held);
		expect(again.phase).toBe('closing');
		fixture.restart();
		await untilState(fixture, id, ({ attentionKind }) => attentionKind === 'untradable');
		fixture.kucoin.pauseTrading('SOLUSDTM', false);
		await untilState(fixture, id, ({ phase }) => phase === 'closed');
		expect(POSITIONS(fixture)).toEqual(['0', '0']);
		expect([...fixture.bybit.violations, ...fixture.kucoin.violations]).toEqual([]);
		const record = await fixture.settled(
			fixture.portfolio.live({
				userId: 'user_a',
				executionId: undefined,
				includeClosed: true,
				page: 1,
				limit: 10,
			}),
		);
		expect(record.accounts.map(({ unexplained }) => unexplained)).toEqual([0n, 0n]);
	});

	test('applies the same rule to a kill switch that closes all', async () => {
		const { fixture, id, held } = await opened();
		unlist(fixture);
		const before = [fixture.bybit.sentCount(), fixture.kucoin.sentCount()];
		await fixture.switches.halt({
			target: { scope: 'service' },
			reason: null,
			closeAll: true,
			by: 'operator',
		});
		await untilState(fixture, id, ({ attentionKind }) => attentionKind === 'untradable', false);
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual(before);
		expect(POSITIONS(fixture)).toEqual(held);
		await untilState(fixture, id, ({ phase }) => phase === 'closed');
		expect(POSITIONS(fixture)).toEqual(['0', '0']);
	});

	test('cancel_execution cancels a waiting close, and the position runs on', async () => {
		const { fixture, id, held } = await opened();
		unlist(fixture);
		const close = fixture.orderService.close({
			...ASKER,
			executionId: id,
			maxSlippageBps: undefined,
			share: ONE,
		});
		await untilState(fixture, id, ({ attentionKind }) => attentionKind === 'untradable', false);
		const answer = await fixture.settled(fixture.controls.cancel(ASKER, id, false));
		expect(answer).toMatchObject({ success: true, status: 'running' });
		expect(textOf(answer.message)).toMatch(/^The close was reversed/);
		// The caller of the close gets its response now, before the close's time limit.
		expect(await close).toMatchObject({
			success: false,
			status: 'running',
			message: { text: expect.stringMatching(/^The close was reversed.* 0 of .* stay open\.$/) },
		});
		expect(POSITIONS(fixture)).toEqual(held);
	});

	test('a repeated cancel of a waiting opening stays a cancel; a cancel that keeps replaces it', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		const held = POSITIONS(fixture);
		unlist(fixture);
		const first = fixture.controls.cancel(ASKER, id, false);
		await untilState(fixture, id, ({ attentionKind }) => attentionKind === 'untradable', false);
		// The client repeats the call after a lost response.
		const again = fixture.controls.cancel(ASKER, id, false);
		await fixture.pass(1_000);
		expect(stateOf(fixture, id).phase).toBe('closing');
		const kept = await fixture.settled(fixture.controls.cancel(ASKER, id, true));
		expect(kept).toMatchObject({ success: true, status: 'running' });
		expect(textOf(kept.message)).toMatch(/^The close was reversed/);
		for (const canceled of [first, again])
			expect((await refusalOf(fixture, canceled)).code).toBe('NOT_CANCELABLE');
		expect(POSITIONS(fixture)).toEqual(held);
	});
});
