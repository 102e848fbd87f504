/** Exit rules from flags. */
import type { Values } from './command.ts';
import { paramsOf } from './params.ts';
import { EXIT_FLAGS } from './trade-flags.ts';

/** The rules that were given; `none` takes a rule away. Undefined when none was. */
export function exitRules(command: string, values: Values): Readonly<Record<string, unknown>> | undefined {
	const given: Readonly<Record<string, unknown>> = paramsOf(command, EXIT_FLAGS, values);
	const rules = Object.fromEntries(
		Object.entries(given).map(([name, value]) => [name, value === 'none' ? null : answered(name, value)]),
	);
	return Object.keys(rules).length === 0 ? undefined : rules;
}

function answered(name: string, value: unknown): unknown {
	if (name !== 'close_on_reversal') return value;
	if (value === 'yes') return true;
	return value === 'no' ? false : value;
}
