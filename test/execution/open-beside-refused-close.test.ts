/**
 * Checks that, while an exchange refuses the orders of a close, the service opens no positions on the same instrument
 * of the account.
 */
import { expect, test } from 'vitest';
import { ONE } from '../../src/domain/decimal.ts';
import type { PreviewAnswer } from '../../src/ports/order-service.ts';
import {
	ANN,
	expectFlat,
	fixtureWith,
	opened,
	passFed,
	refusalOf,
	stateOf,
} from '../support/fixture-steps.ts';
import type { TradingFixture } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

/** Creates a running execution whose close is refused by one leg's exchange again and again. */
async function refusedClose(
	fixture: TradingFixture,
	at: 'bybit' | 'kucoin',
	passing: number,
): Promise<string> {
	const id = await opened(fixture);
	fixture[at].setFaults({ ...NO_FAULTS, rejected: 1, passing });
	fixture.feed('SOL');
	void fixture.orderService
		.close({ ...ANN, executionId: id, share: ONE, maxSlippageBps: undefined })
		.catch(() => {});
	const isRefused = (): boolean => stateOf(fixture, id).orders.at(-1)?.status === 'rejected';
	for (let waited = 0; !isRefused() && waited < 500; waited += 1) await fixture.pass(5);
	expect(isRefused()).toBe(true);
	return id;
}

test.each([
	['bybit', 'long', 0],
	['kucoin', 'short', 0],
	['bybit', 'long', 1],
] as const)(
	'at %s, the %s leg, passing %i: an open gets CLOSE_REFUSED, and no order is sent',
	async (at, leg, passing) => {
		const fixture = fixtureWith();
		const id = await refusedClose(fixture, at, passing);
		// The other leg may be larger at first. The engine balances it, and then both legs wait for the exchange.
		let refused = await refusalOf(fixture, fixture.execute({}));
		for (let waited = 0; refused.code !== 'CLOSE_REFUSED' && waited < 100; waited += 1) {
			await passFed(fixture, 50);
			refused = await refusalOf(fixture, fixture.execute({}));
		}
		expect(refused.code).toBe('CLOSE_REFUSED');
		expect(refused.message).toContain(
			`${at === 'bybit' ? 'Bybit SOLUSDT' : 'KuCoin SOLUSDTM'}: the exchange is rejecting the orders that close execution ${id} (DRAWN: refused by the seed)`,
		);
		expect(refused.facts).toMatchObject({ check: `position_${leg}`, exchange: at, executionId: id });
		expect(fixture.driver.states().map(({ plan }) => plan.executionId)).toEqual([id]);
	},
);

test('opening is allowed again once the exchange accepts orders and the close is done', async () => {
	const fixture = fixtureWith();
	const id = await refusedClose(fixture, 'bybit', 0);
	const shown = (await fixture.settled(fixture.execute({ preview: true }))) as PreviewAnswer;
	expect(shown.checks.filter(({ passed }) => !passed).map(({ check }) => check)).toContain('position_long');
	fixture.bybit.setFaults(NO_FAULTS);
	await passFed(fixture, 60_000);
	expect(stateOf(fixture, id).phase).toBe('closed');
	expectFlat(fixture);
	await opened(fixture);
});

test('a temporary refusal outside a close does not block opening', async () => {
	const fixture = fixtureWith();
	await opened(fixture);
	fixture.feed('SOL');
	const shown = (await fixture.settled(fixture.execute({ preview: true }))) as PreviewAnswer;
	expect(shown.checks.find(({ check }) => check === 'position_long')?.passed).toBe(true);
});
