/** When an execution is closed by itself: each rule in words, its unit and its bounds (docs/rpc.md, execute_opportunity). */
import type { ExitAnswer } from '../../../client/methods.ts';
import { numberText, typedFault, typedNumber } from '../figures/typed-number.ts';

export type ExitRules = ExitAnswer['exit'];
export type NumberRule = Exclude<keyof ExitRules, 'close_on_reversal'>;

type RuleWords = {
	readonly name: NumberRule;
	readonly label: string;
	readonly unit: string;
	/** One sentence: it is closed when. */
	readonly meaning: string;
	readonly to: number;
	/** Whole numbers only. */
	readonly whole: boolean;
};

export const NUMBER_RULES: readonly RuleWords[] = [
	{
		name: 'max_hours',
		label: 'Close after',
		unit: 'hours',
		meaning: 'It is closed so long after it was opened.',
		to: 87_600,
		whole: false,
	},
	{
		name: 'max_epochs',
		label: 'Close after',
		unit: 'epochs',
		meaning: 'An epoch is the longer of both legs’ settlement intervals: after so many it is closed.',
		to: 100_000,
		whole: true,
	},
	{
		name: 'take_profit_pct',
		label: 'Take profit at',
		unit: '% of the capital',
		meaning: 'It is closed when closing would leave this much profit.',
		to: 10_000,
		whole: false,
	},
	{
		name: 'stop_loss_pct',
		label: 'Stop loss at',
		unit: '% of the capital',
		meaning: 'It is closed when closing would leave this much loss.',
		to: 100,
		whole: false,
	},
	{
		name: 'min_liquidation_distance_pct',
		label: 'Close nearer to liquidation than',
		unit: '% of the mark price',
		meaning:
			'It is closed when the mark price of a leg comes this near to the price at which the exchange would take the leg away.',
		to: 100,
		whole: false,
	},
];

/** `Close after 1 epoch`, with every digit of the value. */
export function ruleText({ label, unit }: RuleWords, value: number): string {
	return `${label} ${numberText(value)} ${value === 1 ? unit.replace(/^(epoch|hour)s$/, '$1') : unit}`;
}

/** The rules in force, a line each; empty where it stays open until somebody closes it. */
export function standingRules(
	rules: { readonly [Rule in keyof ExitRules]?: ExitRules[Rule] | undefined },
): readonly string[] {
	const numbers = NUMBER_RULES.flatMap((rule) => {
		const value = rules[rule.name] ?? null;
		return value === null ? [] : [ruleText(rule, value)];
	});
	return rules.close_on_reversal === true ? [...numbers, 'Close when funding has turned'] : numbers;
}

export type TypedRules = Record<NumberRule, string> & { close_on_reversal: boolean };

export const NO_RULES: ExitRules = {
	max_hours: null,
	max_epochs: null,
	take_profit_pct: null,
	stop_loss_pct: null,
	close_on_reversal: true,
	min_liquidation_distance_pct: null,
};

export function typedRules(rules: ExitRules): TypedRules {
	const text = (name: NumberRule): string => (rules[name] === null ? '' : String(rules[name]));
	return {
		max_hours: text('max_hours'),
		max_epochs: text('max_epochs'),
		take_profit_pct: text('take_profit_pct'),
		stop_loss_pct: text('stop_loss_pct'),
		min_liquidation_distance_pct: text('min_liquidation_distance_pct'),
		close_on_reversal: rules.close_on_reversal,
	};
}

/** Sentences about what cannot be, by rule. */
export function ruleFaults(
	typed: TypedRules,
): readonly { readonly name: NumberRule; readonly text: string }[] {
	return NUMBER_RULES.flatMap(({ name, label, unit, to, whole }) => {
		const text = typedFault(
			typed[name],
			(value) => value > 0 && value <= to && (!whole || Number.isInteger(value)),
			`${label}: must be ${whole ? 'a whole number from 1' : 'above 0'} to ${to.toLocaleString('en-US')} ${unit}, or empty.`,
		);
		return text === undefined ? [] : [{ name, text }];
	});
}

/** As the service takes them with an opening: rules that are empty are left out. Only of what has no faults. */
export function rulesToOpen(
	typed: TypedRules,
): Partial<Record<NumberRule, number>> & { close_on_reversal: boolean } {
	const numbers = NUMBER_RULES.flatMap(({ name }) => {
		const { value } = typedNumber(typed[name]);
		return value === undefined ? [] : [[name, value] as const];
	});
	return { ...Object.fromEntries(numbers), close_on_reversal: typed.close_on_reversal };
}

/** As the service takes a change: what is as it was is left out, null takes a rule away. Only of what has no faults. */
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
