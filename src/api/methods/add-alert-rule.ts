import * as z from 'zod';
import { abs, divTrunc, fromInteger } from '../../domain/decimal.ts';
import {
	ALERT_RULE_DIRECTIONS,
	ALERT_RULE_KINDS,
	type AlertRuleKind,
	type AlertRuleTerms,
	COIN_RULE_KINDS,
} from '../../ports/alert-rules.ts';
import { ALERT_RULE_EXAMPLE, alertRuleRow, alertRuleSchema } from '../rpc/alert-rule-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { decimal, flag, integerOr, text } from '../rpc/params.ts';
import { RULE_TEXT } from '../rpc/text.ts';

const MINUTE_MS = 60_000;
/** The default hysteresis is the limit divided by this number. */
const HYSTERESIS_DIVISOR = fromInteger(10);
/** Largest limit and hysteresis, % or USD. */
const LIMIT_MAX = '1000000000';

const params = z.strictObject({
	kind: z
		.enum(ALERT_RULE_KINDS)
		.describe(
			'Figure to compare. funding_rate: running rate of a coin, % a year. spread_apr: headline APR of its best pair. net_apr: expected net APR of its best pair, at 1,000 USD. basis: short above long price of your executions, %. execution_net: their net result, USD. margin_distance: their distance to liquidation, %.',
		),
	name: text(64, 'Name of the rule, at the beginning of its alerts. Default: its kind.').optional(),
	coin: text(20, 'Coin such as ETH. Required for funding_rate, spread_apr and net_apr.').optional(),
	exchange: text(32, 'Exchange, for funding_rate. Default: all.').optional(),
	exchangepair: text(64, 'Exchange pair, for spread_apr and net_apr. Default: all.').optional(),
	execution_id: text(
		64,
		'Open execution, for basis, execution_net and margin_distance. Default: all.',
	).optional(),
	direction: z.enum(ALERT_RULE_DIRECTIONS).describe('Side of the limit on which the rule alerts.'),
	limit: decimal({
		description: 'Limit: percent (20 means 20 %), or USD for execution_net.',
		atLeast: `-${LIMIT_MAX}`,
		atMost: LIMIT_MAX,
	}),
	hysteresis: decimal({
		description: 'The alert ends once the figure is back by this much. Default: a tenth of the limit.',
		atLeast: '0',
		atMost: LIMIT_MAX,
	}).optional(),
	cooldown_minutes: integerOr(60, {
		description: 'Minimum minutes from an alert to its end and to the next alert.',
		atLeast: 0,
		atMost: 10_080,
	}),
	enabled: flag(true, 'False: the rule does not alert.'),
});

/** Adds a threshold rule. Fails with TOO_MANY_ALERT_RULES at the maximum per user. */
export const addAlertRule = scopedMethod({
	name: 'add_alert_rule',
	summary: 'Adds a rule that raises a threshold alert when a figure crosses your limit.',
	scope: 'agents:manage',
	tradesMoney: false,
	params,
	result: alertRuleSchema,
	example: {
		params: { kind: 'funding_rate', name: 'ETH is hot', coin: 'ETH', direction: 'above', limit: 20 },
		result: ALERT_RULE_EXAMPLE,
	},
	errors: ['TOO_MANY_ALERT_RULES', 'UNKNOWN_EXECUTION'],
	async handle(given, { services, caller }) {
		return alertRuleRow(await services.alerts.rules.add(caller.userId, termsOf(given)));
	},
});

/** @throws CarrywireError INVALID_PARAMS for a subject that is missing, or that this kind does not have */
function termsOf(given: z.output<typeof params>): AlertRuleTerms {
	const { kind } = given;
	const isCoinRule = COIN_RULE_KINDS.has(kind);
	if (isCoinRule && given.coin === undefined)
		throw invalidParam('coin', RULE_TEXT.needsForTarget({ kind }), RULE_TEXT.absent());
	refuse(!isCoinRule, 'coin', given.coin, kind);
	refuse(kind !== 'funding_rate', 'exchange', given.exchange, kind);
	refuse(!isCoinRule || kind === 'funding_rate', 'exchangepair', given.exchangepair, kind);
	refuse(isCoinRule, 'execution_id', given.execution_id, kind);
	return {
		name: given.name ?? kind,
		kind,
		coin: given.coin ?? null,
		exchange: given.exchange ?? null,
		exchangepair: given.exchangepair ?? null,
		executionId: given.execution_id ?? null,
		direction: given.direction,
		limit: given.limit,
		hysteresis: given.hysteresis ?? divTrunc(abs(given.limit), HYSTERESIS_DIVISOR),
		cooldownMs: given.cooldown_minutes * MINUTE_MS,
		isEnabled: given.enabled,
	};
}

function refuse(isForeign: boolean, field: string, given: string | undefined, kind: AlertRuleKind): void {
	if (isForeign && given !== undefined)
		throw invalidParam(field, RULE_TEXT.notOfTarget({ kind }), RULE_TEXT.present());
}
