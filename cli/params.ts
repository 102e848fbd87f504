/** Builds a method's parameters from flags. The service itself reports invalid values. */
import { type Flags, type FlagValue, type Kind, UsageError, type Values } from './command.ts';

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Number of significant digits that a double always preserves. */
const DIGITS_MAX = 15;

/**
 * Returns the given parameters under the method's names, such as `horizon_hours`. @throws UsageError for a number
 * with more digits than can be sent exactly
 */
export function paramsOf(command: string, flags: Flags, values: Values): Readonly<Record<string, unknown>> {
	const given = Object.entries(flags).flatMap(([flag, { kind }]) => {
		const value = values[flag];
		return value === undefined || kind === undefined
			? []
			: [[paramName(flag), sent(command, flag, kind, value)]];
	});
	return Object.fromEntries(given);
}

/** Returns the name of the parameter that a flag is sent as. */
export function paramName(flag: string): string {
	return flag.replaceAll('-', '_');
}

function sent(command: string, flag: string, kind: Kind, value: NonNullable<FlagValue>): unknown {
	if (typeof value !== 'string') return value;
	if (kind === 'number') return numberOf(command, `--${flag}`, value);
	return kind === 'list' ? listOf(value) : value;
}

/** Splits the text at commas. */
function listOf(text: string): readonly string[] {
	return text.split(',').map((part) => part.trim());
}

/** Parses a number. Other text stays text, and the service refuses it with its own message. */
function numberOf(command: string, what: string, text: string): number | string {
	if (!JSON_NUMBER.test(text)) return text;
	const digits = text
		.replace(/[eE].*$/, '')
		.replace(/[-.]/g, '')
		.replace(/^0+/, '').length;
	if (digits <= DIGITS_MAX) return Number(text);
	throw new UsageError(
		command,
		`${what} may have at most ${DIGITS_MAX} digits, the most that can be sent exactly; it has ${digits}.`,
	);
}
