/** Tests threshold rules with the real registry, store, alert service and executions; only the market is scripted. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AlertFixture, createAlertFixture, USER } from '../../test/support/alert-fixture.ts';
import { storedAlerts } from '../../test/support/stored-alerts.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { AlertRuleTerms } from '../ports/alert-rules.ts';
import { systemRandom } from '../runtime/random.ts';
import { createAlertRuleStore } from '../store/alert-rules.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createThresholdRules } from './threshold-rules.ts';
import { createThresholdWatch } from './threshold-watch.ts';

const PERIOD_MS = 1_000;
let fixture: AlertFixture;
let rules: ReturnType<typeof createThresholdRules>;
let watch: ReturnType<typeof createThresholdWatch>;

/** Starts rules and watch from the database, as after a start of the service. */
async function start(): Promise<void> {
	const { trading } = fixture;
	const { clock, database, market } = trading;
	const store = createAlertRuleStore(createSqliteDatabase(database));
	rules = createThresholdRules({
		stored: await store.load(),
		store,
		subjects: {
			isCoin: (coin) => coin === 'SOL',
			isExchange: () => true,
			isExchangePair: () => true,
			isOwnOpenExecution: (userId) => userId === USER,
		},
		clock,
		random: systemRandom,
		rulesPerUserMax: 2,
	});
	watch = createThresholdWatch({
		rules,
		service: fixture.service(),
		standing: storedAlerts(database).standing,
		clock,
		market: { inputs: () => [] },
		opportunities: { list: () => Promise.reject(new Error('No rule needs a list.')) },
		states: trading.driver.states,
		memory: fixture.memory(),
		markOf: (venue, symbol) => market.get(venue, symbol)?.ticker?.mark ?? null,
		tickerAgeMsMax: 5_000,
		periodMs: PERIOD_MS,
	});
	watch.start();
}

beforeEach(async () => {
	fixture = createAlertFixture(1);
	await start();
});
afterEach(async () => {
	await watch.close();
	await fixture.stop();
});

const terms = (change: Partial<AlertRuleTerms> = {}): AlertRuleTerms => ({
	name: 'my result',
	kind: 'execution_net',
	coin: null,
	exchange: null,
	exchangepair: null,
	executionId: null,
	direction: 'below',
	limit: parseDecimal('1000'),
	hysteresis: parseDecimal('10'),
	cooldownMs: 0,
	isEnabled: true,
	...change,
});
const told = () => fixture.told.filter(({ kind }) => kind === 'threshold');

test('alerts once about an own open execution, also over a restart, and not about foreign ones', async () => {
	const id = await fixture.open();
	const own = await rules.api.add(USER, terms());
	await rules.api.add('user_b', terms());
	await fixture.trading.pass(3 * PERIOD_MS);
	expect(told()).toMatchObject([
		{
			userId: USER,
			executionId: id,
			severity: 'warning',
			facts: { state: 'began', ruleId: own.ruleId, ruleKind: 'execution_net', limit: 1_000, unit: 'USD' },
		},
	]);
	expect(rules.api.list(USER)[0]).toMatchObject({ isActive: true, firedAt: expect.any(Number) });
	expect(rules.api.list('user_b')[0]).toMatchObject({ isActive: false, figure: null, firedAt: null });
	await watch.close();
	await start();
	await fixture.trading.pass(3 * PERIOD_MS);
	expect(told()).toHaveLength(1);
});

test('an edited rule starts again, and a disabled one is silent', async () => {
	await fixture.open();
	const { ruleId } = await rules.api.add(USER, terms());
	await fixture.trading.pass(2 * PERIOD_MS);
	await rules.api.edit(USER, ruleId, { limit: parseDecimal('2000') });
	await fixture.trading.pass(3 * PERIOD_MS);
	expect(told().map(({ facts }) => [facts.state, facts.limit])).toEqual([
		['began', 1_000],
		['began', 2_000],
	]);
	await rules.api.edit(USER, ruleId, { isEnabled: false });
	await fixture.trading.pass(2 * PERIOD_MS);
	await rules.api.edit(USER, ruleId, { limit: parseDecimal('3000') });
	await fixture.trading.pass(2 * PERIOD_MS);
	expect(told()).toHaveLength(2);
	expect(storedAlerts(fixture.trading.database).standing.filter(({ kind }) => kind === 'threshold')).toEqual(
		[],
	);
});

test('compares the basis of both marks', async () => {
	await fixture.open();
	await rules.api.add(USER, terms({ kind: 'basis', direction: 'above', limit: parseDecimal('-90') }));
	await fixture.trading.pass(2 * PERIOD_MS);
	expect(told()).toMatchObject([{ facts: { ruleKind: 'basis', unit: '%' } }]);
	const [rule] = rules.api.list(USER);
	expect(rule?.figure).not.toBeNull();
});

test('the number of rules is limited, and a foreign rule is unknown', async () => {
	const { ruleId } = await rules.api.add(USER, terms());
	await rules.api.add(USER, terms());
	await expect(rules.api.add(USER, terms())).rejects.toMatchObject({ code: 'TOO_MANY_ALERT_RULES' });
	await expect(rules.api.remove('user_b', ruleId)).rejects.toMatchObject({ code: 'UNKNOWN_ALERT_RULE' });
	await expect(rules.api.edit('user_b', ruleId, { isEnabled: false })).rejects.toMatchObject({
		code: 'UNKNOWN_ALERT_RULE',
	});
	await rules.api.remove(USER, ruleId);
	expect(rules.api.list(USER)).toHaveLength(1);
});

test('refuses a subject that does not exist', async () => {
	await expect(
		rules.api.add(USER, terms({ kind: 'funding_rate', coin: 'NOPE', limit: parseDecimal('20') })),
	).rejects.toMatchObject({ code: 'INVALID_PARAMS', field: 'coin' });
	await expect(rules.api.add('user_b', terms({ executionId: 'exec_1' }))).rejects.toMatchObject({
		code: 'UNKNOWN_EXECUTION',
		field: 'execution_id',
	});
});
