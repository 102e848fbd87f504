/** Tests that a payment from before a handover of the leg stays with the execution that gave the leg. */
import { expect, test } from 'vitest';
import { runningExecution } from '../../../test/support/running-execution.ts';
import { fromInteger, parseDecimal, ZERO } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { split } from './payment-shares.ts';

const SETTLED_AT = Date.UTC(2026, 10, 21, 8);
const UNCERTAINTY_MS = 20_000;

/** An execution whose long leg another execution handed over one millisecond after the settlement. */
function rolled(): ExecutionState {
	const state = runningExecution({ openedAt: SETTLED_AT + 1 });
	const fill = {
		tradeId: 'roll-1',
		quantity: fromInteger(10),
		price: fromInteger(100),
		fee: ZERO,
		feeAsset: 'USDT',
		feeQuantity: ZERO,
		filledAt: SETTLED_AT + 1,
		handedAt: SETTLED_AT + 2_400_000,
	};
	return {
		...state,
		orders: state.orders.filter(({ leg }) => leg === 'short'),
		taken: [{ leg: 'long', fill }],
	};
}

const paymentAt = (settledAt: number) => ({
	recordId: 'payment-1',
	symbol: 'SOLUSDT',
	settledAt,
	rate: parseDecimal('-0.0001'),
	amount: parseDecimal('0.1'),
	quantity: fromInteger(10),
});

test('a payment from before a handover is not booked again once the giver is forgotten', () => {
	const states = [{ state: rolled(), leg: 'long' }] as const;
	const { shares, fits } = split(states, paymentAt(SETTLED_AT), UNCERTAINTY_MS);
	expect([shares.size, fits]).toEqual([0, false]);
});

test('a payment from after a handover belongs to the taker', () => {
	const state = rolled();
	const { shares, fits } = split([{ state, leg: 'long' }], paymentAt(SETTLED_AT + 3_600_000), UNCERTAINTY_MS);
	expect(fits).toBe(true);
	expect(shares.get(state.plan.executionId)?.amount).toBe(parseDecimal('0.1'));
});
