/** Tests the costs in a preview: as fractions of notional, and in USD for its plan. */
import { expect, test } from 'vitest';
import { type Decimal, mulDown, parseDecimal, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import type { PreviewAnswer } from '../../src/ports/order-service.ts';
import { createTradingFixture } from '../support/trading-fixture.ts';

const PARTS = ['entryFees', 'exitFees', 'entrySlippage', 'exitSlippage', 'basis'] as const;
/** Maximum amount that one part gains when it is rounded up at the eighth decimal place. */
const STEP = parseDecimal('0.00000001');

async function previewOf(change: { readonly amount?: Decimal }): Promise<PreviewAnswer> {
	const fixture = createTradingFixture(20_261_121);
	fixture.feed('SOL');
	// The mean price basis, which is part of the costs, is known only after some observations.
	for (let second = 0; second < 8; second += 1) {
		await fixture.pass(1_000);
		fixture.feed('SOL');
	}
	return (await fixture.settled(fixture.execute({ ...change, preview: true }))) as PreviewAnswer;
}

test('each part in USD is its share of the planned long leg, and the parts add up to the digit', async () => {
	const { plan, costs } = await previewOf({});
	const { cash, legs, quantity } = plan;
	if (cash === null) throw new Error('The plan buys nothing.');
	const notional = legs[0]?.notional ?? ZERO;
	expect([cash.quantity, cash.legNotional]).toEqual([quantity, notional]);
	const wrong = PARTS.filter((part) => {
		const [usd, share] = [cash[part], costs.cost[part]];
		if (usd === null || share === null) return true;
		const over = sub(usd, mulDown(share, notional));
		return over < 0n || over > STEP;
	});
	expect(wrong).toEqual([]);
	expect(cash.total).toBe(sum(PARTS.map((part) => cash[part] ?? ZERO)));
	expect(cash.expectedNet).toBe(
		cash.expectedCarry === null || cash.total === null ? null : sub(cash.expectedCarry, cash.total),
	);
});
