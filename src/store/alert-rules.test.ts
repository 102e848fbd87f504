/** Tests the store of threshold rules: exact limits, replacement by id, and the order of the list. */
import { beforeEach, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { AlertRule, AlertRuleStore } from '../ports/alert-rules.ts';
import { createAlertRuleStore } from './alert-rules.ts';

const databases = storePerTest();
let store: AlertRuleStore;

beforeEach(() => {
	store = createAlertRuleStore(databases.now());
});

const rule = (ruleId: string, change: Partial<AlertRule> = {}): AlertRule => ({
	ruleId,
	userId: 'user_ann',
	name: 'ETH funding',
	kind: 'funding_rate',
	coin: 'ETH',
	exchange: 'bybit',
	exchangepair: null,
	executionId: null,
	direction: 'above',
	limit: parseDecimal('-12.000000000000000001'),
	hysteresis: parseDecimal('0.5'),
	cooldownMs: 3_600_000,
	isEnabled: true,
	createdAt: 10,
	firedAt: null,
	...change,
});

test('reads a rule back exactly after a restart', async () => {
	const market = rule('rule_a');
	const own = rule('rule_b', {
		kind: 'execution_net',
		coin: null,
		exchange: null,
		executionId: 'exec_1',
		direction: 'below',
		isEnabled: false,
		firedAt: 9_007_199_254_740_991,
	});
	await store.save(market);
	await store.save(own);
	expect(await createAlertRuleStore(databases.reopen()).load()).toEqual([market, own]);
});

test('lists rules oldest first; rules of one moment by the code points of their ids', async () => {
	for (const [ruleId, createdAt] of [
		['b', 5],
		['a', 5],
		['B', 5],
		['c', 1],
	] as const)
		await store.save(rule(ruleId, { createdAt }));
	expect((await store.load()).map(({ ruleId }) => ruleId)).toEqual(['c', 'B', 'a', 'b']);
});

test('replaces every member of a rule with the same id', async () => {
	await store.save(rule('rule_a'));
	await store.save(rule('rule_b'));
	const changed = rule('rule_a', {
		userId: 'user_bob',
		name: 'Spread',
		kind: 'spread_apr',
		coin: 'BTC',
		exchange: null,
		exchangepair: 'bybit-kucoin',
		direction: 'below',
		limit: parseDecimal('3'),
		hysteresis: parseDecimal('0'),
		cooldownMs: 0,
		isEnabled: false,
		createdAt: 11,
		firedAt: 12,
	});
	await store.save(changed);
	expect(await store.load()).toEqual([rule('rule_b'), changed]);
});

test('refuses a direction that does not exist, and removes only the named rule', async () => {
	await store.save(rule('rule_a'));
	await expect(store.save(rule('rule_b', { direction: 'beside' as never }))).rejects.toThrow(/check/i);
	await store.remove('rule_none');
	expect(await store.load()).toEqual([rule('rule_a')]);
	await store.remove('rule_a');
	expect(await store.load()).toEqual([]);
});
