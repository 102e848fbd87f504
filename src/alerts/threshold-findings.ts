/** Compares a figure with a rule's limit, and builds the alert. Pure functions. */
import { add, type Decimal, sub } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { AlertRule } from '../ports/alert-rules.ts';
import type { Words } from '../sentences/sentence.ts';
import type { Finding } from './conditions.ts';
import { figure } from './figures.ts';
import { ALERT_TEXT } from './text.ts';

/** A figure for one rule and one subject, in the unit of the rule's limit. */
export type RuleFigure = {
	readonly value: Decimal;
	/** Exchange of a funding rate; null for other figures. */
	readonly exchange: VenueName | null;
	/** Pair that the figure belongs to; null for a funding rate. */
	readonly exchangepair: string | null;
	readonly executionId: string | null;
	/** Name of the subject in the message, such as `ETH on Bybit`. */
	readonly subject: Words;
};

/**
 * Compares a figure with the rule.
 * @param since time at which the alert began, milliseconds; undefined while there is none
 */
export function thresholdFinding(
	rule: AlertRule,
	found: RuleFigure,
	since: number | undefined,
	now: number,
): Finding | undefined {
	const { value } = found;
	if (since === undefined) {
		if (!isBeyond(rule, value)) return undefined;
		const severity = rule.kind === 'margin_distance' ? 'critical' : 'warning';
		return { is: 'active', severity, ...contentOf(rule, found, ALERT_TEXT.ruleCrossed(newsOf(rule, found))) };
	}
	if (!isBack(rule, value) || now - since < rule.cooldownMs) return undefined;
	return { is: 'over', ...contentOf(rule, found, ALERT_TEXT.ruleBack(newsOf(rule, found))) };
}

function isBeyond({ direction, limit }: AlertRule, value: Decimal): boolean {
	return direction === 'above' ? value > limit : value < limit;
}

function isBack({ direction, limit, hysteresis }: AlertRule, value: Decimal): boolean {
	return direction === 'above' ? value <= sub(limit, hysteresis) : value >= add(limit, hysteresis);
}

function newsOf({ name, kind, direction, limit }: AlertRule, { subject, value }: RuleFigure) {
	return { rule: name, kind, subject, value, direction, limit };
}

function contentOf(rule: AlertRule, found: RuleFigure, message: Words) {
	const { exchange, exchangepair, executionId } = found;
	return {
		message,
		executionId,
		exchange,
		facts: {
			ruleId: rule.ruleId,
			ruleName: rule.name,
			ruleKind: rule.kind,
			coin: rule.coin,
			exchangepair,
			direction: rule.direction,
			figure: figure(found.value),
			limit: figure(rule.limit),
			unit: rule.kind === 'execution_net' ? 'USD' : '%',
		},
	};
}
