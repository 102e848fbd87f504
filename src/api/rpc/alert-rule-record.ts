/** Defines threshold rules on the wire. */
import * as z from 'zod';
import { ALERT_RULE_DIRECTIONS, ALERT_RULE_KINDS, type ListedRule } from '../../ports/alert-rules.ts';
import { text } from './params.ts';
import { amount, amountOrNull, instant, instantOrNull, type Wire } from './record-fields.ts';

/** Parameter for a rule's id, at most 64 characters. */
export const ruleId = text(64, 'Id from list_alert_rules.');

/** A threshold rule on the wire. */
export const alertRuleSchema = z.strictObject({
	rule_id: z.string().describe('Id of the rule.'),
	name: z.string().describe('Name given by its owner.'),
	kind: z.enum(ALERT_RULE_KINDS).describe('Figure that the rule compares.'),
	coin: z.string().nullable().describe('Coin of a rule about the market; null for own executions.'),
	exchange: z.string().nullable().describe('Exchange of a funding_rate rule; null: all.'),
	exchangepair: z.string().nullable().describe('Exchange pair of a spread_apr or net_apr rule; null: all.'),
	execution_id: z.string().nullable().describe('Execution of a rule about own executions; null: all open.'),
	direction: z.enum(ALERT_RULE_DIRECTIONS).describe('Side of the limit on which the rule alerts.'),
	limit: amount('Limit in the unit.'),
	unit: z
		.enum(['percent_per_year', 'percent', 'usd'])
		.describe('Unit of limit, hysteresis and figure. Percent: 20 means 20 %.'),
	hysteresis: amount('The alert ends once the figure is back by this much.'),
	cooldown_minutes: z.int().describe('Minimum minutes from an alert to its end and to the next alert.'),
	enabled: z.boolean().describe('False: the rule does not alert.'),
	created_at: instant('Time of creation.'),
	fired_at: instantOrNull('Time of the last alert; null: none yet.'),
	figure: amountOrNull('Last figure; null: unknown, or not compared yet.'),
	active: z.boolean().describe('True while an alert of the rule is active.'),
});

const MINUTE_MS = 60_000;

/** Converts a rule to its record on the wire. */
export function alertRuleRow(rule: ListedRule): Wire<typeof alertRuleSchema> {
	return {
		rule_id: rule.ruleId,
		name: rule.name,
		kind: rule.kind,
		coin: rule.coin,
		exchange: rule.exchange,
		exchangepair: rule.exchangepair,
		execution_id: rule.executionId,
		direction: rule.direction,
		limit: rule.limit,
		unit: UNITS[rule.kind],
		hysteresis: rule.hysteresis,
		cooldown_minutes: rule.cooldownMs / MINUTE_MS,
		enabled: rule.isEnabled,
		created_at: new Date(rule.createdAt).toISOString(),
		fired_at: rule.firedAt === null ? null : new Date(rule.firedAt).toISOString(),
		figure: rule.figure,
		active: rule.isActive,
	};
}

const UNITS: Readonly<Record<ListedRule['kind'], 'percent_per_year' | 'percent' | 'usd'>> = {
	funding_rate: 'percent_per_year',
	spread_apr: 'percent_per_year',
	net_apr: 'percent_per_year',
	basis: 'percent',
	execution_net: 'usd',
	margin_distance: 'percent',
};

/** The rule that the documentation uses as an example. */
export const ALERT_RULE_EXAMPLE = {
	rule_id: 'rule_5b7d2e4f6081a3c5e73f9a1c',
	name: 'ETH is hot',
	kind: 'funding_rate',
	coin: 'ETH',
	exchange: null,
	exchangepair: null,
	execution_id: null,
	direction: 'above',
	limit: 20,
	unit: 'percent_per_year',
	hysteresis: 2,
	cooldown_minutes: 60,
	enabled: true,
	created_at: '2026-11-20T08:00:00.000Z',
	fired_at: null,
	figure: null,
	active: false,
};
