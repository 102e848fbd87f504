/**
 * Handles exit rules as form fields: bounds, texts, and the parameters for the service (docs/rpc.md,
 * execute_opportunity).
 */

import type { ExitAnswer } from '../../../client/methods.ts';
import { writeNumber } from '../figures/reader-format.ts';
import { fieldText, numberText, typedFault, typedNumber } from '../figures/typed-number.ts';
import { EXIT, EXIT_RULES, exitRuleFault, signedRuleFault } from './position-text.ts';

export type ExitRules = ExitAnswer['exit'];
export type NumberRule = keyof typeof EXIT_RULES;

type RuleField = (typeof EXIT_RULES)[NumberRule] & {
	readonly name: NumberRule;
	/** Maximum value of the rule, in the rule's unit. */
	readonly to: number;
	/** True if the value may be 0 or negative, down to minus the maximum. */
	readonly signed: boolean;
	/** True to accept only whole numbers. */
	readonly whole: boolean;
};

const field = (name: NumberRule, to: number, { whole = false, signed = false } = {}): RuleField => ({
	name,
	to,
	whole,
	signed,
	...EXIT_RULES[name],
});

export const NUMBER_RULES: readonly RuleField[] = [
	field('max_hours', 87_600),
	field('max_epochs', 100_000, { whole: true }),
	field('take_profit_pct', 10_000),
	field('stop_loss_pct', 100),
	field('min_liquidation_distance_pct', 100),
	field('min_spread_apr_pct', 1_000, { signed: true }),
	field('min_net_apr_pct', 1_000, { signed: true }),
];

/** Describes a rule: `Close after 1 funding interval`, with every digit of the value. */
export function ruleText({ label, unit, one = unit }: RuleField, value: number): string {
	return `${label} ${numberText(value)} ${value === 1 ? one : unit}`;
}

/** Returns one line per active rule; empty if there are none. */
export function standingRules(
	rules: { readonly [Rule in keyof ExitRules]?: ExitRules[Rule] | undefined },
): readonly string[] {
	const numbers = NUMBER_RULES.flatMap((rule) => {
		const value = rules[rule.name] ?? null;
		return value === null ? [] : [ruleText(rule, value)];
	});
	return rules.close_on_reversal === true ? [...numbers, EXIT.reversal] : numbers;
}

export type TypedRules = Record<NumberRule, string> & { close_on_reversal: boolean };

export const NO_RULES: ExitRules = {
	max_hours: null,
	max_epochs: null,
	take_profit_pct: null,
	stop_loss_pct: null,
	close_on_reversal: true,
	min_liquidation_distance_pct: null,
	min_spread_apr_pct: null,
	min_net_apr_pct: null,
};

export function typedRules(rules: ExitRules): TypedRules {
	const text = (name: NumberRule): string => (rules[name] === null ? '' : fieldText(rules[name]));
	return {
		max_hours: text('max_hours'),
		max_epochs: text('max_epochs'),
		take_profit_pct: text('take_profit_pct'),
		stop_loss_pct: text('stop_loss_pct'),
		min_liquidation_distance_pct: text('min_liquidation_distance_pct'),
		min_spread_apr_pct: text('min_spread_apr_pct'),
		min_net_apr_pct: text('min_net_apr_pct'),
		close_on_reversal: rules.close_on_reversal,
	};
}

/** Returns one message per invalid field. */
export function ruleFaults(
	typed: TypedRules,
): readonly { readonly name: NumberRule; readonly text: string }[] {
	return NUMBER_RULES.flatMap(({ name, label, unit, to, whole, signed }) => {
		const most = writeNumber(to);
		const text = typedFault(
			typed[name],
			(value) => (signed ? value >= -to : value > 0) && value <= to && (!whole || Number.isInteger(value)),
			signed ? signedRuleFault(label, unit, most) : exitRuleFault(label, unit, most, whole),
		);
		return text === undefined ? [] : [{ name, text }];
	});
}

/** Returns the rules for `execute_opportunity`, without empty fields. The fields must be valid. */
export function rulesToOpen(
	typed: TypedRules,
): Partial<Record<NumberRule, number>> & { close_on_reversal: boolean } {
	const numbers = NUMBER_RULES.flatMap(({ name }) => {
		const { value } = typedNumber(typed[name]);
		return value === undefined ? [] : [[name, value] as const];
	});
	return { ...Object.fromEntries(numbers), close_on_reversal: typed.close_on_reversal };
}

/** Returns the rules for `update_exit`, without unchanged fields. Null removes a rule. The fields must be valid. */
export function changedRules(was: ExitRules, typed: TypedRules): Partial<ExitRules> {
	const numbers = NUMBER_RULES.flatMap(({ name }) => {
		const value = typedNumber(typed[name]).value ?? null;
		return value === was[name] ? [] : [[name, value] as const];
	});
	return {
		...Object.fromEntries(numbers),
		...(typed.close_on_reversal === was.close_on_reversal
			? {}
			: { close_on_reversal: typed.close_on_reversal }),
	};
}
