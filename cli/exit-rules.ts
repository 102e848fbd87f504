/** Reads exit rules from flags. */
import { paramName } from './params.ts';
import { EXIT_FLAGS } from './trade-flags.ts';

type Params = Readonly<Record<string, unknown>>;

const RULES: readonly string[] = Object.keys(EXIT_FLAGS).map(paramName);

/**
 * Returns the exit rules among the given parameters. The value `none` becomes null, which removes the rule. Undefined
 * if no rule is given.
 */
export function exitRules(params: Params): Params | undefined {
	const rules = Object.entries(params)
		.filter(([name]) => RULES.includes(name))
		.map(([name, value]) => [name, value === 'none' ? null : answered(name, value)]);
	return rules.length === 0 ? undefined : Object.fromEntries(rules);
}

/** Returns the parameters that are not exit rules. */
export function withoutRules(params: Params): Params {
	return Object.fromEntries(Object.entries(params).filter(([name]) => !RULES.includes(name)));
}

function answered(name: string, value: unknown): unknown {
	if (name !== 'close_on_reversal') return value;
	if (value === 'yes') return true;
	return value === 'no' ? false : value;
}
