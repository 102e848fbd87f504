/** Tests which changes make a sweep play its trials again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../test/support/data-folder.ts';
import { datasetOf, QUIET } from '../../../test/support/replayed-market.ts';
import { DEFAULT_ORDER, type ReplayOrder } from './order.ts';
import { planOrder } from './order-plan.ts';
import { trialsKey } from './trials-key.ts';

const DATASET = datasetOf(QUIET);
const ORDER: ReplayOrder = {
	...DEFAULT_ORDER,
	...{ data: ['rates'], policy: 'month-mean', sweep: { enter: [0.05, 0.08] } },
};

function keyOf(order: Partial<ReplayOrder> = {}, { hash = DATASET.hash, code = 'a' } = {}): string {
	const whole = { ...ORDER, ...order };
	const dataset = { ...DATASET, hash };
	return trialsKey({ order: whole, dataset, plan: planOrder(whole, dataset) }, code);
}

describe('the key of trials', () => {
	test.each<[string, Partial<ReplayOrder>]>([
		['setting', { set: { leave: -0.03 } }],
		['value to try', { sweep: { enter: [0.05, 0.09] } }],
		['order of values', { sweep: { enter: [0.08, 0.05] } }],
		['policy', { policy: 'month-mean-hysteresis' }],
		['capital', { capitalUsd: 20_000 }],
		['fee', { feesBp: { bybit: { taker: 5, maker: 2 } } }],
		['slippage', { slippageBp: 3 }],
		['seed', { seed: 2 }],
		['rule', { without: ['TOO_GOOD'] }],
		['start', { from: DATASET.from + 1 }],
		['end', { until: DATASET.until - 1 }],
	])('changes with the %s', (_name, order) => {
		expect(keyOf(order)).not.toBe(keyOf());
	});

	test('changes with the data and with the code', () => {
		expect(keyOf({}, { hash: '1'.repeat(64) })).not.toBe(keyOf());
		expect(keyOf({}, { code: 'b' })).not.toBe(keyOf());
	});

	test('stays with other workers, another folder, and another path of the same data', () => {
		expect(keyOf({ workers: 4, keep: 'kept', data: ['moved'] })).toBe(keyOf());
	});

	test('changes with the program files of a policy', () => {
		using folder = dataFolder();
		const policy = join(folder.path, 'mine.mjs');
		const keys = new Set<string>();
		for (const [name, text] of [
			['mine.mjs', 'export function policy() {}'],
			['mine.mjs', 'export async function policy() {}'],
			['helper.mjs', 'export const one = 1;'],
			['helper.mjs', 'export const one = 2;'],
		] as const) {
			writeFileSync(join(folder.path, name), text);
			keys.add(keyOf({ policy }));
		}
		expect(keys.size).toBe(4);
		writeFileSync(join(folder.path, 'notes.md'), 'Not a program.');
		expect(keys).toContain(keyOf({ policy }));
	});

	test('needs a policy file that can be read', () => {
		expect(() => keyOf({ policy: './gone.mjs' })).toThrow('There is no file ./gone.mjs.');
	});
});
