/** Tests what-if shocks on the positions of a service that traded them. */
import { expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { Shock, WhatIfOptions } from '../../src/ports/what-if.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const NOTHING: Shock = { move: 0, coin: null, capSettlements: 0, capSign: 'worst', down: null, gap: null };
const ALL: WhatIfOptions = { executionId: undefined, leverage: undefined };

async function opened(fixture: TradingFixture, coin: string): Promise<string> {
	const opportunityId = fixture.feed(coin);
	const answer = (await fixture.settled(fixture.execute({ opportunityId }))) as ExecuteAnswer;
	await fixture.pass(1_000);
	fixture.feed(coin);
	return answer.executionId;
}

const asked = (fixture: TradingFixture, shock: Partial<Shock>, options: Partial<WhatIfOptions> = {}) =>
	fixture.settled(fixture.whatIf.shock('user_a', { ...NOTHING, ...shock }, { ...ALL, ...options }));

test('a fall takes from the long leg’s exchange what it gives to the short leg’s', async () => {
	const fixture = createTradingFixture(1);
	const executionId = await opened(fixture, 'SOL');
	const before = await asked(fixture, {});
	const { executions, exchanges, totals } = await asked(fixture, { move: -0.2 });
	expect(executions.map((one) => one.executionId)).toEqual([executionId]);
	const [one] = executions;
	expect(one?.long).toMatchObject({ exchange: 'bybit', isLiquidated: false });
	expect(one?.long.profit).toBeCloseTo(-0.2 * (before.executions[0]?.long.notional ?? 0), 6);
	expect(Math.abs((one?.long.profit ?? 0) + (one?.short.profit ?? 0))).toBeLessThan(1);
	expect(exchanges.map(({ exchange }) => exchange)).toEqual(['bybit', 'kucoin']);
	for (const { before: first, after, profit } of exchanges)
		expect(after.equity).toBeCloseTo(first.equity + profit, 6);
	expect(totals.equityAfter).toBeCloseTo(totals.equityBefore + totals.profit, 6);
	expect(exchanges[0]?.before.equity).toBeCloseTo(before.exchanges[0]?.after.equity ?? 0, 6);
});

test('an unknown coin, exchange or execution is refused', async () => {
	const fixture = createTradingFixture(1);
	await opened(fixture, 'SOL');
	const refusals = await Promise.all(
		[
			asked(fixture, { move: -0.1, coin: 'DOGE' }),
			asked(fixture, { gap: { exchange: 'okx', share: 0.1 } }),
			asked(fixture, { down: { exchange: 'okx', hours: 1 } }),
			asked(fixture, { move: -0.1 }, { executionId: 'exec_none' }),
		].map((answer) => answer.catch((error: CarrywireError) => [error.code, error.message])),
	);
	expect(refusals).toEqual([
		['INVALID_PARAMS', 'You hold no position in DOGE.'],
		['INVALID_PARAMS', 'You have no account at OKX.'],
		['INVALID_PARAMS', 'You have no account at OKX.'],
		['UNKNOWN_EXECUTION', 'You have no execution exec_none.'],
	]);
});

test('an execution without a current mark is left out, with a reason', async () => {
	const fixture = createTradingFixture(1);
	const executionId = await opened(fixture, 'SOL');
	await fixture.pass(60_000);
	const { executions, reasons } = await asked(fixture, { move: -0.2, capSettlements: 1 }, { executionId });
	expect(executions).toHaveLength(0);
	expect(reasons.map(({ code }) => code)).toEqual(expect.arrayContaining(['MARK_UNKNOWN', 'NOTHING_HELD']));
});
