import { expect, test } from 'vitest';
import { testPlan } from '../../../test/support/execution-plans.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { atPresentTerms } from './present-terms.ts';
import { plannedNow } from './summary.ts';

const PLAN = testPlan({ seedHex: 'ab'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' });
const state: ExecutionState = plannedNow(PLAN, 1_000).state;
const { long, short } = state.plan.legs;

test('returns the same state when nothing changed or the venue no longer lists the contract', () => {
	expect(atPresentTerms(state, () => undefined)).toBe(state);
	expect(
		atPresentTerms(state, (venue) => (venue === long.venue ? { ...long.instrument } : short.instrument)),
	).toBe(state);
});

test('takes the new tick and lot of a leg and recalculates the common lot', () => {
	const changed = { ...long.instrument, tickSize: parseDecimal('0.5'), lotSize: parseDecimal('7') };
	const present = atPresentTerms(state, (venue) => (venue === long.venue ? changed : short.instrument));
	expect(present.plan.legs.long.instrument).toBe(changed);
	expect(present.plan.legs.short).toEqual(short);
	expect(present.plan.commonLot % parseDecimal('7')).toBe(0n);
	expect(present.plan.commonLot % short.instrument.lotSize).toBe(0n);
	expect(state.plan.legs.long.instrument).toBe(long.instrument);
});
