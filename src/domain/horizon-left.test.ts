import { expect, test } from 'vitest';
import { runningExecution } from '../../test/support/running-execution.ts';
import { parseDecimal as d } from './decimal.ts';
import { HOUR_MS } from './funding.ts';
import { horizonLeftMs } from './horizon-left.ts';

const OPENED_AT = Date.UTC(2026, 10, 20);
const leftHours = (maxHours: string | null, heldHours: number): number => {
	const state = runningExecution({
		openedAt: OPENED_AT,
		exit: { maxHours: maxHours === null ? null : d(maxHours) },
	});
	return horizonLeftMs(state, OPENED_AT + heldHours * HOUR_MS) / HOUR_MS;
};

test.each<[string, string | null, number, number]>([
	['30 days without max_hours', null, 5_000, 720],
	['30 days while max_hours end later', '2160', 0, 720],
	['until max_hours end if that is sooner', '2160', 2_000, 160],
	['zero once they have ended', '24', 30, 0],
])('%s', (_rule, maxHours, heldHours, left) => {
	expect(leftHours(maxHours, heldHours)).toBeCloseTo(left, 2);
});

test('uses the latest exit rules', () => {
	const state = runningExecution({ openedAt: OPENED_AT, exit: { maxHours: d('24') } });
	const changed = { ...state, exit: { ...state.exit, maxHours: d('48') } };
	expect(horizonLeftMs(changed, OPENED_AT + 24 * HOUR_MS) / HOUR_MS).toBeCloseTo(24, 2);
});
