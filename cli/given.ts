/** Provides helpers for reading a parsed command line. */
import { parseScopes, SCOPES, type Scope } from '../src/identity/scopes.ts';
import { type FlagValue, UsageError, type Values } from './command.ts';

/** Returns a flag's value; undefined for a switch or a flag that was not given. */
export function textOf(value: FlagValue): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** Returns the texts of a flag that may be given several times; empty if it was not given. */
export function textsOf(value: FlagValue): readonly string[] {
	return Array.isArray(value) ? value : [];
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/;

/** Reads a date or a time in UTC as Unix milliseconds; undefined if it was not given. @throws UsageError */
export function timeOf(command: string, flag: string, given: string | undefined): number | undefined {
	if (given === undefined) return undefined;
	const at = TIME.test(given) ? Date.parse(given) : Number.NaN;
	if (at >= 0) return at;
	throw new UsageError(
		command,
		`--${flag} must be a date or a time in UTC, such as 2026-11-21 or 2026-11-21T08:00Z; was ${JSON.stringify(given)}.`,
	);
}

/**
 * Refuses flags that do not apply to `what`, the form of the command that the message names. @throws UsageError for
 * the first of `flags` that was given
 */
export function refuseFlags(command: string, what: string, values: Values, flags: readonly string[]): void {
	const flag = flags.find((name) => values[name] !== undefined);
	if (flag !== undefined) throw new UsageError(command, `${what} takes no --${flag}.`);
}

/** Refuses all flags except `taken`. @throws UsageError for the first other flag that was given */
export function refuseOthers(command: string, what: string, values: Values, taken: readonly string[]): void {
	refuseFlags(
		command,
		what,
		values,
		Object.keys(values).filter((flag) => !taken.includes(flag)),
	);
}

/** Refuses leftover arguments. @throws UsageError */
export function noWords(command: string, words: readonly string[]): void {
	if (words.length > 0)
		throw new UsageError(command, `${command}: unexpected argument ${JSON.stringify(words[0])}.`);
}

/** Returns a required argument. @throws UsageError if it is missing */
export function requiredWord(command: string, name: string, word: string | undefined): string {
	if (word === undefined) throw new UsageError(command, `${command} needs ${name}.`);
	return word;
}

/** Parses a list of scopes. @throws UsageError */
export function scopesOf(command: string, list: string): readonly Scope[] {
	const scopes = parseScopes(list);
	if (scopes !== undefined) return scopes;
	throw new UsageError(
		command,
		`--scope must be one or more of ${SCOPES.join(', ')}, separated by spaces; was ${JSON.stringify(list)}.`,
	);
}
