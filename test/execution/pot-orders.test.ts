/** Tests the orders of pots over the order service: prices before the send, finding what was sent, and its end. */
import { expect, test } from 'vitest';
import { createPotOrders, orderLeverage } from '../../src/autopilot/pot-orders.ts';
import { parseDecimal as d, fromInteger } from '../../src/domain/decimal.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import type { PlannedChange } from '../../src/ports/autopilot.ts';
import { agentWith } from '../support/agents.ts';
import { instrumentOf } from '../support/hand-driven-market.ts';
import { type RolledPair, rolledPair } from '../support/rolls.ts';

const TRADER = { userId: 'user_a', agent: undefined } as const;
const LEVERAGE = fromInteger(1);

function ordersOf({ fixture }: RolledPair) {
	const { orderService, executions, journal, clock } = fixture;
	return createPotOrders({ orders: orderService, executions, journal, clock });
}

function rollOf({ state, id }: RolledPair, change: Partial<PlannedChange> = {}): PlannedChange {
	const { long } = state(id).plan.legs;
	return {
		kind: 'roll',
		coin: 'SOL',
		long: { venue: long.venue, symbol: long.instrument.symbol },
		short: { venue: 'okx', symbol: instrumentOf('okx', 'SOL').symbol },
		executionId: id,
		leg: 'short',
		notional: fromInteger(1_000),
		share: fromInteger(1),
		gain: fromInteger(10),
		cost: fromInteger(1),
		costMax: fromInteger(5),
		explanation: 'The test wants it.',
		...change,
	};
}

test('a roll is compared with the cost that its plan pays, and nothing is sent', async () => {
	const pair = await rolledPair();
	const { fixture, preview } = pair;
	const orders = ordersOf(pair);
	const { figures } = await preview();
	// Ten coins of 100 USD move, so each 0.1 % of cost is 1 USD.
	const cost = Number(figures.cost ?? 0n) / 1e15;
	const sent = fixture.okx.sentCount();
	const check = (costMax: number, share = '1') => {
		const change = rollOf(pair, { costMax: d(costMax.toFixed(6)), share: d(share) });
		return fixture.settled(orders.recheck(TRADER, change, LEVERAGE, 'dec_1:0'));
	};
	await expect(check(cost * 0.99)).rejects.toMatchObject({ code: 'NO_LONGER_PAYS' });
	await expect(check(cost * 1.01)).resolves.toBeUndefined();
	await expect(check(cost * 0.51, '0.5')).resolves.toBeUndefined();
	expect(fixture.okx.sentCount()).toBe(sent);
});

test.each([
	['the whole pair', '1', 'closed', '0'],
	['half of a pair', '0.5', 'running', '5'],
] as const)('a roll of %s is over once both pairs are whole', async (_what, share, phase, left) => {
	const pair = await rolledPair('400');
	const orders = ordersOf(pair);
	const rolled = await pair.fixture.settled(
		orders.roll(TRADER, rollOf(pair, { share: d(share) }), 'dec_1:0'),
	);
	const before: unknown[] = [];
	const over = orders.outcome(rolled).then(({ executionId }) => {
		const { held, phase: now } = pair.state(pair.id);
		before.push(executionId, now, held.long, held.short);
	});
	await pair.pass(20_000);
	await over;
	expect(before).toEqual([rolled, phase, d(left), d(left)]);
	expect(pair.state(rolled).phase).toBe('running');
});

test('an opening is found by its key under the agent that sent it, and under nobody else', async () => {
	const pair = await rolledPair();
	const { fixture } = pair;
	const orders = ordersOf(pair);
	const agent = agentWith();
	const { long, short } = pair.state(pair.id).plan.legs;
	const opening = rollOf(pair, {
		kind: 'open',
		executionId: null,
		leg: null,
		share: null,
		short: { venue: short.venue, symbol: short.instrument.symbol },
	});
	expect(opportunityId(opening.long, opening.short)).toBe(pair.state(pair.id).plan.opportunityId);
	expect(long.venue).toBe(opening.long.venue);
	fixture.feed('SOL', { venues: ['bybit', 'kucoin', 'okx'] });
	const opened = await fixture.settled(orders.open({ ...TRADER, agent }, opening, LEVERAGE, 'dec_1:1'));
	expect(await orders.find('user_a', agent.agentId, 'dec_1:1')).toBe(opened);
	expect(await orders.find('user_a', null, 'dec_1:1')).toBeUndefined();
	expect(await orders.find('user_a', agent.agentId, 'dec_1:2')).toBeUndefined();
});

test('a reduction that is repeated closes nothing twice', async () => {
	const pair = await rolledPair();
	const orders = ordersOf(pair);
	for (let times = 0; times < 2; times += 1) {
		const reduced = orders.reduceTo(TRADER, pair.id, fromInteger(4));
		await pair.pass(20_000);
		await reduced;
		expect(pair.state(pair.id).held).toEqual({ long: fromInteger(4), short: fromInteger(4) });
	}
});

test.each([
	['1', '1'],
	['1.8', '2'],
	['2', '2'],
	['2.01', '3'],
])('a pot at leverage %s orders at %s', (pot, order) => {
	expect(orderLeverage(d(pot))).toBe(d(order));
});
